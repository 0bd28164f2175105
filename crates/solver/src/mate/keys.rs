//! Keys, answers and refutations of a chess problem, one question at a time.

use super::problem::MateProblem;
use super::search::MateSearch;
use chess::{Move, Position, StopToken, Stopped};

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

/// A defense with its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The defender's move.
    pub defense: Move,
    /// The shortest mate after it, in moves of the attacker; None if the defense holds.
    pub mates_in: Option<u16>,
    /// The answers that mate within the limit, quickest first.
    pub answers: Vec<KeyMove>,
}

/// Which moves of the attacker count as continuations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContinuationLength {
    /// Those with the shortest mate.
    Shortest,
    /// All that mate within the limit.
    Any,
}

impl Variation {
    /// Whether the defense has a dual: more than one answer with the shortest mate. A slower way is no dual.
    #[must_use]
    pub fn is_dual(&self) -> bool {
        self.answers.iter().filter(|answer| answer.mates_in == self.mates_in).count() > 1
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

    /// From now on this token stops the search; what is known is kept.
    pub fn set_stop(&mut self, stop: &StopToken) {
        self.search.set_stop(stop);
    }

    /// Every first move with its shortest forced mate within the problem's length, in the order of the move
    /// generator. A move that mates in time is a key; a problem with more than one key is cooked.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn keys(&mut self) -> Result<Vec<KeyMove>, Stopped> {
        let root = &self.problem.root.position;
        let moves = root.legal_moves().into_iter();
        moves.map(|mv| self.first_move(root, mv, self.problem.within)).collect()
    }

    /// Tests first moves from the end of `untested`, takes out each one that is decided and adds the keys to
    /// `keys`. A search that was stopped can be continued with what is left.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn find_keys(&mut self, untested: &mut Vec<Move>, keys: &mut Vec<KeyMove>) -> Result<(), Stopped> {
        let root = &self.problem.root.position;
        while let Some(&mv) = untested.last() {
            let key = self.first_move(root, mv, self.problem.within)?;
            untested.pop();
            keys.extend(key.solves().then_some(key));
        }
        Ok(())
    }

    /// A defense with its answers: `position` is that before it, and the attacker has `moves` left.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn variation(
        &mut self,
        position: &Position,
        defense: Move,
        moves: u16,
        length: ContinuationLength,
    ) -> Result<Variation, Stopped> {
        let answers = self.answers(&position.after(defense), moves, length)?;
        let mates_in = answers.first().and_then(|key| key.mates_in);
        Ok(Variation { defense, mates_in, answers })
    }

    /// Every defense in `position` (the defender to move, the attacker with `moves` left), with every answer
    /// that mates soonest. Empty if there is no legal move.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn variations(&mut self, position: &Position, moves: u16) -> Result<Vec<Variation>, Stopped> {
        let defenses = position.legal_moves().into_iter();
        defenses
            .map(|defense| self.variation(position, defense, moves, ContinuationLength::Shortest))
            .collect()
    }

    /// The moves of the attacker, who is to move, that mate in `moves` or fewer, quickest first.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub(super) fn answers(
        &mut self,
        position: &Position,
        moves: u16,
        length: ContinuationLength,
    ) -> Result<Vec<KeyMove>, Stopped> {
        let mut answers = Vec::new();
        if moves == 0 || self.search.drawn_by_rule(position) {
            return Ok(answers);
        }
        let mut untried: Vec<Move> = position.legal_moves().into_iter().collect();
        for within in 1..=moves {
            let mut slower = Vec::new();
            for mv in untried {
                if self.mates(position, mv, within)? {
                    answers.push(KeyMove { mv, mates_in: Some(within) });
                } else {
                    slower.push(mv);
                }
            }
            if length == ContinuationLength::Shortest && !answers.is_empty() {
                break;
            }
            untried = slower;
        }
        Ok(answers)
    }

    /// Whether a legal move of the attacker forces mate in `moves` or fewer, this move included.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub(super) fn mates(&mut self, position: &Position, mv: Move, moves: u16) -> Result<bool, Stopped> {
        let next = position.after(mv);
        self.search.set_attacker(position.turn(), moves);
        Ok(moves > 0 && !self.search.drawn_by_rule(&next) && self.search.defend(&next, moves - 1)?)
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

    fn first_move(&mut self, position: &Position, mv: Move, within: u16) -> Result<KeyMove, Stopped> {
        for moves in 1..=within {
            if self.mates(position, mv, moves)? {
                return Ok(KeyMove { mv, mates_in: Some(moves) });
            }
        }
        Ok(KeyMove { mv, mates_in: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{NoOracle, Root, fen, notation};

    fn check(text: &str, within: u16, keys: &[&str]) {
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
    }

    #[test]
    fn every_key_is_found() {
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", 2, &[]);
        check("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", 1, &["a7e7"]);
    }
}
