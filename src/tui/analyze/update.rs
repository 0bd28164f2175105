//! The analysis board: every change of the position sends a new request and drops the old one.

use crate::analysis::AnalysisSnapshot;
use crate::chess::{HalfMove, Material, Position};
use crate::game::TreeCursor;
use crate::game::pgn::{PgnGame, PgnHeader};
use crate::practice::review::KeptReview;
use crate::tui::analyze::cache::is_as_reliable;
use crate::tui::analyze::line::LineRef;
use crate::tui::analyze::review::keeping;
use crate::tui::analyze::state::{
    AnalyzeEdits, AnalyzeMoveOrder, AnalyzeOneShot, AnalyzeState, MAX_LINES, PreviousAnalysis,
};
use crate::tui::analyze::{depth, kept_update, line_update, notes, request, search_moves_update};
use crate::tui::app::watch::{CurrentAnalysisStatus, SnapshotFreshness};
use crate::tui::app::{App, Chord, Tab};
use crate::tui::background::engines::AnalyzeEngine;
use crate::tui::keymap::AnalyzeAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::navigation::{self, TreeStep, ValueStep};

/// How many earlier analyses undo can return to.
const MAX_PREVIOUS: usize = 16;

/// Performs an action of the analysis board.
pub(crate) fn act(app: &mut App, action: AnalyzeAction, effects: &mut Effects) {
    match action {
        AnalyzeAction::Lines(step) => change_lines(app, step.delta(), effects),
        AnalyzeAction::ToggleEngine => toggle_engine(app, effects),
        AnalyzeAction::AnalyzeOnce => analyze_once(app, effects),
        AnalyzeAction::Depth => depth::open_depth_input(app),
        AnalyzeAction::SortMoves => {
            app.analyze.move_order = match app.analyze.move_order {
                AnalyzeMoveOrder::Distance => AnalyzeMoveOrder::Name,
                AnalyzeMoveOrder::Name => AnalyzeMoveOrder::Distance,
            };
        }
        AnalyzeAction::SearchMoves => search_moves_update::open_search_moves_input(app),
        AnalyzeAction::Arrows => {
            app.config.board.arrows = !app.config.board.arrows;
            effects.push(Effect::SaveConfig);
        }
        AnalyzeAction::Clear => open_position(app, Position::start(), effects),
        AnalyzeAction::Tree(to) => step(app, to, effects),
        AnalyzeAction::WalkLine => line_update::walk_line(app, LineRef::Engine(0), 1, effects),
        AnalyzeAction::Line(to) => line_update::step_line(app, to, effects),
        AnalyzeAction::PinLine => line_update::toggle_pinned(app),
        AnalyzeAction::PlayLine => line_update::play_walked(app, effects),
        AnalyzeAction::Comment => notes::open_comment_input(app),
        AnalyzeAction::Draw => notes::open_drawings_input(app),
        AnalyzeAction::GlyphChord => app.chord = Some(Chord::Mark),
        AnalyzeAction::Glyph(glyph) => notes::toggle_nag(app, glyph as u8, effects),
        AnalyzeAction::Promote => notes::promote(app, effects),
        AnalyzeAction::MainLine => notes::make_main_line(app, effects),
        AnalyzeAction::DeleteMoves => notes::delete(app, effects),
        AnalyzeAction::SaveToLibrary => notes::save_to_library(app, effects),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: AnalyzeAction) -> bool {
    let AnalyzeState { walk, walked_line, lines, .. } = &app.analyze;
    let has_move = walk.tree().node(walk.node_id()).parent().is_some();
    match action {
        AnalyzeAction::Lines(ValueStep::More) => *lines < MAX_LINES,
        AnalyzeAction::Lines(ValueStep::Less) => *lines > 1,
        AnalyzeAction::AnalyzeOnce => {
            let is_infinite = app.analyze.engine == AnalyzeEngine::On && app.analyze.depth.is_none();
            !is_infinite && walk.termination().is_none()
        }
        AnalyzeAction::SearchMoves => walk.termination().is_none(),
        AnalyzeAction::Line(_) | AnalyzeAction::PinLine | AnalyzeAction::PlayLine => walked_line.is_some(),
        AnalyzeAction::Glyph(_) | AnalyzeAction::DeleteMoves => has_move,
        AnalyzeAction::Promote => walk.tree().variation_of(walk.node_id()).is_some(),
        AnalyzeAction::SaveToLibrary => walk.tree().move_count() > 0,
        AnalyzeAction::ToggleEngine
        | AnalyzeAction::Depth
        | AnalyzeAction::SortMoves
        | AnalyzeAction::Arrows
        | AnalyzeAction::Clear
        | AnalyzeAction::Tree(_)
        | AnalyzeAction::WalkLine
        | AnalyzeAction::Comment
        | AnalyzeAction::Draw
        | AnalyzeAction::GlyphChord
        | AnalyzeAction::MainLine => true,
    }
}

/// Shows another position of the tree or of the selected line.
pub(crate) fn step(app: &mut App, step: TreeStep, effects: &mut Effects) {
    app.board.clear_selection();
    if app.analyze.retry().is_some() {
    } else if app.analyze.walked_line.is_some() {
        line_update::step_line(app, step, effects);
    } else if navigation::step_tree(&mut app.analyze.walk, step) {
        request::request_analysis(app, effects);
    }
}

/// Stores the newest result for the position; a cached one stays shown while it is better.
pub(crate) fn receive_snapshot(app: &mut App, snapshot: Box<AnalysisSnapshot>) -> bool {
    let shown = app
        .current_analysis
        .snapshot
        .as_deref()
        .filter(|_| app.current_analysis.freshness == SnapshotFreshness::Cached);
    if shown.is_some_and(|shown| !is_as_reliable(&snapshot, shown)) {
        return false;
    }
    app.current_analysis.freshness = SnapshotFreshness::Fresh;
    let is_general = app.tab == Tab::Analyze && app.analyze.search_moves_here().is_none();
    if is_general {
        app.analyze.cache.store(app.analyze.walk.root(), &snapshot);
    }
    app.current_analysis.snapshot = Some(snapshot);
    is_general
}

/// Has an engine that is stopped or done at its depth analyze this one position until the user steps on.
pub(crate) fn analyze_once(app: &mut App, effects: &mut Effects) {
    if app.analyze.engine == AnalyzeEngine::On && app.analyze.depth.is_none() {
        return app.show_note("The engine keeps going deeper while you stay here");
    }
    if app.analyze.walk.termination().is_some() {
        return app.show_note("The game is over here");
    }
    app.analyze.one_shot = AnalyzeOneShot::On;
    request::restart_analysis(app, effects);
}

/// A table is ready. Where it covers the position, its result replaces that of the search.
pub(crate) fn table_ready(app: &mut App, material: &Material, effects: &mut Effects) {
    if app.analyze.walk.position().material().normalized() != *material {
        return;
    }
    request::probe_tables(app);
    if app.tab == Tab::Analyze && app.analyze.ranking.is_some() {
        request::restart_analysis(app, effects);
    }
}

/// Shows a game on the analysis board, at its end; where a review of it was kept, with that and without a
/// search.
pub(crate) fn open_game(app: &mut App, game: PgnGame, kept: Option<&KeptReview>, effects: &mut Effects) {
    let mut walk = TreeCursor::in_tree(game.tree);
    walk.go_to_end();
    open_reviewed(app, walk, game.header, kept, effects);
}

/// Shows a position or a game on the analysis board.
pub(crate) fn open(app: &mut App, walk: TreeCursor, header: PgnHeader, effects: &mut Effects) {
    open_reviewed(app, walk, header, None, effects);
}

fn open_reviewed(
    app: &mut App,
    walk: TreeCursor,
    header: PgnHeader,
    kept: Option<&KeptReview>,
    effects: &mut Effects,
) {
    effects.request(Request::CloseProof);
    let is_kept = kept_update::keep_if_changed(app, effects);
    request::discard_review(app, effects);
    let AnalyzeState { engine, is_paused_for_review, lines, depth, move_order, other_turn, .. } = app.analyze;
    let engine = if is_paused_for_review { AnalyzeEngine::On } else { engine };
    let (threat, cache) = (std::mem::take(&mut app.analyze.threat), std::mem::take(&mut app.analyze.cache));
    let mut previous = std::mem::take(&mut app.analyze.previous);
    if app.analyze.walk.tree().move_count() > 0 {
        let AnalyzeState { walk, header, kept, .. } = &app.analyze;
        previous.push(PreviousAnalysis { walk: walk.clone(), header: header.clone(), kept: kept.clone() });
        previous.drain(..previous.len().saturating_sub(MAX_PREVIOUS));
        app.show_note(if is_kept {
            "The analysis before is in the list of games; u returns to it"
        } else {
            "u returns to the analysis before"
        });
    }
    app.analyze = AnalyzeState {
        engine,
        lines,
        depth,
        previous,
        move_order,
        threat,
        other_turn,
        cache,
        ..AnalyzeState::from_game(walk, header)
    };
    if kept.is_some_and(|kept| keeping::show_kept(&mut app.analyze, kept)) {
        app.analyze.is_paused_for_review = engine == AnalyzeEngine::On;
        app.analyze.engine = AnalyzeEngine::Off;
        app.pane = 0;
        app.show_note("Reviewed before: all of it is here, s lets the engine go deeper");
    }
    app.tab = Tab::Analyze;
    app.dialog = None;
    app.clear_input();
    request::request_analysis(app, effects);
    effects.push(Effect::SaveAnalysis);
}

/// Returns to the analysis before this one. False where there is none.
pub(crate) fn reopen_previous(app: &mut App, effects: &mut Effects) -> bool {
    let Some(PreviousAnalysis { walk, header, kept }) = app.analyze.previous.pop() else { return false };
    if kept_update::keep_if_changed(app, effects) {
        app.show_note("The analysis that you leave is in the list of games");
    }
    request::discard_review(app, effects);
    app.analyze.walk = walk;
    app.analyze.header = header;
    app.analyze.kept = kept;
    app.analyze.edits = AnalyzeEdits::default();
    app.analyze.pinned_line = None;
    app.board.clear_selection();
    request::request_analysis(app, effects);
    effects.push(Effect::SaveAnalysis);
    true
}

/// Shows a position on the analysis board.
pub(crate) fn open_position(app: &mut App, position: Position, effects: &mut Effects) {
    open(app, TreeCursor::new(position), PgnHeader::default(), effects);
}

/// Plays a move or a null move, after the moves of the selected line, if there is one. Another one than the next makes
/// a variation.
pub(crate) fn play(app: &mut App, half_move: impl Into<HalfMove>, effects: &mut Effects) {
    line_update::add_walked_to_tree(app);
    app.analyze.walk.play(half_move);
    app.analyze.edits = AnalyzeEdits::default();
    request::request_analysis(app, effects);
    effects.push(Effect::SaveAnalysis);
}

/// More lines, or fewer.
pub(crate) fn change_lines(app: &mut App, by: isize, effects: &mut Effects) {
    let lines = app.analyze.lines.saturating_add_signed(by).clamp(1, MAX_LINES);
    if lines == app.analyze.lines {
        return;
    }
    app.analyze.lines = lines;
    request::restart_analysis(app, effects);
    for snapshot in [&mut app.current_analysis.snapshot, &mut app.engines.snapshot].into_iter().flatten() {
        snapshot.report.lines.truncate(lines);
    }
}

/// Starts or stops the engine.
pub(crate) fn toggle_engine(app: &mut App, effects: &mut Effects) {
    app.analyze.is_paused_for_review = false;
    app.analyze.engine = match app.analyze.engine {
        AnalyzeEngine::On => AnalyzeEngine::Off,
        AnalyzeEngine::Off => AnalyzeEngine::On,
    };
    if app.analyze.engine == AnalyzeEngine::Off {
        // What has been found stays visible; no search runs for it any more.
        app.current_analysis.task = None;
        app.current_analysis.status = CurrentAnalysisStatus::Idle;
        effects.push(Effect::StopAnalysis);
    } else {
        let external_snapshot = app.engines.snapshot.take();
        request::request_analysis(app, effects);
        app.engines.snapshot = external_snapshot;
    }
}
