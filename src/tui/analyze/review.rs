//! Game review: the mistakes of a game, and trying them again.

pub mod retry;
pub mod state;
pub mod update;
pub mod view;
