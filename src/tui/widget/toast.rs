//! A toast: a short note in the last rows of an area. One that is too long for a line takes several.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::{clip, clip_middle, prose};

/// Rows of a note, at most.
const MAX_ROWS: usize = 4;

/// Draws a note over the last rows of an area, as many as it takes.
pub(crate) fn draw(role: Role, text: &str, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let rows = rows(text, theme, usize::from(area.width).saturating_sub(2));
    let style = theme.style(Role::Overlay).patch(theme.style(role));
    let first = usize::from(area.height).saturating_sub(rows.len());
    for (row, place) in rows.iter().zip(area.rows().skip(first)) {
        Clear.render(place, buffer);
        buffer.set_style(place, style);
        buffer.set_string(place.x + 1, place.y, row, style);
    }
}

/// A note in rows. Where there are too many, words longer than a row (paths) are shortened in the middle, so that the reason
/// behind a path is read; what is still too long is truncated.
fn rows(text: &str, theme: Theme, width: usize) -> Vec<String> {
    let wrapped = |text: &str| -> Vec<String> {
        let lines = prose(theme, Role::Ground, text, width);
        lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    };
    let mut rows = wrapped(text);
    if rows.len() > MAX_ROWS {
        let words = text.split(' ').map(|word| clip_middle(word, width, theme.glyphs()));
        rows = wrapped(&words.collect::<Vec<_>>().join(" "));
    }
    if rows.len() > MAX_ROWS {
        let rest = rows.split_off(MAX_ROWS - 1);
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
        draw(Role::Warning, text, Theme::default(), area, &mut buffer);
        let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..6).map(row).filter(|row| !row.trim().is_empty()).collect()
    }

    #[test]
    fn a_long_note_is_read_to_its_end() {
        assert_eq!(drawn("Saved", 20), [" Saved              "]);
        let long = "config.toml:4:9: play.level: 77 is out of range";
        let rows = [" config.toml:4:9: play.level:  ", " 77 is out of range            "];
        assert_eq!(drawn(long, 31), rows);
    }

    #[test]
    fn a_long_path_leaves_room_for_the_reason() {
        let rows = drawn(&format!("/home/{}/end.pgn: the disk is full", "a".repeat(200)), 32);
        let path = format!(" /home/{}…{}/end.pgn: ", "a".repeat(8), "a".repeat(6));
        assert_eq!(rows, [path, format!("{:32}", " the disk is full")]);
    }

    #[test]
    fn what_fits_nowhere_is_cut() {
        let endless = "word ".repeat(60);
        let rows = drawn(&endless, 24);
        assert_eq!(rows.len(), MAX_ROWS);
        assert!(rows[MAX_ROWS - 1].trim_end().ends_with('…'), "{rows:?}");
        let word = drawn(&"x".repeat(80), 24);
        assert_eq!(word.concat().matches('x').count(), 80, "a long word goes on in the next row");
    }
}
