//! Cache of analysis results: going back to a position that was analyzed before shows them at once.

use std::collections::VecDeque;

use crate::analysis::{AnalysisSnapshot, AnalysisSource, JobId, ProofProgress, Report};
use crate::chess::{Certainty, Position, PositionAnalysis, Root};

/// The most positions that are remembered.
const MAX_POSITIONS: usize = 4_096;

/// The least depth of a search that is worth keeping on disk.
const MIN_KEPT_DEPTH: i16 = 8;

/// Positions with the best result known for each, the newest last. The key includes the moves before the
/// position, since repetitions and the fifty-move rule change its value.
#[derive(Clone, Debug, Default)]
pub struct AnalyzeCache {
    entries: VecDeque<AnalyzeCacheEntry>,
}

/// A position with its result.
#[derive(Clone, Debug)]
struct AnalyzeCacheEntry {
    root: Root,
    snapshot: Box<AnalysisSnapshot>,
    /// Whether the disk has it, or need not have it.
    is_kept: bool,
}

impl AnalyzeCache {
    /// Stores a result, unless a better one is stored already.
    pub(crate) fn store(&mut self, root: Root, snapshot: &AnalysisSnapshot) {
        if snapshot.best_line().is_none() || snapshot.source == AnalysisSource::ExternalEngine {
            return;
        }
        if let Some(place) = self.index_of(&root) {
            let entry = &mut self.entries[place];
            if reliability(snapshot) >= reliability(&entry.snapshot) {
                *entry.snapshot = snapshot.clone();
                entry.is_kept = false;
            }
            return;
        }
        if self.entries.len() >= MAX_POSITIONS {
            self.entries.pop_front();
        }
        self.entries.push_back(AnalyzeCacheEntry {
            root,
            snapshot: Box::new(snapshot.clone()),
            is_kept: false,
        });
    }

    /// Adds results that were kept on disk, the newest last, unless better ones are stored already.
    pub(crate) fn restore(&mut self, kept: Vec<PositionAnalysis>) {
        for analysis in kept.into_iter().rev() {
            let root = analysis.root.clone();
            let snapshot = Box::new(snapshot_of(analysis));
            if let Some(place) = self.index_of(&root) {
                let entry = &mut self.entries[place];
                if reliability(&snapshot) > reliability(&entry.snapshot) {
                    (entry.snapshot, entry.is_kept) = (snapshot, true);
                }
            } else if self.entries.len() < MAX_POSITIONS {
                self.entries.push_front(AnalyzeCacheEntry { root, snapshot, is_kept: true });
            }
        }
    }

    /// The results that are worth keeping and that the disk does not have; from now on it does.
    pub(crate) fn take_unkept(&mut self) -> Vec<PositionAnalysis> {
        let is_new = |entry: &mut AnalyzeCacheEntry| !std::mem::replace(&mut entry.is_kept, true);
        let unkept = self.entries.iter_mut().filter_map(|entry| is_new(entry).then_some(entry));
        unkept.filter_map(|entry| to_kept(&entry.root, &entry.snapshot)).collect()
    }

    /// The stored result of a position.
    pub(crate) fn probe(&self, root: &Root) -> Option<&AnalysisSnapshot> {
        self.index_of(root).map(|place| &*self.entries[place].snapshot)
    }

    /// Whether a result of a position is stored, whatever moves led to it: with none there is no need to collect them.
    pub(crate) fn knows(&self, position: &Position) -> bool {
        self.entries.iter().any(|entry| entry.root.position.key() == position.key())
    }

    fn index_of(&self, root: &Root) -> Option<usize> {
        let same = |of: &AnalyzeCacheEntry| of.root.position.key() == root.position.key() && of.root == *root;
        self.entries.iter().rposition(same)
    }
}

/// What was kept on disk, as a result of an analysis.
fn snapshot_of(kept: PositionAnalysis) -> AnalysisSnapshot {
    let is_proven = kept.lines.first().is_some_and(|line| line.certainty == Certainty::Proven);
    AnalysisSnapshot {
        generation: JobId::default(),
        source: if is_proven { AnalysisSource::Proof } else { AnalysisSource::Search },
        report: Report { depth: kept.depth, nodes: kept.nodes, lines: kept.lines, ..Report::default() },
        ranking: None,
        proof: ProofProgress { none_within: kept.none_within, ..ProofProgress::default() },
        syzygy: None,
        best_reported: None,
        ponder_move: None,
    }
}

/// What is kept of a result; None where it can be had again in a moment.
fn to_kept(root: &Root, snapshot: &AnalysisSnapshot) -> Option<PositionAnalysis> {
    let best = snapshot.best_line()?;
    let is_proven = best.certainty == Certainty::Proven && snapshot.source == AnalysisSource::Proof;
    let is_searched =
        snapshot.source == AnalysisSource::Search && snapshot.report.depth.get() >= MIN_KEPT_DEPTH;
    (is_proven || is_searched).then(|| PositionAnalysis {
        root: root.clone(),
        depth: snapshot.report.depth,
        nodes: snapshot.report.nodes,
        lines: snapshot.report.lines.clone(),
        none_within: snapshot.proof.none_within,
    })
}

/// Whether a new result is at least as good as the stored one: proved before searched, then the deeper.
pub(crate) fn is_as_reliable(new: &AnalysisSnapshot, old: &AnalysisSnapshot) -> bool {
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
    fn what_is_worth_it_is_kept_once_and_comes_back() {
        let mut known = AnalyzeCache::default();
        let root = Root::new(Position::start());
        known.store(root.clone(), &snapshot(7, Certainty::Searched));
        assert_eq!(known.take_unkept(), [], "it is found again in a moment");
        let deep = AnalysisSnapshot {
            proof: ProofProgress { none_within: 4, ..ProofProgress::default() },
            ..snapshot(20, Certainty::Searched)
        };
        known.store(root.clone(), &deep);
        let kept = known.take_unkept();
        assert_eq!((kept.len(), kept[0].depth, kept[0].none_within), (1, Depth::new(20), 4));
        assert_eq!(known.take_unkept(), []);
        let mut fresh = AnalyzeCache::default();
        fresh.store(root.clone(), &snapshot(9, Certainty::Searched));
        fresh.restore(kept.clone());
        assert_eq!(fresh.probe(&root).map(|snapshot| &snapshot.report), Some(&deep.report));
        assert_eq!(fresh.probe(&root).map(|snapshot| snapshot.proof), Some(deep.proof));
        assert_eq!(fresh.take_unkept(), []);
        fresh.store(root.clone(), &snapshot(25, Certainty::Searched));
        fresh.restore(kept);
        assert_eq!(fresh.probe(&root).map(|snapshot| snapshot.report.depth.get()), Some(25));
        let elsewhere = AnalysisSnapshot { source: AnalysisSource::ExternalEngine, ..deep };
        fresh.store(Root::new(Position::start().after(Position::start().legal_moves()[0])), &elsewhere);
        assert_eq!(fresh.take_unkept().len(), 1, "an external engine's claims are not kept");
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
