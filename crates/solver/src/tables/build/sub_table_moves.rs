//! Moves that leave a slice: captures, promotions and pawn moves, looked up in finished tables and slices.
//!
//! The best of these moves is one byte per position: none, at least a draw, a win with its distance, or a
//! loss that counts only if every other move loses too.

use super::partition::BuildPartition;
use super::sub_table_move::SubTableMove;
use super::{en_passant, worth};
use crate::tables::index::TableSquares;
use crate::tables::rules::{attacked, attacks_of, is_slider, last_rank, occupied, pushes};
use chess::{Bitboard, Color, Role, Square};

/// Which moves out of a slice count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MoveScope {
    /// All.
    All,
    /// Captures, with promotions among them.
    Captures,
}

/// Where moves out of a slice were added.
pub(super) struct AddedMoves {
    /// The positions with such moves.
    pub(super) positions: Bitboard,
    /// Those in which one of the moves wins and takes too long for a byte.
    pub(super) too_long: Bitboard,
}

/// The moves of one side out of a block.
pub(super) struct SubTableMoves<'a> {
    pub(super) shape: &'a BuildPartition<'a>,
    /// Both colors' kinds of such moves, White's first.
    pub(super) kinds: &'a [Vec<SubTableMove<'a>>; 2],
    pub(super) mover: Color,
    pub(super) scope: MoveScope,
}

impl SubTableMoves<'_> {
    /// Adds the values of these moves to the `legal` positions of a block. A win that is too long for a byte counts as
    /// a draw.
    pub(super) fn add(&self, at: TableSquares, legal: Bitboard, block: &mut [u8]) -> AddedMoves {
        let mut added = AddedMoves { positions: Bitboard::EMPTY, too_long: Bitboard::EMPTY };
        self.each(at, legal, &mut |on, mut value| {
            added.positions.add(on);
            if value == worth::TOO_LONG {
                added.too_long.add(on);
                value = worth::DRAW;
            }
            let place = &mut block[on.to_usize()];
            *place = worth::better(*place, value);
        });
        added
    }

    /// Visits each of these moves in the `legal` positions of a block with its value.
    #[inline]
    pub(super) fn each(&self, at: TableSquares, legal: Bitboard, note: &mut impl FnMut(Square, u8)) {
        let occupied = occupied(self.shape.pieces(), at, None, Some(self.shape.last_piece));
        let wanted =
            |sub_move: &&SubTableMove<'_>| self.scope == MoveScope::All || sub_move.kind.captured.is_some();
        for sub_move in self.kinds_of(self.mover).iter().filter(wanted) {
            match sub_move.kind.captured {
                None => self.pawn_pushes(sub_move, at, occupied, legal, note),
                Some(captured) if sub_move.kind.piece_index == self.shape.last_piece => {
                    self.captures_by_last(sub_move, captured, at, occupied, legal, note);
                }
                Some(captured) if captured == self.shape.last_piece => {
                    self.captures_of_last(sub_move, at, occupied, legal, note);
                }
                Some(captured) => self.captures(sub_move, captured, at, occupied, legal, note),
            }
        }
    }

    fn kinds_of(&self, color: Color) -> &[SubTableMove<'_>] {
        &self.kinds[color.fold_wb(0, 1)]
    }

    /// Whether a move of this kind may end on this square: pawns promote exactly on the last rank.
    fn may_end(&self, sub_move: &SubTableMove<'_>, to: Square) -> bool {
        let is_pawn = self.shape.pieces()[sub_move.kind.piece_index].role == Role::Pawn;
        !is_pawn || (to.rank() == last_rank(self.mover)) == sub_move.kind.promotion.is_some()
    }

    /// Captures by the last piece: one resulting position for all its origins.
    fn captures_by_last(
        &self,
        sub_move: &SubTableMove<'_>,
        captured: usize,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, u8),
    ) {
        let pieces = self.shape.pieces();
        let from = attacks_of(pieces[sub_move.kind.piece_index], at[captured], occupied) & legal;
        let mut after = at;
        after[sub_move.kind.piece_index] = at[captured];
        if from.is_empty() || attacked(pieces, after, self.mover, Some(captured), None).any() {
            return;
        }
        let value = worth_after(sub_move, after);
        for square in from {
            note(square, value);
        }
    }

    /// Captures of the last piece by another piece, for all its squares.
    fn captures_of_last(
        &self,
        sub_move: &SubTableMove<'_>,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, u8),
    ) {
        let pieces = self.shape.pieces();
        let mut targets =
            attacks_of(pieces[sub_move.kind.piece_index], at[sub_move.kind.piece_index], occupied) & legal;
        let gone = Some(self.shape.last_piece);
        if targets.is_empty() {
            return;
        }
        targets &= !attacked(pieces, at, self.mover, gone, Some(sub_move.kind.piece_index));
        let targets = targets.into_iter().filter(|&to| self.may_end(sub_move, to)).collect();
        sub_move.each_worth(at, sub_move.kind.piece_index, targets, note);
    }

    /// Captures between two other pieces, with the last piece anywhere but in between.
    fn captures(
        &self,
        sub_move: &SubTableMove<'_>,
        captured: usize,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, u8),
    ) {
        let pieces = self.shape.pieces();
        let (from, to) = (at[sub_move.kind.piece_index], at[captured]);
        if !attacks_of(pieces[sub_move.kind.piece_index], from, occupied).contains(to)
            || !self.may_end(sub_move, to)
        {
            return;
        }
        let mut rows = legal;
        if is_slider(pieces[sub_move.kind.piece_index].role) {
            rows &= !shakmaty::attacks::between(from, to);
        }
        let mut after = at;
        after[sub_move.kind.piece_index] = to;
        rows &= !attacked(pieces, after, self.mover, Some(captured), Some(self.shape.last_piece));
        sub_move.each_worth(after, self.shape.last_piece, rows, note);
    }

    /// Pawn pushes.
    fn pawn_pushes(
        &self,
        sub_move: &SubTableMove<'_>,
        at: TableSquares,
        occupied: Bitboard,
        legal: Bitboard,
        note: &mut impl FnMut(Square, u8),
    ) {
        let pieces = self.shape.pieces();
        let last = self.shape.last_piece;
        let mut rows = legal;
        let targets = pushes(at[sub_move.kind.piece_index], self.mover, occupied);
        let squares = targets.into_iter().filter(|&to| self.may_end(sub_move, to));
        let mut squares: Vec<Square> = squares.collect();
        if self.mover == Color::Black {
            squares.reverse();
        }
        for (n, to) in squares.into_iter().enumerate() {
            rows.discard(to);
            let mut after = at;
            after[sub_move.kind.piece_index] = to;
            let safe = rows & !attacked(pieces, after, self.mover, None, Some(last));
            let takers =
                if n == 1 { en_passant::takers(pieces, after, sub_move.kind.piece_index) } else { [None; 2] };
            if takers == [None; 2] {
                sub_move.each_worth(after, last, safe, &mut *note);
                continue;
            }
            for square in safe {
                after[last] = square;
                let plain = sub_move.plies(after);
                let answers = self.kinds_of(!self.mover);
                let plies = en_passant::after_double_step(
                    pieces,
                    after,
                    sub_move.kind.piece_index,
                    takers,
                    plain,
                    answers,
                );
                note(square, worth::of(plies));
            }
        }
    }
}

/// The value of a move from the squares of all pieces after it.
fn worth_after(sub_move: &SubTableMove<'_>, after: TableSquares) -> u8 {
    worth::of(sub_move.plies(after))
}
