//! The help dialog: the list of keys, read, searched and chosen from.

use matescope::tui::message::{MouseGesture, MouseHit};
use matescope::tui::model::dialog::Dialog;
use matescope::tui::navigation::Tab;

use super::User;

impl User {
    pub(crate) fn types(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.press(&if c == ' ' { "space".to_owned() } else { c.to_string() });
        }
        self
    }

    fn check_no_box(&mut self) -> &mut Self {
        assert!(self.app.shared.dialog.is_none(), "{:?}", self.app.shared.dialog);
        self
    }

    /// Checks that the screen does not show a text.
    fn check_silent(&mut self, unwanted: &str) -> &mut Self {
        let screen = self.screen();
        assert!(!screen.contains(unwanted), "{unwanted:?} is on the screen:\n{screen}");
        self
    }
}

#[test]
fn keys_are_found_by_words_of_what_they_do() {
    let mut user = User::new();
    user.press("? /")
        .types("turn board")
        .check_says("Turn the board around")
        .check_silent("Offer the engine");
    // By name, by key, by where it works.
    user.press("ctrl-u /").types("flip").check_says("Turn the board around");
    user.press("esc /")
        .types("ctrl-l")
        .check_says("Draw the whole screen again")
        .check_silent("Turn the board");
    user.press("esc /").types("D").check_says("Offer the engine a draw");
    user.press("esc /").types("game resign").check_says("Give up the game").check_silent("Turn the board");
    user.press("esc /").types("zzz").check_says("no key that works here").press("enter").check_no_box();
}

#[test]
fn what_is_chosen_is_done() {
    let mut user = User::new();
    user.press("? /").types("flip").press("enter").check_no_box();
    assert_eq!(user.app.shared.board.bottom, matescope::chess::Color::Black);
    user.press("? /")
        .types("go to the")
        .press("down down down enter")
        .check_no_box()
        .check_tab(Tab::Practice);
    // The mouse does the same, and rows count as they are listed.
    user.press("1 ? /")
        .types("board around")
        .mouse(MouseGesture::Press, Some(MouseHit::Row(0)))
        .check_no_box();
    assert_eq!(user.app.shared.board.bottom, matescope::chess::Color::Black);
    // A key without an action here has no effect.
    user.press("? /").types("give up").press("enter y").check_no_box();
}

#[test]
fn esc_shows_all_keys_again_and_then_closes() {
    let mut user = User::new();
    user.press("? /")
        .types("flip")
        .check_silent("Offer the engine")
        .press("esc")
        .check_says("Offer the engine");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Help(_))));
    user.press("esc").check_no_box().press("? q").check_no_box().press("? ?").check_no_box();
    // The list can be scrolled without a search, and stops at its end.
    user.press("?");
    for _ in 0..30 {
        user.press("pagedown");
    }
    user.check_says("One level back").press("enter").check_no_box();
}
