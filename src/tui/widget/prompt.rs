//! The line on which moves are typed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::{clip, clip_spans, span};

/// The content of the prompt line.
#[derive(Clone, Debug)]
pub enum PromptLine<'a> {
    /// A move is being typed.
    Typing {
        /// The text.
        text: &'a str,
        /// The cursor, in characters.
        cursor: usize,
        /// Completions of the text.
        completions: &'a [String],
        /// The move that Enter plays, where it would play one.
        plays: Option<&'a str>,
        /// Why it was rejected.
        error: Option<&'a str>,
    },
    /// A stalemating move waits for a second Enter.
    ConfirmStalemate {
        /// The move.
        san: &'a str,
        /// The side that would be stalemated.
        stalemated: &'a str,
    },
    /// A message, with its role.
    Note(Role, String),
}

/// Draws the prompt line.
pub(crate) fn draw(line: &PromptLine, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let spans = match line {
        PromptLine::Typing { text, cursor, completions, plays, error: fault } => {
            let mut spans = vec![span(theme, Role::Key, " move> ")];
            spans.extend(with_caret(text, *cursor, theme));
            spans.push(Span::raw("  "));
            match fault {
                Some(fault) => spans.push(span(theme, Role::Error, (*fault).to_owned())),
                None if completions.is_empty() => {
                    spans.push(span(theme, Role::Warning, "no legal move starts with this"));
                }
                None => {
                    for san in *completions {
                        let role = if *plays == Some(san) { Role::Strong } else { Role::Faint };
                        spans.push(span(theme, role, san.clone()));
                        spans.push(Span::raw(" "));
                    }
                    if let Some(plays) = plays {
                        let text = format!("{} Enter plays {plays}", theme.glyphs().dot);
                        spans.push(span(theme, Role::Faint, text));
                    }
                }
            }
            spans
        }
        PromptLine::ConfirmStalemate { san, stalemated: stuck } => {
            let mut spans =
                vec![Span::raw(" "), span(theme, Role::Stalemate, format!(" {san} = STALEMATE "))];
            let room = width.saturating_sub(san.len() + 16);
            let long =
                format!("  {stuck} would have no legal move, not in check. Enter plays it, Esc drops it");
            let short = "  Enter plays it anyway, Esc drops it";
            let text = if long.len() <= room { long } else { clip(short, room, theme.glyphs()) };
            spans.push(span(theme, Role::Warning, text));
            spans
        }
        PromptLine::Note(role, text) => vec![Span::raw(" "), span(theme, *role, text.clone())],
    };
    Line::from(clip_spans(spans, width, theme.glyphs())).render(area, buffer);
}

/// Text with a caret on the character at `cursor`.
pub(crate) fn with_caret(text: &str, cursor: usize, theme: Theme) -> Vec<Span<'static>> {
    let before: String = text.chars().take(cursor).collect();
    let at: String = text.chars().nth(cursor).map_or_else(|| " ".to_owned(), String::from);
    let after: String = text.chars().skip(cursor + 1).collect();
    vec![span(theme, Role::Prompt, before), span(theme, Role::Caret, at), span(theme, Role::Prompt, after)]
}

/// The part of a typed text that has room, with a caret on the character at `cursor`.
pub(crate) fn cut_around_caret(text: &str, cursor: usize, width: usize, theme: Theme) -> Vec<Span<'static>> {
    let first = first_character(cursor, width);
    let shown: String = text.chars().skip(first).take(width).collect();
    with_caret(&shown, cursor - first, theme)
}

/// The first character of a typed text that is shown, so that the caret has room.
pub(crate) const fn first_character(cursor: usize, width: usize) -> usize {
    (cursor + 1).saturating_sub(width)
}
