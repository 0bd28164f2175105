//! The quizzes: `practice::trap_quiz` and `practice::result_quiz` judge the answers; this file only passes messages
//! on.

use crate::chess::{Color, Material, Move};
use crate::game::TreeCursor;
use crate::practice::record::{PracticeEntry, ResultQuizRun, TrapQuizRun};
use crate::practice::result_quiz::EndgameResult;
use crate::practice::trap_quiz::TrapAnswer;
use crate::practice::{ResultQuiz, TrapQuiz, result_quiz, trap_quiz};
use crate::tui::background::endgame_tables;
use crate::tui::context::PracticeContext;
use crate::tui::keymap::QuizAction;
use crate::tui::message::{Effect, Request};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{ActiveQuiz, Dialog, PracticeTab, QuizRun, Shared, TableStatus, ThreePieceTables};
use crate::tui::navigation::{MistakeDirection, Tab};

/// Performs an action.
pub(crate) fn act(cx: &mut PracticeContext, action: QuizAction) {
    match action {
        QuizAction::BeginTraps => begin_traps(cx),
        QuizAction::BeginResults => begin_results(cx),
        QuizAction::Again => match cx.tab.board.quiz().map(|active| &active.run) {
            Some(QuizRun::Results(_)) => begin_results(cx),
            Some(QuizRun::Traps(_)) | None => begin_traps(cx),
        },
        QuizAction::WhiteWins => answer_result(cx, EndgameResult::WhiteWins),
        QuizAction::Draw => answer_result(cx, EndgameResult::Draw),
        QuizAction::Next => go_on(cx.tab, cx.shared),
    }
}

/// Whether an action is available.
#[must_use]
pub(crate) fn is_available(tab: &PracticeTab, shared: &Shared, action: QuizAction) -> bool {
    let result_quiz = tab.shown_board(shared).quiz().and_then(ActiveQuiz::result_quiz);
    match action {
        QuizAction::BeginTraps | QuizAction::BeginResults | QuizAction::Again => true,
        QuizAction::WhiteWins | QuizAction::Draw => {
            result_quiz.is_some_and(|quiz| !quiz.is_over() && quiz.given_answer().is_none())
        }
        QuizAction::Next => result_quiz.is_some_and(|quiz| quiz.given_answer().is_some()),
    }
}

fn begin_traps(cx: &mut PracticeContext) {
    let run = TrapQuiz::begin(cx.tab.seed, cx.shared.oracle.oracle(), cx.shared.now)
        .map(|quiz| QuizRun::Traps(Box::new(quiz)));
    begin(cx, run, &trap_quiz::ENDINGS.map(|(name, _)| name));
}

fn begin_results(cx: &mut PracticeContext) {
    let run = ResultQuiz::begin(cx.tab.seed, cx.shared.oracle.oracle(), cx.shared.now).map(QuizRun::Results);
    begin(cx, run, &result_quiz::ENDINGS);
}

/// Starts a run with the tables that are ready, and builds those that are missing: later positions are drawn
/// from them, too.
fn begin(cx: &mut PracticeContext, run: Option<QuizRun>, endings: &[&str]) {
    let Some(run) = run else {
        return cx.shared.show_note("The tables are being built; the quiz can start in a moment");
    };
    cx.effects.request(Request::CancelPendingRound);
    cx.tab.seed = cx.tab.seed.next();
    cx.tab.clear_board(cx.shared);
    cx.tab.board = PracticeBoard::Quiz(Box::new(ActiveQuiz::new(run)));
    cx.shared.tab = Tab::Practice;
    cx.shared.board.bottom = Color::White;
    if cx.shared.oracle.three_piece_tables == ThreePieceTables::Ready {
        for material in endings.iter().filter_map(|name| name.parse::<Material>().ok()) {
            let needs_table =
                matches!(cx.shared.table_status(&material), TableStatus::Saved | TableStatus::Missing);
            if needs_table && cx.shared.table_builds.not_built_reason(&material).is_none() {
                endgame_tables::request(&mut cx.shared.with(cx.effects), &material);
            }
        }
    }
}

/// Handles a move as an answer of the trap quiz. The board stays as it is until all safe moves are found.
pub(crate) fn answer_with_move(cx: &mut PracticeContext, mv: Move) {
    let truth = cx.shared.oracle.clone();
    let now = cx.shared.now;
    let Some(active) = cx.tab.board.quiz_mut() else { return };
    let QuizRun::Traps(quiz) = &mut active.run else { return };
    match quiz.answer(mv, now, truth.oracle()) {
        TrapAnswer::Wrong(_) => cx.effects.push(Effect::Bell),
        TrapAnswer::Solved => {
            active.show_position();
            cx.shared.board.cursor = None;
        }
        TrapAnswer::Correct(_) | TrapAnswer::AlreadyFound | TrapAnswer::Illegal | TrapAnswer::Over => {}
    }
}

/// Handles an answer of the result quiz. The truth is shown until the player goes on.
fn answer_result(cx: &mut PracticeContext, answer: EndgameResult) {
    let now = cx.shared.now;
    let Some(QuizRun::Results(quiz)) = cx.tab.board.quiz_mut().map(|active| &mut active.run) else {
        return;
    };
    if quiz.answer(answer, now) == Some(false) {
        cx.effects.push(Effect::Bell);
    }
    cx.shared.clear_input();
}

/// Goes on from a position whose result is known.
fn go_on(tab: &mut PracticeTab, shared: &mut Shared) {
    let now = shared.now;
    let Some(active) = tab.board.quiz_mut() else { return };
    if let QuizRun::Results(quiz) = &mut active.run
        && quiz.go_on(now)
    {
        active.show_position();
        shared.clear_input();
        shared.pane = 0;
    }
}

/// Shows the previous or the next mistake, once the run is over.
pub(crate) fn show_mistake(tab: &mut PracticeTab, shared: &mut Shared, direction: MistakeDirection) {
    let now = shared.now;
    let Some(active) = tab.board.quiz_mut().filter(|active| !active.is_running(now)) else {
        return shared.show_note("Mistakes can be looked at when the quiz is over");
    };
    let mistakes = active.mistake_positions();
    let next = match (direction, active.viewed_mistake) {
        (_, None) => 0,
        (MistakeDirection::Next, Some(at)) => at + 1,
        (MistakeDirection::Previous, Some(at)) => at.saturating_sub(1),
    };
    let next = next.min(mistakes.len().saturating_sub(1));
    let Some(position) = mistakes.get(next) else {
        return shared.show_note("There was no mistake");
    };
    active.viewed_mistake = Some(next);
    active.walk = TreeCursor::new(position.clone());
    shared.clear_input();
}

/// Closes the quiz. False where there is none.
pub(crate) fn leave(tab: &mut PracticeTab, shared: &mut Shared) -> bool {
    let was_there = tab.shown_board(shared).quiz().is_some();
    if was_there {
        tab.board.clear();
        shared.clear_input();
    }
    was_there
}

/// The clock stops while a dialog is open. The choice of a promotion is part of a move.
pub(crate) fn update_clock(tab: &mut PracticeTab, shared: &Shared) {
    let hidden = shared.dialog.as_ref().is_some_and(|dialog| !matches!(dialog, Dialog::Promotion(_)));
    let now = shared.now;
    match tab.board.quiz_mut().map(|active| &mut active.run) {
        Some(QuizRun::Traps(quiz)) => quiz.pause(hidden, now),
        Some(QuizRun::Results(quiz)) => quiz.pause(hidden, now),
        None => {}
    }
}

/// When a run is over, unfinished input is dropped, and the run goes into the record, once.
pub(crate) fn finish_if_over(cx: &mut PracticeContext) {
    if cx.tab.shown_board(cx.shared).quiz().is_none_or(|active| active.is_running(cx.shared.now)) {
        return;
    }
    cx.shared.board.clear_selection();
    let Some(active) = cx.tab.board.quiz_mut().filter(|of| !of.is_recorded) else {
        return;
    };
    active.is_recorded = true;
    let record = match &active.run {
        QuizRun::Traps(quiz) => {
            let score = quiz.result();
            PracticeEntry::TrapQuizRun(TrapQuizRun {
                ended_at: 0,
                day: cx.shared.today,
                seed: score.seed,
                solved: score.solved,
                wrong: score.wrong_count,
            })
        }
        QuizRun::Results(quiz) => {
            let score = quiz.score();
            PracticeEntry::ResultQuizRun(ResultQuizRun {
                ended_at: 0,
                day: cx.shared.today,
                seed: score.seed,
                right: score.right,
                count: score.count,
                seconds: u32::try_from(quiz.time_spent(cx.shared.now).as_secs()).unwrap_or(u32::MAX),
            })
        }
    };
    cx.tab.add_finished(&record);
    cx.effects.push(Effect::SavePractice(Box::new(record)));
}
