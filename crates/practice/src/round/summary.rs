//! When a round is over, and what is said of it then.

use super::super::best_play::{has_converted, is_safe_promotion, is_simple_mate};
use super::super::exercise::{Goal, MOVES_TO_SAVE_DRAW};
use super::super::outcome::{Medal, RoundOutcome};
use super::{Round, RoundMistake, RoundSummary};
use chess::names::pluralized;
use chess::{GameTermination, MoveCost, Verdict};

impl Round {
    /// Closes the round if it is over.
    pub(super) fn update_outcome(&mut self) {
        let ending = if self.has_draw_rules {
            self.root.termination()
        } else {
            GameTermination::on_board(&self.root.position)
        };
        let outcome = match self.exercise.goal {
            Goal::Mate => self.mate_outcome(ending),
            Goal::Convert => self.conversion_outcome(ending),
            Goal::Promote => self.promotion_outcome(ending),
            Goal::Hold { moves } => self.hold_outcome(ending, moves),
            Goal::Stalemate => self.hold_outcome(ending, MOVES_TO_SAVE_DRAW),
            Goal::Resist => ending.map(|_| self.goal_reached()),
        };
        self.summary = outcome.map(|outcome| self.summarize(outcome, ending));
    }

    fn mate_outcome(&self, ending: Option<GameTermination>) -> Option<RoundOutcome> {
        match ending {
            Some(GameTermination::Checkmate { winner }) if winner == self.trainee_color() => {
                Some(self.goal_reached())
            }
            Some(GameTermination::Stalemate { .. }) => Some(RoundOutcome::Stalemated),
            Some(_) => Some(RoundOutcome::Drawn),
            None => match self.verdict {
                Verdict::Win(_) => None,
                Verdict::Draw => Some(RoundOutcome::Drawn),
                Verdict::Loss(_) => Some(RoundOutcome::Lost),
            },
        }
    }

    fn conversion_outcome(&self, ending: Option<GameTermination>) -> Option<RoundOutcome> {
        let is_done = if self.exercise.goal == Goal::Promote { is_simple_mate } else { has_converted };
        let converted = is_done(&self.exercise.material, self.position(), self.trainee_color());
        if converted { self.goal_if_won(ending) } else { self.mate_outcome(ending) }
    }

    /// A new piece that can be taken at once counts only when it has survived the reply.
    fn promotion_outcome(&self, ending: Option<GameTermination>) -> Option<RoundOutcome> {
        let Some(turn) = self.turns.last() else { return self.mate_outcome(ending) };
        let mv = turn.grade.mv;
        let promoted = match self.last_reply() {
            None => is_safe_promotion(self.position(), mv),
            Some(reply) => mv.is_promotion() && reply.mv.to() != mv.to(),
        };
        if promoted { self.goal_if_won(ending) } else { self.conversion_outcome(ending) }
    }

    fn goal_if_won(&self, ending: Option<GameTermination>) -> Option<RoundOutcome> {
        match (ending, self.verdict) {
            (None, Verdict::Win(_)) => Some(self.goal_reached()),
            _ => self.mate_outcome(ending),
        }
    }

    fn hold_outcome(&self, ending: Option<GameTermination>, moves: u16) -> Option<RoundOutcome> {
        match (ending, self.verdict) {
            (Some(GameTermination::Checkmate { .. }), _) | (None, Verdict::Loss(_)) => {
                Some(RoundOutcome::Lost)
            }
            (Some(_), _) => Some(self.goal_reached()),
            (None, _) => {
                let is_held =
                    self.moves_played() >= moves || self.is_plain_draw() || self.has_passed_moment();
                is_held.then(|| self.goal_reached())
            }
        }
    }

    /// The goal is reached: how well?
    fn goal_reached(&self) -> RoundOutcome {
        if !self.is_helped && self.moves_lost() == 0 { RoundOutcome::Perfect } else { RoundOutcome::Solved }
    }

    fn summarize(&self, outcome: RoundOutcome, ending: Option<GameTermination>) -> RoundSummary {
        let mistakes = (1..).zip(&self.turns).filter(|(_, turn)| turn.grade.cost != MoveCost::Keeps);
        let summary = RoundSummary {
            goal: self.exercise.goal,
            outcome,
            level: self.level,
            seed: self.seed,
            ending,
            reason: self.outcome_reason(outcome, ending),
            moves_played: self.moves_played(),
            par: self.par(),
            moves_lost: self.moves_lost(),
            helped: self.is_helped,
            medal: None,
            mistakes: mistakes
                .map(|(number, turn)| RoundMistake { move_number: number, grade: turn.grade.clone() })
                .collect(),
            verdicts: self.verdicts(),
        };
        RoundSummary { medal: Medal::of(summary.result(&self.exercise)), ..summary }
    }

    fn outcome_reason(&self, outcome: RoundOutcome, ending: Option<GameTermination>) -> String {
        let (played, lost) = (self.moves_played(), self.moves_lost());
        let moves = |count| pluralized(usize::from(count), "move");
        match (outcome, self.exercise.goal) {
            (RoundOutcome::Perfect | RoundOutcome::Solved, Goal::Promote) if ending.is_none() => {
                format!("Promoted in {}, and the win is safe", moves(played))
            }
            (RoundOutcome::Perfect | RoundOutcome::Solved, Goal::Convert) if ending.is_none() => {
                let is_mate = is_simple_mate(&self.exercise.material, self.position(), self.trainee_color());
                let left = if is_mate { "only a simple mate is left" } else { "your pawn decides" };
                format!("Won in {}: {left}", moves(played))
            }
            (RoundOutcome::Perfect | RoundOutcome::Solved, Goal::Mate | Goal::Convert | Goal::Promote) => {
                match lost {
                    0 => format!("Mate in {}, the shortest way", moves(played)),
                    _ => format!("Mate in {}, {} more than needed", moves(played), moves(lost)),
                }
            }
            (RoundOutcome::Perfect | RoundOutcome::Solved, Goal::Hold { .. } | Goal::Stalemate) => ending
                .map(GameTermination::reason)
                .or_else(|| self.early_draw_reason())
                .unwrap_or_else(|| format!("The draw is held for {}", moves(played))),
            (RoundOutcome::Perfect | RoundOutcome::Solved, Goal::Resist) => match (ending, lost) {
                (Some(GameTermination::Checkmate { .. }), 0) => {
                    format!("Held out for {}, as long as can be", moves(played))
                }
                (Some(GameTermination::Checkmate { .. }), _) => {
                    format!("Held out for {}, {} less than possible", moves(played), moves(lost))
                }
                _ => ending.map(GameTermination::reason).unwrap_or_default(),
            },
            _ => {
                let mistake = self.turns.last().and_then(|turn| turn.grade.reason.clone());
                mistake.or_else(|| ending.map(GameTermination::reason)).unwrap_or_default()
            }
        }
    }
}
