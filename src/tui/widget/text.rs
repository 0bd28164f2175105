//! Lines of styled text within a width.

use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::chess::text::sanitize;
use crate::tui::theme::{Glyphs, Role, Theme};

/// A span in the style of a role. Plain text has no background of its own.
pub(crate) fn span(theme: Theme, role: Role, text: impl Into<String>) -> Span<'static> {
    let mut style = theme.style(role);
    if matches!(role, Role::Ground | Role::Overlay) {
        style.bg = None;
    }
    Span::styled(text.into(), style)
}

/// The width of spans, in cells.
pub(crate) fn width_of(spans: &[Span<'_>]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// Text truncated to a width, with an ellipsis.
pub(crate) fn clip(text: &str, width: usize, glyphs: &Glyphs) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut clipped = String::new();
    let mut used = glyphs.ellipsis.width();
    for letter in text.chars() {
        used += letter.width().unwrap_or_default();
        if used > width {
            break;
        }
        clipped.push(letter);
    }
    if width > 0 {
        clipped.push_str(glyphs.ellipsis);
    }
    clipped
}

/// Text shortened in its middle to a width, with an ellipsis: of a path its start and the name's end stay.
pub(crate) fn clip_middle(text: &str, width: usize, glyphs: &Glyphs) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let end_width = width / 2;
    let start = clip(text, width - end_width, glyphs);
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or_default();
        used <= end_width
    };
    let end: Vec<char> = text.chars().rev().take_while(fits).collect();
    start.chars().chain(end.into_iter().rev()).collect()
}

/// Spans truncated to a width, with an ellipsis.
pub(crate) fn clip_spans(spans: Vec<Span<'static>>, width: usize, glyphs: &Glyphs) -> Vec<Span<'static>> {
    if width_of(&spans) <= width {
        return spans;
    }
    let mut clipped = Vec::with_capacity(spans.len());
    let mut left = width;
    for span in spans {
        let wide = span.width();
        // One cell stays free for the ellipsis, unless the text ends here.
        if wide < left {
            left -= wide;
            clipped.push(span);
            continue;
        }
        let cut = clip(&format!("{}  ", span.content), left, glyphs);
        clipped.push(Span::styled(cut, span.style));
        break;
    }
    clipped
}

/// A line with text at its left and at its right; the left one is truncated.
pub(crate) fn spread(
    left: Vec<Span<'static>>,
    right: Vec<Span<'static>>,
    width: usize,
    glyphs: &Glyphs,
) -> Line<'static> {
    let needed = width_of(&right);
    if needed >= width {
        return Line::from(clip_spans(left, width, glyphs));
    }
    let room = width - needed - usize::from(needed > 0);
    let mut spans = clip_spans(left, room, glyphs);
    let gap = width - needed - width_of(&spans);
    spans.push(Span::raw(" ".repeat(gap)));
    spans.extend(right);
    Line::from(spans)
}

/// Left and right text in one line where both fit, else in lines of their own.
pub(crate) fn spread_or_stack(
    left: Vec<Span<'static>>,
    right: Vec<Span<'static>>,
    width: usize,
    glyphs: &Glyphs,
) -> Vec<Line<'static>> {
    let gap = usize::from(!right.is_empty());
    if width_of(&left) + gap + width_of(&right) <= width {
        return vec![spread(left, right, width, glyphs)];
    }
    let mut lines = wrap(left, width);
    lines.extend(wrap(right, width));
    lines
}

/// Words wrapped into lines of a width; lines after the first begin with `indent` blanks.
pub(crate) fn flow(words: Vec<Span<'static>>, width: usize, indent: usize) -> Vec<Line<'static>> {
    let wide: Vec<usize> = words.iter().map(Span::width).collect();
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut begins = true;
    for (word, (line, _)) in words.into_iter().zip(flow_positions(&wide, width, indent)) {
        if line == lines.len() {
            let blanks = (line > 0).then(|| Span::raw(" ".repeat(indent)));
            lines.push(Line::from_iter(blanks));
            begins = true;
        }
        if !begins {
            lines[line].spans.push(Span::raw(" "));
        }
        lines[line].spans.push(word);
        begins = false;
    }
    lines
}

/// Where [`flow`] puts words of these widths: the line and the column of each.
pub(crate) fn flow_positions(wide: &[usize], width: usize, indent: usize) -> Vec<(usize, usize)> {
    let (mut line, mut used) = (0, 0);
    let place = |&wide: &usize| {
        if used > 0 && used + wide > width {
            line += 1;
            used = indent;
        }
        let at = (line, used);
        used += wide + 1;
        at
    };
    wide.iter().map(place).collect()
}

/// Spans in one line where they fit, else wrapped word by word.
pub(crate) fn wrap(spans: Vec<Span<'static>>, width: usize) -> Vec<Line<'static>> {
    if width_of(&spans) <= width {
        return vec![Line::from(spans)];
    }
    let words = spans.iter().flat_map(|span| {
        // A span with a background of its own stays in one piece.
        if span.style.bg.is_some() {
            return vec![span.clone()];
        }
        let words = span.content.split_whitespace().flat_map(|word| word_parts(word, width));
        words.map(|word| Span::styled(word.to_owned(), span.style)).collect::<Vec<_>>()
    });
    flow(words.collect(), width, 0)
}

/// A sentence wrapped into lines of one role.
pub(crate) fn prose(theme: Theme, role: Role, text: &str, width: usize) -> Vec<Line<'static>> {
    let words = text.split_whitespace().flat_map(|word| word_parts(word, width));
    flow(words.map(|word| span(theme, role, word)).collect(), width, 0)
}

/// A word in parts that fit a width: split after a slash, as in a FEN or a path, or anywhere.
fn word_parts(word: &str, width: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while rest.width() > width.max(2) {
        let mut used = 0;
        let too_far = |&(_, letter): &(usize, char)| {
            used += letter.width().unwrap_or_default();
            used > width.max(2)
        };
        let end = rest.char_indices().find(too_far).map_or(rest.len(), |(at, _)| at);
        let slash = rest[..end].rfind('/').map(|at| at + 1).filter(|&at| at < rest.len());
        let (part, more) = rest.split_at(slash.unwrap_or(end));
        pieces.push(part);
        rest = more;
    }
    pieces.push(rest);
    pieces
}

/// An untrusted text on one line: without control characters and without marks that change how the text
/// around them is shown.
pub(crate) fn sanitized_line(text: &str) -> String {
    sanitize(text)
}

/// A count in short form: `812`, `45.2k`, `1.2M`, `3.4G`.
pub(crate) fn count_text(number: u64) -> String {
    let scaled = |unit: u64, letter: char| format!("{}.{}{letter}", number / unit, number % unit * 10 / unit);
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => scaled(1_000, 'k'),
        1_000_000..1_000_000_000 => scaled(1_000_000, 'M'),
        _ => scaled(1_000_000_000, 'G'),
    }
}

/// As [`count_text`], with a blank before the letter: for a sentence.
pub(crate) fn count_text_spaced(number: u64) -> String {
    let mut text = count_text(number);
    if text.ends_with(char::is_alphabetic) {
        text.insert(text.len() - 1, ' ');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Charset;

    #[test]
    fn text_keeps_to_its_width() {
        let glyphs = Charset::Unicode.glyphs();
        for (text, width, expected) in
            [("Qb4 Ka2", 7, "Qb4 Ka2"), ("Qb4 Ka2", 6, "Qb4 K…"), ("Qb4", 1, "…"), ("Qb4", 0, "")]
        {
            assert_eq!(clip(text, width, glyphs), expected);
            assert!(width_of(&clip_spans(vec![Span::raw(text)], width, glyphs)) <= width);
        }
        for width in 0..30 {
            let line = spread(vec![Span::raw("left side")], vec![Span::raw("right")], width, glyphs);
            assert!(line.width() <= width, "{width}");
        }
    }

    #[test]
    fn a_long_word_goes_on_in_the_next_line() {
        let fen = "r1bqk2r/pp1n1ppp/2pbpn2/3p4/2PP4/2N1PN2/PPQ1BPPP/R1B1K2R b KQkq - 4 8";
        let lines = wrap(vec![Span::raw(fen)], 37);
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["r1bqk2r/pp1n1ppp/2pbpn2/3p4/2PP4/", "2N1PN2/PPQ1BPPP/R1B1K2R b KQkq - 4 8"]);
        for width in 2..80 {
            let lines = wrap(vec![Span::raw(fen)], width);
            assert!(lines.iter().all(|line| line.width() <= width), "{width}");
            let all: String = lines.iter().map(ToString::to_string).collect();
            assert_eq!(all.replace(' ', ""), fen.replace(' ', ""));
        }
    }

    #[test]
    fn counts_are_short() {
        for (number, text) in [(0, "0"), (999, "999"), (45_230, "45.2k"), (1_200_000, "1.2M")] {
            assert_eq!(count_text(number), text);
        }
    }
}
