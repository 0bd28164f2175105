//! The output file of a selfplay run. It records which games are finished, so that a run can be resumed.
//!
//! The first line holds the conditions, `# seed S nodes N random R`; after every chunk of games `# games G` gives the
//! number of games that the lines so far hold.

use std::collections::HashSet;
use std::fmt::Write as _;

use twox_hash::XxHash3_64;

use super::{SelfplayConditions, SelfplayGame};

/// The record of a run.
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

/// The error for a file that a run cannot be resumed from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "it is not a record of seed {}, {} nodes and {} % random moves; its first line says what it is",
    .0.seed, .0.nodes, .0.random_move_percent
)]
pub struct SelfplayRecordMismatch(pub SelfplayConditions);

impl SelfplayRecord {
    /// An empty record.
    #[must_use]
    pub fn new(conditions: SelfplayConditions) -> Self {
        Self { games: 0, positions: 0, seen: HashSet::new(), unwritten: head(conditions) }
    }

    /// Reads a file; returns the record and the length of its valid part in bytes: a last incomplete chunk is
    /// dropped.
    ///
    /// # Errors
    /// When the file was made with other settings.
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

    /// Number of games played; the next game has this number.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Positions that were kept, none twice.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Adds the positions of a game, without duplicates.
    pub fn add(&mut self, game: &SelfplayGame) {
        for sample in &game.samples {
            if self.seen.insert(position_hash(&sample.fen)) {
                self.positions += 1;
                // Writing to a string cannot fail.
                let _ = writeln!(self.unwritten, "{sample}");
            }
        }
        self.games = game.number + 1;
    }

    /// The lines since the last chunk, closed as a chunk.
    pub fn take_chunk(&mut self) -> String {
        let mut chunk = std::mem::take(&mut self.unwritten);
        let _ = writeln!(chunk, "# games {}", self.games);
        chunk
    }
}

fn head(conditions: SelfplayConditions) -> String {
    let SelfplayConditions { nodes, seed, random_move_percent } = conditions;
    format!("# seed {seed} nodes {nodes} random {random_move_percent}\n")
}

/// The key of a position: its FEN without the two counters.
fn position_hash(fen: &str) -> u64 {
    let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(at, _)| at);
    XxHash3_64::oneshot(&fen.as_bytes()[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::{Sample, SelfplayOutcome};

    const CONDITIONS: SelfplayConditions = SelfplayConditions { nodes: 9, seed: 4, random_move_percent: 0 };

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
        assert_eq!(text, "# seed 4 nodes 9 random 0\na w - - 0 1;5;0.5\nb w - - 0 1;5;0.5\n# games 1\n");
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
