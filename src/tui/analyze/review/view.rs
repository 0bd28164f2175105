//! Draws a reviewed game: the evaluation graph, the last move's grade, all mistakes, and the mistakes that
//! are retried.

use ratatui::text::{Line, Span};

use crate::chess::names::{color_name, move_number_dots, pluralized};
use crate::chess::{Color, KnownResult, PositionEvaluation, ScoreValue};
use crate::game::NodeId;
use crate::practice::review::MoveReview;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{Action, AppAction, BoardAction, ReviewAction};
use crate::tui::model::{
    ActiveReview, ActiveReviewProgress, AnalyzeState, MistakeRetry, PaneId, RetryAttempt,
};
use crate::tui::navigation::MistakeDirection;
use crate::tui::scene::{ViewContext, key_for_footer, keys_note};
use crate::tui::theme::Role;
use crate::tui::widget;
use crate::tui::widget::eval_graph::{EvalGraphPoint, EvalGraphValue};
use crate::tui::widget::moves::MoveListItem;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{spread, spread_or_stack, wrap};
use crate::tui::widget::{gauge, move_review};

/// Heights of the evaluation graph, the lowest first.
const GRAPH_HEIGHTS: [usize; 4] = [3, 4, 6, 8];

/// The panes of the review, shown before those of the analysis.
pub(crate) fn panes(view: &ViewContext, analyze: &AnalyzeState, reviewing: &ActiveReview) -> Vec<Pane> {
    let mut panes = vec![eval_graph_pane(view, analyze, reviewing)];
    let walk = &analyze.walk;
    if let Some(of) = reviewing.review.move_review(walk.node_id()) {
        let before = walk.tree().node(walk.node_id()).parent();
        let before = before.map_or(walk.position(), |before| walk.tree().node(before).position());
        panes.push(move_review::pane(of, before, view.theme, view.width));
    }
    panes
}

/// The evaluation graph with both sides' statistics, or the progress of the review.
fn eval_graph_pane(view: &ViewContext, analyze: &AnalyzeState, reviewing: &ActiveReview) -> Pane {
    let theme = view.theme;
    let places = graph_points(analyze, reviewing);
    let here = reviewing.review.index_of(analyze.walk.node_id());
    let text = |height: usize| {
        let mut body = widget::eval_graph::lines(&places, here, height, view.width, theme);
        body.extend(lines_below(view, reviewing));
        body
    };
    let [least, higher @ ..] = GRAPH_HEIGHTS;
    let body = text(least);
    let rows = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let mistakes = reviewing.review.mistakes(None).count();
    let note = match mistakes {
        0 => Vec::new(),
        _ => keys_note(
            view,
            [MistakeDirection::Previous, MistakeDirection::Next].map(BoardAction::Mistake),
            "mistakes",
        ),
    };
    Pane::new(PaneId::EvalGraph, "Review", body)
        .with_chart(0..least)
        .with_min_rows(rows)
        .with_longer(higher.map(text).to_vec())
        .with_note(note)
}

/// The positions of the game as points of the evaluation graph.
fn graph_points(analyze: &AnalyzeState, reviewing: &ActiveReview) -> Vec<EvalGraphPoint> {
    let tree = analyze.walk.tree();
    let review = &reviewing.review;
    let place = |(index, finding): (usize, &Option<PositionEvaluation>)| {
        let position = tree.node(review.nodes[index]).position();
        EvalGraphPoint {
            value: finding
                .as_ref()
                .map_or(EvalGraphValue::Unknown, |finding| graph_value(finding, position.turn())),
            mark: reviewing.mark(index),
            number: (index > 0 && position.turn() == Color::Black).then(|| position.fullmoves().get()),
        }
    };
    review.findings.iter().enumerate().map(place).collect()
}

/// White's expected score where `turn` is to move.
fn graph_value(finding: &PositionEvaluation, turn: Color) -> EvalGraphValue {
    match finding.known_result {
        Some(KnownResult::Win(_)) => return EvalGraphValue::Won(turn),
        Some(KnownResult::Loss(_)) => return EvalGraphValue::Won(turn.other()),
        Some(KnownResult::Draw) => return EvalGraphValue::Drawn,
        None => {}
    }
    let score = finding.score().for_white(turn);
    match score.value() {
        ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses => {
            EvalGraphValue::Expected(score.win_chance())
        }
        // An unproved evaluation.
        ScoreValue::Mates(_) => EvalGraphValue::Expected(1.0),
        ScoreValue::Mated(_) => EvalGraphValue::Expected(0.0),
    }
}

/// What is shown below the graph.
fn lines_below(view: &ViewContext, reviewing: &ActiveReview) -> Vec<Line<'static>> {
    let theme = view.theme;
    let faint = |text: String| view.span(Role::Faint, text);
    let key = |action, does: &str| {
        key_for_footer(view, action).map(|key| vec![view.span(Role::Key, key), faint(format!(" {does}"))])
    };
    match (&reviewing.progress, &reviewing.review.summaries) {
        (ActiveReviewProgress::Running, Some(tallies)) => {
            // The first pass is done: the second, deeper one may still change marks.
            let checks = vec![faint("checking moves in doubt".to_owned())];
            let stops = key(Action::App(AppAction::Back), "stops").unwrap_or_default();
            let mut lines = move_review::tally_table(tallies, theme, view.width);
            lines.extend(spread_or_stack(checks, stops, view.width, theme.glyphs()));
            lines
        }
        (_, Some(tallies)) => move_review::tally_table(tallies, theme, view.width),
        (ActiveReviewProgress::Running | ActiveReviewProgress::Done, None) => {
            let found = format!(
                "{} of {} positions",
                reviewing.review.analyzed_count(),
                reviewing.review.nodes.len()
            );
            let stops = key(Action::App(AppAction::Back), "stops").unwrap_or_default();
            let bar = Line::from(gauge::progress_bar(reviewing.permille(), view.width, theme));
            let mut lines = vec![bar];
            lines.extend(spread_or_stack(vec![faint(found)], stops, view.width, theme.glyphs()));
            lines
        }
        (ActiveReviewProgress::Stopped, None) => {
            let found = format!(
                "stopped at {} of {}",
                reviewing.review.analyzed_count(),
                reviewing.review.nodes.len()
            );
            let goes_on = key(Action::Board(BoardAction::Review), "goes on").unwrap_or_default();
            spread_or_stack(vec![faint(found)], goes_on, view.width, theme.glyphs())
        }
        (ActiveReviewProgress::Failed(reason), None) => view.prose(Role::Error, &format!("failed: {reason}")),
    }
}

/// All mistakes, one row each.
pub(crate) fn mistakes_pane(
    view: &ViewContext,
    analyze: &AnalyzeState,
    reviewing: &ActiveReview,
) -> Option<Pane> {
    let review = &reviewing.review;
    let here = review.index_of(analyze.walk.node_id());
    let mut sight = 0;
    let mut rows = Vec::new();
    for index in review.mistakes(None) {
        let Some(of) = &review.moves[index] else { continue };
        let current = here == Some(index);
        if here.is_some_and(|here| index <= here) {
            sight = rows.len();
        }
        rows.push(mistake_row(view, of, current));
    }
    if rows.is_empty() {
        return None;
    }
    let note = keys_note(view, [ReviewAction::RetryMistakes], "try again");
    Some(
        Pane { visible_line: Some(sight), ..Pane::new(PaneId::Mistakes, "Mistakes", rows) }
            .with_rows_of_text(3)
            .with_note(note),
    )
}

fn mistake_row(view: &ViewContext, of: &MoveReview, current: bool) -> Line<'static> {
    let theme = view.theme;
    let number = format!("{:>3}{:<3}", of.number, move_number_dots(of.mover));
    let role = if current { Role::SelectedRow } else { Role::Ground };
    let mut left = vec![view.span(Role::Faint, number), view.span(role, of.san.clone()), Span::raw(" ")];
    left.extend(move_review::mark_spans(of, theme));
    let right = if let Some(change) = of.result_change {
        vec![view.span(Role::Blunder, change.name())]
    } else {
        let was = move_review::finding_text(&of.finding_before, of.mover, theme).text;
        let is = move_review::finding_text(&of.finding_after, of.mover.other(), theme).text;
        vec![view.span(Role::Faint, format!("{was} {} {is}", theme.glyphs().arrows[1]))]
    };
    spread(left, right, view.width, theme.glyphs())
}

/// The main-line move under a row and column of the evaluation graph.
pub(crate) fn node_at(analyze: &AnalyzeState, width: usize, column: usize) -> Option<NodeId> {
    let reviewing = analyze.shown_review()?;
    let index = widget::eval_graph::point_at(&graph_points(analyze, reviewing), width, column)?;
    reviewing.review.nodes.get(index).copied()
}

/// The mistake in a row of the pane of mistakes.
pub(crate) fn mistake_at(analyze: &AnalyzeState, row: usize) -> Option<NodeId> {
    let review = &analyze.shown_review()?.review;
    let index = review.mistakes(None).nth(row)?;
    review.nodes.get(index).copied()
}

/// Adds the review's marks to the moves of the list, where the annotator gave none.
pub(crate) fn add_judgments(analyze: &AnalyzeState, entries: &[MoveListEntry], items: &mut [MoveListItem]) {
    let Some(reviewing) = &analyze.review else { return };
    for (entry, item) in entries.iter().zip(items) {
        let Some(of) = reviewing.review.move_review(entry.node) else { continue };
        let is_annotated = item.glyphs.starts_with(['!', '?']);
        item.mark = of.judgment.filter(|_| !is_annotated);
        item.cost = match (of.judgment, of.cost) {
            (Some(_), _) => None,
            (None, cost) => item.cost.or(cost),
        };
    }
}

/// The panes while mistakes are retried.
pub(crate) fn retry_panes(
    view: &ViewContext,
    analyze: &AnalyzeState,
    reviewing: &ActiveReview,
    retry: &MistakeRetry,
) -> Vec<Pane> {
    let whose = retry.side.map_or("both sides".to_owned(), |side| color_name(side).to_owned());
    let note = keys_note(view, [ReviewAction::ChangeSide], &whose);
    let body = match retry.current_mistake().and_then(|mistake| reviewing.review.moves[mistake].as_ref()) {
        Some(of) => retry_task(view, analyze, retry, of),
        None => retry_summary(view, retry),
    };
    let title = match retry.current_mistake() {
        Some(_) => format!("Mistake {} of {}", retry.current + 1, retry.mistakes.len()),
        None => "Mistakes".to_owned(),
    };
    let mut panes = vec![Pane::new(PaneId::Retry, title, body).with_rows_of_text(9).with_note(note)];
    if let (RetryAttempt::Right(..) | RetryAttempt::Shown(_), Some(mistake)) =
        (&retry.attempt, retry.current_mistake())
        && let Some(of) = &reviewing.review.moves[mistake]
    {
        panes.push(move_review::pane(of, analyze.walk.position(), view.theme, view.width));
    }
    panes.push(Pane::new(PaneId::RetryCounts, "So far", retry_counts(view, retry)).with_min_rows(1));
    panes
}

/// The mistake that is retried, and its status.
fn retry_task(
    view: &ViewContext,
    analyze: &AnalyzeState,
    retry: &MistakeRetry,
    of: &MoveReview,
) -> Vec<Line<'static>> {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let played =
        vec![view.span(Role::Faint, "in the game: "), view.span(Role::Ground, of.numbered(&of.san) + " ")];
    let mut played = played;
    played.extend(move_review::mark_spans(of, theme));
    let mut body = wrap(played, view.width);
    body.extend(view.prose(Role::Strong, &format!("{} to move: find a better one.", color_name(of.mover))));
    body.push(Line::default());
    let position = analyze.walk.position();
    let san = |mv| crate::chess::notation::san(position, mv);
    match &retry.attempt {
        RetryAttempt::AwaitingMove => body.extend(view.prose(Role::Faint, "Type a move, or pick a piece.")),
        RetryAttempt::Evaluating(mv) => {
            body.extend(view.prose(Role::Bound, &format!("{}: being judged{}", san(*mv), glyphs.ellipsis)));
        }
        RetryAttempt::Wrong(reason) => {
            body.extend(view.prose(Role::Blunder, "Not good enough."));
            body.extend(view.prose(Role::Ground, reason));
        }
        RetryAttempt::Right(mv, slower) => {
            let right = format!("{} {} is right.", glyphs.best, san(*mv));
            body.extend(view.prose(Role::Success, &right));
            if *slower > 0 {
                let mates = pluralized(usize::from(*slower), "move");
                body.extend(view.prose(Role::Mistake, &format!("It mates {mates} later than the best.")));
            }
        }
        RetryAttempt::Shown(mv) => {
            body.extend(view.prose(Role::Hint, &format!("{} was the move.", san(*mv))));
        }
    }
    body
}

/// All mistakes are done.
fn retry_summary(view: &ViewContext, retry: &MistakeRetry) -> Vec<Line<'static>> {
    let right = retry.tally.first_try + retry.tally.later_try;
    let all = retry.mistakes.len();
    let text = match all {
        0 => "This side made no mistakes.".to_owned(),
        _ => format!("{right} of {all} found, {} of them at once.", retry.tally.first_try),
    };
    let role = if usize::from(right) == all { Role::Success } else { Role::Strong };
    let mut body = view.prose(role, &text);
    let leave = key_for_footer(view, AppAction::Back).unwrap_or_default();
    body.extend(view.prose(Role::Faint, &format!("{leave} returns to the review.")));
    body
}

fn retry_counts(view: &ViewContext, retry: &MistakeRetry) -> Vec<Line<'static>> {
    let theme = view.theme;
    let score = retry.tally;
    let dot = theme.glyphs().dot;
    wrap(
        vec![
            view.span(Role::Success, format!("{} at once", score.first_try)),
            view.span(Role::Faint, format!(" {dot} ")),
            view.span(Role::Ground, format!("{} later", score.later_try)),
            view.span(Role::Faint, format!(" {dot} ")),
            view.span(Role::Ground, format!("{} not found", score.given_up)),
        ],
        view.width,
    )
}

/// The prompt line while mistakes are retried.
pub(crate) fn retry_note(view: &ViewContext, retry: &MistakeRetry) -> (Role, String) {
    let next = key_for_footer(view, ReviewAction::NextMistake).unwrap_or_default();
    let solution = key_for_footer(view, ReviewAction::ShowSolution).unwrap_or_default();
    match (&retry.attempt, retry.current_mistake()) {
        (_, None) => (Role::Success, "That was the last mistake".to_owned()),
        (RetryAttempt::Right(..), _) => (Role::Success, format!("Right; {next} goes on")),
        (RetryAttempt::Shown(_), _) => (Role::Ground, format!("{next} goes on")),
        (RetryAttempt::Evaluating(_), _) => (Role::Bound, "The move is being judged".to_owned()),
        (RetryAttempt::Wrong(_), _) => {
            (Role::Warning, format!("Try another move; {solution} shows the solution"))
        }
        (RetryAttempt::AwaitingMove, _) => (Role::Faint, "type a better move than the game's".to_owned()),
    }
}
