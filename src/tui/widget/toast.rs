//! Short notes that lie over the screen's lower right for a while.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::theme::{Role, Theme};

use super::text::clip;

/// Draws notes over an area, the newest lowest, at its lower right.
pub fn draw(notes: &[(Role, &str)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let most = usize::from(area.height).min(3);
    let first = notes.len().saturating_sub(most);
    for (index, (role, text)) in notes[first..].iter().rev().enumerate() {
        let Ok(up) = u16::try_from(index) else { return };
        let text = clip(text, usize::from(area.width).saturating_sub(4), theme.glyphs());
        let shown = format!(" {text} ");
        let width =
            u16::try_from(unicode_width::UnicodeWidthStr::width(shown.as_str())).unwrap_or(area.width);
        let x = area.right().saturating_sub(width + 1).max(area.x);
        let y = area.bottom() - 1 - up;
        let style = theme.style(Role::Overlay).patch(theme.style(*role));
        buffer.set_string(x, y, shown, style);
    }
}
