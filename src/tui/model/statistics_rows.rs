//! The rows of the page of statistics: one for each figure, in sections.

use std::collections::HashSet;

use crate::chess::Color;
use crate::chess::names::{color_name, group_digits, pluralized};
use crate::game::TimeClass;
use crate::practice::Performance;
use crate::practice::performance::figure::month_name;
use crate::practice::performance::{
    ClockLeft, GamePhase, GameScore, JudgedMoves, MistakeKind, OpeningFamily, OpeningVariation,
    PerformanceFigure,
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
    /// Results by time class.
    TimeClasses,
    /// Results of openings with one color.
    Openings(Color),
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
    /// It belongs to a row above.
    Child,
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
            Self::TimeClasses => "Time classes".to_owned(),
            Self::Openings(color) => format!("Openings with {}", color_name(color)),
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
        rows.extend(openings(performance, color, unfolded));
    }
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
    StatisticsRow { section, target, name: name.into(), fold: FoldState::Plain, figures }
}

/// Results overall, by color and by time class.
fn results(performance: &Performance) -> Vec<StatisticsRow> {
    use StatisticsSection::{Results, TimeClasses};
    let mut rows =
        vec![row(Results, PerformanceFigure::All, "all games", RowFigures::Score(performance.score()))];
    let colors = Color::ALL.into_iter().zip(performance.scores).filter(|(_, score)| score.games() > 0);
    rows.extend(colors.map(|(color, score)| {
        let figure = PerformanceFigure::Color(color);
        let name = figure.label();
        row(Results, figure, name, RowFigures::Score(score))
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
    StatisticsRow { section, target, name, fold, figures: RowFigures::Nothing }
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
        StatisticsRow { fold: FoldState::Child, ..row }
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
