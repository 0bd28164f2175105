//! The analysis thread: runs one job at a time and survives a job that panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::analyzer::Analyzer;
use super::background_job::panic_message;
use super::mailbox::Mailbox;
use super::protocol::{AnalysisCommand, AnalysisEvent, AnalysisJob, AnalysisResources, JobId};
use chess::StopToken;
use chess::table_policy::TablePolicy;
use engine::{EngineSettings, ThreadMode};
use solver::{Syzygy, Tables};

/// How often the stop token is checked while the tables are being built.
const READY_POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(super) struct AnalysisWorker {
    inbox: Receiver<AnalysisCommand>,
    /// Receives one message when the tables of 3-piece endings are ready.
    ready: Receiver<()>,
    mailbox: Arc<Mailbox>,
    tables: Arc<Tables>,
    resources: AnalysisResources,
    /// None before the first job and after a job has panicked.
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

    /// Runs until the session is dropped.
    pub(super) fn run(mut self) {
        while let Ok(command) = self.inbox.recv() {
            match command {
                AnalysisCommand::Start(generation, job, stop) => {
                    // A job that needs only the first tables waits for them: they are there in a moment.
                    if TablePolicy::of(&job.root.position.material()).is_built_at_start() {
                        self.wait_for_tables(&stop);
                    }
                    self.run_job(generation, &job, &stop);
                }
                AnalysisCommand::Configure(resources) => {
                    let is_new_hash = self.resources.hash_mb != resources.hash_mb;
                    self.resources = resources;
                    let (settings, syzygy) = (self.settings(), self.syzygy());
                    if let Some(analyzer) = &mut self.analyzer {
                        if is_new_hash {
                            send_preparation(&settings, analyzer.hash_mb(), &self.mailbox);
                        }
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

    /// Waits until the tables of 3-piece endings are ready or the job is stopped.
    fn wait_for_tables(&self, stop: &StopToken) {
        while !self.tables.is_ready() && !stop.is_stopped() {
            match self.ready.recv_timeout(READY_POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn settings(&self) -> EngineSettings {
        let AnalysisResources { hash_mb, threads, contempt, .. } = self.resources;
        EngineSettings { hash_mb, threads, contempt, oracle: Arc::<Tables>::clone(&self.tables) }
    }

    /// The user's Syzygy tables. An error is ignored here: `matescope table --fen` shows it.
    fn syzygy(&self) -> Option<Arc<Syzygy>> {
        let folder = self.resources.syzygy.as_deref()?;
        Syzygy::open(folder).ok().map(Arc::new)
    }

    fn new_analyzer(&self) -> Analyzer {
        send_preparation(&self.settings(), 0, &self.mailbox);
        let mut analyzer = Analyzer::new(self.settings(), ThreadMode::OwnThread);
        analyzer.set_syzygy(self.syzygy());
        send_reduced_resources(&analyzer, &self.mailbox);
        analyzer
    }

    /// Runs one job. A panic ends the job, not the program.
    fn run_job(&mut self, generation: JobId, job: &AnalysisJob, stop: &StopToken) {
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

/// Reports a hash table that takes seconds to prepare, in place of one of `held_mb` mebibytes.
fn send_preparation(settings: &EngineSettings, held_mb: usize, mailbox: &Mailbox) {
    if let Some(message) = settings.hash_preparation_message(held_mb) {
        mailbox.push_event(AnalysisEvent::PreparingHash(message));
    }
}

/// Reports settings that need more memory than there is.
fn send_reduced_resources(analyzer: &Analyzer, mailbox: &Mailbox) {
    if let Some(message) = analyzer.reduced_resources() {
        mailbox.push_event(AnalysisEvent::ReducedResources(message));
    }
}
