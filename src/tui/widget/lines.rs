//! The best lines with their scores.

use ratatui::text::{Line as Text, Span};

use crate::chess::{Color, Line, Position, notation};
use crate::tui::theme::{Role, Theme};

use super::pane::Pane;
use super::score_text;
use super::text::{clip_spans, span, width_of};

/// A line that is being stepped through: which one, and how many of its moves are on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The line, from 0.
    pub rank: usize,
    /// Moves played so far.
    pub at: usize,
}

/// The width below which a line may take more than two rows.
const NARROW: usize = 34;

/// The cells before a line's first move: its number and its score.
const INDENT: usize = 9;

/// The pane: a line of text for each line of play, from the position that they start in; several where rows
/// are free.
#[must_use]
pub fn pane(
    lines: &[Line],
    from: &Position,
    step: Option<Step>,
    wanted: usize,
    theme: Theme,
    width: usize,
) -> Pane {
    let possible = from.legal_moves().len();
    let count = wanted.min(possible).max(lines.len()).max(1);
    let texts = |most: usize| -> Vec<Text<'static>> {
        let of_rank = |rank: usize| match lines.get(rank) {
            Some(line) => {
                let walked = step.filter(|step| step.rank == rank).map(|step| step.at);
                let (head, words) = pieces(rank, line, from, walked, theme);
                rows(head, words, most, theme, width)
            }
            None => vec![Text::from(span(theme, Role::Faint, format!("{}", rank + 1)))],
        };
        (0..count).flat_map(of_rank).collect()
    };
    let least = u16::try_from(count).unwrap_or(1).min(5);
    let longer = if width < NARROW { vec![texts(2), texts(3), texts(4)] } else { vec![texts(2)] };
    Pane::new("Lines", texts(1)).at_least(least).or_longer(longer)
}

/// The line of play, from 0, that a row of the pane belongs to: a row that begins with blanks goes on with
/// the line above it.
#[must_use]
pub fn rank_at(body: &[Text], row: usize) -> Option<usize> {
    let begins = |text: &&Text| text.spans.first().is_some_and(|span| !span.content.starts_with(' '));
    body.get(row)?;
    body[..=row].iter().filter(begins).count().checked_sub(1)
}

/// A line's number and score, and its moves.
fn pieces(
    rank: usize,
    line: &Line,
    from: &Position,
    walked: Option<usize>,
    theme: Theme,
) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let turn: Color = from.turn();
    let score = score_text::of_line(line, turn, theme.glyphs());
    let here = if walked.is_some() { theme.glyphs().here.to_owned() } else { format!("{}", rank + 1) };
    let head = vec![
        span(theme, if walked.is_some() { Role::Key } else { Role::Faint }, format!("{here} ")),
        span(theme, score.role, format!("{:<6} ", score.text)),
    ];
    let first = if rank == 0 { Role::Strong } else { Role::Ground };
    let sans = notation::san_line(from, &line.moves);
    let mut words: Vec<Span<'static>> = sans
        .into_iter()
        .enumerate()
        .map(|(index, san)| {
            let role = match walked {
                Some(at) if index + 1 == at => Role::Choice,
                Some(at) if index < at => Role::Strong,
                None if index == 0 => first,
                _ if index % 2 == 0 => Role::Ground,
                _ => Role::Faint,
            };
            span(theme, role, san)
        })
        .collect();
    if let Some(ending) =
        line.ends_in.filter(|ending| !matches!(ending, crate::chess::Ending::Checkmate { .. }))
    {
        words.push(span(theme, Role::Draw, ending.code().replace('_', " ")));
    }
    (head, words)
}

/// A line in so many rows at most; what does not fit is cut with a sign.
fn rows(
    head: Vec<Span<'static>>,
    words: Vec<Span<'static>>,
    most: usize,
    theme: Theme,
    width: usize,
) -> Vec<Text<'static>> {
    let mut rows = vec![head];
    let mut used = width_of(&rows[0]);
    for word in words {
        let last = rows.len() - 1;
        if used + word.width() > width && rows.len() < most && used > INDENT {
            rows.push(vec![Span::raw(" ".repeat(INDENT)), word.clone(), Span::raw(" ")]);
            used = INDENT + word.width() + 1;
            continue;
        }
        used += word.width() + 1;
        rows[last].extend([word, Span::raw(" ")]);
    }
    rows.into_iter()
        .map(|mut spans| {
            spans.pop_if(|span| span.content == " ");
            Text::from(clip_spans(spans, width, theme.glyphs()))
        })
        .collect()
}
