//! The analysis board: every change of the position sends a new request and drops the old one.

use crate::analysis::AnalysisSnapshot;
use crate::chess::{HalfMove, Material, Position};
use crate::game::TreeCursor;
use crate::game::pgn::{PgnGame, PgnHeader};
use crate::practice::review::KeptReview;
use crate::tui::analyze::explorer_update::ExplorerRowUse;
use crate::tui::analyze::review::keeping;
use crate::tui::analyze::{
    depth, explorer_update, kept_update, line_update, notes, repertoire_update, request, search_moves_update,
};
use crate::tui::context::UpdateContext;
use crate::tui::keymap::AnalyzeAction;
use crate::tui::message::{Effect, Request};
use crate::tui::model::analysis_cache::is_as_reliable;
use crate::tui::model::analyze::MAX_LINES;
use crate::tui::model::{
    AnalyzeEdits, AnalyzeEngine, AnalyzeMoveOrder, AnalyzeOneShot, AnalyzeState, Chord,
    CurrentAnalysisStatus, LineRef, PreviousAnalysis, Shared, SnapshotFreshness,
};
use crate::tui::navigation::{self, Tab, TreeStep, ValueStep};

/// How many earlier analyses undo can return to.
const MAX_PREVIOUS: usize = 16;

/// Performs an action of the analysis board.
pub(crate) fn act(analyze: &mut AnalyzeState, cx: &mut UpdateContext, action: AnalyzeAction) {
    match action {
        AnalyzeAction::Lines(step) => change_lines(analyze, cx, step.delta()),
        AnalyzeAction::ToggleEngine => toggle_engine(analyze, cx),
        AnalyzeAction::AnalyzeOnce => analyze_once(analyze, cx),
        AnalyzeAction::Depth => depth::open_depth_input(analyze, cx.shared),
        AnalyzeAction::SortMoves => {
            analyze.move_order = match analyze.move_order {
                AnalyzeMoveOrder::Distance => AnalyzeMoveOrder::Name,
                AnalyzeMoveOrder::Name => AnalyzeMoveOrder::Distance,
            };
        }
        AnalyzeAction::SearchMoves => search_moves_update::open_search_moves_input(analyze, cx.shared),
        AnalyzeAction::Arrows => {
            cx.shared.config.board.arrows = !cx.shared.config.board.arrows;
            cx.effects.push(Effect::SaveConfig);
        }
        AnalyzeAction::Explorer => explorer_update::toggle(analyze, cx.effects),
        AnalyzeAction::ExplorerSource => explorer_update::change_source(&mut analyze.explorer),
        AnalyzeAction::ExplorerFocus => explorer_update::toggle_focus(analyze, cx),
        AnalyzeAction::ExplorerRows(step) => explorer_update::choose_row(analyze, step),
        AnalyzeAction::PlayExplorerRow => explorer_update::use_row(analyze, cx, ExplorerRowUse::Play),
        AnalyzeAction::ExplorerRowGames => explorer_update::use_row(analyze, cx, ExplorerRowUse::List),
        AnalyzeAction::GamesWith(part) => explorer_update::list_games(analyze, cx, part),
        AnalyzeAction::Clear => open_position(analyze, cx, Position::start()),
        AnalyzeAction::Tree(to) => step(analyze, cx, to),
        AnalyzeAction::WalkLine => line_update::walk_line(analyze, cx, LineRef::Engine(0), 1),
        AnalyzeAction::Line(to) => line_update::step_line(analyze, cx, to),
        AnalyzeAction::PinLine => line_update::toggle_pinned(analyze, cx.shared),
        AnalyzeAction::PlayLine => line_update::play_walked(analyze, cx),
        AnalyzeAction::Comment => notes::open_comment_input(analyze, cx.shared),
        AnalyzeAction::Draw => notes::open_drawings_input(analyze, cx.shared),
        AnalyzeAction::GlyphChord => cx.shared.chord = Some(Chord::Mark),
        AnalyzeAction::Glyph(glyph) => notes::toggle_nag(analyze, cx, glyph as u8),
        AnalyzeAction::Promote => notes::promote(analyze, cx),
        AnalyzeAction::MainLine => notes::make_main_line(analyze, cx),
        AnalyzeAction::DeleteMoves => notes::delete(analyze, cx),
        AnalyzeAction::SaveToLibrary => notes::open_tags_form(analyze, cx.shared),
        AnalyzeAction::AddToRepertoire => repertoire_update::add_line(analyze, cx),
        AnalyzeAction::RemoveFromRepertoire => repertoire_update::remove_move(analyze, cx),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(analyze: &AnalyzeState, action: AnalyzeAction) -> bool {
    let AnalyzeState { walk, walked_line, lines, .. } = analyze;
    let has_move = walk.tree().node(walk.node_id()).parent().is_some();
    match action {
        AnalyzeAction::Lines(ValueStep::More) => *lines < MAX_LINES,
        AnalyzeAction::Lines(ValueStep::Less) => *lines > 1,
        AnalyzeAction::AnalyzeOnce => {
            let is_infinite = analyze.engine == AnalyzeEngine::On && analyze.depth.is_none();
            !is_infinite && walk.termination().is_none()
        }
        AnalyzeAction::SearchMoves => walk.termination().is_none(),
        AnalyzeAction::Line(_) | AnalyzeAction::PinLine | AnalyzeAction::PlayLine => walked_line.is_some(),
        AnalyzeAction::ExplorerRows(_) | AnalyzeAction::PlayExplorerRow | AnalyzeAction::ExplorerRowGames => {
            analyze.explorer.has_focus() && analyze.retry().is_none()
        }
        AnalyzeAction::Glyph(_) | AnalyzeAction::DeleteMoves | AnalyzeAction::RemoveFromRepertoire => {
            has_move
        }
        AnalyzeAction::Promote => walk.tree().variation_of(walk.node_id()).is_some(),
        AnalyzeAction::SaveToLibrary => walk.tree().move_count() > 0,
        AnalyzeAction::ToggleEngine
        | AnalyzeAction::Depth
        | AnalyzeAction::SortMoves
        | AnalyzeAction::Arrows
        | AnalyzeAction::Explorer
        | AnalyzeAction::ExplorerSource
        | AnalyzeAction::ExplorerFocus
        | AnalyzeAction::GamesWith(_)
        | AnalyzeAction::Clear
        | AnalyzeAction::Tree(_)
        | AnalyzeAction::WalkLine
        | AnalyzeAction::Comment
        | AnalyzeAction::Draw
        | AnalyzeAction::GlyphChord
        | AnalyzeAction::MainLine
        | AnalyzeAction::AddToRepertoire => true,
    }
}

/// Shows another position of the tree or of the selected line.
pub(crate) fn step(analyze: &mut AnalyzeState, cx: &mut UpdateContext, step: TreeStep) {
    cx.shared.board.clear_selection();
    if analyze.retry().is_some() {
    } else if analyze.walked_line.is_some() {
        line_update::step_line(analyze, cx, step);
    } else if navigation::step_tree(&mut analyze.walk, step) {
        request::request_analysis(analyze, cx);
    }
}

/// Stores the newest result for the position; a cached one stays shown while it is better.
pub(crate) fn receive_snapshot(
    analyze: &mut AnalyzeState,
    shared: &mut Shared,
    snapshot: Box<AnalysisSnapshot>,
) -> bool {
    let shown = shared
        .current_analysis
        .snapshot
        .as_deref()
        .filter(|_| shared.current_analysis.freshness == SnapshotFreshness::Cached);
    if shown.is_some_and(|shown| !is_as_reliable(&snapshot, shown)) {
        return false;
    }
    shared.current_analysis.freshness = SnapshotFreshness::Fresh;
    let is_general = shared.tab == Tab::Analyze && analyze.search_moves_here().is_none();
    if is_general {
        analyze.cache.store(analyze.walk.root(), &snapshot);
    }
    shared.current_analysis.snapshot = Some(snapshot);
    is_general
}

/// Has an engine that is stopped or done at its depth analyze this one position until the user steps on.
fn analyze_once(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    if analyze.engine == AnalyzeEngine::On && analyze.depth.is_none() {
        return cx.shared.show_note("The engine keeps going deeper while you stay here");
    }
    if analyze.walk.termination().is_some() {
        return cx.shared.show_note("The game is over here");
    }
    analyze.one_shot = AnalyzeOneShot::On;
    request::restart_analysis(analyze, cx);
}

/// A table is ready. Where it covers the position, its result replaces that of the search.
pub(crate) fn table_ready(analyze: &mut AnalyzeState, cx: &mut UpdateContext, material: &Material) {
    if analyze.walk.position().material().normalized() != *material {
        return;
    }
    request::probe_tables(analyze, cx.shared);
    if cx.shared.tab == Tab::Analyze && analyze.ranking.is_some() {
        request::restart_analysis(analyze, cx);
    }
}

/// Shows a game on the analysis board, at its end; where a review of it was kept, with that and without a
/// search.
pub(crate) fn open_game(
    analyze: &mut AnalyzeState,
    cx: &mut UpdateContext,
    game: PgnGame,
    kept: Option<&KeptReview>,
) {
    let mut walk = TreeCursor::in_tree(game.tree);
    walk.go_to_end();
    open_reviewed(analyze, cx, walk, game.header, kept);
}

/// Shows a position or a game on the analysis board.
pub(crate) fn open(analyze: &mut AnalyzeState, cx: &mut UpdateContext, walk: TreeCursor, header: PgnHeader) {
    open_reviewed(analyze, cx, walk, header, None);
}

fn open_reviewed(
    analyze: &mut AnalyzeState,
    cx: &mut UpdateContext,
    walk: TreeCursor,
    header: PgnHeader,
    kept: Option<&KeptReview>,
) {
    cx.effects.request(Request::CloseProof);
    let is_kept = kept_update::keep_if_changed(analyze, cx);
    request::discard_review(analyze, cx.effects);
    let engine = if analyze.is_paused_for_review { AnalyzeEngine::On } else { analyze.engine };
    let (threat, cache) = (std::mem::take(&mut analyze.threat), std::mem::take(&mut analyze.cache));
    let mut explorer = std::mem::take(&mut analyze.explorer);
    explorer.leave();
    let mut previous = std::mem::take(&mut analyze.previous);
    if analyze.walk.tree().move_count() > 0 {
        let AnalyzeState { walk, header, kept, .. } = analyze;
        previous.push(PreviousAnalysis { walk: walk.clone(), header: header.clone(), kept: kept.clone() });
        previous.drain(..previous.len().saturating_sub(MAX_PREVIOUS));
        cx.shared.show_note(if is_kept {
            "The analysis before is in the list of games; u returns to it"
        } else {
            "u returns to the analysis before"
        });
    }
    *analyze = AnalyzeState {
        engine,
        lines: analyze.lines,
        depth: analyze.depth,
        previous,
        move_order: analyze.move_order,
        threat,
        explorer,
        other_turn: analyze.other_turn,
        cache,
        ..AnalyzeState::from_game(walk, header)
    };
    if kept.is_some_and(|kept| keeping::show_kept(analyze, kept)) {
        analyze.is_paused_for_review = engine == AnalyzeEngine::On;
        analyze.engine = AnalyzeEngine::Off;
        cx.shared.pane = 0;
        cx.shared.show_note("Reviewed before: all of it is here, s lets the engine go deeper");
    }
    cx.shared.tab = Tab::Analyze;
    cx.shared.dialog = None;
    cx.shared.clear_input();
    request::request_analysis(analyze, cx);
    cx.effects.push(Effect::SaveAnalysis);
}

/// Returns to the analysis before this one. False where there is none.
pub(crate) fn reopen_previous(analyze: &mut AnalyzeState, cx: &mut UpdateContext) -> bool {
    let Some(PreviousAnalysis { walk, header, kept }) = analyze.previous.pop() else { return false };
    if kept_update::keep_if_changed(analyze, cx) {
        cx.shared.show_note("The analysis that you leave is in the list of games");
    }
    request::discard_review(analyze, cx.effects);
    analyze.walk = walk;
    analyze.header = header;
    analyze.kept = kept;
    analyze.edits = AnalyzeEdits::default();
    analyze.pinned_line = None;
    cx.shared.board.clear_selection();
    request::request_analysis(analyze, cx);
    cx.effects.push(Effect::SaveAnalysis);
    true
}

/// Shows a position on the analysis board.
pub(crate) fn open_position(analyze: &mut AnalyzeState, cx: &mut UpdateContext, position: Position) {
    open(analyze, cx, TreeCursor::new(position), PgnHeader::default());
}

/// Plays a move or a null move, after the moves of the selected line, if there is one. Another one than the next makes
/// a variation.
pub(crate) fn play(analyze: &mut AnalyzeState, cx: &mut UpdateContext, half_move: impl Into<HalfMove>) {
    line_update::add_walked_to_tree(analyze);
    analyze.walk.play(half_move);
    analyze.edits = AnalyzeEdits::default();
    request::request_analysis(analyze, cx);
    cx.effects.push(Effect::SaveAnalysis);
}

/// More lines, or fewer.
pub(crate) fn change_lines(analyze: &mut AnalyzeState, cx: &mut UpdateContext, by: isize) {
    let lines = analyze.lines.saturating_add_signed(by).clamp(1, MAX_LINES);
    if lines == analyze.lines {
        return;
    }
    analyze.lines = lines;
    request::restart_analysis(analyze, cx);
    for snapshot in
        [&mut cx.shared.current_analysis.snapshot, &mut cx.shared.engines.snapshot].into_iter().flatten()
    {
        snapshot.report.lines.truncate(lines);
    }
}

/// Starts or stops the engine.
pub(crate) fn toggle_engine(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    analyze.is_paused_for_review = false;
    analyze.engine = match analyze.engine {
        AnalyzeEngine::On => AnalyzeEngine::Off,
        AnalyzeEngine::Off => AnalyzeEngine::On,
    };
    if analyze.engine == AnalyzeEngine::Off {
        // What has been found stays visible; no search runs for it any more.
        cx.shared.current_analysis.task = None;
        cx.shared.current_analysis.status = CurrentAnalysisStatus::Idle;
        cx.effects.push(Effect::StopAnalysis);
    } else {
        let external_snapshot = cx.shared.engines.snapshot.take();
        request::request_analysis(analyze, cx);
        cx.shared.engines.snapshot = external_snapshot;
    }
}
