//! Requests a new analysis whenever the position on the analysis board changes.

use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits};
use crate::chess::Ranking;
use crate::game::NodeId;
use crate::tui::aids::threat_update;
use crate::tui::analyze::cache::is_as_reliable;
use crate::tui::analyze::review::keeping::keep_if_changed;
use crate::tui::analyze::review::state::ActiveReviewProgress;
use crate::tui::analyze::state::{AnalyzeOneShot, MAX_LINES};
use crate::tui::app::watch::{CurrentAnalysis, CurrentAnalysisStatus, SnapshotFreshness};
use crate::tui::app::{App, Tab};
use crate::tui::background::engines::AnalyzeEngine;
use crate::tui::background::{endgame_tables, external_engines};
use crate::tui::message::{Effect, Effects};

/// Requests analysis of the current position. The results for another one are dropped at once.
pub(crate) fn request_analysis(app: &mut App, effects: &mut Effects) {
    keep_if_changed(app, effects);
    keep_analyses(app, effects);
    app.current_analysis = CurrentAnalysis::default();
    if app.analyze.retry().is_some() {
        // The analysis would give the solution away.
        app.analyze.ranking = None;
        effects.push(Effect::StopAnalysis);
        return;
    }
    show_cached(app);
    if !app.analyze.is_paused_for_review {
        external_engines::search_with_analyst(app, effects);
    }
    probe_tables(app);
    threat_update::update_threat(app, effects);
    if app.analyze.ranking.is_none() && app.analyze.walk.termination().is_none() {
        let position = app.analyze.walk.position().clone();
        endgame_tables::request_if_wanted(app, &position, effects);
    }
    // Where a table has the answer, no engine runs.
    let is_one_shot = std::mem::replace(&mut app.analyze.one_shot, AnalyzeOneShot::Off) == AnalyzeOneShot::On;
    if app.analyze.engine == AnalyzeEngine::Off && !is_one_shot && app.analyze.ranking.is_none() {
        effects.push(Effect::StopAnalysis);
        return;
    }
    let search_moves = app.analyze.search_moves_here().map_or_else(Vec::new, |only| only.moves.clone());
    // Chosen moves are compared: each has a line, as far as there is room.
    let lines = app.analyze.lines.max(search_moves.len().min(MAX_LINES));
    let depth = app.analyze.depth.filter(|_| !is_one_shot);
    let limits = Limits { depth, search_moves, multipv: lines, ..Limits::default() };
    app.current_analysis.task = Some(AnalysisPurpose::Analyze);
    app.current_analysis.status = CurrentAnalysisStatus::Working;
    let root = app.analyze.walk.root();
    effects.push(Effect::StartAnalysis(Box::new(AnalysisJob {
        root,
        limits,
        purpose: AnalysisPurpose::Analyze,
    })));
}

/// Keeps on disk what was found out about positions since the last time.
pub(crate) fn keep_analyses(app: &mut App, effects: &mut Effects) {
    let unkept = app.analyze.cache.take_unkept();
    if !unkept.is_empty() {
        effects.push(Effect::KeepAnalyses(unkept));
    }
}

/// Shows what was kept on disk about the position, where nothing better is shown.
pub(crate) fn show_restored(app: &mut App) {
    let root = app.analyze.walk.root();
    let (Some(kept), shown) = (app.analyze.cache.probe(&root), app.current_analysis.snapshot.as_deref())
    else {
        return;
    };
    let is_better = shown.is_none_or(|shown| !is_as_reliable(shown, kept));
    if app.tab == Tab::Analyze && app.analyze.retry().is_none() && is_better {
        show_cached(app);
    }
}

/// Shows the cached result for this position, until one as good comes.
fn show_cached(app: &mut App) {
    if app.analyze.search_moves_here().is_some() || !app.analyze.cache.knows(app.analyze.walk.position()) {
        return;
    }
    if let Some(snapshot) = app.analyze.cache.probe(&app.analyze.walk.root()) {
        app.current_analysis.snapshot = Some(Box::new(snapshot.clone()));
        app.current_analysis.freshness = SnapshotFreshness::Cached;
    }
}

/// Probes the tables for the position: at once, with or without an engine.
pub(crate) fn probe_tables(app: &mut App) {
    let shows_ranking = app.analyze.retry().is_none();
    app.analyze.ranking =
        shows_ranking.then(|| Ranking::of(app.analyze.walk.position(), app.oracle.oracle())).flatten();
}

/// Requests the same position with other options: the old result stays visible until the new one comes.
pub(crate) fn restart_analysis(app: &mut App, effects: &mut Effects) {
    let (shown, external_snapshot) = (app.current_analysis.snapshot.take(), app.engines.snapshot.take());
    request_analysis(app, effects);
    (app.current_analysis.snapshot, app.current_analysis.freshness, app.engines.snapshot) =
        (shown, SnapshotFreshness::Fresh, external_snapshot);
}

/// Goes to a node and requests its analysis. A node that was deleted meanwhile is reported.
pub(crate) fn go_to(app: &mut App, node: NodeId, effects: &mut Effects) {
    if !app.analyze.walk.tree().contains(node) {
        return app.show_note("This move was deleted");
    }
    app.analyze.walked_line = None;
    app.board.clear_selection();
    app.analyze.walk.go_to(node);
    request_analysis(app, effects);
}

/// Drops the review where undo has removed its moves.
pub(crate) fn drop_outdated_review(app: &mut App, effects: &mut Effects) {
    let tree = app.analyze.walk.tree();
    if app.analyze.review.as_ref().is_some_and(|reviewing| !reviewing.review.is_review_of(tree)) {
        discard_review(app, effects);
    }
}

/// Drops the review: another game is on the board.
pub(crate) fn discard_review(app: &mut App, effects: &mut Effects) {
    keep_if_changed(app, effects);
    if app.analyze.review.take().is_some_and(|reviewing| reviewing.progress == ActiveReviewProgress::Running)
    {
        effects.push(Effect::StopGameAnalysis);
    }
}
