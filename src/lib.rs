//! Matescope: chess in the terminal, with the truth about endings.

pub mod chess;
pub mod engine;
pub mod game;
pub mod tui;
