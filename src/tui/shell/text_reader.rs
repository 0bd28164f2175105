//! Parses long texts on a thread of its own: the screen never waits for a paste.

use crate::tui::shell::Message;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::chess::thread::ThreadBuilder;
use crate::chess::{Position, StopSource, StopToken};
use crate::game::{PastedText, pasted};
use crate::tui::event::TuiEvent;
use crate::tui::model::dialog::paste::sanitized_text;
use crate::tui::model::{TextReadPurpose, TextReadingId};
use crate::tui::shell::library_worker::REPORT_INTERVAL;

/// Starts and cancels the reading of texts, each on a thread of its own.
pub(super) struct TextReaderWorker {
    events: Sender<TuiEvent>,
    /// Stops the current reading.
    stop_source: Option<StopSource>,
}

impl TextReaderWorker {
    pub(super) const fn new(events: Sender<TuiEvent>) -> Self {
        Self { events, stop_source: None }
    }

    /// Reads a text; the one before it is canceled. [`Message::TextProgress`] and [`Message::TextRead`]
    /// follow.
    pub(super) fn read(&mut self, id: TextReadingId, text: String, here: Position, purpose: TextReadPurpose) {
        let permission = StopSource::new();
        let stop = permission.token();
        let events = self.events.clone();
        let worker = move || read(id, &text, &here, purpose, &stop, &events);
        match ThreadBuilder::new("text-reader").spawn(worker) {
            Ok(_) => self.stop_source = Some(permission),
            Err(error) => {
                let reason = error.to_string();
                let refused = Box::new(PastedText::Unknown { reason });
                // The receiver is closed once the program ends.
                let _ = self.events.send(TuiEvent::Message(Message::TextRead(id, Arc::from(""), refused)));
            }
        }
    }

    /// Cancels the reading.
    pub(super) fn cancel(&mut self) {
        self.stop_source = None;
    }
}

fn read(
    id: TextReadingId,
    text: &str,
    here: &Position,
    purpose: TextReadPurpose,
    stop: &StopToken,
    events: &Sender<TuiEvent>,
) {
    // The names in a game list are sanitized one by one, and its offsets are those in the original text.
    let text = if purpose == TextReadPurpose::Games { text.to_owned() } else { sanitized_text(text) };
    let last = Cell::new(Instant::now());
    let go_on = |thousandths: u16| {
        if last.get().elapsed() >= REPORT_INTERVAL {
            last.set(Instant::now());
            // The receiver is closed once the program ends.
            let _ = events.send(TuiEvent::Message(Message::TextProgress(id, thousandths)));
        }
        !stop.is_stopped()
    };
    let pasted = match purpose {
        TextReadPurpose::Games => {
            let share = |at: usize| u16::try_from(at * 1_000 / text.len().max(1)).unwrap_or(1_000);
            PastedText::Games(pasted::list_games_with_progress(&text, &|at| go_on(share(at))))
        }
        TextReadPurpose::Board | TextReadPurpose::Editor => {
            pasted::recognize_with_progress(&text, here, &go_on)
        }
    };
    if !stop.is_stopped() {
        // The receiver is closed once the program ends.
        let _ = events.send(TuiEvent::Message(Message::TextRead(id, Arc::from(text), Box::new(pasted))));
    }
}
