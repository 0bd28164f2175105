//! Every text that stands for a move, without optional marks.

use shakmaty::san::San;
use shakmaty::{CastlingMode, CastlingSide, Move, Role};

use super::Position;
use super::format::uci;

/// Whether a spelling of a move can begin with a letter, in either case. It costs far less than the spellings.
pub(super) fn may_begin_with(mv: Move, letter: char) -> bool {
    let letter = letter.to_ascii_lowercase();
    letter == mv.role().char()
        || mv.from().is_none_or(|from| from.file().char() == letter)
        || mv.is_castle() && letter == 'o'
}

/// The usual spellings of a move: squares, SAN, with a letter for a pawn, castling as `OO` and as the king onto its
/// rook, a pawn capture by files alone.
pub(super) fn usual_spellings(position: &Position, mv: Move) -> Vec<String> {
    let mut forms = vec![uci(position, mv)];
    if let Some(side) = mv.castling_side() {
        forms.push(if side == CastlingSide::KingSide { "OO" } else { "OOO" }.to_owned());
        if position.castling_mode() == CastlingMode::Standard {
            forms.push(mv.to_uci(CastlingMode::Chess960).to_string());
        }
        return forms;
    }
    let Some(from) = mv.from() else { return forms };
    let (file, to) = (from.file().char(), mv.to());
    if mv.role() != Role::Pawn {
        forms.push(format!("{from}{to}"));
        forms.push(San::from_move(position.chess(), mv).to_string().replace('x', ""));
        forms.push(format!("{}{from}{to}", mv.role().upper_char()));
        return forms;
    }
    let promotions = match mv.promotion() {
        None => vec![String::new()],
        Some(Role::Queen) => vec![String::new(), "Q".to_owned()],
        Some(role) => vec![role.upper_char().to_string()],
    };
    for promotion in promotions {
        let mut short = vec![format!("{from}{to}{promotion}")];
        if mv.is_capture() {
            short.push(format!("{file}{to}{promotion}"));
            short.push(format!("{file}{}{promotion}", to.file().char()));
        } else {
            short.push(format!("{to}{promotion}"));
        }
        forms.extend(short.iter().map(|form| format!("P{form}")));
        forms.extend(short);
    }
    forms
}

/// Spellings that count only where no usual one fits: with more or less disambiguation than necessary, and castling by
/// the king's target square, to which a plain king move may go in Chess960.
pub(super) fn unusual_spellings(mv: Move) -> Vec<String> {
    if mv.is_castle() {
        return vec![mv.to_uci(CastlingMode::Standard).to_string()];
    }
    let Some(from) = mv.from().filter(|_| mv.role() != Role::Pawn) else {
        return Vec::new();
    };
    let letter = mv.role().upper_char();
    let to = mv.to();
    [String::new(), from.file().char().to_string(), from.rank().char().to_string()]
        .into_iter()
        .map(|origin| format!("{letter}{origin}{to}"))
        .collect()
}
