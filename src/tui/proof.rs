//! The proof explorer: why a mate is forced, as a tree.

pub mod update;
pub mod view;
