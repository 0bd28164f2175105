//! Floor 5: thinking in the background. Commands go down, snapshots come up, and no key ever waits.
//!
//! Reading order: [`protocol`] (what is said), [`analyzer`] (tables, else engine and proof in tandem), `known`
//! (their findings as one truth), `spoiling` (what the user's larger tables add to it), `partner` and `sharing`
//! (how the proof takes its turns), [`proof_explorer`] (why a mate is a mate), [`game_analysis`] (all positions of a game) and
//! [`side_query`] (a second question beside the first), each on a thread of its own (`errand`), `worker` (the thread), `mailbox` (the
//! newest snapshot replaces the one before), `builder` (tables in the background), here
//! [`AnalysisSession`], the one end that a front end holds, [`external`] (an engine outside), and [`backend`] (what both
//! kinds of engine have in common).

pub mod analyzer;
pub mod backend;
mod background_job;
mod budget_split;
pub mod exact_lines;
pub mod external;
pub mod game_analysis;
mod mailbox;
mod mate_prover_task;
mod merged_analysis;
pub mod proof_explorer;
pub mod protocol;
pub mod side_query;
mod syzygy_root_filter;
mod table_builder;
mod worker;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use crate::chess::{Material, Position, StopSource};
pub use crate::engine::wdl::Wdl;
pub use crate::engine::{Elo, Limits, Report, SearchTime, StrengthLevel};
pub use crate::solver::Tables;
pub use crate::solver::tables::cost::BuildCost;
use crate::solver::tables::table_store::TableStore;
pub use crate::solver::tables::{EndingResultCounts, EndingStats, MAX_TABLE_PIECES};

pub use crate::uci::option::{UciOption, UciOptionKind, UciOptionValue};
pub use crate::uci::sanitize::sanitize_and_truncate;
pub use crate::uci::session::{MANAGED_OPTIONS, UciEngineIdentity, UciTimeouts};
pub use crate::uci::to_engine::UciClocks;

pub use analyzer::Analyzer;
pub use backend::{AnalysisBackend, PositionHistory};
use background_job::BackgroundJob;
pub use external::{ExternalEngine, ExternalEngineLaunch, ExternalEngineStatus};
use game_analysis::{GameAnalysisId, GameAnalysisRequest};
use mailbox::Mailbox;
pub use mailbox::Waker;
use proof_explorer::{MateClaim, ProofExplorer, ProofExplorerId, ProofNodeId};
use protocol::AnalysisCommand;
pub use protocol::{
    AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisResources, AnalysisSnapshot, AnalysisSource,
    Generation, ProofProgress, TableBuildState,
};
use side_query::SideQueryId;
pub use table_builder::{BuildListener, TableBuilder};
use worker::{AnalysisWorker, lower_priority};

/// Room for the deepest search with a proof on top of it, in bytes. Only what is used is ever taken.
const THREAD_STACK_BYTES: usize = 64 << 20;

/// A worker thread with its engine and tables, and the job that it is at.
///
/// Dropping a session stops the job and waits for the thread, which takes about a millisecond.
///
/// ```
/// use std::sync::{Arc, mpsc};
///
/// use matescope::analysis::{
///     AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisResources, AnalysisSession, Limits,
/// };
/// use matescope::chess::{Certainty, Ply, Root, fen};
/// use matescope::solver::tables::table_store::NoStore;
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
    generation: Generation,
    /// Permission of the job under way; dropping it stops the job.
    job: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
    builder: TableBuilder,
    /// The inquiry under way, and the number of the newest.
    proof_explorer: Option<ProofExplorer>,
    newest_proof_explorer: ProofExplorerId,
    /// The sweep under way, and the number of the newest.
    game_analysis: Option<BackgroundJob<GameAnalysisId>>,
    newest_game_analysis: GameAnalysisId,
    /// A folder with the user's tables for larger endings.
    syzygy: Option<PathBuf>,
    /// The question aside under way, and the number of the newest.
    side_query: Option<BackgroundJob<SideQueryId>>,
    newest_side_query: SideQueryId,
}

impl AnalysisSession {
    /// Starts a worker and, beside it, the making of the three-man tables. Tables are looked for and kept in
    /// `store`. `wake` is called from other threads when there is something to [`drain`](Self::drain).
    #[must_use]
    pub fn new(resources: AnalysisResources, store: Arc<dyn TableStore>, wake: Waker) -> Self {
        let (commands, inbox) = channel();
        let mailbox = Arc::new(Mailbox::new(wake));
        let tables = Arc::new(Tables::with_store(store));
        let (ready_sender, ready) = channel();
        let listener = {
            let mailbox = Arc::clone(&mailbox);
            Arc::new(move |update: AnalysisEvent| match update {
                AnalysisEvent::TableBuilding(building) => mailbox.set_building(building),
                other => {
                    if other == AnalysisEvent::TablesReady {
                        // The worker may have ended before.
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
        let thread = std::thread::Builder::new()
            .name("analysis".to_owned())
            .stack_size(THREAD_STACK_BYTES)
            .spawn(move || worker.run())
            .ok();
        Self {
            commands: Some(commands),
            mailbox,
            tables,
            generation: Generation::default(),
            job: None,
            thread,
            builder,
            proof_explorer: None,
            newest_proof_explorer: ProofExplorerId::default(),
            game_analysis: None,
            newest_game_analysis: GameAnalysisId::default(),
            syzygy,
            side_query: None,
            newest_side_query: SideQueryId::default(),
        }
    }

    /// The tables, to judge drills by. They answer as soon as [`AnalysisEvent::TablesReady`] has come.
    #[must_use]
    pub const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Takes up a job. The one before is stopped at once, and nothing of it comes up any more.
    pub fn start_job(&mut self, job: AnalysisJob) -> Generation {
        self.generation = self.generation.next();
        self.builder.request_for_position(&job.root.position.material());
        let permission = StopSource::new();
        self.send(AnalysisCommand::Start(self.generation, Box::new(job), permission.token()));
        self.job = Some(permission);
        self.generation
    }

    /// Asks for the table of an ending, which may take minutes with five men: [`AnalysisEvent::TableBuildState`] tells how
    /// far it is, [`AnalysisEvent::Built`] or [`AnalysisEvent::NotBuilt`] when it is over. A job that is under way goes over
    /// to the table as soon as it is there. Tables of up to four men come by themselves with the first job
    /// that needs them.
    pub fn build(&self, material: &Material) {
        self.builder.request(material);
    }

    /// Stops the job under way. Nothing of it comes up any more.
    pub fn cancel(&mut self) {
        self.generation = self.generation.next();
        self.job = None;
    }

    /// Tells the job under way to come to its end: its result comes up as [`AnalysisEvent::Done`].
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// The generation of the newest job.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// Changes what the engine may use, from the next job on.
    pub fn configure(&mut self, resources: AnalysisResources) {
        self.syzygy.clone_from(&resources.syzygy);
        self.send(AnalysisCommand::Configure(resources));
    }

    /// Forgets what was learned, before a new game.
    pub fn new_game(&mut self) {
        self.cancel();
        self.send(AnalysisCommand::NewGame);
    }

    /// Begins to explain a mate, beside the job under way: [`AnalysisEvent::ProofExplorer`] comes up. The inquiry before it
    /// ends at once.
    pub fn explore_proof(&mut self, claim: MateClaim) {
        self.newest_proof_explorer = self.newest_proof_explorer.next();
        let oracle = Arc::<Tables>::clone(&self.tables);
        let mailbox = Arc::clone(&self.mailbox);
        self.proof_explorer = ProofExplorer::start(self.newest_proof_explorer, claim, oracle, mailbox);
    }

    /// Asks the inquiry for the defenses below a node, where mate is to come in `moves` more moves.
    pub fn expand_proof_node(&self, node: ProofNodeId, position: Position, moves: u16) {
        if let Some(inquiry) = &self.proof_explorer {
            inquiry.expand(node, position, moves);
        }
    }

    /// Ends the inquiry. Nothing of it comes up any more.
    pub fn stop_proof_explorer(&mut self) {
        self.proof_explorer = None;
    }

    /// Begins to look at all positions of a game, beside the job under way: [`AnalysisEvent::GameAnalysis`] comes up for each. The
    /// sweep before it ends at once.
    pub fn analyze_game(&mut self, request: GameAnalysisRequest) {
        self.newest_game_analysis = self.newest_game_analysis.next();
        let (id, syzygy) = (self.newest_game_analysis, self.syzygy.clone());
        let (tables, mailbox) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox));
        self.game_analysis = game_analysis::start(id, request, tables, syzygy, mailbox);
    }

    /// Ends the sweep. Nothing of it comes up any more.
    pub fn stop_game_analysis(&mut self) {
        self.game_analysis = None;
    }

    /// Takes up a question beside the job under way: [`AnalysisEvent::SideQuery`] comes up. The one before it ends at
    /// once.
    pub fn start_side_query(&mut self, job: AnalysisJob) {
        self.newest_side_query = self.newest_side_query.next();
        let oracle = Arc::<Tables>::clone(&self.tables);
        let mailbox = Arc::clone(&self.mailbox);
        self.side_query = side_query::start(self.newest_side_query, job, oracle, mailbox);
    }

    /// Ends the question aside. Nothing of it comes up any more.
    pub fn stop_side_query(&mut self) {
        self.side_query = None;
    }

    /// Stops the making of a table. What is finished of it stays; nothing more comes up.
    pub fn cancel_build(&self, material: &Material) {
        self.builder.cancel(material);
    }

    /// Counts what a table holds, beside everything else: [`AnalysisEvent::TableStats`] comes up. A table that is kept
    /// and not yet read is read.
    pub fn compute_stats(&self, material: &Material) {
        let (tables, mailbox, material) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox), *material);
        let count = move || {
            lower_priority();
            let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let look = || tables.load(&material).then(|| tables.stats(&material, threads)).flatten();
            let stats = catch_unwind(AssertUnwindSafe(look)).ok().flatten();
            mailbox.push_event(AnalysisEvent::TableStats(material, stats.map(Box::new)));
        };
        // Nobody waits for it in the end: it holds nothing that has to be put away.
        if std::thread::Builder::new().name("count".to_owned()).spawn(count).is_err() {
            self.mailbox.push_event(AnalysisEvent::TableStats(material, None));
        }
    }

    /// All that has come up since the last call, without what belongs to an earlier job. This is the one
    /// place where stale results are dropped.
    pub fn drain(&mut self) -> Vec<AnalysisEvent> {
        let mut updates = self.mailbox.take_all();
        let proof_explorer = self.proof_explorer.as_ref().map(|inquiry| inquiry.id);
        let game_analysis = self.game_analysis.as_ref().map(|sweep| sweep.id);
        let side_query = self.side_query.as_ref().map(|aside| aside.id);
        updates.retain(|update| match update {
            AnalysisEvent::ProofExplorer(of, _) => proof_explorer == Some(*of),
            AnalysisEvent::GameAnalysis(of, _) => game_analysis == Some(*of),
            AnalysisEvent::SideQuery(of, _) => side_query == Some(*of),
            _ => update.generation().is_none_or(|of| of == self.generation),
        });
        updates
    }

    fn send(&mut self, command: AnalysisCommand) {
        if let Some(commands) = &self.commands {
            // The worker outlives every panic of a job: a closed channel means that it could not start.
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
        self.game_analysis = None;
        self.side_query = None;
        self.job = None;
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the worker has been reported as `AnalysisEvent::Failed` already.
            let _ = thread.join();
        }
    }
}
