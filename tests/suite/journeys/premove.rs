//! Premoves.

use std::time::Duration;

use matescope::tui::navigation::Tab;

use super::User;

impl User {
    fn waits(&self) -> Option<&str> {
        self.app.play.premove.as_ref().map(|premove| premove.text.as_str())
    }
}

#[test]
fn a_typed_move_waits_and_is_played_at_once() {
    let mut user = User::new();
    user.play("e4").play("Nf3");
    assert_eq!(user.waits(), Some("g1f3"));
    user.check_says("Nf3 waits for the engine's move").engine_plays("e5");
    assert_eq!((user.sheet().as_str(), user.waits()), ("e4 e5 Nf3", None));
    // The engine thinks about its reply; there is no premove any more.
    user.engine_plays("Nc6");
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6");
}

#[test]
fn the_mouse_makes_one_too_and_another_one_takes_its_place() {
    let mut user = User::new();
    user.play("e4").click("d2").click("d4");
    assert_eq!(user.waits(), Some("d2d4"));
    user.drag("e4", "d5");
    assert_eq!(user.waits(), Some("e4d5"), "what may be there to be taken");
    user.engine_plays("d5");
    assert_eq!(user.sheet(), "e4 d5 exd5");
}

#[test]
fn what_is_not_legal_then_is_dropped_and_reported() {
    let mut user = User::new();
    user.play("e4").play("exd5");
    assert_eq!(user.waits(), Some("exd5"));
    user.engine_plays("e5");
    assert_eq!((user.sheet().as_str(), user.waits()), ("e4 e5", None));
    assert_eq!(user.note(), "exd5 was dropped: it is not legal now");
    // What could never be a move is refused.
    user.play("Nf3").play("e7e5");
    assert_eq!(user.waits(), None);
    assert!(user.app.shared.prompt.error.is_some());
}

#[test]
fn esc_and_taking_back_drop_it() {
    let mut user = User::new();
    user.play("e4").play("d4").press("esc");
    assert_eq!(user.waits(), None);
    user.play("d4").press("u");
    assert_eq!(user.waits(), None);
    user.play("e4").play("d4").later(Duration::from_secs(9)).press("ctrl-n enter").check_tab(Tab::Play);
    assert_eq!(user.waits(), None);
}

#[test]
fn a_stalemate_is_not_played_unasked() {
    let mut user = User::new();
    user.press("p").paste("8/7Q/8/8/8/8/k7/3K4 w - - 0 1").press("ctrl-g").play("Ke1").play("Qc2");
    assert_eq!(user.waits(), Some("h7c2"));
    user.engine_plays("Ka1");
    assert_eq!(user.sheet(), "Ke1 Ka1");
    assert!(user.app.shared.board.unconfirmed_move.is_some(), "it waits for a second Enter");
    user.press("enter");
    assert_eq!(user.sheet(), "Ke1 Ka1 Qc2");
}
