//! Puzzles: positions with a solution that is the only one, each with its proof.
//!
//! A mate is proven by the [mate prover](crate::solver::mate), an ending by a table, and any other puzzle by the
//! gap between the best and the second-best move in two searches of different depth.

pub mod model;
pub mod text;
pub mod theme;

pub use model::{Puzzle, PuzzleId, PuzzleProof};
pub use theme::PuzzleTheme;
