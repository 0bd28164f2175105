//! The statistics of the user's games: a page of figures, each of which leads to its games.
//!
//! Reading order: [`crate::tui::model::statistics_rows`] (what the page lists), [`update`] (reading, choosing, opening the games),
//! [`view`] (the rows), `details` (the chosen figure and the chart of months).

pub(crate) mod details;
pub mod update;
pub mod view;
