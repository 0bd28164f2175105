//! All that has been found out about a job's position, from two sides, put together as one truth.
//!
//! The engine has lines and an opinion, the proof has facts. Where they meet: a proven mate stands first, a
//! mate of the engine's that nothing can undercut is exact, and nothing that a fact denies is passed on.

use crate::chess::{Bound, Certainty, Line, Ranking, Score};
use crate::engine::Report;
use crate::solver::mate::ProofStatus;

use super::protocol::{AnalysisSnapshot, AnalysisSource, Generation, ProofProgress};

/// What has been found out so far.
pub(super) struct MergedAnalysis {
    generation: Generation,
    wanted_lines: usize,
    /// A table's word; else the search speaks, and the proof.
    pub(super) source: AnalysisSource,
    /// The engine's last word.
    pub(super) report: Report,
    /// Every move by what it costs, where the tables cover the position.
    pub(super) ranking: Option<Ranking>,
    /// How far the proof has come.
    pub(super) proof: ProofProgress,
    /// The shortest mate that the proof has shown.
    pub(super) proof_line: Option<Line>,
}

impl MergedAnalysis {
    pub(super) fn new(generation: Generation, wanted_lines: usize) -> Self {
        Self {
            generation,
            wanted_lines,
            source: AnalysisSource::Search,
            report: Report::default(),
            ranking: None,
            proof: ProofProgress::default(),
            proof_line: None,
        }
    }

    /// Takes over what the engine says.
    pub(super) fn set_report(&mut self, report: &Report) {
        self.report = report.clone();
    }

    /// Takes over what the proof says.
    pub(super) fn update_proof(&mut self, status: &ProofStatus) {
        self.proof.none_within = status.none_within;
        self.proof.checking = status.checking.filter(|_| !status.decided);
        self.proof.nodes = status.nodes;
        self.proof_line.clone_from(&status.best);
    }

    /// The shortest mate that anybody has shown, by whichever side, with its line.
    pub(super) fn mate(&self) -> Option<&Line> {
        let reported = self.report.lines.first().filter(|line| {
            line.score.mate_distance().is_some_and(|plies| plies.moves() > self.proof.none_within)
        });
        match (reported, &self.proof_line) {
            (Some(told), Some(shown)) => Some(if is_shorter_mate(told, shown) { told } else { shown }),
            (told, shown) => told.or(shown.as_ref()),
        }
    }

    /// Whether the shortest mate is known and no shorter one exists.
    pub(super) fn is_exact(&self) -> bool {
        self.mate().is_some_and(|line| self.is_shortest(line))
    }

    /// Whether nothing is shorter than this mate.
    fn is_shortest(&self, line: &Line) -> bool {
        line.certainty == Certainty::Proven
            || line.score.mate_distance().is_some_and(|plies| plies.moves() <= self.proof.none_within + 1)
    }

    /// All of it, to be shown.
    pub(super) fn snapshot(&self) -> AnalysisSnapshot {
        let mut snapshot = AnalysisSnapshot {
            generation: self.generation,
            source: self.source,
            report: self.report.clone(),
            ranking: self.ranking.clone(),
            proof: self.proof,
            syzygy: None,
            best_reported: None,
            ponder_move: None,
        };
        if matches!(self.source, AnalysisSource::Table(_)) {
            return snapshot;
        }
        snapshot.report.lines = self.lines();
        if snapshot
            .report
            .lines
            .first()
            .is_some_and(|first| first.certainty == Certainty::Proven && first.score.is_mate())
        {
            snapshot.source = AnalysisSource::Proof;
        }
        snapshot
    }

    /// The engine's lines with the proof's mate in its place.
    fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> =
            self.report.lines.iter().enumerate().map(|(n, line)| self.within_proof(n, line)).collect();
        if let Some(shown) = &self.proof_line
            && lines.first().is_none_or(|first| !is_shorter_mate(first, shown))
        {
            lines.retain(|line| line.score <= shown.score && line.moves.first() != shown.moves.first());
            lines.insert(0, shown.clone());
            lines.truncate(self.wanted_lines);
        }
        let best = lines.first().map(|line| line.score);
        for (n, line) in lines.iter_mut().enumerate() {
            // Another move that mates as soon is as good; of one that is mated no more is known.
            let as_good = n == 0 || (Some(line.score) == best && line.score.is_mating());
            if as_good && line.score.is_mate() && line.bound == Bound::Exact && self.is_shortest(line) {
                line.certainty = Certainty::Proven;
            }
        }
        lines
    }

    /// A line of the engine's as far as the facts allow it. No line of a correct search is ever denied.
    fn within_proof(&self, rank: usize, line: &Line) -> Line {
        let mut line = line.clone();
        let within = |most| line.score.mate_distance().is_some_and(|plies| plies.moves() <= most);
        // That one move runs into a mate says nothing of the others.
        if (line.score.is_mating() || rank == 0) && within(self.proof.none_within) {
            line.bound = if line.score.is_mating() { Bound::AtMost } else { Bound::AtLeast };
            line.score = line.score.without_mate();
            line.certainty = Certainty::Searched;
        }
        line
    }
}

/// Whether `first` shows a mate that is better for the side to move's winner than `second` does: a shorter
/// one of the same kind.
fn is_shorter_mate(first: &Line, second: &Line) -> bool {
    let plies = |line: &Line| line.score.mate_distance();
    match (plies(first), plies(second)) {
        (Some(one), Some(other)) => same_side(first.score, second.score) && one < other,
        _ => false,
    }
}

const fn same_side(first: Score, second: Score) -> bool {
    first.is_mating() == second.is_mating()
}
