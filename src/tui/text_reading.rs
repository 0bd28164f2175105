//! Long texts are read in the background.

pub mod update;
