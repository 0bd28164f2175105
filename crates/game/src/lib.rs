//! Games: move trees, cursors, clocks and PGN.
//!
//! Reading order: [`tree`] (moves and variations), [`cursor`] (the current position in a tree), [`opening`]
//! (opening names), [`clock`] (a chess clock; the time is passed in), [`pgn`] (parsing and writing PGN),
//! [`player`] (the players), [`player_result`] (won, drawn, lost), [`performance_rating`], [`player_spelling`] and [`player_match`] (whose games are
//! meant by a name), [`own_game`] (games played in Matescope as
//! PGN), [`time_class`] (bullet to correspondence), [`game_date`], [`game_list`] (the entries of a game list), [`game_identity`]
//! and [`known_games`] (which games are the same), [`text_comparison`] (texts of one game side by side), [`game_labels`], [`game_query`] (the search for games), [`saved_searches`], [`board_pattern`] (what stands on the
//! board in games that are searched for), [`repertoire`] (the openings that a player means to play), [`polyglot`] (opening books),
//! [`position_text`] (FEN, EPD, links and UCI on a line), [`pasted`] (recognizes pasted
//! text).

pub mod board_pattern;
pub mod clock;
pub mod cursor;
pub mod game_date;
pub mod game_identity;
pub mod game_labels;
pub mod game_list;
pub mod game_query;
pub mod known_games;
pub mod opening;
pub mod own_game;
pub mod pasted;
pub mod performance_rating;
pub mod pgn;
pub mod player;
pub mod player_match;
pub mod player_result;
pub mod player_spelling;
pub mod polyglot;
pub mod position_text;
pub mod repertoire;
pub mod saved_searches;
pub mod text_comparison;
pub mod time_class;
pub mod tree;

pub use board_pattern::{BoardPattern, PatternSequence};
pub use clock::{Clock, TimeControl};
pub use cursor::TreeCursor;
pub use game_date::GameDate;
pub use game_identity::{GameIdentity, GameMatch};
pub use game_labels::GameLabels;
pub use game_list::{GameListEntry, GameLocation, GameResumable, TrashedGame};
pub use game_query::GameQuery;
pub use known_games::KnownGames;
pub use opening::Opening;
pub use own_game::{GameId, OwnGame};
pub use pasted::PastedText;
pub use player::{GamePlayers, Player};
pub use player_match::{CountedPlayer, PlayerMatch};
pub use player_result::PlayerResult;
pub use position_text::PositionText;
pub use repertoire::{Repertoire, RepertoireChapter, Repertoires};
pub use saved_searches::{SavedSearch, SavedSearches};
pub use time_class::TimeClass;
pub use tree::{Node, NodeId, Notes, Tree};
