//! The Games tab: the library, the games of a file, and the statistics of the user's games.

pub mod labels_update;
pub mod searches_update;
pub mod statistics;
pub(crate) mod tags_update;
pub mod update;
pub mod view;
