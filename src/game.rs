//! Floor 1: the record of a game: its tree of moves, where the reader stands in it, its clock and its text.
//!
//! Reading order: [`tree`] (moves and variations), [`walk`] (a place in the tree that moves are played
//! from), [`opening`] (what a position is called), [`clock`] (a value; time is passed in), [`pgn`] (text),
//! [`player`] (who sits at each side), [`own`] (a game that was played here as text), [`listed`] (many games in a list), [`position_text`] (FEN, EPD, links
//! and UCI on a line), [`pasted`] (any text that a player may paste, recognized by itself).

pub mod clock;
pub mod listed;
pub mod opening;
pub mod own;
pub mod pasted;
pub mod pgn;
pub mod player;
pub mod position_text;
pub mod tree;
pub mod walk;

pub use clock::{Clock, TimeControl};
pub use listed::{Listed, Place, Resumes, Trashed};
pub use opening::Opening;
pub use own::{Mark, Own};
pub use pasted::Pasted;
pub use player::{Player, Seats};
pub use position_text::PositionText;
pub use tree::{Node, NodeId, Notes, Tree};
pub use walk::Walk;
