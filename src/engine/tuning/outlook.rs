//! Fits the curve of chances to what became of scores.

use crate::engine::chances::Curve;

/// What a search said of a position, and what became of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outlook {
    /// In centipawns, as White sees it.
    pub(super) score: f64,
    /// 1 for a win of White's, 0.5 for a draw, 0 for a loss.
    pub(super) points: f64,
    /// Kings included.
    pub(super) men: u8,
}

/// The curve under which these results were least surprising, found by going from `first` along each of its
/// figures in turn, in ever smaller steps.
pub(super) fn fit(outlooks: &[Outlook], first: Curve) -> Curve {
    let mut best = first;
    let mut least = surprise(outlooks, &best);
    let mut step = 32.0;
    while step >= 0.5 {
        let mut better = false;
        for figure in 0..4 {
            for by in [step, -step] {
                let tried = moved(best, figure, by);
                let found = surprise(outlooks, &tried);
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

fn moved(mut curve: Curve, figure: usize, by: f64) -> Curve {
    let Curve { half, slope } = &mut curve;
    *[&mut half.0, &mut half.1, &mut slope.0, &mut slope.1][figure] += by;
    curve
}

/// How surprising the results are under a curve: the logarithms of their chances, negative, added up.
fn surprise(outlooks: &[Outlook], curve: &Curve) -> f64 {
    /// No result is held for less likely.
    const LEAST: f64 = 1e-4;
    let of = |outlook: &Outlook| {
        let (win, loss) = (curve.wins(outlook.score, outlook.men), curve.wins(-outlook.score, outlook.men));
        let chance = match outlook.points {
            points if points > 0.75 => win,
            points if points < 0.25 => loss,
            _ => 1.0 - win - loss,
        };
        -chance.max(LEAST).ln()
    };
    outlooks.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_curve_is_found() {
        let planted = Curve { half: (60.0, 130.0), slope: (35.0, 90.0) };
        let mut random = fastrand::Rng::with_seed(8);
        let outlooks: Vec<Outlook> = (0..30_000)
            .map(|_| {
                let (score, men) = (f64::from(random.i32(-500..=500)), random.u8(3..=32));
                let throw = random.f64();
                let (win, loss) = (planted.wins(score, men), planted.wins(-score, men));
                let points = if throw < win {
                    1.0
                } else if throw < win + loss {
                    0.0
                } else {
                    0.5
                };
                Outlook { score, points, men }
            })
            .collect();
        let found = fit(&outlooks, Curve { half: (100.0, 100.0), slope: (60.0, 60.0) });
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
