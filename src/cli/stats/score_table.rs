//! Tables of scores in eighty columns: a row for each figure, with a bar at its end.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::prose::bar;
use crate::practice::performance::GameScore;

/// Columns of the labels.
pub(super) const LABEL_WIDTH: usize = 30;
/// Columns of a bar, and of one beside ratings.
pub(super) const BAR_WIDTH: usize = 12;
const SHORT_BAR_WIDTH: usize = 7;

/// How rows of scores are written.
#[derive(Clone, Copy)]
pub(super) struct ScoreTable {
    /// Whether there are performance ratings.
    pub(super) is_rated: bool,
}

impl ScoreTable {
    /// The head of a table. `extra` is the name of a column at the end of the labels.
    pub(super) fn head(self, name: &str, extra: &str) -> String {
        let rating = if self.is_rated { "  perf." } else { "" };
        let labels = labels(name, extra);
        format!("{labels}{:>7}{:>6}{:>6}{:>6}{:>9}{rating}", "games", "won", "drawn", "lost", "score")
    }

    /// A row with a bar, whose whole length is 100 %.
    pub(super) fn row(self, name: &str, score: GameScore, extra: &str) -> String {
        let percent = score.percent();
        let text = percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"));
        let GameScore { won, drawn, lost, .. } = score;
        let games = score.games();
        let rating = score.performance_rating().map_or_else(|| "-".to_owned(), |rating| rating.to_string());
        let (rating, width) = if self.is_rated {
            (format!("{rating:>7}"), SHORT_BAR_WIDTH)
        } else {
            (String::new(), BAR_WIDTH)
        };
        // Half-points and halves of the games with a result: whole numbers.
        let bar = bar(u64::from(2 * won + drawn), u64::from(2 * (won + drawn + lost)), width);
        format!("{}{games:>7}{won:>6}{drawn:>6}{lost:>6}{text:>9}{rating}  {bar}", labels(name, extra))
            .trim_end()
            .to_owned()
    }
}

/// A label with a figure at its end, as wide as all labels.
pub(super) fn labels(name: &str, extra: &str) -> String {
    let width = LABEL_WIDTH - extra.width();
    label(name, width) + extra
}

/// A text in a width: cut where it is longer, with spaces where it is shorter.
pub(super) fn label(text: &str, width: usize) -> String {
    let mut shown = text.to_owned();
    if shown.width() > width {
        shown.clear();
        let mut columns = 1;
        for letter in text.chars() {
            columns += letter.width().unwrap_or(0);
            if columns > width {
                break;
            }
            shown.push(letter);
        }
        shown.push('…');
    }
    let missing = width.saturating_sub(shown.width());
    shown + &" ".repeat(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_its_width() {
        assert_eq!(label("Sicilian", 10), "Sicilian  ");
        assert_eq!(label("Sicilian Defense", 10), "Sicilian …");
        assert_eq!(label("西西里防禦", 6).width(), 6);
        assert_eq!(labels("  2024.03", "81.5 %").width(), LABEL_WIDTH);
    }

    #[test]
    fn a_row_fits_in_eighty_columns() {
        let score = GameScore { won: 40_000, ..GameScore::default() };
        let table = ScoreTable { is_rated: false };
        let row = table.row("  a very long name of an opening without an end", score, "");
        assert!(row.width() <= 80, "{row}");
        assert!(row.ends_with(&format!("100.0 %  {}", "█".repeat(BAR_WIDTH))), "{row}");
        assert!(table.row("  x", GameScore::default(), "").ends_with(" -"));
        let rated =
            GameScore { rated: 40_000, rating_sum: 40_000 * 2_500, rated_half_points: 80_000, ..score };
        let row = ScoreTable { is_rated: true }.row("  x", rated, "");
        assert!(row.width() <= 80 && row.contains(" 3300  "), "{row}");
    }
}
