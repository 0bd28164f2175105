//! The moves of an opening tree as rows: how often each was played, with which results, by whom and when.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::chess::names::{group_digits, pluralized, shares};
use crate::chess::{Move, Position, notation};
use crate::database::OpeningTree;
use crate::database::opening_tree::GameCounts;
use crate::tui::model::PaneId;
use crate::tui::theme::{Charset, Role, Theme};
use crate::tui::widget::gauge::shared_out;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{clip_spans, count_text, span, spread};

/// The rows of the pane, where rows are not free. It keeps them, so that what is below does not move from position to
/// position.
pub(crate) const ROWS: u16 = 12;

/// The columns of a bar of results, at least where numbers are beside it, and at most.
const BAR_COLUMNS: (usize, usize) = (12, 24);

/// The columns of the mark at the chosen move.
const MARK_COLUMNS: usize = 2;

/// The columns of a number of four digits, with the gap before it.
const NUMBER_COLUMNS: usize = 6;

/// The texts of a row: the move, the number of games, and Elo, performance and year of the side to move.
struct ExplorerRow {
    san: String,
    games: String,
    results: [u64; 3],
    numbers: [String; 3],
}

/// The names of [`ExplorerRow::numbers`].
const NUMBER_NAMES: [&str; 3] = ["Elo", "perf.", "last"];

/// How the columns share the width of the pane.
struct ExplorerColumns {
    san: usize,
    games: usize,
    bar: usize,
    /// How many of the numbers have room.
    numbers: usize,
}

/// The pane of a position that games of the library reach.
pub(crate) fn pane(tree: &OpeningTree, position: &Position, title: &str, theme: Theme, width: usize) -> Pane {
    let rows = rows(tree, position);
    let columns = ExplorerColumns::of(&rows, width);
    let head = head(tree, &columns, theme, width);
    let lines: Vec<Line<'static>> = rows.iter().map(|row| line(row, &columns, false, theme, width)).collect();
    let whole: Vec<Line<'static>> = std::iter::once(head.clone()).chain(lines.iter().cloned()).collect();
    let most = usize::from(ROWS);
    let pane = |body| Pane::new(PaneId::Explorer, title, body).with_min_rows(3).with_reserved_rows(ROWS);
    if whole.len() <= most {
        return pane(whole).with_items(1, 0..rows.len());
    }
    let mut short = whole[..most - 1].to_vec();
    let more = pluralized(whole.len() - short.len(), "more move");
    short.push(Line::from(span(theme, Role::Faint, more)));
    pane(short).with_longer(vec![whole]).with_items(1, 0..most - 2)
}

/// The same pane while keys choose one of its moves: all of them, with a mark at the chosen one.
pub(crate) fn pane_with_choice(
    tree: &OpeningTree,
    position: &Position,
    chosen: usize,
    title: &str,
    theme: Theme,
    width: usize,
) -> Pane {
    let (rows, glyphs) = (rows(tree, position), theme.glyphs());
    let width = width.saturating_sub(MARK_COLUMNS);
    let columns = ExplorerColumns::of(&rows, width);
    let marked = |mark: &str, line: Line<'static>| {
        let spans = std::iter::once(span(theme, Role::Key, format!("{mark} "))).chain(line.spans);
        Line::from(spans.collect::<Vec<_>>())
    };
    let body = rows.iter().enumerate().map(|(index, row)| {
        let is_chosen = index == chosen;
        let line = line(row, &columns, is_chosen, theme, width);
        marked(if is_chosen { glyphs.current } else { " " }, line)
    });
    Pane::new(PaneId::Explorer, title, body.collect())
        .with_head(Some(marked(" ", head(tree, &columns, theme, width))))
        .with_min_rows(3)
        .with_reserved_rows(ROWS)
        .scrolled(chosen, ROWS)
        .with_items(0, 0..rows.len())
}

fn rows(tree: &OpeningTree, position: &Position) -> Vec<ExplorerRow> {
    tree.moves.iter().map(|found| row(found.mv, &found.counts, position)).collect()
}

fn row(mv: Move, counts: &GameCounts, position: &Position) -> ExplorerRow {
    let number = |number: Option<String>| number.unwrap_or_default();
    ExplorerRow {
        san: notation::san(position, mv),
        games: short_count(counts.games),
        results: [counts.white, counts.draws, counts.black],
        numbers: [
            number(counts.average_elo().map(|elo| elo.to_string())),
            number(counts.performance().map(|elo| elo.to_string())),
            number(counts.last_year().map(|year| year.to_string())),
        ],
    }
}

/// A number of games in six columns at most.
fn short_count(games: u64) -> String {
    if games < 100_000 { group_digits(games) } else { count_text(games) }
}

impl ExplorerColumns {
    fn of(rows: &[ExplorerRow], width: usize) -> Self {
        let widest =
            |text: fn(&ExplorerRow) -> &str| rows.iter().map(|row| text(row).len()).max().unwrap_or_default();
        let (san, games) = (widest(|row| &row.san).max(4), widest(|row| &row.games));
        let taken = san + games + 2 + BAR_COLUMNS.0;
        let known =
            (0..NUMBER_NAMES.len()).rposition(|index| rows.iter().any(|row| !row.numbers[index].is_empty()));
        let numbers = known.map_or(0, |last| last + 1).min(width.saturating_sub(taken) / NUMBER_COLUMNS);
        let bar = width.saturating_sub(san + games + 2 + numbers * NUMBER_COLUMNS).min(BAR_COLUMNS.1);
        Self { san, games, bar, numbers }
    }
}

/// The number of games and White's score, and the names of the numbers.
fn head(tree: &OpeningTree, columns: &ExplorerColumns, theme: Theme, width: usize) -> Line<'static> {
    let names = NUMBER_NAMES[..columns.numbers].iter().map(|name| format!("{name:>NUMBER_COLUMNS$}"));
    let names = names.collect::<Vec<_>>().concat().trim_start().to_owned();
    let used = columns.san + columns.games + 2 + columns.bar + columns.numbers * NUMBER_COLUMNS;
    let room = if names.is_empty() { width } else { used.saturating_sub(names.len() + 1) };
    let games = usize::try_from(tree.counts.games).unwrap_or(usize::MAX);
    let count = pluralized(games, "game");
    let score = white_score(&tree.counts).map_or_else(String::new, |score| format!(", White {score} %"));
    let fits = count.len() + score.len() <= room;
    let count = if fits { count } else { short_count(tree.counts.games) };
    let left = vec![span(theme, Role::Strong, count), span(theme, Role::Faint, score)];
    if names.is_empty() {
        return Line::from(clip_spans(left, width, theme.glyphs()));
    }
    spread(left, vec![span(theme, Role::Faint, names)], used, theme.glyphs())
}

/// White's score in percent, among the games with a result.
fn white_score(counts: &GameCounts) -> Option<u64> {
    let decided = counts.white + counts.draws + counts.black;
    (decided > 0).then(|| (100 * (2 * counts.white + counts.draws) + decided) / (2 * decided))
}

fn line(
    row: &ExplorerRow,
    columns: &ExplorerColumns,
    is_chosen: bool,
    theme: Theme,
    width: usize,
) -> Line<'static> {
    let (san, games) = (columns.san, columns.games);
    let role = |role| if is_chosen { Role::SelectedRow } else { role };
    let mut spans = vec![
        span(theme, role(Role::Strong), format!("{:<san$} ", row.san)),
        span(theme, role(Role::Ground), format!("{:>games$}", row.games)),
        span(theme, Role::Ground, " "),
    ];
    spans.extend(results(row.results, columns.bar, theme));
    for number in &row.numbers[..columns.numbers] {
        spans.push(span(theme, role(Role::Faint), format!("{number:>NUMBER_COLUMNS$}")));
    }
    Line::from(clip_spans(spans, width, theme.glyphs()))
}

/// White's wins, draws and Black's wins: a bar where colors tell them apart, else their shares in percent.
fn results(counts: [u64; 3], cells: usize, theme: Theme) -> Vec<Span<'static>> {
    let percent = shares(&counts, 100);
    if counts.iter().all(|&count| count == 0) {
        return vec![Span::raw(" ".repeat(cells))];
    }
    let [white, draws, black] =
        [Role::WhiteShare, Role::Faint, Role::BlackShare].map(|role| theme.fill(role));
    let has_colors = white != draws && draws != black && white != black;
    if !has_colors || theme.charset() == Charset::Ascii {
        let percent: Vec<String> = percent.iter().map(u64::to_string).collect();
        return vec![span(theme, Role::Ground, format!("{:<cells$}", percent.join("/")))];
    }
    let styles = [
        Style::new().fg(black).bg(white),
        Style::new().fg(theme.fill(Role::Ground)).bg(draws),
        Style::new().fg(white).bg(black),
    ];
    let parts = styles.into_iter().zip(percent).zip(shared_out(counts, cells));
    parts
        .filter(|&(_, cells)| cells > 0)
        .map(|((style, percent), cells)| {
            let text = percent.to_string();
            // A number that fills its part to the edge would be read together with its neighbor.
            let text = if text.len() < cells { text } else { String::new() };
            Span::styled(format!("{text:^cells$}"), style)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{ColorScheme, ThemeColorDepth};

    fn text(spans: &[Span<'_>]) -> String {
        spans.iter().map(|span| span.content.as_ref()).collect()
    }

    #[test]
    fn shares_add_up_to_a_hundred() {
        for (counts, percent) in [
            ([1, 1, 1], [34, 33, 33]),
            ([46, 27, 27], [46, 27, 27]),
            ([0, 0, 7], [0, 0, 100]),
            ([2, 0, 1], [67, 0, 33]),
            ([1, 999, 0], [0, 100, 0]),
            ([0; 3], [0; 3]),
        ] {
            assert_eq!(shares(&counts, 100), percent, "{counts:?}");
        }
    }

    #[test]
    fn results_are_read_without_colors() {
        let plain = |depth, charset| Theme::new(ColorScheme::default(), depth, charset);
        for (theme, expected) in [
            (plain(ThemeColorDepth::TrueColor, Charset::Unicode), "  50      25      25  "),
            (plain(ThemeColorDepth::TrueColor, Charset::Ascii), "50/25/25              "),
            (plain(ThemeColorDepth::Mono, Charset::Unicode), "50/25/25              "),
        ] {
            let shown = text(&results([20, 10, 10], 22, theme));
            assert_eq!(shown.len(), 22);
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&shown), words(expected));
        }
        assert_eq!(text(&results([0; 3], 8, Theme::default())), " ".repeat(8));
    }

    #[test]
    fn columns_go_from_the_right() {
        let row = ExplorerRow {
            san: "Nbxd7+".to_owned(),
            games: "1,234".to_owned(),
            results: [1, 1, 1],
            numbers: ["2600", "2580", "2020"].map(str::to_owned),
        };
        let rows = [row];
        let numbers = |width| ExplorerColumns::of(&rows, width).numbers;
        assert_eq!([22, 30, 31, 37, 43, 80].map(numbers), [0, 0, 1, 2, 3, 3]);
        for width in 22..90 {
            let columns = ExplorerColumns::of(&rows, width);
            let line = line(&rows[0], &columns, false, Theme::default(), width);
            assert!(line.width() <= width && !line.to_string().contains('…'), "{width}: {line}");
        }
    }
}
