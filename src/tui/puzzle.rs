//! Puzzles: the page where they are chosen, and a puzzle on the board.

pub mod list_view;
pub mod state;
pub mod update;
pub mod view;
