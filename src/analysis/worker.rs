//! The thread that thinks. It builds the small tables first, on a thread of their own, takes up one job at
//! a time, and survives a job that panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;

use crate::chess::StopToken;
use crate::engine::{Seat, Settings};
use crate::solver::Tables;

use super::mailbox::Mailbox;
use super::protocol::{Command, Generation, Job, Resources, Update};
use super::study::Tandem;

/// Men on the board up to which a job waits for the tables: they take a fraction of a second, once.
const MEN_IN_TABLES: u8 = 3;

pub(super) struct Worker {
    inbox: Receiver<Command>,
    mailbox: Arc<Mailbox>,
    tables: Arc<Tables>,
    resources: Resources,
    /// Made when the first job comes, and again after a job has panicked.
    tandem: Option<Tandem>,
}

impl Worker {
    pub(super) fn new(
        inbox: Receiver<Command>,
        mailbox: Arc<Mailbox>,
        tables: Arc<Tables>,
        resources: Resources,
    ) -> Self {
        Self { inbox, mailbox, tables, resources, tandem: None }
    }

    /// Works until the session is dropped.
    pub(super) fn run(mut self, stop_building: &StopToken) {
        stand_back();
        let mut builder = self.build_tables(stop_building);
        while let Ok(command) = self.inbox.recv() {
            match command {
                Command::Begin(generation, job, stop) => {
                    if job.root.position.material().men() <= MEN_IN_TABLES {
                        join(&mut builder);
                    }
                    self.work(generation, &job, &stop);
                }
                Command::Configure(resources) => {
                    self.resources = resources;
                    let settings = self.settings();
                    if let Some(tandem) = &mut self.tandem {
                        tandem.configure(settings);
                    }
                }
                Command::NewGame => {
                    if let Some(tandem) = &mut self.tandem {
                        tandem.new_game();
                    }
                }
            }
        }
        join(&mut builder);
    }

    /// Starts the making of the tables; the mailbox hears when they are ready.
    fn build_tables(&self, stop: &StopToken) -> Option<JoinHandle<()>> {
        let (tables, mailbox, stop) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox), stop.clone());
        let build = move || {
            if tables.build_three_men(&stop, &mut |_| {}).is_ok() {
                mailbox.word(Update::TablesReady);
            }
        };
        std::thread::Builder::new().name("tables".to_owned()).spawn(build).ok()
    }

    fn settings(&self) -> Settings {
        let Resources { hash_mb, threads, contempt } = self.resources;
        Settings { hash_mb, threads, contempt, oracle: Arc::<Tables>::clone(&self.tables) }
    }

    /// Works on one job. A panic ends the job, not the program.
    fn work(&mut self, generation: Generation, job: &Job, stop: &StopToken) {
        let mut tandem = self.tandem.take().unwrap_or_else(|| Tandem::new(self.settings(), Seat::Own));
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

/// Lets every other thread of the machine go first, above all the one that answers keys. The threads that
/// search, build and prove are started from here and inherit it.
pub(super) fn stand_back() {
    // Elsewhere the same call would slow down the whole program.
    #[cfg(target_os = "linux")]
    {
        /// As `nice` does where no number is given: a tenth of a usual thread's share.
        const NICENESS: i32 = 10;
        // A system that refuses leaves the thread as it is.
        let _ = rustix::process::setpriority_process(None, NICENESS);
    }
}

fn join(thread: &mut Option<JoinHandle<()>>) {
    if let Some(thread) = thread.take() {
        // Tables that could not be built stay unready, and the search answers instead.
        let _ = thread.join();
    }
}

/// What a panic said.
pub(super) fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let said =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the engine failed: {}", said.unwrap_or("no reason given"))
}
