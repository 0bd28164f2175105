//! The Games tab: the library, the games of a file, and the statistics of the user's games.

pub(crate) mod files_update;
pub(crate) mod labels_update;
mod preview_update;
pub(crate) mod searches_update;
pub mod statistics;
pub(crate) mod tags_update;
pub mod update;
pub mod view;
