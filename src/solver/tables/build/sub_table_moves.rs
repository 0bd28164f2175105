//! Moves that leave a slice: captures, promotions and pawn moves, looked up in what is finished.
//!
//! What all such moves of a position together are worth is one byte beside it: nothing, a draw at least, a win
//! at its distance, or a loss that stands only if every other move loses too.

use crate::chess::{Bitboard, Color, Material, Piece, Role, Square};

use crate::solver::tables::index::{EndingLayout, TableSquares, material_of};
use crate::solver::tables::rules::{attacked, attacks_of, is_slider, last_rank, occupied, pushes};
use crate::solver::tables::value::TableByte;

use super::en_passant;
use super::partition::BuildPartition;

/// What the moves out of a slice are worth, in one byte.
pub(super) mod worth {
    /// There is no such move.
    pub(in super::super) const NOTHING: u8 = 0;
    /// One of them draws and none wins.
    pub(in super::super) const DRAW: u8 = u8::MAX;

    /// Whether one of them wins; the byte is then the number of half-moves.
    pub(in super::super) const fn wins(value: u8) -> bool {
        value % 2 == 1 && value != DRAW
    }

    /// The better of two for the side to move.
    pub(in super::super) fn better(one: u8, other: u8) -> u8 {
        match (wins(one), wins(other)) {
            (true, true) => one.min(other),
            (true, false) => one,
            (false, true) => other,
            // A draw is the largest; of losses the longer one is better, and nothing is nought.
            (false, false) => one.max(other),
        }
    }

    /// A move's worth from what it leads to: half-moves to mate from there, if any. None where it is too long.
    pub(in super::super) fn of(plies: Option<u16>) -> Option<u8> {
        match plies {
            None => Some(DRAW),
            Some(plies) => u8::try_from(plies + 1).ok().filter(|&value| value != DRAW),
        }
    }
}

/// A finished table as plain bytes, or the finished part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainTable<'a> {
    pub(super) layout: &'a EndingLayout,
    pub(super) bytes: &'a [u8],
}

impl PlainTable<'_> {
    /// Half-moves to mate; None for draws.
    pub(super) fn plies(self, at: TableSquares, turn: Color) -> Option<u16> {
        let stored = if self.layout.turns().len() == 1 { Color::White } else { turn };
        self.layout.index(at, turn).and_then(|index| TableByte(self.bytes[index]).plies(stored))
    }
}

/// Moves of one kind that leave the slice.
#[derive(Debug)]
pub(super) struct SubTableMove<'a> {
    pub(super) piece_index: usize,
    pub(super) captured: Option<usize>,
    pub(super) promotion: Option<Role>,
    mapping: SubTableMapping<'a>,
}

/// How the men stand in the ending that a move leads to.
#[derive(Debug)]
struct SubTableMapping<'a> {
    /// None where nobody can mate any more.
    table: Option<PlainTable<'a>>,
    /// For each man over there, which of ours it is.
    piece_sources: Vec<usize>,
    /// Whether the colors are exchanged.
    colors_swapped: bool,
}

impl<'a> SubTableMove<'a> {
    /// The ending that such a move leads to, with either color as the stronger side.
    pub(super) fn material(
        pieces: &[Piece],
        piece_index: usize,
        captured: Option<usize>,
        promotion: Option<Role>,
    ) -> Material {
        material_of(pieces_after(pieces, piece_index, captured, promotion).map(|(_, piece)| piece))
    }

    /// A kind of move, with the table that it leads to; None where nobody can mate there.
    pub(super) fn new(
        pieces: &[Piece],
        (piece_index, captured, promotion): (usize, Option<usize>, Option<Role>),
        table: Option<PlainTable<'a>>,
    ) -> Self {
        let colors_swapped =
            Self::material(pieces, piece_index, captured, promotion).stronger() == Color::Black;
        let mut ours: Vec<(usize, Piece)> = pieces_after(pieces, piece_index, captured, promotion).collect();
        let wanted = table.map_or(&[][..], |plain| plain.layout.pieces());
        let sources = wanted.iter().filter_map(|&piece| {
            let piece = if colors_swapped { piece.role.of(!piece.color) } else { piece };
            let place = ours.iter().position(|&(_, ours)| ours == piece)?;
            Some(ours.swap_remove(place).0)
        });
        let piece_sources = sources.collect();
        Self {
            piece_index,
            captured,
            promotion,
            mapping: SubTableMapping { table, piece_sources, colors_swapped },
        }
    }

    /// Half-moves to mate after the move, from the squares of our men after it; None for draws.
    pub(super) fn plies(&self, at: TableSquares, turn: Color) -> Option<u16> {
        let plain = self.mapping.table?;
        let mut there = [Square::A1; crate::solver::tables::MAX_TABLE_PIECES];
        for (square, &piece_index) in there.iter_mut().zip(&self.mapping.piece_sources) {
            *square =
                if self.mapping.colors_swapped { at[piece_index].flip_vertical() } else { at[piece_index] };
        }
        plain.plies(there, if self.mapping.colors_swapped { !turn } else { turn })
    }
}

/// The men that are left after a move, each with its place before it.
fn pieces_after(
    pieces: &[Piece],
    piece_index: usize,
    captured: Option<usize>,
    promotion: Option<Role>,
) -> impl Iterator<Item = (usize, Piece)> {
    let left = pieces.iter().copied().enumerate().filter(move |&(other, _)| Some(other) != captured);
    left.map(move |(other, piece)| match promotion {
        Some(role) if other == piece_index => (piece_index, role.of(piece.color)),
        _ => (other, piece),
    })
}

/// Every kind of move by which a color can leave a slice, as (man, captured, promotion).
pub(super) fn move_kinds(pieces: &[Piece], color: Color) -> Vec<(usize, Option<usize>, Option<Role>)> {
    let mut kinds = Vec::new();
    let promotions = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(Some);
    for (piece_index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.color == color) {
        let victims = (2..pieces.len()).filter(|&other| pieces[other].color != color).map(Some);
        for captured in victims {
            kinds.push((piece_index, captured, None));
        }
        if piece.role == Role::Pawn {
            kinds.push((piece_index, None, None));
            let victims = (2..pieces.len())
                .filter(|&other| pieces[other].color != color && pieces[other].role != Role::Pawn);
            for captured in victims.map(Some).chain([None]) {
                kinds.extend(promotions.iter().map(|&promotion| (piece_index, captured, promotion)));
            }
        }
    }
    kinds
}

/// The moves of one side out of a block.
pub(super) struct SubTableMoves<'a> {
    pub(super) shape: &'a BuildPartition<'a>,
    /// Both colors' kinds of such moves, White's first.
    pub(super) kinds: &'a [Vec<SubTableMove<'a>>; 2],
    pub(super) mover: Color,
}

impl SubTableMoves<'_> {
    /// Adds the worth of every such move to the positions of a block, those in `legal`. False where one of
    /// them is longer than a byte can say.
    #[must_use]
    pub(super) fn add(&self, at: TableSquares, legal: Bitboard, block: &mut [u8]) -> bool {
        let mut fits = true;
        let occupied = occupied(self.shape.pieces(), at, None, Some(self.shape.last_piece));
        for sub_move in self.kinds_of(self.mover) {
            let mut note = |on: Square, plies: Option<u16>| match worth::of(plies) {
                Some(value) => {
                    let place = &mut block[on.to_usize()];
                    *place = worth::better(*place, value);
                }
                None => fits = false,
            };
            match sub_move.captured {
                None => self.pawn_pushes(sub_move, at, occupied, legal, &mut note),
                Some(captured) if sub_move.piece_index == self.shape.last_piece => {
                    self.captures_by_last(sub_move, captured, at, occupied, legal, &mut note);
                }
                Some(captured) if captured == self.shape.last_piece => {
                    self.captures_of_last(sub_move, at, occupied, legal, &mut note);
                }
                Some(captured) => self.captures(sub_move, captured, at, occupied, legal, &mut note),
            }
        }
        fits
    }

    fn kinds_of(&self, color: Color) -> &[SubTableMove<'_>] {
        &self.kinds[color.fold_wb(0, 1)]
    }

    /// Whether a move of this kind may end on this square: pawns are promoted on the last rank and only there.
    fn may_end(&self, sub_move: &SubTableMove<'_>, to: Square) -> bool {
        let is_pawn = self.shape.pieces()[sub_move.piece_index].role == Role::Pawn;
        !is_pawn || (to.rank() == last_rank(self.mover)) == sub_move.promotion.is_some()
    }

    /// The last man takes another: one position after it, from wherever it came.
    fn captures_by_last(
        &self,
        sub_move: &SubTableMove<'_>,
        captured: usize,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let pieces = self.shape.pieces();
        let from = attacks_of(pieces[sub_move.piece_index], at[captured], occupied) & legal;
        let mut after = at;
        after[sub_move.piece_index] = at[captured];
        if from.is_empty() || attacked(pieces, after, self.mover, Some(captured), None).any() {
            return;
        }
        let plies = sub_move.plies(after, !self.mover);
        for square in from {
            note(square, plies);
        }
    }

    /// Another man takes the last one, wherever it stands.
    fn captures_of_last(
        &self,
        sub_move: &SubTableMove<'_>,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let pieces = self.shape.pieces();
        let mut targets =
            attacks_of(pieces[sub_move.piece_index], at[sub_move.piece_index], occupied) & legal;
        let gone = Some(self.shape.last_piece);
        if targets.is_empty() {
            return;
        }
        targets &= !attacked(pieces, at, self.mover, gone, Some(sub_move.piece_index));
        let mut after = at;
        for to in targets.into_iter().filter(|&to| self.may_end(sub_move, to)) {
            after[sub_move.piece_index] = to;
            note(to, sub_move.plies(after, !self.mover));
        }
    }

    /// One of the standing men takes another, with the last man anywhere but in between.
    fn captures(
        &self,
        sub_move: &SubTableMove<'_>,
        captured: usize,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let pieces = self.shape.pieces();
        let (from, to) = (at[sub_move.piece_index], at[captured]);
        if !attacks_of(pieces[sub_move.piece_index], from, occupied).contains(to)
            || !self.may_end(sub_move, to)
        {
            return;
        }
        let mut rows = legal;
        if is_slider(pieces[sub_move.piece_index].role) {
            rows &= !shakmaty::attacks::between(from, to);
        }
        let mut after = at;
        after[sub_move.piece_index] = to;
        rows &= !attacked(pieces, after, self.mover, Some(captured), Some(self.shape.last_piece));
        for square in rows {
            after[self.shape.last_piece] = square;
            note(square, sub_move.plies(after, !self.mover));
        }
    }

    /// A pawn goes straight ahead.
    fn pawn_pushes(
        &self,
        sub_move: &SubTableMove<'_>,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, Option<u16>),
    ) {
        let (pieces, last) = (self.shape.pieces(), self.shape.last_piece);
        let mut rows = legal;
        let targets = pushes(at[sub_move.piece_index], self.mover, occupied);
        let squares = targets.into_iter().filter(|&to| self.may_end(sub_move, to));
        let mut squares: Vec<Square> = squares.collect();
        if self.mover == Color::Black {
            squares.reverse();
        }
        for (n, to) in squares.into_iter().enumerate() {
            rows.discard(to);
            let mut after = at;
            after[sub_move.piece_index] = to;
            let safe = rows & !attacked(pieces, after, self.mover, None, Some(last));
            let takers =
                if n == 1 { en_passant::takers(pieces, after, sub_move.piece_index) } else { [None; 2] };
            for square in safe {
                after[last] = square;
                let plain = sub_move.plies(after, !self.mover);
                if takers == [None; 2] {
                    note(square, plain);
                } else {
                    note(
                        square,
                        en_passant::after_double_step(
                            pieces,
                            after,
                            sub_move.piece_index,
                            takers,
                            plain,
                            self.kinds_of(!self.mover),
                        ),
                    );
                }
            }
        }
    }
}
