//! Between the list of games and the disk: a thread of its own does what is asked for, one thing after the
//! other, and tells what came of it. It is started when the first thing is asked for.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::chess::{StopSource, StopToken};
use crate::game::{Mark, Place, Trashed};
use crate::store::library::{self, LibraryError};
use crate::store::output::{Consent, OutputError};
use crate::store::place::{self, expanded};
use crate::store::{Library, trouble};
use crate::tui::app::games::{Agreed, Purpose, ReadGame, Source, Told};
use crate::tui::dialog::ask::Obstacle;
use crate::tui::event::Event;

/// The time between two reports of a long reading.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The way to the thread.
pub(super) struct Librarian {
    folder: Option<PathBuf>,
    events: Sender<Event>,
    thread: Option<Sender<Errand>>,
    /// Lets the newest listing of a file go on.
    listing: Option<StopSource>,
}

/// What the thread is asked for.
pub(super) enum Errand {
    List,
    ListFile(PathBuf, StopToken),
    Read(Place, Purpose),
    Parse(Place, Purpose, Arc<str>),
    Delete(Place),
    Restore(Trashed),
    Import(PathBuf),
    Export(Vec<Place>, PathBuf, Agreed),
    Complete(String),
    Keep(Mark, String),
}

impl Librarian {
    pub(super) const fn new(folder: Option<PathBuf>, events: Sender<Event>) -> Self {
        Self { folder, events, thread: None, listing: None }
    }

    /// Lists the games of a file until [`cancel_listing`](Self::cancel_listing).
    pub(super) fn list_file(&mut self, file: PathBuf) {
        let source = self.listing.insert(StopSource::new());
        let token = source.token();
        self.ask(Errand::ListFile(file, token));
    }

    /// Lists the games of a file no further: what is asked next is not kept waiting.
    pub(super) fn cancel_listing(&mut self) {
        self.listing = None;
    }

    /// Has something done; what comes of it is told as [`Event::Games`].
    pub(super) fn ask(&mut self, errand: Errand) {
        // A thread that has ended gives back what it was asked for.
        let refused = match &self.thread {
            Some(thread) => thread.send(errand).err().map(|lost| lost.0),
            None => Some(errand),
        };
        if let Some(errand) = refused {
            self.start(errand);
        }
    }

    fn start(&mut self, errand: Errand) {
        let (send, inbox) = channel();
        let library = self.folder.clone().map(Library::new);
        let events = self.events.clone();
        let _ = send.send(errand);
        let work = move || serve(library.as_ref(), &inbox, &events);
        // Without a thread the list stays empty, and the player is told.
        match std::thread::Builder::new().name("librarian".to_owned()).spawn(work) {
            Ok(_) => self.thread = Some(send),
            Err(error) => {
                let _ = self.events.send(Event::NotSaved(format!(
                    "The games cannot be read: {}",
                    trouble::in_words(&error)
                )));
            }
        }
    }
}

/// Does what comes in until nobody asks any more.
fn serve(library: Option<&Library>, inbox: &Receiver<Errand>, events: &Sender<Event>) {
    while let Ok(first) = inbox.recv() {
        let waiting: Vec<Errand> = std::iter::once(first).chain(inbox.try_iter()).collect();
        let is_preview = |errand: &Errand| {
            matches!(errand, Errand::Read(_, Purpose::Preview) | Errand::Parse(_, Purpose::Preview, _))
        };
        let last = waiting.iter().rposition(is_preview);
        for (index, errand) in waiting.into_iter().enumerate() {
            // Somebody walks quickly through the list: only where they stand now is worth reading.
            if is_preview(&errand) && Some(index) != last {
                continue;
            }
            // At the very end nobody listens any more.
            let tell = |told| drop(events.send(Event::Games(told)));
            let is_preview = is_preview(&errand);
            match run(library, errand, &tell) {
                Ok(told) => tell(told),
                // Nobody wants to hear of it.
                Err(LibraryError::Canceled) => {}
                Err(error) => {
                    let own = match &error {
                        LibraryError::Changed(file) => library.filter(|library| library.holds(file)),
                        _ => None,
                    };
                    // A game of one's own goes on while its row is shown: nobody has asked for anything.
                    if !(own.is_some() && is_preview) {
                        tell(Told::Refused(error.to_string()));
                    }
                    if let Some(rows) = own.and_then(|library| library.list().ok()) {
                        tell(Told::Listed(Source::Library, rows));
                    }
                }
            }
        }
    }
}

fn run(library: Option<&Library>, errand: Errand, tell: &dyn Fn(Told)) -> Result<Told, LibraryError> {
    let own = || library.ok_or(LibraryError::NoPlace);
    let last = Cell::new(Instant::now());
    let report = |done: u64, all: u64| {
        if last.get().elapsed() >= REPORT_EVERY {
            last.set(Instant::now());
            let thousandths = done.saturating_mul(1_000) / all.max(1);
            tell(Told::Progress(u16::try_from(thousandths).unwrap_or(1_000).min(1_000)));
        }
        true
    };
    Ok(match errand {
        Errand::List => {
            let rows = library.map_or_else(|| Ok(Vec::new()), |library| library.list_watched(&report))?;
            Told::Listed(Source::Library, rows)
        }
        Errand::ListFile(file, stop) => {
            let rows = library::list_file(&file, &|done, all| !stop.is_stopped() && report(done, all))?;
            Told::Listed(Source::File(file), rows)
        }
        Errand::Read(place, purpose) => {
            let text = library::read(&place)?;
            Told::Game(place, purpose, Box::new(ReadGame::of(&text)))
        }
        Errand::Parse(place, purpose, text) => {
            let from = usize::try_from(place.offset).unwrap_or(usize::MAX);
            let to = from.saturating_add(usize::try_from(place.length).unwrap_or(usize::MAX));
            let read = ReadGame::of(text.get(from..to).unwrap_or_default());
            Told::Game(place, purpose, Box::new(read))
        }
        Errand::Delete(place) => Told::Deleted(own()?.delete(&place)?),
        Errand::Restore(trashed) => {
            own()?.restore(&trashed)?;
            Told::Restored
        }
        Errand::Import(file) => Told::Imported(own()?.import(&expanded(&file))?),
        Errand::Export(places, typed, agreed) => {
            let file = expanded(&typed);
            let consent = Consent::forced(agreed == Agreed::Yes);
            match library::export(&places, &file, consent) {
                Ok(count) => Told::Exported(count, file),
                Err(LibraryError::Output(OutputError::Exists(_))) => Told::NotAgreed(typed, Obstacle::File),
                Err(LibraryError::Output(OutputError::NoFolder(_))) => {
                    Told::NotAgreed(typed, Obstacle::NoFolder)
                }
                Err(error) => return Err(error),
            }
        }
        Errand::Complete(typed) => {
            let (completed, choices) = place::completed(&typed);
            Told::Completed { typed, completed, choices }
        }
        Errand::Keep(mark, text) => {
            own()?.add(mark, &text)?;
            Told::Kept
        }
    })
}
