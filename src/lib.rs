//! Matescope: chess in the terminal, with the truth about endings.
//!
//! # The house
//!
//! Ten floors. Nobody reaches up, nobody reaches sideways unless the table in `tests/suite/layers.rs` says
//! so, and that test reads every `use crate::…`.
//!
//! | floor | room | what it is for |
//! |---|---|---|
//! | 9 | [`tuner`] | selfplay and tuning of the evaluation weights, for developers |
//! | 8 | [`cli`] | words on the command line; the UCI server |
//! | 7 | [`tui`] | the screen |
//! | 6 | [`store`] | the disk, alone |
//! | 5 | [`analysis`] | background thinking: one session, commands down, snapshots up; engines outside |
//! | 4 | [`practice`] | the endgame course, and the grading of rounds and of whole games |
//! | 3 | [`solver`] | exact truth: tables by retrograde analysis, mate proofs |
//! | 2 | [`engine`] | the search: an opinion, quickly |
//! | 1 | [`game`], [`uci`] | records games as trees and as PGN, names their openings; speaks UCI text |
//! | 0 | [`chess`] | the vocabulary |
//!
//! # What always holds
//!
//! - A [`chess::Position`] is legal. A [`chess::Score`] counts mates from the root, a
//!   [`chess::StoredScore`] from the stored node, a [`chess::WhiteScore`] is what is drawn.
//! - A mate that leaves a room is forced, and its line is complete and legal. It is called exact only when a
//!   table or a proof has shown that no shorter one exists.
//! - A slower mate is told in moves lost and is never called a slip; a certain change of the result always is.
//! - A game that was read from PGN and written is read again as the same game; what cannot be read is told with
//!   its place. No control character of a text from outside reaches the terminal, and no mark that hides or turns text:
//!   [`chess::text`] says which.
//! - What is kept is the old or the new state of each file, whatever fails: `store::disk` is what may fail.
//! - Work that takes long is handed a [`chess::StopToken`] and ends when its source is dropped.
//! - The engine prints nothing and knows no tables; the solver touches no file; only `store` does; only
//!   `cli` prints; only `tui` knows keys and colors.
//!
//! # Where to begin
//!
//! For the search, [`engine`]; for tables and proofs, [`solver`]; for how a key becomes a frame, [`tui`].

pub mod analysis;
pub mod chess;
pub mod cli;
pub mod engine;
pub mod game;
pub mod practice;
pub mod solver;
pub mod store;
pub mod tui;
pub mod tuner;
pub mod uci;
