//! The position editor, with keys and with the mouse.

use matescope::chess::{Color, DraftEdit, Piece, Square};
use matescope::tui::message::{Effect, MouseGesture, MouseHit};
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::editor::EditorTool;
use matescope::tui::navigation::Tab;

use super::User;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KQVK: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
const NO_PIECES: &str = "8/8/8/8/8/8/8/8 w - - 0 1";

impl User {
    /// The editor's draft as text.
    fn draft(&self) -> String {
        self.app.editor.open.as_ref().expect("the editor").draft().fen()
    }

    fn check_draft(&mut self, wanted: &str) -> &mut Self {
        assert_eq!(self.draft(), wanted);
        self
    }

    fn check_closed(&mut self) -> &mut Self {
        assert!(self.app.editor.open.is_none());
        self
    }

    /// A mouse event on a square.
    fn at(&mut self, gesture: MouseGesture, square: &str) -> &mut Self {
        self.mouse(gesture, Some(MouseHit::Square(square.parse().expect("a square"))))
    }

    /// Clicks on a slot of the piece box.
    fn choose(&mut self, tool: EditorTool) -> &mut Self {
        let hit = Some(MouseHit::Tool(tool));
        self.mouse(MouseGesture::Press, hit).mouse(MouseGesture::Release, hit)
    }
}

fn piece_tool(letter: char) -> EditorTool {
    EditorTool::Piece(Piece::from_char(letter).expect("a piece"))
}

#[test]
fn a_position_is_set_up_with_keys_and_analyzed() {
    let mut user = User::new();
    user.press("C").check_draft(START);
    // Letters put pieces where the cursor is; a king and a queen mate a bare king.
    user.press("X").check_draft(NO_PIECES).press("home pagedown k right right right K");
    user.press("up up left left Q").check_draft(KQVK).check_fen(KQVK);
    user.check_says("KQvK").check_says("27 legal moves").check_says("LEGAL");
    user.press("enter").check_closed().check_tab(Tab::Analyze).check_fen(KQVK);
    assert!(user.job().is_some(), "analysis starts at once");
    // It was used: the editor begins with what is on the board now.
    user.press("C u").check_draft(KQVK);
    assert_eq!(user.note(), "Nothing to undo");
}

#[test]
fn a_fault_is_reported_with_its_place_and_nothing_is_lost() {
    let mut user = User::new();
    user.press("ctrl-e X home pagedown k end K pageup P");
    let faulty = "7P/8/8/8/8/8/8/k6K w - - 0 1";
    user.check_draft(faulty).check_says("a pawn stands on h8").check_says("1 fault");
    for keys in ["enter", "ctrl-g", "ctrl-d"] {
        user.press("home").press(keys).check_draft(faulty).check_tab(Tab::Play);
        assert_eq!(user.note(), "Not yet: a pawn stands on h8, where none can be");
        assert_eq!(user.app.editor.open.as_ref().map(|editor| editor.cursor), Some(Square::H8));
    }
    user.press("Q s").check_says("Black to move");
    user.press("enter").check_tab(Tab::Analyze).check_fen("7Q/8/8/8/8/8/8/k6K b - - 0 1");
}

#[test]
fn what_was_set_up_waits_where_one_leaves() {
    let mut user = User::new();
    user.press("C X K esc").check_closed().check_fen(START).play("e4").engine_plays("e5");
    user.press("C").check_draft("8/8/8/8/8/8/8/4K3 w - - 0 1");
    user.press("2").check_closed().check_tab(Tab::Analyze).press("C");
    user.check_draft("8/8/8/8/8/8/8/4K3 w - - 0 1").press("u u").check_draft(START);
    user.press("U").check_draft(NO_PIECES);
    // The board's own position can be had at any time.
    user.press("o").check_draft(START).press("esc 1 C o");
    user.check_draft("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
}

#[test]
fn what_was_not_changed_is_not_kept() {
    let mut user = User::new();
    user.press("C esc").play("e4").engine_plays("e5").press("C");
    user.check_draft("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
}

#[test]
fn the_side_castling_en_passant_and_counters_are_set() {
    let mut user = User::new();
    user.press("C").paste("r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1");
    user.press("c").check_draft("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQ - 0 1");
    user.press("end c").check_draft("r3k2r/8/8/3pP3/8/8/8/R3K2R w Q - 0 1");
    user.press("up c").check_draft("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1");
    user.press("e").check_draft("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    user.press("e e + + - > > <").check_draft("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 1 2");
    user.press("m").check_draft("r2k3r/8/8/3Pp3/8/8/8/R2K3R w - e6 1 2");
    user.press("v").check_draft("r2k3r/8/8/8/3pP3/8/8/R2K3R b - e3 1 2");
    user.press("s").check_draft("r2k3r/8/8/8/3pP3/8/8/R2K3R w - - 1 2");
    user.press("i").check_draft(START);
    let right = Some(MouseHit::EditPosition(DraftEdit::ToggleCastlingRight(Square::A8)));
    user.mouse(MouseGesture::Press, right)
        .check_draft("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1");
    user.press("X e");
    assert_eq!(user.note(), "No pawn can have just moved two squares here");
}

#[test]
fn the_mouse_takes_pieces_from_the_box_and_moves_them() {
    let mut user = User::new();
    user.press("C X")
        .choose(piece_tool('K'))
        .click("d1")
        .choose(piece_tool('k'))
        .click("a1")
        .choose(piece_tool('Q'));
    // The button held down paints; one stroke is one undo.
    user.at(MouseGesture::Press, "b3").at(MouseGesture::Drag, "b4").at(MouseGesture::Drag, "b5");
    user.at(MouseGesture::Release, "b5").check_draft("8/8/8/1Q6/1Q6/1Q6/8/k2K4 w - - 0 1");
    user.press("u").check_draft("8/8/8/8/8/8/8/k2K4 w - - 0 1").press("U");
    // The same piece once more takes it away, the other button clears, the eraser too.
    user.click("b5").check_draft("8/8/8/8/1Q6/1Q6/8/k2K4 w - - 0 1");
    user.at(MouseGesture::RightPress, "b4").mouse(MouseGesture::Release, None).check_draft(KQVK);
    user.choose(EditorTool::Eraser).click("b3").check_draft("8/8/8/8/8/8/8/k2K4 w - - 0 1").press("u");
    // Esc puts the eraser back; then pieces are moved: by a drag, by two clicks, off the board.
    user.press("esc").drag("b3", "c7").check_draft("8/2Q5/8/8/8/8/8/k2K4 w - - 0 1");
    user.click("c7").click("b3").check_draft(KQVK);
    user.at(MouseGesture::Press, "b3").mouse(MouseGesture::Drag, None).mouse(MouseGesture::Release, None);
    user.check_draft("8/8/8/8/8/8/8/k2K4 w - - 0 1");
    // A piece dragged out of the box lands once, and the hand is empty again.
    let rook = Some(MouseHit::Tool(piece_tool('r')));
    user.mouse(MouseGesture::Press, rook).at(MouseGesture::Drag, "h8").at(MouseGesture::Release, "h8");
    user.check_draft("7r/8/8/8/8/8/8/k2K4 w - - 0 1").drag("h8", "h7");
    user.check_draft("8/7r/8/8/8/8/8/k2K4 w - - 0 1");
    // A piece picked up by a click is put down by Esc.
    user.click("h7").press("esc").click("h1").check_draft("8/7r/8/8/8/8/8/k2K4 w - - 0 1");
}

#[test]
fn text_and_board_are_two_views_of_one_thing() {
    let mut user = User::new();
    let faulty = "8/8/8/8/8/1Q6/8/k2K3K w - - 0 1";
    user.paste(faulty).press("ctrl-e").check_draft(faulty).check_says("White has 2 kings");
    user.at(MouseGesture::RightPress, "h1").at(MouseGesture::Release, "h1").check_draft(KQVK);
    // Esc leads back to the text as it was; the draft goes on as it was.
    user.press("esc").check_says("White has 2 kings").press("ctrl-e").check_draft(KQVK);
    // As text it has what was changed; without an error Tab leads back to the board.
    user.press("ctrl-e");
    let Some(Dialog::Paste(paste)) = &user.app.shared.dialog else { panic!("no box") };
    assert_eq!(paste.input.value(), KQVK);
    user.press("tab").check_draft(KQVK).press("u").check_draft(faulty);
    // Another text takes its place, and that can be undone.
    user.press("esc ctrl-u").paste("4k3/8/8/8/8/8/8/4K2R w K - 0 1").press("tab");
    user.check_draft("4k3/8/8/8/8/8/8/4K2R w K - 0 1").press("u").check_draft(faulty);
    // A fault in the text itself: what can be made out is there.
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1").press("ctrl-e").check_draft(KQVK);
}

#[test]
fn the_fen_is_copied_and_pasted() {
    let mut user = User::new();
    user.press("C X K y f");
    assert!(user.wishes().contains(&Effect::Copy("8/8/8/8/8/8/8/4K3 w - - 0 1".to_owned())));
    user.paste(KQVK).check_draft(KQVK).paste("1. e4 e5");
    user.check_draft("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    user.paste("hello there").check_draft("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    user.press("u u").check_draft("8/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn it_is_played_and_practiced_from() {
    let mut user = User::new();
    user.press("C").paste(KQVK).press("ctrl-g").check_closed().check_tab(Tab::Play).check_fen(KQVK);
    user.play("Qb4");
    assert_eq!(user.sheet(), "Qb4");
    let mut user = User::new();
    user.press("C").paste("8/8/8/8/8/1q6/8/K2k4 b - - 0 1").press("ctrl-d");
    // A round that cannot be leaves everything as it is.
    assert!(user.note().starts_with("Practice needs White as the stronger side"), "{}", user.note());
    user.check_draft("8/8/8/8/8/1q6/8/K2k4 b - - 0 1").press("v ctrl-d").check_closed();
    user.check_tab(Tab::Practice);
}

#[test]
fn the_board_can_be_turned_and_the_help_lies_over_it() {
    let mut user = User::new();
    user.press("C F home pagedown n").check_draft("rnbqkbnn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1");
    assert_eq!(user.app.shared.board.bottom, Color::Black);
    user.press("?").check_says("In the editor").check_says("place a piece").press("esc");
    user.check_draft("rnbqkbnn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1");
    user.press(": e m p t y enter").check_draft(NO_PIECES);
}
