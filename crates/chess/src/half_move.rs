//! A half-move of a game record: a move, or a null move, with which annotators let a side pass.

use shakmaty::Move;

use super::notation::{self, MoveError};
use super::position::Position;
use super::text::quoted;

/// A half-move: a move, or a null move. A null move is no move of chess; a record may hold one wherever the side
/// to move is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HalfMove {
    /// A move.
    Move(Move),
    /// A null move: the other side is to move.
    Null,
}

/// The null move as PGN files have it.
pub const NULL_MOVE_SAN: &str = "--";

/// The null move as UCI has it.
pub const NULL_MOVE_UCI: &str = "0000";

impl HalfMove {
    /// The move; None for a null move.
    #[must_use]
    pub const fn mv(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Null => None,
        }
    }

    /// The position after it; None where the move is not legal, or the side that passes is in check.
    #[must_use]
    pub fn after(self, position: &Position) -> Option<Position> {
        match self {
            Self::Move(mv) => position.is_legal(mv).then(|| position.after(mv)),
            Self::Null => position.after_pass(),
        }
    }

    /// It in standard algebraic notation; a null move is `--`.
    #[must_use]
    pub fn san(self, position: &Position) -> String {
        self.mv().map_or_else(|| NULL_MOVE_SAN.to_owned(), |mv| notation::san(position, mv))
    }

    /// It in UCI notation; a null move is `0000`.
    #[must_use]
    pub fn uci(self, position: &Position) -> String {
        self.mv().map_or_else(|| NULL_MOVE_UCI.to_owned(), |mv| notation::uci(position, mv))
    }

    /// Parses a move in SAN or UCI, or a null move in any notation.
    ///
    /// # Errors
    /// When it is no legal move, or the side that passes is in check.
    pub fn parse(position: &Position, text: &str) -> Result<Self, MoveError> {
        if !is_null_move(text) {
            return notation::parse_move(position, text).map(Self::Move);
        }
        if position.is_check() {
            return Err(MoveError::PassInCheck(quoted(text)));
        }
        Ok(Self::Null)
    }
}

impl From<Move> for HalfMove {
    fn from(mv: Move) -> Self {
        Self::Move(mv)
    }
}

/// Whether a word is a null move, in one of the notations of programs and books: `--` or three dashes, `Z0`, `null`,
/// `pass`, `@@@@`, `0000`, `<>`.
#[must_use]
pub fn is_null_move(word: &str) -> bool {
    // Longer rows are ornaments of a text.
    let is_row_of_dashes = || matches!(word.chars().count(), 2 | 3) && word.chars().all(is_dash);
    ["Z0", "null", "pass"].iter().any(|name| word.eq_ignore_ascii_case(name))
        || ["@@@@", NULL_MOVE_UCI, "<>"].contains(&word)
        || is_row_of_dashes()
}

const fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    #[test]
    fn a_null_move_has_many_notations() {
        let start = Position::start();
        for text in ["--", "---", "––", "—-", "Z0", "z0", "null", "NULL", "pass", "@@@@", "0000", "<>"]
        {
            assert_eq!(HalfMove::parse(&start, text), Ok(HalfMove::Null), "{text}");
        }
        for text in ["-", "—", "----", "", "0-0", "Z", "passed", "<", "@@", "00000"] {
            assert!(HalfMove::parse(&start, text).is_err(), "{text}");
        }
        let e4 = HalfMove::parse(&start, "e2e4").unwrap();
        assert_eq!((e4.san(&start), e4.uci(&start), e4.mv().is_some()), ("e4".into(), "e2e4".into(), true));
        assert_eq!((HalfMove::Null.san(&start), HalfMove::Null.uci(&start)), ("--".into(), "0000".into()));
    }

    /// As python-chess counts: the turn and both counters go on, and the right to capture en passant is gone.
    #[test]
    fn a_null_move_is_a_half_move() {
        for (before, after) in [
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3",
            ),
            ("r3k3/8/8/8/8/8/8/4K2R b Kq - 99 60", "r3k3/8/8/8/8/8/8/4K2R w Kq - 100 61"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 w - - 1 2"),
        ] {
            let passed = HalfMove::Null.after(&fen::parse(before).unwrap()).unwrap();
            assert_eq!(fen::format(&passed), after);
            assert_eq!(passed.key(), passed.key_from_scratch());
        }
        let in_check = fen::parse("4k3/8/8/8/8/8/4q3/3QK3 w - - 0 1").unwrap();
        assert_eq!(HalfMove::Null.after(&in_check), None);
        let error = HalfMove::parse(&in_check, "Z0").unwrap_err().to_string();
        assert_eq!(error, "\"Z0\" passes the move, and nobody may pass in check");
    }
}
