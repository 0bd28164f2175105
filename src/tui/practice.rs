//! The lessons of the endgame course, their rounds, and mistake cards.

pub mod card_update;
pub mod card_view;
pub mod example_view;
pub mod lesson_lines;
pub mod lessons;
pub mod list_view;
pub mod record;
pub mod record_view;
pub mod start;
pub mod update;
pub mod view;
