//! Services for all features: external engines and endgame tables.

pub mod endgame_tables;
pub mod external_engines;
