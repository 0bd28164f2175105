//! What has been worked out about pawn structures, by their keys: they change on few moves.

use crate::chess::position::piece_key;
use crate::chess::{Bitboard, Role};

use super::info::EvalInfo;
use super::pawns;
use super::side::{Black, EvalSide, White};
use super::tally::EvalSum;
use super::taper::Taper;

/// A small memory of pawn structures with their kings, one for each thread. It holds nothing but what can be
/// worked out again, so it never has to be cleared.
#[derive(Clone, Debug)]
pub(crate) struct PawnTable {
    entries: Box<[PawnHashEntry]>,
}

/// What follows from pawns and kings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnHashEntry {
    key: u64,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The sum of their terms, White's less Black's.
    pub(super) score: Taper,
}

/// How many structures are remembered, a power of two: 192 KiB of them.
const SIZE: usize = 1 << 13;

impl PawnTable {
    /// An empty one.
    pub(crate) fn new() -> Self {
        // No structure has the key 0 but one that chance would have to make.
        Self { entries: vec![PawnHashEntry::default(); SIZE].into_boxed_slice() }
    }

    /// What follows from the pawns and kings of a position, given the key of its pawns.
    pub(super) fn probe(&mut self, pawn_key: u64, view: &EvalInfo) -> PawnHashEntry {
        let key = pawn_key ^ king_key::<White>(view) ^ king_key::<Black>(view);
        let place = usize::try_from(key & (SIZE as u64 - 1)).unwrap_or_default();
        let entry = &mut self.entries[place];
        if entry.key != key {
            *entry = PawnHashEntry { key, ..compute_entry(view) };
        }
        *entry
    }
}

impl Default for PawnTable {
    fn default() -> Self {
        Self::new()
    }
}

/// What follows from the pawns and kings of a position, from nothing.
pub(super) fn compute_entry(view: &EvalInfo) -> PawnHashEntry {
    let mut sum = EvalSum::default();
    let passed = pawns::of::<White, _>(view, &mut sum) | pawns::of::<Black, _>(view, &mut sum);
    PawnHashEntry { key: 0, passed, score: sum.score }
}

fn king_key<S: EvalSide>(view: &EvalInfo) -> u64 {
    piece_key(Role::King.of(S::US), view.king::<S>())
}
