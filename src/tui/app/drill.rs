//! The practice screen: the list of drills, and the round that is played.

use crate::chess::{Color, Position, Ranking};
use crate::game::Walk;
use crate::practice::{Account, Drill, Grade, Hint, Progress, Round, Seed, catalogue};

use super::other_turn::OtherTurnView;
use super::quiz::Quizzing;

/// The practice screen.
#[derive(Clone, Debug)]
pub struct Practice {
    /// The drills of the list.
    pub drills: Vec<Drill>,
    /// The one that is chosen, an index of `drills`.
    pub chosen: usize,
    /// The seed of the next round.
    pub seed: Seed,
    /// What was achieved so far.
    pub progress: Progress,
    /// What begins as soon as its table is there.
    pub waiting: Option<Waiting>,
    /// The round that is played, or None while the list or the quiz is shown.
    pub round: Option<Box<Drilling>>,
    /// The trap quiz, or None while the list is shown; a round lies over it.
    pub quiz: Option<Box<Quizzing>>,
}

/// A round that begins as soon as its table is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A drill, an index of the list.
    Drill(usize),
    /// From a position.
    Position(Box<Position>),
}

/// A round in progress, with what the screen adds to it.
#[derive(Clone, Debug)]
pub struct Drilling {
    /// The judge.
    pub round: Round,
    /// The moves, for the list and for stepping. Moves are played only where the round stands.
    pub walk: Walk,
    /// The help that was given for this position, strongest last.
    pub hints: Vec<Hint>,
    /// The grade of the trainee's last move.
    pub last: Option<Grade>,
    /// Every legal move of the position that is looked at by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
    /// Whether the truth with the turn passed is told; it is help.
    pub other_turn: OtherTurnView,
    /// Whether the round has gone into the progress; a retry from a slip does not count again.
    pub counted: Counted,
}

/// Whether a finished round has gone into the progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Not yet.
    No,
    /// It has, once.
    Yes,
}

impl Practice {
    /// The list of drills with nothing achieved yet.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self {
            drills: catalogue::built_in(),
            chosen: 0,
            seed,
            progress: Progress::default(),
            waiting: None,
            round: None,
            quiz: None,
        }
    }
}

impl Drilling {
    /// The player's color.
    #[must_use]
    pub fn you(&self) -> Color {
        self.round.trainee()
    }

    /// Whether the position that is looked at is the one that the round stands at.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.walk.position() == self.round.position()
    }

    /// The account, once the round is over.
    #[must_use]
    pub const fn account(&self) -> Option<&Account> {
        self.round.account()
    }
}
