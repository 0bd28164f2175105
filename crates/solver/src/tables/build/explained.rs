//! Values that a capture explains.
//!
//! A finished table stores the positions with White to move only, and where a capture is among the best moves, it may
//! store any value that is no better: whoever probes looks at the captures too. Such values are marked here, and packing
//! chooses what takes the least room. Promotions are left out: they lead to endings with as many pieces, and a build that
//! restores these would have to restore all that they lead to as well.

use std::sync::atomic::{AtomicU64, Ordering};

use super::king_pair_block::BLOCK_POSITIONS;
use super::slice::Slice;
use super::sub_table_moves::{MoveScope, SubTableMoves};
use super::worth;
use crate::tables::value::TableByte;
use chess::{Color, Square, Stopped};

/// A mark for each position with White to move, by index, 64 in each number, the lowest bit first.
#[derive(Debug)]
pub(super) struct ExplainedValues {
    marks: Vec<AtomicU64>,
}

impl ExplainedValues {
    /// No value is marked of so many.
    pub(super) fn none_of(values: usize) -> Self {
        Self { marks: (0..values.div_ceil(64)).map(|_| AtomicU64::new(0)).collect() }
    }

    /// All marks.
    pub(super) fn into_bits(self) -> Vec<u64> {
        self.marks.into_iter().map(AtomicU64::into_inner).collect()
    }

    /// Marks the values of a solved slice; `bytes` are those of the whole table.
    ///
    /// # Errors
    /// When the token stopped the work.
    pub(super) fn mark_slice(&self, slice: &Slice<'_>, bytes: &[u8]) -> Result<(), Stopped> {
        let mut king_pairs: Vec<()> = vec![(); slice.shape.king_pair_count()];
        let work = |(): &mut (), king_pair: usize, (): &mut ()| self.mark_king_pair(slice, king_pair, bytes);
        slice.pool.for_each(&mut king_pairs, slice.stop, || (), work, |_| {})
    }

    fn mark_king_pair(&self, slice: &Slice<'_>, king_pair: usize, bytes: &[u8]) {
        let shape = slice.shape;
        let mover = Color::White;
        let sub_moves = SubTableMoves { shape, kinds: slice.kinds, mover, scope: MoveScope::Captures };
        let mut at = shape.pawn_placement(slice.number);
        let index = shape.king_pair_index(slice.number, king_pair);
        let first = shape.first_index(slice.number, king_pair);
        for block in 0..shape.blocks() {
            shape.place_pieces(king_pair, block, &mut at);
            let legal = shape.legal_squares(at, mover);
            let mut best = [worth::NOTHING; BLOCK_POSITIONS];
            for square in sub_moves.add(at, legal, &mut best).positions {
                let Some(index) = index.of(block, square) else { continue };
                let index = first + index;
                let value = worth::of_position(TableByte(bytes[index]).plies(mover));
                if value == best[Square::to_usize(square)] {
                    self.marks[index / 64].fetch_or(1 << (index % 64), Ordering::Relaxed);
                }
            }
        }
    }
}
