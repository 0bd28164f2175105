//! Move notation: SAN and UCI text, and a lenient parser for moves that people type. Reading order: `format`
//! (writing moves), this file, `typed` (moves typed at a prompt), `spellings` (every text that stands for a
//! move), `illegal_reason` (why a move is not legal).

mod format;
mod illegal_reason;
mod spellings;
mod typed;

pub use format::{numbered_line, san, san_line, uci, uci_line};
pub use illegal_reason::why_illegal;
use shakmaty::san::SanPlus;
use shakmaty::{File, Move, Role, Square};
pub use typed::{complete_move, completions, parse_typed};

use super::position::Position;
use super::text::quoted;

/// The error for a text that is no legal move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is no move.
    #[error("\"{0}\" is not a move: write e4, Nf3, exd5, O-O or e2e4")]
    NoMove(String),
    /// The text is a move that is not legal here.
    #[error("\"{0}\" is not legal here")]
    Illegal(String),
    /// The text is a null move, and the side to move is in check.
    #[error("\"{0}\" passes the move, and nobody may pass in check")]
    PassInCheck(String),
    /// The text matches several legal moves.
    #[error("\"{text}\" may mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The matching moves in SAN.
        candidates: Vec<String>,
    },
}

/// Parses a move as people type it: SAN or UCI, in any case, with or without `x`, `=`, `+`, `#`, `!` and `?`;
/// `0-0` for castling, also written by the squares of the king and its rook (`e1h1`); `exd` for a pawn capture; `e8`
/// promotes to a queen.
///
/// # Errors
/// Whether the text is no move at all, not legal here, or ambiguous.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    // Standard SAN is parsed directly, because files have millions of moves.
    let standard = SanPlus::from_ascii(text.as_bytes()).ok();
    if let Some(mv) = standard.and_then(|san| san.san.to_move(position.chess()).ok()) {
        return Ok(mv);
    }
    let wanted = normalize_input(text);
    if wanted.is_empty() || signs_of(text) != MoveSigns::Sound {
        return Err(MoveError::NoMove(quoted(text)));
    }
    let mut fitting = matching_moves(position, &wanted, |form, wanted| form == wanted);
    if fitting.is_empty() {
        fitting = self::matching_moves(position, &wanted, str::eq_ignore_ascii_case);
    }
    match fitting.as_slice() {
        [mv] => Ok(*mv),
        [] if looks_like_a_move(&wanted) => Err(MoveError::Illegal(quoted(text))),
        [] => Err(MoveError::NoMove(quoted(text))),
        several => {
            Err(MoveError::Ambiguous { text: quoted(text), candidates: disambiguated(position, several) })
        }
    }
}

/// Parses moves that follow each other, and plays them.
///
/// # Errors
/// When a text is no legal move: the position is then the one before that text.
pub fn play_line<'a>(
    position: &mut Position,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Move>, MoveError> {
    let play = |text| {
        let mv = parse_move(position, text)?;
        position.play(mv);
        Ok(mv)
    };
    texts.into_iter().map(play).collect()
}

/// The moves that a text matches; unusual spellings count only if no usual one matches.
fn matching_moves(position: &Position, wanted: &str, fits: impl Fn(&str, &str) -> bool) -> Vec<Move> {
    let legal = position.legal_moves();
    let of = |spelled: &dyn Fn(Move) -> Vec<String>| -> Vec<Move> {
        let matches = |mv: &Move| spelled(*mv).iter().any(|form| fits(form, wanted));
        legal.iter().copied().filter(matches).collect()
    };
    let usual = of(&|mv| spellings::usual_spellings(position, mv));
    if usual.is_empty() { of(&spellings::unusual_spellings) } else { usual }
}

/// The text without optional marks.
fn normalize_input(text: &str) -> String {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let passant = ["e.p.", "ep"].iter().find_map(|end| lower.strip_suffix(end)).map_or(text.len(), str::len);
    let text = text.get(..passant).unwrap_or(text).trim();
    let castling = |text: &str| text.chars().all(|c| "0oO-+#!?".contains(c));
    if castling(text) && text.contains(['0', 'o', 'O']) {
        return text.chars().filter(|c| "0oO".contains(*c)).map(|_| 'O').collect();
    }
    text.chars().filter(|c| !"xX:-+#!?=()./ ".contains(*c)).collect()
}

/// Where the signs of a typed move stand (`x`, `-`, `=`, `+`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveSigns {
    /// Each in its place.
    Sound,
    /// The last one needs something behind it: `nx`, `b8=`.
    Unfinished,
    /// One stands where none can: `nfx3`.
    Misplaced,
}

fn signs_of(text: &str) -> MoveSigns {
    let is_castling = text.trim_start().starts_with(['0', 'o', 'O']);
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    for (at, &letter) in letters.iter().enumerate() {
        let next = letters.get(at + 1);
        let is_sound = match (letter, next) {
            ('x' | 'X' | ':' | '=' | '/', None) => return MoveSigns::Unfinished,
            ('-', None) if !is_castling => return MoveSigns::Unfinished,
            ('x' | 'X' | ':', Some(next)) => next.is_ascii_alphabetic(),
            ('-', Some(next)) => is_castling || next.is_ascii_alphabetic(),
            ('=' | '/', Some(next)) => "QRBNqrbnKk(".contains(*next),
            ('+' | '#' | '!' | '?', Some(next)) => "+#!?".contains(*next),
            _ => true,
        };
        if !is_sound {
            return MoveSigns::Misplaced;
        }
    }
    MoveSigns::Sound
}

/// A legal move to show as an example: well-known ones such as `e4` first.
#[must_use]
pub fn example_move(position: &Position) -> Option<Move> {
    let legal = position.legal_moves();
    let steps = |mv: &Move| mv.from().map_or(0, |from| from.rank().distance(mv.to().rank()));
    let is_pawn = |mv: &Move| mv.role() == Role::Pawn;
    let preference = |mv: &&Move| {
        let is_double = is_pawn(mv) && steps(mv) == 2;
        (!is_double, mv.to().file() != File::E, mv.role() != Role::Knight, !is_pawn(mv), !is_central(mv.to()))
    };
    legal.iter().min_by_key(preference).copied()
}

fn is_central(square: Square) -> bool {
    matches!(square.file(), File::C | File::D | File::E | File::F)
}

/// Moves in SAN, with their squares if two of them differ only in the case of a letter.
fn disambiguated(position: &Position, moves: &[Move]) -> Vec<String> {
    let names: Vec<String> = moves.iter().map(|&mv| san(position, mv)).collect();
    let is_unique =
        |name: &String| names.iter().filter(|other| other.eq_ignore_ascii_case(name)).count() == 1;
    let disambiguate = |(&mv, name): (&Move, &String)| {
        if is_unique(name) { name.clone() } else { format!("{name} ({})", uci(position, mv)) }
    };
    moves.iter().zip(&names).map(disambiguate).collect()
}

fn looks_like_a_move(text: &str) -> bool {
    let known = |c: char| "abcdefghABCDEFGH12345678KQRBNPkqrbnpOo0".contains(c);
    text.len() >= 2 && text.len() <= 6 && text.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    fn check(fen: &str, typed: &str, wanted: &str) {
        let position = fen::parse(fen).unwrap();
        let read = match parse_move(&position, typed) {
            Ok(mv) => uci(&position, mv),
            Err(error) => error.to_string(),
        };
        assert_eq!(read, wanted, "{typed}");
    }

    #[test]
    fn a_sloppy_hand_is_understood() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for typed in ["nf3", "Nf3!", "g1f3", "G1F3", "g1-f3", "Ng1-f3", " Nf3+ "] {
            check(start, typed, "g1f3");
        }
        let open = "r3k2r/1pp5/8/3pP3/2B5/1b6/P1P3P1/R3K2R w KQkq d6 0 1";
        for typed in ["0-0", "O-O", "oo", "e1g1", "OO"] {
            check(open, typed, "e1g1");
        }
        check(open, "0-0-0", "e1c1");
        for typed in ["exd6", "exd", "exd6e.p.", "ed", "e5d6"] {
            check(open, typed, "e5d6");
        }
        check(open, "cxb3", "c2b3");
        check(open, "Bxb3", "c4b3");
        check("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8Q", "e7e8q");
        check("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8", "e7e8q");
        check("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "e8=N", "e7e8n");
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "Nf4", "\"Nf4\" is not legal here");
        for text in ["nf3x", "Nfx3", "N+f3", "Nf3-", "e=4", "e4=", "xe4x", "e2e4:", "Nf3+x"] {
            check(start, text, &format!("\"{text}\" is not a move: write e4, Nf3, exd5, O-O or e2e4"));
        }
        check(start, "hello", "\"hello\" is not a move: write e4, Nf3, exd5, O-O or e2e4");
        check("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", "\"Ne4\" may mean Nce4 or Nge4");
    }
}
