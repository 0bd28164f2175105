//! Notes to the player: which one is shown, and when the screen changes without a key press.

use std::time::Instant;

use crate::tui::app::App;
use crate::tui::model::Dialog;
use crate::tui::navigation::Tab;

impl App {
    /// When the screen changes without a key press: at the next tick of a clock, the end of a note, the time
    /// of a delayed move. None where it never does.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Instant> {
        let (clock, held) = match self.shared.tab {
            Tab::Play => (self.play.clock.as_ref(), self.play.delayed_move.as_ref()),
            _ => (None, None),
        };
        let clock =
            clock.and_then(|clock| clock.next_change(self.shared.now)).map(|wait| self.shared.now + wait);
        let quiz = self.shown_board().quiz().and_then(|active| active.next_change(self.shared.now));
        let run = self
            .shown_board()
            .puzzle()
            .and_then(|active| active.run.as_ref()?.run.next_change(self.shared.now));
        let quiz = quiz.or(run).map(|wait| self.shared.now + wait);
        let toast = self.shared.toasts.iter().map(|toast| toast.until).min();
        let motion = self.shared.motion.as_ref().and_then(|motion| motion.next_frame(self.shared.now));
        let pasted = match &self.shared.dialog {
            Some(Dialog::Paste(paste)) => paste.reading_due(),
            _ => None,
        };
        let due = clock.into_iter().chain(quiz).chain(toast).chain(motion).chain(pasted);
        due.chain(held.map(|held| held.due)).min()
    }
}
