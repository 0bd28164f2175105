//! Restores the values of a table from those that it stores: the positions with White to move, some of them lowered
//! where a capture explains the value.
//!
//! White's values are the stored ones or those of captures. Black's follow by one half-move: 64 positions at a time take
//! the best of their moves.

use super::failure::TableBuildFailure;
use super::king_pair_block::BLOCK_POSITIONS;
use super::partition::{BuildPartition, KingPairIndex};
use super::rays::{each_path, slide_maxima};
use super::sub_table_cache::SubTableCache;
use super::sub_table_move::{MoveKind, SubTableMove};
use super::sub_table_moves::{MoveScope, SubTableMoves};
use super::sub_tables::{SubTables, WantedValues};
use super::thread_pool::TableThreadPool;
use super::worth;
use crate::tables::index::symmetry::BoardSymmetry;
use crate::tables::index::{EndingLayout, TableSquares};
use crate::tables::rules::{attacked, attacks_of, is_slider, last_rank, occupied};
use crate::tables::value::TableByte;
use chess::allocation::zeroed_bytes;
use chess::{Bitboard, Color, Piece, Square, StopToken};

/// With fewer slices than this the king pairs are divided among the threads, else the slices.
const MIN_PARALLEL_SLICES: usize = 16;

/// The values of 64 positions.
type Row = [u8; BLOCK_POSITIONS];

/// Restores the values of the wanted sides to move, White's first, from those of White that a table stores: `values`
/// at first. Values that are not wanted may be anything.
///
/// # Errors
/// When the token stopped the work, or memory is refused.
pub(in crate::tables) fn restore(
    layout: &EndingLayout,
    mut values: Vec<u8>,
    wanted: &WantedValues,
    smaller: &dyn SubTables,
    threads: usize,
    stop: &StopToken,
) -> Result<Vec<u8>, TableBuildFailure> {
    let shape = BuildPartition::new(layout);
    let pool = TableThreadPool { threads: threads.max(1) };
    let mut ready = SubTableCache::new(smaller, threads);
    let slices = 0..layout.plane_size() / layout.slice_size();
    let by_slice = slices.len() >= MIN_PARALLEL_SLICES || shape.has_only_kings_and_pawns();
    let unit = if by_slice { layout.slice_size() } else { layout.others() };
    // A side moves after a promotion of its opponent, so the piece is still there after its move.
    let promoted = wanted.promoted.map(|piece| PromotedPieces::new(layout, piece));
    let promoted = promoted.as_ref();
    let of_white = |color: Color, kind: &MoveKind| color == Color::White && kind.captured.is_some();
    let kinds = ready.prepare(layout, &slices, &of_white, stop)?;
    {
        let kinds = ready.sub_table_moves(layout, &kinds, [&[], &[]]);
        let restoration = Restoration { shape: &shape, kinds: &kinds, promoted };
        let mut units: Vec<&mut [u8]> = values.chunks_mut(unit).collect();
        pool.for_each(
            &mut units,
            stop,
            Vec::new,
            |before, number, values| {
                before.clear();
                before.extend_from_slice(values);
                restoration.write_white(number * unit, before, values);
            },
            |_| {},
        )?;
    }
    if !wanted.turns.contains(&Color::Black) {
        return Ok(values);
    }
    // White's captures of pawns may answer a double step of Black's en passant.
    let of_black =
        |color: Color, kind: &MoveKind| color == Color::Black || kind.is_pawn_taking_pawn(layout.pieces());
    let kinds = ready.prepare(layout, &slices, &of_black, stop)?;
    let kinds = ready.sub_table_moves(layout, &kinds, [&values, &[]]);
    let restoration = Restoration { shape: &shape, kinds: &kinds, promoted };
    let mut black = zeroed_bytes(values.len()).ok_or(TableBuildFailure::NoMemory)?;
    black.fill(TableByte::ILLEGAL.0);
    let mut units: Vec<&mut [u8]> = black.chunks_mut(unit).collect();
    pool.for_each(
        &mut units,
        stop,
        || (),
        |(), number, black| restoration.write_black(number * unit, &values, black),
        |_| {},
    )?;
    if !wanted.turns.contains(&Color::White) {
        return Ok(black);
    }
    values.try_reserve_exact(black.len()).map_err(|_| TableBuildFailure::NoMemory)?;
    values.append(&mut black);
    Ok(values)
}

/// The inputs of a restoration.
struct Restoration<'a> {
    shape: &'a BuildPartition<'a>,
    kinds: &'a [Vec<SubTableMove<'a>>; 2],
    /// Only positions with one of these are wanted; None for all.
    promoted: Option<&'a PromotedPieces>,
}

/// The pieces that a pawn can have been promoted to.
struct PromotedPieces {
    /// Their indices among the pieces of the ending.
    indices: Vec<usize>,
    /// Where it was promoted: on the last rank. Without pawns a position stands for its symmetric forms: on any edge.
    squares: Bitboard,
}

impl PromotedPieces {
    fn new(layout: &EndingLayout, promoted: Piece) -> Self {
        let indices =
            (0..layout.pieces().len()).filter(|&index| layout.pieces()[index] == promoted).collect();
        let is_pawnless = layout.pawns().is_empty();
        let squares = if is_pawnless { EDGES } else { Bitboard::from_rank(last_rank(promoted.color)) };
        Self { indices, squares }
    }
}

/// The squares at the edges of the board.
const EDGES: Bitboard = Bitboard(0xFF81_8181_8181_81FF);

/// One king pair of a slice.
#[derive(Clone, Copy)]
struct SlicePart {
    slice: usize,
    king_pair: usize,
    /// Where its positions begin among the values that are written.
    offset: usize,
}

impl Restoration<'_> {
    /// The king pairs of a plane from an index on, as far as `count` values reach.
    fn parts(&self, first: usize, count: usize) -> impl Iterator<Item = SlicePart> {
        let layout = self.shape.layout;
        let (slice, rest) = (first / layout.slice_size(), first % layout.slice_size());
        let is_one_part = self.shape.has_only_kings_and_pawns();
        let start = if is_one_part { 0 } else { rest / layout.others() };
        let end = if is_one_part { self.shape.king_pair_count() } else { start + count / layout.others() };
        (start..end).map(move |king_pair| SlicePart {
            slice,
            king_pair,
            offset: if is_one_part { 0 } else { (king_pair - start) * layout.others() },
        })
    }

    /// Visits the blocks with legal and wanted positions from an index on, as far as `count` values reach.
    fn each_block(&self, first: usize, count: usize, turn: Color, mut visit: impl FnMut(&WantedBlock<'_>)) {
        let shape = self.shape;
        for part in self.parts(first, count) {
            let index = shape.king_pair_index(part.slice, part.king_pair);
            let mut at = shape.pawn_placement(part.slice);
            for block in 0..shape.blocks() {
                shape.place_pieces(part.king_pair, block, &mut at);
                let squares = self.wanted_squares(at, turn);
                if squares.any() {
                    visit(&WantedBlock { part, block, at, squares, index: &index });
                }
            }
        }
    }

    /// The squares of the last piece for which a position is legal and wanted.
    fn wanted_squares(&self, at: TableSquares, turn: Color) -> Bitboard {
        let last = self.shape.last_piece;
        let mut wanted = Bitboard::FULL;
        if let Some(PromotedPieces { indices, squares }) = self.promoted
            && !indices.iter().any(|&index| index != last && squares.contains(at[index]))
        {
            if !indices.contains(&last) {
                return Bitboard::EMPTY;
            }
            wanted = *squares;
        }
        wanted & self.shape.legal_squares(at, turn)
    }

    /// Writes White's values from an index on: the stored ones, or those of captures, if they are better.
    fn write_white(&self, first: usize, stored: &[u8], values: &mut [u8]) {
        let turn = Color::White;
        let (shape, kinds) = (self.shape, self.kinds);
        let captures = SubTableMoves { shape, kinds, mover: turn, scope: MoveScope::Captures };
        let bytes = bytes_by_worth(turn);
        let worths = byte_map(|byte| worth::of_position(TableByte(byte).plies(turn)));
        let count = values.len();
        values.fill(TableByte::ILLEGAL.0);
        self.each_block(first, count, turn, |wanted| {
            let mut best = [worth::NOTHING; BLOCK_POSITIONS];
            let capturing = captures.add(wanted.at, wanted.squares, &mut best).positions;
            wanted.each_index(|square, index| {
                let mut value = stored[index];
                if capturing.contains(square) {
                    let better = worth::better(worths[usize::from(value)], best[square.to_usize()]);
                    value = bytes[usize::from(better)];
                }
                values[index] = value;
            });
        });
    }

    /// Writes Black's values from an index on: the best of all moves. `white` are the values after them.
    fn write_black(&self, first: usize, white: &[u8], black: &mut [u8]) {
        let turn = Color::Black;
        let (shape, kinds) = (self.shape, self.kinds);
        let sub_moves = SubTableMoves { shape, kinds, mover: turn, scope: MoveScope::All };
        let bytes = bytes_by_worth(turn);
        let worths = worths_by_rank();
        self.each_block(first, black.len(), turn, |wanted| {
            let mut values = self.best_ranks(white, wanted).map(|rank| worths[usize::from(rank)]);
            sub_moves.add(wanted.at, wanted.squares, &mut values);
            let checked = attacked(shape.pieces(), wanted.at, turn, None, Some(shape.last_piece));
            wanted.each_index(|square, index| {
                black[index] = match values[square.to_usize()] {
                    worth::NOTHING if !checked.contains(square) => TableByte::DRAW.0,
                    // Without a move, this is the byte of a mate.
                    value => bytes[usize::from(value)],
                };
            });
        });
    }

    /// The ranks of Black's best moves within the slice, see [`rank_for_black`].
    fn best_ranks(&self, white: &[u8], wanted: &WantedBlock<'_>) -> Row {
        let (shape, block) = (self.shape, wanted.block);
        let SlicePart { slice, king_pair, .. } = wanted.part;
        let occupied_squares = occupied(shape.pieces(), wanted.at, None, Some(shape.last_piece));
        let ranks = |king_pair, block| shape.row(white, slice, king_pair, block).map(rank_for_black);
        let mut best = [0; BLOCK_POSITIONS];
        for king_move in shape.king_moves(king_pair, Color::Black) {
            let symmetry = king_move.symmetry;
            let there = shape.transformed(block, |square| symmetry.apply(square));
            let mut row = ranks(king_move.king_pair, there);
            if symmetry != BoardSymmetry::IDENTITY {
                row = symmetry.images().map(|image| row[image.to_usize()]);
            }
            raise(&mut best, &row);
        }
        for piece_index in shape.fixed_pieces.clone() {
            let piece = shape.pieces()[piece_index];
            if piece.color == Color::White {
                continue;
            }
            each_path(piece.role, wanted.at[piece_index], occupied_squares, |to, path| {
                let mut row = ranks(king_pair, shape.with_piece_on(block, piece_index, to));
                // There the last piece is in the way.
                for square in path {
                    row[square.to_usize()] = 0;
                }
                raise(&mut best, &row);
            });
        }
        let last = shape.pieces()[shape.last_piece];
        if last.color == Color::White {
            return best;
        }
        let row = ranks(king_pair, block);
        if is_slider(last.role) {
            slide_maxima(last.role, &row, occupied_squares, &mut best);
        } else {
            for from in wanted.squares {
                let best = &mut best[from.to_usize()];
                for to in attacks_of(last, from, occupied_squares) & !occupied_squares {
                    *best = (*best).max(row[to.to_usize()]);
                }
            }
        }
        best
    }
}

/// A block with wanted positions.
struct WantedBlock<'a> {
    part: SlicePart,
    block: usize,
    /// The squares of all pieces but the last one.
    at: TableSquares,
    /// Those of the last piece for which the position is legal and wanted.
    squares: Bitboard,
    index: &'a KingPairIndex<'a>,
}

impl WantedBlock<'_> {
    /// Visits the positions with their indices among the values that are written.
    fn each_index(&self, mut visit: impl FnMut(Square, usize)) {
        for square in self.squares {
            if let Some(index) = self.index.of(self.block, square) {
                visit(square, self.part.offset + index);
            }
        }
    }
}

/// Raises each value to another one, if that is greater.
fn raise(best: &mut Row, others: &Row) {
    for (best, &other) in best.iter_mut().zip(others) {
        *best = (*best).max(other);
    }
}

/// A byte for each byte.
type ByteMap = [u8; 256];

/// How good a value of White to move is for Black: 0 for no move, more for better ones. A draw is between White's wins,
/// which move down by one, and its losses.
#[inline]
fn rank_for_black(byte: u8) -> u8 {
    let moved = byte.saturating_sub(u8::from(byte <= LAST_WIN));
    if byte == TableByte::DRAW.0 { LAST_WIN } else { moved }
}

/// White's longest win, see [`TableByte`].
const LAST_WIN: u8 = 128;

/// The value of a move of Black as [`worth`] writes it, by its rank.
fn worths_by_rank() -> ByteMap {
    let mut worths = [worth::NOTHING; 256];
    for byte in 1..=u8::MAX {
        let plies = TableByte(byte).plies(Color::White);
        worths[usize::from(rank_for_black(byte))] = worth::of(plies);
    }
    worths
}

/// The byte of a position by its value as [`worth`] writes it; by 0 that of a mate.
fn bytes_by_worth(turn: Color) -> ByteMap {
    byte_map(|value| {
        let plies = (value != worth::DRAW).then(|| u16::from(value));
        plies.and_then(|plies| TableByte::encode(plies, turn)).unwrap_or(TableByte::DRAW).0
    })
}

fn byte_map(map: impl Fn(u8) -> u8) -> ByteMap {
    std::array::from_fn(|byte| map(byte.to_le_bytes()[0]))
}
