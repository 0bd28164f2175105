//! Animated moves.

use std::time::Duration;

use matescope::analysis::AnalysisEvent;
use matescope::chess::{Score, Square};
use matescope::tui::message::{Message, MouseGesture, MouseHit};
use matescope::tui::navigation::Tab;

use super::{User, found};

fn user() -> User {
    let mut user = User::new();
    user.app.shared.config.board.animation = true;
    user
}

/// The move that is being animated, `e2e4`.
fn way(user: &User) -> String {
    let flights = user.app.shared.motion.iter().flat_map(|motion| &motion.flights);
    flights.flat_map(|flight| [flight.from.to_string(), flight.to.to_string()]).collect()
}

#[test]
fn a_move_is_seen_on_its_way_and_then_nothing_wakes_the_program() {
    let mut user = user();
    user.press("2 s").play("e4");
    assert_eq!(way(&user), "e2e4");
    let mut pictures = 0;
    while user.app.shared.motion.is_some() {
        let at = user.app.next_deadline().expect("the next picture");
        assert!(at - user.app.shared.now <= Duration::from_millis(16));
        user.later(at - user.app.shared.now);
        pictures += 1;
        assert!(pictures < 10);
    }
    user.later(Duration::from_mins(1));
    assert_eq!(user.app.next_deadline(), None);
    user.press("left");
    assert_eq!(way(&user), "e4e2", "back the same way");
}

#[test]
fn the_picture_in_between_has_the_piece_between_the_squares() {
    let mut user = user();
    user.press("2 s").play("e4");
    let first = user.screen();
    user.later(Duration::from_millis(20));
    let second = user.screen();
    user.later(Duration::from_millis(200));
    let last = user.screen();
    assert!(first != second && second != last && first != last);
    user.app.shared.config.board.animation = false;
    user.press("left right");
    assert_eq!(user.app.shared.motion, None);
    assert_eq!(user.screen(), last);
}

#[test]
fn the_engines_move_is_seen_on_its_way() {
    let mut user = user();
    user.play("e4").later(Duration::from_secs(1)).engine_plays("e5");
    assert_eq!(way(&user), "e7e5");
}

#[test]
fn who_drags_or_steps_fast_waits_for_nothing() {
    let mut user = user();
    user.press("2 s").drag("e2", "e4");
    assert_eq!(way(&user), "");
    user.play("e5").later(Duration::from_secs(1)).press("left");
    assert_eq!(way(&user), "e5e7");
    user.press("left");
    assert_eq!(way(&user), "", "the second step comes before the first has been seen");
    user.later(Duration::from_secs(1)).press("right");
    assert_eq!(way(&user), "e2e4");
    user.press("1").check_tab(Tab::Play);
    assert_eq!(way(&user), "", "another board");
}

#[test]
fn news_from_the_background_and_clicks_do_not_disturb_a_piece_on_its_way() {
    let mut user = user();
    user.press("2").play("e4");
    let job = user.job().expect("a job");
    let news = found(&job, &[(Score::centipawns(30), "e5 Nf3")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(news))));
    assert_eq!(way(&user), "e2e4");
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Square(Square::E7))));
    assert_eq!(way(&user), "", "who goes on is not kept waiting");
    assert_eq!(user.app.shared.board.picked, Some(Square::E7));
}
