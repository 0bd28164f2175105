//! Performs the actions of the Play tab.

use crate::tui::context::UpdateContext;
use crate::tui::keymap::PlayAction;
use crate::tui::model::{ConfirmDialog, Dialog, PlayState};
use crate::tui::play::{new_game, players, result, update, watching};

/// Performs an action.
pub(crate) fn act(play: &mut PlayState, cx: &mut UpdateContext, action: PlayAction) {
    match action {
        // A game from the board begins with the position of another screen, which the router knows.
        PlayAction::NewGame | PlayAction::NewGameFromBoard => new_game::open(play, cx.shared, None),
        PlayAction::OfferDraw => result::offer_draw(play, cx),
        PlayAction::MoveNow => update::move_now(play, cx),
        PlayAction::Pause => watching::toggle_pause(play, cx),
        PlayAction::Resign | PlayAction::TakeOver | PlayAction::StopGame if !is_available(play, action) => {}
        PlayAction::Resign => cx.shared.dialog = Some(Dialog::Confirm(ConfirmDialog::Resign)),
        PlayAction::TakeOver => players::take_over(play, cx),
        PlayAction::StopGame => cx.shared.dialog = Some(Dialog::Confirm(ConfirmDialog::StopGame)),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(play: &PlayState, action: PlayAction) -> bool {
    match action {
        PlayAction::NewGame | PlayAction::NewGameFromBoard => true,
        PlayAction::MoveNow => {
            play.engine_failure.is_some() || play.thinking_since.is_some() || play.delayed_move.is_some()
        }
        PlayAction::OfferDraw => play.ending.is_none() && !play.is_watched(),
        PlayAction::Pause => play.ending.is_none() && play.is_watched(),
        PlayAction::Resign | PlayAction::TakeOver | PlayAction::StopGame => play.ending.is_none(),
    }
}
