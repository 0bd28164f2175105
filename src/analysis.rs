//! Floor 5: thinking in the background. Commands go down, snapshots come up, and no key ever waits.
//!
//! Reading order: [`protocol`] (what is said), [`study`] (tables, else engine and proof in tandem), `known`
//! (their findings as one truth), `spoiling` (what the user's larger tables add to it), `partner` and `sharing`
//! (how the proof takes its turns), [`inquiry`] (why a mate is a mate), [`sweep`] (all positions of a game) and
//! [`aside`] (a second question beside the first), each on a thread of its own (`errand`), `worker` (the thread), `mailbox` (the
//! newest snapshot replaces the one before), `builder` (tables in the background), here
//! [`Session`], the one end that a front end holds, [`external`] (an engine outside), and [`analyst`] (what both
//! kinds of engine have in common).

pub mod analyst;
pub mod aside;
mod builder;
mod errand;
pub mod exact_lines;
pub mod external;
pub mod inquiry;
mod known;
mod mailbox;
mod partner;
pub mod protocol;
mod sharing;
mod spoiling;
pub mod study;
pub mod sweep;
mod worker;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use crate::chess::{Material, Position, StopSource};
pub use crate::engine::chances::Chances;
pub use crate::engine::{Elo, Level, Limits, Report, Time};
pub use crate::solver::Tables;
pub use crate::solver::tables::cost::BuildCost;
use crate::solver::tables::keeping::TableStore;
pub use crate::solver::tables::{Count, MOST_MEN, Stats};

pub use crate::uci::option::{Declaration, Kind, Value};
pub use crate::uci::peer::{Identity, Patience, SET_BY_US};
pub use crate::uci::plain::plain;
pub use crate::uci::to_engine::Clocks;

pub use analyst::{Analyst, Past};
use aside::AsideId;
pub use builder::{Builder, Listener};
use errand::Errand;
pub use external::{External, Launch, Standing};
use inquiry::{Claim, Inquiry, InquiryId, NodeId};
use mailbox::Mailbox;
pub use mailbox::Waker;
use protocol::Command;
pub use protocol::{Building, Generation, Job, ProofState, Resources, Snapshot, Source, Task, Update};
pub use study::Tandem;
use sweep::{Order, SweepId};
use worker::{Worker, stand_back};

/// Room for the deepest search with a proof on top of it, in bytes. Only what is used is ever taken.
const STACK: usize = 64 << 20;

/// A worker thread with its engine and tables, and the job that it is at.
///
/// Dropping a session stops the job and waits for the thread, which takes about a millisecond.
pub struct Session {
    commands: Option<Sender<Command>>,
    mailbox: Arc<Mailbox>,
    tables: Arc<Tables>,
    generation: Generation,
    /// Permission of the job under way; dropping it stops the job.
    job: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
    builder: Builder,
    /// The inquiry under way, and the number of the newest.
    inquiry: Option<Inquiry>,
    newest_inquiry: InquiryId,
    /// The sweep under way, and the number of the newest.
    sweep: Option<Errand<SweepId>>,
    newest_sweep: SweepId,
    /// A folder with the user's tables for larger endings.
    syzygy: Option<PathBuf>,
    /// The question aside under way, and the number of the newest.
    aside: Option<Errand<AsideId>>,
    newest_aside: AsideId,
}

impl Session {
    /// Starts a worker and, beside it, the making of the three-man tables. Tables are looked for and kept in
    /// `store`. `wake` is called from other threads when there is something to [`drain`](Self::drain).
    #[must_use]
    pub fn new(resources: Resources, store: Arc<dyn TableStore>, wake: Waker) -> Self {
        let (commands, inbox) = channel();
        let mailbox = Arc::new(Mailbox::new(wake));
        let tables = Arc::new(Tables::with_store(store));
        let (tell_ready, ready) = channel();
        let listener = {
            let mailbox = Arc::clone(&mailbox);
            Arc::new(move |update: Update| match update {
                Update::Building(building) => mailbox.building(building),
                other => {
                    if other == Update::TablesReady {
                        // The worker may have ended before.
                        let _ = tell_ready.send(());
                    }
                    mailbox.word(other);
                }
            })
        };
        let builder = Builder::new(Arc::clone(&tables), listener);
        let syzygy = resources.syzygy.clone();
        let worker = Worker::new((inbox, ready), Arc::clone(&mailbox), Arc::clone(&tables), resources);
        let thread = std::thread::Builder::new()
            .name("analysis".to_owned())
            .stack_size(STACK)
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
            inquiry: None,
            newest_inquiry: InquiryId::default(),
            sweep: None,
            newest_sweep: SweepId::default(),
            syzygy,
            aside: None,
            newest_aside: AsideId::default(),
        }
    }

    /// The tables, to judge drills by. They answer as soon as [`Update::TablesReady`] has come.
    #[must_use]
    pub const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Takes up a job. The one before is stopped at once, and nothing of it comes up any more.
    pub fn begin(&mut self, job: Job) -> Generation {
        self.generation = self.generation.next();
        self.builder.meet(&job.root.position.material());
        let permission = StopSource::new();
        self.say(Command::Begin(self.generation, Box::new(job), permission.token()));
        self.job = Some(permission);
        self.generation
    }

    /// Asks for the table of an ending, which may take minutes with five men: [`Update::Building`] tells how
    /// far it is, [`Update::Built`] or [`Update::NotBuilt`] when it is over. A job that is under way goes over
    /// to the table as soon as it is there. Tables of up to four men come by themselves with the first job
    /// that needs them.
    pub fn build(&self, material: &Material) {
        self.builder.want(material);
    }

    /// Stops the job under way. Nothing of it comes up any more.
    pub fn halt(&mut self) {
        self.generation = self.generation.next();
        self.job = None;
    }

    /// Tells the job under way to come to its end: its result comes up as [`Update::Done`].
    pub fn hurry(&mut self) {
        self.job = None;
    }

    /// The generation of the newest job.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// Changes what the engine may use, from the next job on.
    pub fn configure(&mut self, resources: Resources) {
        self.syzygy.clone_from(&resources.syzygy);
        self.say(Command::Configure(resources));
    }

    /// Forgets what was learned, before a new game.
    pub fn new_game(&mut self) {
        self.halt();
        self.say(Command::NewGame);
    }

    /// Begins to explain a mate, beside the job under way: [`Update::Why`] comes up. The inquiry before it
    /// ends at once.
    pub fn inquire(&mut self, claim: Claim) {
        self.newest_inquiry = self.newest_inquiry.next();
        let oracle = Arc::<Tables>::clone(&self.tables);
        let mailbox = Arc::clone(&self.mailbox);
        self.inquiry = Inquiry::start(self.newest_inquiry, claim, oracle, mailbox);
    }

    /// Asks the inquiry for the defenses below a node, where mate is to come in `moves` more moves.
    pub fn grow(&self, node: NodeId, position: Position, moves: u16) {
        if let Some(inquiry) = &self.inquiry {
            inquiry.grow(node, position, moves);
        }
    }

    /// Ends the inquiry. Nothing of it comes up any more.
    pub fn end_inquiry(&mut self) {
        self.inquiry = None;
    }

    /// Begins to look at all positions of a game, beside the job under way: [`Update::Swept`] comes up for each. The
    /// sweep before it ends at once.
    pub fn sweep(&mut self, order: Order) {
        self.newest_sweep = self.newest_sweep.next();
        let (id, syzygy) = (self.newest_sweep, self.syzygy.clone());
        let (tables, mailbox) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox));
        self.sweep = sweep::start(id, order, tables, syzygy, mailbox);
    }

    /// Ends the sweep. Nothing of it comes up any more.
    pub fn end_sweep(&mut self) {
        self.sweep = None;
    }

    /// Takes up a question beside the job under way: [`Update::Aside`] comes up. The one before it ends at
    /// once.
    pub fn ask_aside(&mut self, job: Job) {
        self.newest_aside = self.newest_aside.next();
        let oracle = Arc::<Tables>::clone(&self.tables);
        let mailbox = Arc::clone(&self.mailbox);
        self.aside = aside::start(self.newest_aside, job, oracle, mailbox);
    }

    /// Ends the question aside. Nothing of it comes up any more.
    pub fn end_aside(&mut self) {
        self.aside = None;
    }

    /// Stops the making of a table. What is finished of it stays; nothing more comes up.
    pub fn stop_building(&self, material: &Material) {
        self.builder.cancel(material);
    }

    /// Counts what a table holds, beside everything else: [`Update::Counted`] comes up. A table that is kept
    /// and not yet read is read.
    pub fn count(&self, material: &Material) {
        let (tables, mailbox, material) = (Arc::clone(&self.tables), Arc::clone(&self.mailbox), *material);
        let count = move || {
            stand_back();
            let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
            let look = || tables.load(&material).then(|| tables.stats(&material, threads)).flatten();
            let stats = catch_unwind(AssertUnwindSafe(look)).ok().flatten();
            mailbox.word(Update::Counted(material, stats.map(Box::new)));
        };
        // Nobody waits for it in the end: it holds nothing that has to be put away.
        if std::thread::Builder::new().name("count".to_owned()).spawn(count).is_err() {
            self.mailbox.word(Update::Counted(material, None));
        }
    }

    /// All that has come up since the last call, without what belongs to an earlier job. This is the one
    /// place where stale results are dropped.
    pub fn drain(&mut self) -> Vec<Update> {
        let mut updates = self.mailbox.take();
        let inquiry = self.inquiry.as_ref().map(|inquiry| inquiry.id);
        let sweep = self.sweep.as_ref().map(|sweep| sweep.id);
        let aside = self.aside.as_ref().map(|aside| aside.id);
        updates.retain(|update| match update {
            Update::Why(of, _) => inquiry == Some(*of),
            Update::Swept(of, _) => sweep == Some(*of),
            Update::Aside(of, _) => aside == Some(*of),
            _ => update.generation().is_none_or(|of| of == self.generation),
        });
        updates
    }

    fn say(&mut self, command: Command) {
        if let Some(commands) = &self.commands {
            // The worker outlives every panic of a job: a closed channel means that it could not start.
            if commands.send(command).is_err() {
                self.mailbox.word(Update::Failed {
                    generation: self.generation,
                    reason: "the analysis thread could not be started".to_owned(),
                });
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.inquiry = None;
        self.sweep = None;
        self.aside = None;
        self.job = None;
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the worker has been reported as `Update::Failed` already.
            let _ = thread.join();
        }
    }
}
