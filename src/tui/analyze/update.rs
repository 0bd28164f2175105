//! The analysis board: every change of the position asks a new question, and drops the old one.

use crate::analysis::Limits;
use crate::analysis::{AnalysisJob, AnalysisPurpose, AnalysisSnapshot};
use crate::chess::{Material, Move, Position, Ranking};
use crate::game::cursor::Sibling;
use crate::game::pgn::{PgnGame, PgnHeader};
use crate::game::{NodeId, TreeCursor};
use crate::tui::analyze::cache::SnapshotFreshness;
use crate::tui::analyze::cache::is_as_reliable;
use crate::tui::analyze::state::{AnalyzeEdits, MAX_LINES, PreviousAnalysis};
use crate::tui::analyze::state::{AnalyzeEngine, AnalyzeOneShot, AnalyzeState};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::watch::{CurrentAnalysis, CurrentAnalysisStatus};
use crate::tui::app::{App, Tab};

use crate::tui::message::Effect;
use crate::tui::{analyze, engines, proof, review, tables};

pub(crate) use crate::tui::analyze::depth::{open_depth_input, set_depth};
pub(crate) use crate::tui::analyze::line_update::{play_walked, step_line, toggle_pinned, walk_line};
pub(crate) use crate::tui::analyze::notes::{
    can_redo, can_undo, delete, edit, make_main_line, open_comment_input, open_drawings_input, promote, redo,
    save_to_library, set_comment, set_drawings, toggle_drawing, toggle_nag, undo,
};
pub(crate) use crate::tui::analyze::search_moves_update::{open_search_moves_input, set_search_moves};

/// How many analyses are kept to return to.
const MAX_PREVIOUS: usize = 16;

/// Asks about the position where the reader stands. What was known of another one is forgotten at once.
pub(crate) fn request_analysis(app: &mut App, effects: &mut Vec<Effect>) {
    app.current_analysis = CurrentAnalysis::default();
    if app.analyze.retry().is_some() {
        // What is known of the position would tell the solution.
        app.analyze.ranking = None;
        effects.push(Effect::StopAnalysis);
        return;
    }
    show_cached(app);
    engines::update::search_with_analyst(app, effects);
    probe_tables(app);
    analyze::threat_update::update_threat(app, effects);
    if app.analyze.ranking.is_none() && app.analyze.walk.termination().is_none() {
        let position = app.analyze.walk.position().clone();
        tables::update::request_for_position(app, &position, effects);
    }
    // Where a table answers, no engine works on the job.
    let glances = std::mem::replace(&mut app.analyze.one_shot, AnalyzeOneShot::Off) == AnalyzeOneShot::On;
    if app.analyze.engine == AnalyzeEngine::Off && !glances && app.analyze.ranking.is_none() {
        effects.push(Effect::StopAnalysis);
        return;
    }
    let search_moves = app.analyze.search_moves_here().map_or_else(Vec::new, |only| only.moves.clone());
    // Chosen moves are compared: each has a line, as far as there is room.
    let lines = app.analyze.lines.max(search_moves.len().min(MAX_LINES));
    let depth = app.analyze.depth.filter(|_| !glances);
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

/// Shows what was found out here before, until something as firm comes.
fn show_cached(app: &mut App) {
    if app.analyze.search_moves_here().is_some() {
        return;
    }
    if let Some(snapshot) = app.analyze.cache.probe(&app.analyze.walk.root()) {
        app.current_analysis.snapshot = Some(Box::new(snapshot.clone()));
        app.current_analysis.freshness = SnapshotFreshness::Cached;
    }
}

/// Takes in what is known of the position now; what was remembered stays in sight while it is firmer.
pub(crate) fn receive_snapshot(app: &mut App, snapshot: Box<AnalysisSnapshot>) {
    let shown = app
        .current_analysis
        .snapshot
        .as_deref()
        .filter(|_| app.current_analysis.freshness == SnapshotFreshness::Cached);
    if shown.is_some_and(|shown| !is_as_reliable(&snapshot, shown)) {
        return;
    }
    app.current_analysis.freshness = SnapshotFreshness::Fresh;
    if app.tab == Tab::Analyze && app.analyze.search_moves_here().is_none() {
        app.analyze.cache.store(app.analyze.walk.root(), &snapshot);
        review::update::update_from_analysis(app, &snapshot);
    }
    app.current_analysis.snapshot = Some(snapshot);
}

/// Has the engine, which rests or is done at its depth, look at this one position until the reader steps on.
pub(crate) fn analyze_once(app: &mut App, effects: &mut Vec<Effect>) {
    if app.analyze.engine == AnalyzeEngine::On && app.analyze.depth.is_none() {
        return app.show_toast(ToastLevel::Note, "The engine keeps going deeper while you stay here");
    }
    if app.analyze.walk.termination().is_some() {
        return app.show_toast(ToastLevel::Note, "The game is over here");
    }
    app.analyze.one_shot = AnalyzeOneShot::On;
    restart_analysis(app, effects);
}

/// Looks the position up in the tables: they answer at once, engine or no engine.
pub(crate) fn probe_tables(app: &mut App) {
    let shows_ranking = app.analyze.retry().is_none();
    app.analyze.ranking =
        shows_ranking.then(|| Ranking::of(app.analyze.walk.position(), app.oracle.oracle())).flatten();
}

/// A table has come. Where it covers the position, what it says takes the place of what was searched.
pub(crate) fn table_ready(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    if app.analyze.walk.position().material().normalized() != *material {
        return;
    }
    probe_tables(app);
    if app.tab == Tab::Analyze && app.analyze.ranking.is_some() {
        restart_analysis(app, effects);
    }
}

/// Shows a game on the analysis board, at its end, so that it goes on from there.
pub(crate) fn open_game(app: &mut App, game: PgnGame, effects: &mut Vec<Effect>) {
    let mut walk = TreeCursor::in_tree(game.tree);
    walk.go_to_end();
    open(app, walk, game.header, effects);
}

/// Shows a position or a game on the analysis board.
pub(crate) fn open(app: &mut App, walk: TreeCursor, header: PgnHeader, effects: &mut Vec<Effect>) {
    proof::update::close(app, effects);
    review::update::discard(app, effects);
    let AnalyzeState { engine, lines, depth, move_order, other_turn, .. } = app.analyze;
    let (threat, cache) = (std::mem::take(&mut app.analyze.threat), std::mem::take(&mut app.analyze.cache));
    let mut previous = std::mem::take(&mut app.analyze.previous);
    if app.analyze.walk.tree().move_count() > 0 {
        previous
            .push(PreviousAnalysis { walk: app.analyze.walk.clone(), header: app.analyze.header.clone() });
        previous.drain(..previous.len().saturating_sub(MAX_PREVIOUS));
        app.show_toast(ToastLevel::Note, "u returns to the analysis before");
    }
    app.analyze = AnalyzeState {
        engine,
        lines,
        depth,
        header,
        previous,
        move_order,
        threat,
        other_turn,
        cache,
        ..AnalyzeState::from_walk(walk)
    };
    app.tab = Tab::Analyze;
    app.dialog = None;
    app.board.clear_selection();
    app.board.cursor = None;
    app.prompt.close();
    request_analysis(app, effects);
    effects.push(Effect::SaveAnalysis);
}

/// Returns to the analysis before this one. False where there is none.
pub(crate) fn reopen_previous(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    let Some(PreviousAnalysis { walk, header }) = app.analyze.previous.pop() else { return false };
    review::update::discard(app, effects);
    app.analyze.walk = walk;
    app.analyze.header = header;
    app.analyze.edits = AnalyzeEdits::default();
    app.analyze.pinned_line = None;
    app.board.clear_selection();
    request_analysis(app, effects);
    effects.push(Effect::SaveAnalysis);
    true
}

/// Shows a position on the analysis board.
pub(crate) fn open_position(app: &mut App, position: Position, effects: &mut Vec<Effect>) {
    open(app, TreeCursor::new(position), PgnHeader::default(), effects);
}

/// Plays a move: after the line that is walked, if one is. Another move than before makes a variation.
pub(crate) fn play(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    if app.analyze.retry().is_some() {
        return review::retry::try_move(app, mv, effects);
    }
    crate::tui::analyze::line_update::add_walked_to_tree(app);
    app.analyze.walk.play(mv);
    app.analyze.edits = AnalyzeEdits::default();
    request_analysis(app, effects);
    effects.push(Effect::SaveAnalysis);
}

/// A step through the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TreeStep {
    Back,
    Forward,
    Start,
    End,
    Up,
    Down,
}

/// Steps through a tree. False where nothing changed.
pub(crate) fn step(walk: &mut TreeCursor, step: TreeStep) -> bool {
    let before = walk.node_id();
    match step {
        TreeStep::Back => _ = walk.back(),
        TreeStep::Forward => _ = walk.forward(),
        TreeStep::Start => walk.go_to_start(),
        TreeStep::End => walk.go_to_end(),
        TreeStep::Up => _ = walk.go_to_sibling(Sibling::Previous),
        TreeStep::Down => _ = walk.go_to_sibling(Sibling::Next),
    }
    walk.node_id() != before
}

/// Goes to a node and asks about it. What was deleted meanwhile is told.
pub(crate) fn go_to(app: &mut App, node: NodeId, effects: &mut Vec<Effect>) {
    if !app.analyze.walk.tree().contains(node) {
        return app.show_toast(ToastLevel::Note, "This move was deleted");
    }
    app.analyze.walked_line = None;
    app.board.clear_selection();
    app.analyze.walk.go_to(node);
    request_analysis(app, effects);
}

/// Asks about the same position in another way: the old answer stays in sight until the new one comes.
pub(crate) fn restart_analysis(app: &mut App, effects: &mut Vec<Effect>) {
    let (shown, external_snapshot) = (app.current_analysis.snapshot.take(), app.engines.snapshot.take());
    request_analysis(app, effects);
    (app.current_analysis.snapshot, app.current_analysis.freshness, app.engines.snapshot) =
        (shown, SnapshotFreshness::Fresh, external_snapshot);
}

/// More lines, or fewer.
pub(crate) fn change_lines(app: &mut App, by: isize, effects: &mut Vec<Effect>) {
    let lines = app.analyze.lines.saturating_add_signed(by).clamp(1, MAX_LINES);
    if lines == app.analyze.lines {
        return;
    }
    app.analyze.lines = lines;
    restart_analysis(app, effects);
    for snapshot in [&mut app.current_analysis.snapshot, &mut app.engines.snapshot].into_iter().flatten() {
        snapshot.report.lines.truncate(lines);
    }
}

/// Starts or stops the engine.
pub(crate) fn toggle_engine(app: &mut App, effects: &mut Vec<Effect>) {
    app.analyze.engine = match app.analyze.engine {
        AnalyzeEngine::On => AnalyzeEngine::Off,
        AnalyzeEngine::Off => AnalyzeEngine::On,
    };
    if app.analyze.engine == AnalyzeEngine::Off {
        // What has been found stays in sight; nobody works on it any more.
        app.current_analysis.task = None;
        app.current_analysis.status = CurrentAnalysisStatus::Idle;
        effects.push(Effect::StopAnalysis);
    } else {
        let external_snapshot = app.engines.snapshot.take();
        request_analysis(app, effects);
        app.engines.snapshot = external_snapshot;
    }
}
