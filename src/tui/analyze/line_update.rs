//! Lines of the analysis: stepped through on the board, played, pinned.

use crate::tui::analyze::request;
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{AnalyzeEdits, AnalyzeState, LineRef, LineWalk, PinnedLine, Shared};
use crate::tui::navigation::TreeStep;

/// Selects a line, with so many of its moves on the board. The pinned one goes back to the position where it
/// starts.
pub(crate) fn walk_line(analyze: &mut AnalyzeState, cx: &mut UpdateContext, which: LineRef, moves: usize) {
    let line = match which {
        LineRef::Engine(rank) => engine_line(analyze, cx.shared, rank),
        LineRef::Pinned => pinned_line(analyze, cx),
    };
    match line {
        Some(line) => {
            analyze.walked_line = Some(line.stepped_to(moves));
            analyze.explorer.leave();
            cx.shared.board.clear_selection();
            cx.shared.prompt.close();
        }
        None if analyze.walked_line.is_none() => cx.shared.show_note("There is no line to walk through yet"),
        None => {}
    }
}

/// A line that the engine shows. The selected one stays as it was when it was selected.
fn engine_line(analyze: &AnalyzeState, shared: &Shared, rank: usize) -> Option<LineWalk> {
    let which = LineRef::Engine(rank);
    if let Some(walked) = analyze.walked_line.as_ref().filter(|line| line.line_ref == which) {
        return Some(walked.clone());
    }
    let report = &analyze.shown_snapshot(shared)?.report;
    let line = report.lines.get(rank).filter(|line| !line.moves.is_empty())?;
    Some(LineWalk::new(which, analyze.walk.position().clone(), line.clone(), report.depth))
}

fn pinned_line(analyze: &mut AnalyzeState, cx: &mut UpdateContext) -> Option<LineWalk> {
    let PinnedLine { node, walk } = analyze.pinned_line.clone()?;
    let here = analyze.walk.tree().contains(node).then(|| analyze.walk.tree().node(node).position());
    if here != Some(&walk.from) {
        analyze.pinned_line = None;
        cx.shared.show_warning("The position of the kept line is no longer in this analysis");
        return None;
    }
    if analyze.walk.node_id() != node {
        request::go_to(analyze, cx, node);
    }
    Some(walk)
}

/// Steps through the selected line.
pub(crate) fn step_line(analyze: &mut AnalyzeState, cx: &mut UpdateContext, step: TreeStep) {
    let Some(line) = &mut analyze.walked_line else { return };
    match step {
        TreeStep::Back => line.moves_played = line.moves_played.saturating_sub(1),
        TreeStep::Forward => line.moves_played = (line.moves_played + 1).min(line.line.moves.len()),
        TreeStep::Start => line.moves_played = 0,
        TreeStep::End => line.moves_played = line.line.moves.len(),
        TreeStep::Up | TreeStep::Down => {
            let which = line.line_ref;
            if let Some(next) = neighbor(analyze, cx.shared, which, step) {
                walk_line(analyze, cx, next, 1);
            }
        }
    }
    cx.shared.board.clear_selection();
}

/// The line above or below: the pinned one is below all that the engine shows.
fn neighbor(analyze: &AnalyzeState, shared: &Shared, which: LineRef, step: TreeStep) -> Option<LineRef> {
    let lines = analyze.shown_snapshot(shared).map_or(0, |snapshot| snapshot.report.lines.len());
    let last = || lines.checked_sub(1).map(LineRef::Engine);
    match (which, step) {
        (LineRef::Engine(rank), TreeStep::Up) => rank.checked_sub(1).map(LineRef::Engine),
        (LineRef::Engine(rank), _) if rank + 1 < lines => Some(LineRef::Engine(rank + 1)),
        (LineRef::Engine(_), _) => analyze.pinned_line.as_ref().map(|_| LineRef::Pinned),
        (LineRef::Pinned, TreeStep::Up) => last(),
        (LineRef::Pinned, _) => None,
    }
}

/// Pins the selected line, or unpins the pinned one.
pub(crate) fn toggle_pinned(analyze: &mut AnalyzeState, shared: &mut Shared) {
    let Some(line) = &mut analyze.walked_line else { return };
    if line.line_ref == LineRef::Pinned {
        analyze.walked_line = None;
        analyze.pinned_line = None;
        shared.board.clear_selection();
        return shared.show_note("The line is no longer pinned");
    }
    line.line_ref = LineRef::Pinned;
    analyze.pinned_line = Some(PinnedLine { node: analyze.walk.node_id(), walk: line.clone() });
    shared.show_note("This line is pinned; the engine keeps searching");
}

/// Adds the moves stepped through to the move tree.
pub(crate) fn add_walked_to_tree(analyze: &mut AnalyzeState) {
    if let Some(line) = analyze.walked_line.take() {
        for &mv in line.moves_so_far() {
            analyze.walk.play(mv);
        }
        analyze.edits = AnalyzeEdits::default();
    }
}

/// Plays the line up to the current position in it.
pub(crate) fn play_walked(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let walked = analyze.walked_line.as_ref().is_some_and(|line| line.moves_played > 0);
    add_walked_to_tree(analyze);
    cx.shared.board.clear_selection();
    if walked {
        request::request_analysis(analyze, cx);
        cx.effects.push(Effect::SaveAnalysis);
    }
}
