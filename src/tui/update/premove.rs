//! A move of the player's that waits for the engine's.

use crate::chess::notation::MoveError;
use crate::chess::{Square, notation};
use crate::tui::app::{App, Premove, Tab, Tone};

use super::{Effect, moves};

/// Whether a move may be made ahead: a person waits for an engine, and the game as it stands is on the board.
pub(super) fn is_open(app: &App) -> bool {
    let play = &app.play;
    let waits = play.thinking_since.is_some() && play.setup.seats.you().is_some();
    app.tab == Tab::Play && play.is_live() && play.over.is_none() && waits
}

/// Takes what is typed.
pub(super) fn take_typed(app: &mut App) {
    let position = app.play.walk.position();
    let text = match position.after_pass().map(|passed| (app.prompt.meant(&passed), passed)) {
        Some((Ok(mv), passed)) => notation::uci(&passed, mv),
        Some((Err(error @ MoveError::Ambiguous { .. }), _)) => {
            app.prompt.fault = Some(moves::refusal(app, position, &error));
            return;
        }
        Some((Err(_), _)) | None => app.prompt.input.value().to_owned(),
    };
    match Premove::typed(position, &text) {
        Some(premove) => {
            app.prompt.close();
            keep(app, premove);
        }
        None => app.prompt.fault = Some(format!("\"{text}\" is no move that could wait for the engine's")),
    }
}

/// Works out what is typed as a move of the player's, which it will be.
pub(super) fn complete(app: &mut App) {
    let position = app.play.walk.position();
    if let Some(passed) = position.after_pass() {
        return app.prompt.complete(&passed);
    }
    let meant = Premove::typed(position, app.prompt.input.value());
    app.prompt.forget();
    app.prompt.plays = meant.map(|premove| premove.name);
}

/// Picks up a man of the player's, or keeps its way to a square.
pub(super) fn pick_or_keep(app: &mut App, square: Square) {
    let position = app.play.walk.position();
    let premove = app.board.picked.and_then(|from| Premove::from_to(position, from, square));
    let own = position.board().color_at(square) == app.play.setup.seats.you();
    if let Some(premove) = premove {
        return keep(app, premove);
    }
    let picked = Some(square).filter(|_| own && app.board.picked != Some(square));
    app.board.let_go();
    app.board.picked = picked;
}

fn keep(app: &mut App, premove: Premove) {
    app.board.let_go();
    app.play.premove = Some(premove);
}

/// Drops the move that waits. False where none does.
pub(super) fn drop_it(app: &mut App) -> bool {
    app.play.premove.take().is_some()
}

/// The engine has moved: what waited is played where it is legal. The guard asks as it does of any move.
pub(super) fn play(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(premove) = app.play.premove.take() else { return };
    if app.play.over.is_some() {
        return;
    }
    if !app.play.is_live() {
        return app
            .say(Tone::Warning, format!("{} was dropped: you look at an earlier position", premove.name));
    }
    let position = app.play.walk.position().clone();
    match notation::parse_typed(&position, &premove.text) {
        Ok(mv) => moves::request(app, &position, mv, effects),
        Err(_) => app.say(Tone::Warning, format!("{} was dropped: it is not legal now", premove.name)),
    }
}
