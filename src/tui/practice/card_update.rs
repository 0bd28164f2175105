//! Mistake cards on the board: dealt when they are due, answered by a move, and back again when FSRS says so.

use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits};
use crate::chess::{Move, PositionEvaluation};
use crate::practice::mistake_card::MistakeCard;
use crate::practice::record::{CardAnswer, PracticeEntry};
use crate::practice::review::MoveReview;
use crate::practice::spaced_repetition::{CardRating, CardReview};
use crate::tui::app::watch::CurrentAnalysis;
use crate::tui::app::{App, Tab};
use crate::tui::keymap::ReviewAction;
use crate::tui::message::{Effect, Effects};
use crate::tui::practice::card_state::{ActiveCard, CardAttempt, WrongAttempt};
use crate::tui::practice::state::PracticePage;

/// Search nodes for the refutation of a wrong move.
const REFUTATION_NODES: u64 = 200_000;

/// Puts the card on the board that is due next. False where none is.
pub(crate) fn begin_due(app: &mut App, effects: &mut Effects) -> bool {
    let due = app.practice.mistakes.due(&app.practice.progress, app.today);
    let Some(card) = due.first().map(|&card| card.clone()) else { return false };
    begin(app, card, effects);
    true
}

fn begin(app: &mut App, card: MistakeCard, effects: &mut Effects) {
    let active = ActiveCard::new(card);
    app.tab = Tab::Practice;
    app.practice.page = PracticePage::Lessons;
    app.practice.example = None;
    app.practice.active_round = None;
    app.active_quiz = None;
    app.puzzles.active = None;
    app.guess.active = None;
    app.dialog = None;
    app.clear_input();
    app.board.bottom = active.walk.position().turn();
    app.current_analysis = CurrentAnalysis::default();
    app.pane = 0;
    app.practice.active_card = Some(Box::new(active));
    effects.push(Effect::StopAnalysis);
}

/// Whether an action of retried mistakes is available on the card.
pub(crate) fn is_available(active: &ActiveCard, action: ReviewAction) -> bool {
    match action {
        ReviewAction::ShowSolution => active.awaits_move(),
        ReviewAction::NextMistake => true,
        ReviewAction::Write | ReviewAction::RetryMistakes | ReviewAction::ChangeSide => false,
    }
}

/// Tries a move.
pub(crate) fn try_move(app: &mut App, mv: Move, effects: &mut Effects) {
    let Some(active) = app.practice.active_card.as_deref_mut().filter(|active| active.awaits_move()) else {
        return;
    };
    let card = &active.card;
    if card.accepted.contains(&mv) {
        active.attempt = CardAttempt::Right(mv);
        effects.push(Effect::StopSideQuery);
        return record(app, effects);
    }
    active.wrong_tries += 1;
    let mut after = active.walk.root();
    after.play(mv);
    let known = (mv == card.played).then_some(&card.after);
    let ending = after.termination().map(PositionEvaluation::game_over);
    let found = known.or(ending.as_ref()).map(|evaluation| explain(active, mv, evaluation));
    let is_known = found.is_some();
    active.attempt = CardAttempt::Wrong(found.unwrap_or(WrongAttempt { mv, reason: None, refutation: None }));
    effects.push(Effect::Bell);
    effects.push(if is_known {
        Effect::StopSideQuery
    } else {
        let limits = Limits { nodes: Some(REFUTATION_NODES), multipv: 1, ..Limits::default() };
        Effect::StartSideQuery(Box::new(AnalysisJob {
            root: after,
            limits,
            purpose: AnalysisPurpose::Review,
        }))
    });
}

/// What is wrong with a move, by the evaluation of the position after it.
fn explain(active: &ActiveCard, mv: Move, after: &PositionEvaluation) -> WrongAttempt {
    let review = MoveReview::from_root(&active.walk.root(), mv, &active.card.before, after);
    WrongAttempt { mv, reason: review.reason_without_better(), refutation: after.line.clone() }
}

/// Stores the refutation of the wrong move.
pub(crate) fn receive_refutation(app: &mut App, update: &SideQueryUpdate) {
    let Some(active) = app.practice.active_card.as_deref_mut() else { return };
    let CardAttempt::Wrong(wrong) = &active.attempt else { return };
    let mv = wrong.mv;
    if let SideQueryUpdate::Done(snapshot) = update
        && wrong.refutation.is_none()
        && let Some(after) = snapshot.evaluation()
    {
        active.attempt = CardAttempt::Wrong(explain(active, mv, &after));
    }
}

/// Stops looking for the refutation of a wrong move: another screen is shown.
pub(crate) fn pause(app: &mut App) {
    let Some(active) = app.practice.active_card.as_deref_mut() else { return };
    if matches!(&active.attempt, CardAttempt::Wrong(wrong) if wrong.reason.is_none()) {
        active.attempt = CardAttempt::AwaitingMove;
    }
}

/// Shows the solution; the card counts as not known.
pub(crate) fn show_solution(app: &mut App, effects: &mut Effects) {
    let Some(active) = app.practice.active_card.as_deref_mut().filter(|active| active.awaits_move()) else {
        return;
    };
    let Some(&best) = active.card.accepted.first() else { return };
    active.attempt = CardAttempt::Shown(best);
    app.clear_input();
    effects.push(Effect::StopSideQuery);
    record(app, effects);
}

/// Takes an answered card off the board. One without an answer shows its solution first, and counts as not known: false
/// then.
pub(crate) fn finish(app: &mut App, effects: &mut Effects) -> bool {
    if app.practice.active_card.as_deref().is_some_and(ActiveCard::awaits_move) {
        show_solution(app, effects);
        return false;
    }
    app.practice.active_card = None;
    app.clear_input();
    true
}

/// Writes the answer into the practice record, once.
fn record(app: &mut App, effects: &mut Effects) {
    let today = app.today;
    let Some(active) = app.practice.active_card.as_deref_mut().filter(|of| of.days_until_due.is_none())
    else {
        return;
    };
    let is_known = matches!(active.attempt, CardAttempt::Right(_)) && active.wrong_tries == 0;
    let rating = if is_known { CardRating::Good } else { CardRating::Again };
    let card = active.card.id.deck_id();
    let review = CardReview { card: card.clone(), rating };
    let entry = PracticeEntry::CardAnswer(CardAnswer { ended_at: 0, day: today, review });
    app.practice.add_finished(&entry);
    effects.push(Effect::SavePractice(Box::new(entry)));
    let due = app.practice.progress.cards.due_day(&card).unwrap_or(today);
    if let Some(active) = app.practice.active_card.as_deref_mut() {
        active.days_until_due = Some(due.saturating_sub(today));
    }
}

/// Takes the card off the board; one that was tried in vain counts as not known. False where there is none.
pub(crate) fn leave(app: &mut App, effects: &mut Effects) -> bool {
    let Some(active) = app.practice.active_card.as_deref() else { return false };
    if active.wrong_tries > 0 {
        record(app, effects);
    }
    effects.push(Effect::StopSideQuery);
    app.practice.active_card = None;
    app.clear_input();
    true
}
