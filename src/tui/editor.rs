//! The position editor.

pub mod update;
pub mod view;
