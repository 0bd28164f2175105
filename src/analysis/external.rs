//! An engine outside: a child process that speaks UCI. The only place that starts processes.
//!
//! One thread drives the conversation ([`Peer`](crate::uci::Peer) says how) and sleeps until there is a word
//! from either side or patience ends. Three more wait for the process itself: for its output, its complaints,
//! its end. Whatever it does, the program goes on, and the process is ended and reaped.
//!
//! Reading order: [`standing`] (what is told of it), `inbox` (what wakes the driver), `process` (the child),
//! `family` (what it has started), `watcher` (which ends all of them where the program is killed), `driver` (the conversation), and here [`External`], the end that a front end holds.

mod driver;
mod family;
mod inbox;
mod process;
pub mod standing;
mod watcher;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use crate::engine::{Limits, Time};
use crate::uci::peer::{Patience, Question};
use crate::uci::to_engine::{Clocks, Ponder, Spend};

use super::analyst::{Analyst, Past};
use super::mailbox::{Mailbox, Waker};
use super::protocol::{Generation, Job, Update};

use driver::Driver;
use inbox::{Inbox, Order};
pub use standing::{Failure, Standing, State};
pub use watcher::{WATCH_ENGINES, serve_watcher, watch_engines};

/// How an engine is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder to start it in; None for the one that this program was started in.
    pub folder: Option<PathBuf>,
    /// Settings by name, sent as far as the engine offers them.
    pub settings: Vec<(String, String)>,
    /// How long it may take over its answers.
    pub patience: Patience,
}

/// An engine outside, as long as it runs. One that has failed is of no use any more: start another.
///
/// Dropping it ends the process, which takes half a second at most; [`leave`](Self::leave) begins that
/// without waiting.
pub struct External {
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    generation: Generation,
    thread: Option<JoinHandle<()>>,
}

impl External {
    /// Starts an engine. What becomes of it comes up as [`Update::Standing`]; nothing is waited for here.
    #[must_use]
    pub fn start(launch: Launch, wake: Waker) -> Self {
        let inbox = Arc::new(Inbox::default());
        let mailbox = Arc::new(Mailbox::new(wake));
        let (theirs, post) = (Arc::clone(&inbox), Arc::clone(&mailbox));
        let drive = move || Driver::new(theirs, post, launch.patience).run(&launch);
        let thread = std::thread::Builder::new().name("engine".to_owned()).spawn(drive).ok();
        if thread.is_none() {
            let reason = "this machine has no room for one more thread".to_owned();
            mailbox.standing(Standing::failed(Failure::Missing(reason)));
        }
        Self { inbox, mailbox, generation: Generation::default(), thread }
    }

    /// Changes a setting, at once or as soon as the engine does not think.
    pub fn set(&self, name: &str, value: &str) {
        self.inbox.order(Order::Set(name.to_owned(), value.to_owned()));
    }

    /// Thinks about a position whose last move is only expected, for as long as it takes. Nothing is answered before
    /// [`ponder_hit`](Self::ponder_hit); another question ends it.
    pub fn ponder(&mut self, job: Job, past: Past) -> Generation {
        self.put(question(job, past, Ponder::Yes))
    }

    /// The expected move was played: the clock of a pondering search runs from now on.
    pub fn ponder_hit(&self) {
        self.inbox.order(Order::PonderHit);
    }

    /// Begins to end the process, without waiting for it.
    pub fn leave(&self) {
        self.inbox.order(Order::Leave);
    }

    /// Whether the process has been ended and reaped.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    fn put(&mut self, question: Question) -> Generation {
        self.generation = self.generation.next();
        self.inbox.order(Order::Ask(self.generation, Box::new(question)));
        self.generation
    }

    /// The generation of the newest job.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }
}

impl Analyst for External {
    fn ask(&mut self, job: Job, past: Past) -> Generation {
        self.put(question(job, past, Ponder::No))
    }

    fn halt(&mut self) {
        self.generation = self.generation.next();
        self.inbox.order(Order::Halt);
    }

    fn hurry(&mut self) {
        self.inbox.order(Order::Hurry);
    }

    fn new_game(&mut self) {
        self.generation = self.generation.next();
        self.inbox.order(Order::NewGame);
    }

    fn drain(&mut self) -> Vec<Update> {
        let mut updates = self.mailbox.take();
        updates.retain(|update| update.generation().is_none_or(|of| of == self.generation));
        updates
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.leave();
        if let Some(thread) = self.thread.take() {
            // A driver that has panicked has nothing more to say; the process ends with its input.
            let _ = thread.join();
        }
    }
}

/// A job as an engine outside is asked it.
fn question(job: Job, past: Past, ponder: Ponder) -> Question {
    let Job { root, limits, .. } = job;
    let spend = spend(&limits, past.clocks);
    let Limits { lines, search_moves, .. } = limits;
    let Past { start, moves, .. } = past;
    Question { start, moves, root, spend, ponder, lines: lines.max(1), only: search_moves }
}

fn spend(limits: &Limits, clocks: Option<Clocks>) -> Spend {
    match (limits.time, clocks) {
        (Time::Fixed(time), _) => Spend::Time(time),
        (Time::Clock { .. }, Some(clocks)) => Spend::Clock(clocks),
        (Time::Clock { left, increment, .. }, None) => {
            Spend::Clock(Clocks { white: left, black: left, increment })
        }
        (Time::Unlimited, _) => {
            let depth = limits.depth.map(|depth| Spend::Depth(depth.get().unsigned_abs()));
            depth.or(limits.nodes.map(Spend::Nodes)).or(limits.mate.map(Spend::Mate)).unwrap_or_default()
        }
    }
}
