//! The file of a run, as text: what was played is known from it, so a run can go on where it stopped.
//!
//! The first line names the conditions, `# seed S nodes N`; after every chunk of games `# games G` says how
//! many of the run's games the lines so far hold.

use std::collections::HashSet;
use std::fmt::Write as _;

use twox_hash::XxHash3_64;

use super::{SelfplayConditions, SelfplayGame};

/// What a run has written.
#[derive(Clone, Debug)]
pub struct SelfplayRecord {
    /// Games that were played.
    games: u64,
    /// Positions that were kept.
    positions: u64,
    seen: HashSet<u64>,
    /// Lines that are not written yet.
    unwritten: String,
}

/// A file that a run cannot go on with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is not a record of seed {} and {} nodes; its first line says what it is", .0.seed, .0.nodes)]
pub struct SelfplayRecordMismatch(pub SelfplayConditions);

impl SelfplayRecord {
    /// A record with nothing in it.
    #[must_use]
    pub fn new(conditions: SelfplayConditions) -> Self {
        Self { games: 0, positions: 0, seen: HashSet::new(), unwritten: head(conditions) }
    }

    /// The record that a file holds, and how many of its bytes count: what follows the last complete chunk
    /// does not.
    ///
    /// # Errors
    /// When the file was made under other conditions.
    pub fn read(text: &str, conditions: SelfplayConditions) -> Result<(Self, usize), SelfplayRecordMismatch> {
        let head = head(conditions);
        if text.is_empty() {
            return Ok((Self::new(conditions), 0));
        }
        if !text.starts_with(&head) {
            return Err(SelfplayRecordMismatch(conditions));
        }
        let (mut games, mut whole) = (0, head.len());
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            at += line.len();
            let number = line.strip_prefix("# games ").and_then(|rest| rest.strip_suffix('\n'));
            if let Some(number) = number.and_then(|number| number.parse().ok()) {
                (games, whole) = (number, at);
            }
        }
        let mut record = Self { games, positions: 0, seen: HashSet::new(), unwritten: String::new() };
        for line in text[..whole].lines().filter(|line| !line.starts_with('#')) {
            let fen = line.split(';').next().unwrap_or_default();
            record.positions += u64::from(record.seen.insert(position_hash(fen)));
        }
        Ok((record, whole))
    }

    /// Games that were played; the next one has this number.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Positions that were kept, none twice.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds a game's positions, but those that are known.
    pub fn add(&mut self, game: &SelfplayGame) {
        for sample in &game.samples {
            if self.seen.insert(position_hash(&sample.fen)) {
                self.positions += 1;
                // A string takes whatever is written.
                let _ = writeln!(self.unwritten, "{sample}");
            }
        }
        self.games = game.number + 1;
    }

    /// The lines since the last chunk, as a chunk.
    pub fn take_chunk(&mut self) -> String {
        let mut chunk = std::mem::take(&mut self.unwritten);
        let _ = writeln!(chunk, "# games {}", self.games);
        chunk
    }
}

fn head(conditions: SelfplayConditions) -> String {
    format!("# seed {} nodes {}\n", conditions.seed, conditions.nodes)
}

/// What tells a position from others: all of its FEN but the two counters.
fn position_hash(fen: &str) -> u64 {
    let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(at, _)| at);
    XxHash3_64::oneshot(&fen.as_bytes()[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::selfplay::{Sample, SelfplayOutcome};

    const CONDITIONS: SelfplayConditions = SelfplayConditions { nodes: 9, seed: 4 };

    fn game(number: u64, fens: &[&str]) -> SelfplayGame {
        let sample = |fen: &&str| Sample { fen: (*fen).to_owned(), score: 5, outcome: SelfplayOutcome::Draw };
        SelfplayGame { number, plies: 40, samples: fens.iter().map(sample).collect() }
    }

    #[test]
    fn a_run_goes_on_after_its_last_whole_chunk() {
        let mut record = SelfplayRecord::new(CONDITIONS);
        record.add(&game(0, &["a w - - 0 1", "b w - - 0 1"]));
        let mut text = record.take_chunk();
        let whole = text.len();
        assert_eq!(text, "# seed 4 nodes 9\na w - - 0 1;5;0.5\nb w - - 0 1;5;0.5\n# games 1\n");
        text += "c w - - 0 1;5;0.5\nd w - -";
        let (mut again, bytes) = SelfplayRecord::read(&text, CONDITIONS).unwrap();
        assert_eq!((again.games(), again.positions(), bytes), (1, 2, whole));
        again.add(&game(1, &["b w - - 7 30", "c w - - 0 1"]));
        assert_eq!(again.take_chunk(), "c w - - 0 1;5;0.5\n# games 2\n");
    }

    #[test]
    fn only_a_run_of_the_same_conditions_goes_on() {
        let text = SelfplayRecord::new(CONDITIONS).take_chunk();
        let other = SelfplayConditions { seed: 5, ..CONDITIONS };
        assert_eq!(SelfplayRecord::read(&text, other).unwrap_err(), SelfplayRecordMismatch(other));
        assert_eq!(
            SelfplayRecord::read("8/8 w - - 0 1;1;1\n", other).unwrap_err(),
            SelfplayRecordMismatch(other)
        );
        assert!(
            SelfplayRecord::read("", other).is_ok_and(|(record, bytes)| record.games() == 0 && bytes == 0)
        );
    }
}
