//! Players: a side is taken over, or handed to an engine.

use crate::chess::Color;
use crate::chess::names::color_name;
use crate::game::{GamePlayers, Player};
use crate::tui::background::external_engines;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::FormAction;
use crate::tui::message::Effect;
use crate::tui::model::dialog::PlayersDialog;
use crate::tui::model::{Dialog, NewGameRow, PlayState, PlayStatus};
use crate::tui::play::engine_turn::resume;

/// Opens the players dialog. Where an external engine has failed, the built-in one takes its place at once.
pub(crate) fn take_over(play: &mut PlayState, cx: &mut UpdateContext) {
    let failed = play.player_to_move().external_name().is_some() && play.engine_failure.is_some();
    let players = play.setup.players.clone();
    if failed {
        let mut players = players;
        *players.player_mut(play.turn()) = cx.shared.new_game_defaults.built_in_player();
        return change_players(play, cx, players);
    }
    let row = match play.setup.players.human_color().unwrap_or_else(|| play.turn()) {
        Color::White => NewGameRow::White,
        Color::Black => NewGameRow::Black,
    };
    cx.shared.dialog = Some(Dialog::Players(PlayersDialog::new(players, cx.shared.engines.players(), row)));
}

/// Performs an action of the players dialog.
pub(crate) fn act(play: &mut PlayState, cx: &mut UpdateContext, action: FormAction) {
    let Some(Dialog::Players(form)) = &mut cx.shared.dialog else { return };
    match action {
        FormAction::Rows(step) => form.move_row(step.delta()),
        FormAction::Change(step) => form.change_player(step.delta()),
        FormAction::Accept => {
            let players = form.players.clone();
            cx.shared.dialog = None;
            change_players(play, cx, players);
        }
    }
}

/// Sets other players. An engine that is thinking and stays is not interrupted.
fn change_players(play: &mut PlayState, cx: &mut UpdateContext, players: GamePlayers) {
    if play.ending.is_some() || play.setup.players == players {
        return;
    }
    let (before, turn) = (play.engine_processes(), play.turn());
    let (mover, course) = ((play.player_to_move().clone(), play.engine_process(turn)), play.status);
    let changed = |color: &Color| players.player(*color) != play.setup.players.player(*color);
    let changed: Vec<Color> = [Color::White, Color::Black].into_iter().filter(changed).collect();
    let words: Vec<String> = changed
        .iter()
        .map(|&color| format!("From here {} plays {}", player_name(players.player(color)), color_name(color)))
        .collect();
    for color in changed {
        play.set_thought(color, None);
    }
    if play.tip != play.walk.tree().start() {
        play.walk.tree_mut().node_mut(play.tip).notes.after.extend(words.iter().cloned());
    }
    play.setup.players = players;
    play.premove = None;
    // A person who takes a side over wants to play; one who hands it to an engine wants to see it play.
    play.status = PlayStatus::Running;
    if let Some(you) = play.setup.players.human_color() {
        cx.shared.board.bottom = you;
    }
    for words in words {
        cx.shared.show_note(words);
    }
    cx.shared.board.clear_selection();
    external_engines::start_players(play, cx, &before);
    cx.effects.push(Effect::SaveGame);
    let stays = mover == (play.player_to_move().clone(), play.engine_process(turn));
    if !stays || play.engine_failure.is_some() || course != PlayStatus::Running {
        resume(play, cx);
    }
}

/// A player as the game record names it in a sentence.
fn player_name(player: &Player) -> String {
    match player {
        Player::Human => "a person".to_owned(),
        Player::BuiltIn { .. } | Player::External(_) => player.name(),
    }
}
