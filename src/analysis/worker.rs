//! The thread that thinks. It takes up one job at a time, and survives a job that panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::chess::StopToken;
use crate::engine::{Seat, Settings};
use crate::solver::{Syzygy, Tables};

use super::mailbox::Mailbox;
use super::protocol::{Command, Generation, Job, Resources, Update};
use super::study::Tandem;

/// Men on the board up to which a job waits for the tables: they take a fraction of a second, once.
const MEN_IN_TABLES: u8 = 3;
/// How long the tables are waited for between two looks at the stop token.
const PATIENCE: Duration = Duration::from_millis(20);

pub(super) struct Worker {
    inbox: Receiver<Command>,
    /// Hears once when the small tables are there.
    ready: Receiver<()>,
    mailbox: Arc<Mailbox>,
    tables: Arc<Tables>,
    resources: Resources,
    /// Made when the first job comes, and again after a job has panicked.
    tandem: Option<Tandem>,
}

impl Worker {
    pub(super) fn new(
        (inbox, ready): (Receiver<Command>, Receiver<()>),
        mailbox: Arc<Mailbox>,
        tables: Arc<Tables>,
        resources: Resources,
    ) -> Self {
        Self { inbox, ready, mailbox, tables, resources, tandem: None }
    }

    /// Works until the session is dropped.
    pub(super) fn run(mut self) {
        stand_back();
        while let Ok(command) = self.inbox.recv() {
            match command {
                Command::Begin(generation, job, stop) => {
                    if job.root.position.material().men() <= MEN_IN_TABLES {
                        self.wait_for_tables(&stop);
                    }
                    self.work(generation, &job, &stop);
                }
                Command::Configure(resources) => {
                    self.resources = resources;
                    let (settings, syzygy) = (self.settings(), self.syzygy());
                    if let Some(tandem) = &mut self.tandem {
                        tandem.configure(settings);
                        tandem.ask_syzygy(syzygy);
                        tell_shortfall(tandem, &self.mailbox);
                    }
                }
                Command::NewGame => {
                    if let Some(tandem) = &mut self.tandem {
                        tandem.new_game();
                    }
                }
            }
        }
    }

    /// Waits until the small tables are there, or the job is not wanted any more.
    fn wait_for_tables(&self, stop: &StopToken) {
        while !self.tables.is_ready() && !stop.is_stopped() {
            match self.ready.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn settings(&self) -> Settings {
        let Resources { hash_mb, memory_mb, threads, contempt, .. } = self.resources;
        Settings { hash_mb, memory_mb, threads, contempt, oracle: Arc::<Tables>::clone(&self.tables) }
    }

    /// The user's tables. A folder that has none is as good as no folder: `table --fen` tells what is wrong.
    fn syzygy(&self) -> Option<Arc<Syzygy>> {
        let folder = self.resources.syzygy.as_deref()?;
        Syzygy::open(folder).ok().map(Arc::new)
    }

    fn new_tandem(&self) -> Tandem {
        let mut tandem = Tandem::new(self.settings(), Seat::Own);
        tandem.ask_syzygy(self.syzygy());
        tell_shortfall(&tandem, &self.mailbox);
        tandem
    }

    /// Works on one job. A panic ends the job, not the program.
    fn work(&mut self, generation: Generation, job: &Job, stop: &StopToken) {
        let mut tandem = self.tandem.take().unwrap_or_else(|| self.new_tandem());
        let mailbox = &self.mailbox;
        let studied = catch_unwind(AssertUnwindSafe(|| {
            tandem.study((generation, job), stop, &|snapshot| mailbox.progress(snapshot))
        }));
        match studied {
            Ok(snapshot) => {
                self.tandem = Some(tandem);
                mailbox.word(Update::Done(Box::new(snapshot)));
            }
            Err(panic) => {
                mailbox.word(Update::Failed { generation, reason: words_of(panic.as_ref()) });
            }
        }
    }
}

/// Says what memory has no room for.
fn tell_shortfall(tandem: &Tandem, mailbox: &Mailbox) {
    if let Some(shortfall) = tandem.shortfall() {
        mailbox.word(Update::Shortfall(shortfall));
    }
}

/// Lets every other thread of the machine go first, above all the one that answers keys. The threads that
/// search, build and prove are started from here and inherit it.
pub(super) fn stand_back() {
    // Elsewhere the same call would slow down the whole program.
    #[cfg(target_os = "linux")]
    {
        /// As `nice` does where no number is given: a tenth of a usual thread's share. With less, or with threads
        /// that yield, other work on the machine starves the search and the tables.
        const NICENESS: i32 = 10;
        // A system that refuses leaves the thread as it is.
        let _ = rustix::process::setpriority_process(None, NICENESS);
    }
}

/// What a panic said.
pub(super) fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let said =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the engine failed: {}", said.unwrap_or("no reason given"))
}
