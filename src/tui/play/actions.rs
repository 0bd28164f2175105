//! Performs the actions of the Play tab.

use crate::tui::app::App;
use crate::tui::dialog::{ConfirmDialog, Dialog};
use crate::tui::keymap::PlayAction;
use crate::tui::message::Effects;
use crate::tui::play::{new_game, players, result, update, watching};

/// Performs an action.
pub(crate) fn act(app: &mut App, action: PlayAction, effects: &mut Effects) {
    match action {
        PlayAction::NewGame => new_game::open(app, None),
        PlayAction::NewGameFromBoard => new_game::open(app, Some(app.shown_position().unwrap_or_default())),
        PlayAction::OfferDraw => result::offer_draw(app, effects),
        PlayAction::MoveNow => update::move_now(app, effects),
        PlayAction::Pause => watching::toggle_pause(app, effects),
        PlayAction::Resign | PlayAction::TakeOver | PlayAction::StopGame if !is_available(app, action) => {}
        PlayAction::Resign => app.dialog = Some(Dialog::Confirm(ConfirmDialog::Resign)),
        PlayAction::TakeOver => players::take_over(app, effects),
        PlayAction::StopGame => app.dialog = Some(Dialog::Confirm(ConfirmDialog::StopGame)),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: PlayAction) -> bool {
    let play = &app.play;
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
