//! What the board, the rounds and the cards do.

use matescope::tui::app::Tab;
use matescope::tui::message::{MouseGesture, MouseHit};

use crate::journeys::User;
use crate::program::Home;

/// An analyst with a pasted position or game.
fn analyst(text: &str) -> User {
    let mut user = User::new();
    user.press("2").paste(text).check_tab(Tab::Analyze);
    user
}

/// The king may castle, and one of the squares of castling is its own.
const OWN_SQUARE: [(&str, &str); 2] =
    [("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1"), ("1rk4r/8/8/8/8/8/8/4K3 b hb - 0 1", "c8")];

#[test]
fn a_second_click_on_the_king_puts_it_down() {
    let others = [("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1"), ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1")];
    for (fen, king) in OWN_SQUARE.into_iter().chain(others) {
        let mut user = analyst(fen);
        let before = user.fen();
        user.click(king);
        assert!(user.app.board.picked.is_some(), "{fen}");
        user.click(king);
        assert_eq!((user.fen(), user.app.board.picked), (before.clone(), None), "{fen}");
        // The same by cursor, and by a drag that comes back.
        user.press("j").app.board.cursor = Some(king.parse().unwrap());
        user.press("enter");
        assert!(user.app.board.picked.is_some(), "{fen}");
        user.press("enter");
        assert_eq!((user.fen(), user.app.board.picked), (before.clone(), None), "{fen}");
        let [own, other] = [king, "a5"].map(|name| Some(MouseHit::Square(name.parse().unwrap())));
        user.mouse(MouseGesture::Press, own).mouse(MouseGesture::Drag, other).mouse(MouseGesture::Drag, own);
        user.mouse(MouseGesture::Release, own);
        assert_eq!(user.fen(), before, "{fen}");
    }
}

#[test]
fn the_king_onto_its_rook_castles_by_click_drag_and_text() {
    for (fen, from, to, after) in [
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1", "h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1", "a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1", "c1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1", "h1", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1", "g1", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1", "b1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        // A plain move of the king comes first where it goes to castling's square.
        ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1", "g1", "4k3/8/8/8/8/8/8/R5KR b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1", "h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8", "a8", "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"),
    ] {
        analyst(fen).click(from).click(to).check_fen(after);
        analyst(fen).drag(from, to).check_fen(after);
        analyst(fen).play(&format!("{from}{to}")).check_fen(after);
    }
}

#[test]
fn the_rook_can_still_be_taken_in_hand() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    analyst(fen).click("h1").click("h5").check_fen("4k3/8/8/7R/8/8/8/R3K3 b Q - 1 1");
    // With another piece in hand, and where the king may not castle.
    let mut user = analyst(fen);
    user.click("a1").click("h1");
    assert_eq!(user.app.board.picked, Some("h1".parse().unwrap()));
    let mut user = analyst("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    user.click("e1").click("h1");
    assert_eq!(user.app.board.picked, Some("h1".parse().unwrap()));
    user.press("esc").play("e1h1").check_says("is not legal: White's own rook is on h1");
    analyst("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1").play("e1h1").check_says("is not legal: f1 is not empty");
}

#[test]
fn castling_waits_for_its_second_click_and_as_a_premove() {
    let mut user = User::new();
    for (mine, theirs) in [("e4", "e5"), ("Nf3", "Nc6"), ("Bc4", "Bc5")] {
        user.play(mine).engine_plays(theirs);
    }
    user.app.config.play.confirm_moves = true;
    user.click("e1").click("e1");
    assert_eq!((user.sheet().as_str(), user.app.board.picked), ("e4 e5 Nf3 Nc6 Bc4 Bc5", None));
    user.click("e1").click("h1").check_says("O-O: Enter plays it");
    user.click("h1");
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");

    let mut user = User::new();
    for (mine, theirs) in [("e4", "e5"), ("Nf3", "Nc6")] {
        user.play(mine).engine_plays(theirs);
    }
    user.play("Bc4").click("e1").click("h1").check_says("O-O waits for the engine's move");
    user.engine_plays("Bc5");
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
}

#[test]
fn lists_of_moves_castle_onto_the_rook() {
    const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 g8f6 d2d3 e8h8 c1g5 d7d6 b1c3 c8g4 d1d2 d8d7";
    let user = analyst(MOVES);
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O Bg5 d6 Nc3 Bg4 Qd2 Qd7");
    let user = analyst(&format!("position startpos moves {MOVES}"));
    assert_eq!(user.sheet().split(' ').count(), 16);
    let user = analyst("position fen 4k3/8/8/8/8/8/8/R5KR w HA - 0 1 moves g1h1 e8e7");
    assert_eq!(user.sheet(), "O-O Ke7");

    let home = Home::new("reports_castling");
    let list = home.file("list.pgn", format!("{MOVES}\n").as_bytes());
    let imported = home.run(&["import", list.to_str().unwrap()], "");
    assert!(imported.output.ends_with(": 1 game new\n"), "{}", imported.output);
    let uci = home.run(&["uci"], &format!("position startpos moves {MOVES}\nd\nquit\n"));
    assert!(uci.output.contains("r4rk1/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R4RK1 w"));
}
