//! Finds the positions in which one move alone keeps the win, 64 at a time.
//!
//! A move keeps the win if its opponent loses after it. For each placement of all pieces but the last, the moves of every
//! piece give bitboards of the positions in which they win; those that are in exactly one of them have an only move.

use super::partition::BuildPartition;
use super::rays::each_path;
use super::sub_table_move::SubTableMove;
use super::sub_table_moves::{MoveScope, SubTableMoves};
use super::thread_pool::TableThreadPool;
use super::worth;
use crate::tables::index::TableSquares;
use crate::tables::rules::{attacks_of, occupied};
use crate::tables::value::TableByte;
use chess::{Bitboard, Color, Square, StopToken, Stopped};

/// An ending with its values, and the side whose only moves are wanted.
pub(super) struct OnlyMoveScan<'a> {
    pub(super) shape: &'a BuildPartition<'a>,
    /// The values by stored side to move, White's first.
    pub(super) planes: [&'a [u8]; 2],
    /// The captures, promotions and pawn moves of both colors, White's first.
    pub(super) kinds: &'a [Vec<SubTableMove<'a>>; 2],
    pub(super) mover: Color,
    pub(super) pool: TableThreadPool,
    pub(super) stop: &'a StopToken,
}

/// Positions of a king pair by block, each as the squares of the last piece.
type BlockSets = Vec<Bitboard>;

/// Which positions have one winning move, and which have more.
#[derive(Clone, Copy, Default)]
struct WinningMoveCount {
    some: Bitboard,
    several: Bitboard,
}

impl WinningMoveCount {
    /// Adds a winning move in each of these positions.
    fn add(&mut self, positions: Bitboard) {
        self.several |= self.some & positions;
        self.some |= positions;
    }

    fn only(self) -> Bitboard {
        self.some & !self.several
    }
}

impl OnlyMoveScan<'_> {
    /// The indices, in the plane of the side to move, of the positions with an only move: each once, in lists.
    ///
    /// # Errors
    /// When the token stopped the work.
    pub(super) fn positions(&self) -> Result<Vec<Vec<u32>>, Stopped> {
        let slices = self.shape.layout.plane_size() / self.shape.layout.slice_size();
        let parts = slices * self.shape.king_pair_count();
        let mut lost = vec![BlockSets::new(); parts];
        let fill = |(): &mut (), part: usize, sets: &mut BlockSets| *sets = self.lost_positions(part);
        self.pool.for_each(&mut lost, self.stop, || (), fill, |_| {})?;
        let mut found = vec![Vec::new(); parts];
        let scan = |(): &mut (), part: usize, found: &mut Vec<u32>| *found = self.scan(part, &lost);
        self.pool.for_each(&mut found, self.stop, || (), scan, |_| {})?;
        Ok(found)
    }

    /// The slice and the king pair of a part.
    fn slice_and_king_pair(&self, part: usize) -> (usize, usize) {
        (part / self.shape.king_pair_count(), part % self.shape.king_pair_count())
    }

    /// The positions in which the opponent is to move and loses.
    fn lost_positions(&self, part: usize) -> BlockSets {
        let (slice, king_pair) = self.slice_and_king_pair(part);
        let layout = self.shape.layout;
        let turn = !self.mover;
        let stored_turn = layout.stored_turn(turn);
        let plane = self.planes[stored_turn.fold_wb(0, 1)];
        let is_loss: [bool; 256] = std::array::from_fn(|byte| {
            TableByte(byte.to_le_bytes()[0]).plies(stored_turn).is_some_and(|plies| plies.is_multiple_of(2))
        });
        let mut at = self.shape.pawn_placement(slice);
        let set = |block: usize| {
            if stored_turn == turn {
                let row = self.shape.row(plane, slice, king_pair, block);
                return squares_where(&row, |byte| is_loss[usize::from(byte)]);
            }
            self.shape.place_pieces(king_pair, block, &mut at);
            let loses_with = |last: &Square| {
                let mut at = at;
                at[self.shape.last_piece] = *last;
                layout.index_in_plane(at, turn).is_some_and(|index| is_loss[usize::from(plane[index])])
            };
            self.shape.legal_squares(at, turn).into_iter().filter(loses_with).collect()
        };
        (0..self.shape.blocks()).map(set).collect()
    }

    /// The positions of a part with an only move.
    fn scan(&self, part: usize, lost: &[BlockSets]) -> Vec<u32> {
        let (slice, king_pair) = self.slice_and_king_pair(part);
        let shape = self.shape;
        let plane = self.planes[shape.layout.stored_turn(self.mover).fold_wb(0, 1)];
        let is_win = |byte| TableByte(byte).plies(self.mover).is_some_and(|plies| plies % 2 == 1);
        let is_win: [bool; 256] = std::array::from_fn(|byte| is_win(byte.to_le_bytes()[0]));
        let (first, index) = (shape.first_index(slice, king_pair), shape.king_pair_index(slice, king_pair));
        let mut at = shape.pawn_placement(slice);
        let mut found = Vec::new();
        for block in 0..shape.blocks() {
            let row = shape.row(plane, slice, king_pair, block);
            let won = squares_where(&row, |byte| is_win[usize::from(byte)]);
            if won.is_empty() {
                continue;
            }
            shape.place_pieces(king_pair, block, &mut at);
            let only = self.winning_moves(part, block, at, won, lost).only() & won;
            let indices = only.into_iter().filter_map(|last| index.of(block, last));
            found.extend(indices.filter_map(|index| u32::try_from(first + index).ok()));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Counts the winning moves in the `won` positions of a block.
    fn winning_moves(
        &self,
        part: usize,
        block: usize,
        at: TableSquares,
        won: Bitboard,
        lost: &[BlockSets],
    ) -> WinningMoveCount {
        let (shape, mover) = (self.shape, self.mover);
        let (slice, king_pair) = self.slice_and_king_pair(part);
        let occupied_squares = occupied(shape.pieces(), at, None, Some(shape.last_piece));
        let mut count = WinningMoveCount::default();
        for king_move in shape.king_moves(king_pair, mover) {
            let there = shape.transformed(block, |square| king_move.symmetry.apply(square));
            let sets = &lost[slice * shape.king_pair_count() + king_move.king_pair];
            count.add(king_move.symmetry.invert_set(sets[there]));
        }
        // Most wins have many winning moves: the rest is looked at where it can still count.
        if (won & !count.several).is_empty() {
            return count;
        }
        let is_own = |piece_index: &usize| shape.pieces()[*piece_index].color == mover;
        for piece_index in shape.fixed_pieces.clone().filter(is_own) {
            each_path(shape.pieces()[piece_index].role, at[piece_index], occupied_squares, |to, path| {
                count.add(lost[part][shape.with_piece_on(block, piece_index, to)] & !path);
            });
        }
        let free_piece = shape.pieces()[shape.last_piece];
        if free_piece.color == mover {
            for from in won & !count.several {
                let targets =
                    attacks_of(free_piece, from, occupied_squares) & !occupied_squares & lost[part][block];
                for _ in targets.into_iter().take(2) {
                    count.add(from.into());
                }
            }
        }
        let open = won & !count.several;
        if open.is_empty() {
            return count;
        }
        let sub_moves = SubTableMoves { shape, kinds: self.kinds, mover, scope: MoveScope::All };
        sub_moves.each(at, open, &mut |on, value| {
            if worth::is_winning_move(value) {
                count.add(on.into());
            }
        });
        count
    }
}

/// The squares of a row whose values are wanted.
fn squares_where(row: &[u8; 64], is_wanted: impl Fn(u8) -> bool) -> Bitboard {
    Bitboard((0..).zip(row).fold(0, |set, (n, &byte)| set | u64::from(is_wanted(byte)) << n))
}
