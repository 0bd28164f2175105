//! The statistics of the games of the user, or of any player: a page of figures, each of which leads to its games.
//!
//! Reading order: [`crate::tui::model::statistics_rows`] (what the page lists), [`update`] (reading, choosing, opening the games), [`page`] (its way in and out), [`report`] (whose they are),
//! [`view`] (the rows), `details` (the chosen figure and the chart of months).

pub(crate) mod details;
pub mod page;
pub mod report;
pub mod update;
pub mod view;
