//! Short notes that lie over the screen's lower right for a while. One that is too long for a line takes a few.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::tui::theme::{Role, Theme};

use super::text::{clip, prose};

/// Notes at a time, at most.
const NOTES: usize = 3;
/// Rows of one note, at most.
const ROWS: usize = 4;

/// Draws notes over an area, the newest lowest, at its lower right.
pub fn draw(notes: &[(Role, &str)], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width).saturating_sub(4);
    let first = notes.len().saturating_sub(NOTES);
    let mut bottom = area.bottom();
    for &(role, text) in notes[first..].iter().rev() {
        let rows = rows(text, theme, width);
        let widest = rows.iter().map(|row| row.width()).max().unwrap_or_default();
        let style = theme.style(Role::Overlay).patch(theme.style(role));
        for row in rows.iter().rev() {
            if bottom <= area.y {
                return;
            }
            bottom -= 1;
            let shown = format!(" {row}{} ", " ".repeat(widest - row.width()));
            let room = u16::try_from(widest + 3).unwrap_or(area.width);
            buffer.set_string(area.right().saturating_sub(room).max(area.x), bottom, shown, style);
        }
    }
}

/// A note in rows, the last of them cut where there is more to say than room, and so a word that is too long.
fn rows(text: &str, theme: Theme, width: usize) -> Vec<String> {
    let lines = prose(theme, Role::Ground, text, width);
    let mut rows: Vec<String> = lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect();
    if rows.len() > ROWS {
        let rest = rows.split_off(ROWS - 1);
        rows.push(rest.join(" "));
    }
    rows.iter().map(|row| clip(row, width, theme.glyphs())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, columns: u16) -> Vec<String> {
        let area = Rect::new(0, 0, columns, 6);
        let mut buffer = Buffer::empty(area);
        draw(&[(Role::Warning, text)], Theme::default(), area, &mut buffer);
        let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..6).map(row).filter(|row| !row.trim().is_empty()).collect()
    }

    #[test]
    fn a_long_note_is_read_to_its_end() {
        assert_eq!(drawn("Saved", 20), ["             Saved  "]);
        let long = "config.toml:4:9: play.level: 77 is out of range";
        let rows = [
            "    config.toml:4:9:          ",
            "    play.level: 77 is out of  ",
            "    range                     ",
        ];
        assert_eq!(drawn(long, 30), rows);
    }

    #[test]
    fn what_fits_nowhere_is_cut() {
        let endless = "word ".repeat(60);
        let rows = drawn(&endless, 24);
        assert_eq!(rows.len(), ROWS);
        assert!(rows[ROWS - 1].trim_end().ends_with('…'), "{rows:?}");
        assert!(drawn(&"x".repeat(80), 24)[0].contains("x…"));
    }
}
