//! Moves that leave a slice: captures, promotions and pawn moves, looked up in finished tables and slices.
//!
//! The best of these moves is one byte per position: none, at least a draw, a win with its distance, or a
//! loss that counts only if every other move loses too.

use super::partition::BuildPartition;
use super::sub_table_move::SubTableMove;
use super::{en_passant, worth};
use crate::chess::{Bitboard, Color, Role, Square};
use crate::solver::tables::index::TableSquares;
use crate::solver::tables::rules::{attacked, attacks_of, is_slider, last_rank, occupied, pushes};

/// The moves of one side out of a block.
pub(super) struct SubTableMoves<'a> {
    pub(super) shape: &'a BuildPartition<'a>,
    /// Both colors' kinds of such moves, White's first.
    pub(super) kinds: &'a [Vec<SubTableMove<'a>>; 2],
    pub(super) mover: Color,
    /// Whether pawn moves within the table are among them.
    pub(super) includes_pawn_moves: bool,
}

impl SubTableMoves<'_> {
    /// Adds the values of these moves to the `legal` positions of a block. False if a distance is too long
    /// for a byte.
    #[must_use]
    pub(super) fn add(&self, at: TableSquares, legal: Bitboard, block: &mut [u8]) -> bool {
        let mut fits = true;
        let occupied = occupied(self.shape.pieces(), at, None, Some(self.shape.last_piece));
        let wanted = |sub_move: &&SubTableMove<'_>| self.includes_pawn_moves || sub_move.leaves_table();
        for sub_move in self.kinds_of(self.mover).iter().filter(wanted) {
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

    /// Whether a move of this kind may end on this square: pawns promote exactly on the last rank.
    fn may_end(&self, sub_move: &SubTableMove<'_>, to: Square) -> bool {
        let is_pawn = self.shape.pieces()[sub_move.piece_index].role == Role::Pawn;
        !is_pawn || (to.rank() == last_rank(self.mover)) == sub_move.promotion.is_some()
    }

    /// Captures by the last piece: one resulting position for all its origins.
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

    /// Captures of the last piece by another piece, for all its squares.
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

    /// Captures between two other pieces, with the last piece anywhere but in between.
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

    /// Pawn pushes.
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
