//! Settings: what can be changed while the program runs.

pub mod engine_use;
pub mod reload;
