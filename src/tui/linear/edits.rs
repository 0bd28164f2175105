//! Commands that set up a position: `put white queen on e4`, `clear e4`, `white to move`.

use crate::chess::names::{color_name, role_name};
use crate::chess::{Color, DraftEdit, Piece, Role, Square};
use crate::tui::app::App;
use crate::tui::keymap::{Action, PasteAction};
use crate::tui::linear::line::LinearInput;
use crate::tui::message::Message;

/// The commands, for the help.
pub(super) const HELP: &str = "You set up a position: put white queen on e4, put black pawns on a7 b7, clear e4, move e2 to \
     e4, white to move, half-moves 12, move number 40. Then: analyze, play or practice; back leaves.";

/// Parses a command of the editor; an incomplete one is answered with the list of commands. None where it is
/// not such a command.
pub(super) fn parse_edit_line(app: &App, line: &str) -> Option<LinearInput> {
    if app.editor.open.is_none() || app.shared.dialog.is_some() {
        return None;
    }
    // Some of these words are screen names as well; here they mean the setup.
    let use_it = match line {
        "analyze" => Some(Action::Paste(PasteAction::Analyze)),
        "play" => Some(Action::Paste(PasteAction::Play)),
        "practice" => Some(Action::Paste(PasteAction::Practice)),
        _ => None,
    };
    if let Some(action) = use_it {
        return Some(LinearInput::Messages(vec![Message::Action(action)]));
    }
    if let Some(edits) = edits(&line.to_lowercase()) {
        return Some(LinearInput::Messages(edits.into_iter().map(Message::EditPosition).collect()));
    }
    let begins = ["put ", "clear ", "move "].iter().any(|word| line.to_lowercase().starts_with(word));
    begins.then(|| LinearInput::Answer(vec![HELP.to_owned()]))
}

fn edits(line: &str) -> Option<Vec<DraftEdit>> {
    let words: Vec<&str> = line
        .split([' ', ','])
        .filter(|word| !word.is_empty() && !["a", "an", "the", "and"].contains(word))
        .collect();
    match words.as_slice() {
        ["put", color, role, "on", squares @ ..] => {
            let piece = Piece { color: color_of(color)?, role: role_of(role)? };
            edit_squares(squares, |square| DraftEdit::SetPiece(square, Some(piece)))
        }
        ["clear", squares @ ..] => edit_squares(squares, |square| DraftEdit::SetPiece(square, None)),
        ["move", from, "to", to] => Some(vec![DraftEdit::MovePiece(from.parse().ok()?, to.parse().ok()?)]),
        [color, "to", "move"] => Some(vec![DraftEdit::SideToMove(color_of(color)?)]),
        ["half-moves", count] => Some(vec![DraftEdit::Halfmoves(count.parse().ok()?)]),
        ["move", "number", number] => Some(vec![DraftEdit::Fullmoves(number.parse().ok()?)]),
        _ => None,
    }
}

/// The same change on every square; None where there is none, or where one is no square.
fn edit_squares(squares: &[&str], edit: impl Fn(Square) -> DraftEdit) -> Option<Vec<DraftEdit>> {
    let edits: Option<Vec<DraftEdit>> = squares.iter().map(|square| square.parse().ok().map(&edit)).collect();
    edits.filter(|edits| !edits.is_empty())
}

fn color_of(word: &str) -> Option<Color> {
    [Color::White, Color::Black].into_iter().find(|&color| color_name(color).eq_ignore_ascii_case(word))
}

/// A piece by its name, one or several.
fn role_of(word: &str) -> Option<Role> {
    let singular = word.strip_suffix('s').unwrap_or(word);
    Role::ALL.into_iter().find(|&role| role_name(role) == singular)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_changes() {
        let queen = Some(Color::White.queen());
        let pawn = Some(Color::Black.pawn());
        for (line, expected) in [
            ("put white queen on e4", vec![DraftEdit::SetPiece(Square::E4, queen)]),
            (
                "put the black pawns on a7, b7",
                vec![DraftEdit::SetPiece(Square::A7, pawn), DraftEdit::SetPiece(Square::B7, pawn)],
            ),
            (
                "clear e4 and e5",
                vec![DraftEdit::SetPiece(Square::E4, None), DraftEdit::SetPiece(Square::E5, None)],
            ),
            ("move e2 to e4", vec![DraftEdit::MovePiece(Square::E2, Square::E4)]),
            ("black to move", vec![DraftEdit::SideToMove(Color::Black)]),
            ("half-moves 12", vec![DraftEdit::Halfmoves(12)]),
            ("move number 40", vec![DraftEdit::Fullmoves(40)]),
        ] {
            assert_eq!(edits(line), Some(expected), "{line}");
        }
        for line in
            ["put green queen on e4", "put white queen on e9", "clear", "white to", "half-moves -1", "e4"]
        {
            assert_eq!(edits(line), None, "{line}");
        }
    }
}
