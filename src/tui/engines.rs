//! External UCI engines: the list, their options, and what they are asked.

pub mod state;
pub mod update;
pub mod view;
