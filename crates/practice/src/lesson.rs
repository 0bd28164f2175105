//! A lesson of the course: an exercise with its worked example, and what it takes to pass.

use super::exercise::Exercise;
use super::outcome::RoundResult;
use chess::names::pluralized;
use game::Tree;

/// One lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The chapter of the course: `First mates`.
    pub chapter: String,
    /// What is practiced.
    pub exercise: Exercise,
    /// A worked example to step through, with comments.
    pub example: Option<Tree>,
    /// When it is passed.
    pub pass: PassCriteria,
}

/// What passes a level of a lesson: rounds in a row that reach the goal without help and in reasonable time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassCriteria {
    /// Rounds in a row, 1 or more.
    pub rounds_in_a_row: u16,
    /// Moves lost in each of them, at most; None where the result and the time are enough.
    pub max_moves_lost: Option<u16>,
    /// Moves that a round may take in any case, where [`PassCriteria::usual_max_moves`] is less.
    pub max_moves: Option<u16>,
}

impl PassCriteria {
    /// The most moves of a round that passes where a lesson says nothing else: half as many again as best play
    /// needs, and four.
    #[must_use]
    pub const fn usual_max_moves(par: u16) -> u16 {
        par.saturating_add(par / 2).saturating_add(4)
    }

    /// The most moves of a round that passes, given the moves of best play; where no move was lost, any number
    /// passes. A lesson that limits the moves lost has no other limit.
    #[must_use]
    pub fn move_limit(self, par: u16) -> u16 {
        match (self.max_moves, self.max_moves_lost) {
            (None, Some(_)) => u16::MAX,
            (moves, _) => Self::usual_max_moves(par).max(moves.unwrap_or(0)),
        }
    }

    /// Whether a round counts for a pass.
    #[must_use]
    pub fn accepts(self, round: RoundResult) -> bool {
        round.outcome.is_solved()
            && !round.helped
            // The shortest way to mate may reach a promotion late.
            && (round.moves_lost == 0 || round.moves_played <= self.move_limit(round.par))
            && self.max_moves_lost.is_none_or(|most| round.moves_lost <= most)
            // Everyone is mated in the end: there the moves are all.
            && (!round.resists || self.max_moves_lost.is_some() || round.is_near_best())
    }

    /// Why a round that reached the goal without help does not count for a pass, as a sentence; None where it
    /// counts, or where the goal was missed or help was taken.
    #[must_use]
    pub fn shortfall(self, round: RoundResult) -> Option<String> {
        if !round.outcome.is_solved() || round.helped || self.accepts(round) {
            return None;
        }
        Some(match self.max_moves_lost {
            Some(most) => {
                format!("A pass asks for at most {} lost.", pluralized(usize::from(most), "move"))
            }
            None if round.resists => "A pass asks for at most a quarter of the moves lost.".to_owned(),
            None => {
                let most = pluralized(usize::from(self.move_limit(round.par)), "move");
                format!("Too slow for a pass, which asks for {most} at most.")
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Medal, RoundOutcome};

    const SOLVED: RoundResult = RoundResult {
        resists: false,
        outcome: RoundOutcome::Solved,
        helped: false,
        moves_played: 13,
        par: 10,
        moves_lost: 3,
    };

    #[test]
    fn the_result_passes_in_reasonable_time() {
        let usual = PassCriteria { rounds_in_a_row: 1, max_moves_lost: None, max_moves: None };
        let played = |moves_played| RoundResult { moves_played, ..SOLVED };
        assert!(usual.accepts(played(19)) && !usual.accepts(played(20)));
        assert!(usual.accepts(RoundResult { moves_lost: 0, ..played(30) }), "the shortest way to mate");
        assert!(!usual.accepts(RoundResult { helped: true, ..SOLVED }));
        assert!(!usual.accepts(RoundResult { outcome: RoundOutcome::Drawn, ..SOLVED }));
        let long = PassCriteria { max_moves: Some(50), ..usual };
        assert!(long.accepts(played(50)) && !long.accepts(played(51)));
        let strict = PassCriteria { max_moves_lost: Some(2), ..usual };
        assert!(usual.accepts(SOLVED) && !usual.accepts(RoundResult { resists: true, ..SOLVED }));
        assert!(!strict.accepts(SOLVED) && strict.accepts(RoundResult { moves_lost: 2, ..SOLVED }));
    }

    #[test]
    fn a_round_that_does_not_count_says_why() {
        let usual = PassCriteria { rounds_in_a_row: 1, max_moves_lost: None, max_moves: None };
        let slow = RoundResult { moves_played: 20, ..SOLVED };
        assert_eq!(usual.shortfall(SOLVED), None);
        assert_eq!(
            usual.shortfall(slow).as_deref(),
            Some("Too slow for a pass, which asks for 19 moves at most.")
        );
        assert_eq!(usual.shortfall(RoundResult { helped: true, ..slow }), None);
        assert_eq!(usual.shortfall(RoundResult { outcome: RoundOutcome::Drawn, ..slow }), None);
        let strict = PassCriteria { max_moves_lost: Some(1), ..usual };
        assert_eq!(strict.shortfall(SOLVED).as_deref(), Some("A pass asks for at most 1 move lost."));
        let resisted = RoundResult { resists: true, ..SOLVED };
        assert!(usual.shortfall(resisted).is_some_and(|why| why.contains("a quarter")));
    }

    #[test]
    fn a_medal_counts_lost_moves() {
        let lost = |moves_lost| Medal::of(RoundResult { moves_lost, ..SOLVED });
        assert_eq!(
            [0, 1, 2, 3].map(lost),
            [Some(Medal::Gold), Some(Medal::Silver), Some(Medal::Silver), Some(Medal::Bronze)]
        );
        assert_eq!(Medal::of(RoundResult { helped: true, ..SOLVED }), None);
    }
}
