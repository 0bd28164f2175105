//! Floor 1: the text that chess interfaces and engines send each other, turned into values and back.
//!
//! Nothing here reads or writes a stream: lines go in and out as text, so every rule of the protocol can be
//! tested without a process. [`from_gui`] reads what an interface says, [`from_engine`] writes what our engine
//! answers and reads what others do, [`option`] declares settings and reads them, [`to_engine`] writes what
//! an engine is asked, [`peer`] is a whole conversation with one, and [`plain`] makes its words harmless.

pub mod from_engine;
pub mod from_gui;
pub mod option;
pub mod peer;
pub mod plain;
pub mod to_engine;

pub use from_engine::Info;
pub use from_gui::{BadLine, Command, Go, Origin, parse};
pub use option::{Declaration, Kind};
pub use peer::Peer;
