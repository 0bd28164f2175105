//! The exhaustive search in slices: each goes on at the node where the one before was stopped.

use std::sync::Arc;

use crate::chess::{Color, Line, Oracle, Root, StopToken, Stopped};

use super::line;
use super::problem::{MateAnswer, MateProblem};
use super::search::{MateSearch, PausedMateSearch};

/// What the exhaustive search remembers between two slices of work.
pub(super) struct ExhaustiveSearch {
    root: Root,
    oracle: Arc<dyn Oracle>,
    paused: PausedMateSearch,
    /// What was asked last: the attacker and the number of moves.
    last_query: Option<(Color, u16)>,
    nodes: u64,
}

impl ExhaustiveSearch {
    pub(super) fn new(root: &Root, oracle: Arc<dyn Oracle>) -> Self {
        Self { root: root.clone(), oracle, paused: PausedMateSearch::default(), last_query: None, nodes: 0 }
    }

    /// Positions made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The mate by `attacker` in so many moves, when none is shorter; None where there is none.
    ///
    /// # Errors
    /// When the token or the number of positions ended the work.
    pub(super) fn find_mate(
        &mut self,
        attacker: Color,
        moves: u16,
        nodes: u64,
        stop: &StopToken,
    ) -> Result<Option<Line>, Stopped> {
        let problem =
            MateProblem { root: &self.root, within: moves, oracle: &*self.oracle, nodes: Some(nodes) };
        let mut search = MateSearch::new(&problem, stop).resumed(std::mem::take(&mut self.paused));
        if search.is_paused() && self.last_query == Some((attacker, moves)) {
            search.resume(attacker);
        } else {
            search.set_attacker(attacker, moves);
        }
        self.last_query = Some((attacker, moves));
        let answer = match search.forces_mate(&self.root.position, moves) {
            Ok(true) => line::from_proof(&mut search, &self.root, moves).map(Some).inspect_err(|_| {
                // What was stopped is a question about the line: the next slice takes it up from the memo.
                self.last_query = None;
            }),
            Ok(false) => Ok(None),
            Err(Stopped) => Err(Stopped),
        };
        // A slice is never free, or work without end would be possible.
        self.nodes += search.nodes().max(1);
        self.paused = search.into_paused();
        match answer? {
            None => Ok(None),
            Some(MateAnswer::Mates(line) | MateAnswer::Mated(line)) => Ok(Some(line)),
            Some(MateAnswer::None | MateAnswer::Undecided) => Err(Stopped),
        }
    }
}
