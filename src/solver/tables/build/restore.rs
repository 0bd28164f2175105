//! Restores the values of a table from those that it stores: the positions with White to move, some of them lowered
//! where a capture explains the value.
//!
//! White's values are raised by the captures. Black's follow by one half-move: 64 positions at a time take the best of
//! their moves.

use arrayvec::ArrayVec;

use super::failure::TableBuildFailure;
use super::king_pair_block::BLOCK_POSITIONS;
use super::partition::BuildPartition;
use super::rays::{each_path, slide_maxima};
use super::sub_table_cache::SubTableCache;
use super::sub_table_move::{MoveKind, SubTableMove};
use super::sub_table_moves::{MoveScope, SubTableMoves};
use super::sub_tables::{SubTables, WantedValues};
use super::thread_pool::TableThreadPool;
use super::worth;
use crate::chess::{Bitboard, Color, Piece, Role, Square, StopToken};
use crate::solver::tables::index::symmetry::BoardSymmetry;
use crate::solver::tables::index::{EndingLayout, TableSquares};
use crate::solver::tables::rules::{attacked, attacks_of, is_slider, last_rank, occupied};
use crate::solver::tables::value::TableByte;

/// With fewer slices than this the king pairs are divided among the threads, else the slices.
const MIN_PARALLEL_SLICES: usize = 16;

/// The values of 64 positions.
type Row = [u8; BLOCK_POSITIONS];

/// Restores the values of the wanted sides to move, White's first, from those of White that a table stores. Values that
/// are not wanted may be anything.
///
/// # Errors
/// When the token stopped the work.
pub(in crate::solver::tables) fn restore(
    layout: &EndingLayout,
    stored: Vec<u8>,
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
    let mut values = stored;
    // A side moves after a promotion of its opponent, so the piece is still there after its move.
    let promoted = wanted.promoted.map(|piece| PromotedPieces::new(layout, piece));
    let promoted = promoted.as_ref();
    let of_white = |color: Color, kind: &MoveKind| color == Color::White && kind.captured.is_some();
    let kinds = ready.prepare(layout, &slices, &of_white, stop)?;
    {
        let kinds = ready.sub_table_moves(layout, &kinds, [&[], &[]]);
        let raising = Restoration { shape: &shape, kinds: &kinds, promoted };
        let mut units: Vec<&mut [u8]> = values.chunks_mut(unit).collect();
        pool.for_each(
            &mut units,
            stop,
            Vec::new,
            |before, number, values| {
                before.clear();
                before.extend_from_slice(values);
                raising.raise(number * unit, before, values);
            },
            |_| {},
        )?;
    }
    if !wanted.turns.contains(&Color::Black) {
        return Ok(values);
    }
    let pieces = layout.pieces();
    let takes_pawn = |kind: &MoveKind| {
        let is_pawn = |piece_index: usize| pieces[piece_index].role == Role::Pawn;
        is_pawn(kind.piece_index) && kind.captured.is_some_and(is_pawn) && kind.promotion.is_none()
    };
    // White's captures of pawns may answer a double step of Black's en passant.
    let of_black = |color: Color, kind: &MoveKind| color == Color::Black || takes_pawn(kind);
    let kinds = ready.prepare(layout, &slices, &of_black, stop)?;
    let kinds = ready.sub_table_moves(layout, &kinds, [&values, &[]]);
    let answering = Restoration { shape: &shape, kinds: &kinds, promoted };
    let worths = worths_by_rank();
    let mut black = vec![TableByte::ILLEGAL.0; values.len()];
    let mut units: Vec<&mut [u8]> = black.chunks_mut(unit).collect();
    pool.for_each(
        &mut units,
        stop,
        || (),
        |(), number, black| answering.answer(number * unit, &values, &worths, black),
        |_| {},
    )?;
    if !wanted.turns.contains(&Color::White) {
        return Ok(black);
    }
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
    /// The index of its first position in a plane.
    first: usize,
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
            first: if is_one_part { first } else { first + (king_pair - start) * layout.others() },
        })
    }

    fn sub_moves(&self, mover: Color) -> SubTableMoves<'_> {
        SubTableMoves {
            shape: self.shape,
            kinds: self.kinds,
            mover,
            scope: if mover == Color::White { MoveScope::Captures } else { MoveScope::All },
        }
    }

    /// Writes White's values from an index on: the stored ones, or those of captures, if they are better.
    fn raise(&self, first: usize, stored: &[u8], values: &mut [u8]) {
        let shape = self.shape;
        let sub_moves = self.sub_moves(Color::White);
        let bytes = bytes_of(Color::White);
        let worths: ByteMap = byte_map(|byte| worth::of_position(TableByte(byte).plies(Color::White)));
        values.fill(TableByte::ILLEGAL.0);
        for part in self.parts(first, values.len()) {
            let offset = part.first - first;
            let index = shape.king_pair_index(part.slice, part.king_pair);
            let mut at = shape.pawn_placement(part.slice);
            for block in 0..shape.blocks() {
                shape.place_pieces(part.king_pair, block, &mut at);
                let legal = self.wanted_squares(at, Color::White);
                if legal.is_empty() {
                    continue;
                }
                let mut best = [worth::NOTHING; BLOCK_POSITIONS];
                // A distance that is too long for a byte has ended the build.
                let raised = sub_moves.add(at, legal, &mut best).unwrap_or_default();
                for square in legal {
                    let Some(index) = index.of(block, square) else { continue };
                    let mut value = stored[offset + index];
                    if raised.contains(square) {
                        value = bytes
                            [usize::from(worth::better(worths[usize::from(value)], best[square.to_usize()]))];
                    }
                    values[offset + index] = value;
                }
            }
        }
    }

    /// Writes Black's values from an index on: the best of all moves. `white` are the values after them, `worths` those
    /// of moves by rank.
    fn answer(&self, first: usize, white: &[u8], worths: &ByteMap, black: &mut [u8]) {
        let shape = self.shape;
        let sub_moves = self.sub_moves(Color::Black);
        let bytes = bytes_of(Color::Black);
        let mated = bytes[0];
        let own_pieces =
            shape.fixed_pieces.clone().filter(|&index| shape.pieces()[index].color == Color::Black);
        for part in self.parts(first, black.len()) {
            let offset = part.first - first;
            let index = shape.king_pair_index(part.slice, part.king_pair);
            let mut at = shape.pawn_placement(part.slice);
            for block in 0..shape.blocks() {
                shape.place_pieces(part.king_pair, block, &mut at);
                let legal = self.wanted_squares(at, Color::Black);
                if legal.is_empty() {
                    continue;
                }
                let occupied_squares = occupied(shape.pieces(), at, None, Some(shape.last_piece));
                let mut best = [0; BLOCK_POSITIONS];
                for king_move in shape.king_moves(part.king_pair, Color::Black) {
                    let symmetry = king_move.symmetry;
                    let there = shape.transformed(block, |square| symmetry.apply(square));
                    let row = self.ranks(white, part.slice, king_move.king_pair, there);
                    let row = if symmetry == BoardSymmetry::IDENTITY {
                        row
                    } else {
                        symmetry.images().map(|image| row[image.to_usize()])
                    };
                    for (best, rank) in best.iter_mut().zip(row) {
                        *best = (*best).max(rank);
                    }
                }
                for piece_index in own_pieces.clone() {
                    let role = shape.pieces()[piece_index].role;
                    each_path(role, at[piece_index], occupied_squares, |to, path| {
                        let there = shape.with_piece_on(block, piece_index, to);
                        let row = self.ranks(white, part.slice, part.king_pair, there);
                        // Not from the squares on the path: the last piece would be in the way.
                        let kept = path.into_iter().map(|square| (square, best[square.to_usize()]));
                        let kept: ArrayVec<(Square, u8), 8> = kept.collect();
                        for (best, rank) in best.iter_mut().zip(row) {
                            *best = (*best).max(rank);
                        }
                        for (square, before) in kept {
                            best[square.to_usize()] = before;
                        }
                    });
                }
                let last = shape.pieces()[shape.last_piece];
                if last.color == Color::Black {
                    let row = self.ranks(white, part.slice, part.king_pair, block);
                    if is_slider(last.role) {
                        slide_maxima(last.role, &row, occupied_squares, &mut best);
                    } else {
                        for from in legal {
                            for to in attacks_of(last, from, occupied_squares) & !occupied_squares {
                                let best = &mut best[from.to_usize()];
                                *best = (*best).max(row[to.to_usize()]);
                            }
                        }
                    }
                }
                let mut values = best.map(|rank| worths[usize::from(rank)]);
                let _ = sub_moves.add(at, legal, &mut values);
                let checked = attacked(shape.pieces(), at, Color::Black, None, Some(shape.last_piece));
                for square in legal {
                    let byte = match values[square.to_usize()] {
                        worth::NOTHING if checked.contains(square) => mated,
                        worth::NOTHING => TableByte::DRAW.0,
                        value => bytes[usize::from(value)],
                    };
                    if let Some(index) = index.of(block, square) {
                        black[offset + index] = byte;
                    }
                }
            }
        }
    }

    /// The squares of the last piece for which a position is legal and wanted.
    fn wanted_squares(&self, at: TableSquares, turn: Color) -> Bitboard {
        let (pieces, last) = (self.shape.pieces(), Some(self.shape.last_piece));
        let mut wanted = Bitboard::FULL;
        if let Some(PromotedPieces { indices, squares }) = self.promoted
            && !indices.iter().any(|&index| Some(index) != last && squares.contains(at[index]))
        {
            if !indices.contains(&self.shape.last_piece) {
                return Bitboard::EMPTY;
            }
            wanted = *squares;
        }
        let occupied_squares = occupied(pieces, at, None, last);
        if occupied_squares.count() + 1 < pieces.len() {
            return Bitboard::EMPTY;
        }
        wanted & !occupied_squares & !attacked(pieces, at, !turn, None, last)
    }

    /// How good the positions of a block with White to move are for Black, see [`rank_for_black`].
    fn ranks(&self, white: &[u8], slice: usize, king_pair: usize, block: usize) -> Row {
        self.shape.row(white, slice, king_pair, block).map(rank_for_black)
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
        worths[usize::from(rank_for_black(byte))] = worth::of(plies).unwrap_or(worth::DRAW);
    }
    worths
}

/// The byte of a position by its value as [`worth`] writes it; by 0 that of a mate.
fn bytes_of(turn: Color) -> ByteMap {
    byte_map(|value| {
        let plies = (value != worth::DRAW).then(|| u16::from(value));
        plies.and_then(|plies| TableByte::encode(plies, turn)).unwrap_or(TableByte::DRAW).0
    })
}

fn byte_map(map: impl Fn(u8) -> u8) -> ByteMap {
    std::array::from_fn(|byte| map(byte.to_le_bytes()[0]))
}
