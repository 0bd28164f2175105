//! The position editor at all sizes: what is drawn is what can be clicked.

use matescope::chess::{DraftEdit, Piece};
use matescope::tui::keymap::{EditorAction, PasteAction};
use matescope::tui::message::MouseGesture;
use matescope::tui::model::editor::EditorTool;
use matescope::tui::navigation::ValueStep;

use super::*;

fn editor(fen: &str) -> User {
    let mut user = user();
    user.press("C").paste(fen);
    user
}

#[test]
fn a_position_in_the_making_is_looked_at() {
    check("editor", editor(KQVK));
    check_state("editor_rights", editor("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 20"));
    let mut user = editor("P7/8/8/8/8/1Q6/8/k2K3K w - - 0 1");
    user.happens(Message::Mouse(
        MouseGesture::Press,
        Some(MouseHit::Tool(EditorTool::Piece(Piece::from_char('n').expect("a piece")))),
    ));
    check_state("editor_faults", user);
    let mut user = editor(KQVK);
    user.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    user.press("u");
    for size in SIZES {
        let shown = text(&drawn(&mut user, size));
        assert!(shown.is_ascii(), "{size:?} {shown}");
    }
    user.press("U");
    check_state("editor_plain", user);
}

#[test]
fn the_parts_of_the_editor_can_be_clicked() {
    for size in SIZES {
        let mut user = editor("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 3 20");
        drawn(&mut user, size);
        let geometry = screen::geometry(&user.app).expect("a board");
        for square in Square::ALL {
            let place = geometry.square(square);
            let hit = screen::hit(&user.app, place.x + place.width / 2, place.y + place.height / 2);
            assert_eq!(hit, Some(MouseHit::Square(square)), "{size:?}");
        }
        let cells = || (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
        let mut hits: Vec<MouseHit> =
            cells().filter_map(|(column, row)| screen::hit(&user.app, column, row)).collect();
        hits.dedup();
        for tool in EditorTool::BOX.concat() {
            assert!(hits.contains(&MouseHit::Tool(tool)), "{size:?} {tool:?}");
        }
        let shown = text(&drawn(&mut user, size));
        for wanted in [
            MouseHit::EditPosition(DraftEdit::ToggleCastlingRight(Square::H1)),
            MouseHit::EditPosition(DraftEdit::ToggleCastlingRight(Square::A8)),
            MouseHit::EditPosition(DraftEdit::EnPassant(Some(Square::D6))),
            MouseHit::Action(Action::Editor(EditorAction::SideToMove)),
            MouseHit::Action(Action::Editor(EditorAction::Halfmoves(ValueStep::More))),
            MouseHit::Action(Action::Paste(PasteAction::Analyze)),
        ] {
            assert!(hits.contains(&wanted), "{size:?} {wanted:?}\n{shown}");
        }
    }
}
