//! Draws the state. It reads and never changes anything, so a frame can be drawn at any time.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::chess::text::{is_printable, sanitize};
use crate::tui::app::App;
use crate::tui::layout::MIN_SIZE;
use crate::tui::model::PaneId;
use crate::tui::screen;
use crate::tui::theme::Role;
use crate::tui::widget::overlay;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::prose;

/// Draws the whole screen.
pub fn view(app: &App, frame: &mut Frame) {
    let area = frame.area();
    draw(app, area, frame.buffer_mut());
}

/// Draws the whole screen into a buffer.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, app.shared.theme.style(Role::Ground));
    if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
        return draw_too_small(app, area, buffer);
    }
    screen::draw(app, area, buffer);
    sanitize_buffer(buffer);
}

/// Removes control characters, wherever they came from: no terminal may get them.
fn sanitize_buffer(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().chars().all(is_printable) {
            let symbol = sanitize(cell.symbol());
            cell.set_symbol(if symbol.is_empty() { " " } else { &symbol });
        }
    }
}

/// The message for a terminal that is too small. The state is not affected.
fn draw_too_small(app: &App, area: Rect, buffer: &mut Buffer) {
    let text = format!(
        "This window has {} columns and {} rows. Matescope needs {} by {}. Nothing is lost: make it larger to go on.",
        area.width, area.height, MIN_SIZE.0, MIN_SIZE.1
    );
    let width = area.width.min(46);
    let body = prose(app.shared.theme, Role::Ground, &text, usize::from(width.saturating_sub(4)));
    if width >= 12 && area.height >= 5 {
        overlay::draw(&Pane::new(PaneId::Dialog, "Too small", body), width, app.shared.theme, area, buffer);
    } else if area.width > 0 && area.height > 0 {
        buffer.set_stringn(
            area.x,
            area.y,
            "too small",
            usize::from(area.width),
            app.shared.theme.style(Role::Warning),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_hides_a_mark() {
        let area = Rect { x: 0, y: 0, width: 6, height: 1 };
        let mut buffer = Buffer::empty(area);
        // Tags and joiners stay with the letter before them (grapheme clusters).
        buffer.set_string(0, 0, "a\u{e0041}\u{e007f}b\u{200d}ce\u{301}", ratatui::style::Style::default());
        assert!(buffer.content.iter().any(|cell| cell.symbol().contains('\u{e0041}')));
        sanitize_buffer(&mut buffer);
        let row: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(row, "abce\u{301}  ");
    }
}
