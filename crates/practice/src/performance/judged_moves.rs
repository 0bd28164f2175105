//! Judged moves: how many moves there are and how many of them are inaccuracies, mistakes and blunders.

use crate::review::{MoveJudgment, MoveReview};

/// Counts of the judgments of some moves of one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct JudgedMoves {
    /// Number of moves.
    pub moves: u32,
    /// Number of inaccuracies, mistakes and blunders among them.
    pub judgments: [u32; 3],
    /// Sum of the centipawn losses of the moves.
    pub centipawn_loss: u64,
}

impl JudgedMoves {
    /// Adds a move.
    pub fn add(&mut self, review: &MoveReview) {
        self.moves += 1;
        self.centipawn_loss += u64::from(review.centipawn_loss);
        for (count, judgment) in self.judgments.iter_mut().zip(MoveJudgment::ALL) {
            *count += u32::from(review.judgment == Some(judgment));
        }
    }

    /// Inaccuracies, mistakes and blunders for each 100 moves. None where there is no move.
    #[must_use]
    pub fn per_hundred(&self) -> Option<[f64; 3]> {
        let rate = |count: u32| 100.0 * f64::from(count) / f64::from(self.moves);
        (self.moves > 0).then(|| self.judgments.map(rate))
    }

    /// Average centipawn loss, rounded down as on Lichess. None where there is no move.
    #[must_use]
    pub fn average_centipawn_loss(&self) -> Option<u64> {
        self.centipawn_loss.checked_div(u64::from(self.moves))
    }
}
