//! The Games tab: the library, the games of a file, and the statistics of the user's games.

pub(crate) mod columns_update;
pub(crate) mod duplicates_update;
pub(crate) mod files_update;
pub(crate) mod labels_update;
mod list_columns;
mod preview_update;
pub(crate) mod reviews_update;
mod row_view;
pub(crate) mod searches_update;
pub mod statistics;
pub(crate) mod tags_update;
pub mod update;
pub mod view;
