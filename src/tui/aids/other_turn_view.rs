//! Draws the exact result with the other side to move.

use crate::chess::Position;
use crate::chess::names::color_name;
use crate::practice::zugzwang::{self, ZugzwangKind};
use crate::tui::model::{OtherTurnView, PaneId};
use crate::tui::scene::ViewContext;
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;

/// The pane, where it was requested.
pub(crate) fn pane(view: &ViewContext, shown: OtherTurnView, position: &Position) -> Option<Pane> {
    if shown == OtherTurnView::Hidden {
        return None;
    }
    let lines = match zugzwang::analyze(position, view.shared.oracle.oracle()) {
        Ok(said) => said,
        Err(reason) => {
            let body = view.prose(Role::Faint, &reason.to_string());
            return Some(Pane::new(PaneId::OtherTurn, "Other turn", body).with_min_rows(1));
        }
    };
    let role = match lines.kind() {
        ZugzwangKind::Zugzwang | ZugzwangKind::PassIsBetter(_) => Role::Warning,
        ZugzwangKind::PassLosesResult => Role::Exact,
        ZugzwangKind::PassIsEqual | ZugzwangKind::PassIsWorse(_) | ZugzwangKind::Drawn => Role::Ground,
    };
    let mut body = view.prose(Role::Faint, &format!("now:  {}", lines.now_text()));
    body.extend(view.prose(Role::Strong, &format!("else: {}", lines.after_pass_text())));
    body.extend(view.prose(role, &format!("{}.", lines.kind_text())));
    let note = view.span(Role::Faint, format!("if it were {}'s turn", color_name(lines.mover.other())));
    Some(Pane::new(PaneId::OtherTurn, "Other turn", body).with_rows_of_text(4).with_note(vec![note]))
}
