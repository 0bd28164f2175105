//! Help, and the ways back: both void "perfect", not the round.

use super::{Round, RoundHint, RoundTurn};
use chess::{MoveCost, Oracle, Ranking};

impl Round {
    /// Help came from elsewhere, as when every move's distance was looked at: voids "perfect" while the round
    /// runs.
    pub const fn mark_helped(&mut self) {
        if self.summary.is_none() {
            self.is_helped = true;
        }
    }

    /// The next step of help, of three; the last one stays. Voids "perfect". None when it is not the
    /// trainee's turn or the oracle does not know the position.
    pub fn hint(&mut self, oracle: &dyn Oracle) -> Option<RoundHint> {
        if !self.is_trainees_turn() {
            return None;
        }
        let best = Ranking::of(self.position(), &self.under_rules(oracle))?.best().next()?.mv;
        self.is_helped = true;
        self.hints = (self.hints + 1).min(3);
        Some(match self.hints {
            1 => RoundHint::From(best.from()?),
            2 => RoundHint::To(best.to()),
            _ => RoundHint::Move(best),
        })
    }

    /// Steps of help taken in this position: 0 to 3.
    #[must_use]
    pub const fn hint_level(&self) -> u8 {
        self.hints
    }

    /// Takes the trainee's last move back, with the reply to it; voids "perfect". False where there is
    /// none.
    pub fn undo(&mut self) -> bool {
        self.turns.len().checked_sub(1).is_some_and(|last| self.undo_to(last))
    }

    /// Back to before the last mistake; voids "perfect". False where there was none.
    pub fn retry_mistake(&mut self) -> bool {
        let mistake = self.turns.iter().rposition(|turn| turn.grade.cost != MoveCost::Keeps);
        mistake.is_some_and(|turn| self.undo_to(turn))
    }

    fn undo_to(&mut self, turn: usize) -> bool {
        let Some(RoundTurn { before, grade, .. }) = self.turns.get(turn).cloned() else { return false };
        self.turns.truncate(turn);
        self.root = before;
        self.verdict = grade.before;
        self.hints = 0;
        self.is_helped = true;
        self.summary = None;
        true
    }

    /// Back to the start, as if nothing had been.
    pub fn retry(&mut self) {
        self.root = self.start.clone();
        self.verdict = self.start_verdict;
        self.turns.clear();
        self.hints = 0;
        self.is_helped = false;
        self.summary = None;
    }
}
