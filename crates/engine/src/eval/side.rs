//! White and Black as types, so that each term is written once and compiled for both sides.

use chess::{Bitboard, Color, File, Rank, Square};

/// White or Black.
pub(crate) trait EvalSide {
    /// The color of the side.
    const US: Color;
    /// The opponent.
    type Them: EvalSide<Them = Self>;

    /// The squares shifted one rank forward.
    fn ahead(squares: Bitboard) -> Bitboard {
        match Self::US {
            Color::White => Bitboard(squares.0 << 8),
            Color::Black => Bitboard(squares.0 >> 8),
        }
    }

    /// Forward fill: all squares in front of these on their files.
    fn all_ahead(squares: Bitboard) -> Bitboard {
        let mut filled = Self::ahead(squares);
        match Self::US {
            Color::White => {
                filled.0 |= filled.0 << 8;
                filled.0 |= filled.0 << 16;
                filled.0 |= filled.0 << 32;
            }
            Color::Black => {
                filled.0 |= filled.0 >> 8;
                filled.0 |= filled.0 >> 16;
                filled.0 |= filled.0 >> 32;
            }
        }
        filled
    }

    /// Squares attacked by pawns of the side on these squares.
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        beside(Self::ahead(pawns))
    }

    /// Squares attacked by two pawns of the side.
    fn double_pawn_attacks(pawns: Bitboard) -> Bitboard {
        let front = Self::ahead(pawns);
        east(front) & west(front)
    }

    /// A rank from the side's point of view.
    fn rank(rank: Rank) -> Bitboard {
        Bitboard::from_rank(Self::US.relative_rank(rank))
    }

    /// The rank of a square from the side's point of view, 0 to 7.
    fn rank_of(square: Square) -> usize {
        Self::US.relative_rank(square.rank()).to_usize()
    }
}

/// White.
pub(crate) enum White {}
/// Black.
pub(crate) enum Black {}

impl EvalSide for White {
    const US: Color = Color::White;
    type Them = Black;
}

impl EvalSide for Black {
    const US: Color = Color::Black;
    type Them = White;
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares shifted one file towards h.
const fn east(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & NOT_H) << 1)
}

/// The squares shifted one file towards a.
const fn west(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & NOT_A) >> 1)
}

/// The squares shifted one file to either side.
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    east(squares) | west(squares)
}

/// A file and the adjacent files.
pub(super) fn files_around(file: File) -> Bitboard {
    let file = Bitboard::from_file(file);
    file | beside(file)
}

/// File fill: all squares of the files of these squares.
pub(super) fn whole_files(squares: Bitboard) -> Bitboard {
    squares | White::all_ahead(squares) | Black::all_ahead(squares)
}

/// The number of squares in a set.
pub(super) const fn count(squares: Bitboard) -> i32 {
    squares.0.count_ones().cast_signed()
}

/// Chebyshev distance: king moves between two squares.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    a.distance(b).cast_signed()
}
