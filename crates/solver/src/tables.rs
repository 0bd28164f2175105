//! Endgame tables with the distance to mate (DTM) of every position, built on the user's machine.
//!
//! Endings of up to five pieces. Distances are half-moves to mate under best play, for both sides to move,
//! with promotions and en passant; positions with castling rights are not covered, and the fifty-move rule is
//! ignored.
//!
//! Reading order: `ending_list` (all endings), `index` (positions as numbers), `value` (the byte of a
//! position), `rules`, `build` (retrograde analysis), `ending_table` (a finished table), `probe`, `stats`; [`packed`]
//! (compression), `background_unpacker` (what is read often) and [`table_store`] (storage).

mod background_unpacker;
mod build;
pub mod cost;
mod ending_list;
mod ending_table;
mod index;
pub mod packed;
mod probe;
mod rules;
mod stats;
pub mod table_store;
mod unpacked;
mod value;

use std::sync::{Arc, OnceLock};

use background_unpacker::BackgroundUnpacker;
use build::failure::TableBuildFailure;
use build::{BuildParts, SubTables, WantedValues};
use cost::BuildCost;
use ending_list::{ENDING_LIST, EndingList};
use ending_table::{EndingData, EndingTable, UnpackedEnding};
use index::EndingLayout;
pub use index::MAX_TABLE_PIECES;
use packed::{PackInput, PackedTable, pack};
pub use stats::{
    EndingResultCounts, EndingStats, MAX_EXAMPLES, MutualZugzwang, MutualZugzwangs, OnlyMoveStats, StatsStep,
};
use table_store::{NoStore, TableStore};
use unpacked::UnpackedEndings;
use value::TableByte;

use chess::allocation::{MemoryShortage, check_free};
use chess::table_policy::TablePolicy;
use chess::{Material, Ply, StopToken, Stopped};

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

/// An ending that was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltTable {
    /// The ending.
    pub material: Material,
    /// Its longest mate under best play, whichever side mates and whichever is to move; 0 where nobody can be mated.
    pub longest_mate: Ply,
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
    /// The saved table of a smaller ending cannot be read any more.
    #[error("a saved table that {0} is built from can no longer be read; start the build again")]
    Unreadable(Material),
    /// Memory is short.
    #[error("not enough memory for the {0} table: {needed} MB needed, {free} MB free", needed = .1.needed_mb, free = .1.free_mb)]
    NoMemory(Material, MemoryShortage),
}

/// The tables that are built or loaded: an oracle that can be probed while more tables are added. Share it as
/// an `Arc`; probing takes no lock.
#[derive(Debug)]
pub struct Tables {
    /// By their index in the ending list. An ending is there after its sub-endings.
    endings: Box<[OnceLock<Arc<EndingTable>>]>,
    store: Arc<dyn TableStore>,
    unpacked: UnpackedEndings,
    unpacker: Arc<BackgroundUnpacker>,
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
        let endings = (0..ENDING_LIST.len()).map(|_| OnceLock::new()).collect();
        let tables = Self { endings, store, unpacked: UnpackedEndings::default(), unpacker: Arc::default() };
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
        Self::in_building_order(4)
    }

    /// All five-piece endings in building order, each after those of five pieces that it leads to.
    #[must_use]
    pub fn five_piece_endings() -> Vec<Material> {
        Self::in_building_order(5)
    }

    fn in_building_order(pieces: u8) -> Vec<Material> {
        let mut ordered = Vec::new();
        for material in ENDING_LIST.with_piece_count(pieces) {
            push_with_sub_endings(&material, &mut ordered, &mut |material| material.piece_count() < pieces);
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

    /// Tables restricted to these endings and their sub-endings, as far as they are built: their results do
    /// not depend on what else is built. No memory is copied.
    #[must_use]
    pub fn subset(&self, endings: &[Material]) -> Self {
        let subset = Self { unpacker: Arc::clone(&self.unpacker), ..Self::new() };
        for material in endings.iter().flat_map(Self::with_sub_endings) {
            if let Some(ending) = self.ending(&material) {
                subset.insert(Arc::clone(ending));
            }
        }
        subset
    }

    /// Loads an ending from the store with its sub-endings, in milliseconds; false if one of them is not there or
    /// damaged.
    pub fn load(&self, material: &Material) -> bool {
        let material = material.normalized();
        if self.covers(&material) {
            return true;
        }
        // Black's values follow from captures and promotions too.
        if ENDING_LIST.index(&material).is_none()
            || !EndingList::sub_endings(&material).iter().all(|smaller| self.load(smaller))
        {
            return false;
        }
        self.stored_ending(&material).is_some_and(|ending| {
            self.insert(Arc::new(ending));
            true
        })
    }

    /// An ending from the store; None if it is not there or damaged.
    fn stored_ending(&self, material: &Material) -> Option<EndingTable> {
        let source = self.store.open(material).ok()??;
        EndingTable::from_source(EndingLayout::new(material)?, source).ok()
    }

    /// Drops the endings with more pieces than this from memory; what the store keeps can be loaded again.
    pub fn unload_above(&mut self, pieces: u8) {
        for ending in &mut self.endings {
            if ending.get().is_some_and(|ending| ending.layout().material().piece_count() > pieces) {
                ending.take();
            }
        }
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
    /// and stores what was built. A table that cannot be stored is used all the same. Returns what was built, in that
    /// order.
    ///
    /// # Errors
    /// When the token stopped the build, or the ending cannot be built. Finished tables remain.
    pub fn build(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(TableBuildProgress),
    ) -> Result<Vec<BuiltTable>, BuildError> {
        if ENDING_LIST.index(material).is_none() {
            return Err(BuildError::TooManyPieces(*material));
        }
        let mut missing = Vec::new();
        push_with_sub_endings(&material.normalized(), &mut missing, &mut |material| self.load(material));
        let mut built = Vec::with_capacity(missing.len());
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
            built.push(self.build_one(&material, threads, stop, &mut tick)?);
        }
        Ok(built)
    }

    /// Checks that there is memory to build each of these endings, one after the other, before the work begins. The smallest
    /// ones need hardly any.
    ///
    /// # Errors
    /// [`BuildError::NoMemory`], for the first one that is too large.
    pub fn check_memory(endings: &[Material]) -> Result<(), BuildError> {
        endings.iter().filter(|ending| ending.piece_count() > MAX_UNSTORED_PIECES).try_for_each(|ending| {
            let needed = BuildCost::of(&[*ending], 1).memory;
            check_free(needed).map_err(|shortage| BuildError::NoMemory(*ending, shortage))
        })
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
                Ok(_) => {}
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
    ) -> Result<BuiltTable, BuildError> {
        let layout = EndingLayout::new(material).ok_or(BuildError::TooManyPieces(*material))?;
        Self::check_memory(&[*material])?;
        let parts = StoredParts { store: &*self.store, material: *material, threads };
        let built =
            build::build(&layout, self, &parts, threads, stop, tick).map_err(|failure| match failure {
                TableBuildFailure::Stopped => BuildError::Stopped(Stopped),
                TableBuildFailure::MateTooLong => BuildError::MateTooLong(*material),
                TableBuildFailure::Unreadable => BuildError::Unreadable(*material),
                TableBuildFailure::NoMemory => {
                    // What was free is taken by now, or was given back.
                    let needed_mb = BuildCost::of(&[*material], 1).memory.div_ceil(1 << 20);
                    let all = BuildError::NoMemory(*material, MemoryShortage { needed_mb, free_mb: 0 });
                    Self::check_memory(&[*material]).err().unwrap_or(all)
                }
            })?;
        let summary = BuiltTable { material: *material, longest_mate: built.longest_mate(&layout) };
        let pieces = material.piece_count();
        if !self.store.keeps_tables() || pieces <= MAX_UNSTORED_PIECES {
            self.insert(Arc::new(EndingTable::plain(layout, built)));
            return Ok(summary);
        }
        let packed = built.pack(&layout);
        // A table that cannot be stored is built again next time.
        let _ = self.store.write(material, &packed);
        parts.delete();
        let ending = if pieces <= MAX_UNPACKED_PIECES {
            EndingTable::plain(layout, built)
        } else {
            drop(built);
            let stored = self.stored_ending(material);
            let from_memory = || EndingTable::from_source(layout, Arc::new(packed));
            stored
                .map_or_else(from_memory, Ok)
                .unwrap_or_else(|error| unreachable!("just packed, but {error}"))
        };
        self.insert(Arc::new(ending));
        Ok(summary)
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

    /// Statistics of an ending: counts, longest wins, only moves and mutual zugzwangs; None if it is not covered. Scans
    /// every position, on several threads: about a second for four pieces.
    #[must_use]
    pub fn stats(&self, material: &Material, threads: usize) -> Option<EndingStats> {
        self.stats_in_steps(material, threads, &mut |_| {})
    }

    /// The same with the steps of the count, which takes minutes for five pieces. What was counted is kept in the store,
    /// and found there the next time.
    #[must_use]
    pub fn stats_in_steps(
        &self,
        material: &Material,
        threads: usize,
        on_step: &mut dyn FnMut(StatsStep),
    ) -> Option<EndingStats> {
        let layout = self.ending(material)?.layout();
        let material = layout.material();
        let never = StopToken::never();
        let is_kept = !TablePolicy::of(&material).is_built_at_start();
        let kept = || {
            let bytes = self.store.read_stats(&material).ok().flatten()?;
            stats::stored::decode(&material, std::str::from_utf8(&bytes).ok()?)
        };
        if is_kept && let Some(kept) = kept() {
            return Some(kept);
        }
        on_step(StatsStep::Unpack);
        let unpacked = self.unpacked(&material, &WantedValues::all(layout), threads, &never).ok()?;
        let stats = stats::compute_stats(&unpacked, self, threads, (&never, on_step)).ok()?;
        if is_kept {
            // Without it the count is made again the next time.
            let _ = self.store.write_stats(&material, stats::stored::encode(&stats).as_bytes());
        }
        Some(stats)
    }

    fn ending(&self, material: &Material) -> Option<&Arc<EndingTable>> {
        self.endings[ENDING_LIST.index(material)?].get()
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

/// Up to this number of pieces a table is not stored: it is built in no time.
const MAX_UNSTORED_PIECES: u8 = 3;

/// Up to this number of pieces a table stays unpacked in the process that built it: 155 MB for all of four.
const MAX_UNPACKED_PIECES: u8 = 4;

/// From this number of pieces on, finished parts of a build are stored.
const SAVE_PARTS_MIN_PIECES: u8 = 5;

/// After how many positions per thread parts are stored: half a minute to a minute of work.
const SAVE_PARTS_POSITIONS: usize = 300_000_000;

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
        PackedTable::open(packed).ok()?.unpack(self.threads).ok()
    }

    fn write(&self, part: u16, bytes: &[u8]) {
        if self.are_saved() {
            // A part that cannot be stored is computed again.
            let packed = pack(&PackInput::exact(bytes, TableByte::ILLEGAL.0));
            let _ = self.store.write_part(&self.material, part, &packed);
        }
    }

    fn are_due(&self, positions: usize) -> bool {
        self.are_saved() && positions / self.threads.max(1) >= SAVE_PARTS_POSITIONS
    }
}

impl SubTables for Tables {
    fn unpacked(
        &self,
        material: &Material,
        wanted: &WantedValues,
        threads: usize,
        stop: &StopToken,
    ) -> Result<Arc<UnpackedEnding>, TableBuildFailure> {
        let Some(ending) = self.ending(material) else {
            unreachable!("sub-endings are built and loaded first")
        };
        let packed = match ending.data() {
            EndingData::Packed(packed) => packed,
            EndingData::Dead => {
                return Ok(Arc::new(UnpackedEnding { ending: Arc::clone(ending), only: None, bytes: None }));
            }
            EndingData::Plain(bytes) => {
                let bytes = Some(Arc::clone(bytes));
                return Ok(Arc::new(UnpackedEnding { ending: Arc::clone(ending), only: None, bytes }));
            }
        };
        if let Some(unpacked) = self.unpacked.find(material) {
            return Ok(unpacked);
        }
        let layout = ending.layout();
        // What is kept for other builds has all values; a larger ending only those that this one asks for.
        let is_kept = UnpackedEndings::can_keep(layout.size());
        let wanted = if is_kept { &WantedValues::all(layout) } else { wanted };
        let only = match (&*wanted.turns, layout.turns().len()) {
            (&[turn], 2) => Some(turn),
            _ => None,
        };
        let stored = packed.unpack(threads).map_err(|error| TableBuildFailure::of_unpacking(&error))?;
        let bytes = build::restore(layout, stored, wanted, self, threads, stop)?;
        let unpacked =
            Arc::new(UnpackedEnding { ending: Arc::clone(ending), only, bytes: Some(Arc::new(bytes)) });
        if is_kept {
            self.unpacked.add(&unpacked);
        }
        Ok(unpacked)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io;
    use std::sync::Mutex;

    use super::*;
    use crate::tables::packed::ByteSource;
    use crate::tables::table_store::TableBuildLock;
    use chess::{Color, Oracle as _, Piece, Rank, Square, StopSource, Verdict, fen};

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

    /// Keeps tables in memory.
    #[derive(Debug, Default)]
    struct MemoryStore {
        tables: Mutex<HashMap<Material, Vec<u8>>>,
    }

    impl TableStore for MemoryStore {
        fn open(&self, material: &Material) -> io::Result<Option<Arc<dyn ByteSource>>> {
            let found = self.tables.lock().unwrap().get(material).cloned();
            Ok(found.map(|bytes| Arc::new(bytes) as Arc<dyn ByteSource>))
        }

        fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
            self.tables.lock().unwrap().insert(*material, bytes.to_vec());
            Ok(())
        }

        fn lock_build(&self, _: &Material, _: &StopToken) -> Result<TableBuildLock, Stopped> {
            Ok(TableBuildLock::unlocked())
        }

        fn read_part(&self, _: &Material, _: u16) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }

        fn write_part(&self, _: &Material, _: u16, _: &[u8]) -> io::Result<()> {
            Ok(())
        }

        fn delete_parts(&self, _: &Material) -> io::Result<()> {
            Ok(())
        }
    }

    /// What a store keeps gives back every value of the build, all at once and one by one.
    #[test]
    fn every_value_comes_back_from_those_that_are_stored() {
        let is_slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
        let quick = ["KQvKR", "KRvKR", "KBBvK", "KRvKP", "KPvKP"].map(|name| name.parse().unwrap());
        let endings = if is_slow { Tables::four_piece_endings() } else { quick.to_vec() };
        let store = Arc::new(MemoryStore::default());
        let built = Tables::with_store(Arc::<MemoryStore>::clone(&store));
        let loaded = Tables::with_store(store);
        assert_eq!(loaded.build_three_piece_endings(&StopToken::never(), &mut |_| {}), Ok(()));
        for material in endings {
            built.build(&material, 2, &StopToken::never(), &mut |_| {}).unwrap();
            assert!(loaded.load(&material), "{material}");
            let ending = loaded.ending(&material).unwrap();
            let all = WantedValues::all(ending.layout());
            let [wanted, found] = [&built, &loaded]
                .map(|tables| tables.unpacked(&material, &all, 2, &StopToken::never()).unwrap());
            assert!(matches!(ending.data(), EndingData::Packed(_)));
            let (wanted, found) = (wanted.values().unwrap(), found.values().unwrap());
            let layout = ending.layout();
            let differs = (0..wanted.len()).find(|&index| wanted[index] != found[index]);
            assert_eq!(differs.and_then(|index| layout.placement(index)), None, "{material}");
            let step = if is_slow { 101 } else { 1009 };
            let check_probes = || {
                for index in (0..wanted.len()).step_by(step) {
                    let Some((at, turn)) = layout.placement(index) else { continue };
                    let wanted = ending.verdict_in(Some(wanted), at, turn);
                    if let Some(position) = ending.position(at, turn).filter(|_| wanted.is_some()) {
                        assert_eq!(loaded.probe(&position), wanted, "{}", fen::format(&position));
                    }
                }
            };
            check_probes();
            let packed = ending.packed().unwrap();
            assert!(packed.memory_in_use() > 0 || packed.unpack_into_memory(&StopToken::never()));
            check_probes();
        }
    }

    #[test]
    fn a_table_that_is_probed_often_is_unpacked_into_memory() {
        let store = Arc::new(MemoryStore::default());
        let material: Material = "KQvKR".parse().unwrap();
        let never = StopToken::never();
        Tables::with_store(Arc::<MemoryStore>::clone(&store))
            .build(&material, 2, &never, &mut |_| {})
            .unwrap();
        let tables = Tables::with_store(store);
        assert_eq!(tables.build_three_piece_endings(&never, &mut |_| {}), Ok(()));
        assert!(tables.load(&material));
        // Also by what a search gets of them.
        let subset = tables.subset(&[material]);
        let ending = tables.ending(&material).unwrap();
        let start = std::time::Instant::now();
        while ending.packed().unwrap().memory_in_use() == 0 {
            assert!(start.elapsed().as_secs() < 60, "it stays packed");
            for index in (0..ending.layout().size()).step_by(997) {
                let Some((at, turn)) = ending.layout().placement(index) else { continue };
                if let Some(position) = ending.position(at, turn) {
                    assert!(subset.probe(&position).is_some());
                }
            }
        }
    }

    /// The values after a promotion, restored alone, are those of the whole table.
    #[test]
    fn what_promotions_lead_to_is_restored_alone() {
        let stop = StopToken::never();
        let tables = Tables::with_store(Arc::new(MemoryStore::default()));
        let rank = |color: Color| color.fold_wb(Rank::Eighth, Rank::First);
        for (name, promoted) in [
            ("KQvKR", Color::White.queen()),
            ("KQvKR", Color::Black.rook()),
            ("KBBvK", Color::White.bishop()),
            ("KQPvK", Color::White.queen()),
            ("KRvKP", Color::White.rook()),
            ("KQvKP", Color::White.queen()),
        ] {
            let material: Material = name.parse().unwrap();
            tables.build(&material, 2, &stop, &mut |_| {}).unwrap();
            let ending = tables.ending(&material).unwrap();
            let layout = ending.layout();
            let all = tables.unpacked(&material, &WantedValues::all(layout), 2, &stop).unwrap();
            let packed = PackedTable::open_source(tables.store.open(&material).unwrap().unwrap()).unwrap();
            let turn = !promoted.color;
            let wanted = WantedValues { turns: vec![turn], promoted: Some(promoted) };
            let found =
                build::restore(layout, packed.unpack(2).unwrap(), &wanted, &tables, 2, &stop).unwrap();
            let values = all.plane(turn).unwrap();
            assert_eq!(found.len(), values.len(), "{name}");
            let mut compared = 0;
            for index in 0..values.len() {
                let plane = turn.fold_wb(0, layout.plane_size());
                let Some((at, _)) = layout.placement(plane + index) else { continue };
                let is_promoted = |(&piece, square): (&Piece, &Square)| {
                    piece == promoted && square.rank() == rank(promoted.color)
                };
                if layout.pieces().iter().zip(&at).any(is_promoted) {
                    assert_eq!(found[index], values[index], "{name} {promoted:?} {at:?}");
                    compared += 1;
                }
            }
            assert!(compared > 1_000, "{name}: {compared}");
        }
    }

    #[test]
    fn castling_rights_are_not_covered() {
        let tables = Tables::new();
        assert_eq!(tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}), Ok(()));
        assert_eq!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()), None);
        assert!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap()).is_some());
    }
}
