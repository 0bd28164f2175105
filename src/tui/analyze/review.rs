//! Game review: the mistakes of a game, trying them again, and what is kept on disk.

pub mod keeping;
pub mod retry;
pub mod update;
pub mod view;
