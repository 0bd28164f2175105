//! The quizzes: stalemate traps against the clock, and "which result?".

mod notes;
mod result_view;
mod trap_view;
pub mod update;
pub mod view;
