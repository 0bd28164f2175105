//! Pasted text: its kind is recognized without a choice.

use std::sync::Arc;

use matescope::game::pasted;
use matescope::tui::keymap::{Action, AppAction, EditorAction};
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::dialog::{Dialog, PasteContent};
use matescope::tui::navigation::Tab;

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
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    let PasteContent::IllegalPosition(fault) = &paste.content else { panic!("{:?}", paste.content) };
    assert!(fault.reason.contains("rank 1"), "{}", fault.reason);
    assert_eq!(&paste.input.value()[fault.place.clone()], "k2K5");
    user.check_says("rank 1");
    // Enter takes the correction, the next Enter the position.
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
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    assert!(matches!(paste.content, PasteContent::Unknown(_)));
    user.press("enter esc").check_tab(Tab::Play);
    assert!(user.app.shared.dialog.is_none());
}

#[test]
fn control_characters_go_no_further() {
    let mut user = User::new();
    user.paste("\u{1b}]52;c;aGk=\u{7}\u{1b}[2Jhello\u{9b}31m");
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    assert!(!paste.input.value().chars().any(char::is_control), "{:?}", paste.input.value());
}

#[test]
fn several_positions_are_a_list_to_step_through() {
    let (first, third) = ("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/1R6/8/k2K4 b - - 0 1");
    let mut user = User::new();
    user.paste(&format!("{first}\n8/8/8/8/8/1B6/8/k2K5 w - - bm Bc4; id \"two\";\n{third}\n"));
    user.check_tab(Tab::Games).check_says("3 positions").check_says("KQvK, White to move").check_says("two");
    user.press("down down enter").check_tab(Tab::Analyze).check_fen(third);
    // The list is still there; a game with an error opens the paste dialog, which offers corrections.
    user.press("5").check_tab(Tab::Games).press("up enter").check_says("rank 1 adds up to 9 files");
    user.press("enter enter").check_fen("8/8/8/8/8/1B6/8/k2K4 w - - 0 1");
    user.press("5 home enter").check_fen(first);
}

#[test]
fn links_and_commands_of_uci_are_positions() {
    let fen = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    for text in [
        "https://lichess.org/analysis/standard/8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1?color=black",
        "https://www.chess.com/analysis?fen=8%2F8%2F8%2F8%2F8%2F1Q6%2F8%2Fk2K4+w+-+-+0+1&flip=false",
        "position fen 8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
        "FEN: \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"",
    ] {
        User::new().paste(text).check_tab(Tab::Analyze).check_fen(fen);
    }
    let mut user = User::new();
    user.paste("position startpos moves e2e4 e7e5");
    user.check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let mut user = User::new();
    user.paste("https://lichess.org/abcdefgh").check_says("this link has no position in it");
    // The error is shown at its place in the FEN of the link.
    let mut user = User::new();
    user.paste("https://lichess.org/editor/8/8/8/8/8/1Q6/8/k2K5_w_-_-_0_1");
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    let PasteContent::IllegalPosition(fault) = &paste.content else { panic!("{:?}", paste.content) };
    assert_eq!(&paste.input.value()[fault.place.clone()], "k2K5");
}

#[test]
fn a_pasted_position_of_the_book_has_its_name() {
    let mut user = User::new();
    user.paste("r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
    user.check_says("Berlin Defense");
}

#[test]
fn a_faulty_position_is_shown_as_it_is_and_no_rule_is_called_kept_that_is_not() {
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/kK6 w - - 0 1").check_says("the kings on a1 and b1 stand side by side");
    let screen = user.screen();
    assert!(!screen.contains("one king each"), "{screen}");
    assert!(!screen.contains("On the board now"), "{screen}");
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    let (draft, squares) = paste.illegal_position.as_ref().expect("a board to show");
    assert_eq!(draft.fen(), "8/8/8/8/8/1Q6/8/kK6 w - - 0 1");
    assert_eq!(squares.into_iter().map(|square| square.to_string()).collect::<String>(), "a1b1");
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1");
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    let squares = paste.illegal_position.as_ref().expect("a board to show").1;
    assert_eq!(
        (squares.count(), squares.first().map(|square| square.to_string())),
        (8, Some("a1".to_owned()))
    );
}

#[test]
fn an_empty_editor_misses_both_kings() {
    let mut user = User::new();
    user.press("C")
        .happens(Message::Action(Action::Editor(EditorAction::EmptyBoard)))
        .check_says("both kings are missing");
}

/// A text that is too long to be read at once: two games, the first with a long comment.
fn long_text() -> String {
    format!(
        "[White \"Anna\"]\n\n1. e4 {{{}}} e5 *\n\n[White \"Carl\"]\n\n1. d4 *\n",
        "so long ".repeat(4_000)
    )
}

/// The requested reading, and its result.
fn reading(user: &mut User) -> Message {
    let wish = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::ReadText(id, text, here, _) => Some((id, text, here)),
        _ => None,
    });
    let (id, text, here) = wish.expect("a text to read");
    let pasted = pasted::recognize(&text, &here);
    Message::TextRead(id, Arc::from(text), Box::new(pasted))
}

#[test]
fn a_long_text_is_read_in_the_background_and_shown_with_its_progress() {
    let mut user = User::new();
    user.paste(&long_text()).check_tab(Tab::Play).check_says("Reading 32 kB of text: 0 %. Esc cancels");
    let read = reading(&mut user);
    let Message::TextRead(id, ..) = read else { panic!("{read:?}") };
    user.happens(Message::TextProgress(id, 420)).check_says("Reading 32 kB of text: 42 %");
    user.happens(read).check_tab(Tab::Games).check_says("2 games").check_says("Anna - ?");
    assert!(user.app.shared.text_reading.is_none());
}

#[test]
fn what_is_typed_while_a_text_is_read_is_not_lost() {
    let mut user = User::new();
    user.paste(&long_text());
    let read = reading(&mut user);
    // The move that was begun is finished first.
    user.press("e 4")
        .happens(read)
        .check_tab(Tab::Play)
        .check_says("2 games read: shown as soon as nothing is typed");
    user.press("enter");
    assert_eq!(user.app.play.walk.tree().move_count(), 1, "the move is played");
    user.check_tab(Tab::Games).check_says("Anna - ?");
    // A dialog is closed first.
    let mut user = User::new();
    user.paste(&long_text());
    let read = reading(&mut user);
    user.press("?").happens(read);
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Help(_))));
    user.press("esc").check_tab(Tab::Games);
}

#[test]
fn esc_cancels_the_reading_of_a_text_and_changes_nothing() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5");
    user.paste(&long_text());
    let read = reading(&mut user);
    user.press("esc");
    assert_eq!(user.wishes(), [Effect::CancelReading]);
    // It may have been ready at that moment.
    user.happens(read).check_tab(Tab::Play);
    assert_eq!((user.sheet().as_str(), user.app.shared.text_reading.is_none()), ("e4 e5", true));
}

#[test]
fn one_long_text_is_read_at_a_time() {
    let mut user = User::new();
    user.paste(&long_text());
    let read = reading(&mut user);
    user.paste(&long_text()).check_says("Another text is still being read");
    assert!(user.wishes().iter().all(|wish| !matches!(wish, Effect::ReadText(..))));
    user.happens(read).check_tab(Tab::Games);
}

#[test]
fn a_long_text_that_is_nothing_opens_the_box_with_its_beginning() {
    let mut user = User::new();
    user.paste(&"xyzzy ".repeat(10_000));
    let read = reading(&mut user);
    user.happens(read);
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("{:?}", user.app.shared.dialog) };
    assert!(matches!(paste.content, PasteContent::Unknown(_)));
    assert!(paste.input.value().len() < 20_000, "a key in the box must not take long");
}

#[test]
fn a_long_text_in_the_editor_sets_up_the_position_at_its_end() {
    let mut user = User::new();
    user.press("2");
    user.happens(Message::Action(Action::App(AppAction::EditPosition)));
    assert!(user.app.editor.open.is_some());
    user.paste(&format!("1. e4 {{{}}} e5 *\n", "so long ".repeat(4_000)));
    let read = reading(&mut user);
    user.happens(read);
    user.check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert!(user.app.editor.open.is_some());
}
