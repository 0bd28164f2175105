//! Enters, plays and cancels a premove.

use crate::chess::notation::MoveError;
use crate::chess::{Square, notation};
use crate::tui::board::rejection;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::KeyNames;
use crate::tui::message::Request;
use crate::tui::model::{PlayState, Premove, Shared};
use crate::tui::navigation::Tab;

/// Whether a premove may be entered: a person waits for an engine, and the board shows the last position of
/// the game.
pub(crate) fn is_open(play: &PlayState, shared: &Shared) -> bool {
    let waits = play.thinking_since.is_some() && play.setup.players.human_color().is_some();
    shared.tab == Tab::Play && play.is_live() && play.ending.is_none() && waits
}

/// Handles typed text.
pub(crate) fn set_typed(keys: &KeyNames, play: &mut PlayState, shared: &mut Shared) {
    let position = play.walk.position();
    let text = match position.after_null_move().map(|passed| (shared.prompt.parse_move(&passed), passed)) {
        Some((Ok(mv), passed)) => notation::uci(&passed, mv),
        Some((Err(error @ MoveError::Ambiguous { .. }), _)) => {
            shared.prompt.error = Some(rejection::rejection_text(keys, position, &error));
            return;
        }
        Some((Err(_), _)) | None => shared.prompt.input.value().to_owned(),
    };
    match Premove::typed(position, &text) {
        Some(premove) => {
            shared.prompt.close();
            set_premove(play, shared, premove);
        }
        None => {
            shared.prompt.error = Some(format!("\"{text}\" is not a move that could wait for the engine's"));
        }
    }
}

/// Parses the typed text as a premove.
pub(crate) fn update_completions(play: &PlayState, shared: &mut Shared) {
    let position = play.walk.position();
    if let Some(passed) = position.after_null_move() {
        return shared.prompt.update_completions(&passed);
    }
    let meant = Premove::typed(position, shared.prompt.input.value());
    shared.prompt.clear_completions();
    shared.prompt.plays = meant.map(|premove| premove.name);
}

/// Selects a piece of the player's, or sets the premove to a square.
pub(crate) fn select_or_set(play: &mut PlayState, shared: &mut Shared, square: Square) {
    let position = play.walk.position();
    let premove = shared.board.picked.and_then(|from| Premove::from_to(position, from, square));
    let own = position.board().color_at(square) == play.setup.players.human_color();
    if let Some(premove) = premove {
        return set_premove(play, shared, premove);
    }
    let picked = Some(square).filter(|_| own && shared.board.picked != Some(square));
    shared.board.clear_selection();
    shared.board.picked = picked;
}

fn set_premove(play: &mut PlayState, shared: &mut Shared, premove: Premove) {
    shared.board.clear_selection();
    play.premove = Some(premove);
}

/// Cancels the premove. False where there is none.
pub(crate) fn cancel(play: &mut PlayState) -> bool {
    play.premove.take().is_some()
}

/// The engine has moved: the premove is played if it is legal. The stalemate guard applies as to any move.
pub(crate) fn play(play: &mut PlayState, cx: &mut UpdateContext) {
    let Some(premove) = play.premove.take() else { return };
    if play.ending.is_some() {
        return;
    }
    if !play.is_live() {
        return cx
            .shared
            .show_warning(format!("{} was dropped: you look at an earlier position", premove.name));
    }
    let position = play.walk.position().clone();
    match notation::parse_typed(&position, &premove.text) {
        Ok(mv) => cx.effects.request(Request::Move(Box::new(position), mv)),
        Err(_) => cx.shared.show_warning(format!("{} was dropped: it is not legal now", premove.name)),
    }
}
