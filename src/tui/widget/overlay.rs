//! Boxes drawn over a screen: their place, background and frame.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;

/// The box of a size in the middle of an area, cut to it.
pub(crate) fn centered(width: u16, height: u16, area: Rect) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// Clears the place of a box, draws a pane in it, and returns what is inside.
pub(crate) fn open(pane: &Pane, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    Clear.render(area, buffer);
    buffer.set_style(area, theme.style(Role::Ground).patch(theme.style(Role::Overlay)));
    pane.draw_framed(theme, area, buffer)
}

/// Opens a centered box as large as a pane's lines need, and draws them.
pub(crate) fn draw(pane: &Pane, width: u16, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let height = u16::try_from(pane.body.len()).unwrap_or(u16::MAX).saturating_add(2);
    open(pane, theme, centered(width, height, area), buffer);
}
