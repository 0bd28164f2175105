//! Premoves: a move entered while the engine thinks, and where its piece could go at all.

use shakmaty::san::San;
use shakmaty::{Bitboard, attacks};

use crate::chess::{Piece, Position, Rank, Role, Square, destination_square, notation};

/// A premove: it is played once the engine has moved, if it is legal then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Premove {
    /// The move as it can be typed: `e2e4`, or as the user has typed it.
    pub text: String,
    /// Its text: as in `Nf3` where it would be legal now, else as it can be typed.
    pub name: String,
    /// The squares that mark it: from and to, or its target only.
    pub squares: Vec<Square>,
}

impl Premove {
    /// The piece of a square to another one, where it could go on an empty board. A pawn becomes a queen.
    pub(crate) fn from_to(position: &Position, from: Square, to: Square) -> Option<Self> {
        let piece = position.board().piece_at(from)?;
        if piece.color == position.turn() || !reaches(piece, from, to) {
            return None;
        }
        let last = piece.color.relative_rank(Rank::Eighth);
        let queen = if piece.role == Role::Pawn && to.rank() == last { "q" } else { "" };
        let text = format!("{from}{to}{queen}");
        let passed = position.after_null_move();
        let named = passed
            .and_then(|passed| Some(notation::san(&passed, notation::parse_typed(&passed, &text).ok()?)));
        Some(Self { name: named.unwrap_or_else(|| text.clone()), text, squares: vec![from, to] })
    }

    /// Parses a premove typed while the engine is to move in this position. None where it is not a move.
    pub(crate) fn typed(position: &Position, text: &str) -> Option<Self> {
        let passed = position.after_null_move();
        let meant = passed.and_then(|passed| Some((notation::parse_typed(&passed, text).ok()?, passed)));
        if let Some((mv, passed)) = meant {
            let squares = mv.from().into_iter().chain([destination_square(mv)]).collect();
            return Some(Self {
                text: notation::uci(&passed, mv),
                name: notation::san(&passed, mv),
                squares,
            });
        }
        let text = text.trim();
        if let (Some(Ok(from)), Some(Ok(to))) = (text.get(..2).map(str::parse), text.get(2..).map(str::parse))
        {
            return Self::from_to(position, from, to);
        }
        // It may become legal: a recapture is not possible before the capture.
        let squares = match text.parse::<San>().ok()? {
            San::Normal { to, .. } => vec![to],
            San::Castle(_) => Vec::new(),
            San::Put { .. } | San::Null => return None,
        };
        Some(Self { text: text.to_owned(), name: text.to_owned(), squares })
    }
}

/// Whether a piece could go from a square to another one on an empty board, or take there.
fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    let (files, ranks) = (from.file().distance(to.file()), from.rank().distance(to.rank()));
    match piece.role {
        Role::Pawn => {
            let forward = piece.color.fold_wb(to.rank() > from.rank(), to.rank() < from.rank());
            let second = from.rank() == piece.color.relative_rank(Rank::Second);
            forward && (ranks == 1 && files <= 1 || ranks == 2 && files == 0 && second)
        }
        Role::King => {
            from != to && (files <= 1 && ranks <= 1 || ranks == 0 && from.rank() == piece.color.backrank())
        }
        _ => attacks::attacks(from, piece, Bitboard::EMPTY).contains(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn check(fen: &str, text: &str, expected: Option<(&str, usize)>) {
        let found = Premove::typed(&fen::parse(fen).unwrap(), text);
        let summary = found.as_ref().map(|premove| (premove.text.as_str(), premove.squares.len()));
        assert_eq!(summary, expected, "{text} in {fen}");
    }

    #[test]
    fn what_is_typed_waits_as_a_move() {
        let open = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        check(open, "nf3", Some(("g1f3", 2)));
        let named = |text: &str| Premove::typed(&fen::parse(open).unwrap(), text).unwrap().name;
        assert_eq!((named("nf3"), named("g1f3"), named("e4d5")), ("Nf3".into(), "Nf3".into(), "e4d5".into()));
        check(open, "e5", Some(("e4e5", 2)));
        // There is nothing to capture yet.
        check(open, "exd5", Some(("exd5", 1)));
        check(open, "e4d5", Some(("e4d5", 2)));
        check(open, "e7e5", None);
        check(open, "e4e7", None);
        check(open, "hello", None);
        // In check there is no null move; squares and notation still mean something.
        let check_given = "4k3/8/8/8/4R3/8/P7/4K3 b - - 0 1";
        check(check_given, "a2a4", Some(("a2a4", 2)));
        check(check_given, "a4", Some(("a4", 1)));
        check("8/P6k/8/8/8/8/8/K7 b - - 0 1", "a7a8", Some(("a7a8q", 2)));
    }
}
