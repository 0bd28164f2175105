//! Puzzles: positions with a solution that is the only one, each with its proof.
//!
//! A mate is proven by the mate prover (`solver::mate`), an ending by a table, and any other puzzle by the
//! gap between the best and the second-best move in two searches of different depth.
//!
//! Reading order: [`model`], [`theme`], [`text`] (a puzzle as a line), [`set`] (many of them, and which one comes
//! next), [`lesson`] (an idea and positions to solve), [`attempt`] (one being solved), [`run`] (several in a row),
//! [`rating`] (Glicko-2), [`progress`], [`import`].

pub mod attempt;
pub mod import;
pub mod lesson;
pub mod model;
pub mod progress;
pub mod rating;
pub mod run;
pub mod set;
pub mod text;
pub mod theme;

pub use attempt::{PuzzleAttempt, PuzzleReply};
pub use lesson::PuzzleLesson;
pub use model::{Puzzle, PuzzleId, PuzzleProof};
pub use progress::{PuzzleAnswer, PuzzleProgress, PuzzleRun, PuzzleRunKind};
pub use rating::PuzzleRating;
pub use run::RunningPuzzles;
pub use set::PuzzleSet;
pub use theme::PuzzleTheme;
