//! King pairs: the placements of two kings.
//!
//! Without pawns the first king is mapped into the triangle a1-d1-d4, and the second one below the long
//! diagonal if the first is on it: 462 pairs (Thompson, "Retrograde analysis of certain endgames"). With
//! pawns only the mirror left to right may be used, and that is fixed by the pawns: all 3612 pairs count.

use super::symmetry::{BoardSymmetry, transformed_squares};
use chess::Square;

/// No pair of kings.
const NO_PAIR: u16 = u16::MAX;

/// A king pair: its number, and the symmetry that maps it to its normal form.
#[derive(Clone, Copy, Debug)]
pub(in crate::tables) struct KingPair {
    pub(in crate::tables) number: u16,
    pub(in crate::tables) symmetry: BoardSymmetry,
}

/// Whether pawns rule out rotations and reflections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KingPairBoard {
    Pawnless,
    WithPawns,
}

/// The numbers of the pairs.
#[derive(Debug)]
pub(in crate::tables) struct KingPairs {
    pairs: [[KingPair; 64]; 64],
    squares: [(Square, Square); 3612],
    count: u16,
}

pub(super) static WITHOUT_PAWNS: KingPairs = king_pairs(KingPairBoard::Pawnless);
pub(super) static WITH_PAWNS: KingPairs = king_pairs(KingPairBoard::WithPawns);

impl KingPairs {
    /// The pair of these squares, White's king first; None if the kings are adjacent.
    pub(in crate::tables) fn pair(&self, white: Square, black: Square) -> Option<KingPair> {
        let pair = self.pairs[white.to_usize()][black.to_usize()];
        (pair.number != NO_PAIR).then_some(pair)
    }

    /// The squares of each pair in normal form, White's king first.
    pub(in crate::tables) fn squares(&self) -> &[(Square, Square)] {
        &self.squares[..usize::from(self.count)]
    }
}

/// Whether both kings are on the long diagonal a1-h8.
pub(super) fn on_diagonal(white: Square, black: Square) -> bool {
    white.flip_diagonal() == white && black.flip_diagonal() == black
}

/// The symmetry that maps the first king into its triangle, and the second one below the diagonal.
const fn symmetry_of(board: KingPairBoard, white: (usize, usize), black: (usize, usize)) -> BoardSymmetry {
    if matches!(board, KingPairBoard::WithPawns) {
        return BoardSymmetry::IDENTITY;
    }
    let (files, ranks) = (white.0 >= 4, white.1 >= 4);
    let file = [if files { 7 - white.0 } else { white.0 }, if files { 7 - black.0 } else { black.0 }];
    let rank = [if ranks { 7 - white.1 } else { white.1 }, if ranks { 7 - black.1 } else { black.1 }];
    let king = if rank[0] == file[0] { 1 } else { 0 };
    BoardSymmetry::new(files, ranks, rank[king] > file[king])
}

const fn king_pairs(board: KingPairBoard) -> KingPairs {
    let turned = transformed_squares();
    let none = KingPair { number: NO_PAIR, symmetry: BoardSymmetry::IDENTITY };
    let mut all = KingPairs { pairs: [[none; 64]; 64], squares: [(Square::A1, Square::A1); 3612], count: 0 };
    // Pairs in normal form are numbered; the other forms share their numbers.
    let mut pass = 0;
    while pass < 2 {
        let mut n = 0;
        while n < 64 * 64 {
            let (white, black) = (n / 64, n % 64);
            let (at, other) = ((white % 8, white / 8), (black % 8, black / 8));
            let touching = usize::abs_diff(at.0, other.0) <= 1 && usize::abs_diff(at.1, other.1) <= 1;
            let symmetry = symmetry_of(board, at, other);
            let symmetry_index = symmetry.index();
            if !touching && pass == 0 && symmetry_index == 0 {
                all.pairs[white][black] = KingPair { number: all.count, symmetry };
                all.squares[all.count as usize] = (Square::ALL[white], Square::ALL[black]);
                all.count += 1;
            } else if !touching && pass == 1 && symmetry_index != 0 {
                let form = all.pairs[turned[symmetry_index][white].to_usize()]
                    [turned[symmetry_index][black].to_usize()];
                all.pairs[white][black] = KingPair { number: form.number, symmetry };
            }
            n += 1;
        }
        pass += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_make_462_pairs_or_3612() {
        assert_eq!((WITHOUT_PAWNS.squares().len(), WITH_PAWNS.squares().len()), (462, 3612));
    }

    #[test]
    fn the_fold_of_a_pair_brings_it_into_its_form() {
        for kings in [&WITHOUT_PAWNS, &WITH_PAWNS] {
            for white in Square::ALL {
                for black in Square::ALL {
                    let pair = kings.pair(white, black);
                    assert_eq!(pair.is_some(), white.distance(black) > 1);
                    if let Some(KingPair { number, symmetry: fold }) = pair {
                        let form = kings.squares()[usize::from(number)];
                        assert_eq!((fold.apply(white), fold.apply(black)), form, "{white} {black}");
                    }
                }
            }
        }
    }
}
