//! Guess the move: the page of famous games, and a game whose moves are guessed on the board.

pub mod list_view;
pub mod update;
pub mod view;
