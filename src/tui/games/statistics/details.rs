//! What is known of the chosen figure of the statistics, and the chart of months.

use std::collections::BTreeMap;

use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::capitalized;
use crate::practice::Performance;
use crate::practice::performance::figure::month_name;
use crate::practice::performance::{GameScore, JudgedMoves, MonthlyPerformance, PerformanceFigure};
use crate::tui::keymap::{GamesAction, StatisticsAction};
use crate::tui::model::{FoldState, GamesState, PaneId, RowFigures, StatisticsRow, StatisticsTarget};
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::column_chart::{self, COLUMN_WIDTH, ChartColumn, FOOT_ROWS};
use crate::tui::widget::gauge::share_bar;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{flow, prose, sanitized_line};

/// Rows of the columns of the chart.
const MAX_CHART_ROWS: usize = 8;
/// One row still shows differences, in eighths.
const MIN_CHART_ROWS: usize = 1;
/// The height from which on a score has a bar in a row of its own.
const MIN_BAR_HEIGHT: usize = 12;
/// The widest bar of a score.
const MAX_BAR_WIDTH: usize = 60;
/// Months of the chart, the latest ones.
const MAX_CHART_MONTHS: usize = 24;

/// The chosen figure in words, and the chart of months below it.
pub(crate) fn pane(view: &ViewContext, games: &GamesState, area: Rect) -> Pane {
    let statistics = &games.statistics;
    let width = usize::from(area.width);
    let (Some(row), Some(performance)) = (statistics.row(), statistics.performance.as_deref()) else {
        let text = "Results with each color, by time class, opening and month; of reviewed games the mistakes, by \
                    phase, by the time left on your clock and by kind. Enter on a figure shows its games.";
        return Pane::new(PaneId::Details, "What is counted", prose(view.theme, Role::Faint, text, width));
    };
    let label = match &row.target {
        StatisticsTarget::Figure(figure) => capitalized(&sanitized_line(&figure.label())),
        StatisticsTarget::Rest(section) => section.title(),
    };
    // A name that is too long for the frame stands below it.
    let (title, mut body) = if label.width() + 2 <= width {
        (label, Vec::new())
    } else {
        (row.section.title(), prose(view.theme, Role::Strong, &label, width))
    };
    body.extend(text_lines(view, row, performance, area));
    let has_accuracy = matches!(row.figures, RowFigures::Moves(_) | RowFigures::Mistakes(_));
    let columns = chart_columns(performance, row, has_accuracy, width);
    // The caption stands above the columns.
    let free = usize::from(area.height).saturating_sub(body.len() + 1 + FOOT_ROWS);
    let shown = columns.iter().filter(|column| column.percent.is_some()).count();
    let mut chart = 0..0;
    if shown > 1 && free >= MIN_CHART_ROWS {
        if free > MAX_CHART_ROWS {
            body.push(Line::default());
        }
        let first = body.len();
        let what = if has_accuracy { "Accuracy" } else { "Score" };
        body.push(Line::from(view.span(Role::Faint, format!("{what} % by month, all games"))));
        body.extend(column_chart::lines(&columns, free.min(MAX_CHART_ROWS), view.theme));
        chart = first..body.len();
    }
    Pane::new(PaneId::Details, title, body).with_chart(chart)
}

/// The figures of a row in words.
fn text_lines(
    view: &ViewContext,
    row: &StatisticsRow,
    performance: &Performance,
    area: Rect,
) -> Vec<Line<'static>> {
    let say = |role: Role, text: &str| prose(view.theme, role, text, usize::from(area.width));
    let key = |action| key_for_footer(view, action).unwrap_or_default();
    let figure = match &row.target {
        StatisticsTarget::Figure(figure) => figure,
        StatisticsTarget::Rest(_) => {
            let does = if row.fold == FoldState::Unfolded { "hides" } else { "shows" };
            return say(
                Role::Faint,
                &format!("{} {does} the rest of them.", key(StatisticsAction::OpenGames)),
            );
        }
    };
    let games = performance.games_of(figure).map_or(0, |games| games.len());
    let games = pluralized(games, "game");
    let loss = |moves: &JudgedMoves| moves.average_centipawn_loss().unwrap_or_default();
    let (mut lines, more) = match row.figures {
        RowFigures::Score(score) if *figure == PerformanceFigure::All => {
            (score_lines(view, score, area), all_text(view, performance))
        }
        RowFigures::Score(score) if row.fold == FoldState::Folded => {
            let more = format!("{} shows its variations.", key(StatisticsAction::Unfold));
            (score_lines(view, score, area), more)
        }
        RowFigures::Score(score) => (score_lines(view, score, area), String::new()),
        RowFigures::Month(score, reviewed, accuracy) => {
            let reviewed = group_digits(reviewed.into());
            let more = accuracy.map_or_else(
                || "None reviewed.".to_owned(),
                |accuracy| format!("{reviewed} reviewed: accuracy {}.", percent_text(accuracy)),
            );
            (score_lines(view, score, area), more)
        }
        RowFigures::Moves(moves) => {
            let count = pluralized(moves.moves as usize, "move");
            let text = format!("{count}: {}, in {games}.", counts_text(moves.judgments));
            let accuracy =
                performance.accuracy().filter(|_| *figure == PerformanceFigure::Reviewed).map(percent_text);
            let accuracy = accuracy.map_or_else(String::new, |accuracy| format!("Accuracy {accuracy}. "));
            let more = format!("{accuracy}Average centipawn loss {}.", loss(&moves));
            (say(Role::Ground, &text), more)
        }
        RowFigures::Mistakes([0, 0, 0]) => (Vec::new(), "None in your reviewed games.".to_owned()),
        RowFigures::Mistakes(counts) => {
            (say(Role::Ground, &format!("{}, in {games}.", counts_text(counts))), String::new())
        }
        RowFigures::Nothing => (Vec::new(), String::new()),
    };
    lines.extend(say(Role::Faint, &more).into_iter().filter(|line| line.width() > 0));
    lines
}

/// A score in words, and as a bar where rows are free.
fn score_lines(view: &ViewContext, score: GameScore, area: Rect) -> Vec<Line<'static>> {
    let (theme, width) = (view.theme, usize::from(area.width));
    let GameScore { won, drawn, lost, unfinished, .. } = score;
    let mut words = vec![view.span(Role::Strong, format!("{}:", pluralized(score.games() as usize, "game")))];
    let counts = [("won", won), ("drawn", drawn), ("lost", lost)];
    words.extend(
        counts
            .into_iter()
            .chain((unfinished > 0).then_some(("without a result", unfinished)))
            .map(|(name, count)| view.span(Role::Ground, format!("{name} {},", group_digits(count.into())))),
    );
    let percent = score
        .percent()
        .map_or_else(|| "no score".to_owned(), |percent| format!("score {}", percent_text(percent)));
    words.push(view.span(Role::Strong, percent));
    let mut lines = flow(words, width, 0);
    if usize::from(area.height) >= MIN_BAR_HEIGHT {
        lines.push(Line::from(share_bar([won, drawn, lost].map(u64::from), width.min(MAX_BAR_WIDTH), theme)));
    }
    lines
}

/// All games: how many have a review.
fn all_text(view: &ViewContext, performance: &Performance) -> String {
    match performance.accuracy() {
        None => no_review_text(view),
        Some(accuracy) => {
            let reviewed = group_digits(performance.reviewed.into());
            format!("{reviewed} reviewed: accuracy {}.", percent_text(accuracy))
        }
    }
}

/// `26 inaccuracies, 15 mistakes and 9 blunders`.
fn counts_text([inaccuracies, mistakes, blunders]: [u32; 3]) -> String {
    let inaccuracies = match inaccuracies {
        1 => "1 inaccuracy".to_owned(),
        count => format!("{} inaccuracies", group_digits(count.into())),
    };
    let (mistakes, blunders) =
        (pluralized(mistakes as usize, "mistake"), pluralized(blunders as usize, "blunder"));
    format!("{inaccuracies}, {mistakes} and {blunders}")
}

/// How games are reviewed.
pub(crate) fn no_review_text(view: &ViewContext) -> String {
    let key = key_for_footer(view, GamesAction::ReviewLibrary).unwrap_or_default();
    format!(
        "No game has a review yet: {key} reviews all your games in the background, as matescope review --library does."
    )
}

/// A percentage with one decimal: `47.9 %`, `100 %`.
pub(crate) fn percent_text(percent: f64) -> String {
    if percent >= 100.0 { "100 %".to_owned() } else { format!("{percent:.1} %") }
}

/// The latest months, those without a game between them, too.
fn chart_columns(
    performance: &Performance,
    row: &StatisticsRow,
    has_accuracy: bool,
    width: usize,
) -> Vec<ChartColumn> {
    let count = ((width + 1) / COLUMN_WIDTH).min(MAX_CHART_MONTHS);
    let by_number: BTreeMap<u32, (&String, &MonthlyPerformance)> = performance
        .months
        .iter()
        .filter_map(|(month, of)| Some((month_number(month)?, (month, of))))
        .collect();
    let (Some((&first, _)), Some((&last, _))) = (by_number.first_key_value(), by_number.last_key_value())
    else {
        return Vec::new();
    };
    let chosen = match &row.target {
        StatisticsTarget::Figure(PerformanceFigure::Month(Some(month))) => month_number(month),
        StatisticsTarget::Figure(_) | StatisticsTarget::Rest(_) => None,
    };
    // A month that was chosen farther back is in the middle.
    let room = u32::try_from(count).unwrap_or(0);
    let is_recent = |chosen: u32| chosen + room > last;
    let end = match chosen {
        Some(chosen) if !is_recent(chosen) => chosen + room / 2,
        _ => last,
    };
    let start = first.max((end + 1).saturating_sub(room));
    let column = |number: u32| {
        let percent = by_number
            .get(&number)
            .and_then(|(_, of)| if has_accuracy { of.accuracy() } else { of.score.percent() });
        ChartColumn {
            label: month_label(number, number == start),
            percent,
            is_chosen: chosen == Some(number),
        }
    };
    (start..=end).map(column).collect()
}

/// The months since the year 0.
fn month_number(month: &str) -> Option<u32> {
    let (year, month) = month.split_once('.')?;
    Some(year.parse::<u32>().ok()?.checked_mul(12)? + month.parse::<u32>().ok()?.checked_sub(1)?)
}

/// A month in at most five letters; January and the first month of a chart with their year: `Mar`, `Jan25`.
fn month_label(number: u32, is_first: bool) -> String {
    let (year, month) = (number / 12, number % 12 + 1);
    let name = month_name(&format!("{year}.{month:02}"));
    let short = name.get(..3).unwrap_or_default();
    if is_first || month == 1 { format!("{short}{:02}", year % 100) } else { short.to_owned() }
}
