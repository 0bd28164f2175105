//! The solution of a chess problem as composers print it: the key with its threat, or zugzwang, then the
//! variations that meet the threat, with every answer at every move; tries with their refutations.
//!
//! A defense that leaves a threat as it was is no variation, as in Popeye's output. An answer is the same move
//! as a threat if it goes from the same square to the same square and captures the same.

use super::keys::{KeyMove, MateKeySolver};
use crate::chess::{Move, Position, StopToken, Stopped};

/// How much of a solution is expanded, so that an unsound problem with many answers to each defense ends.
const MAX_SOLUTION_MOVES: usize = 20_000;

/// A move of the attacker that mates in time, with all that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionMove {
    /// The move.
    pub mv: Move,
    /// The shortest mate with it in moves, this one included.
    pub mates_in: u16,
    /// What it intends.
    pub purpose: SolutionPurpose,
    /// The defenses that change something, in the order of the move generator.
    pub variations: Vec<SolutionVariation>,
}

/// What a move of the attacker intends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionPurpose {
    /// It is checkmate.
    Mate,
    /// It gives check; every defense is a variation.
    Check,
    /// It threatens these moves, quickest first; the defenses after which none of them mates are variations.
    Threat(Vec<SolutionMove>),
    /// It threatens nothing in time: every defense is a variation.
    Zugzwang,
    /// The solution is too large: what follows was not looked at.
    NotExpanded,
}

/// A defense and every answer that mates in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionVariation {
    /// The defender's move.
    pub defense: Move,
    /// The answers, quickest first; more than one is a dual. Empty if the defense holds, as in set play.
    pub answers: Vec<SolutionMove>,
}

/// A first move that only few defenses refute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateTry {
    /// The move.
    pub mv: Move,
    /// What it threatens, quickest first; empty if it gives check or waits.
    pub threats: Vec<KeyMove>,
    /// The defenses that refute it, at least one.
    pub refutations: Vec<Move>,
}

/// Expands the solution of one problem; what was found out is kept from one question to the next.
pub struct SolutionBuilder<'s, 'p> {
    solver: &'s mut MateKeySolver<'p>,
    stop: StopToken,
    /// Moves that may still be expanded.
    left: usize,
}

impl<'s, 'p> SolutionBuilder<'s, 'p> {
    /// A builder on a solver of the problem. The token is asked between two moves.
    #[must_use]
    pub fn new(solver: &'s mut MateKeySolver<'p>, stop: &StopToken) -> Self {
        Self { solver, stop: stop.clone(), left: MAX_SOLUTION_MOVES }
    }

    /// Whether everything asked for was expanded.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.left > 0
    }

    /// A first move that solves the problem, in `within` moves, with all that follows; None if it does not
    /// solve it.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn solution(
        &mut self,
        position: &Position,
        key: &KeyMove,
        within: u16,
    ) -> Result<Option<SolutionMove>, Stopped> {
        let Some(mates_in) = key.mates_in else { return Ok(None) };
        self.expand(position, key.mv, mates_in, within.saturating_sub(1)).map(Some)
    }

    /// The set play: each move of the defender, if it were to move in the diagram, with every answer that
    /// mates one move sooner than the problem asks. None if the side to move is in check, so that the turn
    /// cannot be passed.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn set_play(
        &mut self,
        position: &Position,
        within: u16,
    ) -> Result<Option<Vec<SolutionVariation>>, Stopped> {
        let Some(passed) = position.after_null_move() else { return Ok(None) };
        self.variations(&passed, within.saturating_sub(1), &[]).map(Some)
    }

    /// The tries: every first move that does not solve the problem and that at most `most` defenses refute.
    ///
    /// # Errors
    /// When the token or the node limit stopped the search.
    pub fn tries(
        &mut self,
        position: &Position,
        keys: &[KeyMove],
        within: u16,
        most: usize,
    ) -> Result<Vec<MateTry>, Stopped> {
        let left = within.saturating_sub(1);
        let mut tries = Vec::new();
        for mv in position.legal_moves() {
            if keys.iter().any(|key| key.mv == mv && key.solves()) {
                continue;
            }
            self.stop.check()?;
            let next = position.after(mv);
            if let Some(refutations) = self.solver.refutations(&next, left, most)?
                && !refutations.is_empty()
            {
                let passed = next.after_null_move();
                let threats = passed.map_or(Ok(Vec::new()), |passed| self.solver.answers(&passed, left))?;
                tries.push(MateTry { mv, threats, refutations });
            }
        }
        Ok(tries)
    }

    /// A move of the attacker with all that follows; `left` moves remain after it.
    fn expand(
        &mut self,
        position: &Position,
        mv: Move,
        mates_in: u16,
        left: u16,
    ) -> Result<SolutionMove, Stopped> {
        self.stop.check()?;
        let next = position.after(mv);
        let mut expanded =
            SolutionMove { mv, mates_in, purpose: SolutionPurpose::NotExpanded, variations: Vec::new() };
        if next.legal_moves().is_empty() {
            expanded.purpose = SolutionPurpose::Mate;
            return Ok(expanded);
        }
        if self.left == 0 {
            return Ok(expanded);
        }
        self.left -= 1;
        let Some(passed) = next.after_null_move() else {
            expanded.purpose = SolutionPurpose::Check;
            expanded.variations = self.variations(&next, left, &[])?;
            return Ok(expanded);
        };
        let threats = self.solver.answers(&passed, left)?;
        expanded.variations = self.variations(&next, left, &threats)?;
        expanded.purpose = if threats.is_empty() {
            SolutionPurpose::Zugzwang
        } else {
            SolutionPurpose::Threat(self.expand_all(&passed, &threats, left)?)
        };
        Ok(expanded)
    }

    /// Every defense after which none of the threats mates in time, with all answers.
    fn variations(
        &mut self,
        position: &Position,
        left: u16,
        threats: &[KeyMove],
    ) -> Result<Vec<SolutionVariation>, Stopped> {
        let mut variations = Vec::new();
        for defense in position.legal_moves() {
            let next = position.after(defense);
            let answers = self.solver.answers(&next, left)?;
            if answers.iter().any(|answer| threats.iter().any(|threat| threat.mv == answer.mv)) {
                continue;
            }
            let answers = self.expand_all(&next, &answers, left)?;
            variations.push(SolutionVariation { defense, answers });
        }
        Ok(variations)
    }

    /// Moves of the attacker with all that follows; `left` counts them.
    fn expand_all(
        &mut self,
        position: &Position,
        moves: &[KeyMove],
        left: u16,
    ) -> Result<Vec<SolutionMove>, Stopped> {
        let expanded =
            moves.iter().map(|key| self.solution(position, key, left)).collect::<Result<Vec<_>, _>>()?;
        Ok(expanded.into_iter().flatten().collect())
    }
}

impl SolutionMove {
    /// The number of duals: variations with more than one answer, by the number of the attacker's move, the
    /// first entry for its second move. Variations of threats are not counted.
    #[must_use]
    pub fn duals(&self) -> Vec<usize> {
        let mut duals = Vec::new();
        self.count_duals(0, &mut duals);
        duals
    }

    fn count_duals(&self, depth: usize, duals: &mut Vec<usize>) {
        for variation in &self.variations {
            if duals.len() <= depth {
                duals.resize(depth + 1, 0);
            }
            duals[depth] += usize::from(variation.answers.len() > 1);
            for answer in &variation.answers {
                answer.count_duals(depth + 1, duals);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{NoOracle, Root, fen, notation};
    use crate::solver::MateProblem;

    struct Solved {
        keys: Vec<SolutionMove>,
        set_play: Option<Vec<SolutionVariation>>,
        tries: Vec<MateTry>,
        position: Position,
    }

    fn solve(text: &str, within: u16, refutations: usize) -> Solved {
        let root = Root::new(fen::parse(text).unwrap());
        let problem = MateProblem { root: &root, within, oracle: &NoOracle, nodes: None };
        let stop = StopToken::never();
        let mut solver = MateKeySolver::new(&problem, &stop);
        let keys = solver.keys().unwrap();
        let mut builder = SolutionBuilder::new(&mut solver, &stop);
        let position = root.position.clone();
        let all = Solved {
            keys: keys.iter().filter_map(|key| builder.solution(&position, key, within).unwrap()).collect(),
            set_play: builder.set_play(&position, within).unwrap(),
            tries: builder.tries(&position, &keys, within, refutations).unwrap(),
            position,
        };
        assert!(builder.is_complete());
        all
    }

    fn sans(position: &Position, moves: impl IntoIterator<Item = Move>) -> String {
        moves.into_iter().map(|mv| notation::san(position, mv)).collect::<Vec<_>>().join(" ")
    }

    /// Morphy's problem: 1.Ra6, and Black is in zugzwang.
    #[test]
    fn a_waiting_key_has_every_defense_as_a_variation() {
        let solved = solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 1);
        let [key] = &solved.keys[..] else { panic!("one key") };
        assert_eq!(sans(&solved.position, [key.mv]), "Ra6");
        assert_eq!(key.purpose, SolutionPurpose::Zugzwang);
        let after = solved.position.after(key.mv);
        assert_eq!(key.variations.len(), after.legal_moves().len());
        assert_eq!(key.duals(), [0]);
        assert_eq!(
            solved.set_play.unwrap().iter().filter(|variation| !variation.answers.is_empty()).count(),
            6
        );
        // Each try is refuted by exactly the moves that are named.
        assert!(!solved.tries.is_empty());
        for attempt in &solved.tries {
            let next = solved.position.after(attempt.mv);
            let holds = |defense: &Move| {
                let after = next.after(*defense);
                !after.legal_moves().into_iter().any(|mv| {
                    let end = after.after(mv);
                    end.is_check() && end.legal_moves().is_empty()
                })
            };
            let wanted: Vec<Move> = next.legal_moves().into_iter().filter(holds).collect();
            assert_eq!(attempt.refutations, wanted, "{}", sans(&solved.position, [attempt.mv]));
        }
    }

    #[test]
    fn only_defenses_against_the_threat_are_variations() {
        // After 1.Kf6 or 1.Kf7 the queen threatens mate; the black pawn moves change nothing.
        let solved = solve("7k/p7/5K2/8/8/8/8/6Q1 w - - 0 1", 2, 0);
        let threatening = solved.keys.iter().find(|key| matches!(key.purpose, SolutionPurpose::Threat(_)));
        let key = threatening.expect("a key with a threat");
        let SolutionPurpose::Threat(threats) = &key.purpose else { unreachable!("it was found as one") };
        assert!(threats.iter().all(|threat| threat.purpose == SolutionPurpose::Mate));
        let after = solved.position.after(key.mv);
        for variation in &key.variations {
            let next = after.after(variation.defense);
            for threat in threats {
                let mates = next.is_legal(threat.mv) && {
                    let end = next.after(threat.mv);
                    end.is_check() && end.legal_moves().is_empty()
                };
                assert!(!mates, "{} is no defense", sans(&after, [variation.defense]));
            }
        }
        assert!(key.variations.len() < after.legal_moves().len());
        assert!(solved.keys.len() > 1, "the problem is cooked");
    }

    #[test]
    fn duals_are_counted_where_they_occur() {
        let solved = solve("1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 3, 0);
        let [key] = &solved.keys[..] else { panic!("one key") };
        assert_eq!(sans(&solved.position, [key.mv]), "Nh6+");
        assert_eq!((key.purpose == SolutionPurpose::Check, key.variations.len()), (true, 2));
        let duals = key.duals();
        assert_eq!(duals.len(), 2);
        assert!(duals[1] > 0, "a dual at the third move: {duals:?}");
    }
}
