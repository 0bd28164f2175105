//! The opening's code (ECO) and name, in one line above the moves.

use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::game::Opening;
use crate::tui::theme::{Charset, Role, Theme};
use crate::tui::widget::text::{clip, span};

/// The width below which the name is shown without its code, which says less.
const NARROW_WIDTH: usize = 34;

/// The width below which a truncated part is useless, its ellipsis included.
const MIN_PART_WIDTH: usize = 6;

/// The line: `C65 Ruy Lopez: Berlin Defense`. There is none at the start of a game.
#[must_use]
pub fn line(opening: Option<Opening>, theme: Theme, width: usize) -> Line<'static> {
    let Some(opening) = opening else {
        return Line::from(span(theme, Role::Faint, "Starting position"));
    };
    let code = if width < NARROW_WIDTH { String::new() } else { format!("{} ", opening.eco()) };
    let name = match theme.charset() {
        Charset::Unicode => opening.name(),
        Charset::Ascii => opening.name().chars().map(plain).collect(),
    };
    let name = shortened(&name, width.saturating_sub(code.width()), theme);
    Line::from(vec![span(theme, Role::Faint, code), span(theme, Role::Ground, name)])
}

/// A name truncated to a width. A part of which next to nothing would be left is dropped.
fn shortened(name: &str, width: usize, theme: Theme) -> String {
    let glyphs = theme.glyphs();
    let cut = clip(name, width, glyphs);
    match cut.rfind([':', ',']) {
        Some(at) if cut != name && cut[at..].width() < MIN_PART_WIDTH => {
            format!("{}{}", &cut[..at], glyphs.ellipsis)
        }
        _ => cut,
    }
}

/// A letter without its diacritics.
fn plain(letter: char) -> char {
    match letter {
        'á' | 'ä' => 'a',
        'ć' => 'c',
        'é' => 'e',
        'ó' | 'ö' | 'ø' => 'o',
        'ü' => 'u',
        _ if letter.is_ascii() => letter,
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{ColorScheme, ThemeColorDepth};

    #[test]
    fn a_name_is_cut_where_something_is_left_to_read() {
        let theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
        for (width, expected) in [
            (50, "Ruy Lopez: Berlin Defense, Beverwijk Variation"),
            (34, "Ruy Lopez: Berlin Defense, Beverw…"),
            (30, "Ruy Lopez: Berlin Defense…"),
            (26, "Ruy Lopez: Berlin Defense…"),
            (25, "Ruy Lopez: Berlin Defens…"),
            (14, "Ruy Lopez…"),
            (8, "Ruy Lop…"),
        ] {
            assert_eq!(shortened("Ruy Lopez: Berlin Defense, Beverwijk Variation", width, theme), expected);
        }
    }
}
