//! Turns the aids on and off: the king box, threats, and the exact result with the other side to move.

use crate::practice::zugzwang;
use crate::tui::aids::other_turn::OtherTurnView;
use crate::tui::aids::threat_update;
use crate::tui::app::{App, Tab};
use crate::tui::keymap::AidsAction;
use crate::tui::message::Effects;

/// Performs an action of the aids.
pub(crate) fn act(app: &mut App, action: AidsAction, effects: &mut Effects) {
    match action {
        AidsAction::KingBox => toggle_box(app),
        AidsAction::OtherTurn => toggle_other_turn(app),
        AidsAction::Threat if app.tab == Tab::Analyze => threat_update::toggle(app, effects),
        AidsAction::Threat => {}
    }
}

/// Shows or hides the king box on the board. It does not count as help: it says nothing about the moves.
const fn toggle_box(app: &mut App) {
    app.box_aid = app.box_aid.toggled();
}

/// Shows or hides the exact result with the other side to move. Where there is none, a note gives the reason.
fn toggle_other_turn(app: &mut App) {
    let Some(position) = app.shown_position() else { return };
    let Some(&view) = other_turn_view(app).as_deref() else { return };
    if view == OtherTurnView::Hidden
        && let Err(reason) = zugzwang::analyze(&position, app.oracle.oracle())
    {
        return app.show_note(reason.to_string());
    }
    if let Some(view) = other_turn_view(app) {
        *view = view.toggled();
    }
}

/// Where the screen keeps whether it is shown.
fn other_turn_view(app: &mut App) -> Option<&mut OtherTurnView> {
    match app.tab {
        Tab::Analyze => Some(&mut app.analyze.other_turn),
        Tab::Practice => app.practice_board.round_mut().map(|round| &mut round.other_turn),
        Tab::Play | Tab::Tables | Tab::Games => None,
    }
}
