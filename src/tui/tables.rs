//! The Tables tab: endgame tables, built, listed and explored.

pub mod ending_view;
pub mod update;
pub mod view;
