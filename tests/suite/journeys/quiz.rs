//! The stalemate trap quiz, judged by the real three-piece tables.

use std::time::Duration;

use matescope::analysis::AnalysisEvent;
use matescope::practice::TrapQuiz;
use matescope::practice::trap_quiz::{RUN_TIME, WRONG_MOVE_PENALTY};
use matescope::tui::app::App;
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::board::MoveTargetOutcome;
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::quiz::ActiveQuiz;
use matescope::tui::model::shared::BoxAid;
use matescope::tui::navigation::Tab;
use matescope::tui::screen::scene_marks;

use super::User;
use crate::endings::shared_tables;

/// A user who has started the quiz.
fn user() -> User {
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    user.press("3 i").check_tab(Tab::Practice);
    user
}

fn trap_quiz(app: &App) -> &TrapQuiz {
    app.shown_board().quiz().and_then(ActiveQuiz::trap_quiz).expect("a trap quiz")
}

fn safe(app: &App) -> Vec<String> {
    let trap = trap_quiz(app).trap().expect("a position");
    trap.safe_moves().map(|ranked| ranked.san.clone()).collect()
}

fn wrong(app: &App) -> String {
    let trap = trap_quiz(app).trap().expect("a position");
    trap.trap_moves().next().expect("a trap").san.clone()
}

fn left(app: &App) -> Duration {
    trap_quiz(app).time_left(app.shared.now)
}

#[test]
fn without_tables_the_quiz_waits() {
    let mut user = User::new();
    user.press("3 i");
    assert!(
        user.app.shown_board().quiz().is_none() && user.note().contains("being built"),
        "{}",
        user.note()
    );
}

#[test]
fn safe_moves_lead_from_one_position_to_the_next() {
    let mut user = user();
    assert!(user.wishes().iter().any(|wish| matches!(wish, Effect::BuildTable(_))), "more endings are made");
    for solved in 1..=5_u16 {
        let before = user.fen();
        for san in safe(&user.app) {
            assert_eq!(user.fen(), before, "nothing is played");
            user.play(&san);
        }
        assert_ne!(user.fen(), before);
        let tally = trap_quiz(&user.app).result();
        assert_eq!((tally.solved, tally.wrong_count), (solved, 0));
    }
    user.check_says("solved 5").check_says("that was the last");
}

#[test]
fn a_wrong_move_costs_ten_seconds_and_says_why() {
    let mut user = user();
    let before = user.fen();
    let san = wrong(&user.app);
    user.play(&san);
    assert_eq!((left(&user.app) + WRONG_MOVE_PENALTY, user.fen()), (RUN_TIME, before));
    user.check_says("the win is gone").check_says("10 seconds are gone").check_says("wrong 1");
}

#[test]
fn the_board_gives_nothing_away() {
    let mut user = user();
    let from =
        user.app.shown_position().expect("a board").board().king_of(shakmaty::Color::White).expect("a king");
    user.click(&from.to_string());
    let targets = user.app.targets();
    assert!(!targets.is_empty() && targets.iter().all(|target| target.outcome == MoveTargetOutcome::Unknown));
    user.app.shared.box_aid = BoxAid::Shown;
    assert!(user.app.ranking().is_none() && scene_marks(&user.app).king_box.is_none());
}

#[test]
fn a_move_can_be_made_with_the_mouse() {
    let mut user = user();
    let trap = trap_quiz(&user.app).trap().expect("a position").clone();
    let mv = trap.safe_moves().next().expect("a safe move").mv;
    let from = mv.from().expect("a square");
    user.click(&from.to_string()).click(&mv.to().to_string());
    let quiz = &trap_quiz(&user.app);
    assert!(quiz.found_moves() == [mv] || quiz.result().solved == 1);
}

#[test]
fn the_time_ends_it_and_then_nothing_wakes() {
    let mut user = user();
    let san = wrong(&user.app);
    user.play(&san);
    user.app.shared.toasts.clear();
    let wait = user.app.next_deadline().map(|at| at - user.app.shared.now).expect("the clock runs");
    assert!(wait <= Duration::from_secs(1));
    user.later(RUN_TIME);
    assert_eq!(user.app.next_deadline(), None, "an idle program does not wake");
    user.check_says("The time is up").check_says("Where a win was thrown away");
    user.press("]").check_says("Missed");
    assert_eq!(user.app.shown_board().quiz().and_then(|active| active.viewed_mistake), Some(0));
    user.press("ctrl-n");
    assert_eq!(left(&user.app), RUN_TIME, "it starts again");
    user.press("esc");
    assert!(user.app.shown_board().quiz().is_none() && user.app.shown_walk().is_none(), "the list is back");
    user.press("enter");
    assert!(user.app.practice_tab.board.round().is_some());
}

#[test]
fn it_does_not_wake_another_screen() {
    let mut user = user();
    user.app.shared.toasts.clear();
    user.press("2");
    user.app.shared.toasts.clear();
    assert_eq!(user.app.next_deadline(), None);
    user.press("3");
    assert!(user.app.shown_board().quiz().is_some());
}

#[test]
fn the_clock_stands_still_under_the_help() {
    let mut user = user();
    user.later(Duration::from_secs(10));
    assert_eq!(left(&user.app) + Duration::from_secs(10), RUN_TIME);
    for open in ["?", "S", ":"] {
        user.press(open);
        assert!(user.app.shared.dialog.is_some(), "{open}");
        assert!(
            user.app.next_deadline().is_none_or(|at| at > user.app.shared.now + RUN_TIME)
                || !user.app.shared.toasts.is_empty()
        );
        user.later(Duration::from_secs(70)).press("esc");
        assert!(user.app.shared.dialog.is_none(), "{open}");
        assert_eq!(left(&user.app) + Duration::from_secs(10), RUN_TIME, "{open}");
    }
    user.later(Duration::from_secs(5));
    assert_eq!(left(&user.app) + Duration::from_secs(15), RUN_TIME);
}
