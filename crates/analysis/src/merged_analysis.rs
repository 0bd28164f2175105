//! Merges the lines of the search with the results of the mate prover.
//!
//! A proven mate comes first, a mate of the search is proven once the prover has excluded shorter ones, and a
//! line of the search that contradicts the prover is corrected.

use super::protocol::{AnalysisSnapshot, AnalysisSource, JobId, ProofProgress};
use chess::{Bound, Certainty, Line, Ranking, Score};
use engine::Report;
use solver::mate::ProofStatus;

/// The merged result of a job so far.
pub(super) struct MergedAnalysis {
    generation: JobId,
    wanted_lines: usize,
    pub(super) source: AnalysisSource,
    /// The newest report of the search.
    pub(super) report: Report,
    /// All legal moves with what each gives away, where the tables cover the position.
    pub(super) ranking: Option<Ranking>,
    pub(super) proof: ProofProgress,
    /// The shortest mate that the prover has found.
    pub(super) proof_line: Option<Line>,
}

impl MergedAnalysis {
    pub(super) fn new(generation: JobId, wanted_lines: usize) -> Self {
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

    pub(super) fn set_report(&mut self, report: &Report) {
        self.report = report.clone();
    }

    pub(super) fn update_proof(&mut self, status: &ProofStatus) {
        self.proof.none_within = status.none_within;
        self.proof.checking = status.checking.filter(|_| !status.decided);
        self.proof.nodes = status.nodes;
        self.proof_line.clone_from(&status.best);
    }

    /// The line of the shortest mate found by search or prover, for either side.
    pub(super) fn mate(&self) -> Option<&Line> {
        let reported = self.report.lines.first().filter(|line| {
            line.score.mate_distance().is_some_and(|plies| plies.moves() > self.proof.none_within)
        });
        match (reported, &self.proof_line) {
            (Some(searched), Some(proven)) => {
                Some(if is_shorter_mate(searched, proven) { searched } else { proven })
            }
            (searched, proven) => searched.or(proven.as_ref()),
        }
    }

    /// Whether a mate is known and no shorter one exists.
    pub(super) fn is_exact(&self) -> bool {
        self.mate().is_some_and(|line| self.is_shortest(line))
    }

    /// Whether no mate shorter than this one exists.
    fn is_shortest(&self, line: &Line) -> bool {
        line.certainty == Certainty::Proven
            || line.score.mate_distance().is_some_and(|plies| plies.moves() <= self.proof.none_within + 1)
    }

    pub(super) fn snapshot(&self) -> AnalysisSnapshot {
        let mut snapshot = AnalysisSnapshot {
            ranking: self.ranking.clone(),
            proof: self.proof,
            ..AnalysisSnapshot::new(self.generation, self.source, self.report.clone())
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

    /// The lines of the search with the prover's mate inserted.
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
            // Another move that mates in the same number of moves is proven, too; a second line that gets
            // mated is not.
            let as_good = n == 0 || (Some(line.score) == best && line.score.is_mating());
            if as_good && line.score.is_mate() && line.bound == Bound::Exact && self.is_shortest(line) {
                line.certainty = Certainty::Proven;
            }
        }
        lines
    }

    /// A line of the search, corrected where the prover has excluded its mate.
    fn within_proof(&self, rank: usize, line: &Line) -> Line {
        let mut line = line.clone();
        let within = |most| line.score.mate_distance().is_some_and(|plies| plies.moves() <= most);
        // A later line that gets mated is no contradiction: the best move may avoid the mate.
        if (line.score.is_mating() || rank == 0) && within(self.proof.none_within) {
            line.bound = if line.score.is_mating() { Bound::AtMost } else { Bound::AtLeast };
            line.score = line.score.without_mate();
            line.certainty = Certainty::Searched;
        }
        line
    }
}

/// Whether both lines mate or both get mated, and `first` does so sooner.
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
