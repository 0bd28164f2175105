//! [`PracticeBoard`]: what stands on the board of the practice tab, one thing at a time.

use crate::chess::Color;
use crate::tui::guess::state::ActiveGuess;
use crate::tui::practice::card_state::ActiveCard;
use crate::tui::practice::state::{ActiveRound, LessonExampleState};
use crate::tui::puzzle::state::ActivePuzzle;
use crate::tui::quiz::state::ActiveQuiz;

/// What stands on the board of the practice tab.
#[derive(Clone, Debug, Default)]
pub enum PracticeBoard {
    /// Nothing: a list is shown.
    #[default]
    Empty,
    /// The worked example of a lesson.
    Example(Box<LessonExampleState>),
    /// A round of a lesson.
    Round(Box<ActiveRound>),
    /// A mistake card.
    Card(Box<ActiveCard>),
    /// A puzzle.
    Puzzle(Box<ActivePuzzle>),
    /// A game whose moves are guessed.
    Guess(Box<ActiveGuess>),
    /// A quiz.
    Quiz(Box<ActiveQuiz>),
}

/// Two functions for each kind: the state of it if it is on the board, to read and to change.
macro_rules! accessors {
    ($($name:ident $name_mut:ident $kind:ident $state:ty;)*) => {
        impl PracticeBoard {
            $(
                #[doc = concat!("The state of the ", stringify!($name), ", if it is on the board.")]
                #[must_use]
                pub fn $name(&self) -> Option<&$state> {
                    if let Self::$kind(state) = self { Some(state) } else { None }
                }

                #[doc = concat!("The state of the ", stringify!($name), ", if it is on the board, to be changed.")]
                pub fn $name_mut(&mut self) -> Option<&mut $state> {
                    if let Self::$kind(state) = self { Some(state) } else { None }
                }
            )*
        }
    };
}

accessors! {
    example example_mut Example LessonExampleState;
    round round_mut Round ActiveRound;
    card card_mut Card ActiveCard;
    puzzle puzzle_mut Puzzle ActivePuzzle;
    guess guess_mut Guess ActiveGuess;
    quiz quiz_mut Quiz ActiveQuiz;
}

impl PracticeBoard {
    /// Whether nothing stands on the board: a list is shown.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// Clears the board; the list is shown again.
    pub fn clear(&mut self) {
        *self = Self::Empty;
    }

    /// Closes the example, if it is on the board: whether it was.
    pub fn close_example(&mut self) -> bool {
        let is_example = self.example().is_some();
        if is_example {
            self.clear();
        }
        is_example
    }

    /// The side of the player, which is at the bottom; White where the player has none.
    #[must_use]
    pub fn own_color(&self) -> Color {
        match self {
            Self::Round(round) => round.player_color(),
            Self::Card(card) => card.walk.position().turn(),
            Self::Puzzle(puzzle) => puzzle.attempt.puzzle().solver(),
            Self::Guess(guess) => guess.guesses.side(),
            Self::Empty | Self::Example(_) | Self::Quiz(_) => Color::White,
        }
    }
}
