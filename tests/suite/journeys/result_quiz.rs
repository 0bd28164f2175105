//! "Which result?", judged by the real three-piece tables.

use std::time::Duration;

use matescope::analysis::AnalysisEvent;
use matescope::practice::ResultQuiz;
use matescope::practice::record::PracticeEntry;
use matescope::practice::result_quiz::{EndgameResult, ResultQuestion};
use matescope::tui::app::App;
use matescope::tui::keymap::{BoardAction, QuizAction};
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::quiz::ActiveQuiz;
use matescope::tui::navigation::Tab;
use matescope::tui::router::availability::is_available;

use super::User;
use crate::endings::shared_tables;

/// A user who has started the quiz.
fn user() -> User {
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    user.press("3 w").check_tab(Tab::Practice);
    user
}

fn quiz(app: &App) -> &ResultQuiz {
    app.shown_board().quiz().and_then(ActiveQuiz::result_quiz).expect("a result quiz")
}

fn question(app: &App) -> ResultQuestion {
    quiz(app).question().expect("a position").1.clone()
}

/// The key of an answer.
const fn key(result: EndgameResult) -> &'static str {
    match result {
        EndgameResult::WhiteWins => "w",
        EndgameResult::Draw => "=",
    }
}

#[test]
fn without_tables_the_quiz_waits() {
    let mut user = User::new();
    user.press("3 w");
    assert!(
        user.app.shown_board().quiz().is_none() && user.note().contains("being built"),
        "{}",
        user.note()
    );
}

#[test]
fn the_result_is_said_first_and_then_explained() {
    let mut user = user();
    user.check_says("Which result?").check_says("1 of 20").check_says("w: White wins   =: draw");
    let first = question(&user.app);
    // Nothing on the screen gives the answer away, and no move is made.
    assert!(!is_available(&user.app, BoardAction::AnalyzeHere.into()));
    assert!(!is_available(&user.app, QuizAction::Next.into()));
    let before = user.fen();
    let mv = first.ranking.moves[0].san.clone();
    user.play(&mv);
    assert_eq!(user.fen(), before);
    user.check_says("Say the result first: w White wins, = a draw").press("esc").check_says("Which result?");
    user.press("A").check_tab(Tab::Practice);
    user.press(key(first.result)).check_says("Right.").check_says("right 1");
    let text = first.explanation();
    let beginning = text.split([',', '.']).next().expect("words");
    user.check_says(beginning);
    // An answer stands: the other key changes nothing.
    user.press(key(first.result.other())).check_says("right 1");
    user.press("enter").check_says("2 of 20");
    assert_ne!(user.fen(), before);
    let second = question(&user.app);
    user.press(key(second.result.other())).check_says("No.").check_says("wrong 1");
    assert!(user.wishes().contains(&Effect::Bell));
}

#[test]
fn the_twin_is_named_once_both_are_answered() {
    let mut user = user();
    let mut named = 0;
    for number in 1..=20 {
        let asked = question(&user.app);
        user.press(key(asked.result));
        let says_twin = user.screen().contains("One tempo decides");
        assert_eq!(says_twin, asked.twin + 1 < number, "position {number} of {}", asked.twin + 1);
        named += usize::from(says_twin);
        user.press("enter");
    }
    assert_eq!(named, 10);
}

#[test]
fn a_run_is_kept_and_its_wrong_answers_are_looked_at() {
    let mut user = user();
    user.wishes();
    let mut wrong = None;
    for number in 1..=20 {
        user.later(Duration::from_secs(3));
        let asked = question(&user.app);
        let answer = if number == 7 { asked.result.other() } else { asked.result };
        if number == 7 {
            wrong = Some(asked);
        }
        user.press(key(answer));
        // The clock stands still while the truth is read.
        user.later(Duration::from_mins(1)).press("enter");
    }
    user.check_says("19 of 20 right in 1 min 0 s").check_says("The quiz is over");
    let kept: Vec<PracticeEntry> = user
        .wishes()
        .into_iter()
        .filter_map(|wish| match wish {
            Effect::SavePractice(entry) => Some(*entry),
            _ => None,
        })
        .collect();
    let [PracticeEntry::ResultQuizRun(run)] = kept.as_slice() else { panic!("{kept:?}") };
    assert_eq!((run.right, run.count, run.seconds), (19, 20, 60));
    assert_eq!(user.app.practice_tab.progress.best_result_run, Some(*run));
    let wrong = wrong.expect("the seventh");
    user.press("]").check_says("Missed");
    assert_eq!(user.app.shown_position(), Some(wrong.position.clone()));
    // What is known may be analyzed.
    user.press("A").check_tab(Tab::Analyze);
    assert_eq!(user.app.shown_position(), Some(wrong.position));
    user.press("3 ctrl-n").check_says("1 of 20").check_says("right 0");
    user.press("esc");
    assert!(user.app.shown_board().quiz().is_none(), "the list is back");
}

#[test]
fn the_record_and_the_best_run_are_shown() {
    let mut user = user();
    for _ in 0..20 {
        let asked = question(&user.app);
        user.press(key(asked.result)).press("enter");
    }
    user.check_says("Every answer was right").check_says("best 20 of 20");
    user.press("esc v").check_says("results 20/20");
}
