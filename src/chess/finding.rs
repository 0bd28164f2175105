//! What has been found out about one position of a game: the best line, and the result where it is certain.

use super::ending::Ending;
use super::line::{Bound, Certainty, Line};
use super::score::{Score, Value, expected_share};
use super::unit::{Depth, Ply};
use super::verdict::Verdict;
use shakmaty::Move;

/// What is known of a position, from its side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The best line with its score; None where the game is over.
    pub line: Option<Line>,
    /// The result, where a table, a proof, a forced mate or the rules make it certain.
    pub fact: Option<Fact>,
    /// The depth of the search behind the line; nought where it is not known, or none was needed.
    pub depth: Depth,
}

/// The score in centipawns beyond which a position counts as decided: more of it is worth nothing, and a mate
/// is worth as much.
pub const DECIDED: i16 = 1_000;

/// A result that is certain, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The side to move wins.
    Win(Distance),
    /// Neither side wins against the best play.
    Draw,
    /// The side to move loses.
    Loss(Distance),
}

/// How far away a certain mate is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// So many half-moves, and no fewer: a table or a proof says so.
    Exactly(Ply),
    /// So many half-moves or fewer: the mate is forced, a shorter one is not excluded.
    Within(Ply),
    /// Nobody knows: who wins is all that is certain.
    Unknown,
}

impl Finding {
    /// A game that is over.
    #[must_use]
    pub const fn over(ending: Ending) -> Self {
        let fact = match ending {
            Ending::Checkmate { .. } => Fact::Loss(Distance::Exactly(Ply::ZERO)),
            _ => Fact::Draw,
        };
        Self { line: None, fact: Some(fact), depth: Depth::ZERO }
    }

    /// A position with its best line. A mate is a fact unless it is only claimed, and so is a draw that is
    /// proven.
    #[must_use]
    pub fn of(line: Line) -> Self {
        let fact = Fact::of(&line);
        Self { line: Some(line), fact, depth: Depth::ZERO }
    }

    /// The same, by a search of this depth.
    #[must_use]
    pub fn at_depth(self, depth: Depth) -> Self {
        Self { depth, ..self }
    }

    /// The best move; None where the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<Move> {
        self.line.as_ref()?.moves.first().copied()
    }

    /// What it is worth to its side to move in centipawns, a certain draw nothing, cut to [`DECIDED`].
    #[must_use]
    pub fn centipawns(&self) -> i16 {
        match (self.fact, self.score().value()) {
            (Some(Fact::Win(_)), _) | (None, Value::Wins | Value::Mates(_)) => DECIDED,
            (Some(Fact::Loss(_)), _) | (None, Value::Loses | Value::Mated(_)) => -DECIDED,
            (Some(Fact::Draw), _) => 0,
            (None, Value::Centipawns(value)) => value.clamp(-DECIDED, DECIDED),
        }
    }

    /// The chances of its side to move, 0.0 to 1.0.
    #[must_use]
    pub fn chances(&self) -> f64 {
        expected_share(self.centipawns())
    }

    /// How firm it is: an exact fact before a fact, a fact before an opinion, then the deeper search.
    #[must_use]
    pub fn firmness(&self) -> (u8, Depth) {
        let fact = match self.fact {
            Some(Fact::Draw | Fact::Win(Distance::Exactly(_)) | Fact::Loss(Distance::Exactly(_))) => 2,
            Some(_) => 1,
            None => 0,
        };
        (fact, self.depth)
    }

    /// The score from the side to move: that of the line, or of the result where the game is over.
    #[must_use]
    pub fn score(&self) -> Score {
        match (&self.line, self.fact) {
            (Some(line), _) => line.score,
            (None, Some(Fact::Loss(_))) => Score::mated_in(Ply::ZERO),
            (None, _) => Score::DRAW,
        }
    }
}

impl Fact {
    /// What a line makes certain.
    fn of(line: &Line) -> Option<Self> {
        let certain = |against: Bound| line.certainty != Certainty::Claimed && line.bound != against;
        let distance = |plies| match (line.bound, line.certainty) {
            (Bound::Exact, Certainty::Proven) => Distance::Exactly(plies),
            _ => Distance::Within(plies),
        };
        match line.score.value() {
            Value::Mates(plies) if certain(Bound::AtMost) => Some(Self::Win(distance(plies))),
            Value::Mated(plies) if certain(Bound::AtLeast) => Some(Self::Loss(distance(plies))),
            Value::Centipawns(0) if line.certainty == Certainty::Proven => Some(Self::Draw),
            _ => None,
        }
    }

    /// The same result as the side that has just moved sees it. The distance stays that of the position.
    #[must_use]
    pub const fn for_mover(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance),
            Self::Draw => Self::Draw,
            Self::Loss(distance) => Self::Win(distance),
        }
    }

    /// The same with its distance as a verdict; None where the distance is not exact.
    #[must_use]
    pub const fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Win(Distance::Exactly(plies)) => Some(Verdict::Win(plies)),
            Self::Draw => Some(Verdict::Draw),
            Self::Loss(Distance::Exactly(plies)) => Some(Verdict::Loss(plies)),
            Self::Win(_) | Self::Loss(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Color;

    fn found(score: Score, bound: Bound, certainty: Certainty) -> Option<Fact> {
        Finding::of(Line { score, bound, certainty, moves: Vec::new(), ends_in: None }).fact
    }

    #[test]
    fn only_what_is_certain_is_a_fact() {
        let (wins, loses) = (Score::mates_in(Ply::new(5)), Score::mated_in(Ply::new(4)));
        let exact = Distance::Exactly(Ply::new(5));
        assert_eq!(found(wins, Bound::Exact, Certainty::Proven), Some(Fact::Win(exact)));
        let within = Distance::Within(Ply::new(4));
        assert_eq!(found(loses, Bound::Exact, Certainty::Searched), Some(Fact::Loss(within)));
        assert_eq!(found(wins, Bound::Exact, Certainty::Claimed), None);
        assert_eq!(found(wins, Bound::AtMost, Certainty::Searched), None);
        assert_eq!(found(loses, Bound::AtLeast, Certainty::Searched), None);
        assert_eq!(found(Score::DRAW, Bound::Exact, Certainty::Proven), Some(Fact::Draw));
        assert_eq!(found(Score::DRAW, Bound::Exact, Certainty::Searched), None);
        assert_eq!(found(Score::centipawns(2_000), Bound::Exact, Certainty::Searched), None);
    }

    #[test]
    fn a_game_that_is_over_is_a_fact() {
        let mate = Finding::over(Ending::Checkmate { winner: Color::White });
        assert_eq!(mate.fact.and_then(Fact::verdict), Some(Verdict::Loss(Ply::ZERO)));
        assert_eq!(mate.score(), Score::mated_in(Ply::ZERO));
        assert_eq!(Finding::over(Ending::Threefold).fact, Some(Fact::Draw));
    }
}
