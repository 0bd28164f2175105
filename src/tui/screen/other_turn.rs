//! The truth with the turn passed, beside the truth.

use crate::chess::Position;
use crate::chess::names::named;
use crate::practice::other_turn::{self, Finding};
use crate::tui::app::{App, OtherTurnView};
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span};

/// The pane, where it was asked for.
#[must_use]
pub fn pane(app: &App, view: OtherTurnView, position: &Position, width: usize) -> Option<Pane> {
    if view == OtherTurnView::Hidden {
        return None;
    }
    let theme = app.theme;
    let said = match other_turn::of(position, app.truth.oracle()) {
        Ok(said) => said,
        Err(reason) => {
            let body = prose(theme, Role::Faint, &reason.to_string(), width);
            return Some(Pane::new("Other turn", body).at_least(1));
        }
    };
    let role = match said.finding() {
        Finding::Zugzwang | Finding::Burden(_) => Role::Warning,
        Finding::TurnDecides => Role::Exact,
        Finding::Free | Finding::Tempo(_) | Finding::Drawn => Role::Ground,
    };
    let mut body = prose(theme, Role::Faint, &format!("now:  {}", said.now_text()), width);
    body.extend(prose(theme, Role::Strong, &format!("else: {}", said.then_text()), width));
    body.extend(prose(theme, role, &format!("{}.", said.finding_text()), width));
    let least = u16::try_from(body.len()).unwrap_or(u16::MAX).min(4);
    let note = span(theme, Role::Faint, format!("if it were {}'s turn", named(said.mover.other())));
    Some(Pane::new("Other turn", body).at_least(least).noted(vec![note]))
}
