//! The board that all screens share: selecting, moving, typing and drawing a move.

pub mod motion_update;
pub mod move_list;
pub mod rejection;
pub mod view;
