//! External UCI engines: the list, their options, and what they are asked.

pub mod update;
pub mod view;
