//! Floor 1: the record of a game: its tree of moves, where the reader stands in it, its clock and its text.
//!
//! Reading order: [`tree`] (moves and variations), [`cursor`] (a place in the tree that moves are played
//! from), [`opening`] (what a position is called), [`clock`] (a value; time is passed in), [`pgn`] (text),
//! [`player`] (who sits at each side), [`own_game`] (a game that was played here as text), [`game_list`] (many games in a list), [`position_text`] (FEN, EPD, links
//! and UCI on a line), [`pasted`] (any text that a player may paste, recognized by itself).

pub mod clock;
pub mod cursor;
pub mod game_list;
pub mod opening;
pub mod own_game;
pub mod pasted;
pub mod pgn;
pub mod player;
pub mod position_text;
pub mod tree;

pub use clock::{Clock, TimeControl};
pub use cursor::TreeCursor;
pub use game_list::{GameListEntry, GameLocation, GameResumable, TrashedGame};
pub use opening::Opening;
pub use own_game::{GameId, OwnGame};
pub use pasted::PastedText;
pub use player::{GamePlayers, Player};
pub use position_text::PositionText;
pub use tree::{Node, NodeId, Notes, Tree};
