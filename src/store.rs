//! Floor 6: the disk. Nobody else reads or writes a file.
//!
//! Reading order: [`place`] (where files live), [`atomic`] (how they are replaced), [`config`] (what the
//! user has set), [`games`] (the running game), [`log`].

pub mod config;

pub use config::Config;
