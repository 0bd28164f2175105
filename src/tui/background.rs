//! Work in the background that every feature can ask for: external engines, endgame tables, the review of the
//! library.

pub mod endgame_tables;
pub mod external_engines;
pub mod library_review;
