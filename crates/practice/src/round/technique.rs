//! What need not be shown again: the mate with a queen or a rook, once it has come to that.

use super::super::best_play::is_simple_mate;
use super::Round;
use chess::{Move, Oracle, Ranking, Verdict};

impl Round {
    /// Whether what is left is technique that the trainee need not show again: the other king is bare, the
    /// pieces on the board are no longer those of the exercise, and a queen or a rook mates.
    #[must_use]
    pub fn is_technique(&self) -> bool {
        self.is_trainees_turn()
            && matches!(self.verdict, Verdict::Win(_))
            && is_simple_mate(&self.exercise.material, self.position(), self.trainee_color())
    }

    /// Plays best moves for both sides until the round is over, where only technique is left; the moves that
    /// were played. Nothing where it is not.
    pub fn play_out(&mut self, oracle: &dyn Oracle) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.is_technique() {
            return moves;
        }
        while self.summary.is_none() {
            let best = Ranking::of(self.position(), &self.under_rules(oracle))
                .and_then(|of| Some(of.best().next()?.mv));
            let Some(best) = best.filter(|&mv| self.play(mv, oracle).is_ok()) else { break };
            moves.push(best);
            moves.extend(self.reply(oracle));
        }
        moves
    }
}
