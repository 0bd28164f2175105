//! What is known of the chosen figure of the statistics, and the chart of months.

use std::collections::BTreeMap;

use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::chess::names::{group_digits, pluralized};
use crate::chess::text::capitalized;
use crate::game::player_match::WrittenName;
use crate::practice::Performance;
use crate::practice::performance::figure::month_name;
use crate::practice::performance::{GameScore, JudgedMoves, MonthlyPerformance, PerformanceFigure};
use crate::tui::keymap::{GamesAction, StatisticsAction};
use crate::tui::model::{
    FoldState, GamesState, PaneId, RowFigures, StatisticsRow, StatisticsSection, StatisticsState,
    StatisticsTarget,
};
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
/// The most names of each kind that a report lists.
const MAX_NAMES: usize = 5;
/// Months of the chart, the latest ones.
const MAX_CHART_MONTHS: usize = 24;

/// The chosen figure in words, and the chart of months below it.
pub(crate) fn pane(view: &ViewContext, games: &GamesState, area: Rect) -> Pane {
    let statistics = &games.statistics;
    let width = usize::from(area.width);
    let (Some(row), Some(performance)) = (statistics.row(), statistics.performance.as_deref()) else {
        let text = "Results with each color, by time class, opening, opponent and month, first moves and time; of reviewed \
                    games the mistakes, by phase, by the time left on the clock and by kind. Enter on a figure shows its \
                    games.";
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
    body.extend(text_lines(view, games, row, performance, area));
    let figure = ChartFigure::of(row, performance);
    let columns = chart_columns(performance, row, figure, width);
    // The caption stands above the columns.
    let free = usize::from(area.height).saturating_sub(body.len() + 1 + FOOT_ROWS);
    let shown = columns.iter().filter(|column| column.height.is_some()).count();
    let mut chart = 0..0;
    if shown > 1 && free >= MIN_CHART_ROWS {
        if free > MAX_CHART_ROWS {
            body.push(Line::default());
        }
        let first = body.len();
        body.push(Line::from(view.span(Role::Faint, figure.caption())));
        body.extend(column_chart::lines(&columns, free.min(MAX_CHART_ROWS), view.theme));
        chart = first..body.len();
    }
    Pane::new(PaneId::Details, title, body).with_chart(chart)
}

/// The figures of a row in words.
fn text_lines(
    view: &ViewContext,
    games: &GamesState,
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
    let count = performance.games_of(figure).map_or(0, |games| games.len());
    let in_games = pluralized(count, "game");
    let loss = |moves: &JudgedMoves| moves.average_centipawn_loss().unwrap_or_default();
    let (mut lines, more) = match row.figures {
        RowFigures::Score(score) if *figure == PerformanceFigure::All => {
            let names = report_lines(view, &games.statistics, area);
            let text = all_text(view, games, performance);
            (score_lines(view, score, area).into_iter().chain(names).collect(), text)
        }
        RowFigures::Score(score) if row.fold == FoldState::Folded => {
            let what = if matches!(row.section, StatisticsSection::FirstMoves(_)) {
                "the replies"
            } else {
                "its variations"
            };
            let more = format!("{} shows {what}.", key(StatisticsAction::Unfold));
            (score_lines(view, score, area), more)
        }
        RowFigures::Score(score) => (score_lines(view, score, area), String::new()),
        RowFigures::Month(score, reviewed, accuracy) => {
            let reviewed = group_digits(reviewed.into());
            let more = accuracy.map_or_else(
                || "None reviewed.".to_owned(),
                |accuracy| format!("{reviewed} reviewed: accuracy {}.", percent_text(accuracy)),
            );
            let rating = month_rating(performance, figure);
            let more = rating.map_or_else(|| more.clone(), |rating| format!("Rating {rating}. {more}"));
            (score_lines(view, score, area), more)
        }
        RowFigures::Time(time) => {
            let trouble = pluralized(time.trouble.games() as usize, "game");
            let share = time
                .trouble_percent()
                .map_or_else(String::new, |percent| format!(" ({})", percent_text(percent)));
            let text = format!(
                "{in_games} with a clock. Time trouble in {trouble}{share}: less than a tenth of the base time by move 30."
            );
            (say(Role::Ground, &text), String::new())
        }
        RowFigures::Moves(moves) => {
            let count = pluralized(moves.moves as usize, "move");
            let text = format!("{count}: {}, in {in_games}.", counts_text(moves.judgments));
            let accuracy =
                performance.accuracy().filter(|_| *figure == PerformanceFigure::Reviewed).map(percent_text);
            let accuracy = accuracy.map_or_else(String::new, |accuracy| format!("Accuracy {accuracy}. "));
            let more = format!("{accuracy}Average centipawn loss {}.", loss(&moves));
            (say(Role::Ground, &text), more)
        }
        RowFigures::Mistakes([0, 0, 0]) => (Vec::new(), "None in the reviewed games.".to_owned()),
        RowFigures::Mistakes(counts) => {
            (say(Role::Ground, &format!("{}, in {in_games}.", counts_text(counts))), String::new())
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
    let ratings = score.performance_rating().zip(score.average_opponent());
    words.push(view.span(Role::Strong, if ratings.is_some() { percent + "," } else { percent }));
    if let Some((rating, opponents)) = ratings {
        words.push(view.span(Role::Ground, format!("performance {rating} against {opponents}")));
    }
    let mut lines = flow(words, width, 0);
    if usize::from(area.height) >= MIN_BAR_HEIGHT {
        lines.push(Line::from(share_bar([won, drawn, lost].map(u64::from), width.min(MAX_BAR_WIDTH), theme)));
    }
    lines
}

/// Which names a report counts, and which it does not.
fn report_lines(view: &ViewContext, statistics: &StatisticsState, area: Rect) -> Vec<Line<'static>> {
    let Some((names, performance)) = statistics
        .report
        .as_ref()
        .and_then(|report| report.names.as_ref())
        .zip(statistics.performance.as_ref())
    else {
        return Vec::new();
    };
    let counted: Vec<String> = performance
        .names
        .iter()
        .map(|(name, &games)| format!("{} {}", sanitized_line(name), group_digits(games.into())))
        .collect();
    let key = key_for_footer(view, StatisticsAction::TypePlayer).unwrap_or_default();
    let others = names_text(&names.others);
    let spellings = names_text(&names.spellings);
    let texts = [
        (counted.len() > 1).then(|| format!("Counted: {}.", counted.join("; "))),
        others.map(|others| format!("Not counted, other players or unclear: {others}.")),
        spellings.map(|spellings| format!("Other spellings? {spellings}: {key} adds them.")),
    ];
    let width = usize::from(area.width);
    texts.into_iter().flatten().flat_map(|text| prose(view.theme, Role::Ground, &text, width)).collect()
}

/// The first of some names with the numbers of their games. None where there are none.
fn names_text(names: &[WrittenName]) -> Option<String> {
    let shown: Vec<String> = names
        .iter()
        .take(MAX_NAMES)
        .map(|written| format!("{} {}", sanitized_line(&written.name), group_digits(written.games as u64)))
        .collect();
    let more = names.len().saturating_sub(MAX_NAMES);
    let more = if more > 0 { format!(" and {} more", group_digits(more as u64)) } else { String::new() };
    (!shown.is_empty()).then(|| shown.join("; ") + &more)
}

/// The player's rating in the month of a figure.
fn month_rating(performance: &Performance, figure: &PerformanceFigure) -> Option<u64> {
    match figure {
        PerformanceFigure::Month(Some(month)) => performance.months.get(month)?.rating(),
        _ => None,
    }
}

/// All games: how many have a review.
fn all_text(view: &ViewContext, games: &GamesState, performance: &Performance) -> String {
    match performance.accuracy() {
        None => no_review_text(view, games),
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
pub(crate) fn no_review_text(view: &ViewContext, games: &GamesState) -> String {
    if games.statistics.report.is_some() {
        return "No game has a review yet: matescope review --library --all reviews all games.".to_owned();
    }
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
    figure: ChartFigure,
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
    let value = |number: u32| by_number.get(&number).and_then(|(_, of)| figure.value(of));
    let ratings = (start..=end).filter_map(value);
    let (lowest, highest) =
        ratings.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
    let column = |number: u32| {
        let value = value(number);
        let height = value.map(|value| match figure {
            ChartFigure::Accuracy | ChartFigure::Score => value,
            // Ratings differ by a small part of themselves: the lowest one is a short column.
            ChartFigure::Rating => 10.0 + 90.0 * (value - lowest) / (highest - lowest).max(1.0),
        });
        ChartColumn {
            label: month_label(number, number == start),
            height,
            figure: value.map(|value| format!("{value:.0}")),
            is_chosen: chosen == Some(number),
        }
    };
    (start..=end).map(column).collect()
}

/// What the chart shows of each month.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ChartFigure {
    Score,
    Accuracy,
    Rating,
}

impl ChartFigure {
    /// The rating for the form, where it is known; the accuracy for mistakes.
    fn of(row: &StatisticsRow, performance: &Performance) -> Self {
        let has_rating = || performance.months.values().any(|of| of.rating().is_some());
        match row.figures {
            RowFigures::Moves(_) | RowFigures::Mistakes(_) => Self::Accuracy,
            RowFigures::Score(_) if row.section == StatisticsSection::Form && has_rating() => Self::Rating,
            RowFigures::Score(_) | RowFigures::Month(..) | RowFigures::Time(_) | RowFigures::Nothing => {
                Self::Score
            }
        }
    }

    const fn caption(self) -> &'static str {
        match self {
            Self::Score => "Score % by month, all games",
            Self::Accuracy => "Accuracy % by month, all games",
            Self::Rating => "Rating by month, all games",
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "ratings have four digits")]
    fn value(self, month: &MonthlyPerformance) -> Option<f64> {
        match self {
            Self::Score => month.score.percent(),
            Self::Accuracy => month.accuracy(),
            Self::Rating => month.rating().map(|rating| rating as f64),
        }
    }
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
