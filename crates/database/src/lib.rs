//! A database of chess games: an index of PGN files, with search by position and an opening tree.
//!
//! The truth stays PGN. A [`Segment`] is the index of a run of games of one file, in columns; it is made by a
//! [`SegmentBuilder`], never changed, and can be made again at any time. The crate touches no file.
//!
//! Reading order: [`game_headers`] and [`segment`] (the columns), [`builder`] (from PGN), `move_code` (moves of one byte),
//! [`segment_query`] (which games fit a search), [`game_sort`] (their order), [`game_listing`] (lists of games),
//! [`position_search`] (where a position occurs), [`opening_tree`] (what was played from it), `replay_board`,
//! `compiled_pattern` and [`pattern_search`] (in which games positions match patterns), [`repertoire_replay`] (games followed through a
//! repertoire).

pub mod builder;
mod bytes;
mod compiled_pattern;
#[cfg(test)]
mod fixtures;
pub mod game_headers;
pub mod game_listing;
pub mod game_sort;
mod header_builder;
mod list_extent;
mod move_code;
mod names;
mod number_set;
pub mod opening_tree;
pub mod pattern_search;
pub mod position_search;
pub mod repertoire_replay;
mod replay_board;
pub mod segment;
pub mod segment_query;

pub use builder::{AddedGame, ReadGame, SegmentBuilder};
pub use game_headers::{GameHeaders, IndexedGame};
pub use game_listing::{DefaultOrder, FileGames, GameListing, ListQuestion, ListedGames};
pub use game_sort::{GameSort, SegmentGame, SortColumn};
pub use list_extent::ListExtent;
pub use names::Names;
pub use opening_tree::{OpeningTree, OpeningTreeCounter};
pub use pattern_search::PatternSearch;
pub use position_search::PositionQuery;
pub use repertoire_replay::{CountedReplies, RepertoireReplay};
pub use segment::{Segment, SegmentError};
pub use segment_query::SegmentQuery;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
