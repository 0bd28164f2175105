//! An engine outside: a child process that speaks UCI. The only place that starts processes.
//!
//! One thread drives the conversation ([`Peer`](crate::uci::Peer) says how) and sleeps until there is a word
//! from either side or patience ends. Three more wait for the process itself: for its output, its complaints,
//! its end. Whatever it does, the program goes on, and the process is ended and reaped.
//!
//! Reading order: [`set_engine_status`] (what is told of it), `inbox` (what wakes the driver), `process` (the child),
//! `family` (what it has started), `watcher` (which ends all of them where the program is killed), `driver` (the conversation), and here [`ExternalEngine`], the end that a front end holds.

mod driver;
mod inbox;
mod process;
mod process_tree;
pub mod status;
mod watcher;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use crate::engine::{Limits, SearchTime};
use crate::uci::session::{UciSearchRequest, UciTimeouts};
use crate::uci::to_engine::{Ponder, UciClocks, UciSearchLimit};

use super::backend::{AnalysisBackend, PositionHistory};
use super::mailbox::{Mailbox, Waker};
use super::protocol::{AnalysisEvent, AnalysisJob, Generation};

use driver::Driver;
use inbox::{DriverCommand, DriverInbox};
pub use status::{ExternalEngineFailure, ExternalEngineState, ExternalEngineStatus};
pub use watcher::{WATCH_ENGINES, run_watcher, watch_engines};

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalEngineLaunch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder to start it in; None for the one that this program was started in.
    pub folder: Option<PathBuf>,
    /// Settings by name, sent as far as the engine offers them.
    pub settings: Vec<(String, String)>,
    /// How long it may take over its answers.
    pub timeouts: UciTimeouts,
}

/// An engine outside, as long as it runs. One that has failed is of no use any more: start another.
///
/// Dropping it ends the process, which takes half a second at most; [`quit`](Self::leave) begins that
/// without waiting.
pub struct ExternalEngine {
    inbox: Arc<DriverInbox>,
    mailbox: Arc<Mailbox>,
    generation: Generation,
    thread: Option<JoinHandle<()>>,
}

impl ExternalEngine {
    /// Starts an engine. What becomes of it comes up as [`AnalysisEvent::ExternalEngineStatus`]; nothing is waited for here.
    #[must_use]
    pub fn start(launch: ExternalEngineLaunch, wake: Waker) -> Self {
        let inbox = Arc::new(DriverInbox::default());
        let mailbox = Arc::new(Mailbox::new(wake));
        let (theirs, post) = (Arc::clone(&inbox), Arc::clone(&mailbox));
        let drive = move || Driver::new(theirs, post, launch.timeouts).run(&launch);
        let thread = std::thread::Builder::new().name("engine".to_owned()).spawn(drive).ok();
        if thread.is_none() {
            let reason = "this machine has no room for one more thread".to_owned();
            mailbox.set_engine_status(ExternalEngineStatus::not_started(ExternalEngineFailure::NotStarted(
                reason,
            )));
        }
        Self { inbox, mailbox, generation: Generation::default(), thread }
    }

    /// Changes a setting, at once or as soon as the engine does not think.
    pub fn set(&self, name: &str, value: &str) {
        self.inbox.send_command(DriverCommand::SetOption(name.to_owned(), value.to_owned()));
    }

    /// Thinks about a position whose last move is only expected, for as long as it takes. Nothing is answered before
    /// [`ponder_hit`](Self::ponder_hit); another question ends it.
    pub fn ponder(&mut self, job: AnalysisJob, history: PositionHistory) -> Generation {
        self.submit(question(job, history, Ponder::Yes))
    }

    /// The expected move was played: the clock of a pondering search runs from now on.
    pub fn ponder_hit(&self) {
        self.inbox.send_command(DriverCommand::PonderHit);
    }

    /// Begins to end the process, without waiting for it.
    pub fn quit(&self) {
        self.inbox.send_command(DriverCommand::Quit);
    }

    /// Whether the process has been ended and reaped.
    #[must_use]
    pub fn has_exited(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    fn submit(&mut self, question: UciSearchRequest) -> Generation {
        self.generation = self.generation.next();
        self.inbox.send_command(DriverCommand::Analyze(self.generation, Box::new(question)));
        self.generation
    }

    /// The generation of the newest job.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }
}

impl AnalysisBackend for ExternalEngine {
    fn analyze(&mut self, job: AnalysisJob, history: PositionHistory) -> Generation {
        self.submit(question(job, history, Ponder::No))
    }

    fn cancel(&mut self) {
        self.generation = self.generation.next();
        self.inbox.send_command(DriverCommand::Cancel);
    }

    fn stop(&mut self) {
        self.inbox.send_command(DriverCommand::Stop);
    }

    fn new_game(&mut self) {
        self.generation = self.generation.next();
        self.inbox.send_command(DriverCommand::NewGame);
    }

    fn drain(&mut self) -> Vec<AnalysisEvent> {
        let mut updates = self.mailbox.take_all();
        updates.retain(|update| update.generation().is_none_or(|of| of == self.generation));
        updates
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        self.quit();
        if let Some(thread) = self.thread.take() {
            // A driver that has panicked has nothing more to say; the process ends with its input.
            let _ = thread.join();
        }
    }
}

/// A job as an engine outside is asked it.
fn question(job: AnalysisJob, history: PositionHistory, ponder: Ponder) -> UciSearchRequest {
    let AnalysisJob { root, limits, .. } = job;
    let spend = spend(&limits, history.clocks);
    let Limits { multipv: lines, search_moves, .. } = limits;
    let PositionHistory { start, moves, .. } = history;
    UciSearchRequest { start, moves, root, limit: spend, ponder, multipv: lines.max(1), search_moves }
}

fn spend(limits: &Limits, clocks: Option<UciClocks>) -> UciSearchLimit {
    match (limits.time, clocks) {
        (SearchTime::Fixed(time), _) => UciSearchLimit::MoveTime(time),
        (SearchTime::Clock { .. }, Some(clocks)) => UciSearchLimit::Clock(clocks),
        (SearchTime::Clock { left, increment, .. }, None) => {
            UciSearchLimit::Clock(UciClocks { white: left, black: left, increment })
        }
        (SearchTime::Unlimited, _) => {
            let depth = limits.depth.map(|depth| UciSearchLimit::Depth(depth.get().unsigned_abs()));
            depth
                .or(limits.nodes.map(UciSearchLimit::Nodes))
                .or(limits.mate.map(UciSearchLimit::Mate))
                .unwrap_or_default()
        }
    }
}
