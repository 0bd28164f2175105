//! Floor 1: the record of a game: its tree of moves, where the reader stands in it, its clock and its text.
//!
//! Reading order: [`tree`] (moves and variations), [`walk`] (a place in the tree that moves are played
//! from), [`opening`] (what a position is called), [`clock`] (a value; time is passed in), [`pgn`] (text),
//! [`pasted`] (any text that a player may paste, recognized by itself).

pub mod clock;
pub mod opening;
pub mod pasted;
pub mod pgn;
pub mod tree;
pub mod walk;

pub use clock::{Clock, TimeControl};
pub use opening::Opening;
pub use pasted::Pasted;
pub use tree::{Node, NodeId, Tree};
pub use walk::Walk;
