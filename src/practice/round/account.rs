//! When a round is over, and what is said of it then.

use crate::chess::names::counted;
use crate::chess::{Cost, Ending, Verdict};

use super::super::drill::{Goal, SAVED_AFTER};
use super::{Account, Counting, Help, Outcome, Round, Slip};

impl Round {
    /// Closes the round if it is over.
    pub(super) fn settle(&mut self) {
        let ending = match self.counting {
            Counting::On => self.root.ending(),
            Counting::Off => Ending::on_board(&self.root.position),
        };
        let outcome = match self.drill.goal {
            Goal::Mate => self.mating_outcome(ending),
            Goal::Promote => self.promoting_outcome(ending),
            Goal::Hold { moves } => self.holding_outcome(ending, moves),
            Goal::Stalemate => self.holding_outcome(ending, SAVED_AFTER),
            Goal::Resist => ending.map(|_| self.reached()),
        };
        self.account = outcome.map(|outcome| self.sum_up(outcome, ending));
    }

    fn mating_outcome(&self, ending: Option<Ending>) -> Option<Outcome> {
        match ending {
            Some(Ending::Checkmate { winner }) if winner == self.trainee() => Some(self.reached()),
            Some(Ending::Stalemate { .. }) => Some(Outcome::Stalemated),
            Some(_) => Some(Outcome::Drawn),
            None => match self.now {
                Verdict::Win(_) => None,
                Verdict::Draw => Some(Outcome::Drawn),
                Verdict::Loss(_) => Some(Outcome::Lost),
            },
        }
    }

    fn promoting_outcome(&self, ending: Option<Ending>) -> Option<Outcome> {
        let promoted = self.turns.last().is_some_and(|turn| turn.grade.mv.is_promotion());
        match (ending, self.now) {
            (None, Verdict::Win(_)) if promoted => Some(self.reached()),
            _ => self.mating_outcome(ending),
        }
    }

    fn holding_outcome(&self, ending: Option<Ending>, moves: u16) -> Option<Outcome> {
        match (ending, self.now) {
            (Some(Ending::Checkmate { .. }), _) | (None, Verdict::Loss(_)) => Some(Outcome::Lost),
            (Some(_), _) => Some(self.reached()),
            (None, _) => (self.played() >= moves).then(|| self.reached()),
        }
    }

    /// The goal is reached: how well?
    fn reached(&self) -> Outcome {
        if self.help == Help::None && self.lost() == 0 { Outcome::Perfect } else { Outcome::Solved }
    }

    fn sum_up(&self, outcome: Outcome, ending: Option<Ending>) -> Account {
        let slips = (1..).zip(&self.turns).filter(|(_, turn)| turn.grade.cost != Cost::Keeps);
        Account {
            goal: self.drill.goal,
            outcome,
            level: self.level,
            seed: self.seed,
            ending,
            reason: self.reason(outcome, ending),
            played: self.played(),
            par: self.par(),
            lost: self.lost(),
            helped: self.help == Help::Taken,
            slips: slips.map(|(number, turn)| Slip { number, grade: turn.grade.clone() }).collect(),
            distances: self.distances(),
        }
    }

    fn reason(&self, outcome: Outcome, ending: Option<Ending>) -> String {
        let (played, lost) = (self.played(), self.lost());
        let moves = |count| counted(usize::from(count), "move");
        match (outcome, self.drill.goal) {
            (Outcome::Perfect | Outcome::Solved, Goal::Promote) if ending.is_none() => match lost {
                0 => format!("Promoted in {}, with no move lost", moves(played)),
                _ => format!("Promoted in {}, with {} lost on the way to mate", moves(played), moves(lost)),
            },
            (Outcome::Perfect | Outcome::Solved, Goal::Mate | Goal::Promote) if lost == 0 => {
                format!("Mate in {}, the shortest way", moves(played))
            }
            (Outcome::Perfect | Outcome::Solved, Goal::Mate | Goal::Promote) => {
                format!("Mate in {}, {} more than needed", moves(played), moves(lost))
            }
            (Outcome::Perfect | Outcome::Solved, Goal::Hold { .. } | Goal::Stalemate) => {
                ending.map_or_else(|| format!("The draw is held for {}", moves(played)), Ending::reason)
            }
            (Outcome::Perfect | Outcome::Solved, Goal::Resist) => match (ending, lost) {
                (Some(Ending::Checkmate { .. }), 0) => {
                    format!("Held out for {}, as long as can be", moves(played))
                }
                (Some(Ending::Checkmate { .. }), _) => {
                    format!("Held out for {}, {} less than possible", moves(played), moves(lost))
                }
                _ => ending.map(Ending::reason).unwrap_or_default(),
            },
            _ => {
                let slip = self.turns.last().and_then(|turn| turn.grade.reason.clone());
                slip.or_else(|| ending.map(Ending::reason)).unwrap_or_default()
            }
        }
    }
}
