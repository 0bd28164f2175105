//! Draws the analysis board: the verdict, the lines, every move by its cost, the move tree.

use ratatui::text::Line;

use crate::analysis::external::ExternalEngineState as Doing;
use crate::analysis::{AnalysisSnapshot, AnalysisSource};
use crate::chess::names::{color_name, move_number};
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Bound, Certainty, MoveCost, Position, fen};
use crate::tui::aids::threat::Threat;
use crate::tui::analyze::line::LineRef;
use crate::tui::analyze::review;
use crate::tui::analyze::state::AnalyzeMoveOrder;
use crate::tui::app::App;
use crate::tui::app::watch::{CurrentAnalysisStatus, ThreePieceTables};
use crate::tui::background::engines::{AnalyzeEngine, ExternalEngineEntry};
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{AnalyzeAction, AppAction, EngineListAction};
use crate::tui::navigation::ValueStep;
use crate::tui::scene::{BoardScene, key_for_footer, keys_note, position_facts, table_progress};
use crate::tui::theme::Role;
use crate::tui::widget::distances::DistancesOrder;
use crate::tui::widget::eval_bar::EvalBarValue;
use crate::tui::widget::pane::{Pane, PaneId};
use crate::tui::widget::text::{sanitized_line, span};
use crate::tui::widget::verdict::{VerdictPaneData, VerdictProgress};
use crate::tui::widget::{distances, lines, score_text, threat, verdict};
use crate::tui::{aids, board, widget};

/// What the screen shows.
#[must_use]
pub fn scene(app: &App, width: usize) -> BoardScene {
    let position = app.analyze.walk.position();
    // With some moves excluded the result says nothing about the position.
    let full_snapshot = app.shown_snapshot().filter(|_| app.analyze.search_moves_here().is_none());
    let score = full_snapshot.and_then(|snapshot| snapshot.best_line()).map(|line| {
        // An unproved mate moves the bar, but not to the edge.
        let is_word = line.certainty == Certainty::Claimed;
        let score = if is_word { line.score.without_mate() } else { line.score };
        score.for_white(position.turn())
    });
    let shown = app.shown_position().unwrap_or_else(|| position.clone());
    let material = shown.material();
    let mut facts = vec![format!("{} to move", color_name(shown.turn()))];
    facts.extend(verdict::fifty_move_text(&shown));
    facts.push(state_text(app).to_owned());
    if TablePolicy::of(&material).is_ending() {
        facts.insert(0, material.to_string());
    }
    let header = &app.analyze.header;
    if let (Some(white), Some(black)) = (header.tag("White"), header.tag("Black")) {
        facts.insert(0, sanitized_line(&format!("{white} - {black}")));
    }
    if let (Some(reviewing), Some(retry)) = (app.analyze.review.as_deref(), app.analyze.retry()) {
        let panes = review::view::retry_panes(app, reviewing, retry, width);
        let (under, note) = (lines_below(app, &shown), Some(review::view::retry_note(app, retry)));
        return BoardScene {
            bar_facts: facts,
            panes,
            lines_below: under,
            prompt_note: note,
            ..BoardScene::default()
        };
    }
    let figures = full_snapshot.and_then(|snapshot| snapshot.best_line());
    let figures = figures.map(|line| score_text::from_line(line, position.turn(), app.theme.glyphs()));
    let bar = match app.analyze.walk.termination() {
        Some(ending) if app.analyze.walked_line.is_none() => EvalBarValue::from_ending(ending),
        _ => EvalBarValue::from_score(score),
    };
    BoardScene {
        bar_facts: facts,
        panes: panes(app, width),
        lines_below: lines_below(app, &shown),
        eval_bar: bar,
        score_text: figures,
        prompt_note: note(app),
    }
}

fn panes(app: &App, width: usize) -> Vec<Pane> {
    let theme = app.theme;
    let analyze = &app.analyze;
    let position = analyze.walk.position();
    let snapshot = app.shown_snapshot();
    let ending = analyze.walk.termination();
    let alone = sole_external_engine(app);
    let progress = match app.current_analysis.status {
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
            freshness: app.current_analysis.freshness,
            search_moves: of_moves,
        },
        theme,
        width,
    );
    let table = table_progress::verdict_lines(app, width);
    verdict.min_rows += u16::try_from(table.len()).unwrap_or(0);
    verdict.body.extend(table);
    let mut panes = vec![verdict];
    let shown = app.shown_position();
    panes.extend(
        shown.as_ref().and_then(|shown| aids::other_turn_view::pane(app, analyze.other_turn, shown, width)),
    );
    panes.extend(aids::king_box_view::pane(app, width));
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
        let mut note = vec![span(theme, Role::Faint, format!("{depth}{} ", analyze.lines))];
        note.extend(keys_note(app, [ValueStep::More, ValueStep::Less].map(AnalyzeAction::Lines), ""));
        let line_count = analyze
            .search_moves_here()
            .map_or(analyze.lines, |only| only.moves.len().min(analyze.lines.max(found.len())));
        let pane = lines::pane(found, position, step, line_count, theme, width).with_note(note);
        // A table's result is shown only once.
        let is_fact = app.ranking().is_some();
        panes.push(if is_fact {
            pane
        } else {
            lines::fixed_height(pane, line_count.min(position.legal_moves().len()))
        });
    }
    panes.extend(pinned_line_pane(app, width));
    panes.extend(threat_pane(app, width));
    if let Some(outside) = app.engines.analyst_entry().filter(|_| ending.is_none()) {
        let step = step.filter(|_| alone.is_some());
        panes.push(external_engine_pane(app, outside, step, width));
    }
    panes.extend(distances_pane(app, width));
    let cost = |entry: &MoveListEntry| analyzed_move_cost(app, entry);
    let entries = app.move_list();
    let mut items = board::view::move_list_items(&entries, app.analyze.walk.tree(), cost);
    review::view::add_judgments(app, &entries, &mut items);
    let moves = board::view::moves_pane(app, &items, AnalyzeAction::Tree, width)
        .with_head(board::view::opening(app, width));
    if let Some(reviewing) = analyze.shown_review() {
        let mut shown = review::view::panes(app, reviewing, width);
        shown.push(moves);
        shown.extend(review::view::mistakes_pane(app, reviewing, width));
        shown.extend(panes.into_iter().filter(|pane| pane.id == PaneId::Lines));
        return shown;
    }
    panes.push(moves);
    if position_facts::is_roomy(app, width) {
        panes.extend(shown.as_ref().map(|shown| position_facts::pane(shown, theme, width)));
        panes.extend(position_facts::evaluation(app, width));
    }
    panes
}

/// What each move costs, where the tables know.
fn distances_pane(app: &App, width: usize) -> Option<Pane> {
    let ranking = app.ranking().filter(|ranking| !ranking.moves.is_empty())?;
    let order = match app.analyze.move_order {
        AnalyzeMoveOrder::Distance => DistancesOrder::Cost,
        AnalyzeMoveOrder::Name => DistancesOrder::Name,
    };
    let note = keys_note(app, [AnalyzeAction::SortMoves], "sort");
    Some(distances::pane(ranking, order, app.theme, width).with_note(note))
}

/// The pinned line, with the move that it follows where that is not the last one.
fn pinned_line_pane(app: &App, width: usize) -> Option<Pane> {
    let pinned = app.analyze.pinned_line.as_ref()?;
    let theme = app.theme;
    let walked = app
        .analyze
        .walked_line
        .as_ref()
        .filter(|walked| walked.line_ref == LineRef::Pinned)
        .map(|walked| walked.moves_played);
    let pane = lines::pinned_pane(&pinned.walk.line, &pinned.walk.from, walked, theme, width);
    let after = board::move_list::move_list_entry(&app.analyze.walk, pinned.node);
    let place = match after {
        _ if app.analyze.walk.node_id() == pinned.node => String::new(),
        Some(entry) => {
            format!("after {}{} {} ", move_number(entry.number, entry.color), entry.san, theme.glyphs().dot)
        }
        None => format!("from the start {} ", theme.glyphs().dot),
    };
    let note = format!("{place}depth {}", pinned.walk.depth.get());
    Some(pane.with_note(vec![span(theme, Role::Faint, note)]))
}

/// The threat of the other side, where threats are on.
fn threat_pane(app: &App, width: usize) -> Option<Pane> {
    match &app.analyze.threat {
        Threat::Hidden => None,
        Threat::Impossible(reason) => Some(threat::impossible(reason.reason(), app.theme, width)),
        Threat::Searched(sought) => {
            let turn = sought.passed.turn().other();
            let of_all = app
                .current_analysis
                .snapshot
                .as_deref()
                .filter(|_| app.analyze.search_moves_here().is_none());
            let now = of_all.and_then(AnalysisSnapshot::best_line);
            let now = now.filter(|line| line.bound == Bound::Exact).map(|line| line.score.for_white(turn));
            let depth = sought.snapshot.as_deref().map_or(0, |snapshot| snapshot.report.depth.get());
            let facts = threat::ThreatPaneData {
                passed: &sought.passed,
                line: sought.line(),
                depth,
                current_score: now,
            };
            Some(threat::pane(&facts, app.theme, width))
        }
    }
}

/// The external engine, where it analyzes alone.
fn sole_external_engine(app: &App) -> Option<&ExternalEngineEntry> {
    let external = app.engines.analyst_entry()?;
    (app.analyze.engine == AnalyzeEngine::Off && app.current_analysis.snapshot.is_none()).then_some(external)
}

fn is_thinking(external: &ExternalEngineEntry) -> bool {
    external.status.as_ref().is_some_and(|standing| standing.state == Doing::Thinking)
}

/// What the external engine says.
fn external_engine_pane(
    app: &App,
    external: &ExternalEngineEntry,
    step: Option<lines::WalkedLineView>,
    width: usize,
) -> Pane {
    let failure = external.failure_text();
    let instruction = key_for_footer(app, AppAction::Engines).map_or_else(String::new, |key| {
        let restart = key_for_footer(app, EngineListAction::Restart).unwrap_or_default();
        if failure.is_some() {
            format!("{key} then {restart} restarts it; the built-in engine is not touched")
        } else {
            format!("{key} lists the engines")
        }
    });
    let trouble = failure.as_deref().or(app.engines.failure.as_deref());
    let status = external.status.as_ref();
    let oddities = status
        .and_then(|standing| Some((standing.protocol_error_count, standing.last_protocol_error.as_deref()?)));
    let state = external.state_text();
    let external_snapshot = app.engines.snapshot.as_deref();
    let facts = widget::external_engine::ExternalEnginePaneData {
        name: &external.name,
        position: app.analyze.walk.position(),
        snapshot: external_snapshot.filter(|snapshot| snapshot.source == AnalysisSource::ExternalEngine),
        state: &state,
        failure: trouble.map(|trouble| (trouble, instruction.as_str())),
        oddities,
        step,
        requested_lines: app.analyze.lines,
    };
    widget::external_engine::pane(&facts, app.theme, width)
}

/// What a move of the list gave away, where the tables cover the position before it.
pub(crate) fn analyzed_move_cost(app: &App, entry: &MoveListEntry) -> Option<MoveCost> {
    let tree = app.analyze.walk.tree();
    let node = tree.node(entry.node);
    let before = tree.node(node.parent()?).position();
    let (was, is) = (app.oracle.verdict(before)?, app.oracle.verdict(node.position())?.for_mover());
    Some(MoveCost::from_verdicts(was, is, entry.ending))
}

fn state_text(app: &App) -> &'static str {
    match (app.current_analysis.status, app.oracle.three_piece_tables) {
        _ if sole_external_engine(app).is_some_and(is_thinking) => "engine works",
        (CurrentAnalysisStatus::Working, _) => "engine works",
        (_, ThreePieceTables::Building) => "building tables",
        (CurrentAnalysisStatus::Done, ThreePieceTables::Ready) => "done",
        (CurrentAnalysisStatus::Idle, ThreePieceTables::Ready) => "idle",
    }
}

/// The FEN below the board, and the selected line.
fn lines_below(app: &App, shown: &Position) -> Vec<Line<'static>> {
    let theme = app.theme;
    vec![Line::from(span(theme, Role::Faint, fen::format(shown)))]
}

fn note(app: &App) -> Option<(Role, String)> {
    let theme = app.theme;
    if let Some(line) = &app.analyze.walked_line {
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
                key_for_footer(app, AnalyzeAction::PlayLine).unwrap_or_default(),
                key_for_footer(app, AnalyzeAction::PinLine).unwrap_or_default(),
            ),
        ));
    }
    if let Some(advice) = app.shown_hint() {
        return Some((Role::Success, advice.text()));
    }
    if let Some(failure) = &app.current_analysis.failure {
        return Some((Role::Error, format!("the engine stopped: {failure}")));
    }
    let ending = app.analyze.walk.termination()?;
    Some((Role::Strong, format!("{}. {}.", ending.title(), ending.reason())))
}
