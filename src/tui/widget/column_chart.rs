//! A chart of columns, each with its figure and its label below.

use ratatui::text::{Line, Span};

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::span;

/// Cells of a column with the gap behind it.
pub const COLUMN_WIDTH: usize = 6;

/// Lines below the columns: the figures and the labels.
pub const FOOT_ROWS: usize = 2;

/// A column of the chart.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartColumn {
    /// The label, of at most five cells.
    pub label: String,
    /// The height in percent, from 0 to 100; None where there is nothing to show.
    pub height: Option<f64>,
    /// The figure, of at most five cells; None where there is none.
    pub figure: Option<String>,
    /// Whether it is emphasized.
    pub is_chosen: bool,
}

/// Columns in so many rows, and [`FOOT_ROWS`] lines below them. The whole height is 100 %; a column above 0 is
/// visible.
pub(crate) fn lines(columns: &[ChartColumn], rows: usize, theme: Theme) -> Vec<Line<'static>> {
    let heights = theme.glyphs().bar_heights;
    let is_any_chosen = columns.iter().any(|column| column.is_chosen);
    let bar = |column: &ChartColumn, above: usize| {
        let role = if is_any_chosen && !column.is_chosen { Role::Faint } else { Role::Best };
        let level = eighths(column.height.unwrap_or(0.0), rows).saturating_sub(above * 8).min(8);
        [span(theme, role, heights[level].repeat(COLUMN_WIDTH - 1)), Span::raw(" ")]
    };
    let text = |column: &ChartColumn, text: &str, role: Role| {
        let role = if column.is_chosen { Role::Strong } else { role };
        [span(theme, role, format!("{text:^width$}", width = COLUMN_WIDTH - 1)), Span::raw(" ")]
    };
    let figure = |column: &ChartColumn| text(column, column.figure.as_deref().unwrap_or("-"), Role::Ground);
    let mut lines: Vec<Line<'static>> =
        (0..rows).rev().map(|above| columns.iter().flat_map(|column| bar(column, above)).collect()).collect();
    lines.push(columns.iter().flat_map(figure).collect());
    lines.push(columns.iter().flat_map(|column| text(column, &column.label, Role::Faint)).collect());
    lines
}

/// The height of a column in eighths of a row.
fn eighths(percent: f64, rows: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a percentage of a few rows"
    )]
    let eighths = (percent.clamp(0.0, 100.0) / 100.0 * (rows * 8) as f64).round() as usize;
    eighths.max(usize::from(percent > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stand_on_their_figures_and_labels() {
        let column = |label: &str, percent: Option<f64>| ChartColumn {
            label: label.to_owned(),
            height: percent,
            figure: percent.map(|percent| format!("{percent:.0}")),
            is_chosen: false,
        };
        let columns = [
            column("Nov24", Some(100.0)),
            column("Dec", Some(0.4)),
            column("Jan25", None),
            column("Feb", Some(50.0)),
            column("Mar", Some(0.0)),
        ];
        let text: Vec<String> =
            lines(&columns, 2, Theme::default()).iter().map(ToString::to_string).collect();
        assert_eq!(
            text.iter().map(|line| line.trim_end()).collect::<Vec<_>>(),
            [
                "█████",
                "█████ ▁▁▁▁▁       █████",
                " 100    0     -    50     0",
                "Nov24  Dec  Jan25  Feb   Mar",
            ]
        );
    }
}
