//! How the positions that may be made are shared between the engine and the proof.
//!
//! By evidence: while the game is open the proof gets a small share, growing with the search; once the game
//! looks decided it gets most, for then only "how" is left to say.

use crate::chess::Score;
use crate::chess::Value;

/// What bears on how much a proof is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Evidence {
    /// What the engine thinks, if it has thought at all.
    pub(super) score: Option<Score>,
    /// Whether a forced mate is known to somebody.
    pub(super) mate: Knowledge,
    /// Lines that the engine has to find.
    pub(super) lines: usize,
}

/// What is known of a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Knowledge {
    /// Nothing.
    None,
    /// There is one, perhaps a shorter one too.
    Bound,
    /// The question was "mate in so many?"; nothing else matters.
    Asked,
}

/// The proof's share of all positions, in thousandths.
pub(super) fn share(evidence: Evidence) -> u64 {
    let one_line = evidence.lines <= 1;
    match evidence.mate {
        Knowledge::Asked => 970,
        Knowledge::Bound if one_line => 970,
        Knowledge::Bound => 600,
        Knowledge::None => {
            let decisive = evidence.score.map_or(LEVEL, by_score);
            if one_line { decisive } else { decisive.min(600) }
        }
    }
}

const LEVEL: u64 = 25;

/// By what the engine thinks of the position.
fn by_score(score: Score) -> u64 {
    /// Advantage in centipawns, and the share from there on; between two of them it grows evenly.
    const STEPS: [(u64, u64); 5] = [(0, LEVEL), (150, LEVEL), (400, 200), (700, 850), (30_000, 850)];
    let Value::Centipawns(value) = score.value() else { return 900 };
    let value = u64::from(value.unsigned_abs());
    let mut before = STEPS[0];
    for step in STEPS {
        if value < step.0 {
            let (from, to) = (before, step);
            return from.1 + (to.1 - from.1) * (value - from.0) / (to.0 - from.0);
        }
        before = step;
    }
    before.1
}

/// Positions that the proof may make before anything is known, of `left`.
pub(super) fn first_look(left: u64) -> u64 {
    /// Where nothing limits the search.
    const MOST: u64 = 2_000;
    (left / 50).min(MOST)
}
