//! Horizontal bars: progress, and the distribution of results.

use ratatui::text::Span;

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::span;

/// A bar of so many cells of which `permille` thousandths are full.
pub(crate) fn progress_bar(permille: u16, cells: usize, theme: Theme) -> Vec<Span<'static>> {
    let full = (usize::from(permille.min(1_000)) * cells + 500) / 1_000;
    let glyphs = theme.glyphs();
    vec![
        span(theme, Role::Bound, glyphs.full.repeat(full)),
        span(theme, Role::Faint, glyphs.shade.repeat(cells - full)),
    ]
}

/// A bar that is as long as a part of a whole, in steps of an eighth of a cell, and blanks up to its width. A nonzero
/// part has an eighth at least.
pub(crate) fn part_bar(part: u64, whole: u64, cells: usize, role: Role, theme: Theme) -> Vec<Span<'static>> {
    let eighths = u128::from(part.min(whole)) * (cells as u128 * 8) / u128::from(whole.max(1));
    let eighths = usize::try_from(eighths).unwrap_or(0).max(usize::from(part > 0 && cells > 0));
    let widths = theme.glyphs().bar_widths;
    let (full, rest) = (eighths / 8, eighths % 8);
    let end = if rest == 0 { "" } else { widths[rest] };
    let blanks = cells - full - usize::from(rest > 0);
    vec![span(theme, role, format!("{}{end}", widths[8].repeat(full))), Span::raw(" ".repeat(blanks))]
}

/// The signs of [`share_bar`] with their roles: won, drawn, lost.
pub(crate) fn share_signs(theme: Theme) -> [(Role, &'static str); 3] {
    let glyphs = theme.glyphs();
    [(Role::Best, glyphs.full), (Role::Draw, glyphs.shade), (Role::Loss, glyphs.dot)]
}

/// A bar of so many cells, divided by wins, draws and losses. Every non-zero share has a cell.
pub(crate) fn share_bar(counts: [u64; 3], cells: usize, theme: Theme) -> Vec<Span<'static>> {
    let looks = share_signs(theme);
    let widths = shared_out(counts, cells);
    looks.into_iter().zip(widths).map(|((role, sign), wide)| span(theme, role, sign.repeat(wide))).collect()
}

/// Divides `cells` by the counts; the largest share is reduced for those that would vanish.
pub(crate) fn shared_out(counts: [u64; 3], cells: usize) -> [usize; 3] {
    let all: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    if all == 0 {
        return [0; 3];
    }
    let cell_count = cells as u128;
    let share = |count: u64| usize::try_from((u128::from(count) * cell_count + all / 2) / all).unwrap_or(0);
    let mut widths = counts.map(|count| share(count).max(usize::from(count > 0)));
    let largest = (0..3).max_by_key(|&n| counts[n]).unwrap_or(0);
    let others: usize = (0..3).filter(|&n| n != largest).map(|n| widths[n]).sum();
    widths[largest] = cells.saturating_sub(others);
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_is_seen_and_the_bar_is_full() {
        for (counts, widths) in
            [([990, 9, 1], [8, 1, 1]), ([1, 1, 0], [5, 5, 0]), ([0, 0, 7], [0, 0, 10]), ([0; 3], [0; 3])]
        {
            assert_eq!(shared_out(counts, 10), widths, "{counts:?}");
        }
    }

    #[test]
    fn a_bar_has_its_width_at_every_step() {
        for permille in [0, 1, 333, 999, 1_000, 1_001] {
            let cells: usize = progress_bar(permille, 12, Theme::default()).iter().map(Span::width).sum();
            assert_eq!(cells, 12, "{permille}");
        }
    }

    #[test]
    fn a_part_has_its_length_in_eighths() {
        for (part, whole, bar) in [
            (0, 7, "    "),
            (1, 1_000_000, "▏   "),
            (7, 7, "████"),
            (9, 7, "████"),
            (1, 2, "██  "),
            (5, 32, "▋   "),
            (0, 0, "    "),
        ] {
            let spans = part_bar(part, whole, 4, Role::Mistake, Theme::default());
            let text: String = spans.iter().map(|span| span.content.as_ref()).collect();
            assert_eq!(text, bar, "{part} of {whole}");
        }
    }
}
