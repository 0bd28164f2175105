//! Figures of the statistics, each of which stands for the games that it was counted from.

use super::clock_left::ClockLeft;
use super::form::FormPeriod;
use super::game_end::GameEnd;
use super::game_length::GameLength;
use super::mistake_kind::MistakeKind;
use super::opponent_rating::RatingRange;
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
    /// The score of games with one color that begin with some moves, as in [`FirstMove`](super::FirstMove).
    FirstMoves {
        /// The player's color.
        color: Color,
        /// The moves from the start: `e4 c5`.
        moves: String,
    },
    /// The score over a period up to the latest game.
    Form(FormPeriod),
    /// The score against opponents with such a rating; None for those without one.
    OpponentRating(Option<RatingRange>),
    /// The score of games of such a length.
    Length(GameLength),
    /// The score of games that ended so.
    End(GameEnd),
    /// Time for a move, in games of a time class with the player's clock.
    TimeUse(TimeClass),
    /// The score of those among them with time trouble.
    TimeTrouble(TimeClass),
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
            Self::All => "all games".to_owned(),
            Self::Color(color) => format!("with {}", color_name(*color)),
            Self::TimeClass(Some(class)) => class.name().to_owned(),
            Self::TimeClass(None) => "time class unknown".to_owned(),
            Self::OpeningFamily { color, name } => opening_label(name, *color),
            Self::OpeningVariation { color, eco, name } => {
                opening_label(if name.is_empty() { eco } else { name }, *color)
            }
            Self::FirstMoves { color, moves } => format!("{} with {}", numbered(moves), color_name(*color)),
            Self::Form(period) => period.name().to_owned(),
            Self::OpponentRating(Some(range)) => format!("opponents rated {}", range.name()),
            Self::OpponentRating(None) => "opponents without a rating".to_owned(),
            Self::Length(length) => length.name().to_owned(),
            Self::End(end) => format!("ended by: {}", end.name()),
            Self::TimeUse(class) => format!("{} with a clock", class.name()),
            Self::TimeTrouble(class) => format!("time trouble in {}", class.name()),
            Self::Month(Some(month)) => month_name(month),
            Self::Month(None) => "without a date".to_owned(),
            Self::Reviewed => "reviewed games".to_owned(),
            Self::Phase(phase) => format!("mistakes in the {}", phase.name()),
            Self::ClockLeft(range) => format!("mistakes with {} left", range.name()),
            Self::MistakeKind(kind) => kind.name().to_owned(),
        }
    }
}

/// First moves with their numbers: `1.e4 c5 2.Nf3`.
fn numbered(moves: &str) -> String {
    let moves = moves.split(' ').enumerate();
    let words =
        moves.map(|(ply, san)| if ply % 2 == 0 { format!("{}.{san}", ply / 2 + 1) } else { san.to_owned() });
    words.collect::<Vec<_>>().join(" ")
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
            (
                PerformanceFigure::FirstMoves { color: Color::Black, moves: "e4 c5 Nf3".to_owned() },
                "1.e4 c5 2.Nf3 with Black",
            ),
            (PerformanceFigure::OpponentRating(Some(RatingRange::of(2_512))), "opponents rated 2500 to 2599"),
            (PerformanceFigure::End(GameEnd::Time), "ended by: time ran out"),
            (PerformanceFigure::TimeTrouble(TimeClass::Blitz), "time trouble in blitz"),
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
