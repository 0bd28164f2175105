//! Lines of the analysis: walked on the board, played, kept in sight.

use crate::tui::app::{App, KeptLine, LineWalk, Tone, Which};
use crate::tui::update::Effect;

use super::{Edits, Step, ask, go_to};

/// Takes up a line to walk through it, with so many of its moves on the board. The kept one leads back to where it
/// starts.
pub(in crate::tui::update) fn walk_line(
    app: &mut App,
    which: Which,
    moves: usize,
    effects: &mut Vec<Effect>,
) {
    let line = match which {
        Which::Found(rank) => found(app, rank),
        Which::Kept => kept(app, effects),
    };
    match line {
        Some(line) => {
            app.study.line = Some(line.stepped_to(moves));
            app.board.let_go();
            app.prompt.close();
        }
        None if app.study.line.is_none() => app.say(Tone::Note, "There is no line to walk through yet"),
        None => {}
    }
}

/// A line that the engine shows. The one that is walked stays as it was when it was picked.
fn found(app: &App, rank: usize) -> Option<LineWalk> {
    let which = Which::Found(rank);
    if let Some(walked) = app.study.line.as_ref().filter(|line| line.which == which) {
        return Some(walked.clone());
    }
    let report = &app.heard()?.report;
    let line = report.lines.get(rank).filter(|line| !line.moves.is_empty())?;
    Some(LineWalk::new(which, app.study.walk.position().clone(), line.clone(), report.depth))
}

fn kept(app: &mut App, effects: &mut Vec<Effect>) -> Option<LineWalk> {
    let KeptLine { node, walk } = app.study.kept.clone()?;
    let here = app.study.walk.tree().has(node).then(|| app.study.walk.tree().node(node).position());
    if here != Some(&walk.from) {
        app.study.kept = None;
        app.say(Tone::Warning, "The position of the kept line is no longer in this analysis");
        return None;
    }
    if app.study.walk.at() != node {
        go_to(app, node, effects);
    }
    Some(walk)
}

/// Steps inside the line that is walked.
pub(in crate::tui::update) fn step_line(app: &mut App, step: Step, effects: &mut Vec<Effect>) {
    let Some(line) = &mut app.study.line else { return };
    match step {
        Step::Back => line.at = line.at.saturating_sub(1),
        Step::Forward => line.at = (line.at + 1).min(line.line.moves.len()),
        Step::Start => line.at = 0,
        Step::End => line.at = line.line.moves.len(),
        Step::Up | Step::Down => {
            let which = line.which;
            if let Some(next) = neighbor(app, which, step) {
                walk_line(app, next, 1, effects);
            }
        }
    }
    app.board.let_go();
}

/// The line above or below: the kept one stands below all that the engine shows.
fn neighbor(app: &App, which: Which, step: Step) -> Option<Which> {
    let lines = app.heard().map_or(0, |snapshot| snapshot.report.lines.len());
    let last = || lines.checked_sub(1).map(Which::Found);
    match (which, step) {
        (Which::Found(rank), Step::Up) => rank.checked_sub(1).map(Which::Found),
        (Which::Found(rank), _) if rank + 1 < lines => Some(Which::Found(rank + 1)),
        (Which::Found(_), _) => app.study.kept.as_ref().map(|_| Which::Kept),
        (Which::Kept, Step::Up) => last(),
        (Which::Kept, _) => None,
    }
}

/// Keeps the walked line in sight, or lets the kept one go.
pub(in crate::tui::update) fn keep_in_sight(app: &mut App) {
    let Some(line) = &mut app.study.line else { return };
    if line.which == Which::Kept {
        app.study.line = None;
        app.study.kept = None;
        app.board.let_go();
        return app.say(Tone::Note, "The line is no longer pinned");
    }
    line.which = Which::Kept;
    app.study.kept = Some(KeptLine { node: app.study.walk.at(), walk: line.clone() });
    app.say(Tone::Note, "This line is pinned; the engine keeps searching");
}

/// Puts the walked part of the line into the tree.
pub(super) fn put_into_tree(app: &mut App) {
    if let Some(line) = app.study.line.take() {
        for &mv in line.played() {
            app.study.walk.play(mv);
        }
        app.study.edits = Edits::default();
    }
}

/// Plays the walked line up to where the reader stands in it.
pub(in crate::tui::update) fn play_walked(app: &mut App, effects: &mut Vec<Effect>) {
    let walked = app.study.line.as_ref().is_some_and(|line| line.at > 0);
    put_into_tree(app);
    app.board.let_go();
    if walked {
        ask(app, effects);
        effects.push(Effect::SaveStudy);
    }
}
