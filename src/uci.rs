//! Floor 1: the text that chess interfaces and engines send each other, turned into values and back.
//!
//! Nothing here reads or writes a stream: lines go in and out as text, so every rule of the protocol can be
//! tested without a process. [`from_gui`] reads what an interface says, [`from_engine`] writes what our engine
//! answers and reads what others do, [`option`] declares settings and reads them, [`to_engine`] writes what
//! an engine is asked, [`session`] is a whole conversation with one, and [`sanitize`] makes its words harmless.

pub mod from_engine;
pub mod from_gui;
pub mod option;
pub mod sanitize;
pub mod session;
pub mod to_engine;

pub use from_engine::UciInfo;
pub use from_gui::{UciCommand, UciCommandError, UciGo, UciPositionOrigin, parse};
pub use option::{UciOption, UciOptionKind};
pub use session::UciSession;
