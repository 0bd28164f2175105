//! Endgame tables with the distance to mate (DTM) of every position, built on the user's machine.
//!
//! Endings of up to five pieces. Distances are half-moves to mate under best play, for both sides to move,
//! with promotions and en passant; positions with castling rights are not covered, and the fifty-move rule is
//! ignored.
//!
//! Reading order: `ending_list` (all endings), `index` (positions as numbers), `value` (the byte of a
//! position), `rules`, `build` (retrograde analysis), `ending_table` (a finished table), `stats`; [`packed`]
//! (compression) and [`table_store`] (storage).

mod build;
pub mod cost;
mod ending_list;
mod ending_table;
mod index;
pub mod packed;
mod rules;
mod stats;
pub mod table_store;
mod value;

use std::sync::{Arc, OnceLock};

use build::failure::TableBuildFailure;
use build::{BuildParts, SubTables};
use ending_list::{ENDING_LIST, EndingList};
use ending_table::EndingTable;
use index::EndingLayout;
pub use index::MAX_TABLE_PIECES;
use packed::{PackedTable, pack};
use shakmaty::Position as _;
pub use stats::{EndingResultCounts, EndingStats, MAX_EXAMPLES, MutualZugzwang, MutualZugzwangs};
use table_store::{NoStore, TableStore};
use value::TableByte;

use crate::chess::{Material, Oracle, Position, StopToken, Stopped, Verdict};

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableBuildProgress {
    /// The ending that is being built.
    pub material: Material,
    /// Endings that are finished.
    pub done: usize,
    /// Endings to be built in all.
    pub total: usize,
    /// Progress of this ending in permille.
    pub permille: u16,
}

/// The error of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The token stopped the build.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It has too many pieces.
    #[error("{0} has more than {MAX_TABLE_PIECES} pieces: no table is built for so many")]
    TooManyPieces(Material),
    /// It has a mate that is too long for a byte. Nothing of it is stored.
    #[error("{0} holds a mate that takes longer than a table can say")]
    MateTooLong(Material),
}

/// The tables that are built or loaded: an oracle that can be probed while more tables are added. Share it as
/// an `Arc`; probing takes no lock.
#[derive(Debug)]
pub struct Tables {
    /// By their index in the ending list.
    endings: Box<[OnceLock<Arc<EndingTable>>]>,
    store: Arc<dyn TableStore>,
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// Tables that cover only the dead endings (`KvK`, `KBvK`, `KNvK`).
    #[must_use]
    pub fn new() -> Self {
        Self::with_store(Arc::new(NoStore))
    }

    /// Tables with a store from which finished tables are loaded and where they are kept.
    #[must_use]
    pub fn with_store(store: Arc<dyn TableStore>) -> Self {
        let tables = Self { endings: (0..ENDING_LIST.len()).map(|_| OnceLock::new()).collect(), store };
        for material in [2, 3].into_iter().flat_map(|pieces| ENDING_LIST.with_piece_count(pieces)) {
            if let Some(layout) = EndingLayout::new(&material).filter(EndingLayout::is_dead) {
                tables.insert(Arc::new(EndingTable::dead(layout)));
            }
        }
        tables
    }

    /// All four-piece endings in building order: each after its sub-endings.
    #[must_use]
    pub fn four_piece_endings() -> Vec<Material> {
        let mut ordered = Vec::new();
        for material in ENDING_LIST.with_piece_count(4) {
            push_with_sub_endings(&material, &mut ordered, &mut |material| material.piece_count() < 4);
        }
        ordered
    }

    /// All endings with this number of pieces (2 to [`MAX_TABLE_PIECES`], kings included), in the order of
    /// the ending list.
    #[must_use]
    pub fn endings(pieces: u8) -> Vec<Material> {
        ENDING_LIST.with_piece_count(pieces).collect()
    }

    /// An ending with all its sub-endings in building order, itself last, whether they are built or not.
    /// Empty if it has too many pieces.
    #[must_use]
    pub fn with_sub_endings(material: &Material) -> Vec<Material> {
        let mut endings = Vec::new();
        if ENDING_LIST.index(material).is_some() {
            push_with_sub_endings(&material.normalized(), &mut endings, &mut |_| false);
        }
        endings
    }

    /// Tables restricted to these endings, as far as they are built: their results do not depend on what else
    /// is built. No memory is copied.
    #[must_use]
    pub fn subset(&self, endings: &[Material]) -> Self {
        let subset = Self::new();
        for material in endings {
            let known = ENDING_LIST.index(material).and_then(|place| self.endings[place].get());
            if let Some(ending) = known {
                subset.insert(Arc::clone(ending));
            }
        }
        subset
    }

    /// Loads an ending from the store, in milliseconds; false if it is not there or damaged.
    #[expect(clippy::must_use_candidate, reason = "some only want it to be there if it can")]
    pub fn load(&self, material: &Material) -> bool {
        let material = material.normalized();
        if self.covers(&material) {
            return true;
        }
        let Ok(Some(bytes)) = self.store.read(&material) else { return false };
        let ending =
            EndingLayout::new(&material).and_then(|layout| EndingTable::from_packed(layout, bytes).ok());
        ending.is_some_and(|ending| {
            self.insert(Arc::new(ending));
            true
        })
    }

    /// The missing endings that have to be built for this one, in building order, itself last; empty if it is
    /// covered or has too many pieces. Endings that are in the store but not loaded are included.
    #[must_use]
    pub fn missing_endings(&self, material: &Material) -> Vec<Material> {
        let mut missing = Vec::new();
        if ENDING_LIST.index(material).is_some() {
            push_with_sub_endings(&material.normalized(), &mut missing, &mut |material| {
                self.covers(material)
            });
        }
        missing
    }

    /// Builds an ending with its missing sub-endings on several threads; loads from the store what is there
    /// and stores what was built. A table that cannot be stored is used all the same.
    ///
    /// # Errors
    /// When the token stopped the build, or the ending cannot be built. Finished tables remain.
    pub fn build(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(TableBuildProgress),
    ) -> Result<(), BuildError> {
        if ENDING_LIST.index(material).is_none() {
            return Err(BuildError::TooManyPieces(*material));
        }
        let mut missing = Vec::new();
        push_with_sub_endings(&material.normalized(), &mut missing, &mut |material| self.load(material));
        for (done, &material) in missing.iter().enumerate() {
            let _build_lock = self.store.lock_build(&material, stop)?;
            // Another process may have built it while this one waited for the lock.
            if self.load(&material) {
                continue;
            }
            let mut tick = |permille| {
                let permille = u16::try_from(permille).unwrap_or(u16::MAX);
                on_progress(TableBuildProgress { material, done, total: missing.len(), permille });
            };
            tick(0);
            self.build_one(&material, threads, stop, &mut tick)?;
        }
        Ok(())
    }

    /// Builds all missing three-piece endings; returns at once if none is missing.
    ///
    /// # Errors
    /// When the token stopped the build. Finished tables remain.
    pub fn build_three_piece_endings(
        &self,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(TableBuildProgress),
    ) -> Result<(), Stopped> {
        let mut missing = Vec::new();
        for material in ENDING_LIST.with_piece_count(3) {
            push_with_sub_endings(&material, &mut missing, &mut |material| self.covers(material));
        }
        for (done, &material) in missing.iter().enumerate() {
            let total = missing.len();
            on_progress(TableBuildProgress { material, done, total, permille: 0 });
            match self.build_one(&material, 1, stop, &mut |_| {}) {
                Ok(()) => {}
                Err(BuildError::Stopped(stopped)) => return Err(stopped),
                Err(error) => unreachable!("three-piece endings mate in 28 moves at most: {error}"),
            }
        }
        Ok(())
    }

    /// Builds one ending whose sub-endings are there.
    fn build_one(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
        tick: &mut dyn FnMut(usize),
    ) -> Result<(), BuildError> {
        let layout = EndingLayout::new(material).ok_or(BuildError::TooManyPieces(*material))?;
        let parts = StoredParts { store: &*self.store, material: *material, threads };
        let bytes =
            build::build(&layout, self, &parts, threads, stop, tick).map_err(|failure| match failure {
                TableBuildFailure::Stopped => BuildError::Stopped(Stopped),
                TableBuildFailure::MateTooLong => BuildError::MateTooLong(*material),
            })?;
        let (ending, packed) = EndingTable::from_bytes(layout, bytes);
        if let Some(packed) = packed {
            // A table that cannot be stored is built again next time.
            let _ = self.store.write(material, &packed);
            parts.delete();
        }
        self.insert(Arc::new(ending));
        Ok(())
    }

    /// Whether all three-piece endings are covered.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        ENDING_LIST.with_piece_count(3).all(|material| self.covers(&material))
    }

    /// Whether positions with this material, of either color, are covered.
    #[must_use]
    pub fn covers(&self, material: &Material) -> bool {
        self.ending(material).is_some()
    }

    /// Statistics of an ending: counts, longest wins and mutual zugzwangs; None if it is not covered. Scans
    /// every position, on several threads: about a second for four pieces.
    #[must_use]
    pub fn stats(&self, material: &Material, threads: usize) -> Option<EndingStats> {
        self.ending(material).map(|ending| stats::compute_stats(ending, threads))
    }

    fn insert(&self, ending: Arc<EndingTable>) {
        if let Some(place) = ENDING_LIST.index(&ending.layout().material()) {
            // Another thread may have been first; its table is the same.
            let _ = self.endings[place].set(ending);
        }
    }
}

/// Appends an ending after its sub-endings, without those that are `there`.
fn push_with_sub_endings(
    material: &Material,
    to: &mut Vec<Material>,
    there: &mut dyn FnMut(&Material) -> bool,
) {
    if to.contains(material) || there(material) {
        return;
    }
    for smaller in EndingList::sub_endings(material) {
        push_with_sub_endings(&smaller, to, there);
    }
    to.push(*material);
}

/// From this number of pieces on, finished parts of a build are stored.
const SAVE_PARTS_MIN_PIECES: u8 = 5;

/// The finished parts of a build, in the store.
struct StoredParts<'a> {
    store: &'a dyn TableStore,
    material: Material,
    threads: usize,
}

impl StoredParts<'_> {
    fn are_saved(&self) -> bool {
        self.material.piece_count() >= SAVE_PARTS_MIN_PIECES
    }

    fn delete(&self) {
        if self.are_saved() {
            // Leftover parts do no harm.
            let _ = self.store.delete_parts(&self.material);
        }
    }
}

impl BuildParts for StoredParts<'_> {
    fn read(&self, part: u16) -> Option<Vec<u8>> {
        if !self.are_saved() {
            return None;
        }
        let packed = self.store.read_part(&self.material, part).ok()??;
        PackedTable::open(packed).ok().map(|packed| packed.unpack(self.threads))
    }

    fn write(&self, part: u16, bytes: &[u8]) {
        if self.are_saved() {
            // A part that cannot be stored is computed again.
            let _ = self.store.write_part(&self.material, part, &pack(bytes, TableByte::ILLEGAL.0));
        }
    }
}

impl SubTables for Tables {
    fn ending(&self, material: &Material) -> Option<&EndingTable> {
        self.endings[ENDING_LIST.index(material)?].get().map(|ending| &**ending)
    }
}

impl Oracle for Tables {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let board = position.board();
        if board.occupied().count() > MAX_TABLE_PIECES || !position.chess().castles().is_empty() {
            return None;
        }
        let ending = self.ending(&Material::of(board))?;
        let (at, turn) = ending.placement(board, position.turn());
        let verdict = ending.verdict(at, turn)?;
        if position.chess().legal_ep_square().is_none() {
            return Some(verdict);
        }
        self.with_en_passant(position, verdict)
    }

    fn covers(&self, material: &Material) -> bool {
        self.ending(material).is_some()
    }
}

impl Tables {
    /// The verdict where en passant is possible: the table holds the position without that right, and its
    /// stalemates do not count.
    fn with_en_passant(&self, position: &Position, plain: Verdict) -> Option<Verdict> {
        let moves = position.legal_moves();
        let (en_passant, others): (Vec<_>, Vec<_>) = moves.into_iter().partition(|mv| mv.is_en_passant());
        let mut verdicts = Vec::new();
        for mv in en_passant {
            verdicts.push(self.probe(&position.after(mv))?.for_mover().one_ply_earlier());
        }
        if !others.is_empty() || plain != Verdict::Draw {
            verdicts.push(plain);
        }
        verdicts.into_iter().max_by_key(|verdict| verdict.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{StopSource, fen};

    #[test]
    fn the_dead_endings_are_known_at_once_and_the_others_once_built() {
        let tables = Tables::new();
        for (name, known) in
            [("KvK", true), ("KBvK", true), ("KvKN", true), ("KQvK", false), ("KBBvK", false)]
        {
            assert_eq!(tables.covers(&name.parse().unwrap()), known, "{name}");
        }
        let mut built_endings = Vec::new();
        let built = tables.build_three_piece_endings(&StopToken::never(), &mut |step| {
            built_endings.push(step.material.to_string());
        });
        assert_eq!(
            (built, built_endings.join(" "), tables.is_ready()),
            (Ok(()), "KQvK KRvK KPvK".to_owned(), true)
        );
        for name in ["KQvK", "KvKP", "KRvK"] {
            assert!(tables.covers(&name.parse().unwrap()), "{name}");
        }
    }

    #[test]
    fn a_stopped_build_leaves_nothing_half_done() {
        let tables = Tables::new();
        let token = StopSource::new().token();
        assert_eq!(tables.build_three_piece_endings(&token, &mut |_| {}), Err(Stopped));
        assert_eq!(tables.probe(&fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap()), None);
        assert_eq!(tables.probe(&fen::parse("8/8/8/8/8/1B6/8/k2K4 w - - 0 1").unwrap()), Some(Verdict::Draw));
    }

    #[test]
    fn castling_rights_are_not_covered() {
        let tables = Tables::new();
        assert_eq!(tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}), Ok(()));
        assert_eq!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()), None);
        assert!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap()).is_some());
    }
}
