//! The exhaustive search in slices: each goes on at the node where the one before was stopped.

use std::sync::Arc;

use crate::chess::{Color, Line, Oracle, Root, StopToken, Stopped};

use super::search::{Paused, Search};
use super::{Answer, Problem, line};

/// What the exhaustive search remembers between two slices of work.
pub(super) struct Exhaust {
    root: Root,
    oracle: Arc<dyn Oracle>,
    paused: Paused,
    /// What was asked last: the attacker and the number of moves.
    asked: Option<(Color, u16)>,
    nodes: u64,
}

impl Exhaust {
    pub(super) fn new(root: &Root, oracle: Arc<dyn Oracle>) -> Self {
        Self { root: root.clone(), oracle, paused: Paused::default(), asked: None, nodes: 0 }
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
        let mut search = Search::new(&problem, stop).resumed(std::mem::take(&mut self.paused));
        if search.is_paused() && self.asked == Some((attacker, moves)) {
            search.resume(attacker);
        } else {
            search.set_attacker(attacker, moves);
        }
        self.asked = Some((attacker, moves));
        let answer = match search.ask(&self.root.position, moves) {
            Ok(true) => line::from_proof(&mut search, &self.root, moves).map(Some).inspect_err(|_| {
                // What was stopped is a question about the line: the next slice takes it up from the memo.
                self.asked = None;
            }),
            Ok(false) => Ok(None),
            Err(Stopped) => Err(Stopped),
        };
        // A slice is never free, or work without end would be possible.
        self.nodes += search.nodes().max(1);
        self.paused = search.into_paused();
        match answer? {
            None => Ok(None),
            Some(Answer::Mates(line) | Answer::Mated(line)) => Ok(Some(line)),
            Some(Answer::None | Answer::Undecided) => Err(Stopped),
        }
    }
}
