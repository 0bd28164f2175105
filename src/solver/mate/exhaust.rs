//! The exhaustive search in slices: it goes on from what it remembers.

use std::sync::Arc;

use crate::chess::{Color, Line, Oracle, Root, StopToken, Stopped};

use super::memo::Memo;
use super::search::Search;
use super::{Answer, Problem, line};

/// What the exhaustive search remembers between two slices of work.
pub(super) struct Exhaust {
    root: Root,
    oracle: Arc<dyn Oracle>,
    memo: Arc<Memo>,
    nodes: u64,
}

impl Exhaust {
    pub(super) fn new(root: &Root, oracle: Arc<dyn Oracle>) -> Self {
        Self { root: root.clone(), oracle, memo: Arc::new(Memo::new()), nodes: 0 }
    }

    /// Positions made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The mate by `attacker` in so many moves, when none is shorter; None where there is none.
    ///
    /// # Errors
    /// When the token or the number of positions ended the work.
    pub(super) fn look(
        &mut self,
        attacker: Color,
        moves: u16,
        nodes: u64,
        stop: &StopToken,
    ) -> Result<Option<Line>, Stopped> {
        let problem = Problem { root: &self.root, within: moves, oracle: &*self.oracle, nodes: Some(nodes) };
        let mut search =
            Search::new(&problem, stop).with_memo(std::mem::replace(&mut self.memo, Arc::new(Memo::new())));
        search.set_attacker(attacker, moves);
        let found = if attacker == self.root.position.turn() {
            search.attack(&self.root.position, moves)
        } else {
            search.defend(&self.root.position, moves)
        };
        let answer = match found {
            Ok(true) => line::from_proof(&mut search, &self.root, moves).map(Some),
            Ok(false) => Ok(None),
            Err(Stopped) => Err(Stopped),
        };
        // A slice is never free, or work without end would be possible.
        self.nodes += search.nodes().max(1);
        self.memo = search.into_memo();
        match answer? {
            None => Ok(None),
            Some(Answer::Mates(line) | Answer::Mated(line)) => Ok(Some(line)),
            Some(Answer::None | Answer::Undecided) => Err(Stopped),
        }
    }
}
