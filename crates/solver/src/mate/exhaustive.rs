//! The exhaustive mate search in slices: each one resumes where the previous one stopped.

use std::sync::Arc;

use super::line;
use super::problem::{MateAnswer, MateProblem};
use super::search::{MateSearch, PausedMateSearch};
use chess::{Color, Line, Oracle, Root, StopToken, Stopped};

/// The exhaustive search with its state between two slices.
pub(super) struct ExhaustiveSearch {
    root: Root,
    oracle: Arc<dyn Oracle>,
    paused: PausedMateSearch,
    /// The last search: attacker and number of moves.
    last_query: Option<(Color, u16)>,
    nodes: u64,
}

impl ExhaustiveSearch {
    pub(super) fn new(root: &Root, oracle: Arc<dyn Oracle>) -> Self {
        Self { root: root.clone(), oracle, paused: PausedMateSearch::default(), last_query: None, nodes: 0 }
    }

    /// Nodes so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A mate by `attacker` in exactly this number of moves, if there is no shorter one; None if there is
    /// none.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
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
                // The slice ended while the line was built: the next slice finds the proof in the hash table.
                self.last_query = None;
            }),
            Ok(false) => Ok(None),
            Err(Stopped) => Err(Stopped),
        };
        // A slice always counts as at least one node, so that the total work is bounded.
        self.nodes += search.nodes().max(1);
        self.paused = search.into_paused();
        match answer? {
            None => Ok(None),
            Some(MateAnswer::Mates(line) | MateAnswer::Mated(line)) => Ok(Some(line)),
            Some(MateAnswer::None | MateAnswer::Undecided) => Err(Stopped),
        }
    }
}
