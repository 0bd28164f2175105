//! A training sample: a position with the score of a search and the result of its game, as a line of text.
//!
//! `FEN;SCORE;RESULT`: the score in centipawns and the result (1, 0.5 or 0) as White sees them. Empty lines
//! and lines that begin with `#` hold no position.

use std::fmt;
use std::str::FromStr;

use chess::Color;

/// A position of a selfplay game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub fen: String,
    /// The score of the search in centipawns, from White's point of view; no mate.
    pub score: i16,
    /// How the game ended.
    pub outcome: SelfplayOutcome,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfplayOutcome {
    /// White won.
    White,
    /// A draw.
    Draw,
    /// Black won.
    Black,
}

/// The error for a line that is no sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not FEN;SCORE;RESULT with a score in centipawns and a result of 1, 0.5 or 0")]
pub struct SampleParseError;

impl SelfplayOutcome {
    /// The outcome by the winner; None is a draw.
    #[must_use]
    pub const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }

    /// White's points.
    #[must_use]
    pub const fn points(self) -> f32 {
        match self {
            Self::White => 1.0,
            Self::Draw => 0.5,
            Self::Black => 0.0,
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.fen, self.score, self.outcome.points())
    }
}

impl FromStr for Sample {
    type Err = SampleParseError;

    fn from_str(line: &str) -> Result<Self, SampleParseError> {
        let mut fields = line.trim_end().split(';');
        let (Some(fen), Some(score), Some(points), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(SampleParseError);
        };
        let outcome = match points.trim() {
            "1" | "1.0" => SelfplayOutcome::White,
            "0.5" => SelfplayOutcome::Draw,
            "0" | "0.0" => SelfplayOutcome::Black,
            _ => return Err(SampleParseError),
        };
        let score = score.trim().parse().map_err(|_| SampleParseError)?;
        Ok(Self { fen: fen.trim().to_owned(), score, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for (winner, points) in [(Some(Color::White), "1"), (None, "0.5"), (Some(Color::Black), "0")] {
            let fen = "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1".to_owned();
            let sample = Sample { fen, score: -31, outcome: SelfplayOutcome::of(winner) };
            let line = sample.to_string();
            assert_eq!(line, format!("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1;-31;{points}"));
            assert_eq!(line.parse(), Ok(sample));
        }
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "a;1", "a;b;1", "a;1;2", "a;1;1;1"] {
            assert_eq!(line.parse::<Sample>(), Err(SampleParseError), "{line}");
        }
    }
}
