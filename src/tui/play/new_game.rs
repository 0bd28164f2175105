//! Starts a game with the choices of the new-game dialog, or from a position.

use crate::chess::{Color, Position, chess960};
use crate::game::GamePlayers;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::FormAction;
use crate::tui::message::Effect;
use crate::tui::model::dialog::NewGameDialog;
use crate::tui::model::dialog::new_game::CONTROLS;
use crate::tui::model::dialog::new_game_defaults::NewGameColor;
use crate::tui::model::{Dialog, GameSetup, NewGameMode, NewGameStartPosition, PlayState, Shared};
use crate::tui::play::update;

/// Opens the dialog, with a position to begin from where one is given.
pub(crate) fn open(play: &PlayState, shared: &mut Shared, from: Option<Position>) {
    let form = NewGameDialog::from_defaults(
        &shared.new_game_defaults,
        shared.engines.players(),
        play.next_time_control(shared),
    );
    let form = match from {
        Some(position) => form.with_board_position(position),
        None => form,
    };
    shared.dialog = Some(Dialog::NewGame(Box::new(form)));
}

/// Performs an action of the dialog.
pub(crate) fn act(play: &mut PlayState, cx: &mut UpdateContext, action: FormAction) {
    let Some(Dialog::NewGame(form)) = &mut cx.shared.dialog else { return };
    match action {
        FormAction::Rows(step) => form.move_row(step.delta()),
        FormAction::Change(step) => form.change_value(step.delta()),
        FormAction::Accept if form.error().is_some() => {}
        FormAction::Accept => {
            let form = form.clone();
            cx.shared.dialog = None;
            begin(play, cx, &form);
        }
    }
}

/// Starts the game that the form describes.
fn begin(play: &mut PlayState, cx: &mut UpdateContext, form: &NewGameDialog) {
    save_defaults(play, cx.shared, form);
    cx.effects.push(Effect::SaveConfig);
    let facing = |you| GamePlayers::human_against(you, form.opponent_player());
    let players = match form.mode {
        NewGameMode::Play(NewGameColor::White) => facing(Color::White),
        NewGameMode::Play(NewGameColor::Black) => facing(Color::Black),
        NewGameMode::Play(NewGameColor::Random) => facing(cx.shared.random_color()),
        NewGameMode::Watch => form.watched_players.clone(),
    };
    let start = match form.start_position {
        NewGameStartPosition::FromBoard => form.board_position.clone(),
        NewGameStartPosition::Standard => None,
        NewGameStartPosition::Chess960 => chess960::start_position(
            form.chess960_number.unwrap_or_else(|| cx.shared.random_below(chess960::COUNT)),
        ),
        // Between engines White gives the odds.
        NewGameStartPosition::Odds(odds) => {
            Some(odds.start(players.human_color().map_or(Color::White, Color::other)))
        }
    };
    if form.start_position != NewGameStartPosition::FromBoard {
        cx.shared.new_game_defaults.mode = form.mode;
    }
    cx.shared.new_game_defaults.control = None;
    let setup = GameSetup { players, time_control: form.time_control() };
    update::begin(play, cx, start.unwrap_or_else(Position::start), setup);
}

/// Takes the choices of a new-game form as the defaults of later games. Two engines play each other only
/// where that is chosen, and in a game from a position the color follows from the side to move.
fn save_defaults(play: &PlayState, shared: &mut Shared, form: &NewGameDialog) {
    let before = play.next_time_control(shared);
    let config = &mut shared.config.play;
    if let NewGameMode::Play(side) = form.mode {
        if form.start_position != NewGameStartPosition::FromBoard {
            config.side = side;
        }
        config.level = form.level;
        if !form.external_engines().is_empty() || shared.new_game_defaults.external_opponent.is_some() {
            config.opponent = form.opponent.clone().unwrap_or_default();
        }
    }
    // A custom time control that the form does not offer stays unless another one was chosen.
    if CONTROLS.contains(&before) || form.time_control() != before {
        config.time = form.time_control();
    }
}

/// A game against the engine from any position; the player has the side to move.
pub(crate) fn play_from(play: &mut PlayState, cx: &mut UpdateContext, position: Position) {
    let players = GamePlayers::human_against(position.turn(), cx.shared.new_game_defaults.opponent_player());
    let setup = GameSetup { players, time_control: play.next_time_control(cx.shared) };
    update::begin(play, cx, position, setup);
}
