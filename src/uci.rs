//! Floor 1: the text that chess interfaces and engines send each other, turned into values and back.
//!
//! Nothing here reads or writes a stream: lines go in and out as text, so every rule of the protocol can be
//! tested without a process. [`from_gui`] reads what an interface says, [`from_engine`] writes what an
//! engine answers, [`option`] declares settings and reads them.

pub mod from_engine;
pub mod from_gui;
pub mod option;

pub use from_engine::Info;
pub use from_gui::{BadLine, Command, Go, Origin, parse};
pub use option::{Declaration, Kind};
