//! The Play tab: a game between people and engines.

pub mod actions;
pub mod engine_turn;
pub mod home_view;
pub mod new_game;
pub mod players;
pub mod ponder;
pub mod premove_update;
pub mod result;
pub mod side_view;
pub mod undo;
pub mod update;
pub mod view;
pub mod watching;
