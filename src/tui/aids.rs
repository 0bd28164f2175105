//! Help on the board: a hint, the king box, threats, the position with the other side to move.

pub mod hint_update;
pub mod king_box_view;
pub mod other_turn_view;
pub mod update;
