//! The integration tests, in one crate: several modules together, checked against the project's rules.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, and its own helpers may too")]

mod actions;
mod circles;
mod cli;
mod compatibility;
mod course;
mod docs;
mod endings;
mod external;
mod hostile;
mod journeys;
mod kept_tables;
mod layers;
mod mates;
mod memory;
mod names;
mod openings;
mod outcomes;
mod perft;
mod pgn;
mod practice;
mod problems;
mod program;
mod proofs;
mod pty;
mod quiz;
mod review;
mod screens;
mod session;
mod session_tui;
mod signature;
mod skip;
mod source;
mod tables;
mod tandem;
mod tidy;
mod training;
mod traps;
mod uci;
mod uci_traffic;
mod words;
