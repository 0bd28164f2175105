//! Files: settings, games, tables, and the practice record. No other crate reads or writes a file.
//!
//! Reading order: [`paths`] (where files live), `disk` (the operations on them), [`atomic`] (how they are replaced),
//! `lock` (how two programs share them), [`input_file`] and [`output`] (files at a place that a person names),
//! [`compressed`] (how compressed files are read), `spooled_input` (what comes through a pipe), [`foreign_format`] (what no import can read), [`io_error`] (why it failed), [`config`] (the settings file), [`user_lessons`] (lessons of the user's own), [`saved_game`] and
//! [`saver`] (the running game survives whatever ends the program), [`library`] (all games), [`mod@database`] (their index, for search by position), [`game_reviews`] and [`position_analyses`] (what
//! was found out about them), [`performance`] (how the user plays in them), [`practice_record`] (what was practiced),
//! [`mistake_cards`] (the user's mistakes as cards), [`repertoires`] (the openings that the user plays), [`book_file`] (opening books), `checked_lines` (how analyses and cards are written), [`day`],
//! [`tables`] (endings that were built), [`log`].

pub mod atomic;
pub mod book_file;
mod checked_lines;
pub mod compressed;
pub mod config;
pub mod database;
pub mod day;
#[cfg(not(any(test, fuzzing)))]
mod disk;
#[cfg(any(test, fuzzing))]
pub mod disk;
mod evaluation_json;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod fixtures;
pub mod foreign_format;
pub mod game_reviews;
pub mod input_file;
pub mod io_error;
pub mod known_engines;
pub mod library;
mod lock;
pub mod log;
pub mod mistake_cards;
pub mod open_games;
pub mod output;
pub mod paths;
pub mod performance;
mod portable_names;
pub mod position_analyses;
pub mod practice_record;
pub mod puzzle_sets;
pub mod repertoires;
pub mod saved_game;
pub mod saver;
#[cfg(test)]
mod scratch;
pub mod settings_watch;
mod spooled_input;
pub mod tables;
pub mod themes;
pub mod training_samples;
pub mod user_lessons;

pub use database::GameDatabase;
pub use game_reviews::GameReviews;
pub use library::Library;
pub use paths::UserPaths;
pub use saved_game::{SavedAnalysis, SavedGame};
pub use saver::Saver;
pub use tables::TableFolder;
