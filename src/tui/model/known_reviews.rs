//! What the list of games knows of the reviews that are kept on disk.

use std::collections::HashSet;
use std::sync::Arc;

/// The games whose review is kept, by their fingerprints.
#[derive(Clone, Debug, Default)]
pub struct KnownReviews {
    games: Arc<HashSet<u64>>,
}

impl KnownReviews {
    /// Takes the games that have a review now.
    pub(crate) fn set_games(&mut self, games: Arc<HashSet<u64>>) {
        self.games = games;
    }

    /// Whether there is no review at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Whether the review of a game is kept.
    pub(crate) fn has(&self, fingerprint: u64) -> bool {
        self.games.contains(&fingerprint)
    }

    /// The review of a game was kept.
    pub(crate) fn add(&mut self, fingerprint: u64) {
        if !self.has(fingerprint) {
            Arc::make_mut(&mut self.games).insert(fingerprint);
        }
    }

    /// The review of a game is not there, or cannot be shown.
    pub(crate) fn remove(&mut self, fingerprint: u64) {
        if self.has(fingerprint) {
            Arc::make_mut(&mut self.games).remove(&fingerprint);
        }
    }
}
