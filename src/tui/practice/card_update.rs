//! Mistake cards on the board: dealt when they are due, answered by a move, and back again when FSRS says so.

use crate::analysis::game_analysis::GameAnalysisUpdate;
use crate::analysis::mistake_search::DEEP_FACTOR;
use crate::analysis::protocol::{GameAnalysisPurpose, MistakeSearchRequest};
use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits};
use crate::chess::{Move, PositionEvaluation};
use crate::practice::mistake_card::{CHECK_FACTOR, MistakeCard};
use crate::practice::mistake_deck::MistakeDeckChange;
use crate::practice::record::{CardAnswer, PracticeEntry};
use crate::practice::review::MoveReview;
use crate::practice::spaced_repetition::{CardRating, CardReview, days_between};
use crate::tui::context::PracticeContext;
use crate::tui::keymap::ReviewAction;
use crate::tui::message::{Effect, Effects, LibraryRequest};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{ActiveCard, CardAttempt, CardCheckStatus, PracticePage, PracticeTab, WrongAttempt};
use crate::tui::navigation::Tab;

/// Search nodes for the refutation of a wrong move.
const REFUTATION_NODES: u64 = 200_000;

/// Puts the card on the board that is due next. False where none is.
pub(crate) fn begin_due(cx: &mut PracticeContext) -> bool {
    let due = cx.tab.mistakes.due(&cx.tab.progress, cx.shared.today);
    let Some(card) = due.first().map(|&card| card.clone()) else { return false };
    begin(cx, card);
    true
}

fn begin(cx: &mut PracticeContext, card: MistakeCard) {
    let active = ActiveCard::new(card);
    cx.shared.tab = Tab::Practice;
    cx.tab.page = PracticePage::Lessons;
    cx.tab.clear_board(cx.shared);
    cx.shared.board.bottom = active.walk.position().turn();
    cx.tab.board = PracticeBoard::Card(Box::new(active));
    cx.effects.push(Effect::StopAnalysis);
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
pub(crate) fn try_move(cx: &mut PracticeContext, mv: Move) {
    let Some(active) = cx.tab.board.card_mut().filter(|active| active.awaits_move()) else {
        return;
    };
    let card = &active.card;
    if card.accepted.contains(&mv) {
        active.attempt = CardAttempt::Right(mv);
        cx.effects.push(Effect::StopSideQuery);
        return record(cx);
    }
    active.wrong_tries += 1;
    let mut after = active.walk.root();
    after.play(mv);
    let known = (mv == card.played).then_some(&card.after);
    let ending = after.termination().map(PositionEvaluation::game_over);
    let found = known.or(ending.as_ref()).map(|evaluation| explain(active, mv, evaluation));
    let is_known = found.is_some();
    active.attempt = CardAttempt::Wrong(found.unwrap_or(WrongAttempt { mv, reason: None, refutation: None }));
    cx.effects.push(Effect::Bell);
    cx.effects.push(if is_known {
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
    let review = review(active, mv, after);
    WrongAttempt { mv, reason: review.reason_without_better(), refutation: after.line.clone() }
}

fn review(active: &ActiveCard, mv: Move, after: &PositionEvaluation) -> MoveReview {
    MoveReview::from_root(&active.walk.root(), mv, &active.card.before, after)
}

/// Stores the refutation of the wrong move. Where it is none, the move puts the card in doubt, and a deeper search
/// decides.
pub(crate) fn receive_refutation(tab: &mut PracticeTab, update: &SideQueryUpdate, effects: &mut Effects) {
    let Some(active) = tab.board.card_mut() else { return };
    let CardAttempt::Wrong(wrong) = &active.attempt else { return };
    let mv = wrong.mv;
    if let SideQueryUpdate::Done(snapshot) = update
        && wrong.refutation.is_none()
        && let Some(after) = snapshot.evaluation()
    {
        let is_in_doubt = active.check == CardCheckStatus::NotNeeded
            && active.card.is_doubted_by(&review(active, mv, &after));
        active.attempt = CardAttempt::Wrong(explain(active, mv, &after));
        if is_in_doubt {
            active.check = CardCheckStatus::Running;
            let card = &active.card;
            effects.push(Effect::StartMistakeSearch(
                GameAnalysisPurpose::CardCheck,
                Box::new(MistakeSearchRequest {
                    mistakes: vec![(card.root(), card.played)],
                    nodes: (card.nodes.saturating_mul(CHECK_FACTOR) / DEEP_FACTOR).max(1),
                }),
            ));
        }
    }
}

/// Takes the result of the check: a card that the deeper search overturns is withdrawn.
pub(crate) fn receive_check(cx: &mut PracticeContext, update: &GameAnalysisUpdate) {
    let Some(active) = cx.tab.board.card_mut() else { return };
    if active.check != CardCheckStatus::Running {
        return;
    }
    match update {
        GameAnalysisUpdate::MistakeSearched(_, searches) => {
            active.check = CardCheckStatus::Confirmed;
            if active.card.is_confirmed_by(&searches[1]) {
                return;
            }
            active.attempt = CardAttempt::Withdrawn;
            let id = active.card.id;
            cx.tab.mistakes.withdraw(id);
            cx.shared.clear_input();
            cx.effects.push(LibraryRequest::KeepMistakeCards(vec![MistakeDeckChange::Withdraw(id)]));
        }
        GameAnalysisUpdate::Found(..) => {}
        // Without a result the card stays as it is.
        GameAnalysisUpdate::Done | GameAnalysisUpdate::Failed(_) => {
            active.check = CardCheckStatus::NotNeeded;
        }
    }
}

/// Stops looking for the refutation of a wrong move, and a check: another screen is shown.
pub(crate) fn pause(tab: &mut PracticeTab, effects: &mut Effects) {
    let Some(active) = tab.board.card_mut() else { return };
    let is_checked = active.check == CardCheckStatus::Running;
    if is_checked {
        active.check = CardCheckStatus::NotNeeded;
        effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::CardCheck));
    }
    if matches!(&active.attempt, CardAttempt::Wrong(wrong) if is_checked || wrong.reason.is_none()) {
        active.attempt = CardAttempt::AwaitingMove;
    }
}

/// Shows the solution; the card counts as not known.
pub(crate) fn show_solution(cx: &mut PracticeContext) {
    let Some(active) = cx.tab.board.card_mut().filter(|active| active.awaits_move()) else {
        return;
    };
    let Some(&best) = active.card.accepted.first() else { return };
    active.attempt = CardAttempt::Shown(best);
    cx.shared.clear_input();
    cx.effects.push(Effect::StopSideQuery);
    record(cx);
}

/// Takes an answered card off the board. One without an answer shows its solution first, and counts as not known: false
/// then.
pub(crate) fn finish(cx: &mut PracticeContext) -> bool {
    match cx.tab.board.card() {
        Some(active) if active.awaits_move() => {
            show_solution(cx);
            return false;
        }
        Some(active) if active.check == CardCheckStatus::Running => {
            cx.shared.show_note("A deeper search checks the card: it takes some seconds");
            return false;
        }
        _ => {}
    }
    cx.tab.board.clear();
    cx.shared.clear_input();
    true
}

/// Writes the answer into the practice record, once.
fn record(cx: &mut PracticeContext) {
    let today = cx.shared.today;
    let Some(active) = cx.tab.board.card_mut().filter(|of| of.days_until_due.is_none()) else {
        return;
    };
    let is_known = matches!(active.attempt, CardAttempt::Right(_)) && active.wrong_tries == 0;
    let rating = if is_known { CardRating::Good } else { CardRating::Again };
    let card = active.card.id.deck_id();
    let review = CardReview { card: card.clone(), rating };
    let entry = PracticeEntry::CardAnswer(CardAnswer { ended_at: 0, day: today, review });
    cx.tab.add_finished(&entry);
    cx.effects.push(Effect::SavePractice(Box::new(entry)));
    let due = cx.tab.progress.cards.due_day(&card).unwrap_or(today);
    if let Some(active) = cx.tab.board.card_mut() {
        active.days_until_due = Some(days_between(today, due));
    }
}

/// Takes the card off the board; one that was tried in vain counts as not known. False where there is none.
pub(crate) fn leave(cx: &mut PracticeContext) -> bool {
    let Some(active) = cx.tab.board.card() else { return false };
    let is_checked = active.check == CardCheckStatus::Running;
    let is_withdrawn = active.attempt == CardAttempt::Withdrawn;
    // What is in doubt counts in nothing.
    if active.wrong_tries > 0 && !is_checked && !is_withdrawn {
        record(cx);
    }
    if is_checked {
        cx.effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::CardCheck));
    }
    cx.effects.push(Effect::StopSideQuery);
    cx.tab.board.clear();
    cx.shared.clear_input();
    true
}
