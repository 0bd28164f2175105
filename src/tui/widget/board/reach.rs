//! The box of a king on the board: where it can go, and what a move would change of that.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Tone, Modifier};

use crate::chess::Square;
use crate::tui::theme::Role;

use crate::tui::widget::board::{BoardWidget, SquareTint};

/// How a square stands to the box of a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoxReach {
    /// The king can step there at once.
    Now,
    /// It can walk there while all others stand still.
    Later,
    /// A move that is thought of takes the square away from it.
    Taken,
    /// A move that is thought of gives it the square.
    Given,
}

impl BoxReach {
    /// The sign on the square and in the pane: it tells without color.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Now => "o",
            Self::Later => "~",
            Self::Taken => "/",
            Self::Given => "+",
        }
    }

    /// What a square of the kind is painted with.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Self::Now | Self::Later => Role::Box,
            Self::Taken => Role::BoxTaken,
            Self::Given => Role::BoxGiven,
        }
    }

    /// How strongly, of 255. What is reached later keeps the color of its square where colors are not mixed.
    const fn opacity(self) -> u8 {
        match self {
            Self::Later => 90,
            Self::Now | Self::Taken | Self::Given => 190,
        }
    }
}

impl BoardWidget<'_> {
    /// The color of a square that has no tint of its own.
    pub(super) fn reach_ground(&self, square: Square, plain: Tone) -> Tone {
        let theme = self.theme;
        match self.marks.reach(square) {
            Some(reach) => theme.mix(plain, theme.fill(reach.role()), reach.opacity()),
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
        let ink = if reach == BoxReach::Taken { Role::WhiteMan } else { Role::BlackMan };
        let style = self.ground_style(square).fg(self.theme.fill(ink)).add_modifier(Modifier::BOLD);
        buffer.set_string(x, y, reach.sign(), style);
    }
}
