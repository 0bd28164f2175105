//! The proof explorer: why a mate is forced, as a tree.

pub mod state;
pub mod update;
pub mod view;
