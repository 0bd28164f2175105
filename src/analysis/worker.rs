//! The thread that thinks. It takes up one job at a time, and survives a job that panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use crate::chess::StopToken;
use crate::engine::{EngineSettings, ThreadMode};
use crate::solver::{Syzygy, Tables};

use super::analyzer::Analyzer;
use super::mailbox::Mailbox;
use super::protocol::{AnalysisCommand, AnalysisEvent, AnalysisJob, AnalysisResources, Generation};

/// Men on the board up to which a job waits for the tables: they take a fraction of a second, once.
const WAIT_FOR_TABLES_MAX_PIECES: u8 = 3;
/// How long the tables are waited for between two looks at the stop token.
const READY_POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(super) struct AnalysisWorker {
    inbox: Receiver<AnalysisCommand>,
    /// Hears once when the small tables are there.
    ready: Receiver<()>,
    mailbox: Arc<Mailbox>,
    tables: Arc<Tables>,
    resources: AnalysisResources,
    /// Made when the first job comes, and again after a job has panicked.
    analyzer: Option<Analyzer>,
}

impl AnalysisWorker {
    pub(super) fn new(
        (inbox, ready): (Receiver<AnalysisCommand>, Receiver<()>),
        mailbox: Arc<Mailbox>,
        tables: Arc<Tables>,
        resources: AnalysisResources,
    ) -> Self {
        Self { inbox, ready, mailbox, tables, resources, analyzer: None }
    }

    /// Works until the session is dropped.
    pub(super) fn run(mut self) {
        lower_priority();
        while let Ok(command) = self.inbox.recv() {
            match command {
                AnalysisCommand::Start(generation, job, stop) => {
                    if job.root.position.material().piece_count() <= WAIT_FOR_TABLES_MAX_PIECES {
                        self.wait_for_tables(&stop);
                    }
                    self.run_job(generation, &job, &stop);
                }
                AnalysisCommand::Configure(resources) => {
                    self.resources = resources;
                    let (settings, syzygy) = (self.settings(), self.syzygy());
                    if let Some(analyzer) = &mut self.analyzer {
                        analyzer.configure(settings);
                        analyzer.set_syzygy(syzygy);
                        send_reduced_resources(analyzer, &self.mailbox);
                    }
                }
                AnalysisCommand::NewGame => {
                    if let Some(analyzer) = &mut self.analyzer {
                        analyzer.new_game();
                    }
                }
            }
        }
    }

    /// Waits until the small tables are there, or the job is not wanted any more.
    fn wait_for_tables(&self, stop: &StopToken) {
        while !self.tables.is_ready() && !stop.is_stopped() {
            match self.ready.recv_timeout(READY_POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn settings(&self) -> EngineSettings {
        let AnalysisResources { hash_mb, memory_mb, threads, contempt, .. } = self.resources;
        EngineSettings { hash_mb, memory_mb, threads, contempt, oracle: Arc::<Tables>::clone(&self.tables) }
    }

    /// The user's tables. A folder that has none is as good as no folder: `table --fen` tells what is wrong.
    fn syzygy(&self) -> Option<Arc<Syzygy>> {
        let folder = self.resources.syzygy.as_deref()?;
        Syzygy::open(folder).ok().map(Arc::new)
    }

    fn new_analyzer(&self) -> Analyzer {
        let mut analyzer = Analyzer::new(self.settings(), ThreadMode::OwnThread);
        analyzer.set_syzygy(self.syzygy());
        send_reduced_resources(&analyzer, &self.mailbox);
        analyzer
    }

    /// Works on one job. A panic ends the job, not the program.
    fn run_job(&mut self, generation: Generation, job: &AnalysisJob, stop: &StopToken) {
        let mut analyzer = self.analyzer.take().unwrap_or_else(|| self.new_analyzer());
        let mailbox = &self.mailbox;
        let result = catch_unwind(AssertUnwindSafe(|| {
            analyzer.analyze((generation, job), stop, &|snapshot| mailbox.set_progress(snapshot))
        }));
        match result {
            Ok(snapshot) => {
                self.analyzer = Some(analyzer);
                mailbox.push_event(AnalysisEvent::Done(Box::new(snapshot)));
            }
            Err(panic) => {
                mailbox
                    .push_event(AnalysisEvent::Failed { generation, reason: panic_message(panic.as_ref()) });
            }
        }
    }
}

/// Says what memory has no room for.
fn send_reduced_resources(analyzer: &Analyzer, mailbox: &Mailbox) {
    if let Some(message) = analyzer.reduced_resources() {
        mailbox.push_event(AnalysisEvent::ReducedResources(message));
    }
}

/// Lets every other thread of the machine go first, above all the one that answers keys. The threads that
/// search, build and prove are started from here and inherit it.
pub(super) fn lower_priority() {
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
pub(super) fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let message =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("the engine failed: {}", message.unwrap_or("no reason given"))
}
