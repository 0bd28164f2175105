//! A bar chart of the distance to mate along a game.

use ratatui::text::{Line, Span};

use crate::chess::Verdict;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::span;

/// The distances to mate in moves, one bar each, in `rows` lines, the newest at the right. A bar that is no
/// lower than the one before it was a mistake; a draw or loss is a mark at the bottom.
pub(crate) fn lines(distances: &[Verdict], rows: usize, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let room = width.saturating_sub(4).max(1);
    let first = distances.len().saturating_sub(room);
    let shown = &distances[first..];
    let most = shown.iter().filter_map(|verdict| moves(*verdict)).max().unwrap_or(1).max(1);
    let rows = rows.max(1);
    (0..rows)
        .map(|row| {
            let label = if row == 0 { format!("{most:>3} ") } else { "    ".to_owned() };
            let mut spans = vec![span(theme, Role::Faint, label)];
            for (index, &verdict) in shown.iter().enumerate() {
                let before = index.checked_sub(1).and_then(|before| moves(shown[before]));
                spans.push(bar(verdict, before, most, (rows - 1 - row, rows), theme));
            }
            Line::from(spans)
        })
        .collect()
}

/// The part of one bar in the row that is `above` rows over the lowest of `rows`.
fn bar(
    verdict: Verdict,
    before: Option<u16>,
    most: u16,
    (above, rows): (usize, usize),
    theme: Theme,
) -> Span<'static> {
    let glyphs = theme.glyphs();
    let Some(moves) = moves(verdict) else {
        let lost = if above > 0 { " " } else { "x" };
        return span(theme, Role::Blunder, lost);
    };
    let is_mistake = before.is_some_and(|before| moves >= before);
    let eighths = (usize::from(moves) * rows * 8).div_ceil(usize::from(most));
    let level = eighths.saturating_sub(above * 8).min(8);
    span(theme, if is_mistake { Role::Mistake } else { Role::Win }, glyphs.bar_heights[level])
}

fn moves(verdict: Verdict) -> Option<u16> {
    match verdict {
        Verdict::Win(plies) => Some(plies.moves()),
        Verdict::Draw | Verdict::Loss(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Ply;

    #[test]
    fn bars_fall_with_the_distance() {
        let wins = [9, 7, 5, 5, 1].map(|plies| Verdict::Win(Ply::new(plies)));
        let drawn = [&wins[..], &[Verdict::Draw]].concat();
        let theme = Theme::default();
        let text: Vec<String> = lines(&drawn, 2, 20, theme).iter().map(ToString::to_string).collect();
        assert_eq!(text, ["  5 █▅▂▂  ", "    ████▄x"]);
    }
}
