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
        let fold = self.fold(squares);
        let pair = self.kings.number[fold.of(squares[0]).to_usize()][fold.of(squares[1]).to_usize()];
        if pair == NO_PAIR {
            return None;
        }
        let mut index = usize::from(pair);
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
        let (white, black) = self.kings.pairs[rest];
        squares[0] = Square::ALL[usize::from(white)];
        squares[1] = Square::ALL[usize::from(black)];
        let men = &squares[..self.men.len()];
        let apart = men.iter().enumerate().all(|(n, square)| !men[..n].contains(square));
        (apart && self.fold(squares) == Fold::NONE).then_some((squares, turn))
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

    /// The fold that brings a placement into the form that has the number.
    fn fold(&self, squares: Squares) -> Fold {
        let king = squares[0];
        let files = king.file().to_u32() >= 4;
        if self.kings.symmetry == Symmetry::Mirror {
            return Fold { files, ranks: false, diagonal: false };
        }
        let ranks = king.rank().to_u32() >= 4;
        let straight = Fold { files, ranks, diagonal: false };
        let off_diagonal = squares[..self.men.len()]
            .iter()
            .map(|&square| above_diagonal(straight.of(square)))
            .find(|&offset| offset != 0);
        Fold { diagonal: off_diagonal.is_some_and(|offset| offset > 0), ..straight }
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
struct Fold {
    files: bool,
    ranks: bool,
    diagonal: bool,
}

impl Fold {
    const NONE: Self = Self { files: false, ranks: false, diagonal: false };

    fn of(self, square: Square) -> Square {
        let square = if self.files { square.flip_horizontal() } else { square };
        let square = if self.ranks { square.flip_vertical() } else { square };
        if self.diagonal { square.flip_diagonal() } else { square }
    }
}

/// What leaves an ending the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symmetry {
    /// Pawns know up from down: left and right may be exchanged.
    Mirror,
    /// All eight.
    Full,
}

/// The numbers of the pairs of squares on which folded kings can stand.
#[derive(Debug)]
struct KingPairs {
    symmetry: Symmetry,
    number: [[u16; 64]; 64],
    pairs: [(u8, u8); 1806],
    count: u16,
}

static WITHOUT_PAWNS: KingPairs = king_pairs(Symmetry::Full);
static WITH_PAWNS: KingPairs = king_pairs(Symmetry::Mirror);

#[expect(clippy::cast_possible_truncation, reason = "squares are below 64; conversions are not const")]
const fn king_pairs(symmetry: Symmetry) -> KingPairs {
    let mut all = KingPairs { symmetry, number: [[NO_PAIR; 64]; 64], pairs: [(0, 0); 1806], count: 0 };
    let mut white = 0;
    while white < 64 {
        let mut black = 0;
        while black < 64 {
            let (file, rank) = (white % 8, white / 8);
            let (other_file, other_rank) = (black % 8, black / 8);
            let folded = match symmetry {
                Symmetry::Mirror => file < 4,
                Symmetry::Full => file < 4 && rank <= file && (rank < file || other_rank <= other_file),
            };
            let touching = usize::abs_diff(file, other_file) <= 1 && usize::abs_diff(rank, other_rank) <= 1;
            if folded && !touching {
                all.number[white][black] = all.count;
                all.pairs[all.count as usize] = (white as u8, black as u8);
                all.count += 1;
            }
            black += 1;
        }
        white += 1;
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
            let fold = Fold { files: way & 1 != 0, ranks: way & 2 != 0 && !pawns, diagonal: way & 4 != 0 && !pawns };
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
