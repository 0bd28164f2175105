//! The analysis board: the verdict, the lines, every move by its cost, the tree of moves.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::ending::named;
use crate::chess::{Cost, Position, Ranking, fen};
use crate::tui::app::{App, Entry, Sort, State, Tables};
use crate::tui::theme::Role;
use crate::tui::update::Hit;
use crate::tui::widget::distances::Order;
use crate::tui::widget::pane::{self, Pane};
use crate::tui::widget::text::{clip, span};
use crate::tui::widget::verdict::{Facts, Work};
use crate::tui::widget::{distances, lines, moves, verdict};

use super::{Scene, board};

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> Scene {
    let position = app.study.walk.position();
    let snapshot = app.watch.snapshot.as_deref();
    let score =
        snapshot.and_then(|snapshot| snapshot.best_line()).map(|line| line.score.for_white(position.turn()));
    let facts = vec![
        position.material().to_string(),
        format!("{} to move", named(position.turn())),
        format!("50-move {}/100", position.halfmoves()),
        state_text(app).to_owned(),
    ];
    let shown = app.shown().unwrap_or_else(|| position.clone());
    Scene { facts, panes: panes(app, width), under: under(app, &shown), score, note: note(app) }
}

fn panes(app: &App, width: usize) -> Vec<Pane> {
    let theme = app.theme;
    let study = &app.study;
    let position = study.walk.position();
    let snapshot = app.watch.snapshot.as_deref();
    let ending = study.walk.ending();
    let work = match app.watch.state {
        State::Working => Work::Runs,
        State::Idle => Work::Rests,
        State::Done => Work::Done,
    };
    let mut panes = vec![verdict::pane(&Facts { position, ending, snapshot, work }, theme, width)];
    if ending.is_none() {
        let found = snapshot.map_or(&[][..], |snapshot| snapshot.report.lines.as_slice());
        let step = study.line.as_ref().map(|line| lines::Step { rank: line.rank, at: line.at });
        panes.push(lines::pane(found, position, step, study.lines, theme, width));
    }
    if let Some(ranking) = app.ranking() {
        let order = match study.sort {
            Sort::Distance => Order::Cost,
            Sort::Name => Order::Name,
        };
        panes.push(distances::pane(ranking, order, theme, width));
    }
    let cost = |entry: &Entry| graded(app, entry);
    panes.push(moves::pane("Moves", &board::items(&app.sheet(), cost), theme, width));
    panes
}

/// What a move of the list gave away, where the tables cover the position before it.
fn graded(app: &App, entry: &Entry) -> Option<Cost> {
    let tree = app.study.walk.tree();
    let node = tree.node(entry.node);
    let before = tree.node(node.parent()?).position();
    if before.material().men() > 4 {
        return None;
    }
    Ranking::of(before, app.truth.oracle())?.find(node.mv()?).map(|ranked| ranked.cost)
}

fn state_text(app: &App) -> &'static str {
    match (app.watch.state, app.truth.tables) {
        (State::Working, _) => "engine works",
        (_, Tables::Building) => "tables in the making",
        (State::Done, Tables::Ready) => "done",
        (State::Idle, Tables::Ready) => "idle",
    }
}

/// The FEN below the board, and what is being walked.
fn under(app: &App, shown: &Position) -> Vec<Line<'static>> {
    let theme = app.theme;
    vec![Line::from(span(theme, Role::Faint, clip(&fen::format(shown), 64, theme.glyphs())))]
}

fn note(app: &App) -> Option<(Role, String)> {
    let theme = app.theme;
    if let Some(line) = &app.study.line {
        let dot = theme.glyphs().dot;
        return Some((
            Role::Key,
            format!(
                "line {} {dot} move {} of {} {dot} Enter plays it, Esc leaves it",
                line.rank + 1,
                line.at,
                line.moves.len()
            ),
        ));
    }
    if let Some(failure) = &app.watch.failure {
        return Some((Role::Error, format!("the engine stopped: {failure}")));
    }
    let ending = app.study.walk.ending()?;
    Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason())))
}

/// The line of analysis under the mouse.
pub(super) fn hit(app: &App, side: Rect, column: u16, row: u16) -> Option<Hit> {
    if !side.contains((column, row).into()) {
        return None;
    }
    let width = usize::from(side.width.saturating_sub(4));
    let panes = panes(app, width);
    let place = pane::places(&panes, side).into_iter().zip(&panes).find(|(_, pane)| pane.title == "Lines")?.0;
    let rank = usize::from(row.checked_sub(place.y)?);
    (row < place.bottom() && rank < app.study.lines).then_some(Hit::Line(rank))
}
