//! A histogram: how many positions are won in how many moves, with a scale below.

use ratatui::text::Line;

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::span;

/// Bars for the counts of 1, 2, 3 … moves (`counts[0]` is not drawn) in so many rows of so many cells, with a
/// line of numbers below. Every non-zero count is visible.
pub(crate) fn lines(counts: &[u64], rows: usize, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let counts = counts.get(1..).unwrap_or_default();
    if counts.is_empty() || width == 0 || rows == 0 {
        return Vec::new();
    }
    let per_bar = counts.len().div_ceil(width);
    let bars: Vec<u64> = counts.chunks(per_bar).map(|chunk| chunk.iter().sum()).collect();
    // Wide bars where there is room for them.
    let cells = (width / bars.len()).clamp(1, 3);
    let most = bars.iter().copied().max().unwrap_or(1).max(1);
    let steps = theme.glyphs().bar_heights;
    let mut lines: Vec<Line<'static>> = (0..rows)
        .rev()
        .map(|above| {
            let bar = |&count: &u64| {
                let eighths = usize::try_from(u128::from(count) * (rows * 8) as u128 / u128::from(most));
                let eighths = eighths.unwrap_or(0).max(usize::from(count > 0));
                steps[eighths.saturating_sub(above * 8).min(8)].repeat(cells)
            };
            Line::from(span(theme, Role::Best, bars.iter().map(bar).collect::<String>()))
        })
        .collect();
    lines.push(Line::from(span(theme, Role::Faint, scale(bars.len(), cells, per_bar))));
    lines
}

/// The numbers of moves under the bars: the first, the tens that have room, the last.
fn scale(bars: usize, cells: usize, per_bar: usize) -> String {
    let mut text = String::from("1");
    let last = (bars - 1) * per_bar + 1;
    let label = last.to_string();
    let end = (bars - 1) * cells;
    for moves in (1..).map(|ten| ten * 10).take_while(|&moves| moves < last) {
        let at = (moves - 1) / per_bar * cells;
        if at > text.len() && at + moves.to_string().len() < end {
            text = format!("{text:<at$}{moves}");
        }
    }
    if end > text.len() {
        text = format!("{text:<end$}{label}");
    }
    text.truncate((bars * cells).max(1) + label.len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(counts: &[u64], rows: usize, width: usize) -> Vec<String> {
        lines(counts, rows, width, Theme::default()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn bars_stand_on_a_scale() {
        assert_eq!(drawn(&[0, 1, 8, 4], 1, 9), ["▁▁▁███▄▄▄", "1     3"]);
        assert_eq!(drawn(&[0, 1, 16, 8], 2, 3), [" █ ", "▁██", "1 3"]);
        assert_eq!(drawn(&[], 2, 3), [""; 0]);
    }

    #[test]
    fn many_moves_share_bars() {
        let counts: Vec<u64> = (0..=127).collect();
        for width in 10..140 {
            for line in drawn(&counts, 3, width) {
                assert!(line.chars().count() <= width + 3, "{width}: {line}");
            }
        }
    }
}
