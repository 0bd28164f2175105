//! The stalemate trap quiz: `practice::quiz` grades the moves; this file only passes messages on.

use crate::chess::{Color, Material, Move};
use crate::game::TreeCursor;
use crate::practice::Quiz;
use crate::practice::quiz::{ENDINGS, QuizAnswer};
use crate::practice::record::{PracticeEntry, QuizRun};
use crate::tui::app::watch::ThreePieceTables;
use crate::tui::app::{App, Tab};
use crate::tui::background::endgame_tables;
use crate::tui::background::table_status::TableStatus;
use crate::tui::dialog::Dialog;
use crate::tui::keymap::QuizAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::navigation::MistakeDirection;
use crate::tui::quiz::state::ActiveQuiz;

/// Performs an action: both start a run.
pub(crate) fn act(app: &mut App, action: QuizAction, effects: &mut Effects) {
    match action {
        QuizAction::Begin | QuizAction::Again => begin(app, effects),
    }
}

/// Starts a run with the tables that are ready, and builds those that are missing: later positions are drawn
/// from them, too.
fn begin(app: &mut App, effects: &mut Effects) {
    let seed = app.practice.seed;
    let Some(quiz) = Quiz::begin(seed, app.oracle.oracle(), app.now) else {
        return app.show_note("The tables are being built; the quiz can start in a moment");
    };
    effects.request(Request::CancelPendingRound);
    app.practice.seed = seed.next();
    app.clear_practice_board();
    app.active_quiz = Some(Box::new(ActiveQuiz::new(quiz)));
    app.tab = Tab::Practice;
    app.board.bottom = Color::White;
    if app.oracle.three_piece_tables == ThreePieceTables::Ready {
        for material in ENDINGS.iter().filter_map(|(name, _)| name.parse::<Material>().ok()) {
            let needs_table =
                matches!(app.table_status(&material), TableStatus::Saved | TableStatus::Missing);
            if needs_table && app.tables.not_built_reason(&material).is_none() {
                endgame_tables::request(app, &material, effects);
            }
        }
    }
}

/// Handles a move as an answer. The board stays as it is until all safe moves are found.
pub(crate) fn answer(app: &mut App, mv: Move, effects: &mut Effects) {
    let truth = app.oracle.clone();
    let now = app.now;
    let Some(quizzing) = app.active_quiz.as_deref_mut() else { return };
    match quizzing.quiz.answer(mv, now, truth.oracle()) {
        QuizAnswer::Wrong(_) => effects.push(Effect::Bell),
        QuizAnswer::Solved => {
            if let Some(trap) = quizzing.quiz.trap() {
                quizzing.walk = TreeCursor::new(trap.position.clone());
            }
            app.board.cursor = None;
        }
        QuizAnswer::Correct(_) | QuizAnswer::AlreadyFound | QuizAnswer::Illegal | QuizAnswer::Over => {}
    }
}

/// Shows the previous or the next missed position, once the run is over.
pub(crate) fn show_missed(app: &mut App, direction: MistakeDirection) {
    let now = app.now;
    let Some(quizzing) = app.active_quiz.as_deref_mut().filter(|quizzing| !quizzing.is_running(now)) else {
        return app.show_note("Missed positions can be viewed when time is up");
    };
    let missed = quizzing.quiz.result().mistakes;
    let next = match (direction, quizzing.viewed_miss) {
        (_, None) => 0,
        (MistakeDirection::Next, Some(at)) => at + 1,
        (MistakeDirection::Previous, Some(at)) => at.saturating_sub(1),
    };
    let next = next.min(missed.len().saturating_sub(1));
    let Some(found) = missed.get(next) else {
        return app.show_note("No position was missed");
    };
    quizzing.viewed_miss = Some(next);
    quizzing.walk = TreeCursor::new(found.trap.position.clone());
    app.clear_input();
}

/// Closes the quiz. False where there is none.
pub(crate) fn leave(app: &mut App) -> bool {
    let was_there = app.shown_quiz().is_some();
    if was_there {
        app.active_quiz = None;
        app.clear_input();
    }
    was_there
}

/// The clock stops while a dialog is open. The choice of a promotion is part of a move.
pub(crate) fn update_clock(app: &mut App) {
    let hidden = app.dialog.as_ref().is_some_and(|dialog| !matches!(dialog, Dialog::Promotion(_)));
    let now = app.now;
    if let Some(quizzing) = app.active_quiz.as_deref_mut() {
        quizzing.quiz.pause(hidden, now);
    }
}

/// When the time is up, unfinished input is dropped, and the run goes into the record, once.
pub(crate) fn finish_if_over(app: &mut App, effects: &mut Effects) {
    if app.shown_quiz().is_none_or(|quizzing| quizzing.is_running(app.now)) {
        return;
    }
    app.board.clear_selection();
    let Some(quizzing) = app.active_quiz.as_deref_mut().filter(|of| !of.is_recorded) else {
        return;
    };
    quizzing.is_recorded = true;
    let tally = quizzing.quiz.result();
    let run = QuizRun {
        ended_at: 0,
        day: app.today,
        seed: tally.seed,
        solved: tally.solved,
        wrong: tally.wrong_count,
    };
    let record = PracticeEntry::QuizRun(run);
    app.practice.add_finished(&record);
    effects.push(Effect::SavePractice(Box::new(record)));
}
