//! [`PracticeBoard`]: what stands on the board of the practice tab, one thing at a time; [`PracticePage`]: what the tab
//! shows while nothing does.

use crate::chess::Color;
use crate::tui::keymap::KeyContext;
use crate::tui::model::{
    ActiveCard, ActiveGuess, ActivePuzzle, ActiveQuiz, ActiveRepertoire, ActiveRound, LessonExampleState,
    PracticeActivity,
};

/// What the tab shows while nothing stands on its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PracticePage {
    /// The lessons.
    #[default]
    Lessons,
    /// The record, lesson by lesson and day by day.
    Record,
    /// The puzzles.
    Puzzles,
    /// The famous games whose moves can be guessed.
    Guess,
    /// The opening repertoires.
    Openings,
}

impl PracticePage {
    /// The context of its keys.
    pub(crate) const fn context(self) -> KeyContext {
        match self {
            Self::Lessons | Self::Record => KeyContext::Lessons,
            Self::Puzzles => KeyContext::PuzzleList,
            Self::Guess => KeyContext::GuessList,
            Self::Openings => KeyContext::OpeningList,
        }
    }
}

/// One row for each kind: its variant, its state, and the names of two functions that return the state if it is on the
/// board, to read and to change.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($state:ty) $name:ident $name_mut:ident;)*) => {
        /// What stands on the board of the practice tab.
        #[derive(Clone, Debug, Default)]
        pub enum PracticeBoard {
            /// Nothing: a list is shown.
            #[default]
            Empty,
            $($(#[$doc])* $kind(Box<$state>),)*
        }

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

            /// What stands there, whatever it is.
            pub(crate) fn activity(&self) -> Option<&dyn PracticeActivity> {
                match self {
                    Self::Empty => None,
                    $(Self::$kind(state) => Some(state.as_ref()),)*
                }
            }

            /// What stands there, whatever it is, to be changed.
            pub(crate) fn activity_mut(&mut self) -> Option<&mut dyn PracticeActivity> {
                match self {
                    Self::Empty => None,
                    $(Self::$kind(state) => Some(state.as_mut()),)*
                }
            }

            /// What is kept of what leaves the board, to be gone on with; None where nothing is.
            pub(crate) fn pause(self) -> Option<Self> {
                match self {
                    Self::Empty => None,
                    $(Self::$kind(state) => state.pause().map(Self::$kind),)*
                }
            }
        }
    };
}

kinds! {
    /// The worked example of a lesson.
    Example(LessonExampleState) example example_mut;
    /// A round of a lesson.
    Round(ActiveRound) round round_mut;
    /// A mistake card.
    Card(ActiveCard) card card_mut;
    /// A puzzle.
    Puzzle(ActivePuzzle) puzzle puzzle_mut;
    /// A game whose moves are guessed.
    Guess(ActiveGuess) guess guess_mut;
    /// Training of an opening repertoire.
    Repertoire(ActiveRepertoire) repertoire repertoire_mut;
    /// A quiz.
    Quiz(ActiveQuiz) quiz quiz_mut;
}

impl PracticeBoard {
    /// Whether nothing stands on the board: a list is shown.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// Clears the board; the list is shown again.
    pub(crate) fn clear(&mut self) {
        *self = Self::Empty;
    }

    /// Closes the example, if it is on the board: whether it was.
    pub(crate) fn close_example(&mut self) -> bool {
        let is_example = self.example().is_some();
        if is_example {
            self.clear();
        }
        is_example
    }

    /// The side of the player, which is at the bottom; White where the player has none.
    pub(crate) fn own_color(&self) -> Color {
        self.activity().map_or(Color::White, PracticeActivity::own_color)
    }
}
