//! Keeps the search from spoiling a result in larger endings, where the user has Syzygy tables for them.
//!
//! They know who wins, but no distance to mate. So they choose among the root moves and say which plain scores
//! are draws; no mate is ever made of them, and one that the search or the proof has found stands.

use std::cmp::Reverse;

use crate::chess::{Bound, Certainty, Line, Oracle, Score};
use crate::engine::Limits;
use crate::solver::{Syzygy, SyzygyResult, SyzygyRootMoves};

use super::protocol::{AnalysisJob, AnalysisSnapshot};

/// What the user's tables say of a job's position, if anything.
pub(super) struct SyzygyRootFilter {
    root_moves: Option<SyzygyRootMoves>,
}

/// Whether the proof of a mate is worth its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MateProspect {
    /// There may be one.
    Possible,
    /// Neither side can force one.
    Excluded,
}

impl SyzygyRootFilter {
    /// Asks the user's tables about a job. Own tables, which know the distance, come first; a weakened engine
    /// is not to know, and "mate in so many" is no question for them.
    pub(super) fn probe(job: &AnalysisJob, syzygy: Option<&Syzygy>, own: &dyn Oracle) -> Self {
        let AnalysisJob { root, limits, .. } = job;
        let may_probe = limits.elo.is_none() && limits.mate.is_none();
        let root_moves = syzygy
            .filter(|_| may_probe && own.probe(&root.position).is_none())
            .and_then(|syzygy| syzygy.rank_root_moves(root))
            .map(|mut advice| {
                let wanted = &limits.search_moves;
                advice.moves.retain(|advised| wanted.is_empty() || wanted.contains(&advised.mv));
                advice
            });
        Self { root_moves }
    }

    /// The limits of the search: only root moves that spoil nothing, where that is known, and as many as
    /// lines are wanted.
    pub(super) fn limits(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if let Some(advice) = &self.root_moves {
            limits.search_moves = advice.best(limits.multipv);
        }
        limits
    }

    /// Whether a mate may be there to be proved.
    pub(super) fn mate_prospect(&self) -> MateProspect {
        match self.root_moves.as_ref().map(|advice| advice.verdict.result) {
            Some(SyzygyResult::Draw | SyzygyResult::CursedWin | SyzygyResult::BlessedLoss) => {
                MateProspect::Excluded
            }
            _ => MateProspect::Possible,
        }
    }

    /// The snapshot with what the tables know: draws are called draws, and no line that spoils the result
    /// stands before one that doesn't.
    pub(super) fn apply(&self, mut snapshot: AnalysisSnapshot) -> AnalysisSnapshot {
        if let Some(advice) = &self.root_moves {
            let rank = |line: &Line| line.moves.first().and_then(|&mv| advice.rank_of(mv));
            let lines = &mut snapshot.report.lines;
            for line in lines.iter_mut() {
                mark_draw(line, advice);
            }
            lines.sort_by_key(|line| Reverse((line.score.is_mating(), rank(line))));
            snapshot.syzygy = Some(advice.clone());
        }
        snapshot
    }
}

fn mark_draw(line: &mut Line, advice: &SyzygyRootMoves) {
    let result = line.moves.first().and_then(|&mv| advice.result_of(mv));
    let certainty = match result.filter(|_| !line.score.is_mate()) {
        Some(SyzygyResult::Draw) => Certainty::Proven,
        Some(SyzygyResult::CursedWin | SyzygyResult::BlessedLoss) => Certainty::Searched,
        _ => return,
    };
    (line.score, line.bound, line.certainty) = (Score::DRAW, Bound::Exact, certainty);
}
