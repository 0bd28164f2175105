//! Moves as people and programs write them, and a reader that forgives what people type.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Move, Role};

use super::position::Position;

/// A legal move in standard algebraic notation, with `+` or `#`.
#[must_use]
pub fn san(position: &Position, mv: Move) -> String {
    SanPlus::from_move(position.chess().clone(), mv).to_string()
}

/// A legal move as the UCI protocol writes it; castling as the position's mode wants it.
#[must_use]
pub fn uci(position: &Position, mv: Move) -> String {
    mv.to_uci(position.castling_mode()).to_string()
}

/// A line of legal moves in standard algebraic notation.
#[must_use]
pub fn san_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    moves
        .iter()
        .map(|&mv| {
            let text = san(&position, mv);
            position.play(mv);
            text
        })
        .collect()
}

/// A line of legal moves as the UCI protocol writes it.
#[must_use]
pub fn uci_line(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| uci(position, mv)).collect()
}

/// Why a text is not a move here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text has the form of no move.
    #[error("\"{0}\" is not a move: write e4, Nf3, exd5, O-O or e2e4")]
    NoMove(String),
    /// The text has the form of a move that is not legal now.
    #[error("\"{0}\" is not legal here")]
    Illegal(String),
    /// The text fits several legal moves.
    #[error("\"{text}\" may mean {}", candidates.join(" or "))]
    Ambiguous {
        /// What was written.
        text: String,
        /// The moves that it fits, in standard algebraic notation.
        candidates: Vec<String>,
    },
}

/// Reads a move as people type it: SAN or UCI, in any case, with or without `x`, `=`, `+`, `#`, `!` and
/// `?`; `0-0` for castling; `exd` for a pawn's capture; `e8` promotes to a queen.
///
/// # Errors
/// Says whether the text is no move at all, not legal here, or fits several moves.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    // What is written as it should be is read without trying what else it might mean: files have millions.
    let standard = SanPlus::from_ascii(text.as_bytes()).ok();
    if let Some(mv) = standard.and_then(|san| san.san.to_move(position.chess()).ok()) {
        return Ok(mv);
    }
    let wanted = plain(text);
    if wanted.is_empty() {
        return Err(MoveError::NoMove(text.trim().to_owned()));
    }
    let mut fitting = fitting(position, &wanted, |form, wanted| form == wanted);
    if fitting.is_empty() {
        fitting = self::fitting(position, &wanted, str::eq_ignore_ascii_case);
    }
    match fitting.as_slice() {
        [mv] => Ok(*mv),
        [] if looks_like_a_move(&wanted) => Err(MoveError::Illegal(text.trim().to_owned())),
        [] => Err(MoveError::NoMove(text.trim().to_owned())),
        several => Err(MoveError::Ambiguous {
            text: text.trim().to_owned(),
            candidates: several.iter().map(|&mv| san(position, mv)).collect(),
        }),
    }
}

/// Reads a move at a prompt: as [`parse_move`] does, and a beginning that only one move has is that move.
/// A text that names a square is whole: `e4` never becomes e4-e5.
///
/// # Errors
/// As those of [`parse_move`].
pub fn parse_typed(position: &Position, text: &str) -> Result<Move, MoveError> {
    parse_move(position, text).or_else(|error| match completions(position, text).as_slice() {
        [mv] if !text.trim().ends_with(|last: char| last.is_ascii_digit()) => Ok(*mv),
        _ => Err(error),
    })
}

/// The legal moves that a beginning of a typed move may become, for completion at a prompt.
#[must_use]
pub fn completions(position: &Position, text: &str) -> Vec<Move> {
    let wanted = plain(text);
    let begins = |form: &str, wanted: &str| form.starts_with(wanted);
    let exact = fitting(position, &wanted, begins);
    if !exact.is_empty() {
        return exact;
    }
    fitting(position, &wanted.to_ascii_lowercase(), |form, wanted| {
        form.to_ascii_lowercase().starts_with(wanted)
    })
}

fn fitting(position: &Position, wanted: &str, fits: impl Fn(&str, &str) -> bool) -> Vec<Move> {
    let legal = position.legal_moves();
    legal.iter().copied().filter(|&mv| forms(position, mv).iter().any(|form| fits(form, wanted))).collect()
}

/// The text without the marks that carry no meaning.
fn plain(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text).trim();
    let castling = |text: &str| text.chars().all(|c| "0oO-+#!?".contains(c));
    if castling(text) && text.chars().filter(|c| "0oO".contains(*c)).count() >= 2 {
        return text.chars().filter(|c| "0oO".contains(*c)).map(|_| 'O').collect();
    }
    text.chars().filter(|c| !"x:-+#!?=()./ ".contains(*c)).collect()
}

/// Every plain text that means this move.
fn forms(position: &Position, mv: Move) -> Vec<String> {
    let mut forms = vec![uci(position, mv)];
    if let Some(side) = mv.castling_side() {
        forms.push(if side == CastlingSide::KingSide { "OO" } else { "OOO" }.to_owned());
        return forms;
    }
    let Some(from) = mv.from() else { return forms };
    let (file, rank, to) = (from.file().char(), from.rank().char(), mv.to());
    let promotions: &[String] = &match mv.promotion() {
        None => vec![String::new()],
        Some(Role::Queen) => vec![String::new(), "Q".to_owned()],
        Some(role) => vec![role.upper_char().to_string()],
    };
    for promotion in promotions {
        forms.push(format!("{from}{to}{promotion}"));
        if mv.role() == Role::Pawn {
            forms.push(format!("P{from}{to}{promotion}"));
            if mv.is_capture() {
                forms.push(format!("{file}{to}{promotion}"));
                forms.push(format!("{file}{}{promotion}", to.file().char()));
            } else {
                forms.push(format!("{to}{promotion}"));
            }
        } else {
            let letter = mv.role().upper_char();
            for origin in [String::new(), file.to_string(), rank.to_string(), from.to_string()] {
                forms.push(format!("{letter}{origin}{to}"));
            }
        }
    }
    forms
}

fn looks_like_a_move(text: &str) -> bool {
    let known = |c: char| "abcdefghABCDEFGH12345678KQRBNPkqrbnpOo0".contains(c);
    text.len() >= 2 && text.len() <= 6 && text.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

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
    fn a_beginning_of_one_move_is_that_move_and_a_square_is_whole() {
        let position = fen::parse("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
        assert_eq!(parse_typed(&position, "Nh"), parse_move(&position, "Nh3"));
        assert_eq!(parse_typed(&position, "e4"), Err(MoveError::Illegal("e4".to_owned())));
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "Nf4", "\"Nf4\" is not legal here");
        check(start, "hello", "\"hello\" is not a move: write e4, Nf3, exd5, O-O or e2e4");
        check("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", "\"Ne4\" may mean Nce4 or Nge4");
    }
}
