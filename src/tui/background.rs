//! Work in the background that every feature can ask for: external engines and endgame tables.

pub mod endgame_tables;
pub mod engines;
pub mod external_engines;
pub mod table_status;
