//! The solution of a chess problem as composers print it: the key with its threats, or zugzwang, then the
//! variations with every answer at every move; tries with their refutations.
//!
//! A threat is a move that would mate soonest if the defender passed. A defense belongs to the solution if it
//! stops at least one threat, so that this move no longer mates as soon as it was threatened; its answers are
//! all that mate soonest after it, threats that are left included, as in Popeye's output. Against a check or
//! zugzwang every defense belongs to it. Answers that mate later are continuations on request; they never count
//! as duals. A threat stays the same move whatever it captures, as in Popeye.

use super::keys::{ContinuationLength, KeyMove, MateKeySolver};
use chess::{Move, Position, StopToken, Stopped};

/// How many moves of the attacker are expanded, so that an unsound problem with many answers to each defense
/// ends.
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
    /// Whether the time ran out before every defense was looked at.
    pub is_cut_off: bool,
}

/// What a move of the attacker intends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolutionPurpose {
    /// It is checkmate.
    Mate,
    /// It gives check; every defense is a variation.
    Check,
    /// It threatens these moves, quickest first; the defenses that stop one of the quickest are variations.
    Threat(Vec<SolutionMove>),
    /// It threatens nothing in time: every defense is a variation.
    Zugzwang,
    /// What follows was not looked at: the solution is too large, or the time ran out.
    NotExpanded,
}

/// A defense and the answers that mate in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionVariation {
    /// The defender's move.
    pub defense: Move,
    /// The answers, quickest first. Empty if the defense holds, as in set play.
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

/// Why a solution is not complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolutionGap {
    /// The token or the node limit stopped the search.
    Stopped,
    /// It has more moves than are expanded.
    TooLarge,
}

/// Expands the solution of one problem; what was found out is kept from one question to the next. Where it is
/// stopped it returns what it has: the moves nearest to the diagram come first.
pub struct SolutionBuilder<'s, 'p> {
    solver: &'s mut MateKeySolver<'p>,
    stop: StopToken,
    length: ContinuationLength,
    /// Moves that may still be expanded.
    left: usize,
    gap: Option<SolutionGap>,
}

impl<'s, 'p> SolutionBuilder<'s, 'p> {
    /// A builder on a solver of the problem. The token stops both.
    #[must_use]
    pub fn new(solver: &'s mut MateKeySolver<'p>, length: ContinuationLength, stop: &StopToken) -> Self {
        solver.set_stop(stop);
        Self { solver, stop: stop.clone(), length, left: MAX_SOLUTION_MOVES, gap: None }
    }

    /// Why something that was asked for is missing; None if everything was expanded.
    #[must_use]
    pub const fn gap(&self) -> Option<SolutionGap> {
        self.gap
    }

    /// The keys of the problem, in `within` moves, with all that follows. A first move that does not solve it is
    /// left out.
    #[must_use]
    pub fn solutions(&mut self, position: &Position, keys: &[KeyMove], within: u16) -> Vec<SolutionMove> {
        let mut solutions = unexpanded(keys);
        let levels = solutions.iter().map(|key| key.mates_in).max().unwrap_or_default();
        self.by_levels(levels, |builder, depth| {
            builder.expand_answers(position, &mut solutions, within.saturating_sub(1), depth)
        });
        solutions
    }

    /// The set play: each move of the defender, if it were to move in the diagram, with every answer that
    /// mates one move sooner than the problem asks. None if the side to move is in check, so that the turn
    /// cannot be passed.
    #[must_use]
    pub fn set_play(&mut self, position: &Position, within: u16) -> Option<Vec<SolutionVariation>> {
        let passed = position.after_null_move()?;
        let left = within.saturating_sub(1);
        let mut variations = Vec::new();
        for defense in passed.legal_moves() {
            let Ok(variation) = self.variation(&passed, defense, left) else {
                self.gap = Some(SolutionGap::Stopped);
                return Some(variations);
            };
            variations.push(variation);
        }
        self.by_levels(left, |builder, depth| {
            builder.expand_variations(&passed, &mut variations, left, depth)
        });
        Some(variations)
    }

    /// The tries: every first move that does not solve the problem and that at most `most` defenses refute.
    #[must_use]
    pub fn tries(&mut self, position: &Position, keys: &[KeyMove], within: u16, most: usize) -> Vec<MateTry> {
        let mut tries = Vec::new();
        for mv in position.legal_moves() {
            if keys.iter().any(|key| key.mv == mv && key.solves()) {
                continue;
            }
            let Ok(attempt) = self.one_try(position, mv, within.saturating_sub(1), most) else {
                self.gap = Some(SolutionGap::Stopped);
                break;
            };
            tries.extend(attempt);
        }
        tries
    }

    fn one_try(
        &mut self,
        position: &Position,
        mv: Move,
        left: u16,
        most: usize,
    ) -> Result<Option<MateTry>, Stopped> {
        self.stop.check()?;
        let next = position.after(mv);
        let Some(refutations) = self.solver.refutations(&next, left, most)? else { return Ok(None) };
        if refutations.is_empty() {
            return Ok(None);
        }
        let passed = next.after_null_move();
        let threats =
            passed.map_or(Ok(Vec::new()), |passed| self.solver.answers(&passed, left, self.length))?;
        Ok(Some(MateTry { mv, threats, refutations }))
    }

    /// Expands level after level, so that a solution that is stopped has its first moves.
    fn by_levels(&mut self, levels: u16, mut expand: impl FnMut(&mut Self, u16) -> Result<(), Stopped>) {
        for depth in 0..levels {
            if expand(self, depth).is_err() {
                self.gap = Some(SolutionGap::Stopped);
                return;
            }
        }
    }

    /// Expands moves of the attacker, or those `depth` moves of the attacker later. `limit` moves remain after
    /// each of them where slower continuations are wanted.
    fn expand_answers(
        &mut self,
        position: &Position,
        answers: &mut [SolutionMove],
        limit: u16,
        depth: u16,
    ) -> Result<(), Stopped> {
        for played in answers {
            if played.purpose == SolutionPurpose::Mate {
                continue;
            }
            let next = position.after(played.mv);
            if depth == 0 {
                self.expand(&next, played, limit)?;
                continue;
            }
            if let SolutionPurpose::Threat(threats) = &mut played.purpose
                && let Some(passed) = next.after_null_move()
            {
                self.expand_answers(&passed, threats, limit.saturating_sub(1), depth - 1)?;
            }
            self.expand_variations(&next, &mut played.variations, limit, depth - 1)?;
        }
        Ok(())
    }

    fn expand_variations(
        &mut self,
        position: &Position,
        variations: &mut [SolutionVariation],
        limit: u16,
        depth: u16,
    ) -> Result<(), Stopped> {
        for variation in variations {
            let next = position.after(variation.defense);
            self.expand_answers(&next, &mut variation.answers, limit.saturating_sub(1), depth)?;
        }
        Ok(())
    }

    /// Finds what a move of the attacker that led to `next` intends, and the variations after it.
    fn expand(&mut self, next: &Position, played: &mut SolutionMove, limit: u16) -> Result<(), Stopped> {
        self.stop.check()?;
        let Some(left) = self.left.checked_sub(1) else {
            self.gap.get_or_insert(SolutionGap::TooLarge);
            return Ok(());
        };
        self.left = left;
        let soonest = played.mates_in.saturating_sub(1);
        let (purpose, threats) = self.purpose(next, soonest, limit)?;
        played.purpose = purpose;
        for defense in next.legal_moves() {
            let left = self.limit(soonest, limit);
            let Ok(variation) = self.relevant_variation(next, defense, &threats, left) else {
                played.is_cut_off = true;
                return Err(Stopped);
            };
            played.variations.extend(variation);
        }
        Ok(())
    }

    /// What a move of the attacker intends, and its quickest threats.
    fn purpose(
        &mut self,
        next: &Position,
        soonest: u16,
        limit: u16,
    ) -> Result<(SolutionPurpose, Vec<KeyMove>), Stopped> {
        let Some(passed) = next.after_null_move() else { return Ok((SolutionPurpose::Check, Vec::new())) };
        let quickest = self.solver.answers(&passed, soonest, ContinuationLength::Shortest)?;
        if quickest.is_empty() {
            return Ok((SolutionPurpose::Zugzwang, quickest));
        }
        let threats = match self.length {
            ContinuationLength::Shortest => unexpanded(&quickest),
            ContinuationLength::Any => unexpanded(&self.solver.answers(&passed, limit, self.length)?),
        };
        Ok((SolutionPurpose::Threat(threats), quickest))
    }

    /// A defense with its answers; None if it leaves all threats as they were.
    fn relevant_variation(
        &mut self,
        position: &Position,
        defense: Move,
        threats: &[KeyMove],
        left: u16,
    ) -> Result<Option<SolutionVariation>, Stopped> {
        let next = position.after(defense);
        let mut stops_a_threat = threats.is_empty();
        for threat in threats {
            let same = next.legal_moves().into_iter().find(|&mv| is_same_move(mv, threat.mv));
            let within = threat.mates_in.unwrap_or_default();
            let still_mates = same.map_or(Ok(false), |mv| self.solver.mates(&next, mv, within))?;
            if !still_mates {
                stops_a_threat = true;
                break;
            }
        }
        if stops_a_threat { self.variation(position, defense, left).map(Some) } else { Ok(None) }
    }

    fn variation(
        &mut self,
        position: &Position,
        defense: Move,
        left: u16,
    ) -> Result<SolutionVariation, Stopped> {
        let answers = self.solver.answers(&position.after(defense), left, self.length)?;
        Ok(SolutionVariation { defense, answers: unexpanded(&answers) })
    }

    const fn limit(&self, soonest: u16, limit: u16) -> u16 {
        match self.length {
            ContinuationLength::Shortest => soonest,
            ContinuationLength::Any => limit,
        }
    }
}

/// Whether two moves go the same way, whatever they capture.
fn is_same_move(one: Move, other: Move) -> bool {
    (one.from(), one.to(), one.promotion()) == (other.from(), other.to(), other.promotion())
}

/// Moves of the attacker before anything after them was looked at.
fn unexpanded(keys: &[KeyMove]) -> Vec<SolutionMove> {
    let to_move = |key: &KeyMove| {
        let mates_in = key.mates_in?;
        let purpose = if mates_in == 1 { SolutionPurpose::Mate } else { SolutionPurpose::NotExpanded };
        Some(SolutionMove { mv: key.mv, mates_in, purpose, variations: Vec::new(), is_cut_off: false })
    };
    keys.iter().filter_map(to_move).collect()
}

impl SolutionMove {
    /// The number of duals: variations with more than one answer that mates soonest, by the number of the
    /// attacker's move, the first entry for its second move. Variations of threats are not counted.
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
            duals[depth] += usize::from(variation.is_dual());
            for answer in variation.quickest() {
                answer.count_duals(depth + 1, duals);
            }
        }
    }
}

impl SolutionVariation {
    /// Whether there is more than one answer that mates soonest.
    #[must_use]
    pub fn is_dual(&self) -> bool {
        self.quickest().count() > 1
    }

    /// The answers that mate soonest.
    fn quickest(&self) -> impl Iterator<Item = &SolutionMove> {
        let soonest = self.answers.first().map(|answer| answer.mates_in);
        self.answers.iter().filter(move |answer| Some(answer.mates_in) == soonest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MateProblem;
    use chess::{NoOracle, Root, fen, notation};

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
        let mut builder = SolutionBuilder::new(&mut solver, ContinuationLength::Shortest, &stop);
        let position = root.position.clone();
        let all = Solved {
            keys: builder.solutions(&position, &keys, within),
            set_play: builder.set_play(&position, within),
            tries: builder.tries(&position, &keys, within, refutations),
            position,
        };
        assert_eq!(builder.gap(), None);
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
            let mates = |threat: &SolutionMove| {
                next.is_legal(threat.mv) && {
                    let end = next.after(threat.mv);
                    end.is_check() && end.legal_moves().is_empty()
                }
            };
            assert!(!threats.iter().all(mates), "{} is not a defense", sans(&after, [variation.defense]));
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
