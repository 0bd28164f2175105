//! Retrying mistakes: the board before each mistake of a reviewed game, and a better move to be found.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::chess::{Color, Move, MoveCost, PositionEvaluation};
use crate::game::OwnGame;
use crate::practice::review::MoveReview;
use crate::tui::analyze;
use crate::tui::analyze::review::state::{
    ActiveReview, ActiveReviewProgress, MistakeRetry, RetryAttempt, RetryTally, ReviewPanes,
};
use crate::tui::app::App;
use crate::tui::background::external_engines;
use crate::tui::message::{Effect, Effects};

/// Starts with the first mistake: with one's own, where the game was played here.
pub(crate) fn begin(app: &mut App, effects: &mut Effects) {
    let own = OwnGame::of(&app.analyze.header).and_then(|own| own.players.human_color());
    let Some(reviewing) = &app.analyze.review else {
        return app.show_note("A review finds mistakes: v starts one");
    };
    if reviewing.progress == ActiveReviewProgress::Running {
        return app.show_note("The review is under way: Esc stops it");
    }
    let side = own.filter(|&side| reviewing.review.mistakes(Some(side)).next().is_some());
    if reviewing.review.mistakes(side).next().is_none() {
        return app.show_note("There is no mistake to retry");
    }
    external_engines::stop_current(app, effects);
    restart(app, side, effects);
}

/// Retries the mistakes of a side, or of both, from the first.
fn restart(app: &mut App, side: Option<Color>, effects: &mut Effects) {
    let Some(reviewing) = &mut app.analyze.review else { return };
    let mistakes = reviewing.review.mistakes(side).collect();
    let (attempt, score) = (RetryAttempt::AwaitingMove, RetryTally::default());
    reviewing.panes = ReviewPanes::Review;
    reviewing.retry =
        Some(MistakeRetry { side, mistakes, current: 0, attempt, wrong_tries: 0, tally: score });
    app.pane = 0;
    if let Some(side) = side {
        app.board.bottom = side;
    }
    show_current(app, effects);
}

/// Shows the position before the mistake.
fn show_current(app: &mut App, effects: &mut Effects) {
    let before = app.analyze.review.as_ref().and_then(|reviewing| {
        let mistake = reviewing.retry.as_ref()?.current_mistake()?;
        reviewing.review.nodes.get(mistake.checked_sub(1)?).copied()
    });
    app.prompt.close();
    app.board.cursor = None;
    match before {
        Some(node) => analyze::request::go_to(app, node, effects),
        None => app.board.clear_selection(),
    }
}

/// Cycles the choice of sides: both, White, Black.
pub(crate) fn change_side(app: &mut App, effects: &mut Effects) {
    let Some(side) = app.analyze.retry().map(|retry| retry.side) else { return };
    let next = match side {
        None => Some(Color::White),
        Some(Color::White) => Some(Color::Black),
        Some(Color::Black) => None,
    };
    cancel_evaluation(app, effects);
    restart(app, next, effects);
}

/// Tries a move in place of the mistake.
pub(crate) fn try_move(app: &mut App, mv: Move, effects: &mut Effects) {
    let nodes = app.config.review.nodes.get();
    let walk = &app.analyze.walk;
    let Some((reviewing, mistake_place)) = current_mistake(app.analyze.review.as_deref_mut()) else { return };
    let ActiveReview { review, retry: Some(retry), .. } = reviewing else { return };
    if !retry.awaits_move() {
        return;
    }
    let played = walk.tree().node(review.nodes[mistake_place]).mv();
    let Some(appraisal) = review.moves[mistake_place].as_ref() else { return };
    if appraisal.better.as_ref().and_then(|better| better.line.first()) == Some(&mv) {
        return mark_right(app, mv, 0);
    }
    if played == Some(mv) {
        let reason = appraisal.reason_without_better().unwrap_or_default();
        return mark_wrong(app, format!("that was played: {reason}"));
    }
    let mut root = walk.root();
    root.play(mv);
    if let Some(ending) = root.termination() {
        return evaluate_attempt(app, mv, &PositionEvaluation::game_over(ending));
    }
    retry.attempt = RetryAttempt::Evaluating(mv);
    effects.push(Effect::StartGameAnalysis(Box::new(GameAnalysisRequest {
        roots: vec![(0, root)],
        analyzed: Vec::new(),
        nodes,
    })));
}

/// Stores the result of the search for the move that is judged.
pub(crate) fn receive_result(app: &mut App, update: GameAnalysisUpdate) {
    let Some(RetryAttempt::Evaluating(mv)) = app.analyze.retry().map(|retry| retry.attempt.clone()) else {
        return;
    };
    match update {
        GameAnalysisUpdate::Found(_, finding) => evaluate_attempt(app, mv, &finding),
        GameAnalysisUpdate::MistakeSearched(..) | GameAnalysisUpdate::Done => {}
        GameAnalysisUpdate::Failed(reason) => {
            app.show_error(format!("The move could not be judged: {reason}"));
            if let Some(retry) = retry_mut(app) {
                retry.attempt = RetryAttempt::AwaitingMove;
            }
        }
    }
}

/// Judges a move by the result for the position after it: every move that gets no mark is right.
fn evaluate_attempt(app: &mut App, mv: Move, is: &PositionEvaluation) {
    let walk = &app.analyze.walk;
    let Some((reviewing, mistake_place)) = current_mistake(app.analyze.review.as_deref_mut()) else { return };
    let Some(was) =
        mistake_place.checked_sub(1).and_then(|before| reviewing.review.findings[before].as_ref())
    else {
        return;
    };
    let appraisal = MoveReview::from_root(&walk.root(), mv, was, is);
    match appraisal.judgment {
        None => mark_right(app, mv, mate_delay(&appraisal)),
        Some(mark) => {
            let reason = appraisal.reason_without_better().unwrap_or_default();
            mark_wrong(app, format!("{}{}: {reason}", appraisal.san, mark.glyph()));
        }
    }
}

/// By how many moves a mate comes later, where both distances are exact.
const fn mate_delay(appraisal: &MoveReview) -> u16 {
    match appraisal.cost {
        Some(MoveCost::Slower(moves)) => moves,
        _ => 0,
    }
}

fn mark_right(app: &mut App, mv: Move, slower: u16) {
    let Some(retry) = retry_mut(app) else { return };
    let place = if retry.wrong_tries == 0 { &mut retry.tally.first_try } else { &mut retry.tally.later_try };
    *place += 1;
    retry.attempt = RetryAttempt::Right(mv, slower);
}

fn mark_wrong(app: &mut App, reason: String) {
    let Some(retry) = retry_mut(app) else { return };
    retry.wrong_tries += 1;
    retry.attempt = RetryAttempt::Wrong(reason);
}

/// Shows the better move.
pub(crate) fn show_solution(app: &mut App, effects: &mut Effects) {
    cancel_evaluation(app, effects);
    let Some((reviewing, mistake_place)) = current_mistake(app.analyze.review.as_deref_mut()) else { return };
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
pub(crate) fn next(app: &mut App, effects: &mut Effects) {
    cancel_evaluation(app, effects);
    let Some(retry) = retry_mut(app).filter(|retry| retry.current < retry.mistakes.len()) else { return };
    if retry.awaits_move() {
        retry.tally.given_up += 1;
    }
    retry.current += 1;
    retry.attempt = RetryAttempt::AwaitingMove;
    retry.wrong_tries = 0;
    show_current(app, effects);
}

/// Ends the retries; the review is shown again, at the mistake.
pub(crate) fn leave(app: &mut App, effects: &mut Effects) {
    cancel_evaluation(app, effects);
    let Some(reviewing) = &mut app.analyze.review else { return };
    let Some(retry) = reviewing.retry.take() else { return };
    let mistake = retry.current_mistake().or(retry.mistakes.last().copied()).unwrap_or(0);
    let node = reviewing.review.nodes[mistake];
    analyze::request::go_to(app, node, effects);
}

/// Cancels the judgment of a move.
fn cancel_evaluation(app: &mut App, effects: &mut Effects) {
    let Some(retry) = retry_mut(app) else { return };
    if matches!(retry.attempt, RetryAttempt::Evaluating(_)) {
        retry.attempt = RetryAttempt::AwaitingMove;
        effects.push(Effect::StopGameAnalysis);
    }
}

fn retry_mut(app: &mut App) -> Option<&mut MistakeRetry> {
    app.analyze.review.as_mut()?.retry.as_mut()
}

/// The review with the mistake that is retried.
fn current_mistake(reviewing: Option<&mut ActiveReview>) -> Option<(&mut ActiveReview, usize)> {
    let reviewing = reviewing?;
    let mistake = reviewing.retry.as_ref()?.current_mistake()?;
    Some((reviewing, mistake))
}
