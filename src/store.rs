//! Floor 6: the disk. Nobody else reads or writes a file.
//!
//! Reading order: [`place`] (where files live), `disk` (the operations on them), [`atomic`] (how they are replaced),
//! `lock` (how two programs share them),
//! [`output`] (what a person has written to a place of their own), [`trouble`] (why it failed), [`config`] (what the
//! user has set), [`course`] (lessons of the user's own), [`games`] and [`keeper`] (the running game survives whatever ends the program), [`library`]
//! (all games), [`progress`] (what was practiced), [`day`], [`tables`] (endings that were built), [`tail`] (files that
//! grow), [`log`], [`memory`].

pub mod atomic;
pub mod certificates;
pub mod config;
pub mod course;
pub mod day;
#[cfg(not(any(test, fuzzing)))]
mod disk;
#[cfg(any(test, fuzzing))]
pub mod disk;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod fixtures;
pub mod games;
pub mod keeper;
pub mod known_engines;
pub mod library;
mod lock;
pub mod log;
pub mod memory;
pub mod output;
pub mod place;
pub mod progress;
pub mod samples;
#[cfg(test)]
mod scratch;
pub mod tables;
pub mod tail;
pub mod themes;
pub mod trouble;
pub mod watch;

pub use config::Config;
pub use games::{SavedGame, SavedStudy};
pub use keeper::Keeper;
pub use library::Library;
pub use place::Places;
pub use tables::TableFolder;
