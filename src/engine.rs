//! Floor 2: the search. An opinion about any position, quickly, and never a false mate.
//!
//! The engine prints nothing, reads nothing and owns no thread that outlives a call: it is handed a
//! [`Root`], [`Limits`] and a stop token, and calls back with a [`Report`] when it knows more. It knows no
//! tables either: it asks through [`crate::chess::Oracle`].

pub mod limits;
pub mod report;
pub mod strength;

use std::sync::Arc;

use crate::chess::{Bound, Certainty, Depth, Line, NoOracle, Oracle, Ply, Root, Score, StopToken};

pub use limits::{Limits, Time};
pub use report::Report;
pub use strength::Level;

/// What the engine is made with; it can be changed between two searches.
#[derive(Clone)]
pub struct Settings {
    /// Size of the transposition table in mebibytes, 1 or more.
    pub hash_mb: usize,
    /// Threads that search together, 1 or more.
    pub threads: usize,
    /// What a draw is worth less than level to the side to move at the root, in centipawns.
    pub contempt: i16,
    /// Who knows the truth about endings.
    pub oracle: Arc<dyn Oracle>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hash_mb: 64, threads: 1, contempt: 0, oracle: Arc::new(NoOracle) }
    }
}

/// The engine with what it remembers between searches: table, histories, the proven line.
pub struct Engine {
    settings: Settings,
}

impl Engine {
    /// A fresh engine.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings }
    }

    /// The settings in force.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes settings between searches. A new table size forgets what the old table held.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything, as before a new game.
    pub fn new_game(&mut self) {}

    /// Searches until a limit is reached or the token stops it, and says what it found; `on_report` hears
    /// of every step on the way. The last report comes back: its first line begins with the move to play,
    /// and there are no lines where the game is over.
    pub fn search(
        &mut self,
        root: &Root,
        _limits: &Limits,
        _stop: &StopToken,
        on_report: &mut dyn FnMut(&Report),
    ) -> Report {
        let lines = root.position.legal_moves().first().map(|&mv| Line {
            score: Score::DRAW,
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves: vec![mv],
            ends_in: None,
        });
        let report = Report {
            depth: Depth::ONE,
            seldepth: Ply::new(1),
            nodes: 1,
            lines: lines.into_iter().collect(),
            ..Report::default()
        };
        on_report(&report);
        report
    }
}
