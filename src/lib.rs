//! Matescope: chess in the terminal, with the truth about endings.

pub mod chess;
pub mod cli;
pub mod engine;
pub mod uci;
