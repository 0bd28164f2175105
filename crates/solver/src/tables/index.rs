//! Indexing: numbers the positions of an ending, one number for all symmetric forms.
//!
//! The index consists of the side to move (outermost), the pawn placement (the slice), the king pair, and the
//! squares of the other pieces. Equal pieces are interchangeable, and an ending with equal material on both
//! sides stores White to move only.
//!
//! Reading order: `symmetry`, `kings`, `pawns`, then the [`EndingLayout`] that puts them together.

pub(super) mod kings;
mod pawns;
pub(super) mod symmetry;

use std::ops::Range;

use kings::{KingPair, KingPairs, WITH_PAWNS, WITHOUT_PAWNS, on_diagonal};
use pawns::{MAX_PAWNS, PawnForm, PawnSlices};
use shakmaty::Board;
use symmetry::BoardSymmetry;

use super::packed::{PackedAxes, PackedGrid};

pub use chess::table_policy::MAX_TABLE_PIECES;
use chess::{Color, Material, Piece, Role, Square};

/// The squares of the pieces of an [`EndingLayout`], in its order; entries beyond its pieces are unused.
pub(super) type TableSquares = [Square; MAX_TABLE_PIECES];

/// The pieces of an ending in a fixed order, and the index of their positions.
#[derive(Debug)]
pub(super) struct EndingLayout {
    material: Material,
    /// The kings, then the pawns, then the other pieces, White first in each; equal pieces are adjacent.
    pieces: Vec<Piece>,
    pawns: Range<usize>,
    slices: PawnSlices,
    kings: &'static KingPairs,
    groups: Vec<PieceGroup>,
    /// The number of placements of the pieces other than kings and pawns.
    others: usize,
    /// For each piece its counterpart of the other color, if both sides have equal material.
    counterparts: Option<[usize; MAX_TABLE_PIECES]>,
}

/// A group of equal pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PieceGroup {
    first: usize,
    count: usize,
}

impl EndingLayout {
    /// The layout of an ending, with the stronger side as White. None for more than [`MAX_TABLE_PIECES`]
    /// pieces.
    pub(super) fn new(material: &Material) -> Option<Self> {
        let material = material.normalized();
        if usize::from(material.piece_count()) > MAX_TABLE_PIECES {
            return None;
        }
        let of = |color: Color, role: Role| {
            let count = usize::from(*material.side(color).get(role));
            std::iter::repeat_n(role.of(color), count)
        };
        let pawns = Color::ALL.map(|color| of(color, Role::Pawn).count());
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let mut all_pieces = vec![Color::White.king(), Color::Black.king()];
        all_pieces.extend(Color::ALL.into_iter().flat_map(|color| of(color, Role::Pawn)));
        let pawns_end = all_pieces.len();
        all_pieces
            .extend(Color::ALL.into_iter().flat_map(|color| roles.map(|role| of(color, role))).flatten());
        let groups: Vec<PieceGroup> = (pawns_end..all_pieces.len())
            .filter(|&first| all_pieces[first] != all_pieces[first - 1])
            .map(|first| PieceGroup {
                first,
                count: all_pieces[first..].iter().filter(|&&piece| piece == all_pieces[first]).count(),
            })
            .collect();
        Some(Self {
            material,
            pawns: 2..pawns_end,
            slices: PawnSlices::new(pawns),
            kings: if pawns_end > 2 { &WITH_PAWNS } else { &WITHOUT_PAWNS },
            others: groups.iter().map(|group| group.placement_count()).product(),
            groups,
            counterparts: counterparts(&all_pieces),
            pieces: all_pieces,
        })
    }

    /// The ending.
    pub(super) const fn material(&self) -> Material {
        self.material
    }

    /// The pieces in order: kings, pawns, others; White first in each.
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The indices of the pawns.
    pub(super) fn pawns(&self) -> Range<usize> {
        self.pawns.clone()
    }

    /// The pairs of kings.
    pub(super) const fn kings(&self) -> &'static KingPairs {
        self.kings
    }

    /// The layers of slices: the slices of a layer depend only on those of earlier layers.
    pub(super) fn layers(&self) -> &[Range<usize>] {
        self.slices.layers()
    }

    /// The squares of the pawns in a slice; entries beyond the pawns are unused.
    pub(super) fn pawn_squares(&self, slice: usize) -> [Square; MAX_PAWNS] {
        self.slices.placement(slice)
    }

    /// Whether the ending is dead: kings alone, or with one bishop or knight.
    pub(super) fn is_dead(&self) -> bool {
        self.pieces.len() == 2
            || self.pieces.len() == 3 && matches!(self.pieces[2].role, Role::Bishop | Role::Knight)
    }

    /// The sides to move that the table stores: White only if both sides have equal material.
    pub(super) const fn turns(&self) -> &'static [Color] {
        if self.counterparts.is_some() { &[Color::White] } else { &Color::ALL }
    }

    /// Whether there are groups of equal pieces.
    fn has_identical_pieces(&self) -> bool {
        self.groups.iter().any(|group| group.count > 1)
    }

    /// Indices per king pair and pawn placement.
    pub(super) const fn others(&self) -> usize {
        self.others
    }

    /// The axes of a plane: the slices, the king pairs, and the squares of each piece or group of equal pieces. King pairs
    /// and pairs of equal pieces are grids of one's squares by the other's.
    pub(super) fn axes(&self) -> PackedAxes {
        let pairs = self.kings.squares();
        let groups = self.groups.iter().map(|group| group.placement_count());
        let sizes = [self.slices.len(), pairs.len()].into_iter().chain(groups).collect();
        // Rows without a pair are left out.
        let rows = (0..).zip(pairs.chunk_by(|a, b| a.0 == b.0));
        let kings = rows.flat_map(|(row, pairs)| pairs.iter().map(move |pair| cell(row, pair.1)));
        let equal = Square::ALL.into_iter().flat_map(|larger| {
            (0..larger.to_u32()).map(move |smaller| cell(larger.to_u32(), Square::new(smaller)))
        });
        let equal = PackedGrid { axis: 0, columns: 64, cells: equal.collect() };
        let of_two = (2..).zip(&self.groups).filter(|(_, group)| group.count == 2);
        let grids = std::iter::once(PackedGrid { axis: 1, columns: 64, cells: kings.collect() })
            .chain(of_two.map(|(axis, _)| PackedGrid { axis, ..equal.clone() }));
        PackedAxes { sizes, grids: grids.collect() }
    }

    /// Indices per slice and side to move.
    pub(super) fn slice_size(&self) -> usize {
        self.kings.squares().len() * self.others
    }

    /// Indices per side to move.
    pub(super) fn plane_size(&self) -> usize {
        self.slices.len() * self.slice_size()
    }

    /// The number of indices.
    pub(super) fn size(&self) -> usize {
        self.plane_size() * self.turns().len()
    }

    /// The positions that a build works on: equal pieces are kept apart there, and both sides to move counted.
    pub(super) fn build_size(&self) -> usize {
        let others = self.pieces.len() - self.pawns.end;
        self.slices.len() * self.kings.squares().len() * (1 << (6 * others)) * Color::ALL.len()
    }

    /// The index of a position; None if the kings are adjacent. The caller ensures that no two pieces share a
    /// square and no pawn is on the first or last rank.
    pub(super) fn index(&self, squares: TableSquares, turn: Color) -> Option<usize> {
        let plane = if self.stored_turn(turn) == Color::White { 0 } else { self.plane_size() };
        Some(plane + self.index_in_plane(squares, turn)?)
    }

    /// The side to move of the plane that holds positions with this side to move: White, if both have equal material.
    pub(super) const fn stored_turn(&self, turn: Color) -> Color {
        if self.counterparts.is_some() { Color::White } else { turn }
    }

    /// The index of a position in the plane of its side to move, see [`EndingLayout::index`].
    pub(super) fn index_in_plane(&self, squares: TableSquares, turn: Color) -> Option<usize> {
        let squares = match &self.counterparts {
            Some(twins) if turn == Color::Black => with_colors_swapped(squares, twins),
            _ => squares,
        };
        let (first, symmetry) = self.king_pair_start(squares)?;
        let is_diagonal = self.is_on_diagonal(squares, symmetry);
        Some(first + self.others_number(squares, symmetry, is_diagonal))
    }

    /// The indices, in the plane of the side to move, of the positions that differ in the square of one piece alone.
    /// None where they are not evenly spaced: for a king, a pawn or one of several equal pieces, or if both kings are on
    /// the long diagonal.
    pub(super) fn line(&self, squares: TableSquares, turn: Color, piece_index: usize) -> Option<IndexLine> {
        let (squares, piece_index, is_flipped) = match &self.counterparts {
            Some(twins) if turn == Color::Black => {
                (with_colors_swapped(squares, twins), twins[piece_index], true)
            }
            _ => (squares, piece_index, false),
        };
        let group = self.groups.iter().position(|group| group.first == piece_index && group.count == 1)?;
        let (first, symmetry) = self.king_pair_start(squares)?;
        if self.is_on_diagonal(squares, symmetry) {
            return None;
        }
        let stride = self.groups[group + 1..].iter().map(|group| group.placement_count()).product();
        let others = self.others_index(squares, symmetry);
        let own = stride * symmetry.apply(squares[piece_index]).to_usize();
        Some(IndexLine { first: first + others - own, stride, is_flipped, symmetry })
    }

    /// The first index of a king pair and pawn placement in a plane, and the symmetry that maps the other pieces.
    fn king_pair_start(&self, squares: TableSquares) -> Option<(usize, BoardSymmetry)> {
        let (slice, before) = self.slice(squares)?;
        let KingPair { number, symmetry } =
            self.kings.pair(before.apply(squares[0]), before.apply(squares[1]))?;
        let symmetry = if self.pawns.is_empty() { symmetry } else { before };
        let first = (slice * self.kings.squares().len() + usize::from(number)) * self.others;
        Some((first, symmetry))
    }

    /// The position of an index. None if pieces share a square, or if another index stands for a symmetric
    /// form of it.
    pub(super) fn placement(&self, index: usize) -> Option<(TableSquares, Color)> {
        let turn = if index < self.plane_size() { Color::White } else { Color::Black };
        let mut rest = index % self.others;
        let pair = index / self.others % self.kings.squares().len();
        let slice = index % self.plane_size() / self.slice_size();
        let mut squares = [Square::A1; MAX_TABLE_PIECES];
        (squares[0], squares[1]) = self.kings.squares()[pair];
        let pawns = self.slices.placement(slice);
        squares[self.pawns()].copy_from_slice(&pawns[..self.pawns.len()]);
        for group in self.groups.iter().rev() {
            group.place(rest % group.placement_count(), &mut squares);
            rest /= group.placement_count();
        }
        let used_squares = &squares[..self.pieces.len()];
        let apart = used_squares.iter().enumerate().all(|(n, square)| !used_squares[..n].contains(square));
        (apart && self.index(squares, turn) == Some(index)).then_some((squares, turn))
    }

    /// The position of an index in a plane, see [`EndingLayout::placement`].
    pub(super) fn placement_in_plane(&self, index: usize) -> Option<TableSquares> {
        self.placement(index).map(|(squares, _)| squares)
    }

    /// The squares with the colors of all pieces swapped, if both sides have equal material.
    pub(super) fn with_colors_swapped(&self, squares: TableSquares) -> Option<TableSquares> {
        self.counterparts.as_ref().map(|twins| with_colors_swapped(squares, twins))
    }

    /// The number of symmetric forms of a position, itself included.
    pub(super) fn symmetry_count(&self, squares: TableSquares) -> u64 {
        if !self.pawns.is_empty() {
            return 2;
        }
        let Some(KingPair { symmetry, .. }) = self.kings.pair(squares[0], squares[1]) else { return 0 };
        let same = self.is_on_diagonal(squares, symmetry)
            && self.others_index(squares, symmetry) == self.others_index(squares, symmetry.and_diagonal());
        if same { 4 } else { 8 }
    }

    /// The slice of a pawn placement, and whether it is mirrored left to right.
    fn slice(&self, squares: TableSquares) -> Option<(usize, BoardSymmetry)> {
        if self.pawns.is_empty() {
            return Some((0, BoardSymmetry::IDENTITY));
        }
        let (slice, side) = self.slices.slice(&squares[self.pawns()])?;
        let mirrored = match side {
            PawnForm::Canonical => false,
            PawnForm::Mirrored => true,
            PawnForm::Symmetric => squares[0].file().to_u32() >= 4,
        };
        Some((slice, BoardSymmetry::new(mirrored, false, false)))
    }

    /// Whether all placements of the other pieces have indices of their own with a king pair: no two pieces are equal,
    /// and the kings are not both on the long diagonal.
    pub(super) fn has_one_form(&self, king_pair: usize) -> bool {
        !(self.has_identical_pieces() || self.is_diagonal_pair(king_pair))
    }

    /// Whether both kings of a king pair are on the long diagonal, and there are no pawns.
    pub(super) fn is_diagonal_pair(&self, king_pair: usize) -> bool {
        let (white, black) = self.kings.squares()[king_pair];
        self.pawns.is_empty() && on_diagonal(white, black)
    }

    /// The index within a king pair; with both kings on the long diagonal the lower one of the two symmetric forms.
    pub(super) fn others_number(
        &self,
        squares: TableSquares,
        symmetry: BoardSymmetry,
        is_diagonal: bool,
    ) -> usize {
        let others = self.others_index(squares, symmetry);
        if is_diagonal { others.min(self.others_index(squares, symmetry.and_diagonal())) } else { others }
    }

    /// Whether both kings are on the long diagonal, so that the reflection in it is still free.
    fn is_on_diagonal(&self, squares: TableSquares, symmetry: BoardSymmetry) -> bool {
        self.pawns.is_empty() && on_diagonal(symmetry.apply(squares[0]), symmetry.apply(squares[1]))
    }

    /// The index of the pieces other than kings and pawns.
    fn others_index(&self, squares: TableSquares, symmetry: BoardSymmetry) -> usize {
        self.groups.iter().fold(0, |number, group| {
            number * group.placement_count() + group.placement_index(squares, symmetry)
        })
    }
}

/// The indices of the 64 positions that differ in the square of one piece alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexLine {
    first: usize,
    stride: usize,
    is_flipped: bool,
    symmetry: BoardSymmetry,
}

impl IndexLine {
    /// The same indices for squares that are seen from the other side of the board.
    pub(super) const fn flipped(self) -> Self {
        Self { is_flipped: !self.is_flipped, ..self }
    }

    /// The index with the piece on a square.
    #[inline]
    pub(super) fn index(self, square: Square) -> usize {
        let square = if self.is_flipped { square.flip_vertical() } else { square };
        self.first + self.stride * self.symmetry.apply(square).to_usize()
    }
}

/// The squares with the colors of all pieces swapped; `twins` are the counterparts.
fn with_colors_swapped(squares: TableSquares, twins: &[usize; MAX_TABLE_PIECES]) -> TableSquares {
    std::array::from_fn(|piece_index| squares[twins[piece_index]].flip_vertical())
}

/// For each piece its counterpart of the other color, if both sides have equal material.
fn counterparts(pieces: &[Piece]) -> Option<[usize; MAX_TABLE_PIECES]> {
    let mut counterparts = std::array::from_fn(|index| index);
    for (piece_index, &piece) in pieces.iter().enumerate() {
        let nth = pieces[..piece_index].iter().filter(|&&other| other == piece).count();
        let twin = piece.role.of(!piece.color);
        counterparts[piece_index] = (0..pieces.len()).filter(|&other| pieces[other] == twin).nth(nth)?;
    }
    Some(counterparts)
}

impl PieceGroup {
    /// The number of placements of the group.
    const fn placement_count(self) -> usize {
        match self.count {
            1 => 64,
            2 => pairs(64),
            _ => triples(64),
        }
    }

    /// The index of a placement of the group.
    fn placement_index(self, squares: TableSquares, symmetry: BoardSymmetry) -> usize {
        let at = |n: usize| symmetry.apply(squares[self.first + n]).to_usize();
        match self.count {
            1 => at(0),
            2 => {
                let (one, other) = (at(0), at(1));
                pairs(one.max(other)) + one.min(other)
            }
            _ => {
                let mut at = [at(0), at(1), at(2)];
                at.sort_unstable();
                triples(at[2]) + pairs(at[1]) + at[0]
            }
        }
    }

    /// Sets the squares of the group from its index.
    fn place(self, number: usize, squares: &mut TableSquares) {
        let mut rest = number;
        let mut largest = |ways: fn(usize) -> usize| {
            let square = (0..64).rev().find(|&square| ways(square) <= rest).unwrap_or_default();
            rest -= ways(square);
            Square::ALL[square]
        };
        let ways: [fn(usize) -> usize; 3] =
            [|square| square, |square| pairs(square), |square| triples(square)];
        for n in (0..self.count).rev() {
            squares[self.first + n] = largest(ways[n]);
        }
    }
}

/// A cell of a grid with a column for each square.
fn cell(row: u32, column: Square) -> u16 {
    u16::try_from(row * 64 + column.to_u32()).unwrap_or(u16::MAX)
}

/// The number of pairs of squares below this one.
const fn pairs(square: usize) -> usize {
    (square * square - square) / 2
}

/// The number of triples of squares below this one.
const fn triples(square: usize) -> usize {
    if square < 3 { 0 } else { square * (square - 1) * (square - 2) / 6 }
}

/// The material of some pieces.
pub(super) fn material_of(pieces: impl IntoIterator<Item = Piece>) -> Material {
    let mut board = Board::empty();
    for (piece, square) in pieces.into_iter().zip(Square::ALL) {
        board.set_piece_at(square, piece);
    }
    Material::of(&board)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::tables::ending_list::ENDING_LIST;

    static LAYOUTS: LazyLock<Vec<EndingLayout>> = LazyLock::new(|| {
        (2..=5)
            .flat_map(|pieces| ENDING_LIST.with_piece_count(pieces))
            .filter_map(|m| EndingLayout::new(&m))
            .collect()
    });

    /// Every how-manieth number is looked at: all of them in the slow run.
    fn stride(quick: usize) -> usize {
        if std::env::var_os("RUN_SLOW_TESTS").is_some() { 1 } else { quick }
    }

    #[test]
    fn every_number_stands_for_the_placement_that_has_it() {
        for layout in LAYOUTS.iter().filter(|layout| layout.pieces().len() < 5) {
            for index in (0..layout.size()).step_by(if layout.pieces().len() < 4 { 1 } else { stride(1009) })
            {
                if let Some((squares, turn)) = layout.placement(index) {
                    assert_eq!(layout.index(squares, turn), Some(index), "{squares:?}");
                }
            }
        }
    }

    /// The placements of all pieces with the kings apart; equal pieces are interchangeable.
    fn placements(layout: &EndingLayout) -> u64 {
        let free = |piece: Piece, taken: &[Square]| {
            let squares = if piece.role == Role::Pawn { &Square::ALL[8..56] } else { &Square::ALL[..] };
            squares.iter().filter(|square| !taken.contains(square)).count() as u64
        };
        let pieces = layout.pieces();
        let mut all = 0;
        for white in Square::ALL {
            for black in Square::ALL.into_iter().filter(|&black| white.distance(black) > 1) {
                all += match pieces.len() {
                    2 => 1,
                    3 => free(pieces[2], &[white, black]),
                    _ => {
                        let first =
                            if pieces[2].role == Role::Pawn { &Square::ALL[8..56] } else { &Square::ALL[..] };
                        let first = first.iter().filter(|&&square| square != white && square != black);
                        let ways: u64 = first.map(|&first| free(pieces[3], &[white, black, first])).sum();
                        if pieces[2] == pieces[3] { ways / 2 } else { ways }
                    }
                };
            }
        }
        all * 2
    }

    #[test]
    fn the_forms_of_all_placements_are_all_placements() {
        let few = ["KvK", "KQvK", "KPvK", "KRRvK", "KPvKP"].map(|name| name.parse::<Material>().unwrap());
        for layout in LAYOUTS.iter().filter(|layout| layout.pieces().len() < 5) {
            if stride(2) > 1 && !few.contains(&layout.material()) {
                continue;
            }
            let planes = 2 / layout.turns().len() as u64;
            let all = (0..layout.size()).filter_map(|n| layout.placement(n));
            let numbered: u64 = all.map(|(squares, _)| layout.symmetry_count(squares) * planes).sum();
            assert_eq!(numbered, placements(layout), "{}", layout.material());
        }
    }

    #[test]
    fn sizes_are_as_they_should_be() {
        for (name, size) in [
            ("KQvK", 462 * 64 * 2),
            ("KPvK", 1806 * 48 * 2),
            ("KQvKR", 462 * 64 * 64 * 2),
            ("KQQvK", 462 * 2016 * 2),
            ("KQvKQ", 462 * 64 * 64),
            ("KRPvKR", 1806 * 48 * 64 * 64 * 2),
            ("KQQQvK", 462 * 41_664 * 2),
        ] {
            assert_eq!(EndingLayout::new(&name.parse().unwrap()).unwrap().size(), size, "{name}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

        #[test]
        fn turning_the_board_and_exchanging_like_pieces_keeps_the_number(
            kind in any::<prop::sample::Index>(), squares: [u8; MAX_TABLE_PIECES], way in 0u8..8, black: bool, exchange: [u8; 2]
        ) {
            let layout = &LAYOUTS[kind.index(LAYOUTS.len())];
            let pieces = layout.pieces();
            let mut at = squares.map(|square| Square::ALL[usize::from(square % 64)]);
            for pawn in layout.pawns() {
                at[pawn] = Square::ALL[usize::from(squares[pawn] % 48 + 8)];
            }
            prop_assume!(at[0].distance(at[1]) > 1);
            prop_assume!((0..pieces.len()).all(|index| !at[..index].contains(&at[index])));
            let turn = if black { Color::Black } else { Color::White };
            let index = layout.index(at, turn).unwrap();
            prop_assert!(index < layout.size());
            let symmetry = if layout.pawns().is_empty() {
                BoardSymmetry::new(way & 1 != 0, way & 2 != 0, way & 4 != 0)
            } else {
                BoardSymmetry::new(way & 1 != 0, false, false)
            };
            let mut turned = at.map(|square| symmetry.apply(square));
            let [one, other] = exchange.map(|index| usize::from(index) % pieces.len());
            if pieces[one] == pieces[other] {
                turned.swap(one, other);
            }
            prop_assert_eq!(layout.index(turned, turn), Some(index));
            let (folded, back) = layout.placement(index).unwrap();
            prop_assert_eq!(layout.index(folded, back), Some(index));
            prop_assert_eq!(layout.symmetry_count(folded), layout.symmetry_count(at));
        }
    }
}
