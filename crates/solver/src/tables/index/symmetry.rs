//! The eight symmetries of the board (the dihedral group of order 8), for squares and bitboards.

use chess::{Bitboard, Square};

/// A symmetry: mirrors files, then ranks, then reflects in the long diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tables) struct BoardSymmetry(u8);

impl BoardSymmetry {
    pub(in crate::tables) const IDENTITY: Self = Self(0);
    pub(in crate::tables) const DIAGONAL: Self = Self(4);
    const FILES: u8 = 1;
    const RANKS: u8 = 2;

    /// The symmetry from its three reflections.
    pub(super) const fn new(files: bool, ranks: bool, diagonal: bool) -> Self {
        let files = if files { Self::FILES } else { 0 };
        let ranks = if ranks { Self::RANKS } else { 0 };
        Self(files | ranks | if diagonal { Self::DIAGONAL.0 } else { 0 })
    }

    /// This symmetry followed by the reflection in the long diagonal; only for symmetries without it.
    pub(super) const fn and_diagonal(self) -> Self {
        Self(self.0 | Self::DIAGONAL.0)
    }

    /// Its number, 0 to 7.
    pub(super) const fn index(self) -> usize {
        (self.0 % 8) as usize
    }

    /// The image of a square.
    pub(in crate::tables) fn apply(self, square: Square) -> Square {
        TRANSFORMED[self.index()][square.to_usize()]
    }

    /// The images of all squares.
    pub(in crate::tables) fn images(self) -> &'static [Square; 64] {
        &TRANSFORMED[self.index()]
    }

    /// The preimage of a square.
    pub(in crate::tables) fn invert(self, square: Square) -> Square {
        INVERTED[self.index()][square.to_usize()]
    }

    /// The preimage of a set of squares.
    pub(in crate::tables) fn invert_set(self, mut set: Bitboard) -> Bitboard {
        if self.0 & Self::DIAGONAL.0 != 0 {
            set = set.flip_diagonal();
        }
        if self.0 & Self::RANKS != 0 {
            set = set.flip_vertical();
        }
        if self.0 & Self::FILES != 0 {
            set = set.flip_horizontal();
        }
        set
    }
}

/// The images of all squares under each symmetry.
pub(super) static TRANSFORMED: [[Square; 64]; 8] = transformed_squares();

/// The preimages of all squares.
static INVERTED: [[Square; 64]; 8] = {
    let there = transformed_squares();
    let mut back = there;
    let mut fold = 0;
    while fold < 8 {
        let mut n = 0;
        while n < 64 {
            back[fold][there[fold][n].to_usize()] = Square::ALL[n];
            n += 1;
        }
        fold += 1;
    }
    back
};

pub(super) const fn transformed_squares() -> [[Square; 64]; 8] {
    let mut all = [Square::ALL; 8];
    let mut fold = 0;
    while fold < 8 {
        let mut n = 0;
        while n < 64 {
            let mut square = Square::ALL[n];
            if fold & BoardSymmetry::FILES as usize != 0 {
                square = square.flip_horizontal();
            }
            if fold & BoardSymmetry::RANKS as usize != 0 {
                square = square.flip_vertical();
            }
            if fold & BoardSymmetry::DIAGONAL.0 as usize != 0 {
                square = square.flip_diagonal();
            }
            all[fold][n] = square;
            n += 1;
        }
        fold += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_go_the_way_of_their_squares_and_back() {
        for fold in (0..8).map(BoardSymmetry) {
            for square in Square::ALL {
                assert_eq!(fold.invert(fold.apply(square)), square);
                assert_eq!(fold.invert_set(fold.apply(square).into()), square.into(), "{fold:?} {square}");
            }
        }
    }
}
