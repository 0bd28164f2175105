//! The search of one position of a game, which knows what came after the move that was played.

use super::analyzed_position::AnalyzedPosition;
use crate::analyzer::Analyzer;
use crate::protocol::{AnalysisJob, AnalysisPurpose, JobId};
use chess::reconcile::backed_up;
use chess::{KnownResult, Move, PositionEvaluation, Root, StopToken};
use engine::Limits;

/// Winning chances, from 0.0 to 1.0, that the engine's choice has to lose in the game before the other moves
/// are searched.
const MIN_REFUTATION_LOSS: f64 = 0.02;

/// A position to search.
pub(super) struct PositionSearch {
    root: Root,
    nodes: u64,
    /// The move that was played, and what it is worth by the next position.
    played: Option<(Move, PositionEvaluation)>,
}

impl PositionSearch {
    /// The search of the position at a place among successive ones, `played[n]` being the move after position `n`, with
    /// what is known of all of them.
    pub(super) fn new(
        at: usize,
        nodes: u64,
        positions: &[AnalyzedPosition],
        played: &[Option<Move>],
        findings: &[Option<PositionEvaluation>],
    ) -> Self {
        let mv = played.get(at).copied().flatten();
        let after = findings.get(at + 1).and_then(Option::as_ref);
        let played = mv.zip(after).and_then(|(mv, after)| Some((mv, backed_up(after, mv)?)));
        Self { root: positions[at].root.clone(), nodes, played }
    }

    /// Evaluates the position; returns the nodes spent, too. Where the best move is the one that was played and the next
    /// position refutes it, the other moves are searched as well. The result is not valid where it was stopped.
    pub(super) fn run(&self, engine: &mut Analyzer, stop: &StopToken) -> (Option<PositionEvaluation>, u64) {
        if let Some(ending) = self.root.termination() {
            return (Some(PositionEvaluation::game_over(ending)), 0);
        }
        let (mut found, mut spent) = self.search(engine, Vec::new(), stop);
        if let (Some(found), Some((mv, via))) = (&mut found, &self.played)
            && found.known_result.is_none()
            && found.best_move() == Some(*mv)
            && found.lead_over(via) >= MIN_REFUTATION_LOSS
        {
            let mut others = self.root.position.legal_moves();
            others.retain(|other| other != mv);
            if !others.is_empty() {
                let (other, more) = self.search(engine, others.to_vec(), stop);
                spent += more;
                if let Some(other) = other.filter(|other| other.score() > via.score()) {
                    // A forced loss after the other moves says nothing about the move that was excluded.
                    let fact = other.known_result.filter(|fact| matches!(fact, KnownResult::Win(_)));
                    *found = PositionEvaluation { known_result: fact, ..other };
                }
            }
        }
        (found, spent)
    }

    /// One search, of all moves where none are given.
    fn search(
        &self,
        engine: &mut Analyzer,
        search_moves: Vec<Move>,
        stop: &StopToken,
    ) -> (Option<PositionEvaluation>, u64) {
        let limits = Limits { nodes: Some(self.nodes), multipv: 1, search_moves, ..Limits::default() };
        let job = AnalysisJob { root: self.root.clone(), limits, purpose: AnalysisPurpose::Review };
        let last = engine.analyze((JobId::default(), &job), stop, &|_| {});
        let spent = last.report.nodes;
        (last.evaluation(), spent)
    }
}
