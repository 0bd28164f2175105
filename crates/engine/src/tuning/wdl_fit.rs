//! Fits the WDL model to scores and game results.

use crate::wdl::WdlCurve;

/// The score of a position and the result of its game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ScoredOutcome {
    /// In centipawns, as White sees it.
    pub(super) score: f64,
    /// 1 for a win of White's, 0.5 for a draw, 0 for a loss.
    pub(super) points: f64,
    /// Kings included.
    pub(super) pieces: u8,
}

/// The curve with the highest likelihood, found by coordinate descent from `first` with shrinking steps.
pub(super) fn fit_curve(outcomes: &[ScoredOutcome], first: WdlCurve) -> WdlCurve {
    let mut best = first;
    let mut least = negative_log_likelihood(outcomes, &best);
    let mut step = 32.0;
    while step >= 0.5 {
        let mut better = false;
        for figure in 0..4 {
            for by in [step, -step] {
                let tried = moved(best, figure, by);
                let found = negative_log_likelihood(outcomes, &tried);
                if tried.slope.0.min(tried.slope.1) > 1.0 && found < least {
                    (best, least, better) = (tried, found, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    best
}

fn moved(mut curve: WdlCurve, figure: usize, by: f64) -> WdlCurve {
    let WdlCurve { half, slope } = &mut curve;
    *[&mut half.0, &mut half.1, &mut slope.0, &mut slope.1][figure] += by;
    curve
}

/// The negative log-likelihood of the results under a curve.
fn negative_log_likelihood(outcomes: &[ScoredOutcome], curve: &WdlCurve) -> f64 {
    /// The lowest probability of a result, to keep the logarithm finite.
    const MIN_PROBABILITY: f64 = 1e-4;
    let of = |outcome: &ScoredOutcome| {
        let (win, loss) = (
            curve.win_probability(outcome.score, outcome.pieces),
            curve.win_probability(-outcome.score, outcome.pieces),
        );
        let chance = match outcome.points {
            points if points > 0.75 => win,
            points if points < 0.25 => loss,
            _ => 1.0 - win - loss,
        };
        -chance.max(MIN_PROBABILITY).ln()
    };
    outcomes.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_curve_is_found() {
        let planted = WdlCurve { half: (60.0, 130.0), slope: (35.0, 90.0) };
        let mut random = fastrand::Rng::with_seed(8);
        let outcomes: Vec<ScoredOutcome> = (0..30_000)
            .map(|_| {
                let (score, pieces) = (f64::from(random.i32(-500..=500)), random.u8(3..=32));
                let throw = random.f64();
                let (win, loss) =
                    (planted.win_probability(score, pieces), planted.win_probability(-score, pieces));
                let points = if throw < win {
                    1.0
                } else if throw < win + loss {
                    0.0
                } else {
                    0.5
                };
                ScoredOutcome { score, points, pieces }
            })
            .collect();
        let found = fit_curve(&outcomes, WdlCurve { half: (100.0, 100.0), slope: (60.0, 60.0) });
        for (found, planted) in [
            (found.half.0, planted.half.0),
            (found.half.1, planted.half.1),
            (found.slope.0, planted.slope.0),
            (found.slope.1, planted.slope.1),
        ] {
            assert!((found - planted).abs() < 12.0, "{found} {planted}");
        }
    }
}
