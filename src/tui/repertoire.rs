//! Opening repertoires: their page on the practice tab, and training on the board.

pub(crate) mod list_view;
pub(crate) mod update;
pub(crate) mod view;
