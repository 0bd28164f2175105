//! Enters, plays and cancels a premove.

use crate::chess::notation::MoveError;
use crate::chess::{Square, notation};
use crate::tui::app::{App, Tab};
use crate::tui::board::rejection;
use crate::tui::message::{Effects, Request};
use crate::tui::play::premove::Premove;

/// Whether a premove may be entered: a person waits for an engine, and the board shows the last position of
/// the game.
pub(crate) fn is_open(app: &App) -> bool {
    let play = &app.play;
    let waits = play.thinking_since.is_some() && play.setup.seats.human_color().is_some();
    app.tab == Tab::Play && play.is_live() && play.ending.is_none() && waits
}

/// Handles typed text.
pub(crate) fn set_typed(app: &mut App) {
    let position = app.play.walk.position();
    let text = match position.after_null_move().map(|passed| (app.prompt.parse_move(&passed), passed)) {
        Some((Ok(mv), passed)) => notation::uci(&passed, mv),
        Some((Err(error @ MoveError::Ambiguous { .. }), _)) => {
            app.prompt.error = Some(rejection::rejection_text(app, position, &error));
            return;
        }
        Some((Err(_), _)) | None => app.prompt.input.value().to_owned(),
    };
    match Premove::typed(position, &text) {
        Some(premove) => {
            app.prompt.close();
            set_premove(app, premove);
        }
        None => app.prompt.error = Some(format!("\"{text}\" is no move that could wait for the engine's")),
    }
}

/// Parses the typed text as a premove.
pub(crate) fn update_completions(app: &mut App) {
    let position = app.play.walk.position();
    if let Some(passed) = position.after_null_move() {
        return app.prompt.update_completions(&passed);
    }
    let meant = Premove::typed(position, app.prompt.input.value());
    app.prompt.clear_completions();
    app.prompt.plays = meant.map(|premove| premove.name);
}

/// Selects a piece of the player's, or sets the premove to a square.
pub(crate) fn select_or_set(app: &mut App, square: Square) {
    let position = app.play.walk.position();
    let premove = app.board.picked.and_then(|from| Premove::from_to(position, from, square));
    let own = position.board().color_at(square) == app.play.setup.seats.human_color();
    if let Some(premove) = premove {
        return set_premove(app, premove);
    }
    let picked = Some(square).filter(|_| own && app.board.picked != Some(square));
    app.board.clear_selection();
    app.board.picked = picked;
}

fn set_premove(app: &mut App, premove: Premove) {
    app.board.clear_selection();
    app.play.premove = Some(premove);
}

/// Cancels the premove. False where there is none.
pub(crate) fn cancel(app: &mut App) -> bool {
    app.play.premove.take().is_some()
}

/// The engine has moved: the premove is played if it is legal. The stalemate guard applies as to any move.
pub(crate) fn play(app: &mut App, effects: &mut Effects) {
    let Some(premove) = app.play.premove.take() else { return };
    if app.play.ending.is_some() {
        return;
    }
    if !app.play.is_live() {
        return app.show_warning(format!("{} was dropped: you look at an earlier position", premove.name));
    }
    let position = app.play.walk.position().clone();
    match notation::parse_typed(&position, &premove.text) {
        Ok(mv) => effects.request(Request::Move(Box::new(position), mv)),
        Err(_) => {
            app.show_warning(format!("{} was dropped: it is not legal now", premove.name));
        }
    }
}
