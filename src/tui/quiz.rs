//! The quizzes: stalemate traps against the clock, and "which result?".

mod notes;
mod result_view;
pub mod state;
mod trap_view;
pub mod update;
pub mod view;
