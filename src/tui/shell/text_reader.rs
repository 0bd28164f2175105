//! Reads long texts on a thread of its own: the screen never waits for a paste.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::chess::{Position, StopSource, StopToken};
use crate::game::{Pasted, pasted};
use crate::tui::app::{ReadFor, TextReadingId};
use crate::tui::dialog::paste::clean;
use crate::tui::event::Event;

use super::librarian::REPORT_EVERY;

/// The way to the thread that reads.
pub(super) struct TextReader {
    events: Sender<Event>,
    /// Lets the reading under way go on.
    permission: Option<StopSource>,
}

impl TextReader {
    pub(super) const fn new(events: Sender<Event>) -> Self {
        Self { events, permission: None }
    }

    /// Reads a text; the one before it is given up. [`Event::TextProgress`] and [`Event::TextRead`] come.
    pub(super) fn read(&mut self, id: TextReadingId, text: String, here: Position, purpose: ReadFor) {
        let permission = StopSource::new();
        let stop = permission.token();
        let events = self.events.clone();
        let work = move || read(id, &text, &here, purpose, &stop, &events);
        match std::thread::Builder::new().name("text-reader".to_owned()).spawn(work) {
            Ok(_) => self.permission = Some(permission),
            Err(error) => {
                let reason = format!("this machine has no room for the thread that reads it: {error}");
                let refused = Box::new(Pasted::Unknown { reason });
                // At the very end nobody listens any more.
                let _ = self.events.send(Event::TextRead(id, Arc::from(""), refused));
            }
        }
    }

    /// Reads no further.
    pub(super) fn cancel(&mut self) {
        self.permission = None;
    }
}

fn read(
    id: TextReadingId,
    text: &str,
    here: &Position,
    purpose: ReadFor,
    stop: &StopToken,
    events: &Sender<Event>,
) {
    // The names in a list of games are cleaned one by one, and its places are those in the text as it came.
    let text = if purpose == ReadFor::Games { text.to_owned() } else { clean(text) };
    let last = Cell::new(Instant::now());
    let go_on = |thousandths: u16| {
        if last.get().elapsed() >= REPORT_EVERY {
            last.set(Instant::now());
            // At the very end nobody listens any more.
            let _ = events.send(Event::TextProgress(id, thousandths));
        }
        !stop.is_stopped()
    };
    let pasted = match purpose {
        ReadFor::Games => {
            let share = |at: usize| u16::try_from(at * 1_000 / text.len().max(1)).unwrap_or(1_000);
            Pasted::Games(pasted::several_watched(&text, &|at| go_on(share(at))))
        }
        ReadFor::Board | ReadFor::Editor => pasted::recognize_watched(&text, here, &go_on),
    };
    if !stop.is_stopped() {
        // At the very end nobody listens any more.
        let _ = events.send(Event::TextRead(id, Arc::from(text), Box::new(pasted)));
    }
}
