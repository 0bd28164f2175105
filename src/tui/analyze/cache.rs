//! Cache of analysis results: going back to a position that was analyzed before shows them at once.

use std::collections::VecDeque;

use crate::analysis::{AnalysisSnapshot, AnalysisSource};
use crate::chess::{Certainty, Root};

/// The most positions that are remembered.
const MAX_POSITIONS: usize = 512;

/// Positions with the best result known for each, the newest last. The key includes the moves before the
/// position, since repetitions and the fifty-move rule change its value.
#[derive(Clone, Debug, Default)]
pub struct AnalyzeCache {
    entries: VecDeque<(Root, Box<AnalysisSnapshot>)>,
}

impl AnalyzeCache {
    /// Stores a result, unless a better one is stored already.
    pub fn store(&mut self, root: Root, snapshot: &AnalysisSnapshot) {
        if snapshot.best_line().is_none() || snapshot.source == AnalysisSource::ExternalEngine {
            return;
        }
        if let Some(place) = self.index_of(&root) {
            if reliability(snapshot) >= reliability(&self.entries[place].1) {
                *self.entries[place].1 = snapshot.clone();
            }
            return;
        }
        if self.entries.len() >= MAX_POSITIONS {
            self.entries.pop_front();
        }
        self.entries.push_back((root, Box::new(snapshot.clone())));
    }

    /// The stored result of a position.
    #[must_use]
    pub fn probe(&self, root: &Root) -> Option<&AnalysisSnapshot> {
        self.index_of(root).map(|place| &*self.entries[place].1)
    }

    fn index_of(&self, root: &Root) -> Option<usize> {
        let same = |(of, _): &(Root, _)| of.position.key() == root.position.key() && of == root;
        self.entries.iter().rposition(same)
    }
}

/// Whether a new result is at least as good as the stored one: proved before searched, then the deeper.
#[must_use]
pub fn is_as_reliable(new: &AnalysisSnapshot, old: &AnalysisSnapshot) -> bool {
    new.best_line().is_some() && reliability(new) >= reliability(old)
}

fn reliability(snapshot: &AnalysisSnapshot) -> (bool, bool, i16) {
    let best = snapshot.best_line();
    let is_fact = best.is_some_and(|line| line.certainty == Certainty::Proven);
    let is_mate = best.is_some_and(|line| line.score.is_mate());
    (is_fact, is_mate, snapshot.report.depth.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{JobId, ProofProgress, Report};
    use crate::chess::{Bound, Depth, Line, Position, Score, notation};

    fn snapshot(depth: i16, certainty: Certainty) -> AnalysisSnapshot {
        let moves = vec![notation::parse_move(&Position::start(), "e4").unwrap()];
        let line = Line { score: Score::DRAW, bound: Bound::Exact, certainty, moves, ends_in: None };
        AnalysisSnapshot {
            generation: JobId::default(),
            source: AnalysisSource::Search,
            report: Report { depth: Depth::new(depth), lines: vec![line], ..Report::default() },
            ranking: None,
            proof: ProofProgress::default(),
            syzygy: None,
            best_reported: None,
            ponder_move: None,
        }
    }

    #[test]
    fn the_firmest_stays() {
        let mut known = AnalyzeCache::default();
        let root = Root::new(Position::start());
        let depth = |known: &AnalyzeCache| known.probe(&root).map(|snapshot| snapshot.report.depth.get());
        for (given, certainty, wanted) in [
            (12, Certainty::Searched, 12),
            (9, Certainty::Searched, 12),
            (15, Certainty::Searched, 15),
            (3, Certainty::Proven, 3),
            (30, Certainty::Searched, 3),
        ] {
            known.store(root.clone(), &snapshot(given, certainty));
            assert_eq!(depth(&known), Some(wanted));
        }
    }

    #[test]
    fn another_past_is_another_position() {
        let mut known = AnalyzeCache::default();
        let mut repeated = Root::new(Position::start());
        known.store(repeated.clone(), &snapshot(9, Certainty::Searched));
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
            repeated.play(notation::parse_move(&repeated.position, text).unwrap());
        }
        assert!(known.probe(&repeated).is_none());
        assert!(known.probe(&Root::new(Position::start())).is_some());
    }

    #[test]
    fn old_ones_are_forgotten_first() {
        let mut known = AnalyzeCache::default();
        let mut root = Root::new(Position::start());
        for _ in 0..=MAX_POSITIONS {
            known.store(root.clone(), &snapshot(1, Certainty::Searched));
            root.play(root.position.legal_moves()[0]);
            if root.position.legal_moves().is_empty() {
                break;
            }
        }
        assert!(known.entries.len() <= MAX_POSITIONS);
    }
}
