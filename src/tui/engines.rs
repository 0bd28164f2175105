//! External UCI engines: the list, their options, and the requests to them.

pub mod update;
