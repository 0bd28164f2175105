//! Numbers every placement of an ending's men, once for all its turned and mirrored forms.
//!
//! The first king is brought into the triangle a1-d1-d4, or with pawns on the board to the files a to d;
//! the two kings together then make one of 462, or 1806, pairs (Thompson, "Retrograde analysis of certain
//! endgames"). Every other man adds its square.

use shakmaty::Board;

use crate::chess::{Color, Material, Piece, Role, Square};

/// The most men that an ending has here.
pub(super) const MOST_MEN: usize = 3;

/// One square for each man of a [`Layout`], in its order; places beyond its men mean nothing.
pub(super) type Squares = [Square; MOST_MEN];

/// No pair of kings.
const NO_PAIR: u16 = u16::MAX;

/// The men of an ending in a fixed order, and with it the numbers of their placements.
#[derive(Debug)]
pub(super) struct Layout {
    men: Vec<Piece>,
    kings: &'static KingPairs,
}

impl Layout {
    /// The layout of both kings and the other men, of which White is the stronger side.
    pub(super) fn new(others: &[Piece]) -> Self {
        let men: Vec<_> =
            [Color::White.king(), Color::Black.king()].into_iter().chain(others.iter().copied()).collect();
        assert!(men.len() <= MOST_MEN, "an ending of {} men has no layout", men.len());
        let pawns = men.iter().any(|man| man.role == Role::Pawn);
        Self { men, kings: if pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS } }
    }

    /// The men: White's king, Black's king, then the others.
    pub(super) fn men(&self) -> &[Piece] {
        &self.men
    }

    /// The men, counted.
    pub(super) fn material(&self) -> Material {
        let mut board = Board::empty();
        for (&man, square) in self.men.iter().zip(Square::ALL) {
            board.set_piece_at(square, man);
        }
        Material::of(&board)
    }

    /// One more than the largest number.
    pub(super) fn size(&self) -> usize {
        let others: usize = self.men[2..].iter().map(|&man| room(man)).product();
        usize::from(self.kings.count) * others * 2
    }

    /// The number of a placement with a side to move; None where the kings touch. Men on one square or a
    /// pawn on the first or last rank are the caller's mistake.
    pub(super) fn index(&self, squares: Squares, turn: Color) -> Option<usize> {
        let KingPair { number, fold } = self.kings.pair(squares[0], squares[1])?;
        let fold = self.settle(fold, squares);
        let mut index = usize::from(number);
        for (&man, &square) in self.men[2..].iter().zip(&squares[2..]) {
            index = index * room(man) + fold.of(square).to_usize() - first(man);
        }
        Some(index * 2 + usize::from(turn == Color::Black))
    }

    /// The placement with this number. None where men share a square or another number stands for a
    /// mirrored form of the same placement.
    pub(super) fn placement(&self, index: usize) -> Option<(Squares, Color)> {
        let turn = if index.is_multiple_of(2) { Color::White } else { Color::Black };
        let mut rest = index / 2;
        let mut squares = [Square::A1; MOST_MEN];
        for (&man, square) in self.men[2..].iter().zip(&mut squares[2..]).rev() {
            *square = Square::ALL[rest % room(man) + first(man)];
            rest /= room(man);
        }
        let (white, black) = self.kings.squares[rest];
        squares[0] = Square::ALL[usize::from(white)];
        squares[1] = Square::ALL[usize::from(black)];
        let men = &squares[..self.men.len()];
        let apart = men.iter().enumerate().all(|(n, square)| !men[..n].contains(square));
        let fold = self.kings.pair(squares[0], squares[1])?.fold;
        (apart && self.settle(fold, squares) == Fold::NONE).then_some((squares, turn))
    }

    /// How many turned and mirrored forms a placement has, itself included.
    pub(super) fn forms(&self, squares: Squares) -> u64 {
        let men = &squares[..self.men.len()];
        match self.kings.symmetry {
            Symmetry::Mirror => 2,
            Symmetry::Full if men.iter().all(|&square| above_diagonal(square) == 0) => 4,
            Symmetry::Full => 8,
        }
    }

    /// Where the kings leave open which side of the long diagonal is up, the first man off it decides.
    fn settle(&self, fold: Fold, squares: Squares) -> Fold {
        if !fold.is_open() {
            return fold;
        }
        let others = squares[2..self.men.len()].iter();
        let above = others.map(|&square| above_diagonal(fold.of(square))).find(|&offset| offset != 0);
        fold.settled(above.is_some_and(|offset| offset > 0))
    }
}

/// How far a square lies above the long diagonal a1-h8; nought on it, negative below.
fn above_diagonal(square: Square) -> i32 {
    square.rank().to_u32().cast_signed() - square.file().to_u32().cast_signed()
}

/// Squares that a man may stand on.
fn room(man: Piece) -> usize {
    if man.role == Role::Pawn { 48 } else { 64 }
}

/// The first square that a man may stand on.
fn first(man: Piece) -> usize {
    if man.role == Role::Pawn { 8 } else { 0 }
}

/// One of the eight ways to turn and mirror the board: files first, then ranks, then the long diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fold(u8);

impl Fold {
    const NONE: Self = Self(0);
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const DIAGONAL: u8 = 4;
    /// Not known yet whether the diagonal is part of it.
    const OPEN: u8 = 8;

    const fn is_open(self) -> bool {
        self.0 & Self::OPEN != 0
    }

    const fn settled(self, diagonal: bool) -> Self {
        Self(self.0 & !Self::OPEN | if diagonal { Self::DIAGONAL } else { 0 })
    }

    /// Where a square goes.
    fn of(self, square: Square) -> Square {
        TURNED[usize::from(self.0) % 8][square.to_usize()]
    }
}

/// Where each fold takes each square.
static TURNED: [[Square; 64]; 8] = {
    let mut all = [Square::ALL; 8];
    let mut fold = 0;
    while fold < 8 {
        let mut n = 0;
        while n < 64 {
            let mut square = Square::ALL[n];
            if fold & Fold::FILES as usize != 0 {
                square = square.flip_horizontal();
            }
            if fold & Fold::RANKS as usize != 0 {
                square = square.flip_vertical();
            }
            if fold & Fold::DIAGONAL as usize != 0 {
                square = square.flip_diagonal();
            }
            all[fold][n] = square;
            n += 1;
        }
        fold += 1;
    }
    all
};

/// What leaves an ending the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symmetry {
    /// Pawns know up from down: left and right may be exchanged.
    Mirror,
    /// All eight.
    Full,
}

/// Two kings: the number of their pair, and the fold that brings them into its form.
#[derive(Clone, Copy, Debug)]
struct KingPair {
    number: u16,
    fold: Fold,
}

/// The numbers of the pairs of squares on which the kings can stand.
#[derive(Debug)]
struct KingPairs {
    symmetry: Symmetry,
    pairs: [[KingPair; 64]; 64],
    squares: [(u8, u8); 1806],
    count: u16,
}

impl KingPairs {
    fn pair(&self, white: Square, black: Square) -> Option<KingPair> {
        let pair = self.pairs[white.to_usize()][black.to_usize()];
        (pair.number != NO_PAIR).then_some(pair)
    }
}

static WITHOUT_PAWNS: KingPairs = king_pairs(Symmetry::Full);
static WITH_PAWNS: KingPairs = king_pairs(Symmetry::Mirror);

/// The fold that brings the first king into its part of the board, and the second one below the diagonal.
const fn fold_of(symmetry: Symmetry, white: (usize, usize), black: (usize, usize)) -> Fold {
    let files = white.0 >= 4;
    let ranks = white.1 >= 4 && matches!(symmetry, Symmetry::Full);
    let fold = if files { Fold::FILES } else { 0 } | if ranks { Fold::RANKS } else { 0 };
    if matches!(symmetry, Symmetry::Mirror) {
        return Fold(fold);
    }
    let file = [if files { 7 - white.0 } else { white.0 }, if files { 7 - black.0 } else { black.0 }];
    let rank = [if ranks { 7 - white.1 } else { white.1 }, if ranks { 7 - black.1 } else { black.1 }];
    let king = if rank[0] == file[0] { 1 } else { 0 };
    if rank[king] > file[king] {
        Fold(fold | Fold::DIAGONAL)
    } else if rank[king] < file[king] {
        Fold(fold)
    } else {
        Fold(fold | Fold::OPEN)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "squares are below 64; conversions are not const")]
const fn king_pairs(symmetry: Symmetry) -> KingPairs {
    let none = KingPair { number: NO_PAIR, fold: Fold::NONE };
    let mut all = KingPairs { symmetry, pairs: [[none; 64]; 64], squares: [(0, 0); 1806], count: 0 };
    // Pairs that need no folding get the numbers; the other forms take them over.
    let mut pass = 0;
    while pass < 2 {
        let mut n = 0;
        while n < 64 * 64 {
            let (white, black) = (n / 64, n % 64);
            let (at, other) = ((white % 8, white / 8), (black % 8, black / 8));
            let touching = usize::abs_diff(at.0, other.0) <= 1 && usize::abs_diff(at.1, other.1) <= 1;
            let fold = fold_of(symmetry, at, other);
            let way = (fold.0 % 8) as usize;
            if !touching && pass == 0 && way == 0 {
                all.pairs[white][black] = KingPair { number: all.count, fold };
                all.squares[all.count as usize] = (white as u8, black as u8);
                all.count += 1;
            } else if !touching && pass == 1 && way != 0 {
                let form = all.pairs[TURNED[way][white].to_usize()][TURNED[way][black].to_usize()];
                all.pairs[white][black] = KingPair { number: form.number, fold };
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
    use proptest::prelude::*;

    fn layouts() -> Vec<Layout> {
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
            .into_iter()
            .map(|role| Layout::new(&[role.of(Color::White)]))
            .collect()
    }

    #[test]
    fn kings_make_462_pairs_or_1806() {
        assert_eq!((WITHOUT_PAWNS.count, WITH_PAWNS.count), (462, 1806));
    }

    #[test]
    fn every_number_stands_for_the_placement_that_has_it() {
        for layout in layouts() {
            for index in 0..layout.size() {
                if let Some((squares, turn)) = layout.placement(index) {
                    assert_eq!(layout.index(squares, turn), Some(index), "{squares:?}");
                }
            }
        }
    }

    #[test]
    fn the_forms_of_all_placements_are_all_placements() {
        for layout in layouts() {
            let numbered: u64 = (0..layout.size())
                .filter_map(|n| layout.placement(n))
                .map(|(squares, _)| layout.forms(squares))
                .sum();
            let man = layout.men()[2];
            let mut placements = 0;
            for white in Square::ALL {
                for black in Square::ALL.into_iter().filter(|&black| white.distance(black) > 1) {
                    let squares = Square::ALL.into_iter().skip(first(man)).take(room(man));
                    placements +=
                        2 * squares.filter(|&square| square != white && square != black).count() as u64;
                }
            }
            assert_eq!(numbered, placements, "{:?}", layout.men());
        }
    }

    proptest! {
        #[test]
        fn turning_the_board_keeps_the_number(
            kind in 0usize..5, white in 0usize..64, black in 0usize..64, man in 8usize..56, way in 0u8..8
        ) {
            let layout = &layouts()[kind];
            let pawns = layout.kings.symmetry == Symmetry::Mirror;
            let fold = Fold(if pawns { way & Fold::FILES } else { way });
            let squares = [Square::ALL[white], Square::ALL[black], Square::ALL[man]];
            prop_assume!(squares[0].distance(squares[1]) > 1);
            prop_assume!(squares[2] != squares[0] && squares[2] != squares[1]);
            for turn in Color::ALL {
                let index = layout.index(squares, turn);
                prop_assert_eq!(layout.index(squares.map(|square| fold.of(square)), turn), index);
                let (folded, back) = layout.placement(index.unwrap()).unwrap();
                prop_assert_eq!((layout.index(folded, back), back), (index, turn));
            }
        }
    }
}
