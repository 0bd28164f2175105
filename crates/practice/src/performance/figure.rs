//! Figures of the statistics, each of which stands for the games that it was counted from.

use super::clock_left::ClockLeft;
use super::mistake_kind::MistakeKind;
use super::phase::GamePhase;
use chess::Color;
use chess::names::color_name;
use game::TimeClass;

/// A figure of the statistics.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PerformanceFigure {
    /// The score over all games.
    All,
    /// The score with one color.
    Color(Color),
    /// The score in one time class; None for games whose class is unknown.
    TimeClass(Option<TimeClass>),
    /// The score of an opening with one color.
    OpeningFamily {
        /// The player's color.
        color: Color,
        /// The name, as in [`OpeningFamily`](super::OpeningFamily); empty if it is unknown.
        name: String,
    },
    /// The score of a variation of an opening with one color.
    OpeningVariation {
        /// The player's color.
        color: Color,
        /// The ECO code; empty if it is unknown.
        eco: String,
        /// The whole name; empty if it is unknown.
        name: String,
    },
    /// The score in one month, as `2024.03`; None for games whose month is unknown.
    Month(Option<String>),
    /// The moves of all games with a finished review.
    Reviewed,
    /// Mistakes in one phase.
    Phase(GamePhase),
    /// Mistakes with so much time left.
    ClockLeft(ClockLeft),
    /// Mistakes of one kind.
    MistakeKind(MistakeKind),
}

impl PerformanceFigure {
    /// The games of the figure in a few words: `Sicilian Defense with Black`. Names of openings are as they are in
    /// the games.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::All => "all your games".to_owned(),
            Self::Color(color) => format!("with {}", color_name(*color)),
            Self::TimeClass(Some(class)) => class.name().to_owned(),
            Self::TimeClass(None) => "time class unknown".to_owned(),
            Self::OpeningFamily { color, name } => opening_label(name, *color),
            Self::OpeningVariation { color, eco, name } => {
                opening_label(if name.is_empty() { eco } else { name }, *color)
            }
            Self::Month(Some(month)) => month_name(month),
            Self::Month(None) => "without a date".to_owned(),
            Self::Reviewed => "reviewed games".to_owned(),
            Self::Phase(phase) => format!("mistakes in the {}", phase.name()),
            Self::ClockLeft(range) => format!("mistakes with {} left", range.name()),
            Self::MistakeKind(kind) => kind.name().to_owned(),
        }
    }
}

fn opening_label(name: &str, color: Color) -> String {
    let name = if name.is_empty() { "unknown opening" } else { name };
    format!("{name} with {}", color_name(color))
}

/// The names of the months.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A month in words: `March 2024` for `2024.03`.
#[must_use]
pub fn month_name(month: &str) -> String {
    let named = month.split_once('.').and_then(|(year, number)| {
        let index = number.parse::<usize>().ok()?.checked_sub(1)?;
        Some(format!("{} {year}", MONTHS.get(index)?))
    });
    named.unwrap_or_else(|| month.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_says_which_games_it_is_about() {
        let opening =
            |name: &str| PerformanceFigure::OpeningFamily { color: Color::Black, name: name.to_owned() };
        for (figure, label) in [
            (PerformanceFigure::Color(Color::White), "with White"),
            (PerformanceFigure::TimeClass(Some(TimeClass::Blitz)), "blitz"),
            (opening("Sicilian Defense"), "Sicilian Defense with Black"),
            (opening(""), "unknown opening with Black"),
            (PerformanceFigure::Month(Some("2024.03".to_owned())), "March 2024"),
            (PerformanceFigure::Phase(GamePhase::Endgame), "mistakes in the endgame"),
            (PerformanceFigure::ClockLeft(ClockLeft::Under10Seconds), "mistakes with under 10 s left"),
            (PerformanceFigure::MistakeKind(MistakeKind::AllowedMate), "allowed a forced mate"),
        ] {
            assert_eq!(figure.label(), label);
        }
    }

    #[test]
    fn a_month_is_named_where_it_is_one() {
        assert_eq!(
            ["2024.01", "2024.12", "2024.13", "2024.00", ""].map(month_name),
            ["January 2024", "December 2024", "2024.13", "2024.00", ""]
        );
    }
}
