//! Filters root moves by the user's Syzygy tables, so that the search keeps the result of a larger ending.
//!
//! Syzygy tables have results (WDL) and the distance to zeroing (DTZ), but no distance to mate. So they
//! select root moves and mark drawn lines; mates come from the search and the mate prover alone.

use std::cmp::Reverse;

use super::protocol::{AnalysisJob, AnalysisSnapshot};
use chess::{Bound, Certainty, CountedVerdict, FiftyMoveEffect, Line, Oracle, Position, Score};
use engine::Limits;
use solver::{Syzygy, SyzygyResult, SyzygyRootMoves};

/// The Syzygy results of a job's root moves, if the tables cover the position.
pub(super) struct SyzygyRootFilter {
    root_moves: Option<SyzygyRootMoves>,
}

impl SyzygyRootFilter {
    /// Probes the user's tables for a job. They are not used where `own` tables, which have the distance to mate,
    /// know the result under the fifty-move rule, for an engine of limited strength, or for a "mate in N" search.
    pub(super) fn probe(job: &AnalysisJob, syzygy: Option<&Syzygy>, own: &dyn Oracle) -> Self {
        let AnalysisJob { root, limits, .. } = job;
        let may_probe = limits.elo.is_none() && limits.mate.is_none();
        let root_moves = syzygy
            .filter(|_| may_probe && !knows_result(own, &root.position))
            .and_then(|syzygy| syzygy.rank_root_moves(root))
            .map(|mut root_moves| {
                let wanted = &limits.search_moves;
                root_moves.moves.retain(|ranked| wanted.is_empty() || wanted.contains(&ranked.mv));
                root_moves
            });
        Self { root_moves }
    }

    /// The limits of the search with its root moves restricted to the best ones, at least as many as lines
    /// are wanted.
    pub(super) fn limits(&self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if let Some(root_moves) = &self.root_moves {
            limits.search_moves = root_moves.best(limits.multipv);
        }
        limits
    }

    /// Whether the tables know the position as a draw: no mate can be forced.
    pub(super) fn is_draw(&self) -> bool {
        self.root_moves.as_ref().is_some_and(|root_moves| {
            let result = root_moves.verdict.result;
            matches!(result, SyzygyResult::Draw | SyzygyResult::CursedWin | SyzygyResult::BlessedLoss)
        })
    }

    /// The snapshot with drawn lines scored as draws, and with lines that keep the result before lines that
    /// don't.
    pub(super) fn apply(&self, mut snapshot: AnalysisSnapshot) -> AnalysisSnapshot {
        if let Some(root_moves) = &self.root_moves {
            let rank = |line: &Line| line.moves.first().and_then(|&mv| root_moves.rank_of(mv));
            let lines = &mut snapshot.report.lines;
            for line in lines.iter_mut() {
                mark_draw(line, root_moves);
            }
            lines.sort_by_key(|line| Reverse((line.score.is_mating(), rank(line))));
            snapshot.syzygy = Some(root_moves.clone());
        }
        snapshot
    }
}

/// Whether tables know the result of a position with its fifty-move counter.
fn knows_result(own: &dyn Oracle, position: &Position) -> bool {
    CountedVerdict::probe(position, own).is_some_and(|counted| counted.effect != FiftyMoveEffect::Undecided)
}

fn mark_draw(line: &mut Line, root_moves: &SyzygyRootMoves) {
    let result = line.moves.first().and_then(|&mv| root_moves.result_of(mv));
    let certainty = match result.filter(|_| !line.score.is_mate()) {
        Some(SyzygyResult::Draw) => Certainty::Proven,
        Some(SyzygyResult::CursedWin | SyzygyResult::BlessedLoss) => Certainty::Searched,
        _ => return,
    };
    (line.score, line.bound, line.certainty) = (Score::DRAW, Bound::Exact, certainty);
}
