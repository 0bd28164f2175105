//! Pawn hash table: evaluations of pawn structures, which few moves change.

use super::info::EvalInfo;
use super::pawns;
use super::side::{Black, EvalSide, White};
use super::tally::EvalSum;
use super::taper::Taper;
use chess::position::piece_key;
use chess::{Bitboard, Role};

/// The pawn hash table of one thread. Its entries depend only on pawns and kings, so it never has to be
/// cleared.
#[derive(Clone, Debug)]
pub(crate) struct PawnTable {
    entries: Box<[PawnHashEntry]>,
}

/// An entry: everything that depends only on pawns and kings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnHashEntry {
    key: u64,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// The sum of their terms, White's minus Black's.
    pub(super) score: Taper,
}

/// Number of entries, a power of two: 192 KiB.
const SIZE: usize = 1 << 13;

impl PawnTable {
    /// An empty one.
    pub(crate) fn new() -> Self {
        // The key 0 marks an empty entry: no real structure is expected to have it.
        Self { entries: vec![PawnHashEntry::default(); SIZE].into_boxed_slice() }
    }

    /// The entry of a position, from the table or computed, by the key of its pawns.
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

/// Computes the entry of a position from scratch.
pub(super) fn compute_entry(view: &EvalInfo) -> PawnHashEntry {
    let mut sum = EvalSum::default();
    let passed = pawns::of::<White, _>(view, &mut sum) | pawns::of::<Black, _>(view, &mut sum);
    PawnHashEntry { key: 0, passed, score: sum.score }
}

fn king_key<S: EvalSide>(view: &EvalInfo) -> u64 {
    piece_key(Role::King.of(S::US), view.king::<S>())
}
