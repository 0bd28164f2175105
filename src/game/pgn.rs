//! Games as text, after the PGN standard (Edwards, 1994).

pub mod read;
pub mod write;

use super::tree::Tree;

/// A game with its tags.
#[derive(Clone, Debug)]
pub struct Game {
    /// Tag pairs in the order in which they stand, `FEN` and `SetUp` left out: the tree has them.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub tree: Tree,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}
