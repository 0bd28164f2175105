//! The analysis session: what a user interface holds of the built-in engine, the tables and the mate prover.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use super::background_job::BackgroundJob;
use super::mailbox::{Mailbox, Waker};
use super::proof_explorer::ProofExplorer;
use super::protocol::{
    AnalysisCommand, AnalysisEvent, AnalysisJob, AnalysisResources, GameAnalysisPurpose, GameAnalysisRequest,
    JobId, MateClaim, MistakeSearchRequest,
};
use super::table_builder::TableBuilder;
use super::worker::AnalysisWorker;
use super::{game_analysis, mistake_search, side_query};
use chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder, core_count};
use chess::{Material, Position, StopSource};
use solver::Tables;
use solver::mate::tree::ProofNodeId;
use solver::tables::table_store::TableStore;

/// How long the end of the analysis thread is waited for: less than the watchdog allows after the key that quits.
const END_TIMEOUT: Duration = Duration::from_millis(250);

/// The analysis thread with its engine, the tables, and the work that runs beside it on threads of its own: a
/// side query, a game analysis, a queued review, a proof explorer and table builds.
///
/// Dropping a session stops all of them and waits for the analysis thread, which takes about a millisecond. A thread
/// that is preparing a large hash table cannot be stopped: it is not waited for.
///
/// ```
/// use std::sync::{Arc, mpsc};
///
/// use matescope_analysis::{
///     AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisResources, AnalysisSession, Limits,
/// };
/// use chess::{Certainty, Ply, Root, fen};
/// use solver::tables::table_store::NoStore;
///
/// let (wake, woken) = mpsc::channel();
/// let mut session = AnalysisSession::new(
///     AnalysisResources { hash_mb: 1, ..AnalysisResources::default() },
///     Arc::new(NoStore),
///     Box::new(move || drop(wake.send(()))),
/// );
/// let root = Root::new(fen::parse("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1")?);
/// session.start_job(AnalysisJob { root, limits: Limits::default(), purpose: AnalysisPurpose::Analyze });
/// let done = 'done: loop {
///     woken.recv()?;
///     for event in session.drain() {
///         if let AnalysisEvent::Done(snapshot) = event {
///             break 'done snapshot;
///         }
///     }
/// };
/// let line = done.best_line().expect("White can move");
/// assert_eq!((line.score.mate_distance(), line.certainty), (Some(Ply::new(5)), Certainty::Proven));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnalysisSession {
    commands: Option<Sender<AnalysisCommand>>,
    mailbox: Arc<Mailbox>,
    tables: Arc<Tables>,
    generation: JobId,
    /// The id of the newest job of any kind.
    newest_job: JobId,
    /// Stops the current job when it is dropped.
    job: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
    /// Disconnected when the analysis thread has ended.
    ended: Receiver<()>,
    builder: TableBuilder,
    proof_explorer: Option<ProofExplorer>,
    game_analyses: HashMap<GameAnalysisPurpose, BackgroundJob>,
    /// The folder with the user's Syzygy tables.
    syzygy: Option<PathBuf>,
    side_query: Option<BackgroundJob>,
}

impl AnalysisSession {
    /// Starts the analysis thread and the build of the tables of 3-piece endings. Tables are loaded from and
    /// saved to `store`. `wake` is called from other threads when there are events to [`drain`](Self::drain).
    #[must_use]
    pub fn new(resources: AnalysisResources, store: Arc<dyn TableStore>, wake: Waker) -> Self {
        let (commands, inbox) = channel();
        let mailbox = Arc::new(Mailbox::new(wake));
        let tables = Arc::new(Tables::with_store(store));
        let (ready_sender, ready) = channel();
        let listener = {
            let mailbox = Arc::clone(&mailbox);
            Arc::new(move |event: AnalysisEvent| match event {
                AnalysisEvent::TableBuilding(building) => mailbox.set_building(building),
                other => {
                    if other == AnalysisEvent::TablesReady {
                        // The worker may have ended.
                        let _ = ready_sender.send(());
                    }
                    mailbox.push_event(other);
                }
            })
        };
        let builder = TableBuilder::new(Arc::clone(&tables), listener);
        let syzygy = resources.syzygy.clone();
        let worker =
            AnalysisWorker::new((inbox, ready), Arc::clone(&mailbox), Arc::clone(&tables), resources);
        let (running, ended) = channel();
        let run = move || {
            worker.run();
            drop(running);
        };
        let thread =
            ThreadBuilder::new("analysis").stack_size(SEARCH_STACK_BYTES).low_priority().spawn(run).ok();
        Self {
            commands: Some(commands),
            mailbox,
            tables,
            generation: JobId::default(),
            newest_job: JobId::default(),
            job: None,
            thread,
            ended,
            builder,
            proof_explorer: None,
            game_analyses: HashMap::new(),
            syzygy,
            side_query: None,
        }
    }

    /// The tables. Those of 3-piece endings can be probed from [`AnalysisEvent::TablesReady`] on.
    #[must_use]
    pub const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Starts a job. The previous one is stopped at once, and no more events of it arrive.
    pub fn start_job(&mut self, job: AnalysisJob) -> JobId {
        self.generation = self.next_job_id();
        self.builder.request_for_position(&job.root.position.material());
        let stop = StopSource::new();
        self.send(AnalysisCommand::Start(self.generation, Box::new(job), stop.token()));
        self.job = Some(stop);
        self.generation
    }

    /// Builds the table of an ending, which may take minutes with 5 pieces. [`AnalysisEvent::TableBuilding`]
    /// reports the progress, [`AnalysisEvent::TableBuilt`] or [`AnalysisEvent::TableBuildFailed`] the end.
    /// The current job probes the table as soon as it is there. Tables of up to 4 pieces are built without a
    /// request by the first job that needs them.
    pub fn build(&self, material: &Material) {
        self.builder.request(material);
    }

    /// Stops the current job. No more events of it arrive.
    pub fn cancel(&mut self) {
        self.generation = self.next_job_id();
        self.job = None;
    }

    /// Ends the current job early: its result arrives as [`AnalysisEvent::Done`].
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// The generation of the newest job.
    #[must_use]
    pub const fn generation(&self) -> JobId {
        self.generation
    }

    /// Changes the engine's resources from the next job on.
    pub fn configure(&mut self, resources: AnalysisResources) {
        self.syzygy.clone_from(&resources.syzygy);
        self.send(AnalysisCommand::Configure(resources));
    }

    /// Clears the hash and history tables before a new game.
    pub fn new_game(&mut self) {
        self.cancel();
        self.send(AnalysisCommand::NewGame);
    }

    /// Starts a proof explorer beside the current job; its results arrive as
    /// [`AnalysisEvent::ProofExplorer`]. The previous one ends at once.
    pub fn explore_proof(&mut self, claim: MateClaim) {
        let id = self.next_job_id();
        let oracle = Arc::<Tables>::clone(&self.tables);
        let mailbox = Arc::clone(&self.mailbox);
        self.proof_explorer = ProofExplorer::start(id, claim, oracle, mailbox);
    }

    /// Requests the defenses below a node of the proof tree, where `moves` more moves are left to mate.
    pub fn expand_proof_node(&self, node: ProofNodeId, position: Position, moves: u16) {
        if let Some(explorer) = &self.proof_explorer {
            explorer.expand(node, position, moves);
        }
    }

    /// Ends the proof explorer. No more events of it arrive.
    pub fn stop_proof_explorer(&mut self) {
        self.proof_explorer = None;
    }

    /// Starts the analysis of positions of a game beside the current job; its results arrive as
    /// [`AnalysisEvent::GameAnalysis`]. The previous one for this purpose ends at once.
    pub fn start_game_analysis(&mut self, purpose: GameAnalysisPurpose, request: GameAnalysisRequest) {
        let threads = if purpose == GameAnalysisPurpose::QueuedReview { 1 } else { core_count() };
        let (id, syzygy) = (self.next_job_id(), self.syzygy.clone());
        let (tables, mailbox) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox));
        let job = game_analysis::start(id, purpose, request, threads, tables, syzygy, mailbox);
        self.replace_game_analysis(purpose, job);
    }

    /// Starts a search of mistakes beside the current job; its results arrive as [`AnalysisEvent::GameAnalysis`]. The
    /// previous search or analysis for this purpose ends at once.
    pub fn start_mistake_search(&mut self, purpose: GameAnalysisPurpose, request: MistakeSearchRequest) {
        let (id, syzygy) = (self.next_job_id(), self.syzygy.clone());
        let (tables, mailbox) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox));
        let job = mistake_search::start(id, purpose, request, tables, syzygy, mailbox);
        self.replace_game_analysis(purpose, job);
    }

    fn replace_game_analysis(&mut self, purpose: GameAnalysisPurpose, job: Option<BackgroundJob>) {
        match job {
            Some(job) => drop(self.game_analyses.insert(purpose, job)),
            None => self.stop_game_analysis(purpose),
        }
    }

    /// Ends the game analysis or mistake search for a purpose. No more events of it arrive.
    pub fn stop_game_analysis(&mut self, purpose: GameAnalysisPurpose) {
        self.game_analyses.remove(&purpose);
    }

    /// Starts a side query beside the current job; its results arrive as [`AnalysisEvent::SideQuery`]. The
    /// previous one ends at once.
    pub fn start_side_query(&mut self, job: AnalysisJob) {
        let id = self.next_job_id();
        let oracle = Arc::<Tables>::clone(&self.tables);
        let mailbox = Arc::clone(&self.mailbox);
        self.side_query = side_query::start(id, job, oracle, mailbox);
    }

    /// Ends the side query. No more events of it arrive.
    pub fn stop_side_query(&mut self) {
        self.side_query = None;
    }

    /// Cancels the build of a table. Finished parts of it stay in the store; no more events of it arrive.
    pub fn cancel_build(&self, material: &Material) {
        self.builder.cancel(material);
    }

    /// Computes the statistics of a table on a thread of its own: [`AnalysisEvent::TableStats`] arrives. The
    /// table is loaded from the store if necessary.
    pub fn compute_stats(&self, material: &Material) {
        let (tables, mailbox, material) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox), *material);
        let count = move || {
            let threads = core_count();
            let mut on_step = |step| mailbox.push_event(AnalysisEvent::TableCounting(material, step));
            let compute = || {
                let is_there = tables.load(&material);
                is_there.then(|| tables.stats_in_steps(&material, threads, &mut on_step)).flatten()
            };
            let stats = catch_unwind(AssertUnwindSafe(compute)).ok().flatten();
            mailbox.push_event(AnalysisEvent::TableStats(material, stats.map(Box::new)));
        };
        // The thread is not joined: it holds nothing that has to be saved.
        if ThreadBuilder::new("count").low_priority().spawn(count).is_err() {
            self.mailbox.push_event(AnalysisEvent::TableStats(material, None));
        }
    }

    /// The events since the last call. Events of earlier jobs are dropped here and nowhere else.
    pub fn drain(&mut self) -> Vec<AnalysisEvent> {
        let mut events = self.mailbox.take_all();
        let proof_explorer = self.proof_explorer.as_ref().map(|explorer| explorer.id);
        let side_query = self.side_query.as_ref().map(|job| job.id);
        events.retain(|event| match event {
            AnalysisEvent::ProofExplorer(of, _) => proof_explorer == Some(*of),
            AnalysisEvent::GameAnalysis(purpose, of, _) => {
                self.game_analyses.get(purpose).is_some_and(|job| job.id == *of)
            }
            AnalysisEvent::SideQuery(of, _) => side_query == Some(*of),
            _ => event.generation().is_none_or(|of| of == self.generation),
        });
        events
    }

    const fn next_job_id(&mut self) -> JobId {
        self.newest_job = self.newest_job.next();
        self.newest_job
    }

    fn send(&mut self, command: AnalysisCommand) {
        if let Some(commands) = &self.commands {
            // The worker survives a panic of a job: a closed channel means that it could not be started.
            if commands.send(command).is_err() {
                self.mailbox.push_event(AnalysisEvent::Failed {
                    generation: self.generation,
                    reason: "the analysis thread could not be started".to_owned(),
                });
            }
        }
    }
}

impl Drop for AnalysisSession {
    fn drop(&mut self) {
        self.proof_explorer = None;
        self.game_analyses.clear();
        self.side_query = None;
        self.job = None;
        self.commands = None;
        if let Some(thread) = self.thread.take()
            && has_ended(&self.ended, END_TIMEOUT)
        {
            // A panic has been reported as `AnalysisEvent::Failed`.
            let _ = thread.join();
        }
    }
}

/// Waits until a thread has dropped its end of a channel, or the time is over.
fn has_ended(ended: &Receiver<()>, timeout: Duration) -> bool {
    matches!(ended.recv_timeout(timeout), Err(RecvTimeoutError::Disconnected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::AnalysisPurpose;
    use chess::Root;
    use chess::thread::limit::without_threads;
    use engine::Limits;
    use solver::tables::table_store::NoStore;

    #[test]
    fn a_thread_that_cannot_be_stopped_is_not_waited_for() {
        let (running, ended) = channel::<()>();
        assert!(!has_ended(&ended, Duration::from_millis(1)), "it still runs");
        drop(running);
        assert!(has_ended(&ended, END_TIMEOUT));
    }

    #[test]
    fn without_threads_every_request_is_answered_with_a_sentence() {
        let mut session = without_threads(|| {
            AnalysisSession::new(AnalysisResources::default(), Arc::new(NoStore), Box::new(|| ()))
        });
        let root = Root::new(Position::start());
        let job = AnalysisJob { root, limits: Limits::default(), purpose: AnalysisPurpose::Analyze };
        session.start_job(job.clone());
        let ending = "KQvK".parse().unwrap();
        without_threads(|| {
            session.build(&ending);
            session.compute_stats(&ending);
            session.start_side_query(job);
        });
        let events = session.drain();
        let has = |wanted: fn(&AnalysisEvent) -> bool| events.iter().any(wanted);
        assert!(has(|event| matches!(event, AnalysisEvent::Failed { .. })), "{events:?}");
        assert!(has(|event| matches!(event, AnalysisEvent::TableBuildFailed { .. })), "{events:?}");
        assert!(has(|event| matches!(event, AnalysisEvent::TableStats(_, None))), "{events:?}");
    }
}
