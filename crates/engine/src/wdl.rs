//! WDL model: the probabilities of a win, a draw and a loss for a score, from the side to move.
//!
//! Two logistic curves, one for the win and its mirror image for the loss, with the draw between them. The
//! score that wins half of the games and the slope of the curve depend on the number of pieces: on a full
//! board a small advantage is often enough and much can still go wrong; with few pieces it takes two pawns
//! or more, and then little changes. The curve is fitted to games of the engine against itself.

use chess::{Score, ScoreValue};

/// The parameters of the win probability. All four figures are centipawns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlCurve {
    /// The score that wins half of the games: with two pieces and with 32, linear in one over the square root
    /// of the number of pieces between them.
    pub half: (f64, f64),
    /// The score difference that multiplies the odds of a win by e: with two pieces and with 32, linear in the
    /// number of pieces between them.
    pub slope: (f64, f64),
}

/// The kings alone.
const FEWEST_PIECES: u8 = 2;
/// Pieces at the start of a game.
const ALL_PIECES: u8 = 32;

impl WdlCurve {
    /// Fitted by the tuner to 3,400 selfplay games with 5,000 nodes per move and seed 77.
    pub const FITTED: Self = Self { half: (553.5, 64.0), slope: (72.0, 105.5) };

    /// The probability of a win, 0 to 1, for a score in centipawns and a number of pieces on the board.
    #[must_use]
    pub fn win_probability(&self, centipawns: f64, pieces: u8) -> f64 {
        let pieces = f64::from(pieces.clamp(FEWEST_PIECES, ALL_PIECES));
        let between = |(few, all): (f64, f64), measure: fn(f64) -> f64| {
            let [here, at_few, at_all] =
                [pieces, f64::from(FEWEST_PIECES), f64::from(ALL_PIECES)].map(measure);
            few + (all - few) * (here - at_few) / (at_all - at_few)
        };
        let half = between(self.half, |pieces| pieces.sqrt().recip());
        let slope = between(self.slope, |pieces| pieces);
        1.0 / (1.0 + ((half - centipawns) / slope).exp())
    }
}

/// Win, draw and loss probabilities in permille; they add up to 1,000.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wdl {
    /// Of a win.
    pub win: u16,
    /// Of a draw.
    pub draw: u16,
    /// Of a loss.
    pub loss: u16,
}

impl Wdl {
    /// A certain win.
    pub const WON: Self = Self { win: 1_000, draw: 0, loss: 0 };
    /// A certain draw.
    pub const DRAWN: Self = Self { win: 0, draw: 1_000, loss: 0 };
    /// A certain loss.
    pub const LOST: Self = Self { win: 0, draw: 0, loss: 1_000 };

    /// The probabilities for a score with this number of pieces on the board, kings included. A mate is
    /// certain.
    #[must_use]
    pub fn of(score: Score, pieces: u8) -> Self {
        let value = match score.value() {
            ScoreValue::Mates(_) => return Self::WON,
            ScoreValue::Mated(_) => return Self::LOST,
            ScoreValue::Wins | ScoreValue::Loses => f64::from(score.raw()),
            ScoreValue::Centipawns(value) => f64::from(value),
        };
        let [win, loss] =
            [value, -value].map(|value| thousandths(WdlCurve::FITTED.win_probability(value, pieces)));
        Self { win, draw: 1_000_u16.saturating_sub(win + loss), loss }
    }
}

/// A probability from 0 to 1, in permille.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "chances run from 0 to 1")]
fn thousandths(chance: f64) -> u16 {
    (1_000.0 * chance).round() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Ply;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for pieces in [0, 2, 3, 10, 20, 32, 64] {
            let mut before = Wdl::of(Score::centipawns(-30_000), pieces);
            assert_eq!(before, Wdl::LOST);
            for value in (-3_000..=3_000).chain([30_000]) {
                let chances = Wdl::of(Score::centipawns(value), pieces);
                let Wdl { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1_000, "{value} with {pieces} pieces");
                assert!(win >= before.win && loss <= before.loss, "{value} with {pieces} pieces");
                let mirrored = Wdl::of(Score::centipawns(-value), pieces);
                assert_eq!(mirrored, Wdl { win: loss, draw, loss: win });
                before = chances;
            }
            assert_eq!(before, Wdl::WON);
        }
    }

    #[test]
    fn a_mate_is_certain() {
        assert_eq!(Wdl::of(Score::mates_in(Ply::new(31)), 32), Wdl::WON);
        assert_eq!(Wdl::of(Score::mated_in(Ply::ZERO), 3), Wdl::LOST);
    }

    #[test]
    fn with_few_pieces_a_small_advantage_is_drawn_and_a_large_one_won() {
        let [few, many] = [8, 30].map(|pieces| Wdl::of(Score::centipawns(120), pieces));
        assert!(few.draw > many.draw && few.loss < many.loss, "{few:?} {many:?}");
        let [few, many] = [8, 30].map(|pieces| Wdl::of(Score::centipawns(500), pieces));
        assert!(few.win > 950 && many.win > 950, "{few:?} {many:?}");
    }
}
