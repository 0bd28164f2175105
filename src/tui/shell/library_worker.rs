//! The library worker, a thread between the game library and the disk: it carries out requests one after the
//! other and sends back the results. It is started with the first request.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crate::chess::thread::ThreadBuilder;
use crate::chess::{StopSource, StopToken};
use crate::game::{GameId, GameLocation, TrashedGame};
use crate::store::Library;
use crate::store::library::{self, LibraryError};
use crate::store::output::{OutputError, OverwriteConsent};
use crate::store::paths::{self, expand_home};
use crate::tui::dialog::input::WriteObstacle;
use crate::tui::event::TuiEvent;
use crate::tui::games::state::{ExportConsent, GameListSource, GameReadPurpose, LibraryEvent, PastedGame};

/// The interval of progress reports.
pub(crate) const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The handle of the library worker: sends it requests.
pub(crate) struct LibraryWorker {
    folder: Option<PathBuf>,
    events: Sender<TuiEvent>,
    commands: Option<Sender<LibraryCommand>>,
    /// Stops the newest listing of a file.
    listing: Option<StopSource>,
    /// Cancels the import when it is dropped.
    import: Option<StopSource>,
}

/// Requests to the thread.
pub(crate) enum LibraryCommand {
    List,
    ListFile(PathBuf, StopToken),
    Read(GameLocation, GameReadPurpose),
    Parse(GameLocation, GameReadPurpose, Arc<str>),
    Delete(GameLocation),
    Restore(TrashedGame),
    Import(PathBuf, StopToken),
    Export(Vec<GameLocation>, PathBuf, ExportConsent),
    Complete(String),
    SaveAnalysis(GameId, String),
}

impl LibraryWorker {
    pub(crate) const fn new(folder: Option<PathBuf>, events: Sender<TuiEvent>) -> Self {
        Self { folder, events, commands: None, listing: None, import: None }
    }

    /// Lists the games of a file until [`cancel_listing`](Self::cancel_listing).
    pub(crate) fn list_file(&mut self, file: PathBuf) {
        let source = self.listing.insert(StopSource::new());
        let token = source.token();
        self.send(LibraryCommand::ListFile(file, token));
    }

    /// Stops listing the games of a file, so that the next request does not wait.
    pub(crate) fn cancel_listing(&mut self) {
        self.listing = None;
    }

    /// Imports the games of a file until [`cancel_import`](Self::cancel_import).
    pub(crate) fn import(&mut self, file: PathBuf) {
        let token = self.import.insert(StopSource::new()).token();
        self.send(LibraryCommand::Import(file, token));
    }

    /// Cancels the import; the library stays as it was.
    pub(crate) fn cancel_import(&mut self) {
        self.import = None;
    }

    /// Sends a command; its result comes as [`TuiEvent::Library`].
    pub(crate) fn send(&mut self, command: LibraryCommand) {
        // A failed send returns the request.
        let refused = match &self.commands {
            Some(thread) => thread.send(command).err().map(|lost| lost.0),
            None => Some(command),
        };
        if let Some(command) = refused {
            self.spawn(command);
        }
    }

    fn spawn(&mut self, command: LibraryCommand) {
        let (send, inbox) = channel();
        let library = self.folder.clone().map(Library::new);
        let events = self.events.clone();
        let is_import = matches!(command, LibraryCommand::Import(..));
        let failed = if is_import { LibraryEvent::ImportFailed } else { LibraryEvent::Failed };
        let _ = send.send(command);
        let worker = move || run_worker(library.as_ref(), &inbox, &events);
        // Without a thread the list stays empty.
        match ThreadBuilder::new("library").spawn(worker) {
            Ok(_) => self.commands = Some(send),
            Err(error) => {
                let reason = format!("The games cannot be read: {error}");
                let _ = self.events.send(TuiEvent::Library(failed(reason)));
            }
        }
    }
}

/// Carries out requests until the channel is closed.
fn run_worker(library: Option<&Library>, inbox: &Receiver<LibraryCommand>, events: &Sender<TuiEvent>) {
    while let Ok(first) = inbox.recv() {
        let waiting: Vec<LibraryCommand> = std::iter::once(first).chain(inbox.try_iter()).collect();
        let is_preview = |command: &LibraryCommand| {
            matches!(
                command,
                LibraryCommand::Read(_, GameReadPurpose::Preview)
                    | LibraryCommand::Parse(_, GameReadPurpose::Preview, _)
            )
        };
        let last = waiting.iter().rposition(is_preview);
        for (index, command) in waiting.into_iter().enumerate() {
            // The user scrolls quickly through the list: only the last selected game is worth reading.
            if is_preview(&command) && Some(index) != last {
                continue;
            }
            // The receiver is closed once the program ends.
            let send_event = |library_event| drop(events.send(TuiEvent::Library(library_event)));
            let is_preview = is_preview(&command);
            match execute(library, command, &send_event) {
                Ok(library_event) => send_event(library_event),
                // The request was superseded.
                Err(LibraryError::Canceled) => {}
                Err(error) => {
                    let own = match &error {
                        LibraryError::FileChanged(file) => library.filter(|library| library.contains(file)),
                        _ => None,
                    };
                    // A game of one's own goes on while its row is shown: no request was made for it.
                    if !(own.is_some() && is_preview) {
                        send_event(LibraryEvent::Failed(error.to_string()));
                    }
                    if let Some(rows) = own.and_then(|library| library.list().ok()) {
                        send_event(LibraryEvent::Listed(GameListSource::Library, rows));
                    }
                }
            }
        }
    }
}

fn execute(
    library: Option<&Library>,
    command: LibraryCommand,
    send_event: &dyn Fn(LibraryEvent),
) -> Result<LibraryEvent, LibraryError> {
    let own = || library.ok_or(LibraryError::NoHomeFolder);
    let last = Cell::new(Instant::now());
    let report = |event: fn(u16) -> LibraryEvent, done: u64, all: u64| {
        if last.get().elapsed() >= REPORT_INTERVAL {
            last.set(Instant::now());
            let thousandths = done.saturating_mul(1_000) / all.max(1);
            send_event(event(u16::try_from(thousandths).unwrap_or(1_000).min(1_000)));
        }
        true
    };
    Ok(match command {
        LibraryCommand::List => {
            let report = |done, all| report(LibraryEvent::Progress, done, all);
            let rows =
                library.map_or_else(|| Ok(Vec::new()), |library| library.list_with_progress(&report))?;
            LibraryEvent::Listed(GameListSource::Library, rows)
        }
        LibraryCommand::ListFile(file, stop) => {
            let report = |done, all| !stop.is_stopped() && report(LibraryEvent::Progress, done, all);
            let rows = library::list_file(&file, &report)?;
            LibraryEvent::Listed(GameListSource::File(file), rows)
        }
        LibraryCommand::Read(place, purpose) => {
            let text = library::read(&place)?;
            LibraryEvent::GameRead(place, purpose, Box::new(PastedGame::parse(&text)))
        }
        LibraryCommand::Parse(place, purpose, text) => {
            let from = usize::try_from(place.offset).unwrap_or(usize::MAX);
            let to = from.saturating_add(usize::try_from(place.length).unwrap_or(usize::MAX));
            let read = PastedGame::parse(text.get(from..to).unwrap_or_default());
            LibraryEvent::GameRead(place, purpose, Box::new(read))
        }
        LibraryCommand::Delete(place) => LibraryEvent::Deleted(own()?.delete(&place)?),
        LibraryCommand::Restore(trashed) => {
            own()?.restore(&trashed)?;
            LibraryEvent::Restored
        }
        LibraryCommand::Import(file, stop) => {
            let report = |done, all| !stop.is_stopped() && report(LibraryEvent::ImportProgress, done, all);
            match own().and_then(|library| library.import(&expand_home(&file), &report)) {
                Ok(imported) => LibraryEvent::Imported(imported),
                Err(LibraryError::Canceled) => return Err(LibraryError::Canceled),
                Err(error) => LibraryEvent::ImportFailed(error.to_string()),
            }
        }
        LibraryCommand::Export(places, typed, agreed) => {
            let file = expand_home(&typed);
            let consent = OverwriteConsent::from_force(agreed == ExportConsent::Given);
            match library::export(&places, &file, consent) {
                Ok(count) => LibraryEvent::Exported(count, file),
                Err(LibraryError::Output(OutputError::Exists(_))) => {
                    LibraryEvent::NeedsConsent(typed, WriteObstacle::FileExists)
                }
                Err(LibraryError::Output(OutputError::NoFolder(_))) => {
                    LibraryEvent::NeedsConsent(typed, WriteObstacle::MissingFolder)
                }
                Err(error) => return Err(error),
            }
        }
        LibraryCommand::Complete(typed) => {
            let (completed, choices) = paths::complete_path(&typed);
            LibraryEvent::PathCompleted { typed, completed, choices }
        }
        LibraryCommand::SaveAnalysis(mark, text) => {
            own()?.add(mark, &text)?;
            LibraryEvent::AnalysisSaved
        }
    })
}
