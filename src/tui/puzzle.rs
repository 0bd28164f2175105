//! Puzzles: the page where they are chosen, a puzzle on the board, and lessons of puzzles.

pub(crate) mod lesson_update;
pub mod list_view;
mod start;
pub mod update;
pub mod view;
