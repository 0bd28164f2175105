//! The rows of the page of statistics: one for each figure, in sections.

use std::collections::HashSet;

use crate::chess::Color;
use crate::chess::names::{color_name, group_digits, pluralized};
use crate::game::TimeClass;
use crate::practice::Performance;
use crate::practice::performance::figure::month_name;
use crate::practice::performance::{
    ClockLeft, FirstMove, GameEnd, GameLength, GamePhase, GameScore, JudgedMoves, MistakeKind, OpeningFamily,
    OpeningVariation, PerformanceFigure, RatingRange, TimeUse,
};

/// The openings with one color that are shown at first, those with the most games.
const MAX_OPENINGS: usize = 8;
/// The months that are shown at first, the latest ones.
const MAX_MONTHS: usize = 12;

/// A section of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StatisticsSection {
    /// Results overall and by color.
    Results,
    /// Results over the last games.
    Form,
    /// Results by time class.
    TimeClasses,
    /// Results by the ratings of the opponents.
    Opponents,
    /// Results by the length of games.
    Lengths,
    /// Results by how games ended.
    Ends,
    /// Results by first moves with one color.
    FirstMoves(Color),
    /// Results of openings with one color.
    Openings(Color),
    /// Time for a move, and time trouble.
    TimeUse,
    /// Mistakes overall and by phase.
    Phases,
    /// Mistakes by the time left on the clock.
    Clock,
    /// Mistakes by what they gave away.
    MistakeKinds,
    /// Results by month.
    Months,
}

/// A row of the page.
#[derive(Clone, PartialEq, Debug)]
pub struct StatisticsRow {
    /// The section that it belongs to.
    pub section: StatisticsSection,
    /// What it stands for.
    pub target: StatisticsTarget,
    /// Its name within the section: `Sicilian Defense`.
    pub name: String,
    /// Whether rows belong to it, and whether they are shown.
    pub fold: FoldState,
    /// How many rows above it belongs to, one inside the other.
    pub depth: usize,
    /// Its figures.
    pub figures: RowFigures,
}

/// What a row stands for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StatisticsTarget {
    /// A figure, which has games.
    Figure(PerformanceFigure),
    /// Shows the rest of a section, or hides it again.
    Rest(StatisticsSection),
}

/// Whether rows belong to a row, and whether they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldState {
    /// It has none.
    Plain,
    /// Its rows are hidden.
    Folded,
    /// Its rows are shown below it.
    Unfolded,
}

/// The figures of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RowFigures {
    /// A score.
    Score(GameScore),
    /// A score, and how many of the games have a review with which accuracy, from 0 to 100.
    Month(GameScore, u32, Option<f64>),
    /// The time use in a time class.
    Time(TimeUse),
    /// Moves of reviewed games.
    Moves(JudgedMoves),
    /// Inaccuracies, mistakes and blunders.
    Mistakes([u32; 3]),
    /// None.
    Nothing,
}

impl StatisticsSection {
    /// The heading.
    pub(crate) fn title(self) -> String {
        match self {
            Self::Results => "Results".to_owned(),
            Self::Form => "Form".to_owned(),
            Self::TimeClasses => "Time classes".to_owned(),
            Self::Opponents => "Opponents by rating".to_owned(),
            Self::Lengths => "Length of games".to_owned(),
            Self::Ends => "How games end".to_owned(),
            Self::FirstMoves(color) => format!("First moves with {}", color_name(color)),
            Self::Openings(color) => format!("Openings with {}", color_name(color)),
            Self::TimeUse => "Seconds for a move".to_owned(),
            Self::Phases => "Mistakes in 100 moves".to_owned(),
            Self::Clock => "Mistakes by clock left".to_owned(),
            Self::MistakeKinds => "Kinds of mistakes".to_owned(),
            Self::Months => "Months".to_owned(),
        }
    }
}

/// All rows. `unfolded` has the openings whose variations are shown and the sections that are shown as a whole.
#[must_use]
pub(crate) fn statistics_rows(
    performance: &Performance,
    unfolded: &HashSet<StatisticsTarget>,
) -> Vec<StatisticsRow> {
    let mut rows = results(performance);
    for color in Color::ALL {
        rows.extend(first_moves(performance.first_moves(color), color, 0, unfolded));
        rows.extend(openings(performance, color, unfolded));
    }
    rows.extend(games_by_kind(performance));
    rows.extend(time_use(performance));
    rows.extend(mistakes(performance));
    rows.extend(months(performance, unfolded));
    rows
}

fn row(
    section: StatisticsSection,
    figure: PerformanceFigure,
    name: impl Into<String>,
    figures: RowFigures,
) -> StatisticsRow {
    let target = StatisticsTarget::Figure(figure);
    StatisticsRow { section, target, name: name.into(), fold: FoldState::Plain, depth: 0, figures }
}

/// Results overall, by color, over the last games and by time class.
fn results(performance: &Performance) -> Vec<StatisticsRow> {
    use StatisticsSection::{Form, Results, TimeClasses};
    let mut rows =
        vec![row(Results, PerformanceFigure::All, "all games", RowFigures::Score(performance.score()))];
    let colors = Color::ALL.into_iter().zip(performance.scores).filter(|(_, score)| score.games() > 0);
    rows.extend(colors.map(|(color, score)| {
        let figure = PerformanceFigure::Color(color);
        let name = figure.label();
        row(Results, figure, name, RowFigures::Score(score))
    }));
    rows.extend(performance.form().into_iter().map(|(period, score)| {
        row(Form, PerformanceFigure::Form(period), period.name(), RowFigures::Score(score))
    }));
    let classes = performance.time_classes();
    if classes.iter().any(|(class, _)| class.is_some()) {
        rows.extend(classes.into_iter().map(|(class, score)| {
            let name = class.map_or("unknown", TimeClass::name);
            row(TimeClasses, PerformanceFigure::TimeClass(class), name, RowFigures::Score(score))
        }));
    }
    rows
}

/// Results by the opponents' ratings, by length, and by how games ended.
fn games_by_kind(performance: &Performance) -> Vec<StatisticsRow> {
    use StatisticsSection::{Ends, Lengths, Opponents};
    let mut rows = Vec::new();
    if performance.score().rated > 0 {
        rows.extend(performance.opponents().into_iter().map(|(range, score)| {
            let name = range.map_or_else(|| "without a rating".to_owned(), RatingRange::name);
            row(Opponents, PerformanceFigure::OpponentRating(range), name, RowFigures::Score(score))
        }));
    }
    let lengths = GameLength::ALL.into_iter().zip(performance.lengths);
    let lengths = lengths.map(|(length, score)| {
        row(Lengths, PerformanceFigure::Length(length), length.name(), RowFigures::Score(score))
    });
    let ends = GameEnd::ALL.into_iter().zip(performance.ends);
    let ends =
        ends.map(|(end, score)| row(Ends, PerformanceFigure::End(end), end.name(), RowFigures::Score(score)));
    let has_games =
        |row: &StatisticsRow| matches!(row.figures, RowFigures::Score(score) if score.games() > 0);
    rows.extend(lengths.chain(ends).filter(has_games));
    rows
}

/// Time for a move by time class, and the games with time trouble below it.
fn time_use(performance: &Performance) -> Vec<StatisticsRow> {
    let section = StatisticsSection::TimeUse;
    let of_class = |(&class, of): (&TimeClass, &TimeUse)| {
        let time = row(section, PerformanceFigure::TimeUse(class), class.name(), RowFigures::Time(*of));
        let trouble = PerformanceFigure::TimeTrouble(class);
        let trouble = row(section, trouble, "time trouble", RowFigures::Score(of.trouble));
        let trouble = (of.trouble.games() > 0).then_some(StatisticsRow { depth: 1, ..trouble });
        std::iter::once(time).chain(trouble)
    };
    performance.time_use.iter().flat_map(of_class).collect()
}

/// First moves, each with those that follow it where they are unfolded.
fn first_moves(
    moves: Vec<FirstMove>,
    color: Color,
    depth: usize,
    unfolded: &HashSet<StatisticsTarget>,
) -> Vec<StatisticsRow> {
    let section = StatisticsSection::FirstMoves(color);
    let rows_of = |first: FirstMove| {
        let name = first.label();
        let figure = PerformanceFigure::FirstMoves { color, moves: first.moves };
        let row = row(section, figure, name, RowFigures::Score(first.score));
        let (fold, replies) = if first.replies.is_empty() {
            (FoldState::Plain, Vec::new())
        } else if unfolded.contains(&row.target) {
            (FoldState::Unfolded, first_moves(first.replies, color, depth + 1, unfolded))
        } else {
            (FoldState::Folded, Vec::new())
        };
        std::iter::once(StatisticsRow { fold, depth, ..row }).chain(replies)
    };
    moves.into_iter().flat_map(rows_of).collect()
}

/// The openings with one color, each with its variations where they are unfolded.
fn openings(
    performance: &Performance,
    color: Color,
    unfolded: &HashSet<StatisticsTarget>,
) -> Vec<StatisticsRow> {
    let section = StatisticsSection::Openings(color);
    let families = performance.openings(color);
    let rest = StatisticsTarget::Rest(section);
    let is_whole = unfolded.contains(&rest) || families.len() <= MAX_OPENINGS + 1;
    let shown = if is_whole { families.len() } else { MAX_OPENINGS };
    let mut rows: Vec<StatisticsRow> =
        families.iter().take(shown).flat_map(|family| family_rows(family, color, unfolded)).collect();
    if families.len() > MAX_OPENINGS + 1 {
        let hidden = families.len() - MAX_OPENINGS;
        let name = if is_whole {
            "only the most frequent openings".to_owned()
        } else {
            format!("{} more openings", group_digits(hidden as u64))
        };
        rows.push(rest_row(section, name, is_whole));
    }
    rows
}

/// The row that shows the rest of a section, or hides it again.
fn rest_row(section: StatisticsSection, name: String, is_whole: bool) -> StatisticsRow {
    let fold = if is_whole { FoldState::Unfolded } else { FoldState::Folded };
    let target = StatisticsTarget::Rest(section);
    StatisticsRow { section, target, name, fold, depth: 0, figures: RowFigures::Nothing }
}

fn family_rows(
    family: &OpeningFamily,
    color: Color,
    unfolded: &HashSet<StatisticsTarget>,
) -> Vec<StatisticsRow> {
    let section = StatisticsSection::Openings(color);
    let figure = PerformanceFigure::OpeningFamily { color, name: family.name.clone() };
    let name = if family.name.is_empty() { "unknown" } else { &family.name };
    let mut first = row(section, figure, name, RowFigures::Score(family.score));
    if family.variations.len() < 2 {
        return vec![first];
    }
    if !unfolded.contains(&first.target) {
        return vec![StatisticsRow { fold: FoldState::Folded, ..first }];
    }
    first.fold = FoldState::Unfolded;
    let variations = family.variations.iter().map(|variation| {
        let (eco, name) = (variation.eco.clone(), variation.name.clone());
        let figure = PerformanceFigure::OpeningVariation { color, eco, name };
        let label = variation_label(variation, family);
        let row = row(section, figure, label, RowFigures::Score(variation.score));
        StatisticsRow { depth: 1, ..row }
    });
    std::iter::once(first).chain(variations).collect()
}

/// The ECO code, and what the name of the variation adds to that of the family.
fn variation_label(variation: &OpeningVariation, family: &OpeningFamily) -> String {
    let added = variation.name.strip_prefix(family.name.as_str()).unwrap_or(&variation.name);
    let added = added.trim_start_matches([':', ',', ' ']);
    let added = if added.is_empty() { "main line" } else { added };
    format!("{} {added}", variation.eco).trim_start().to_owned()
}

/// Mistakes by phase, clock and kind; none where no game has a review.
fn mistakes(performance: &Performance) -> Vec<StatisticsRow> {
    use StatisticsSection::{Clock, MistakeKinds, Phases};
    if performance.moves.moves == 0 {
        return Vec::new();
    }
    let moves = |section, figure, name: &str, moves: &JudgedMoves| {
        (moves.moves > 0).then(|| row(section, figure, name, RowFigures::Moves(*moves)))
    };
    let phases = GamePhase::ALL.into_iter().zip(&performance.phases);
    let clock = ClockLeft::ALL.into_iter().zip(&performance.clock);
    let kinds = MistakeKind::ALL.into_iter().zip(performance.kinds);
    let all = moves(Phases, PerformanceFigure::Reviewed, "all moves", &performance.moves);
    let by_phase =
        phases.filter_map(|(phase, of)| moves(Phases, PerformanceFigure::Phase(phase), phase.name(), of));
    let by_clock =
        clock.filter_map(|(left, of)| moves(Clock, PerformanceFigure::ClockLeft(left), left.name(), of));
    let by_kind = kinds.map(|(kind, counts)| {
        let figures = RowFigures::Mistakes(counts);
        row(MistakeKinds, PerformanceFigure::MistakeKind(kind), kind.name(), figures)
    });
    all.into_iter().chain(by_phase).chain(by_clock).chain(by_kind).collect()
}

/// The months, the latest first, then the games without a date.
fn months(performance: &Performance, unfolded: &HashSet<StatisticsTarget>) -> Vec<StatisticsRow> {
    let section = StatisticsSection::Months;
    let count = performance.months.len();
    let is_whole = unfolded.contains(&StatisticsTarget::Rest(section)) || count <= MAX_MONTHS + 1;
    let shown = if is_whole { count } else { MAX_MONTHS };
    let latest = performance.months.iter().rev().take(shown);
    let mut rows: Vec<StatisticsRow> = latest
        .map(|(month, of)| {
            let figure = PerformanceFigure::Month(Some(month.clone()));
            let figures = RowFigures::Month(of.score, of.reviewed, of.accuracy());
            row(section, figure, month_name(month), figures)
        })
        .collect();
    if count > MAX_MONTHS + 1 {
        let name = if is_whole {
            "only the latest months".to_owned()
        } else {
            pluralized(count - MAX_MONTHS, "earlier month")
        };
        rows.push(rest_row(section, name, is_whole));
    }
    if performance.undated.games() > 0 {
        let figures = RowFigures::Score(performance.undated);
        rows.push(row(section, PerformanceFigure::Month(None), "without a date", figures));
    }
    rows
}
