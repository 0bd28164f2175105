//! Retrying mistakes: the board before each mistake of a reviewed game, and a better move to be found.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::analysis::protocol::GameAnalysisPurpose;
use crate::chess::{Color, Move, MoveCost, PositionEvaluation};
use crate::game::OwnGame;
use crate::practice::review::MoveReview;
use crate::tui::analyze;
use crate::tui::background::external_engines;
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::{
    ActiveReview, ActiveReviewProgress, AnalyzeState, MistakeRetry, RetryAttempt, RetryTally, ReviewPanes,
    Shared,
};

/// Starts with the first mistake: with one's own, where the game was played here.
pub(crate) fn begin(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let own = OwnGame::of(&analyze.header).and_then(|own| own.players.human_color());
    let Some(reviewing) = &analyze.review else {
        return cx.shared.show_note("A review finds mistakes: v starts one");
    };
    if reviewing.progress == ActiveReviewProgress::Running {
        return cx.shared.show_note("The review is under way: Esc stops it");
    }
    let side = own.filter(|&side| reviewing.review.mistakes(Some(side)).next().is_some());
    if reviewing.review.mistakes(side).next().is_none() {
        return cx.shared.show_note("There is no mistake to retry");
    }
    external_engines::stop_current(cx);
    restart(analyze, cx, side);
}

/// Retries the mistakes of a side, or of both, from the first.
fn restart(analyze: &mut AnalyzeState, cx: &mut UpdateContext, side: Option<Color>) {
    let Some(reviewing) = &mut analyze.review else { return };
    let mistakes = reviewing.review.mistakes(side).collect();
    let (attempt, score) = (RetryAttempt::AwaitingMove, RetryTally::default());
    reviewing.panes = ReviewPanes::Review;
    reviewing.retry =
        Some(MistakeRetry { side, mistakes, current: 0, attempt, wrong_tries: 0, tally: score });
    cx.shared.pane = 0;
    if let Some(side) = side {
        cx.shared.board.bottom = side;
    }
    show_current(analyze, cx);
}

/// Shows the position before the mistake.
fn show_current(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let before = analyze.review.as_ref().and_then(|reviewing| {
        let mistake = reviewing.retry.as_ref()?.current_mistake()?;
        reviewing.review.nodes.get(mistake.checked_sub(1)?).copied()
    });
    cx.shared.prompt.close();
    cx.shared.board.cursor = None;
    match before {
        Some(node) => analyze::request::go_to(analyze, cx, node),
        None => cx.shared.board.clear_selection(),
    }
}

/// Cycles the choice of sides: both, White, Black.
pub(crate) fn change_side(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    let Some(side) = analyze.retry().map(|retry| retry.side) else { return };
    let next = match side {
        None => Some(Color::White),
        Some(Color::White) => Some(Color::Black),
        Some(Color::Black) => None,
    };
    cancel_evaluation(analyze, cx.effects);
    restart(analyze, cx, next);
}

/// Tries a move in place of the mistake.
pub(crate) fn try_move(analyze: &mut AnalyzeState, cx: &mut UpdateContext, mv: Move) {
    let nodes = cx.shared.config.review.nodes.get();
    let walk = &analyze.walk;
    let Some((reviewing, mistake_place)) = current_mistake(analyze.review.as_deref_mut()) else { return };
    let ActiveReview { review, retry: Some(retry), .. } = reviewing else { return };
    if !retry.awaits_move() {
        return;
    }
    let played = walk.tree().node(review.nodes[mistake_place]).mv();
    let Some(mistake) = review.moves[mistake_place].as_ref() else { return };
    if mistake.better.as_ref().and_then(|better| better.line.first()) == Some(&mv) {
        return mark_right(analyze, mv, 0);
    }
    if played == Some(mv) {
        let reason = mistake.reason_without_better().unwrap_or_default();
        return mark_wrong(analyze, format!("that was played: {reason}"));
    }
    let mut root = walk.root();
    root.play(mv);
    if let Some(ending) = root.termination() {
        return evaluate_attempt(analyze, mv, &PositionEvaluation::game_over(ending));
    }
    retry.attempt = RetryAttempt::Evaluating(mv);
    cx.effects.push(Effect::StartGameAnalysis(
        GameAnalysisPurpose::Review,
        Box::new(GameAnalysisRequest { roots: vec![(0, root)], analyzed: Vec::new(), nodes }),
    ));
}

/// Stores the result of the search for the move that is judged.
pub(crate) fn receive_result(analyze: &mut AnalyzeState, shared: &mut Shared, update: GameAnalysisUpdate) {
    let Some(RetryAttempt::Evaluating(mv)) = analyze.retry().map(|retry| retry.attempt.clone()) else {
        return;
    };
    match update {
        GameAnalysisUpdate::Found(_, finding) => evaluate_attempt(analyze, mv, &finding),
        GameAnalysisUpdate::MistakeSearched(..) | GameAnalysisUpdate::Done => {}
        GameAnalysisUpdate::Failed(reason) => {
            shared.show_error(format!("The move could not be judged: {reason}"));
            if let Some(retry) = retry_mut(analyze) {
                retry.attempt = RetryAttempt::AwaitingMove;
            }
        }
    }
}

/// Judges a move by the result for the position after it: every move that gets no mark is right.
fn evaluate_attempt(analyze: &mut AnalyzeState, mv: Move, is: &PositionEvaluation) {
    let walk = &analyze.walk;
    let Some((reviewing, mistake_place)) = current_mistake(analyze.review.as_deref_mut()) else { return };
    let Some(was) =
        mistake_place.checked_sub(1).and_then(|before| reviewing.review.findings[before].as_ref())
    else {
        return;
    };
    let review = MoveReview::from_root(&walk.root(), mv, was, is);
    match review.judgment {
        None => mark_right(analyze, mv, mate_delay(&review)),
        Some(mark) => {
            let reason = review.reason_without_better().unwrap_or_default();
            mark_wrong(analyze, format!("{}{}: {reason}", review.san, mark.glyph()));
        }
    }
}

/// By how many moves a mate comes later, where both distances are exact.
const fn mate_delay(review: &MoveReview) -> u16 {
    match review.cost {
        Some(MoveCost::Slower(moves)) => moves,
        _ => 0,
    }
}

fn mark_right(analyze: &mut AnalyzeState, mv: Move, slower: u16) {
    let Some(retry) = retry_mut(analyze) else { return };
    let place = if retry.wrong_tries == 0 { &mut retry.tally.first_try } else { &mut retry.tally.later_try };
    *place += 1;
    retry.attempt = RetryAttempt::Right(mv, slower);
}

fn mark_wrong(analyze: &mut AnalyzeState, reason: String) {
    let Some(retry) = retry_mut(analyze) else { return };
    retry.wrong_tries += 1;
    retry.attempt = RetryAttempt::Wrong(reason);
}

/// Shows the better move.
pub(crate) fn show_solution(analyze: &mut AnalyzeState, effects: &mut Effects) {
    cancel_evaluation(analyze, effects);
    let Some((reviewing, mistake_place)) = current_mistake(analyze.review.as_deref_mut()) else { return };
    let ActiveReview { review, retry: Some(retry), .. } = reviewing else { return };
    let better =
        review.moves[mistake_place].as_ref().and_then(|of| of.better.as_ref()?.line.first().copied());
    match better {
        Some(mv) if retry.awaits_move() => {
            retry.tally.given_up += 1;
            retry.attempt = RetryAttempt::Shown(mv);
        }
        _ => {}
    }
}

/// Goes on to the next mistake; a skipped one counts as given up.
pub(crate) fn next(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    cancel_evaluation(analyze, cx.effects);
    let Some(retry) = retry_mut(analyze).filter(|retry| retry.current < retry.mistakes.len()) else { return };
    if retry.awaits_move() {
        retry.tally.given_up += 1;
    }
    retry.current += 1;
    retry.attempt = RetryAttempt::AwaitingMove;
    retry.wrong_tries = 0;
    show_current(analyze, cx);
}

/// Ends the retries; the review is shown again, at the mistake.
pub(crate) fn leave(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    cancel_evaluation(analyze, cx.effects);
    let Some(reviewing) = &mut analyze.review else { return };
    let Some(retry) = reviewing.retry.take() else { return };
    let mistake = retry.current_mistake().or(retry.mistakes.last().copied()).unwrap_or(0);
    let node = reviewing.review.nodes[mistake];
    analyze::request::go_to(analyze, cx, node);
}

/// Cancels the judgment of a move.
fn cancel_evaluation(analyze: &mut AnalyzeState, effects: &mut Effects) {
    let Some(retry) = retry_mut(analyze) else { return };
    if matches!(retry.attempt, RetryAttempt::Evaluating(_)) {
        retry.attempt = RetryAttempt::AwaitingMove;
        effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::Review));
    }
}

fn retry_mut(analyze: &mut AnalyzeState) -> Option<&mut MistakeRetry> {
    analyze.review.as_mut()?.retry.as_mut()
}

/// The review with the mistake that is retried.
fn current_mistake(reviewing: Option<&mut ActiveReview>) -> Option<(&mut ActiveReview, usize)> {
    let reviewing = reviewing?;
    let mistake = reviewing.retry.as_ref()?.current_mistake()?;
    Some((reviewing, mistake))
}
