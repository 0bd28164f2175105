//! Draws the king box: its marks on the board, and its pane.

use ratatui::text::{Line, Span};

use crate::chess::names::{color_name, pluralized};
use crate::chess::{Bitboard, Square};
use crate::tui::keymap::AidsAction;
use crate::tui::model::{BoxConsideredMove, BoxView, PaneId};
use crate::tui::scene::{ViewContext, keys_note};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::board::{BoardMarks, BoxReach};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, wrap};

/// Squares that are named one by one; more are counted.
const MAX_NAMED: usize = 8;

/// The marks with the box.
pub(crate) fn with_box_marks(king_box: &BoxView, marks: BoardMarks) -> BoardMarks {
    let Some(tried) = &king_box.considered_move else {
        return marks
            .with_reach(king_box.now.region, BoxReach::Later)
            .with_reach(king_box.now.steps, BoxReach::Now);
    };
    let change = &tried.change;
    let lasting = !change.given;
    marks
        .with_reach(change.after.region & lasting, BoxReach::Later)
        .with_reach(change.after.steps & lasting, BoxReach::Now)
        .with_reach(change.taken, BoxReach::Taken)
        .with_reach(change.given, BoxReach::Given)
}

/// The pane where the board shows the box: what its signs mean, and what the considered move would change.
pub(crate) fn pane(view: &ViewContext, king_box: &BoxView) -> Pane {
    let theme = view.theme;
    let mut body = match &king_box.considered_move {
        Some(tried) => considered_change(tried, theme, view.width),
        None => counts(king_box, theme, view.width),
    };
    if king_box.considered_move.is_none() {
        let later = king_box.now.region & !king_box.now.steps;
        for (reach, name, squares) in
            [(BoxReach::Now, "at once", king_box.now.steps), (BoxReach::Later, "later", later)]
        {
            if squares.any() {
                body.extend(wrap(vec![sign(theme, reach), squares_text(theme, name, squares)], view.width));
            }
        }
    }
    Pane::new(PaneId::KingBox, "Box", body)
        .with_rows_of_text(3)
        .with_note(note(view, &format!("{} king", color_name(king_box.king))))
}

/// The pane of a round where the board does not show the box: how much of it there is.
pub(crate) fn count_pane(view: &ViewContext, king_box: &BoxView) -> Pane {
    Pane::new(PaneId::KingBox, "Box", counts(king_box, view.theme, view.width))
        .with_min_rows(1)
        .with_note(note(view, "show"))
}

fn note(view: &ViewContext, does: &str) -> Vec<Span<'static>> {
    keys_note(view, [AidsAction::KingBox], does)
}

fn counts(king_box: &BoxView, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (steps, region) = (king_box.now.steps.count(), king_box.now.region.count());
    let steps_role = if steps == 0 { Role::Warning } else { Role::Ground };
    let mut body = wrap(
        vec![
            span(theme, steps_role, format!("safe steps: {steps}")),
            span(theme, Role::Faint, format!(" {} within reach: {region}", theme.glyphs().dot)),
        ],
        width,
    );
    if steps == 0 {
        let text = "At 0 a quiet move may be stalemate: give check or leave a square.";
        body.extend(prose(theme, Role::Faint, text, width));
    }
    body
}

/// `Kd3: 7 -> 4 squares`, then what is taken and given.
fn considered_change(tried: &BoxConsideredMove, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let change = &tried.change;
    let (before, after) = (change.before.region.count(), change.after.region.count());
    let steps = (change.before.steps.count(), change.after.steps.count());
    let role = if after < before { Role::Success } else { Role::Ground };
    let dot = theme.glyphs().dot;
    let mut body = wrap(
        vec![
            span(theme, Role::Strong, format!("{}: ", tried.san)),
            span(theme, role, format!("{before} -> {}", pluralized(after, "square"))),
            span(theme, Role::Faint, format!(" {dot} at once {} -> {}", steps.0, steps.1)),
        ],
        width,
    );
    for (reach, name, squares) in
        [(BoxReach::Taken, "takes", change.taken), (BoxReach::Given, "gives", change.given)]
    {
        body.extend(wrap(vec![sign(theme, reach), squares_text(theme, name, squares)], width));
    }
    body
}

fn sign(theme: Theme, reach: BoxReach) -> Span<'static> {
    span(theme, Role::Strong, format!("{} ", reach.sign()))
}

/// `at once: c5 d5`, `takes none`, `later: 14 squares`
fn squares_text(theme: Theme, name: &str, squares: Bitboard) -> Span<'static> {
    let names: Vec<String> = squares.into_iter().map(|square: Square| square.to_string()).collect();
    let text = match names.len() {
        0 => format!("{name} none"),
        1..=MAX_NAMED => format!("{name}: {}", names.join(" ")),
        many => format!("{name}: {}", pluralized(many, "square")),
    };
    span(theme, Role::Ground, text)
}
