//! Scores, in types that keep three points of view apart.
//!
//! [`Score`] is for the side to move and counts mates from the root; [`TtScore`] counts them from the stored
//! node (Eppstein, "Forcing progress in winning positions"); [`WhiteScore`] is for White, as shown to users.
//! A shorter mate has a higher score; otherwise a program could delay a mate in one forever (Moreland,
//! "Checkmate/Stalemate Scoring").

use std::fmt;
use std::ops::Neg;

use shakmaty::Color;

use super::unit::Ply;

/// The score of checkmate on the board, before the distance is subtracted.
const MATE: i16 = 32_000;
/// The lowest mate score: [`Ply::MAX`] half-moves away.
const MIN_MATE: i16 = MATE - Ply::MAX.get().cast_signed();
/// A win of unknown length.
const WIN: i16 = 30_000;
/// The lowest score of a win of unknown length: search margins may lower [`Score::WIN`] without making it a
/// centipawn score.
const MIN_WIN: i16 = 29_000;

/// The fifty-move rule in half-moves.
pub const FIFTY_MOVES: u16 = 100;

/// A score from the side to move's point of view; mates are counted from the root.
///
/// ```
/// use matescope_chess::{Color, Ply, Score, ScoreValue};
///
/// let mate_in_three = Score::mates_in(Ply::new(5));
/// assert_eq!(-mate_in_three, Score::mated_in(Ply::new(5)));
/// assert!(Score::mates_in(Ply::new(3)) > mate_in_three, "the nearer mate is better");
/// assert!(mate_in_three > Score::centipawns(2_500));
///
/// let good_for_black = Score::centipawns(35).for_white(Color::Black);
/// assert_eq!(good_for_black.value(), ScoreValue::Centipawns(-35));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

/// The meaning of a [`Score`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreValue {
    /// Centipawns for the side in question.
    Centipawns(i16),
    /// The side in question wins by a mate of unknown length: the fifty-move counter cut it off, or its line
    /// is incomplete.
    Wins,
    /// The side in question loses in the same way.
    Loses,
    /// The side in question mates in this many half-moves (odd for the side to move).
    Mates(Ply),
    /// The side in question is mated in this many half-moves; 0 is checkmate on the board.
    Mated(Ply),
}

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Lower than every score.
    pub const LOWEST: Self = Self(-MATE - 1);
    /// Higher than every score.
    pub const HIGHEST: Self = Self(MATE + 1);
    /// A win of unknown length for the side to move: the highest score that is no mate.
    pub const WIN: Self = Self(WIN);

    /// A score in centipawns, clamped to ±28,999.
    #[must_use]
    pub fn centipawns(value: i32) -> Self {
        const MAX_CENTIPAWNS: i16 = MIN_WIN - 1;
        let most = i32::from(MAX_CENTIPAWNS);
        Self(i16::try_from(value.clamp(-most, most)).unwrap_or(MAX_CENTIPAWNS))
    }

    /// The side to move mates after `plies` half-moves from the root.
    #[must_use]
    pub const fn mates_in(plies: Ply) -> Self {
        Self(MATE - plies.get().cast_signed())
    }

    /// The side to move is mated after `plies` half-moves from the root; 0 is checkmate on the board.
    #[must_use]
    pub const fn mated_in(plies: Ply) -> Self {
        Self(plies.get().cast_signed() - MATE)
    }

    /// The raw number, for arithmetic in the search and for packing; ±32,001 at most.
    #[must_use]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// A score from a raw number of [`Score::raw`], clamped to the range.
    #[must_use]
    pub fn from_raw(raw: i32) -> Self {
        let most = i32::from(Self::HIGHEST.0);
        Self(i16::try_from(raw.clamp(-most, most)).unwrap_or_default())
    }

    /// Whether it is a mate for the side to move.
    #[must_use]
    pub const fn is_mating(self) -> bool {
        self.0 >= MIN_MATE && self.0 <= MATE
    }

    /// Whether it is a mate against the side to move.
    #[must_use]
    pub const fn is_mated(self) -> bool {
        self.0 <= -MIN_MATE && self.0 >= -MATE
    }

    /// Whether it is a mate score for either side.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.is_mating() || self.is_mated()
    }

    /// Whether it is a win of unknown length for either side.
    #[must_use]
    pub const fn is_win_of_unknown_length(self) -> bool {
        matches!(self.value(), ScoreValue::Wins | ScoreValue::Loses)
    }

    /// The meaning of the score.
    #[must_use]
    pub const fn value(self) -> ScoreValue {
        if self.is_mating() {
            ScoreValue::Mates(Ply::new((MATE - self.0).cast_unsigned()))
        } else if self.is_mated() {
            ScoreValue::Mated(Ply::new((MATE + self.0).cast_unsigned()))
        } else if self.0 >= MIN_WIN {
            ScoreValue::Wins
        } else if self.0 <= -MIN_WIN {
            ScoreValue::Loses
        } else {
            ScoreValue::Centipawns(self.0)
        }
    }

    /// The distance to mate in half-moves from the root, for either side, if it is a mate score.
    #[must_use]
    pub const fn mate_distance(self) -> Option<Ply> {
        match self.value() {
            ScoreValue::Mates(plies) | ScoreValue::Mated(plies) => Some(plies),
            ScoreValue::Centipawns(_) | ScoreValue::Wins | ScoreValue::Loses => None,
        }
    }

    /// The score without a mate distance: a mate becomes a win or loss of unknown length; other scores stay.
    #[must_use]
    pub const fn without_mate(self) -> Self {
        if self.is_mating() {
            Self(WIN)
        } else if self.is_mated() {
            Self(-WIN)
        } else {
            self
        }
    }

    /// Converts for the transposition table: mates are counted from the node at `ply` instead of from the
    /// root.
    #[must_use]
    pub const fn to_tt(self, ply: Ply) -> TtScore {
        let shift = ply.get().cast_signed();
        if self.is_mating() {
            TtScore(if self.0 > MATE - shift { MATE } else { self.0 + shift })
        } else if self.is_mated() {
            TtScore(if self.0 < shift - MATE { -MATE } else { self.0 - shift })
        } else {
            TtScore(self.0)
        }
    }

    /// The score from White's point of view, with `turn` to move.
    #[must_use]
    pub const fn for_white(self, turn: Color) -> WhiteScore {
        let value = match (turn, self.value()) {
            (Color::White, value) => value,
            (Color::Black, ScoreValue::Centipawns(value)) => ScoreValue::Centipawns(-value),
            (Color::Black, ScoreValue::Wins) => ScoreValue::Loses,
            (Color::Black, ScoreValue::Loses) => ScoreValue::Wins,
            (Color::Black, ScoreValue::Mates(plies)) => ScoreValue::Mated(plies),
            (Color::Black, ScoreValue::Mated(plies)) => ScoreValue::Mates(plies),
        };
        WhiteScore(value)
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            ScoreValue::Centipawns(value) => write!(f, "{value}cp"),
            ScoreValue::Wins => f.write_str("+win"),
            ScoreValue::Loses => f.write_str("-win"),
            ScoreValue::Mates(plies) => write!(f, "+mate{plies:?}"),
            ScoreValue::Mated(plies) => write!(f, "-mate{plies:?}"),
        }
    }
}

/// A transposition table score: mates are counted from the stored node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TtScore(i16);

impl TtScore {
    /// Converts back for a node at `ply` whose fifty-move counter is `halfmoves`: mates are counted from the
    /// root. A mate that the fifty-move rule may prevent is lowered to a win of unknown length.
    #[must_use]
    pub const fn to_score(self, ply: Ply, halfmoves: u16) -> Score {
        let stored = Score(self.0);
        let Some(distance) = stored.mate_distance() else { return stored };
        if distance.get().saturating_add(halfmoves) > FIFTY_MOVES {
            return stored.without_mate();
        }
        let from_root = Ply::new(distance.get() + ply.get());
        if stored.is_mating() { Score::mates_in(from_root) } else { Score::mated_in(from_root) }
    }

    /// The raw number for packing.
    #[must_use]
    pub const fn raw(self) -> i16 {
        self.0
    }

    /// A score from a raw number of [`TtScore::raw`].
    #[must_use]
    pub const fn from_raw(raw: i16) -> Self {
        Self(raw)
    }
}

/// A score from White's point of view, as shown to users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WhiteScore(ScoreValue);

impl WhiteScore {
    /// White's value.
    #[must_use]
    pub const fn value(self) -> ScoreValue {
        self.0
    }

    /// White's expected score, 0.0 to 1.0: a logistic curve for centipawns (Lichess); mates lie near the
    /// edge, shorter ones closer to it, so that two mates never look alike.
    #[must_use]
    pub fn win_chance(self) -> f64 {
        match self.0 {
            ScoreValue::Centipawns(value) => winning_chances(value).clamp(0.02, 0.98),
            ScoreValue::Wins => 0.98,
            ScoreValue::Loses => 0.02,
            ScoreValue::Mates(plies) => 1.0 - 0.02 * f64::from(plies.get()) / f64::from(Ply::MAX.get()),
            ScoreValue::Mated(plies) => 0.02 * f64::from(plies.get()) / f64::from(Ply::MAX.get()),
        }
    }
}

impl WhiteScore {
    /// A score without mate in words, by White's expected score.
    #[must_use]
    pub fn description(self) -> String {
        let chance = self.win_chance();
        let (side, share) = if chance >= 0.5 { ("White", chance) } else { ("Black", 1.0 - chance) };
        let text = match share {
            share if share < 0.53 => return "The chances are even".to_owned(),
            share if share < 0.62 => "is slightly better",
            share if share < 0.78 => "is better",
            share if share < 0.92 => "is much better",
            _ => "is winning",
        };
        format!("{side} {text}")
    }
}

/// The expected score, 0.0 to 1.0, of a centipawn advantage on the scale of Stockfish. The curve was fitted by Lichess to
/// games of its players (lichess.org/page/accuracy).
#[must_use]
pub fn winning_chances(centipawns: i16) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp())
}

/// Thresholds of an inaccuracy, a mistake and a blunder, as losses of winning chances on a scale of 0.0 to
/// 1.0, from Lichess (`Advice` in its source, where chances range from -1 to 1).
pub const MISTAKE_THRESHOLDS: [f64; 3] = [0.05, 0.10, 0.15];

/// An alpha-beta window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Alpha: scores at or below it fail low.
    pub alpha: Score,
    /// Beta: scores at or above it fail high.
    pub beta: Score,
}

impl Window {
    /// The full window.
    pub const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// The zero window above `alpha`.
    #[must_use]
    pub const fn zero_above(alpha: Score) -> Self {
        Self { alpha, beta: Score(alpha.0 + 1) }
    }

    /// Whether it is a zero window.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        // The difference of the bounds may overflow.
        self.beta.0 <= self.alpha.0 + 1
    }

    /// The window from the other side's point of view.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_words_for_an_evaluation_are_one_table_for_both_sides() {
        let table = [
            (0, "The chances are even"),
            (25, "The chances are even"),
            (33, "White is slightly better"),
            (132, "White is slightly better"),
            (134, "White is better"),
            (343, "White is better"),
            (344, "White is much better"),
            (663, "White is much better"),
            (664, "White is winning"),
        ];
        for (centipawns, wanted) in table {
            let score = Score::centipawns(centipawns);
            assert_eq!(score.for_white(Color::White).description(), wanted, "{centipawns}");
            let mirrored = score.for_white(Color::Black).description();
            assert_eq!(mirrored, wanted.replace("White", "Black"), "{centipawns} for Black");
        }
    }

    #[test]
    fn a_nearer_mate_is_worth_more() {
        assert!(Score::mates_in(Ply::new(1)) > Score::mates_in(Ply::new(3)));
        assert!(Score::mated_in(Ply::new(4)) > Score::mated_in(Ply::new(2)));
        assert!(Score::mates_in(Ply::MAX) > Score::WIN);
    }

    #[test]
    fn the_full_window_has_room() {
        assert!(!Window::FULL.is_zero());
        assert!(Window::zero_above(Score::DRAW).is_zero());
        assert!(Window::zero_above(Score::LOWEST).is_zero());
    }

    #[test]
    fn mate_on_the_board_is_mated_in_zero() {
        assert_eq!(Score::mated_in(Ply::ZERO).value(), ScoreValue::Mated(Ply::ZERO));
    }

    #[test]
    fn a_mate_beyond_the_counter_is_a_win_of_unknown_length() {
        let stored = Score::mates_in(Ply::new(19)).to_tt(Ply::ZERO);
        assert_eq!(stored.to_score(Ply::ZERO, 81).mate_distance(), Some(Ply::new(19)));
        let seen = stored.to_score(Ply::ZERO, 82);
        assert_eq!((seen.value(), (-seen).value()), (ScoreValue::Wins, ScoreValue::Loses));
        assert_eq!(seen.for_white(Color::Black).value(), ScoreValue::Loses);
    }

    #[test]
    fn no_number_of_pawns_is_a_win_and_no_margin_makes_a_win_a_number() {
        assert!(matches!(Score::centipawns(i32::MAX).value(), ScoreValue::Centipawns(28_999)));
        assert!(matches!(Score::centipawns(i32::MIN).value(), ScoreValue::Centipawns(-28_999)));
        for margin in [-900, 0, 900] {
            assert_eq!(Score::from_raw(i32::from(Score::WIN.raw()) + margin).value(), ScoreValue::Wins);
        }
    }

    proptest! {
        #[test]
        fn stored_scores_come_back_at_every_ply(plies in 0u16..=100, ply in 0u16..=245) {
            for score in [Score::mates_in(Ply::new(plies + ply)), Score::mated_in(Ply::new(plies + ply))] {
                prop_assert_eq!(score.to_tt(Ply::new(ply)).to_score(Ply::new(ply), 0), score);
            }
        }

        #[test]
        fn plain_scores_pass_unchanged(value in -30_000i32..=30_000, ply in 0u16..=245, halfmoves in 0u16..=100) {
            let score = Score::centipawns(value);
            prop_assert_eq!(score.to_tt(Ply::new(ply)).to_score(Ply::new(ply), halfmoves), score);
        }

        #[test]
        fn white_and_black_see_the_same_mate(plies in 0u16..=999) {
            let score = Score::mates_in(Ply::new(plies));
            prop_assert_eq!(score.for_white(Color::Black), (-score).for_white(Color::White));
        }
    }
}
