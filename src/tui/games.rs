//! The Games tab: the library, and the games of a file.

pub mod state;
pub mod update;
pub mod view;
