//! The principal variations (PVs) with their scores.

use ratatui::text::{Line as Text, Span};

use crate::chess::{Color, Line, Position, notation};
use crate::tui::model::PaneId;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::score_text;
use crate::tui::widget::text::{clip_spans, span, width_of};

/// The selected line, as it was when it was selected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WalkedLineView<'a> {
    /// Its place among the lines, from 0.
    pub rank: usize,
    /// The line.
    pub line: &'a Line,
    /// Moves played so far.
    pub moves_played: usize,
}

/// The width below which a line may take more than two rows.
const NARROW_WIDTH: usize = 34;

/// The cells before a line's first move: its number and its score.
const LINE_INDENT: usize = 9;

/// The pane: a line of text for each line of play, from the position that they start in; several where rows
/// are free.
pub(crate) fn pane(
    lines: &[Line],
    from: &Position,
    step: Option<WalkedLineView<'_>>,
    wanted: usize,
    theme: Theme,
    width: usize,
) -> Pane {
    let possible = from.legal_moves().len();
    let count = wanted.min(possible).max(lines.len()).max(step.map_or(1, |step| step.rank + 1));
    let texts = |most: usize| -> Vec<Text<'static>> {
        let of_rank = |rank: usize| match (step.filter(|step| step.rank == rank), lines.get(rank)) {
            (Some(step), _) => {
                let (head, words) =
                    pieces(theme.glyphs().current, step.line, from, Some(step.moves_played), theme);
                rows(head, words, most, theme, width)
            }
            (None, Some(line)) => {
                let number = (rank + 1).to_string();
                let (head, mut words) = pieces(&number, line, from, None, theme);
                if let (0, Some(first)) = (rank, words.first_mut()) {
                    first.style = theme.style(Role::Strong);
                }
                rows(head, words, most, theme, width)
            }
            (None, None) => vec![Text::from(span(theme, Role::Faint, format!("{}", rank + 1)))],
        };
        (0..count).flat_map(of_rank).collect()
    };
    let least = u16::try_from(count).unwrap_or(1).min(5);
    let longer = if width < NARROW_WIDTH { vec![texts(2), texts(3), texts(4)] } else { vec![texts(2)] };
    Pane::new(PaneId::Lines, "Lines", texts(1)).with_min_rows(least).with_longer(longer)
}

/// The same pane during a search: a line that becomes longer or shorter moves nothing below it.
pub(crate) fn fixed_height(mut pane: Pane, count: usize) -> Pane {
    for (index, text) in std::iter::once(&mut pane.body).chain(&mut pane.longer).enumerate() {
        let rows = text.len().max(count * (index + 1));
        text.resize(rows, Text::default());
    }
    pane
}

/// The pinned line, in as many rows as it needs where rows are free: `walked` of its moves are on the board.
pub(crate) fn pinned_pane(
    line: &Line,
    from: &Position,
    walked: Option<usize>,
    theme: Theme,
    width: usize,
) -> Pane {
    let mark = if walked.is_some() { theme.glyphs().current } else { theme.glyphs().switch[0] };
    let texts = |most: usize| {
        let (head, words) = pieces(mark, line, from, walked, theme);
        rows(head, words, most, theme, width)
    };
    Pane::new(PaneId::PinnedLine, "Kept line", texts(1))
        .with_min_rows(1)
        .with_longer(vec![texts(2), texts(3)])
}

/// The line of play, from 0, that a cell of the pane belongs to, and its move there, from 0. A row that
/// begins with blanks goes on with the line above it.
pub(crate) fn move_at(body: &[Text], row: usize, column: usize) -> Option<(usize, Option<usize>)> {
    let begins = |text: &Text| text.spans.first().is_some_and(|span| !span.content.starts_with(' '));
    body.get(row)?;
    let rank = body[..=row].iter().filter(|text| begins(text)).count().checked_sub(1)?;
    // There is a blank between two moves; before the first one are the line's number and score.
    let moves = |text: &Text| {
        let before = if begins(text) { 2 } else { 1 };
        text.spans.len().saturating_sub(before).div_ceil(2)
    };
    let first = body[..=row].iter().rposition(begins)?;
    let above: usize = body[first..row].iter().map(moves).sum();
    let mut end = 0;
    let under = body[row].spans.iter().position(|span| {
        end += span.width();
        column < end
    });
    let before = if begins(&body[row]) { 2 } else { 1 };
    let within = under.and_then(|index| index.checked_sub(before)).filter(|index| index % 2 == 0);
    Some((rank, within.map(|index| above + index / 2)))
}

/// A line's mark and score, and its moves.
fn pieces(
    mark: &str,
    line: &Line,
    from: &Position,
    walked: Option<usize>,
    theme: Theme,
) -> (Vec<Span<'static>>, Vec<Span<'static>>) {
    let turn: Color = from.turn();
    let score = score_text::from_line(line, turn, theme.glyphs());
    let head = vec![
        span(theme, if walked.is_some() { Role::Key } else { Role::Faint }, format!("{mark} ")),
        span(theme, score.role, format!("{:<6} ", score.text)),
    ];
    let sans = notation::san_line(from, &line.moves);
    let mut words: Vec<Span<'static>> = sans
        .into_iter()
        .enumerate()
        .map(|(index, san)| {
            let role = match walked {
                Some(at) if index + 1 == at => Role::SelectedRow,
                Some(at) if index < at => Role::Strong,
                _ if index % 2 == 0 => Role::Ground,
                _ => Role::Faint,
            };
            span(theme, role, san)
        })
        .collect();
    if let Some(ending) =
        line.ends_in.filter(|ending| !matches!(ending, crate::chess::GameTermination::Checkmate { .. }))
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
        if used + word.width() > width && rows.len() < most && used > LINE_INDENT {
            rows.push(vec![Span::raw(" ".repeat(LINE_INDENT)), word.clone(), Span::raw(" ")]);
            used = LINE_INDENT + word.width() + 1;
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
