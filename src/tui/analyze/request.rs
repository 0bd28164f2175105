//! Requests a new analysis whenever the position on the analysis board changes.

use crate::analysis::protocol::GameAnalysisPurpose;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits};
use crate::chess::Ranking;
use crate::game::NodeId;
use crate::tui::analyze::review::keeping::keep_if_changed;
use crate::tui::analyze::threat_update;
use crate::tui::background::{endgame_tables, external_engines};
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, Effects, LibraryRequest};
use crate::tui::model::analysis_cache::is_as_reliable;
use crate::tui::model::analyze::MAX_LINES;
use crate::tui::model::{
    ActiveReviewProgress, AnalyzeEngine, AnalyzeOneShot, AnalyzeState, CurrentAnalysis,
    CurrentAnalysisStatus, Shared, SnapshotFreshness,
};
use crate::tui::navigation::Tab;

/// Requests analysis of the current position. The results for another one are dropped at once.
pub(crate) fn request_analysis(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    keep_if_changed(analyze, cx.effects);
    keep_analyses(analyze, cx.effects);
    cx.shared.current_analysis = CurrentAnalysis::default();
    if analyze.retry().is_some() {
        // The analysis would give the solution away.
        analyze.ranking = None;
        cx.effects.push(Effect::StopAnalysis);
        return;
    }
    show_cached(analyze, cx.shared);
    if !analyze.is_paused_for_review {
        external_engines::search_with_analyst(analyze, cx);
    }
    probe_tables(analyze, cx.shared);
    threat_update::update_threat(analyze, cx.effects);
    if analyze.ranking.is_none() && analyze.walk.termination().is_none() {
        let position = analyze.walk.position().clone();
        endgame_tables::request_if_wanted(cx, &position);
    }
    // Where a table has the answer, no engine runs.
    let is_one_shot = std::mem::replace(&mut analyze.one_shot, AnalyzeOneShot::Off) == AnalyzeOneShot::On;
    if analyze.engine == AnalyzeEngine::Off && !is_one_shot && analyze.ranking.is_none() {
        cx.effects.push(Effect::StopAnalysis);
        return;
    }
    let search_moves = analyze.search_moves_here().map_or_else(Vec::new, |only| only.moves.clone());
    // Chosen moves are compared: each has a line, as far as there is room.
    let lines = analyze.lines.max(search_moves.len().min(MAX_LINES));
    let depth = analyze.depth.filter(|_| !is_one_shot);
    let limits = Limits { depth, search_moves, multipv: lines, ..Limits::default() };
    cx.shared.current_analysis.task = Some(AnalysisPurpose::Analyze);
    cx.shared.current_analysis.status = CurrentAnalysisStatus::Working;
    let root = analyze.walk.root();
    cx.effects.push(Effect::StartAnalysis(Box::new(AnalysisJob {
        root,
        limits,
        purpose: AnalysisPurpose::Analyze,
    })));
}

/// Keeps on disk what was found out about positions since the last time.
pub(crate) fn keep_analyses(analyze: &mut AnalyzeState, effects: &mut Effects) {
    let unkept = analyze.cache.take_unkept();
    if !unkept.is_empty() {
        effects.push(LibraryRequest::KeepAnalyses(unkept));
    }
}

/// Shows what was kept on disk about the position, where nothing better is shown.
pub(crate) fn show_restored(analyze: &mut AnalyzeState, shared: &mut Shared) {
    let root = analyze.walk.root();
    let (Some(kept), shown) = (analyze.cache.probe(&root), shared.current_analysis.snapshot.as_deref())
    else {
        return;
    };
    let is_better = shown.is_none_or(|shown| !is_as_reliable(shown, kept));
    if shared.tab == Tab::Analyze && analyze.retry().is_none() && is_better {
        show_cached(analyze, shared);
    }
}

/// Shows the cached result for this position, until one as good comes.
fn show_cached(analyze: &AnalyzeState, shared: &mut Shared) {
    if analyze.search_moves_here().is_some() || !analyze.cache.knows(analyze.walk.position()) {
        return;
    }
    if let Some(snapshot) = analyze.cache.probe(&analyze.walk.root()) {
        shared.current_analysis.snapshot = Some(Box::new(snapshot.clone()));
        shared.current_analysis.freshness = SnapshotFreshness::Cached;
    }
}

/// Probes the tables for the position: at once, with or without an engine.
pub(crate) fn probe_tables(analyze: &mut AnalyzeState, shared: &Shared) {
    let shows_ranking = analyze.retry().is_none();
    analyze.ranking =
        shows_ranking.then(|| Ranking::of(analyze.walk.position(), shared.oracle.oracle())).flatten();
}

/// Requests the same position with other options: the old result stays visible until the new one comes.
pub(crate) fn restart_analysis(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let (shown, external_snapshot) =
        (cx.shared.current_analysis.snapshot.take(), cx.shared.engines.snapshot.take());
    request_analysis(analyze, cx);
    (cx.shared.current_analysis.snapshot, cx.shared.current_analysis.freshness, cx.shared.engines.snapshot) =
        (shown, SnapshotFreshness::Fresh, external_snapshot);
}

/// Goes to a node and requests its analysis. A node that was deleted meanwhile is reported.
pub(crate) fn go_to(analyze: &mut AnalyzeState, cx: &mut UpdateContext, node: NodeId) {
    if !analyze.walk.tree().contains(node) {
        return cx.shared.show_note("This move was deleted");
    }
    analyze.walked_line = None;
    cx.shared.board.clear_selection();
    analyze.walk.go_to(node);
    request_analysis(analyze, cx);
}

/// Goes to where the main line first has the position with this key, if it does.
pub(crate) fn go_to_position(analyze: &mut AnalyzeState, cx: &mut UpdateContext, key: u64) {
    let tree = analyze.walk.tree();
    let line = std::iter::once(tree.start()).chain(tree.main_line_from(tree.start()));
    let node = line.into_iter().find(|&node| tree.node(node).position().key() == key);
    if let Some(node) = node {
        go_to(analyze, cx, node);
    }
}

/// Drops the review where undo has removed its moves.
pub(crate) fn drop_outdated_review(analyze: &mut AnalyzeState, effects: &mut Effects) {
    let tree = analyze.walk.tree();
    if analyze.review.as_ref().is_some_and(|reviewing| !reviewing.review.is_review_of(tree)) {
        discard_review(analyze, effects);
    }
}

/// Drops the review: another game is on the board.
pub(crate) fn discard_review(analyze: &mut AnalyzeState, effects: &mut Effects) {
    keep_if_changed(analyze, effects);
    if analyze.review.take().is_some_and(|reviewing| reviewing.progress == ActiveReviewProgress::Running) {
        effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::Review));
    }
}
