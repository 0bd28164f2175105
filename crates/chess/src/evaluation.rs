//! The evaluation of one position of a game: the best line, and the result where it is certain.

use shakmaty::Move;

use super::line::{Bound, Certainty, Line};
use super::score::{Score, ScoreValue, winning_chances};
use super::termination::GameTermination;
use super::unit::{Depth, Ply};
use super::verdict::Verdict;

/// The evaluation of a position for its side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionEvaluation {
    /// The best line with its score; None if the game is over.
    pub line: Option<Line>,
    /// The result, if a table, a proof, a forced mate or the rules make it certain.
    pub known_result: Option<KnownResult>,
    /// The depth of the search; 0 if it is unknown or no search was needed.
    pub depth: Depth,
}

/// The score in centipawns from which a position counts as decided: higher scores count the same, and from a mate to one of
/// them nothing is lost.
pub const MAX_WINNING_CENTIPAWNS: i16 = 1_000;

/// Score in centipawns up to which the scores of this engine are nearly those of Stockfish. Of what exceeds it, Stockfish
/// gives a quarter: measured with Stockfish 15.1 and 50,000 nodes on the games of Lichess' players that the manual names.
const LARGE_SCORE: i16 = 400;

/// A result that is certain, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownResult {
    /// The side to move wins.
    Win(DistanceToMate),
    /// A draw under best play.
    Draw,
    /// The side to move loses.
    Loss(DistanceToMate),
}

/// The distance to a certain mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DistanceToMate {
    /// Exactly this many half-moves, by a table or a proof.
    Exactly(Ply),
    /// At most this many half-moves: the mate is forced, but a shorter one is not excluded.
    Within(Ply),
    /// Unknown: only the winner is certain.
    Unknown,
}

impl PositionEvaluation {
    /// A game that is over.
    #[must_use]
    pub const fn game_over(ending: GameTermination) -> Self {
        let known_result = match ending {
            GameTermination::Checkmate { .. } => KnownResult::Loss(DistanceToMate::Exactly(Ply::ZERO)),
            _ => KnownResult::Draw,
        };
        Self { line: None, known_result: Some(known_result), depth: Depth::ZERO }
    }

    /// A position with its best line. A mate is certain unless it is only claimed by an external engine, and
    /// so is a proven draw.
    #[must_use]
    pub fn from_line(line: Line) -> Self {
        let known_result = KnownResult::of(&line);
        Self { line: Some(line), known_result, depth: Depth::ZERO }
    }

    /// With the depth of the search.
    #[must_use]
    pub fn with_depth(self, depth: Depth) -> Self {
        Self { depth, ..self }
    }

    /// The best move; None if the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.line.as_ref()?.moves.first().copied()
    }

    /// The score for the side to move in centipawns, clamped to [`MAX_WINNING_CENTIPAWNS`]; 0 for a certain
    /// draw.
    #[must_use]
    pub fn centipawns(&self) -> i16 {
        match (self.known_result, self.score().value()) {
            (Some(KnownResult::Win(_)), _) | (None, ScoreValue::Wins | ScoreValue::Mates(_)) => {
                MAX_WINNING_CENTIPAWNS
            }
            (Some(KnownResult::Loss(_)), _) | (None, ScoreValue::Loses | ScoreValue::Mated(_)) => {
                -MAX_WINNING_CENTIPAWNS
            }
            (Some(KnownResult::Draw), _) => 0,
            (None, ScoreValue::Centipawns(value)) => {
                value.clamp(-MAX_WINNING_CENTIPAWNS, MAX_WINNING_CENTIPAWNS)
            }
        }
    }

    /// The winning chances of the side to move, 0.0 to 1.0, by a score of this engine. They are larger for a certain win
    /// than for any score.
    #[must_use]
    pub fn winning_chances(&self) -> f64 {
        winning_chances(match (self.known_result, self.score().value()) {
            (None, ScoreValue::Centipawns(_)) => calibrated(self.centipawns()),
            _ => self.centipawns(),
        })
    }

    /// The winning chances, 0.0 to 1.0, by which another evaluation for the same side is worse. 0 between decided positions: a
    /// mate and a score from [`MAX_WINNING_CENTIPAWNS`] on count the same.
    #[must_use]
    pub fn lead_over(&self, other: &Self) -> f64 {
        self.lead(other.centipawns(), other.winning_chances())
    }

    /// The winning chances, 0.0 to 1.0, that a move to a position with the evaluation `after` loses. 0 between decided
    /// positions, as in [`Self::lead_over`].
    #[must_use]
    pub fn lost_by_move_to(&self, after: &Self) -> f64 {
        self.lead(-after.centipawns(), 1.0 - after.winning_chances())
    }

    fn lead(&self, centipawns: i16, winning_chances: f64) -> f64 {
        if self.centipawns() == centipawns {
            0.0
        } else {
            (self.winning_chances() - winning_chances).max(0.0)
        }
    }

    /// Reliability, for ordering: exact results before certain ones, certain ones before search scores, then
    /// by depth.
    #[must_use]
    pub fn reliability(&self) -> (u8, Depth) {
        let fact = match self.known_result {
            Some(
                KnownResult::Draw
                | KnownResult::Win(DistanceToMate::Exactly(_))
                | KnownResult::Loss(DistanceToMate::Exactly(_)),
            ) => 2,
            Some(_) => 1,
            None => 0,
        };
        (fact, self.depth)
    }

    /// The score for the side to move: that of the line, or of the result if the game is over.
    #[must_use]
    pub fn score(&self) -> Score {
        match (&self.line, self.known_result) {
            (Some(line), _) => line.score,
            (None, Some(KnownResult::Loss(_))) => Score::mated_in(Ply::ZERO),
            (None, _) => Score::DRAW,
        }
    }
}

/// A score of this engine, within [`MAX_WINNING_CENTIPAWNS`], on the scale of Stockfish, to whose scores Lichess fitted its
/// winning chances.
fn calibrated(centipawns: i16) -> i16 {
    let small = centipawns.clamp(-LARGE_SCORE, LARGE_SCORE);
    small + (centipawns - small) / 4
}

impl KnownResult {
    /// The certain result of a line, if any.
    fn of(line: &Line) -> Option<Self> {
        let certain = |against: Bound| line.certainty != Certainty::Claimed && line.bound != against;
        let distance = |plies| match (line.bound, line.certainty) {
            (Bound::Exact, Certainty::Proven) => DistanceToMate::Exactly(plies),
            _ => DistanceToMate::Within(plies),
        };
        match line.score.value() {
            ScoreValue::Mates(plies) if certain(Bound::AtMost) => Some(Self::Win(distance(plies))),
            ScoreValue::Mated(plies) if certain(Bound::AtLeast) => Some(Self::Loss(distance(plies))),
            ScoreValue::Centipawns(0) if line.certainty == Certainty::Proven => Some(Self::Draw),
            _ => None,
        }
    }

    /// The result for the side that has just moved. The distance stays that of the position.
    #[must_use]
    pub const fn for_mover(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance),
        }
    }

    /// The result as a verdict; None if the distance is not exact.
    #[must_use]
    pub const fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Win(DistanceToMate::Exactly(plies)) => Some(Verdict::Win(plies)),
            Self::Draw => Some(Verdict::Draw),
            Self::Loss(DistanceToMate::Exactly(plies)) => Some(Verdict::Loss(plies)),
            Self::Win(_) | Self::Loss(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    fn found(score: Score, bound: Bound, certainty: Certainty) -> Option<KnownResult> {
        PositionEvaluation::from_line(Line { score, bound, certainty, moves: Vec::new(), ends_in: None })
            .known_result
    }

    #[test]
    fn only_what_is_certain_is_a_fact() {
        let (wins, loses) = (Score::mates_in(Ply::new(5)), Score::mated_in(Ply::new(4)));
        let exact = DistanceToMate::Exactly(Ply::new(5));
        assert_eq!(found(wins, Bound::Exact, Certainty::Proven), Some(KnownResult::Win(exact)));
        let within = DistanceToMate::Within(Ply::new(4));
        assert_eq!(found(loses, Bound::Exact, Certainty::Searched), Some(KnownResult::Loss(within)));
        assert_eq!(found(wins, Bound::Exact, Certainty::Claimed), None);
        assert_eq!(found(wins, Bound::AtMost, Certainty::Searched), None);
        assert_eq!(found(loses, Bound::AtLeast, Certainty::Searched), None);
        assert_eq!(found(Score::DRAW, Bound::Exact, Certainty::Proven), Some(KnownResult::Draw));
        assert_eq!(found(Score::DRAW, Bound::Exact, Certainty::Searched), None);
        assert_eq!(found(Score::centipawns(2_000), Bound::Exact, Certainty::Searched), None);
    }

    #[test]
    fn large_scores_are_calibrated_and_a_certain_win_is_above_them() {
        let evaluation = |score, certainty| {
            let (bound, moves) = (Bound::Exact, Vec::new());
            PositionEvaluation::from_line(Line { score, bound, certainty, moves, ends_in: None })
        };
        let at = |value| evaluation(Score::centipawns(value), Certainty::Searched);
        let searched = |value| at(value).winning_chances();
        for (ours, stockfish) in [(0, 0), (-150, -150), (400, 400), (800, 500), (-800, -500), (2_000, 550)] {
            let expected = winning_chances(stockfish);
            assert!((searched(ours) - expected).abs() < 1e-9, "{ours}");
        }
        let mate = evaluation(Score::mates_in(Ply::new(5)), Certainty::Proven);
        assert!(searched(30_000) < mate.winning_chances());
        // Between decided positions nothing is lost.
        assert!(mate.lead_over(&at(1_000)) == 0.0 && at(3_000).lost_by_move_to(&at(-1_000)) == 0.0);
        assert!(mate.lead_over(&at(900)) > 0.05 && at(-900).lead_over(&at(-1_000)) > 0.0);
        let (lead, lost) = (at(90).lead_over(&at(-450)), at(90).lost_by_move_to(&at(450)));
        assert!((lead - 0.402).abs() < 1e-3 && (lost - lead).abs() < 1e-9, "{lead} {lost}");
        assert!(at(-450).lead_over(&at(90)) == 0.0);
    }

    #[test]
    fn a_game_that_is_over_is_a_fact() {
        let mate = PositionEvaluation::game_over(GameTermination::Checkmate { winner: Color::White });
        assert_eq!(mate.known_result.and_then(KnownResult::verdict), Some(Verdict::Loss(Ply::ZERO)));
        assert_eq!(mate.score(), Score::mated_in(Ply::ZERO));
        assert_eq!(
            PositionEvaluation::game_over(GameTermination::Threefold).known_result,
            Some(KnownResult::Draw)
        );
    }
}
