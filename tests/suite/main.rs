//! The integration tests, in one crate: several modules together, checked against the project's rules.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, and its own helpers may too")]

mod actions;
mod books;
mod circles;
mod cli;
mod compatibility;
mod course;
mod database;
mod docs;
mod endings;
mod external;
mod five_piece_tables;
mod foreign;
mod game_patterns;
mod games_duplicates;
mod games_export;
mod games_labels;
mod games_split;
mod games_tags;
#[cfg(unix)]
mod hostile;
mod imports;
mod journeys;
mod kept_tables;
mod layers;
mod library_reviews;
mod mates;
#[cfg(unix)]
mod memory;
mod names;
mod only_moves;
mod openings;
mod outcomes;
mod packages;
mod perft;
mod pgn;
mod practice;
mod problems;
mod program;
mod proofs;
#[cfg(unix)]
mod pty;
mod puzzles;
mod quiz;
mod repertoires;
mod reports;
mod review;
mod saved_searches;
mod screens;
mod session;
#[cfg(unix)]
mod session_tui;
mod signature;
mod skip;
mod source;
mod stats;
mod tables;
mod tandem;
mod tidy;
mod traps;
mod uci;
mod uci_traffic;
mod unix_only;
mod words;
