//! Settings: what can be changed while the program runs.

pub mod machine;
pub mod preference;
pub mod reload;
