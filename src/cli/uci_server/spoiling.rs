//! Keeps a search in a larger ending from spoiling the result, where the user has Syzygy tables for it.
//!
//! They know who wins, but no distance to mate: so they choose among the root moves and set plain scores
//! right, and no mate is ever made of them. Where the search itself has found a mate, that stands.

use std::cmp::Reverse;

use crate::chess::{Bound, Certainty, Line, Move, Oracle, Score};
use crate::engine::Report;
use crate::engine::chances::Chances;
use crate::solver::syzygy::{Advice, SyzygyResult};

use super::request::Request;

/// How a win that is certain but whose mate is not known is written, in centipawns: above every opinion.
const CERTAIN: i32 = 20_000;

/// What tables say of a root, if anything.
pub(super) struct Advisor {
    advice: Option<Advice>,
}

impl Advisor {
    /// Asks the user's tables about a request. Own tables, which know the distance, come first; a weakened
    /// engine is not to know, and "mate in so many" is no question for them.
    pub(super) fn of(request: &Request, own: &dyn Oracle) -> Self {
        let is_asked = request.limits.level.is_none() && request.limits.mate.is_none();
        let syzygy = request.syzygy.as_ref().filter(|_| is_asked);
        let advice = syzygy
            .filter(|_| own.probe(&request.root.position).is_none())
            .and_then(|syzygy| syzygy.advise(&request.root))
            .map(|advice| among(advice, &request.limits.search_moves));
        Self { advice }
    }

    /// The root moves that the search may choose from: those that spoil nothing, where that is known, and as
    /// many as lines are wanted.
    pub(super) fn moves(&self, request: &Request) -> Vec<Move> {
        match &self.advice {
            Some(advice) => advice.best(request.limits.lines),
            None => request.limits.search_moves.clone(),
        }
    }

    /// How many positions the tables have answered.
    pub(super) fn asked(&self) -> u64 {
        self.advice.as_ref().map_or(0, |advice| u64::try_from(advice.moves.len()).unwrap_or(u64::MAX))
    }

    /// The lines with the scores that the tables leave them, best first.
    pub(super) fn lines(&self, report: &Report) -> Vec<Line> {
        let mut lines = report.lines.clone();
        if self.advice.is_some() {
            for line in &mut lines {
                self.set_right(line);
            }
            lines.sort_by_key(|line| Reverse(line.score));
        }
        lines
    }

    /// The chances of a line whose result is certain.
    pub(super) fn chances(&self, line: &Line) -> Option<Chances> {
        if line.score == Score::DRAW && line.certainty == Certainty::Proven {
            return Some(Chances::DRAWN);
        }
        let result = self.result_of(line).filter(|_| !line.score.is_mate())?;
        Some(match result {
            SyzygyResult::Win => Chances::WON,
            SyzygyResult::Loss => Chances::LOST,
            _ => Chances::DRAWN,
        })
    }

    fn result_of(&self, line: &Line) -> Option<SyzygyResult> {
        self.advice.as_ref()?.result_of(*line.moves.first()?)
    }

    fn set_right(&self, line: &mut Line) {
        let Some(result) = self.result_of(line).filter(|_| !line.score.is_mate()) else { return };
        line.score = Score::centipawns(match result {
            SyzygyResult::Win => CERTAIN,
            SyzygyResult::Loss => -CERTAIN,
            _ => 0,
        });
        line.bound = Bound::Exact;
    }
}

/// The advice about some moves; about all where none are named.
fn among(mut advice: Advice, wanted: &[Move]) -> Advice {
    advice.moves.retain(|advised| wanted.is_empty() || wanted.contains(&advised.mv));
    advice
}
