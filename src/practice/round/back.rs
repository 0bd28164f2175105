//! Help, and the ways back: both void "perfect", not the round.

use crate::chess::{Cost, Oracle, Ranking};

use super::{Help, Hint, Round, Turn};

impl Round {
    /// Help came from elsewhere, as when every move's distance was looked at: voids "perfect" while the round
    /// runs.
    pub const fn note_help(&mut self) {
        if self.account.is_none() {
            self.help = Help::Taken;
        }
    }

    /// The next step of help, of three; the last one stays. Voids "perfect". None when it is not the
    /// trainee's turn or the oracle does not know the position.
    pub fn hint(&mut self, oracle: &dyn Oracle) -> Option<Hint> {
        if !self.is_trainees_turn() {
            return None;
        }
        let best = Ranking::of(self.position(), oracle)?.best().next()?.mv;
        self.help = Help::Taken;
        self.hints = (self.hints + 1).min(3);
        Some(match self.hints {
            1 => Hint::From(best.from()?),
            2 => Hint::To(best.to()),
            _ => Hint::Move(best),
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
        self.turns.len().checked_sub(1).is_some_and(|last| self.back_to(last))
    }

    /// Back to before the last slip; voids "perfect". False where there was none.
    pub fn retry_slip(&mut self) -> bool {
        let slip = self.turns.iter().rposition(|turn| turn.grade.cost != Cost::Keeps);
        slip.is_some_and(|slip| self.back_to(slip))
    }

    fn back_to(&mut self, turn: usize) -> bool {
        let Some(Turn { before, grade, .. }) = self.turns.get(turn).cloned() else { return false };
        self.turns.truncate(turn);
        self.root = before;
        self.now = grade.before;
        self.hints = 0;
        self.help = Help::Taken;
        self.account = None;
        true
    }

    /// Back to the start, as if nothing had been.
    pub fn retry(&mut self) {
        self.root = self.start.clone();
        self.now = self.first;
        self.turns.clear();
        self.hints = 0;
        self.help = Help::None;
        self.account = None;
    }
}
