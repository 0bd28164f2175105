//! Guess the move: a game is played through, and the moves of one side are guessed. Each guess is graded by the winning
//! chances that it loses, beside the move that was played and the engine's choice.
//!
//! Reading order: [`game`] (the game and its guesses), [`judged_guess`] (the grade of one), [`summary`] (all of them
//! together), [`progress`] (what is kept), [`classics`] (the games of the program).

pub mod classics;
pub mod game;
pub mod judged_guess;
pub mod progress;
pub mod summary;

pub use classics::{ClassicGame, classic_games};
pub use game::{GuessEvaluations, GuessGame};
pub use judged_guess::{GuessVerdict, JudgedGuess};
pub use progress::{GuessProgress, GuessedGame};
pub use summary::GuessSummary;
