//! Long texts are read in the background.

pub mod state;
pub mod update;
