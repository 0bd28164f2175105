//! Dialogs: drawn over a screen, they take the keys until closed; one at a time.

pub(crate) mod columns_view;
pub(crate) mod duplicates_view;
pub(crate) mod engines_view;
pub(crate) mod help_update;
pub(crate) mod help_view;
pub(crate) mod palette_update;
pub(crate) mod paste_view;
pub(crate) mod players_view;
pub(crate) mod searches_view;
pub(crate) mod tags_view;
pub(crate) mod view;
