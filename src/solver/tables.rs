//! Tables of whole endings, made on the machine: the distance to mate of every position.
//!
//! Up to five men. Distances are half-moves to mate under best play, for both sides to move, with promotions
//! and en passant; castling rights are not covered, and the fifty-move counter is not regarded.
//!
//! Reading order: `roster` (which endings there are), `index` (placements as numbers), `value` (what a byte
//! says), `rules`, `build` (retrograde analysis), `endings` (the result), `stats`; [`packed`] and [`keeping`] for
//! what becomes of it.

mod build;
pub mod cost;
mod endings;
mod index;
pub mod keeping;
pub mod packed;
mod roster;
mod rules;
mod stats;
mod value;

use std::sync::{Arc, OnceLock};

use shakmaty::Position as _;

use crate::chess::{Material, Oracle, Position, StopToken, Stopped, Verdict};

use build::{Failure, Parts, Smaller};
use endings::Ending;
use index::Layout;
use keeping::{NoStore, TableStore};
use packed::{Packed, pack};
use roster::{ROSTER, Roster};
use value::Byte;

pub use stats::{Count, SHOWN, Stats, Zugzwang, Zugzwangs};

/// The most men that an ending has here, kings included.
pub const MOST_MEN: usize = 5;

/// How far the building has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The ending that is being built.
    pub material: Material,
    /// Endings that are finished.
    pub done: usize,
    /// Endings to be built in all.
    pub total: usize,
    /// How much of this ending is done, of a thousand.
    pub permille: u16,
}

/// Why an ending was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// The token stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It has more men than tables are made for.
    #[error("{0} has more than {MOST_MEN} pieces: no table is built for so many")]
    TooManyMen(Material),
    /// A mate in it takes longer than a table's byte can say. Nothing of it is kept.
    #[error("{0} holds a mate that takes longer than a table can say")]
    TooLong(Material),
}

/// The tables that this machine has made so far: an oracle that can be asked while it is still growing.
/// Share it as an `Arc`; reading takes no lock.
#[derive(Debug)]
pub struct Tables {
    /// By their places in the roster.
    endings: Box<[OnceLock<Arc<Ending>>]>,
    store: Arc<dyn TableStore>,
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

impl Tables {
    /// Tables that know the dead endings (`KvK`, `KBvK`, `KNvK`) and nothing else yet.
    #[must_use]
    pub fn new() -> Self {
        Self::with_store(Arc::new(NoStore))
    }

    /// The same, with a place where finished tables are looked for and kept.
    #[must_use]
    pub fn with_store(store: Arc<dyn TableStore>) -> Self {
        let tables = Self { endings: (0..ROSTER.len()).map(|_| OnceLock::new()).collect(), store };
        for material in [2, 3].into_iter().flat_map(|men| ROSTER.of_men(men)) {
            if let Some(layout) = Layout::new(&material).filter(Layout::is_dead) {
                tables.keep(Arc::new(Ending::dead(layout)));
            }
        }
        tables
    }

    /// Every ending of four men, in an order in which each comes after those that it needs.
    #[must_use]
    pub fn four_man_endings() -> Vec<Material> {
        let mut ordered = Vec::new();
        for material in ROSTER.of_men(4) {
            add_needs(&material, &mut ordered, &mut |material| material.men() < 4);
        }
        ordered
    }

    /// Every ending with so many men, the kings included, in the order of the roster: 2 to [`MOST_MEN`].
    #[must_use]
    pub fn endings(men: u8) -> Vec<Material> {
        ROSTER.of_men(men).collect()
    }

    /// An ending with all that can come of it, whether it is there or not: each after those that it leads to,
    /// itself last. Nothing where it has too many men.
    #[must_use]
    pub fn family(material: &Material) -> Vec<Material> {
        let mut family = Vec::new();
        if ROSTER.place(material).is_some() {
            add_needs(&material.normalized(), &mut family, &mut |_| false);
        }
        family
    }

    /// Tables that know these endings of what is known here, and never more than that: what they answer does not
    /// depend on what else has been built. No memory is copied.
    #[must_use]
    pub fn subset(&self, endings: &[Material]) -> Self {
        let subset = Self::new();
        for material in endings {
            let known = ROSTER.place(material).and_then(|place| self.endings[place].get());
            if let Some(ending) = known {
                subset.keep(Arc::clone(ending));
            }
        }
        subset
    }

    /// Takes an ending from the store, in milliseconds; false where it is not kept there, or damaged.
    #[expect(clippy::must_use_candidate, reason = "some only want it to be there if it can")]
    pub fn load(&self, material: &Material) -> bool {
        let material = material.normalized();
        if self.covers(&material) {
            return true;
        }
        let Ok(Some(bytes)) = self.store.read(&material) else { return false };
        let ending = Layout::new(&material).and_then(|layout| Ending::opened(layout, bytes).ok());
        ending.is_some_and(|ending| {
            self.keep(Arc::new(ending));
            true
        })
    }

    /// The endings that have to be built for this one and are not there, in building order, itself last;
    /// nothing where it is there or has too many men. Those that the store has are among them.
    #[must_use]
    pub fn needs(&self, material: &Material) -> Vec<Material> {
        let mut needs = Vec::new();
        if ROSTER.place(material).is_some() {
            add_needs(&material.normalized(), &mut needs, &mut |material| self.covers(material));
        }
        needs
    }

    /// Builds an ending with all that it needs, on so many threads; takes from the store what is there and
    /// keeps there what was built. A table that the store cannot keep is used all the same.
    ///
    /// # Errors
    /// When the token stopped the work, or no table can be made for these men. What was finished before
    /// stays and is used.
    pub fn build(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), BuildError> {
        if ROSTER.place(material).is_none() {
            return Err(BuildError::TooManyMen(*material));
        }
        let mut missing = Vec::new();
        add_needs(&material.normalized(), &mut missing, &mut |material| self.load(material));
        for (done, &material) in missing.iter().enumerate() {
            let _claim = self.store.claim(&material, stop)?;
            // Whoever held the claim before may have built it.
            if self.load(&material) {
                continue;
            }
            let mut tick = |permille| {
                let permille = u16::try_from(permille).unwrap_or(u16::MAX);
                on_progress(Progress { material, done, total: missing.len(), permille });
            };
            tick(0);
            self.build_one(&material, threads, stop, &mut tick)?;
        }
        Ok(())
    }

    /// Builds every three-man ending that is still missing, smallest need first; returns at once when
    /// none is.
    ///
    /// # Errors
    /// When the token stopped the work. What was finished before stays and is used.
    pub fn build_three_men(
        &self,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Stopped> {
        let mut missing = Vec::new();
        for material in ROSTER.of_men(3) {
            add_needs(&material, &mut missing, &mut |material| self.covers(material));
        }
        for (done, &material) in missing.iter().enumerate() {
            let total = missing.len();
            on_progress(Progress { material, done, total, permille: 0 });
            match self.build_one(&material, 1, stop, &mut |_| {}) {
                Ok(()) => {}
                Err(BuildError::Stopped(stopped)) => return Err(stopped),
                Err(error) => unreachable!("three men mate in 28 moves: {error}"),
            }
        }
        Ok(())
    }

    /// Builds one ending whose smaller ones are there.
    fn build_one(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
        tick: &mut dyn FnMut(usize),
    ) -> Result<(), BuildError> {
        let layout = Layout::new(material).ok_or(BuildError::TooManyMen(*material))?;
        let parts = StoredParts { store: &*self.store, material: *material, threads };
        let bytes =
            build::build(&layout, self, &parts, threads, stop, tick).map_err(|failure| match failure {
                Failure::Stopped => BuildError::Stopped(Stopped),
                Failure::TooLong => BuildError::TooLong(*material),
            })?;
        let (ending, packed) = Ending::built(layout, bytes);
        if let Some(packed) = packed {
            // What cannot be kept is built again the next time.
            let _ = self.store.write(material, &packed);
            parts.forget();
        }
        self.keep(Arc::new(ending));
        Ok(())
    }

    /// Whether all three-man endings are there.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        ROSTER.of_men(3).all(|material| self.covers(&material))
    }

    /// Whether positions with these men, of either color, are answered now.
    #[must_use]
    pub fn covers(&self, material: &Material) -> bool {
        self.ending(material).is_some()
    }

    /// Counts, longest wins and zugzwangs of an ending; None where it is not covered (yet). It looks at every
    /// position, on as many threads as it is given: a second for four men.
    #[must_use]
    pub fn stats(&self, material: &Material, threads: usize) -> Option<Stats> {
        self.ending(material).map(|ending| stats::of(ending, threads))
    }

    fn keep(&self, ending: Arc<Ending>) {
        if let Some(place) = ROSTER.place(&ending.layout().material()) {
            // Another thread may have been faster; its table is the same.
            let _ = self.endings[place].set(ending);
        }
    }
}

/// Adds an ending after all that it needs, but for what is `there`.
fn add_needs(material: &Material, to: &mut Vec<Material>, there: &mut dyn FnMut(&Material) -> bool) {
    if to.contains(material) || there(material) {
        return;
    }
    for smaller in Roster::after(material) {
        add_needs(&smaller, to, there);
    }
    to.push(*material);
}

/// Men from which on a build takes so long that its parts are kept.
const LONG: u8 = 5;

/// The finished parts of one build, in the store.
struct StoredParts<'a> {
    store: &'a dyn TableStore,
    material: Material,
    threads: usize,
}

impl StoredParts<'_> {
    fn are_kept(&self) -> bool {
        self.material.men() >= LONG
    }

    fn forget(&self) {
        if self.are_kept() {
            // What is left over does no harm.
            let _ = self.store.forget_parts(&self.material);
        }
    }
}

impl Parts for StoredParts<'_> {
    fn read(&self, part: u16) -> Option<Vec<u8>> {
        if !self.are_kept() {
            return None;
        }
        let packed = self.store.read_part(&self.material, part).ok()??;
        Packed::open(packed).ok().map(|packed| packed.unpack(self.threads))
    }

    fn write(&self, part: u16, bytes: &[u8]) {
        if self.are_kept() {
            // A part that is not kept is worked out again.
            let _ = self.store.write_part(&self.material, part, &pack(bytes, Byte::ILLEGAL.0));
        }
    }
}

impl Smaller for Tables {
    fn ending(&self, material: &Material) -> Option<&Ending> {
        self.endings[ROSTER.place(material)?].get().map(|ending| &**ending)
    }
}

impl Oracle for Tables {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let board = position.board();
        if board.occupied().count() > MOST_MEN || !position.chess().castles().is_empty() {
            return None;
        }
        let ending = self.ending(&Material::of(board))?;
        let (at, turn) = ending.placement(board, position.turn());
        let verdict = ending.verdict(at, turn)?;
        if position.chess().legal_ep_square().is_none() {
            return Some(verdict);
        }
        self.with_passant(position, verdict)
    }

    fn covers(&self, material: &Material) -> bool {
        self.ending(material).is_some()
    }
}

impl Tables {
    /// The truth where a pawn can be taken in passing: a table holds the position without that right, and its
    /// stalemates do not count.
    fn with_passant(&self, position: &Position, plain: Verdict) -> Option<Verdict> {
        let moves = position.legal_moves();
        let (passing, others): (Vec<_>, Vec<_>) = moves.into_iter().partition(|mv| mv.is_en_passant());
        let mut verdicts = Vec::new();
        for mv in passing {
            verdicts.push(self.probe(&position.after(mv))?.for_mover().one_earlier());
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
        let mut steps = Vec::new();
        let built =
            tables.build_three_men(&StopToken::never(), &mut |step| steps.push(step.material.to_string()));
        assert_eq!((built, steps.join(" "), tables.is_ready()), (Ok(()), "KQvK KRvK KPvK".to_owned(), true));
        for name in ["KQvK", "KvKP", "KRvK"] {
            assert!(tables.covers(&name.parse().unwrap()), "{name}");
        }
    }

    #[test]
    fn a_stopped_build_leaves_nothing_half_done() {
        let tables = Tables::new();
        let token = StopSource::new().token();
        assert_eq!(tables.build_three_men(&token, &mut |_| {}), Err(Stopped));
        assert_eq!(tables.probe(&fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").unwrap()), None);
        assert_eq!(tables.probe(&fen::parse("8/8/8/8/8/1B6/8/k2K4 w - - 0 1").unwrap()), Some(Verdict::Draw));
    }

    #[test]
    fn castling_rights_are_not_covered() {
        let tables = Tables::new();
        assert_eq!(tables.build_three_men(&StopToken::never(), &mut |_| {}), Ok(()));
        assert_eq!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap()), None);
        assert!(tables.probe(&fen::parse("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap()).is_some());
    }
}
