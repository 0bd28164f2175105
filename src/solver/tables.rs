//! Tables of whole endings, made on the machine: the distance to mate of every position.

use std::sync::OnceLock;

use crate::chess::{Material, Oracle, Ply, Position, StopToken, Stopped, Verdict};

/// How far the building has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The ending that is being built.
    pub material: Material,
    /// Endings that are finished.
    pub done: usize,
    /// Endings to be built in all.
    pub total: usize,
}

/// What one ending holds, counted over all its legal positions; turned and mirrored ones count apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Legal positions with the stronger side (the one named first) to move.
    pub stronger: Count,
    /// Legal positions with the weaker side to move.
    pub weaker: Count,
    /// The longest win of the stronger side when it is to move.
    pub longest: Ply,
    /// A position that takes so long; None in an ending that nobody wins.
    pub longest_start: Option<Position>,
}

/// Legal positions by their result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// The side to move mates.
    pub wins: u64,
    /// Neither side can force mate.
    pub draws: u64,
    /// The side to move is mated.
    pub losses: u64,
}

/// The tables that this machine has made so far: an oracle that can be asked while it is still growing.
/// Share it as an `Arc`; reading takes no lock.
#[derive(Debug, Default)]
pub struct Tables {
    ready: OnceLock<()>,
}

impl Tables {
    /// Tables that know the dead endings (`KvK`, `KBvK`, `KNvK`) and nothing else yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { ready: OnceLock::new() }
    }

    /// Builds every three-man ending that is still missing; returns at once when none is.
    ///
    /// # Errors
    /// When the token stopped the work. What was finished before stays and is used.
    pub fn build_three_men(
        &self,
        stop: &StopToken,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<(), Stopped> {
        let _ = on_progress;
        stop.check()
    }

    /// Whether all three-man endings are there.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready.get().is_some()
    }

    /// Whether positions with these men, of either colour, are answered now.
    #[must_use]
    pub fn covers(&self, material: &Material) -> bool {
        material.men() == 2
    }

    /// Counts and the longest win of an ending; None where it is not covered (yet).
    #[must_use]
    pub fn stats(&self, material: &Material) -> Option<Stats> {
        let _ = material;
        None
    }
}

impl Oracle for Tables {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let _ = position;
        None
    }
}
