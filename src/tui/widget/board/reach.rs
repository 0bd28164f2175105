//! Draws the king box on the board: where the king can go, and what a move would change of that.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color as Tone;

use crate::chess::Square;
use crate::tui::theme::{Role, mix};
use crate::tui::widget::board::marks::{BoxReach, SquareTint};
use crate::tui::widget::board::widget::BoardWidget;

impl BoardWidget<'_> {
    /// The color of a square that has no tint of its own.
    pub(super) fn reach_ground(&self, square: Square, plain: Tone) -> Tone {
        let theme = self.theme;
        match self.marks.reach(square) {
            Some(reach) => mix(plain, theme.fill(reach.role()), reach.opacity()),
            None => plain,
        }
    }

    /// The sign: in the middle where the square is free, else in its lower left corner.
    pub(super) fn draw_reach(&self, square: Square, area: Rect, buffer: &mut Buffer) {
        let Some(reach) = self.marks.reach(square) else { return };
        let is_free = self.pieces.piece_at(square).is_none()
            && self.marks.target(square).is_none()
            && self.marks.tint(square) == SquareTint::None;
        let (x, y) = if is_free {
            (area.x + (area.width - 1) / 2, area.y + (area.height - 1) / 2)
        } else {
            (area.x, area.bottom() - 1)
        };
        if self.theme.is_mono() {
            // A margin keeps the sign clear of the pattern.
            let blank = if is_free && area.width >= 3 { (x - 1, "   ") } else { (x, " ") };
            buffer.set_string(blank.0, y, blank.1, self.ground_style(square));
            buffer.set_string(x, y, reach.sign(), self.theme.style(reach.role()));
            return;
        }
        let ink = if reach == BoxReach::Taken { Role::WhitePiece } else { Role::BlackPiece };
        let style = self.theme.bold(self.ground_style(square).fg(self.theme.fill(ink)));
        buffer.set_string(x, y, reach.sign(), style);
    }
}
