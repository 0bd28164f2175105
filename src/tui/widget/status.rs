//! The status bar at the top and the footer with the keys at the bottom.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::{span, width_of};

/// A tab of the bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatusTab<'a> {
    /// Its key.
    pub key: char,
    /// Its name.
    pub name: &'a str,
    /// Whether its screen is shown.
    pub open: bool,
}

/// The tab, by its place in the list, under a column of the bar.
pub(crate) fn tab_at(tabs: &[StatusTab], width: u16, column: u16) -> Option<usize> {
    let mut x = title(width).len();
    tabs.iter().position(|tab| {
        let from = x;
        x += tab_text(tab, width).len();
        (from..x).contains(&usize::from(column))
    })
}

fn title(width: u16) -> &'static str {
    if width >= 76 { " Matescope " } else { "M " }
}

fn tab_text(tab: &StatusTab, width: u16) -> String {
    match width {
        100.. => format!(" {} {} ", tab.key, tab.name),
        // Where there is little room the tabs are closer together, so that the first fact fits.
        76.. => format!("{} {} ", tab.key, tab.name),
        _ if tab.open => format!(" {} ", tab.name),
        _ => format!("{} ", tab.name),
    }
}

/// Draws the status bar: the program, its tabs, facts about the screen, and the key for help.
pub(crate) fn draw_bar(tabs: &[StatusTab], facts: &[String], theme: Theme, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, theme.style(Role::Bar));
    let bar = |text: String| span(theme, Role::Bar, text);
    let width = usize::from(area.width);
    let mut spans = vec![strong_bar(theme, title(area.width))];
    for tab in tabs {
        let role = if tab.open { Role::ActiveTab } else { Role::Bar };
        spans.push(span(theme, role, tab_text(tab, area.width)));
    }
    let help = vec![bar("  ".to_owned()), strong_bar(theme, "?"), bar(" help ".to_owned())];
    let mut room = width.saturating_sub(width_of(&spans) + width_of(&help));
    for fact in facts {
        let piece = bar(format!(" {} {fact}", theme.glyphs().bar));
        if piece.width() <= room {
            room -= piece.width();
            spans.push(piece);
        }
    }
    spans.push(bar(" ".repeat(room)));
    spans.extend(help);
    Line::from(spans).render(area, buffer);
}

fn strong_bar(theme: Theme, text: &str) -> Span<'static> {
    let style = theme.style(Role::Bar);
    Span::styled(text.to_owned(), style.patch(theme.style(Role::Key)).patch(bar_ground(theme)))
}

/// The bar's background alone, for text of another role.
fn bar_ground(theme: Theme) -> ratatui::style::Style {
    let mut style = theme.style(Role::Bar);
    style.fg = None;
    style
}

/// A key with what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyHint {
    /// The key, as it is written.
    pub key: String,
    /// What it does, in a word or two.
    pub description: String,
}

impl KeyHint {
    /// A key with what it does.
    pub(crate) fn new(key: impl Into<String>, does: impl Into<String>) -> Self {
        Self { key: key.into(), description: does.into() }
    }
}

/// Draws the keys that work now, as many as there is room for.
pub(crate) fn draw_keys(hints: &[KeyHint], theme: Theme, area: Rect, buffer: &mut Buffer) {
    for (hint, place) in hints.iter().zip(key_places(hints, area.width)) {
        let words = [
            span(theme, Role::Key, hint.key.clone()),
            span(theme, Role::Faint, format!(" {}", hint_text(hint))),
        ];
        let width = place.end - place.start;
        Line::from(words.to_vec()).render(Rect { x: area.x + place.start, width, ..area }, buffer);
    }
}

/// The columns that each key of the footer takes with its words, as many as there is room for.
pub(crate) fn key_places(hints: &[KeyHint], width: u16) -> Vec<Range<u16>> {
    let gap = if width >= 100 { 3 } else { 2 };
    let mut from = 1;
    let mut places = Vec::with_capacity(hints.len());
    for hint in hints {
        let wide = hint.key.width() + 1 + hint_text(hint).width();
        let Ok(end) = u16::try_from(usize::from(from) + wide) else { break };
        if end > width {
            break;
        }
        places.push(from..end);
        from = end + gap;
    }
    places
}

/// What a key does. A key that is written in its own name need not be written twice.
fn hint_text(hint: &KeyHint) -> &str {
    hint.description
        .strip_prefix(&hint.key)
        .and_then(|rest| rest.strip_prefix(' '))
        .unwrap_or(&hint.description)
}
