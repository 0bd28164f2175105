//! The parts of the screen.
pub mod board;
