//! Text from anywhere, recognized by itself.

use matescope::tui::app::Tab;
use matescope::tui::dialog::{Dialog, Found};

use super::User;

#[test]
fn a_fen_is_analyzed_at_once_wherever_it_is_pasted() {
    let fen = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    for tab in ["1", "2", "3"] {
        let mut user = User::new();
        user.press(tab).paste(&format!(" {fen}\n")).check_tab(Tab::Analyze).check_fen(fen);
        assert!(user.job().is_some(), "analysis starts at once");
    }
}

#[test]
fn an_epd_and_lists_of_moves_are_recognized() {
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - bm Qb4; id \"x\";");
    user.check_fen("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for text in ["1. e4 e5", "e2e4 e7e5", "e4 e5 *", "[Event \"?\"]\n\n1. e4 e5 *\n"] {
        User::new().paste(text).check_tab(Tab::Analyze).check_fen(open);
    }
}

#[test]
fn a_single_move_that_is_pasted_is_played() {
    let mut user = User::new();
    user.paste("e4\n").check_tab(Tab::Play).engine_plays("e5");
    assert_eq!(user.sheet(), "e4 e5");
}

#[test]
fn a_fault_opens_the_box_with_its_place_and_a_repair() {
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1");
    let Some(Dialog::Paste(paste)) = &user.app.dialog else { panic!("no box") };
    let Found::Faulty(fault) = &paste.found else { panic!("{:?}", paste.found) };
    assert!(fault.reason.contains("rank 1"), "{}", fault.reason);
    assert_eq!(&paste.input.value()[fault.place.clone()], "k2K5");
    user.check_says("rank 1");
    // Enter takes the repair, the next Enter the position.
    user.press("enter enter").check_tab(Tab::Analyze).check_fen("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
}

#[test]
fn the_box_checks_while_one_types_and_the_board_shows_it() {
    let mut user = User::new();
    user.press("p");
    for c in "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1".chars() {
        let name = if c == ' ' { "space".to_owned() } else { c.to_string() };
        user.press(&name);
    }
    user.check_fen("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    user.press("ctrl-g").check_tab(Tab::Play).play("Qb4");
    assert_eq!(user.sheet(), "Qb4");
}

#[test]
fn nonsense_says_so_and_changes_nothing() {
    let mut user = User::new();
    user.paste("hello there");
    let Some(Dialog::Paste(paste)) = &user.app.dialog else { panic!("no box") };
    assert!(matches!(paste.found, Found::Unknown(_)));
    user.press("enter esc").check_tab(Tab::Play);
    assert!(user.app.dialog.is_none());
}

#[test]
fn control_characters_go_no_further() {
    let mut user = User::new();
    user.paste("\u{1b}]52;c;aGk=\u{7}\u{1b}[2Jhello\u{9b}31m");
    let Some(Dialog::Paste(paste)) = &user.app.dialog else { panic!("no box") };
    assert!(!paste.input.value().chars().any(char::is_control), "{:?}", paste.input.value());
}
