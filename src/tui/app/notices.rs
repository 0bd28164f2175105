//! Notes to the player: which one is shown, and when the screen changes without a key press.

use std::time::Instant;

use crate::chess::text::sanitize;
use crate::tui::app::toast::{Toast, ToastLevel};
use crate::tui::app::{App, Tab};
use crate::tui::dialog::Dialog;

impl App {
    /// The note that is shown: the most severe reply, of equals the newest; else the progress of a long
    /// reading; else the note that has waited longest.
    #[must_use]
    pub fn shown_toast(&self) -> Option<&Toast> {
        self.toasts
            .iter()
            .filter(|toast| toast.is_response)
            .max_by_key(|toast| toast.level)
            .or(self.text_reading.as_ref().map(|reading| &reading.progress_toast))
            .or(self.toasts.first())
    }

    /// Shows a note. Control characters are removed.
    pub(crate) fn show_toast(&mut self, tone: ToastLevel, text: impl Into<String>) {
        const MAX_TOASTS: usize = 4;
        let text = sanitize(&text.into());
        self.toasts.retain(|toast| toast.text != text);
        if self.toasts.len() >= MAX_TOASTS {
            self.toasts.remove(0);
        }
        // An unrequested note waits until the notes before it were read.
        let free = self.toasts.iter().map(|toast| toast.until).max().filter(|_| !self.is_user_input);
        let from = free.map_or(self.now, |free| free.max(self.now));
        self.toasts.push(Toast { is_response: self.is_user_input, ..Toast::new(tone, text, from) });
    }

    /// Shows a note of success.
    pub(crate) fn show_note(&mut self, text: impl Into<String>) {
        self.show_toast(ToastLevel::Note, text);
    }

    /// Shows a note of what did not go as it was meant to.
    pub(crate) fn show_warning(&mut self, text: impl Into<String>) {
        self.show_toast(ToastLevel::Warning, text);
    }

    /// Shows a note of what has failed.
    pub(crate) fn show_error(&mut self, text: impl Into<String>) {
        self.show_toast(ToastLevel::Error, text);
    }

    /// Shows a note that disappears at the next key press.
    pub(crate) fn show_response(&mut self, tone: ToastLevel, text: impl Into<String>) {
        let before = std::mem::replace(&mut self.is_user_input, true);
        self.show_toast(tone, text);
        self.is_user_input = before;
    }

    /// When the screen changes without a key press: at the next tick of a clock, the end of a note, the time
    /// of a delayed move. None where it never does.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Instant> {
        let (clock, held) = match self.tab {
            Tab::Play => (self.play.clock.as_ref(), self.play.delayed_move.as_ref()),
            _ => (None, None),
        };
        let clock = clock.and_then(|clock| clock.next_change(self.now)).map(|wait| self.now + wait);
        let quiz = self.shown_quiz().and_then(|active| active.next_change(self.now));
        let run = self.shown_puzzle().and_then(|active| active.run.as_ref()?.run.next_change(self.now));
        let quiz = quiz.or(run).map(|wait| self.now + wait);
        let toast = self.toasts.iter().map(|toast| toast.until).min();
        let motion = self.motion.as_ref().and_then(|motion| motion.next_frame(self.now));
        let pasted = match &self.dialog {
            Some(Dialog::Paste(paste)) => paste.reading_due(),
            _ => None,
        };
        let due = clock.into_iter().chain(quiz).chain(toast).chain(motion).chain(pasted);
        due.chain(held.map(|held| held.due)).min()
    }
}
