//! The UCI protocol: its text is parsed into values and written from them.
//!
//! There is no input or output here (sans-I/O): lines are passed in and out as text, so every rule of the
//! protocol can be tested without a process. [`from_gui`] parses commands of an interface, [`from_engine`]
//! writes the answers of our engine and parses those of others, [`option`] declares and parses options,
//! [`to_engine`] writes commands to an engine, and [`session`] is the state machine of a conversation with one.

pub mod from_engine;
pub mod from_gui;
pub mod option;
pub mod session;
pub mod to_engine;

pub use from_engine::UciInfo;
pub use from_gui::{UciCommand, UciCommandError, UciGo, UciPositionOrigin, parse};
pub use option::{UciOption, UciOptionKind};
pub use session::UciSession;
