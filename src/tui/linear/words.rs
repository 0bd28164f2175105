//! Moves, pieces and squares in words, as they are spoken.

use shakmaty::Board;

use crate::chess::fen::FenRuleStatus;
use crate::chess::half_move::NULL_MOVE_SAN;
use crate::chess::names::{color_name, role_name};
use crate::chess::{Color, Position, Role, Square, notation};
use crate::tui::model::Editor;

/// A move by its standard notation, in words: `knight b takes d7, check`.
pub(super) fn san_in_words(san: &str) -> String {
    let end = match san.chars().last() {
        Some('+') => ", check",
        Some('#') => ", mate",
        _ => "",
    };
    let plain = san.trim_end_matches(['+', '#']);
    match plain {
        "O-O" => return format!("castles short{end}"),
        "O-O-O" => return format!("castles long{end}"),
        NULL_MOVE_SAN => return "pass".to_owned(),
        _ => {}
    }
    let (plain, promotion) =
        plain.split_once('=').map_or((plain, None), |(plain, promoted)| (plain, promoted.chars().next()));
    let mut words = Vec::new();
    let mut rest = plain;
    if let Some(role) = plain.chars().next().filter(char::is_ascii_uppercase).and_then(Role::from_char) {
        words.push(role_name(role).to_owned());
        rest = &plain[1..];
    }
    let (before, square) = rest.split_at(rest.len().saturating_sub(2));
    let from = before.trim_end_matches('x');
    if !from.is_empty() {
        words.push(from.to_owned());
    }
    if before.ends_with('x') {
        words.push("takes".to_owned());
    }
    words.push(square.to_owned());
    if let Some(role) = promotion.and_then(Role::from_char) {
        words.push(format!("promotes to {}", role_name(role)));
    }
    words.join(" ") + end
}

/// The pieces of both sides, a line each: `White: king e1, rooks a1 h1.`
pub(super) fn piece_lines(board: &Board, turn: Color) -> Vec<String> {
    let of_side = |color: Color| {
        if (board.by_color(color)).is_empty() {
            return format!("{}: no piece.", color_name(color));
        }
        let groups = Role::ALL.into_iter().rev().filter_map(|role| {
            let squares: Vec<String> =
                board.by_piece(role.of(color)).into_iter().map(|square| square.to_string()).collect();
            let plural = if squares.len() == 1 { "" } else { "s" };
            (!squares.is_empty()).then(|| format!("{}{plural} {}", role_name(role), squares.join(" ")))
        });
        format!("{}: {}.", color_name(color), groups.collect::<Vec<_>>().join(", "))
    };
    vec![of_side(Color::White), of_side(Color::Black), format!("{} to move.", color_name(turn))]
}

/// The editor's draft, a line for each part: the pieces, castling rights and the like, errors.
pub(super) fn draft_lines(editor: &Editor) -> Vec<String> {
    let draft = editor.draft();
    let mut lines = vec!["Position editor. Type help for its words.".to_owned()];
    lines.extend(piece_lines(draft.board(), draft.turn()));
    let rights: Vec<String> =
        draft.castling_rights().into_iter().map(|rook| draft.castling_letter(rook).to_string()).collect();
    if !draft.possible_castling_rights().is_empty() {
        let rights = if rights.is_empty() { "none".to_owned() } else { rights.join(" ") };
        lines.push(format!("Castling: {rights}."));
    }
    lines.extend(draft.en_passant().map(|square| format!("En passant {square}.")));
    lines.push(format!("Half-moves {}, move number {}.", draft.halfmoves(), draft.fullmoves()));
    let faults = editor.checks().iter().filter_map(|checked| match &checked.status {
        FenRuleStatus::Violated(reason) => {
            let squares: Vec<String> = checked.squares.into_iter().map(|square| square.to_string()).collect();
            let see = if squares.is_empty() { String::new() } else { format!(", see {}", squares.join(" ")) };
            Some(format!("Fault: {reason}{see}."))
        }
        FenRuleStatus::Satisfied | FenRuleStatus::NotChecked => None,
    });
    lines.extend(faults);
    if editor.position().is_some() {
        lines.push("Legal.".to_owned());
    }
    lines
}

/// The board rank by rank, White's pieces in capitals: `8 r n b q k b n r`.
pub(super) fn rank_lines(board: &Board) -> Vec<String> {
    let rank = |rank: u32| {
        let letters = (0..8).map(|file| {
            let piece = board.piece_at(Square::new(rank * 8 + file));
            piece.map_or('.', shakmaty::Piece::char).to_string()
        });
        format!("{} {}", rank + 1, letters.collect::<Vec<_>>().join(" "))
    };
    let mut lines: Vec<String> = (0..8).rev().map(rank).collect();
    lines.push("  a b c d e f g h".to_owned());
    lines
}

/// The piece on a square, its attackers and defenders, and where it may go in a legal position: `e4: white
/// pawn.`
pub(super) fn square_text(board: &Board, position: Option<&Position>, square: Square) -> String {
    let occupant = board.piece_at(square).map_or_else(
        || "empty".to_owned(),
        |piece| format!("{} {}", color_name(piece.color).to_lowercase(), role_name(piece.role)),
    );
    let mut sentences = vec![format!("{square}: {occupant}.")];
    for color in [Color::White, Color::Black] {
        let from: Vec<String> = board
            .attacks_to(square, color, board.occupied())
            .into_iter()
            .filter_map(|from| Some(format!("{} {from}", role_name(board.role_at(from)?))))
            .collect();
        if !from.is_empty() {
            sentences.push(format!("Attacked by {}: {}.", color_name(color), from.join(", ")));
        }
    }
    let moves: Vec<String> = position.map_or_else(Vec::new, |position| {
        let own = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(square));
        own.map(|mv| notation::san(position, mv)).collect()
    });
    if !moves.is_empty() {
        sentences.push(format!("Moves: {}.", moves.join(" ")));
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    #[test]
    fn moves_are_spoken_in_full() {
        for (san, words) in [
            ("e4", "e4"),
            ("exd5", "e takes d5"),
            ("Nf3", "knight f3"),
            ("Nbxd7+", "knight b takes d7, check"),
            ("R1a3", "rook 1 a3"),
            ("Qh4xe1", "queen h4 takes e1"),
            ("O-O", "castles short"),
            ("O-O-O#", "castles long, mate"),
            ("--", "pass"),
            ("exd8=Q#", "e takes d8 promotes to queen, mate"),
        ] {
            assert_eq!(san_in_words(san), words);
        }
    }

    #[test]
    fn a_position_is_described_by_pieces_by_ranks_and_by_squares() {
        let position = fen::parse("4k3/4p3/8/8/8/3N4/8/R3K2R w KQ - 0 1").unwrap();
        assert_eq!(
            piece_lines(position.board(), position.turn()),
            ["White: king e1, rooks a1 h1, knight d3.", "Black: king e8, pawn e7.", "White to move."]
        );
        assert_eq!(rank_lines(position.board())[..2], ["8 . . . . k . . .", "7 . . . . p . . ."]);
        assert_eq!(
            square_text(position.board(), Some(&position), Square::E5),
            "e5: empty. Attacked by White: knight d3."
        );
        assert_eq!(
            square_text(position.board(), Some(&position), Square::D3),
            "d3: white knight. Moves: Nc1 Nb2 Nf2 Nb4 Nf4 Nc5 Ne5."
        );
    }
}
