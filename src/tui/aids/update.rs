//! Turns the aids on and off: the king box, threats, and the exact result with the other side to move.

use crate::chess::Position;
use crate::practice::zugzwang;
use crate::tui::model::{OtherTurnView, Shared};

/// Shows or hides the exact result with the other side to move, on a screen that keeps in `view` whether it does. Where
/// there is none, a note gives the reason.
pub(crate) fn toggle_other_turn(shared: &mut Shared, view: &mut OtherTurnView, position: &Position) {
    if *view == OtherTurnView::Hidden
        && let Err(reason) = zugzwang::analyze(position, shared.oracle.oracle())
    {
        return shared.show_note(reason.to_string());
    }
    *view = view.toggled();
}
