//! Solutions of chess problems: keys, variations, duals and set play.

use super::problem::MateProblem;
use super::search::MateSearch;
use crate::chess::{Move, Position, StopToken, Stopped};

/// A first move of the attacker and its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyMove {
    /// The move.
    pub mv: Move,
    /// The shortest forced mate, this move included; None if there is none within the limit.
    pub mates_in: Option<u16>,
}

impl KeyMove {
    /// Whether the move is a key: it forces mate within the limit.
    #[must_use]
    pub const fn solves(&self) -> bool {
        self.mates_in.is_some()
    }
}

/// A defense with all its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The defender's move.
    pub defense: Move,
    /// The shortest mate after it, in moves of the attacker; None if the defense holds.
    pub mates_in: Option<u16>,
    /// Every answer that mates within the limit, quickest first; more than one is a dual.
    pub answers: Vec<KeyMove>,
}

impl Variation {
    /// Whether the defense has a dual.
    #[must_use]
    pub fn is_dual(&self) -> bool {
        self.answers.len() > 1
    }
}

/// A solver for one problem; results are kept from one query to the next.
pub struct MateKeySolver<'a> {
    search: MateSearch<'a>,
    problem: MateProblem<'a>,
}

impl<'a> MateKeySolver<'a> {
    /// Creates a solver; nothing is searched yet.
    #[must_use]
    pub fn new(problem: &MateProblem<'a>, stop: &StopToken) -> Self {
        Self { search: MateSearch::new(problem, stop), problem: *problem }
    }

    /// Nodes so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Every first move with its shortest forced mate within the problem's length, in the order of the move
    /// generator. A move that mates in time is a key; a problem with more than one key is cooked.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn keys(&mut self) -> Result<Vec<KeyMove>, Stopped> {
        let root = &self.problem.root.position;
        self.first_moves(root, self.problem.within)
    }

    /// Every defense in `position` (the defender to move, the attacker with `moves` left), with every answer
    /// that mates in time. Empty if there is no legal move.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn variations(&mut self, position: &Position, moves: u16) -> Result<Vec<Variation>, Stopped> {
        let mut variations = Vec::new();
        for defense in position.legal_moves() {
            let answers = self.answers(&position.after(defense), moves)?;
            let mates_in = answers.first().and_then(|key| key.mates_in);
            variations.push(Variation { defense, mates_in, answers });
        }
        Ok(variations)
    }

    /// The set play: each move of the defender, if it were to move in the diagram, with the mates that
    /// follow, one move shorter than the problem. None if the side to move is in check, so that the turn
    /// cannot be passed.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn set_play(&mut self) -> Result<Option<Vec<Variation>>, Stopped> {
        let Some(passed) = self.problem.root.position.after_null_move() else { return Ok(None) };
        self.variations(&passed, self.problem.within.saturating_sub(1)).map(Some)
    }

    /// Every move of the attacker, who is to move, that mates in `moves` or fewer, quickest first.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub(super) fn answers(&mut self, position: &Position, moves: u16) -> Result<Vec<KeyMove>, Stopped> {
        if moves == 0 || self.search.drawn_by_rule(position) {
            return Ok(Vec::new());
        }
        let mut answers = self.first_moves(position, moves)?;
        answers.retain(KeyMove::solves);
        answers.sort_by_key(|key| key.mates_in);
        Ok(answers)
    }

    /// The refutations in `position` (the defender to move, the attacker with `moves` left): every defense
    /// after which there is no mate in time. The search ends with one more than `most`. Stalemate counts as
    /// more than any number of refutations: None.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub(super) fn refutations(
        &mut self,
        position: &Position,
        moves: u16,
        most: usize,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        let defenses = position.legal_moves();
        if defenses.is_empty() {
            return Ok(None);
        }
        let mut refutations = Vec::new();
        for defense in defenses {
            let next = position.after(defense);
            self.search.set_attacker(next.turn(), moves);
            let holds =
                moves == 0 || self.search.drawn_by_rule(&next) || !self.search.attack(&next, moves)?;
            if holds {
                refutations.push(defense);
                if refutations.len() > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(refutations))
    }

    fn first_moves(&mut self, position: &Position, within: u16) -> Result<Vec<KeyMove>, Stopped> {
        self.search.set_attacker(position.turn(), within);
        let mut keys = Vec::new();
        for mv in position.legal_moves() {
            let next = position.after(mv);
            let mut mates_in = None;
            if !self.search.drawn_by_rule(&next) {
                for moves in 1..=within {
                    if self.search.defend(&next, moves - 1)? {
                        mates_in = Some(moves);
                        break;
                    }
                }
            }
            keys.push(KeyMove { mv, mates_in });
        }
        Ok(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{NoOracle, Root, fen, notation};

    fn check(text: &str, within: u16, keys: &[&str], set: usize) {
        let root = Root::new(fen::parse(text).unwrap());
        let problem = MateProblem { root: &root, within, oracle: &NoOracle, nodes: None };
        let mut solutions = MateKeySolver::new(&problem, &StopToken::never());
        let all = solutions.keys().unwrap();
        assert_eq!(all.len(), root.position.legal_moves().len(), "{text}");
        let found: Vec<_> = all
            .iter()
            .filter(|key| key.solves())
            .map(|key| notation::uci_line(&root.position, &[key.mv]).concat())
            .collect();
        assert_eq!(found, keys, "{text}");
        let prepared = solutions.set_play().unwrap().unwrap_or_default();
        assert_eq!(prepared.iter().filter(|variation| variation.mates_in.is_some()).count(), set, "{text}");
    }

    #[test]
    fn every_key_is_found() {
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", 2, &[], 0);
        check("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", 1, &["a7e7"], 0);
    }
}
