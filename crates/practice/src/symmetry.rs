//! Positions that are the same but for the way that the board is turned: what is learned in one is known in
//! all.

use shakmaty::{Board, Setup};

use chess::{Position, Square, fen};

/// A way to lay the board down again: the two wings change places, the two sides, the two diagonals' halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionSymmetry {
    horizontal: bool,
    vertical: bool,
    diagonal: bool,
}

impl PositionSymmetry {
    /// The ways that change nothing but the look of a position: eight without pawns, two with them; one where
    /// castling is possible.
    #[must_use]
    pub fn all(position: &Position) -> Vec<Self> {
        let setup = position.to_setup();
        let both = [false, true];
        let symmetry = |wings, sides, diagonal| Self { horizontal: wings, vertical: sides, diagonal };
        if setup.castling_rights.any() {
            vec![symmetry(false, false, false)]
        } else if setup.board.pawns().any() {
            both.map(|wings| symmetry(wings, false, false)).to_vec()
        } else {
            let ways = both.into_iter().flat_map(|wings| {
                both.into_iter().flat_map(move |sides| both.map(|diagonal| symmetry(wings, sides, diagonal)))
            });
            ways.collect()
        }
    }

    /// A position laid down this way, without its counters. None where that is no legal position.
    #[must_use]
    pub fn apply(self, position: &Position) -> Option<Position> {
        let setup = position.to_setup();
        let mut board = setup.board;
        self.transform_board(&mut board);
        let ep_square = setup.ep_square.map(|square| self.transform_square(square));
        fen::from_setup(Setup {
            board,
            ep_square,
            halfmoves: 0,
            fullmoves: std::num::NonZeroU32::MIN,
            ..setup
        })
        .ok()
    }

    fn transform_board(self, board: &mut Board) {
        if self.horizontal {
            board.flip_horizontal();
        }
        if self.vertical {
            board.flip_vertical();
        }
        if self.diagonal {
            board.flip_diagonal();
        }
    }

    fn transform_square(self, square: Square) -> Square {
        // An en passant square has pawns, and with pawns only the wings change places.
        if self.horizontal { square.flip_horizontal() } else { square }
    }
}

/// Canonical form of a position under symmetry: pieces, side to move, castling and en passant as in a FEN.
/// Equal texts mean alike positions.
#[must_use]
pub fn canonical(position: &Position) -> String {
    let alike = PositionSymmetry::all(position).into_iter().filter_map(|way| way.apply(position));
    alike.map(|position| fen::epd(&position)).min().unwrap_or_else(|| fen::epd(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fens: &[&str], classes: usize) {
        let texts: std::collections::BTreeSet<String> =
            fens.iter().map(|fen| canonical(&fen::parse(fen).unwrap())).collect();
        assert_eq!(texts.len(), classes, "{texts:?}");
        for text in &texts {
            assert_eq!(&canonical(&fen::parse(text).unwrap()), text);
        }
    }

    #[test]
    fn without_pawns_eight_are_one() {
        check(
            &[
                "8/8/8/8/8/2K5/1Q6/k7 b - - 0 1",
                "8/8/8/8/8/5K2/6Q1/7k b - - 3 9",
                "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
                "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1",
            ],
            1,
        );
        check(&["8/8/8/8/8/3K4/1Q6/k7 b - - 0 1", "8/8/8/8/8/8/1QK5/k7 b - - 0 1"], 2);
        check(&["8/8/8/8/3K4/8/1Q6/k7 b - - 0 1", "8/8/8/8/8/8/1Q1K4/k7 b - - 0 1"], 2);
        check(&["8/8/8/8/2K5/8/3Q4/k7 w - - 0 1", "8/8/8/8/2K5/8/3Q4/k7 b - - 0 1"], 2);
        check(&["8/8/8/8/2K5/8/3Q4/k7 w - - 0 1", "8/8/8/8/1Q6/3K4/8/k7 w - - 0 1"], 1);
        check(&["8/8/8/8/2K5/8/3Q4/k7 w - - 0 1", "8/8/8/8/2K5/8/5Q2/k7 w - - 0 1"], 2);
    }

    #[test]
    fn with_pawns_two_are_one_and_castling_is_itself() {
        check(&["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "3k4/8/8/8/8/8/7P/3K4 w - - 0 1"], 1);
        check(&["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/7P/4K3 w - - 0 1"], 2);
        check(&["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "3k4/8/8/3Pp3/8/8/8/3K4 w - e6 0 1"], 1);
        check(&["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"], 2);
    }
}
