//! Solves one slice from its mates backwards, one half-move at a time (Thompson's retrograde analysis).
//!
//! Within each half-move both colors are updated in turn: a color reads what the other one decided half a
//! move earlier. A win follows from one lost successor; a loss is verified against every move.

use super::failure::TableBuildFailure;
use super::king_pair_block::{BLOCK_POSITIONS, KingPairBlock, SliceSide};
use super::partition::BuildPartition;
use super::sub_table_move::SubTableMove;
use super::sub_table_moves::{MoveScope, SubTableMoves};
use super::thread_pool::TableThreadPool;
use crate::tables::value::TableByte;
use chess::{Color, Square, StopToken};

/// With fewer new blocks than this, one thread is faster than many.
const MIN_PARALLEL_BLOCKS: usize = 400;

/// The longest mate in half-moves during a build.
const MAX_PLIES: usize = 254;

/// The king-pair blocks of both colors, reused from slice to slice.
#[derive(Debug)]
pub(super) struct SliceScratch {
    king_pairs: [Vec<KingPairBlock>; 2],
}

/// The inputs for solving a slice.
pub(super) struct Slice<'a> {
    pub(super) shape: &'a BuildPartition<'a>,
    pub(super) kinds: &'a [Vec<SubTableMove<'a>>; 2],
    /// The number of the slice.
    pub(super) number: usize,
    pub(super) pool: TableThreadPool,
    pub(super) stop: &'a StopToken,
}

impl SliceScratch {
    pub(super) fn new(shape: &BuildPartition<'_>) -> Self {
        let king_pairs = || (0..shape.king_pair_count()).map(|_| KingPairBlock::default()).collect();
        Self { king_pairs: [king_pairs(), king_pairs()] }
    }
}

impl Slice<'_> {
    /// Solves the slice. `tick` receives the progress in permille.
    pub(super) fn solve(
        &self,
        scratch: &mut SliceScratch,
        tick: &mut dyn FnMut(usize),
    ) -> Result<(), TableBuildFailure> {
        for (n, color) in Color::ALL.into_iter().enumerate() {
            let side = self.side(color);
            let sub_moves =
                SubTableMoves { shape: self.shape, kinds: self.kinds, mover: color, scope: MoveScope::All };
            let all = self.shape.king_pair_count();
            self.pool.for_each(
                &mut scratch.king_pairs[n],
                self.stop,
                || (),
                |(), place, king_pair| side.initialize(&sub_moves, place, king_pair),
                |done| tick(n * 250 + 250 * done.min(all) / all),
            )?;
        }
        for plies in 0..=MAX_PLIES + 1 {
            let mut decided = 0;
            for color in Color::ALL {
                let side = self.side(color);
                let [white, black] = &mut scratch.king_pairs;
                let (own, others) = if color == Color::White { (white, &*black) } else { (black, &*white) };
                let before: usize = others.iter().map(|king_pair| king_pair.decided_in(plies + 1)).sum();
                let alone = plies > 0 && before < MIN_PARALLEL_BLOCKS;
                let pool = if alone { TableThreadPool { threads: 1 } } else { self.pool };
                let work = |(): &mut (), place: usize, king_pair: &mut KingPairBlock| {
                    side.advance(plies, place, king_pair, others);
                };
                pool.for_each(own, self.stop, || (), work, |_| {})?;
                decided += own.iter().map(|king_pair| king_pair.decided_in(plies)).sum::<usize>();
            }
            tick(500 + 500 * plies / (plies + 40));
            if plies > MAX_PLIES && decided > 0 {
                return Err(TableBuildFailure::MateTooLong);
            }
            if decided == 0 && !scratch.king_pairs.iter().flatten().any(KingPairBlock::is_waiting) {
                break;
            }
        }
        let is_too_long = scratch.king_pairs.iter().flatten().any(KingPairBlock::has_too_long_mate);
        if is_too_long { Err(TableBuildFailure::MateTooLong) } else { Ok(()) }
    }

    fn side(&self, mover: Color) -> SliceSide<'_> {
        SliceSide { shape: self.shape, mover, base: self.shape.pawn_placement(self.number) }
    }

    /// Writes the results for a side to move into the slice's part of the table.
    pub(super) fn write_to(
        &self,
        scratch: &SliceScratch,
        turn: Color,
        part: &mut [u8],
    ) -> Result<(), TableBuildFailure> {
        let layout = self.shape.layout;
        let codes = Codes::new(turn);
        let king_pairs = &scratch.king_pairs[turn.fold_wb(0, 1)];
        let fits = if self.shape.has_only_kings_and_pawns() {
            king_pairs
                .iter()
                .enumerate()
                .all(|(place, king_pair)| self.scatter(&codes, place, king_pair, part))
        } else {
            let mut parts: Vec<(&mut [u8], bool)> =
                part.chunks_mut(layout.others()).map(|part| (part, true)).collect();
            self.pool.for_each(
                &mut parts,
                self.stop,
                || (),
                |(), place, (part, fits)| {
                    *fits = if layout.has_one_form(place) {
                        copy(&codes, &king_pairs[place], part)
                    } else {
                        self.scatter(&codes, place, &king_pairs[place], part)
                    };
                },
                |_| {},
            )?;
            parts.iter().all(|&(_, fits)| fits)
        };
        if fits { Ok(()) } else { Err(TableBuildFailure::MateTooLong) }
    }

    /// Writes the positions of a king pair to their indices. False if a distance is too long for a byte.
    fn scatter(&self, codes: &Codes, place: usize, king_pair: &KingPairBlock, part: &mut [u8]) -> bool {
        let index = self.shape.king_pair_index(self.number, place);
        for block in 0..self.shape.blocks() {
            for (n, square) in Square::ALL.into_iter().enumerate() {
                let Some(byte) = codes.of(king_pair, block, n) else { return false };
                if byte != TableByte::ILLEGAL.0
                    && let Some(index) = index.of(block, square)
                {
                    part[index] = byte;
                }
            }
        }
        true
    }
}

/// Copies a king pair whose positions are in index order. False if a distance is too long for a byte.
fn copy(codes: &Codes, king_pair: &KingPairBlock, part: &mut [u8]) -> bool {
    for (block, row) in part.chunks_mut(BLOCK_POSITIONS).enumerate() {
        for (n, to) in row.iter_mut().enumerate() {
            let Some(byte) = codes.of(king_pair, block, n) else { return false };
            *to = byte;
        }
    }
    true
}

/// The table byte of each distance; None if it is too long.
struct Codes {
    bytes: [Option<u8>; 256],
}

impl Codes {
    fn new(turn: Color) -> Self {
        let code = |plies: usize| TableByte::encode(u16::try_from(plies).ok()?, turn).map(|byte| byte.0);
        Self { bytes: std::array::from_fn(code) }
    }

    /// The byte of one position.
    fn of(&self, king_pair: &KingPairBlock, block: usize, n: usize) -> Option<u8> {
        let square = Square::ALL[n];
        let byte = king_pair.bytes[block * BLOCK_POSITIONS + n];
        if king_pair.undecided[block].contains(square) {
            Some(TableByte::DRAW.0)
        } else if byte == 0 && king_pair.won_or_illegal[block].contains(square) {
            Some(TableByte::ILLEGAL.0)
        } else {
            self.bytes[usize::from(byte)]
        }
    }
}
