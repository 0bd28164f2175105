//! The positions of one king pair during a build, and the retrograde step on them.
//!
//! A position is open until it is decided. Moves are handled for 64 positions at a time by combining
//! bitboards of the successors. A king-pair block writes only to itself and reads only the blocks of the
//! other color, so all blocks of one color can be updated in parallel.

use super::partition::BuildPartition;
use super::rays::{attacks_from_set, each_path};
use super::sub_table_moves::{AddedMoves, SubTableMoves};
use super::worth;
use crate::tables::index::TableSquares;
use crate::tables::rules::{attacked, occupied};
use chess::{Bitboard, Color};

/// Positions in a block of 64.
pub(super) const BLOCK_POSITIONS: usize = 64;

/// The state of the positions of one king pair.
#[derive(Debug, Default)]
pub(super) struct KingPairBlock {
    /// For a decided position its half-moves to mate, for an open one the value of its moves out of the
    /// slice.
    pub(super) bytes: Vec<u8>,
    /// By block: legal and not decided.
    pub(super) undecided: Vec<Bitboard>,
    /// By block: won for the side to move, or illegal: no escape for the opponent.
    pub(super) won_or_illegal: Vec<Bitboard>,
    /// By block: a move out of the slice draws or wins.
    holding: Vec<Bitboard>,
    /// By block: the best move out of the slice loses.
    losing: Vec<Bitboard>,
    /// By block: candidates in this half-move.
    marked: Vec<Bitboard>,
    /// Blocks with marks.
    dirty: Vec<u16>,
    /// What was decided in the last even half-move and in the last odd one.
    newly_decided: [Vec<(u16, Bitboard)>; 2],
    /// The half-moves, with blocks, in which moves out of the slice decide positions; the next ones last.
    agenda: Vec<(u8, u16)>,
    /// Positions by block in which a move out of the slice wins and takes too long for a byte.
    too_long: Vec<(u16, Bitboard)>,
}

impl KingPairBlock {
    /// Resets the state.
    fn clear(&mut self, blocks: usize) {
        self.bytes.clear();
        self.bytes.resize(blocks * BLOCK_POSITIONS, worth::NOTHING);
        let by_block = [
            &mut self.undecided,
            &mut self.won_or_illegal,
            &mut self.holding,
            &mut self.losing,
            &mut self.marked,
        ];
        for rows in by_block {
            rows.clear();
            rows.resize(blocks, Bitboard::EMPTY);
        }
        self.dirty.clear();
        self.newly_decided = Default::default();
        self.agenda.clear();
        self.too_long.clear();
    }

    /// The number of blocks with positions decided in this half-move.
    pub(super) fn decided_in(&self, plies: usize) -> usize {
        self.newly_decided[plies % 2].len()
    }

    /// Whether a move out of the slice decides a position later.
    pub(super) fn is_waiting(&self) -> bool {
        !self.agenda.is_empty()
    }

    /// Whether a position is won, and no move wins fast enough for a byte.
    pub(super) fn has_too_long_mate(&self) -> bool {
        self.too_long.iter().any(|&(block, rows)| (self.undecided[usize::from(block)] & rows).any())
    }

    /// Marks the positions that a move out of the slice decides in this half-move.
    fn mark_by_sub_tables(&mut self, plies: usize) {
        while let Some(&(value, block)) = self.agenda.last()
            && usize::from(value) <= plies
        {
            self.agenda.pop();
            let row = &self.bytes[usize::from(block) * BLOCK_POSITIONS..][..BLOCK_POSITIONS];
            self.mark(usize::from(block), squares_with(row, value));
        }
    }

    fn mark(&mut self, block: usize, rows: Bitboard) {
        let rows = rows & self.undecided[block];
        if rows.any() {
            if self.marked[block].is_empty() {
                self.dirty.push(narrow(block));
            }
            self.marked[block] |= rows;
        }
    }
}

/// The squares of a row with this value, eight at a time.
fn squares_with(row: &[u8], value: u8) -> Bitboard {
    const LOW_BITS: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    // Moves the lowest bit of each byte into the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let wanted = u64::from_le_bytes([value; 8]);
    let rank = |eight: &[u8; 8]| {
        let differing = u64::from_le_bytes(*eight) ^ wanted;
        let equal = !(((differing & LOW_BITS) + LOW_BITS) | differing | LOW_BITS);
        (equal >> 7).wrapping_mul(GATHER) >> 56
    };
    let ranks = row.as_chunks().0.iter().map(rank);
    Bitboard((0..).zip(ranks).fold(0, |all, (n, rank)| all | rank << (8 * n)))
}

#[expect(clippy::cast_possible_truncation, reason = "a king pair has 4096 blocks at most")]
const fn narrow(block: usize) -> u16 {
    block as u16
}

/// The step of one color in a slice.
pub(super) struct SliceSide<'a> {
    pub(super) shape: &'a BuildPartition<'a>,
    pub(super) mover: Color,
    /// The pawns' squares.
    pub(super) base: TableSquares,
}

impl SliceSide<'_> {
    /// Initializes a king pair: legal positions, the values of moves out of the slice, and possible mates.
    pub(super) fn initialize(
        &self,
        sub_moves: &SubTableMoves<'_>,
        place: usize,
        king_pair: &mut KingPairBlock,
    ) {
        let (shape, pieces) = (self.shape, self.shape.pieces());
        king_pair.clear(shape.blocks());
        let mut at = self.base;
        for block in 0..shape.blocks() {
            shape.place_pieces(place, block, &mut at);
            let legal = shape.legal_squares(at, self.mover);
            king_pair.undecided[block] = legal;
            king_pair.won_or_illegal[block] = !legal;
            if legal.is_empty() {
                continue;
            }
            let row = &mut king_pair.bytes[block * BLOCK_POSITIONS..][..BLOCK_POSITIONS];
            let AddedMoves { positions: touched, too_long } = sub_moves.add(at, legal, row);
            if too_long.any() {
                king_pair.too_long.push((narrow(block), too_long));
            }
            let mut seen = [0u64; 4];
            let mut holding = Bitboard::EMPTY;
            for square in touched {
                let value = row[square.to_usize()];
                seen[usize::from(value / 64)] |= 1 << (value % 64);
                if worth::holds(value) {
                    holding.add(square);
                }
            }
            king_pair.holding[block] = holding;
            king_pair.losing[block] = touched & !holding;
            let stuck = legal & !touched;
            for (n, seen) in (0..).zip(seen) {
                let worths = Bitboard(seen).into_iter().map(|bit| n * 64 + bit as u8);
                king_pair
                    .agenda
                    .extend(worths.filter(|&worth| worth != worth::DRAW).map(|worth| (worth, narrow(block))));
            }
            if stuck.any() {
                king_pair.mark(block, stuck & attacked(pieces, at, self.mover, None, Some(shape.last_piece)));
            }
        }
        king_pair.agenda.sort_unstable_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    }

    /// Decides the positions with exactly `plies` half-moves to mate: wins if odd, losses if even. `others`
    /// are the blocks of the other color with all smaller distances decided.
    pub(super) fn advance(
        &self,
        plies: usize,
        place: usize,
        king_pair: &mut KingPairBlock,
        others: &[KingPairBlock],
    ) {
        let before = (plies + 1) % 2;
        king_pair.newly_decided[plies % 2].clear();
        if plies > 0 {
            self.mark_predecessors(place, king_pair, &others[place].newly_decided[before]);
            for king_move in self.shape.king_moves(place, self.mover) {
                for &(block, rows) in &others[king_move.king_pair].newly_decided[before] {
                    let block = self
                        .shape
                        .transformed(usize::from(block), |square| king_move.symmetry.invert(square));
                    king_pair.mark(block, king_move.symmetry.invert_set(rows));
                }
            }
            king_pair.mark_by_sub_tables(plies);
        }
        let dirty = std::mem::take(&mut king_pair.dirty);
        for &block in &dirty {
            let mut rows = std::mem::take(&mut king_pair.marked[usize::from(block)]);
            if plies.is_multiple_of(2) {
                rows = self.lost_positions(plies, place, usize::from(block), rows, king_pair, others);
            } else {
                king_pair.won_or_illegal[usize::from(block)] |= rows;
            }
            if rows.any() {
                king_pair.undecided[usize::from(block)] ^= rows;
                for square in rows {
                    king_pair.bytes[usize::from(block) * BLOCK_POSITIONS + square.to_usize()] = byte(plies);
                }
                king_pair.newly_decided[plies % 2].push((block, rows));
            }
        }
        king_pair.dirty = dirty;
        king_pair.dirty.clear();
    }

    /// Marks the predecessors of these positions by moves of other pieces than the king.
    fn mark_predecessors(&self, place: usize, king_pair: &mut KingPairBlock, fresh: &[(u16, Bitboard)]) {
        let (shape, pieces) = (self.shape, self.shape.pieces());
        let mut at = self.base;
        for &(block, rows) in fresh {
            let block = usize::from(block);
            shape.place_pieces(place, block, &mut at);
            let occupied_squares = occupied(pieces, at, None, Some(shape.last_piece));
            if pieces[shape.last_piece].color == self.mover {
                king_pair.mark(block, attacks_from_set(pieces[shape.last_piece], rows, occupied_squares));
            }
            for piece_index in shape.fixed_pieces.clone().filter(|&index| pieces[index].color == self.mover) {
                each_path(pieces[piece_index].role, at[piece_index], occupied_squares, |from, path| {
                    king_pair.mark(shape.with_piece_on(block, piece_index, from), rows & !path);
                });
            }
        }
    }

    /// The positions of a block in which every move loses in fewer than `plies`.
    fn lost_positions(
        &self,
        plies: usize,
        place: usize,
        block: usize,
        mut rows: Bitboard,
        king_pair: &KingPairBlock,
        others: &[KingPairBlock],
    ) -> Bitboard {
        let (shape, pieces) = (self.shape, self.shape.pieces());
        rows &= !king_pair.holding[block];
        let row = &king_pair.bytes[block * BLOCK_POSITIONS..][..BLOCK_POSITIONS];
        for square in rows & king_pair.losing[block] {
            if usize::from(row[square.to_usize()]) > plies {
                rows.discard(square);
            }
        }
        if rows.is_empty() {
            return rows;
        }
        let mut at = self.base;
        shape.place_pieces(place, block, &mut at);
        let occupied_squares = occupied(pieces, at, None, Some(shape.last_piece));
        let here = &others[place].won_or_illegal;
        if pieces[shape.last_piece].color == self.mover {
            rows &= !attacks_from_set(pieces[shape.last_piece], !here[block], occupied_squares);
        }
        for piece_index in shape.fixed_pieces.clone().filter(|&index| pieces[index].color == self.mover) {
            if rows.is_empty() {
                return rows;
            }
            each_path(pieces[piece_index].role, at[piece_index], occupied_squares, |to, path| {
                rows &= here[shape.with_piece_on(block, piece_index, to)] | path;
            });
        }
        // The positions after the king's moves are farther away in memory, so these come last.
        for king_move in shape.king_moves(place, self.mover) {
            if rows.is_empty() {
                return rows;
            }
            let there = shape.transformed(block, |square| king_move.symmetry.apply(square));
            rows &= king_move.symmetry.invert_set(others[king_move.king_pair].won_or_illegal[there]);
        }
        rows
    }
}

/// A number of half-moves as a byte.
#[expect(clippy::cast_possible_truncation, reason = "the work ends before 255 half-moves")]
const fn byte(plies: usize) -> u8 {
    plies as u8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chess::Square;

    proptest! {
        #[test]
        fn the_squares_with_a_value_are_found(values: [u8; 32], others: [u8; 32], n in 0usize..64) {
            let row: Vec<u8> = values.into_iter().chain(others.map(|value| value % 3)).collect();
            let wanted = (0..64).filter(|&other| row[other] == row[n]).map(|other| Square::ALL[other]);
            prop_assert_eq!(squares_with(&row, row[n]), wanted.collect());
        }
    }
}
