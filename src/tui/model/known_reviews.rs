//! What the list of games knows of the reviews that are kept on disk.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The accuracy of White and Black from 0 to 100; None for a side without a move.
pub type SideAccuracies = [Option<f64>; 2];

/// How many reviews are read at a time for their accuracies.
const MAX_WANTED: usize = 8;

/// The games whose review is kept, by their fingerprints, and what was read of the reviews.
#[derive(Clone, Debug, Default)]
pub struct KnownReviews {
    games: Arc<HashSet<u64>>,
    accuracies: HashMap<u64, SideAccuracies>,
    /// Those that are being read for their accuracies.
    requested: HashSet<u64>,
}

impl KnownReviews {
    /// Takes the games that have a review now.
    pub(crate) fn set_games(&mut self, games: Arc<HashSet<u64>>) {
        self.accuracies.retain(|game, _| games.contains(game));
        self.requested.clear();
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

    /// The accuracies of a game, once they were read.
    pub(crate) fn accuracies(&self, fingerprint: u64) -> Option<SideAccuracies> {
        self.accuracies.get(&fingerprint).copied()
    }

    /// The review of a game was kept, perhaps in place of another one.
    pub(crate) fn add(&mut self, fingerprint: u64) {
        self.accuracies.remove(&fingerprint);
        if !self.has(fingerprint) {
            Arc::make_mut(&mut self.games).insert(fingerprint);
        }
    }

    /// The accuracies of a review that was read; None where it is not there, or cannot be shown.
    pub(crate) fn set_accuracies(&mut self, fingerprint: u64, accuracies: Option<SideAccuracies>) {
        self.requested.remove(&fingerprint);
        if let Some(accuracies) = accuracies {
            self.add(fingerprint);
            self.accuracies.insert(fingerprint, accuracies);
        } else if self.has(fingerprint) {
            self.accuracies.remove(&fingerprint);
            Arc::make_mut(&mut self.games).remove(&fingerprint);
        }
    }

    /// The accuracies of several reviews that were read.
    pub(crate) fn take_accuracies(&mut self, read: Vec<(u64, Option<SideAccuracies>)>) {
        for (fingerprint, accuracies) in read {
            self.set_accuracies(fingerprint, accuracies);
        }
    }

    /// The first reviews of these games whose accuracies are not known. None while others are being read.
    pub(crate) fn take_wanted(&mut self, games: impl Iterator<Item = u64>) -> Vec<u64> {
        if !self.requested.is_empty() {
            return Vec::new();
        }
        for game in games.filter(|game| self.games.contains(game) && !self.accuracies.contains_key(game)) {
            self.requested.insert(game);
            if self.requested.len() == MAX_WANTED {
                break;
            }
        }
        self.requested.iter().copied().collect()
    }
}
