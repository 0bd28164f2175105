//! Players: a side is taken over, or handed to an engine.

use crate::chess::Color;
use crate::chess::names::color_name;
use crate::game::{GamePlayers, Player};
use crate::tui::background::external_engines;
use crate::tui::keymap::FormAction;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::dialog::new_game::NewGameRow;
use crate::tui::model::dialog::{Dialog, SeatingDialog};
use crate::tui::model::play::{PlayState, PlayStatus};
use crate::tui::model::shared::Shared;
use crate::tui::play::engine_turn::resume;

/// Opens the players dialog. Where an external engine has failed, the built-in one takes its place at once.
pub(crate) fn take_over(play: &mut PlayState, shared: &mut Shared, effects: &mut Effects) {
    let failed = play.player_to_move().external_name().is_some() && play.engine_failure.is_some();
    let seats = play.setup.seats.clone();
    if failed {
        let mut seats = seats;
        *seats.player_mut(play.turn()) = shared.new_game_defaults.built_in_player();
        return reseat(play, shared, seats, effects);
    }
    let row = match play.setup.seats.human_color().unwrap_or_else(|| play.turn()) {
        Color::White => NewGameRow::White,
        Color::Black => NewGameRow::Black,
    };
    shared.dialog = Some(Dialog::Seating(SeatingDialog::new(seats, shared.engines.players(), row)));
}

/// Performs an action of the players dialog.
pub(crate) fn act(play: &mut PlayState, shared: &mut Shared, action: FormAction, effects: &mut Effects) {
    let Some(Dialog::Seating(form)) = &mut shared.dialog else { return };
    match action {
        FormAction::Rows(step) => form.move_row(step.delta()),
        FormAction::Change(step) => form.change_player(step.delta()),
        FormAction::Accept => {
            let seats = form.seats.clone();
            shared.dialog = None;
            reseat(play, shared, seats, effects);
        }
    }
}

/// Sets other players. An engine that is thinking and stays is not interrupted.
fn reseat(play: &mut PlayState, shared: &mut Shared, seats: GamePlayers, effects: &mut Effects) {
    if play.ending.is_some() || play.setup.seats == seats {
        return;
    }
    let (before, turn) = (play.engine_processes(), play.turn());
    let (mover, course) = ((play.player_to_move().clone(), play.engine_process(turn)), play.status);
    let changed = |color: &Color| seats.player(*color) != play.setup.seats.player(*color);
    let changed: Vec<Color> = [Color::White, Color::Black].into_iter().filter(changed).collect();
    let words: Vec<String> = changed
        .iter()
        .map(|&color| format!("From here {} plays {}", player_name(seats.player(color)), color_name(color)))
        .collect();
    for color in changed {
        play.set_thought(color, None);
    }
    if play.tip != play.walk.tree().start() {
        play.walk.tree_mut().node_mut(play.tip).notes.after.extend(words.iter().cloned());
    }
    play.setup.seats = seats;
    play.premove = None;
    // A person who takes a side over wants to play; one who hands it to an engine wants to see it play.
    play.status = PlayStatus::Running;
    if let Some(you) = play.setup.seats.human_color() {
        shared.board.bottom = you;
    }
    for words in words {
        shared.show_note(words);
    }
    shared.board.clear_selection();
    external_engines::start_players(play, shared, &before, effects);
    effects.push(Effect::SaveGame);
    let stays = mover == (play.player_to_move().clone(), play.engine_process(turn));
    if !stays || play.engine_failure.is_some() || course != PlayStatus::Running {
        resume(play, shared, effects);
    }
}

/// A player as the game record names it in a sentence.
fn player_name(player: &Player) -> String {
    match player {
        Player::Human => "a person".to_owned(),
        Player::BuiltIn { .. } | Player::External(_) => player.name(),
    }
}
