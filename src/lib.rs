//! Matescope: chess in the terminal, with the truth about endings.

pub mod analysis;
pub mod chess;
pub mod engine;
pub mod game;
pub mod practice;
pub mod solver;
pub mod tui;
