//! The best lines with their scores.

use ratatui::text::Line as Text;

use crate::chess::{Color, Line, Position, notation};
use crate::tui::theme::{Role, Theme};

use super::pane::Pane;
use super::score_text;
use super::text::{clip_spans, span};

/// A line that is being stepped through: which one, and how many of its moves are on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The line, from 0.
    pub rank: usize,
    /// Moves played so far.
    pub at: usize,
}

/// The pane: a line of text for each line of play, from the position that they start in.
#[must_use]
pub fn pane(
    lines: &[Line],
    from: &Position,
    step: Option<Step>,
    wanted: usize,
    theme: Theme,
    width: usize,
) -> Pane {
    let rows = (0..wanted.max(lines.len()).max(1)).map(|rank| match lines.get(rank) {
        Some(line) => {
            let walked = step.filter(|step| step.rank == rank).map(|step| step.at);
            row(rank, line, from, walked, theme, width)
        }
        None => Text::from(span(theme, Role::Faint, format!("{}", rank + 1))),
    });
    let body: Vec<_> = rows.collect();
    let note = vec![
        span(theme, Role::Faint, format!("{wanted} ")),
        span(theme, Role::Key, "+"),
        span(theme, Role::Faint, "/"),
        span(theme, Role::Key, "-"),
    ];
    let least = u16::try_from(body.len()).unwrap_or(1).min(5);
    Pane::new("Lines", body).at_least(least).noted(note)
}

fn row(
    rank: usize,
    line: &Line,
    from: &Position,
    walked: Option<usize>,
    theme: Theme,
    width: usize,
) -> Text<'static> {
    let turn: Color = from.turn();
    let score = score_text::of_line(line, turn, theme.glyphs());
    let here = if walked.is_some() { theme.glyphs().here.to_owned() } else { format!("{}", rank + 1) };
    let mut spans = vec![
        span(theme, if walked.is_some() { Role::Key } else { Role::Faint }, format!("{here} ")),
        span(theme, score.role, format!("{:<6} ", score.text)),
    ];
    let first = if rank == 0 { Role::Strong } else { Role::Ground };
    for (index, san) in notation::san_line(from, &line.moves).into_iter().enumerate() {
        let role = match walked {
            Some(at) if index + 1 == at => Role::Choice,
            Some(at) if index < at => Role::Strong,
            None if index == 0 => first,
            _ if index % 2 == 0 => Role::Ground,
            _ => Role::Faint,
        };
        spans.push(span(theme, role, san));
        spans.push(span(theme, Role::Ground, " "));
    }
    if let Some(ending) =
        line.ends_in.filter(|ending| !matches!(ending, crate::chess::Ending::Checkmate { .. }))
    {
        spans.push(span(theme, Role::Draw, ending.code().replace('_', " ")));
    }
    Text::from(clip_spans(spans, width, theme.glyphs()))
}
