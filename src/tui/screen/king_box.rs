//! The box of the hunted king: its marks on the board, and its pane.

use ratatui::text::{Line, Span};

use crate::chess::names::{counted, named};
use crate::chess::{Bitboard, Square};
use crate::tui::app::box_aid::Tried;
use crate::tui::app::{App, BoxAid, BoxView};
use crate::tui::keymap::Action;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::board::{Marks, Reach};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, wrap};

use super::keys_note;

/// Squares that are named one by one; more are counted.
const MOST_NAMED: usize = 8;

/// The marks with the box, where it is shown.
#[must_use]
pub fn marked(app: &App, marks: Marks) -> Marks {
    let Some(view) = shown(app) else { return marks };
    let Some(tried) = &view.tried else {
        return marks.with_reach(view.now.region, Reach::Later).with_reach(view.now.steps, Reach::Step);
    };
    let change = &tried.change;
    let lasting = !change.given;
    marks
        .with_reach(change.after.region & lasting, Reach::Later)
        .with_reach(change.after.steps & lasting, Reach::Step)
        .with_reach(change.taken, Reach::Taken)
        .with_reach(change.given, Reach::Given)
}

/// The box, where the board shows it.
fn shown(app: &App) -> Option<BoxView> {
    app.box_view().filter(|_| app.box_aid == BoxAid::Shown)
}

/// The pane where the board shows the box: what its signs mean, and what the move that is thought of would change.
#[must_use]
pub fn pane(app: &App, width: usize) -> Option<Pane> {
    let view = shown(app)?;
    let theme = app.theme;
    let mut body = match &view.tried {
        Some(tried) => changed(tried, theme, width),
        None => counts(&view, theme, width),
    };
    if view.tried.is_none() {
        let later = view.now.region & !view.now.steps;
        for (reach, name, squares) in
            [(Reach::Step, "at once", view.now.steps), (Reach::Later, "later", later)]
        {
            if squares.any() {
                body.extend(wrap(vec![sign(theme, reach), squares_text(theme, name, squares)], width));
            }
        }
    }
    let least = u16::try_from(body.len()).unwrap_or(u16::MAX).min(3);
    Some(Pane::new("Box", body).at_least(least).noted(note(app, &format!("{} king", named(view.king)))))
}

/// The pane of a round where the board does not show the box: how much of it there is.
#[must_use]
pub fn count_pane(app: &App, width: usize) -> Option<Pane> {
    let view = app.box_view()?;
    Some(Pane::new("Box", counts(&view, app.theme, width)).at_least(1).noted(note(app, "show")))
}

fn note(app: &App, does: &str) -> Vec<Span<'static>> {
    keys_note(app, &[Action::KingBox], does)
}

fn counts(view: &BoxView, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let (steps, region) = (view.now.steps.count(), view.now.region.count());
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
fn changed(tried: &Tried, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let change = &tried.change;
    let (before, after) = (change.before.region.count(), change.after.region.count());
    let steps = (change.before.steps.count(), change.after.steps.count());
    let role = if after < before { Role::Good } else { Role::Ground };
    let dot = theme.glyphs().dot;
    let mut body = wrap(
        vec![
            span(theme, Role::Strong, format!("{}: ", tried.san)),
            span(theme, role, format!("{before} -> {}", counted(after, "square"))),
            span(theme, Role::Faint, format!(" {dot} at once {} -> {}", steps.0, steps.1)),
        ],
        width,
    );
    for (reach, name, squares) in
        [(Reach::Taken, "takes", change.taken), (Reach::Given, "gives", change.given)]
    {
        body.extend(wrap(vec![sign(theme, reach), squares_text(theme, name, squares)], width));
    }
    body
}

fn sign(theme: Theme, reach: Reach) -> Span<'static> {
    span(theme, Role::Strong, format!("{} ", reach.sign()))
}

/// `at once: c5 d5`, `takes none`, `later: 14 squares`
fn squares_text(theme: Theme, name: &str, squares: Bitboard) -> Span<'static> {
    let names: Vec<String> = squares.into_iter().map(|square: Square| square.to_string()).collect();
    let text = match names.len() {
        0 => format!("{name} none"),
        1..=MOST_NAMED => format!("{name}: {}", names.join(" ")),
        many => format!("{name}: {}", counted(many, "square")),
    };
    span(theme, Role::Ground, text)
}
