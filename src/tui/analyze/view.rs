//! Draws the analysis board: the verdict, the lines, every move by its cost, the move tree.

use ratatui::text::Line;

use crate::analysis::external::ExternalEngineState as Doing;
use crate::analysis::{AnalysisSnapshot, AnalysisSource};
use crate::chess::names::color_name;
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Bound, Certainty, MoveCost, Position, fen};
use crate::game::pgn::drawing::{self, Brush, Drawing};
use crate::practice::king_box;
use crate::tui::analyze::{evaluation_graph, explorer_view, repertoire_note, review};
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{Action, AnalyzeAction, AppAction, EngineListAction};
use crate::tui::model::{
    AnalyzeEngine, AnalyzeMoveOrder, AnalyzeState, BoxAid, BoxView, CurrentAnalysisStatus,
    ExternalEngineEntry, HintState, LineRef, PaneId, Shared, Threat, ThreePieceTables,
};
use crate::tui::navigation::ValueStep;
use crate::tui::scene::{
    BoardScene, SceneMarks, ViewContext, key_for_footer, keys_note, position_facts, table_progress,
};
use crate::tui::theme::Role;
use crate::tui::widget::board::{ArrowKind, BoardArrow, SquareTint};
use crate::tui::widget::distances::DistancesOrder;
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;
use crate::tui::widget::verdict::{VerdictPaneData, VerdictProgress};
use crate::tui::widget::{distances, lines, score_text, threat, verdict};
use crate::tui::{aids, board, widget};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, analyze: &AnalyzeState) -> BoardScene {
    let position = analyze.walk.position();
    // With some moves excluded the result says nothing about the position.
    let full_snapshot = analyze.shown_snapshot(view.shared).filter(|_| analyze.search_moves_here().is_none());
    let score = full_snapshot.and_then(|snapshot| snapshot.best_line()).map(|line| {
        // An unproved mate moves the bar, but not to the edge.
        let is_word = line.certainty == Certainty::Claimed;
        let score = if is_word { line.score.without_mate() } else { line.score };
        score.for_white(position.turn())
    });
    let shown = analyze.shown_position();
    let material = shown.material();
    let mut facts = vec![format!("{} to move", color_name(shown.turn()))];
    facts.extend(verdict::fifty_move_text(&shown));
    facts.push(state_text(analyze, view.shared).to_owned());
    if TablePolicy::of(&material).is_ending() {
        facts.insert(0, material.to_string());
    }
    let marks = marks(analyze, view.shared, &shown);
    let header = &analyze.header;
    if let (Some(white), Some(black)) = (header.tag("White"), header.tag("Black")) {
        facts.insert(0, sanitized_line(&format!("{white} - {black}")));
    }
    if let (Some(reviewing), Some(retry)) = (analyze.review.as_deref(), analyze.retry()) {
        let panes = review::view::retry_panes(view, analyze, reviewing, retry);
        let (under, note) = (lines_below(view, &shown), Some(review::view::retry_note(view, retry)));
        return BoardScene {
            bar_facts: facts,
            panes,
            lines_below: under,
            prompt_note: note,
            marks,
            ..BoardScene::default()
        };
    }
    let figures = full_snapshot.and_then(|snapshot| snapshot.best_line());
    let figures = figures.map(|line| score_text::from_line(line, position.turn(), view.theme.glyphs()));
    let bar = match analyze.walk.termination() {
        Some(ending) if analyze.walked_line.is_none() => EvalBarValue::from_ending(ending),
        _ => EvalBarValue::from_score(score),
    };
    BoardScene {
        bar_facts: facts,
        panes: panes(view, analyze, marks.king_box.as_ref()),
        lines_below: lines_below(view, &shown),
        eval_bar: bar,
        score_text: figures,
        prompt_note: note(view, analyze),
        marks,
    }
}

/// The squares of the hint, the king box, the annotator's drawings, the first moves of the analysis' lines, the threat,
/// and the cost of every move.
fn marks(analyze: &AnalyzeState, shared: &Shared, position: &Position) -> SceneMarks {
    let mut marks = SceneMarks::default();
    if shared.box_aid == BoxAid::Shown && analyze.retry().is_none() {
        let king = king_box::defending_side(position, shared.oracle.verdict(position));
        marks.king_box = Some(BoxView::of(shared, position, king));
    }
    let hint = shared.shown_hint(position);
    marks.tint(hint.into_iter().flat_map(HintState::squares), SquareTint::Hint);
    if analyze.walked_line.is_some() {
        return marks;
    }
    // While a mistake is tried again the distances would give the better move away.
    marks.ranking = analyze.shown_ranking(shared).filter(|_| analyze.retry().is_none()).cloned();
    if shared.config.board.arrows {
        marks.arrows = analysis_arrows(analyze, shared);
    }
    for drawing in drawings(analyze, shared) {
        if drawing.is_arrow() {
            let kind = ArrowKind::Drawn(drawing.brush);
            marks.arrows.push(BoardArrow { from: drawing.from, to: drawing.to, kind });
        } else {
            marks.tint([drawing.from], SquareTint::Drawn(drawing.brush));
        }
    }
    marks
}

/// The annotator's drawings on the position, and the one being drawn.
fn drawings(analyze: &AnalyzeState, shared: &Shared) -> Vec<Drawing> {
    let walk = &analyze.walk;
    let mut drawn = drawing::drawings(&walk.tree().node(walk.node_id()).notes);
    let under_way = shared.board.drawn_from.zip(shared.board.drawn_to);
    drawn.extend(under_way.map(|(from, to)| Drawing { brush: Brush::Green, from, to }));
    drawn
}

/// Arrows of the analysis: the first moves of its lines, and the threat.
fn analysis_arrows(analyze: &AnalyzeState, shared: &Shared) -> Vec<BoardArrow> {
    let lines = analyze.shown_snapshot(shared).map_or(&[][..], |snapshot| &snapshot.report.lines);
    // Where every move's distance is written on its square, the best ones need no arrow.
    let has_distances = analyze.shown_ranking(shared).is_some() && analyze.retry().is_none();
    let lines = if has_distances { &[] } else { lines };
    let firsts = lines.iter().filter_map(|line| line.moves.first().copied());
    let rank = |index: usize| u8::try_from(index + 1).unwrap_or(u8::MAX);
    let of_rank = |index| if index == 0 { ArrowKind::Best } else { ArrowKind::Alternative(rank(index)) };
    let mut arrows: Vec<BoardArrow> =
        firsts.enumerate().filter_map(|(index, mv)| BoardArrow::of(mv, of_rank(index))).collect();
    if let Threat::Searched(sought) = &analyze.threat {
        let mv = sought.line().and_then(|line| line.moves.first().copied());
        arrows.extend(mv.and_then(|mv| BoardArrow::of(mv, ArrowKind::Threat)));
    }
    arrows
}

fn panes(view: &ViewContext, analyze: &AnalyzeState, king_box: Option<&BoxView>) -> Vec<Pane> {
    let theme = view.theme;
    let position = analyze.walk.position();
    let snapshot = analyze.shown_snapshot(view.shared);
    let ending = analyze.walk.termination();
    let alone = sole_external_engine(analyze, view.shared);
    let progress = match view.shared.current_analysis.status {
        _ if alone.is_some_and(is_thinking) => VerdictProgress::Running,
        CurrentAnalysisStatus::Working => VerdictProgress::Running,
        CurrentAnalysisStatus::Idle => VerdictProgress::Idle,
        CurrentAnalysisStatus::Done => VerdictProgress::Done,
    };
    let by = alone.map(|outside| outside.name.as_str());
    let of_moves = analyze.search_moves_here().map(|only| (only.moves.len(), position.legal_moves().len()));
    let mut verdict = verdict::pane(
        &VerdictPaneData {
            position,
            ending,
            snapshot,
            progress,
            external_engine: by,
            freshness: view.shared.current_analysis.freshness,
            search_moves: of_moves,
        },
        theme,
        view.width,
    );
    let table = table_progress::verdict_lines(view, &analyze.walk);
    verdict.min_rows += u16::try_from(table.len()).unwrap_or(0);
    verdict.body.extend(table);
    let mut panes = vec![verdict];
    let shown = analyze.shown_position();
    panes.extend(aids::other_turn_view::pane(view, analyze.other_turn, &shown));
    panes.extend(king_box.map(|king_box| aids::king_box_view::pane(view, king_box)));
    let step = analyze.walked_line.as_ref().and_then(|walked| match walked.line_ref {
        LineRef::Engine(rank) => {
            Some(lines::WalkedLineView { rank, line: &walked.line, moves_played: walked.moves_played })
        }
        LineRef::Pinned => None,
    });
    if ending.is_none() && alone.is_none() {
        let found = snapshot.map_or(&[][..], |snapshot| snapshot.report.lines.as_slice());
        let depth = analyze
            .depth
            .map_or_else(String::new, |depth| format!("to depth {} {} ", depth.get(), theme.glyphs().dot));
        let mut note = vec![view.span(Role::Faint, format!("{depth}{} ", analyze.lines))];
        note.extend(keys_note(view, [ValueStep::More, ValueStep::Less].map(AnalyzeAction::Lines), ""));
        let line_count = analyze
            .search_moves_here()
            .map_or(analyze.lines, |only| only.moves.len().min(analyze.lines.max(found.len())));
        let pane = lines::pane(found, position, step, line_count, theme, view.width).with_note(note);
        // A table's result is shown only once.
        let is_fact = analyze.shown_ranking(view.shared).is_some();
        panes.push(if is_fact {
            pane
        } else {
            lines::fixed_height(pane, line_count.min(position.legal_moves().len()))
        });
    }
    panes.extend(pinned_line_pane(view, analyze));
    panes.extend(explorer_view::pane(view, analyze, &shown));
    panes.extend(threat_pane(view, analyze));
    if let Some(outside) = view.shared.engines.analyst_entry().filter(|_| ending.is_none()) {
        let step = step.filter(|_| alone.is_some());
        panes.push(external_engine_pane(view, analyze, outside, step));
    }
    panes.extend(distances_pane(view, analyze));
    let cost = |entry: &MoveListEntry| analyzed_move_cost(analyze, view.shared, entry);
    let entries = move_list::shown(&analyze.walk);
    let mut items = board::view::move_list_items(&entries, analyze.walk.tree(), cost);
    review::view::add_judgments(analyze, &entries, &mut items);
    let moves = board::view::moves_pane(view, &items, AnalyzeAction::Tree)
        .with_head(board::view::opening(view, &analyze.walk));
    if let Some(reviewing) = analyze.shown_review() {
        let mut shown = review::view::panes(view, analyze, reviewing);
        shown.push(moves);
        shown.extend(review::view::mistakes_pane(view, analyze, reviewing));
        shown.extend(panes.into_iter().filter(|pane| matches!(pane.id, PaneId::Lines | PaneId::Explorer)));
        bring_explorer_forward(analyze, &mut shown);
        return shown;
    }
    panes.push(moves);
    bring_explorer_forward(analyze, &mut panes);
    if position_facts::is_roomy(view.shared, view.width) {
        panes.push(position_facts::pane(&shown, theme, view.width));
        panes.extend(evaluation_graph::pane(view, analyze));
    }
    panes
}

/// While keys choose a move of the explorer, it has few panes before it: the last ones are left out where rows are short.
fn bring_explorer_forward(analyze: &AnalyzeState, panes: &mut [Pane]) {
    let place = panes.iter().position(|pane| pane.id == PaneId::Explorer);
    if let Some(place) = place.filter(|&place| place > 2 && analyze.explorer.has_focus()) {
        panes[1..=place].rotate_right(1);
    }
}

/// What each move costs, where the tables know.
fn distances_pane(view: &ViewContext, analyze: &AnalyzeState) -> Option<Pane> {
    let ranking = analyze.shown_ranking(view.shared).filter(|ranking| !ranking.moves.is_empty())?;
    let order = match analyze.move_order {
        AnalyzeMoveOrder::Distance => DistancesOrder::Cost,
        AnalyzeMoveOrder::Name => DistancesOrder::Name,
    };
    let note = keys_note(view, [AnalyzeAction::SortMoves], "sort");
    Some(distances::pane(ranking, order, view.theme, view.width).with_note(note))
}

/// The pinned line, with the move that it follows where that is not the last one.
fn pinned_line_pane(view: &ViewContext, analyze: &AnalyzeState) -> Option<Pane> {
    let pinned = analyze.pinned_line.as_ref()?;
    let theme = view.theme;
    let walked = analyze
        .walked_line
        .as_ref()
        .filter(|walked| walked.line_ref == LineRef::Pinned)
        .map(|walked| walked.moves_played);
    let pane = lines::pinned_pane(&pinned.walk.line, &pinned.walk.from, walked, theme, view.width);
    let after = board::move_list::move_list_entry(&analyze.walk, pinned.node);
    let place = match after {
        _ if analyze.walk.node_id() == pinned.node => String::new(),
        Some(entry) => format!("after {} {} ", entry.numbered_san(), theme.glyphs().dot),
        None => format!("from the start {} ", theme.glyphs().dot),
    };
    let note = format!("{place}depth {}", pinned.walk.depth.get());
    Some(pane.with_note(vec![view.span(Role::Faint, note)]))
}

/// The threat of the other side, where threats are on.
fn threat_pane(view: &ViewContext, analyze: &AnalyzeState) -> Option<Pane> {
    match &analyze.threat {
        Threat::Hidden => None,
        Threat::Impossible(reason) => Some(threat::impossible(reason.reason(), view.theme, view.width)),
        Threat::Searched(sought) => {
            let turn = sought.passed.turn().other();
            let of_all = view
                .shared
                .current_analysis
                .snapshot
                .as_deref()
                .filter(|_| analyze.search_moves_here().is_none());
            let now = of_all.and_then(AnalysisSnapshot::best_line);
            let now = now.filter(|line| line.bound == Bound::Exact).map(|line| line.score.for_white(turn));
            let depth = sought.snapshot.as_deref().map_or(0, |snapshot| snapshot.report.depth.get());
            let facts = threat::ThreatPaneData {
                passed: &sought.passed,
                line: sought.line(),
                depth,
                current_score: now,
            };
            Some(threat::pane(&facts, view.theme, view.width))
        }
    }
}

/// The external engine, where it analyzes alone.
fn sole_external_engine<'a>(
    analyze: &'a AnalyzeState,
    shared: &'a Shared,
) -> Option<&'a ExternalEngineEntry> {
    let external = shared.engines.analyst_entry()?;
    (analyze.engine == AnalyzeEngine::Off && shared.current_analysis.snapshot.is_none()).then_some(external)
}

fn is_thinking(external: &ExternalEngineEntry) -> bool {
    external.status.as_ref().is_some_and(|standing| standing.state == Doing::Thinking)
}

/// What the external engine says.
fn external_engine_pane(
    view: &ViewContext,
    analyze: &AnalyzeState,
    external: &ExternalEngineEntry,
    step: Option<lines::WalkedLineView>,
) -> Pane {
    let failure = external.failure_text();
    let instruction = key_for_footer(view, AppAction::Engines).map_or_else(String::new, |key| {
        let restart = key_for_footer(view, EngineListAction::Restart).unwrap_or_default();
        if failure.is_some() {
            format!("{key} then {restart} restarts it; the built-in engine is not touched")
        } else {
            format!("{key} lists the engines")
        }
    });
    let trouble = failure.as_deref().or(view.shared.engines.failure.as_deref());
    let status = external.status.as_ref();
    let oddities = status
        .and_then(|standing| Some((standing.protocol_error_count, standing.last_protocol_error.as_deref()?)));
    let state = external.state_text();
    let external_snapshot = view.shared.engines.snapshot.as_deref();
    let facts = widget::external_engine::ExternalEnginePaneData {
        name: &external.name,
        position: analyze.walk.position(),
        snapshot: external_snapshot.filter(|snapshot| snapshot.source == AnalysisSource::ExternalEngine),
        state: &state,
        failure: trouble.map(|trouble| (trouble, instruction.as_str())),
        oddities,
        step,
        requested_lines: analyze.lines,
    };
    widget::external_engine::pane(&facts, view.theme, view.width)
}

/// What a move of the list gave away, where the tables cover the position before it.
pub(crate) fn analyzed_move_cost(
    analyze: &AnalyzeState,
    shared: &Shared,
    entry: &MoveListEntry,
) -> Option<MoveCost> {
    let tree = analyze.walk.tree();
    let node = tree.node(entry.node);
    let before = tree.node(node.parent()?).position();
    let (was, is) = (shared.oracle.verdict(before)?, shared.oracle.verdict(node.position())?.for_mover());
    Some(MoveCost::from_verdicts(was, is, entry.ending))
}

fn state_text(analyze: &AnalyzeState, shared: &Shared) -> &'static str {
    match (shared.current_analysis.status, shared.oracle.three_piece_tables) {
        _ if sole_external_engine(analyze, shared).is_some_and(is_thinking) => "engine works",
        (CurrentAnalysisStatus::Working, _) => "engine works",
        (_, ThreePieceTables::Building) => "building tables",
        (CurrentAnalysisStatus::Done, ThreePieceTables::Ready) => "done",
        (CurrentAnalysisStatus::Idle, ThreePieceTables::Ready) => "idle",
    }
}

/// The FEN below the board, and the selected line.
fn lines_below(view: &ViewContext, shown: &Position) -> Vec<Line<'static>> {
    vec![Line::from(view.span(Role::Faint, fen::format(shown)))]
}

fn note(view: &ViewContext, analyze: &AnalyzeState) -> Option<(Role, String)> {
    let theme = view.theme;
    if let Some(line) = &analyze.walked_line {
        let dot = theme.glyphs().dot;
        let (name, keeps) = match line.line_ref {
            LineRef::Engine(rank) => (format!("line {}", rank + 1), "pins it"),
            LineRef::Pinned => ("kept line".to_owned(), "unpins it"),
        };
        return Some((
            Role::Key,
            format!(
                "{name} {dot} move {} of {} {dot} {} plays it, {} {keeps}",
                line.moves_played,
                line.line.moves.len(),
                key_for_footer(view, AnalyzeAction::PlayLine).unwrap_or_default(),
                key_for_footer(view, AnalyzeAction::PinLine).unwrap_or_default(),
            ),
        ));
    }
    if let Some(hint) = view.shared.shown_hint(&analyze.shown_position()) {
        return Some((Role::Success, hint.text()));
    }
    if let Some(failure) = &view.shared.current_analysis.failure {
        return Some((Role::Error, format!("the engine stopped: {failure}")));
    }
    if analyze.explorer.has_focus() {
        let key = |action: Action| key_for_footer(view, action).unwrap_or_default();
        let plays = key(AnalyzeAction::PlayExplorerRow.into());
        let back = key(AppAction::Back.into());
        let text = format!("{plays} plays the chosen move, {back} goes back to the board");
        return Some((Role::Key, text));
    }
    if let Some(ending) = analyze.walk.termination() {
        return Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason())));
    }
    repertoire_note::text(view.shared, &analyze.shown_position()).map(|text| (Role::Faint, text))
}
