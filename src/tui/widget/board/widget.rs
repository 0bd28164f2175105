//! [`BoardWidget`], the data that a board is drawn from.

use crate::tui::theme::Theme;
use crate::tui::widget::board::{BoardMarks, BoardOrientation};

/// A board with its marks.
#[derive(Clone, Copy, Debug)]
pub struct BoardWidget<'a> {
    /// The pieces.
    pub pieces: &'a shakmaty::Board,
    /// The marks.
    pub marks: &'a BoardMarks,
    /// Which side is at the bottom.
    pub orientation: BoardOrientation,
    /// Colors and signs.
    pub theme: Theme,
}
