//! Draws the page of statistics: the figures with their bars, and details of the chosen one.

use std::collections::HashMap;
use std::time::Duration;

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::chess::names::{group_digits, pluralized};
use crate::game::game_list;
use crate::practice::performance::{GameScore, JudgedMoves};
use crate::practice::review::MoveJudgment;
use crate::tui::games::statistics::details::{self, no_review_text, percent_text};
use crate::tui::keymap::GamesAction;
use crate::tui::layout::{self, ListAreas};
use crate::tui::model::{
    FoldState, GamesState, PaneId, RowFigures, StatisticsReading, StatisticsRow, StatisticsSection,
};
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{ViewContext, key_for_footer};
use crate::tui::theme::{Glyphs, Role, Theme};
use crate::tui::widget::form::{self, ListWidgetEntry};
use crate::tui::widget::gauge::{part_bar, share_bar, share_signs};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, sanitized_line, span, spread};

/// The facts for the status bar.
pub(crate) fn bar_facts(games: &GamesState) -> Vec<String> {
    let mut facts = vec![match &games.statistics.report {
        Some(report) => format!("report on {}", sanitized_line(report.name())),
        None => "your statistics".to_owned(),
    }];
    if let Some(performance) = &games.statistics.performance {
        facts.push(pluralized(performance.score().games() as usize, "game"));
        facts.push(format!("{} reviewed", group_digits(performance.reviewed.into())));
    }
    facts
}

/// The list above the details, or beside them with two thirds of the width.
pub(crate) fn areas(middle: Rect) -> ListAreas {
    if middle.width < 100 {
        return layout::list_areas(middle);
    }
    let list = Rect { width: middle.width * 2 / 3, ..middle };
    let details = Rect { x: list.right(), width: middle.width - list.width, ..middle };
    ListAreas { list, details, board: None }
}

/// The page.
pub(crate) fn scene<'a>(view: &ViewContext, games: &GamesState, list: Rect, details: Rect) -> ListScene<'a> {
    let statistics = &games.statistics;
    let count = statistics.performance.as_ref().map_or(0, |performance| performance.score().games());
    let width = usize::from(list.width);
    let pane = if count == 0 {
        Pane::new(
            PaneId::List,
            title(games),
            prose(view.theme, Role::Ground, &why_nothing(view, games), width),
        )
    } else {
        figures_pane(view, games, list)
    };
    let pane = match &statistics.reading {
        StatisticsReading::Running(_) if count == 0 => pane,
        StatisticsReading::Running(thousandths) => {
            pane.with_note(vec![view.span(Role::Faint, format!("reading {} %", thousandths / 10))])
        }
        StatisticsReading::Failed(_) if count > 0 => {
            pane.with_note(vec![view.span(Role::Warning, "not up to date")])
        }
        StatisticsReading::Stopped | StatisticsReading::Failed(_) => pane,
    };
    ListScene {
        list: pane,
        details: Some(details::pane(view, games, details)),
        preview: None,
        material: None,
        lines_below: Vec::new(),
        line_in_sight: None,
    }
}

/// Whose statistics they are.
fn title(games: &GamesState) -> String {
    match &games.statistics.report {
        Some(report) => format!("Report: {}", sanitized_line(report.name())),
        None => "Statistics".to_owned(),
    }
}

/// Why there is no figure, and what to do about it.
fn why_nothing(view: &ViewContext, games: &GamesState) -> String {
    let statistics = &games.statistics;
    let whose = if statistics.report.is_some() { "The" } else { "Your" };
    match &statistics.reading {
        StatisticsReading::Running(0) => return format!("{whose} games are being read."),
        StatisticsReading::Running(thousandths) => {
            return format!("{whose} games are being read: {} %.", thousandths / 10);
        }
        StatisticsReading::Failed(reason) => return format!("{}.", sanitized_line(reason)),
        StatisticsReading::Stopped => {}
    }
    if let Some(report) = &statistics.report {
        let name = sanitized_line(report.name());
        return format!("No finished game of {name} against another player is in your library.");
    }
    let all = games.listing.all();
    let key = |action: GamesAction| key_for_footer(view, action).unwrap_or_default();
    if !all.extent().has_reviewable {
        let import = key(GamesAction::Import);
        return format!("No finished game is in your library: {import} imports a PGN file.");
    }
    let names = key(GamesAction::MyNames);
    let known = match view.shared.config.games.my_names.as_slice() {
        [] => format!("Which player are you? {names} says it."),
        mine => {
            let mine = sanitized_line(&mine.join(", "));
            format!("No game of {mine} is in your library: {names} takes another name.")
        }
    };
    match game_list::most_frequent_player(all.entries()) {
        Some((name, count)) => {
            format!("{known} {} has {} there.", sanitized_line(&name), pluralized(count, "game"))
        }
        None => known,
    }
}

/// All figures, in their sections.
fn figures_pane(view: &ViewContext, games: &GamesState, area: Rect) -> Pane {
    let (theme, width) = (view.theme, usize::from(area.width));
    let statistics = &games.statistics;
    let rows = &statistics.rows;
    let table =
        FigureTable { theme, width, scale: BarScale::of(rows), columns: FigureColumns::by_section(rows) };
    let (mut body, mut items, mut section) = (Vec::new(), Vec::new(), None);
    for (index, row) in rows.iter().enumerate() {
        if section != Some(row.section) {
            if row.section == StatisticsSection::Months && !rows.iter().any(has_moves) {
                let lines = no_review_lines(&view.inside(area), games);
                items.extend(lines.iter().map(|_| None));
                body.extend(lines);
            }
            section = Some(row.section);
            body.push(table.heading(row.section));
            items.push(None);
        }
        body.push(table.row(row, index == statistics.chosen));
        items.push(Some(index));
    }
    let visible = items.iter().position(|item| *item == Some(statistics.chosen));
    let [won, drawn, lost] = share_signs(theme);
    let legend = [(won, " won  "), (drawn, " drawn  "), (lost, " lost")];
    let legend = legend
        .into_iter()
        .flat_map(|((role, sign), name)| [view.span(role, sign), view.span(Role::Faint, name)]);
    let pane = Pane { items, ..Pane::new(PaneId::List, title(games), body) };
    let mut pane = pane.filling(visible).with_note(legend.collect());
    // The columns keep their names where the heading of the first section is above.
    let first = pane.first_shown(area.height);
    let is_above = |index: &usize| *index != statistics.chosen && pane.item_at(first + 1).is_some();
    if let Some(row) = pane.item_at(first).filter(is_above) {
        pane.body[first] = table.heading(rows[row].section);
        pane.items[first] = None;
    }
    pane
}

fn has_moves(row: &StatisticsRow) -> bool {
    matches!(row.figures, RowFigures::Moves(_))
}

/// How mistakes are found, where no game has a review.
fn no_review_lines(view: &ViewContext, games: &GamesState) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(view.span(Role::Title, "Mistakes"))];
    lines.extend(view.prose(Role::Faint, &no_review_text(view, games)));
    lines
}

/// What the longest bars stand for.
#[derive(Clone, Copy)]
struct BarScale {
    /// Mistakes in 1,000 moves.
    rate: u64,
    /// Mistakes of one kind.
    count: u64,
}

impl BarScale {
    fn of(rows: &[StatisticsRow]) -> Self {
        let mut scale = Self { rate: 0, count: 0 };
        for row in rows {
            match row.figures {
                RowFigures::Moves(moves) => scale.rate = scale.rate.max(rate_tenths(&moves)),
                RowFigures::Mistakes(counts) => scale.count = scale.count.max(sum(counts)),
                RowFigures::Score(_) | RowFigures::Month(..) | RowFigures::Time(_) | RowFigures::Nothing => {}
            }
        }
        scale
    }
}

fn sum(counts: [u32; 3]) -> u64 {
    counts.iter().map(|&count| u64::from(count)).sum()
}

/// Inaccuracies, mistakes and blunders in 1,000 moves.
fn rate_tenths(moves: &JudgedMoves) -> u64 {
    (sum(moves.judgments) * 1_000).checked_div(u64::from(moves.moves)).unwrap_or(0)
}

/// The width from which on a row has all its figures; a narrower one has the sum of them and the bar.
const MIN_FULL_WIDTH: usize = 70;
/// The width from which on a bar is long.
const MIN_LONG_BAR_WIDTH: usize = 100;

/// How rows and headings are written: the same columns in all rows of a section.
struct FigureTable {
    theme: Theme,
    width: usize,
    scale: BarScale,
    columns: HashMap<StatisticsSection, FigureColumns>,
}

/// The widths of a section's columns, each with the gap before it: as wide as usual figures need, or the longest one
/// of the section.
#[derive(Clone, Copy)]
struct FigureColumns {
    /// Accuracy, games, won, drawn, lost, score.
    score: [usize; 6],
    /// Moves, inaccuracies, mistakes, blunders, their sum.
    mistakes: [usize; 5],
    /// Games, seconds for a move in each phase, games with time trouble in percent.
    time: [usize; 5],
}

impl Default for FigureColumns {
    fn default() -> Self {
        Self { score: [10, 6, 6, 7, 6, 8], mistakes: [8, 7, 7, 7, 7], time: [7, 9, 8, 9, 10] }
    }
}

impl FigureColumns {
    /// The columns of each section.
    fn by_section(rows: &[StatisticsRow]) -> HashMap<StatisticsSection, Self> {
        let mut sections: HashMap<StatisticsSection, Self> = HashMap::new();
        for row in rows {
            let columns = sections.entry(row.section).or_default();
            match FigureCells::of(row.figures) {
                FigureCells::Score(cells) => widen(&mut columns.score, &cells),
                FigureCells::Mistakes(cells) => widen(&mut columns.mistakes, &cells),
                FigureCells::Time(cells) => widen(&mut columns.time, &cells),
                FigureCells::Nothing => {}
            }
        }
        sections
    }
}

fn widen(columns: &mut [usize], cells: &[String]) {
    for (column, cell) in columns.iter_mut().zip(cells) {
        *column = (*column).max(cell.width() + 1);
    }
}

/// The figures of a row as text.
enum FigureCells {
    /// Accuracy where there is one, games, won, drawn, lost, score.
    Score([String; 6]),
    /// Moves where they are counted, inaccuracies, mistakes, blunders, their sum.
    Mistakes([String; 5]),
    /// Games, seconds for a move in the opening, the middlegame and the endgame, time trouble in percent.
    Time([String; 5]),
    /// None.
    Nothing,
}

impl FigureCells {
    fn of(figures: RowFigures) -> Self {
        match figures {
            RowFigures::Score(score) => Self::of_score(score, String::new()),
            RowFigures::Month(score, _, accuracy) => Self::of_score(score, percent_or_none(accuracy)),
            RowFigures::Time(time) => {
                let [opening, middlegame, endgame] =
                    time.phases.map(|phase| seconds_or_none(phase.average()));
                let trouble = percent_or_none(time.trouble_percent());
                Self::Time([group_digits(time.games.games().into()), opening, middlegame, endgame, trouble])
            }
            RowFigures::Moves(moves) => {
                let [inaccuracies, mistakes, blunders] = moves.per_hundred().unwrap_or_default();
                let rate = |rate: f64| format!("{rate:.1}");
                let sum = rate(inaccuracies + mistakes + blunders);
                let count = group_digits(moves.moves.into());
                Self::Mistakes([count, rate(inaccuracies), rate(mistakes), rate(blunders), sum])
            }
            RowFigures::Mistakes(counts) => {
                let [inaccuracies, mistakes, blunders] = counts.map(|count| group_digits(count.into()));
                Self::Mistakes([String::new(), inaccuracies, mistakes, blunders, group_digits(sum(counts))])
            }
            RowFigures::Nothing => Self::Nothing,
        }
    }

    fn of_score(score: GameScore, accuracy: String) -> Self {
        let GameScore { won, drawn, lost, .. } = score;
        let [games, won, drawn, lost] =
            [score.games(), won, drawn, lost].map(|count| group_digits(count.into()));
        Self::Score([accuracy, games, won, drawn, lost, percent_or_none(score.percent())])
    }
}

impl FigureTable {
    const fn is_full(&self) -> bool {
        self.width >= MIN_FULL_WIDTH
    }

    const fn bar_width(&self) -> usize {
        if self.width >= MIN_LONG_BAR_WIDTH { 24 } else { 12 }
    }

    fn heading(&self, section: StatisticsSection) -> Line<'static> {
        let [inaccuracy, mistake, blunder] = MoveJudgment::ALL.map(MoveJudgment::glyph);
        let heads = match section {
            StatisticsSection::Months => {
                self.score_cells(section, ["accuracy", "games", "won", "drawn", "lost", "score"])
            }
            StatisticsSection::Results
            | StatisticsSection::Form
            | StatisticsSection::TimeClasses
            | StatisticsSection::Opponents
            | StatisticsSection::Lengths
            | StatisticsSection::Ends
            | StatisticsSection::FirstMoves(_)
            | StatisticsSection::Openings(_) => {
                self.score_cells(section, ["", "games", "won", "drawn", "lost", "score"])
            }
            StatisticsSection::TimeUse => {
                self.time_cells(section, ["games", "opening", "middle", "endgame", "trouble"])
            }
            StatisticsSection::Phases | StatisticsSection::Clock => {
                self.mistake_cells(section, ["moves", inaccuracy, mistake, blunder, "sum"])
            }
            StatisticsSection::MistakeKinds => {
                self.mistake_cells(section, ["", inaccuracy, mistake, blunder, "sum"])
            }
        };
        let note = vec![span(self.theme, Role::Faint, heads), self.gap(2 + self.bar_width())];
        spread(vec![span(self.theme, Role::Title, section.title())], note, self.width, self.theme.glyphs())
    }

    fn row(&self, row: &StatisticsRow, chosen: bool) -> Line<'static> {
        let theme = self.theme;
        let glyphs = theme.glyphs();
        let mark = fold_mark(row, glyphs);
        let role = match row.figures {
            RowFigures::Nothing => Role::Faint,
            _ if chosen => Role::Strong,
            _ => Role::Ground,
        };
        let name = vec![span(theme, Role::Key, mark), span(theme, role, sanitized_line(&row.name))];
        let cells = match FigureCells::of(row.figures) {
            FigureCells::Score(cells) => self.score_cells(row.section, cells.each_ref().map(String::as_str)),
            FigureCells::Mistakes(cells) => {
                self.mistake_cells(row.section, cells.each_ref().map(String::as_str))
            }
            FigureCells::Time(cells) => self.time_cells(row.section, cells.each_ref().map(String::as_str)),
            FigureCells::Nothing => String::new(),
        };
        let note = vec![span(theme, Role::Ground, cells)];
        let entry = ListWidgetEntry { name, note, chosen };
        // The bar keeps its colors where the row is chosen.
        let mut line = form::list_row(entry, theme, self.width.saturating_sub(2 + self.bar_width()));
        line.spans.push(self.gap(2));
        line.spans.extend(self.bar(row.figures));
        line
    }

    /// A score as a bar, or mistakes as a part of the most.
    fn bar(&self, figures: RowFigures) -> Vec<Span<'static>> {
        let part = |part, most| part_bar(part, most, self.bar_width(), Role::Mistake, self.theme);
        match figures {
            RowFigures::Score(GameScore { won, drawn, lost, .. })
            | RowFigures::Month(GameScore { won, drawn, lost, .. }, ..) => {
                share_bar([won, drawn, lost].map(u64::from), self.bar_width(), self.theme)
            }
            RowFigures::Time(time) => part(time.trouble.games().into(), time.games.games().into()),
            RowFigures::Moves(moves) => part(rate_tenths(&moves), self.scale.rate),
            RowFigures::Mistakes(counts) => part(sum(counts), self.scale.count),
            RowFigures::Nothing => Vec::new(),
        }
    }

    fn columns_of(&self, section: StatisticsSection) -> FigureColumns {
        self.columns.get(&section).copied().unwrap_or_default()
    }

    /// Accuracy where there is one, games, won, drawn, lost, score.
    fn score_cells(&self, section: StatisticsSection, cells: [&str; 6]) -> String {
        let has_accuracy = !cells[0].is_empty();
        let is_shown = |index: usize| match index {
            0 => has_accuracy,
            2..=4 => self.is_full(),
            _ => true,
        };
        let mut columns = self.columns_of(section).score;
        columns[1] += usize::from(has_accuracy);
        right_aligned(&cells, &columns, is_shown)
    }

    /// Moves, inaccuracies, mistakes, blunders, their sum.
    fn mistake_cells(&self, section: StatisticsSection, cells: [&str; 5]) -> String {
        right_aligned(&cells, &self.columns_of(section).mistakes, |index| {
            self.is_full() || matches!(index, 0 | 4)
        })
    }

    /// Games, seconds for a move in each phase, time trouble.
    fn time_cells(&self, section: StatisticsSection, cells: [&str; 5]) -> String {
        right_aligned(&cells, &self.columns_of(section).time, |index| {
            self.is_full() || matches!(index, 0 | 4)
        })
    }

    fn gap(&self, cells: usize) -> Span<'static> {
        Span::raw(" ".repeat(cells.min(self.width)))
    }
}

/// The cells that are shown, each at the end of its column.
fn right_aligned(cells: &[&str], columns: &[usize], is_shown: impl Fn(usize) -> bool) -> String {
    let shown = cells.iter().zip(columns).enumerate().filter(|(index, _)| is_shown(*index));
    shown.map(|(_, (cell, &width))| format!("{cell:>width$}")).collect::<Vec<_>>().concat()
}

/// What stands before the name of a row.
fn fold_mark(row: &StatisticsRow, glyphs: &Glyphs) -> String {
    let indent = " ".repeat(3 * row.depth);
    match (row.fold, row.section) {
        (FoldState::Plain, StatisticsSection::FirstMoves(_)) => format!("{indent}  "),
        (FoldState::Plain, StatisticsSection::Openings(_)) if row.depth == 0 => "  ".to_owned(),
        (FoldState::Plain, _) => indent,
        (FoldState::Folded, _) => format!("{indent}{} ", glyphs.collapsed),
        (FoldState::Unfolded, _) => format!("{indent}{} ", glyphs.expanded),
    }
}

/// Seconds with one decimal, or a word that says that nothing is known.
fn seconds_or_none(time: Option<Duration>) -> String {
    time.map_or_else(|| "none".to_owned(), |time| format!("{:.1}", time.as_secs_f64()))
}

/// A percentage, or a word that says that there is none.
fn percent_or_none(percent: Option<f64>) -> String {
    percent.map_or_else(|| "none".to_owned(), percent_text)
}
