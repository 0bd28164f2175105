//! External UCI engines as child processes. Only this module starts processes.
//!
//! One thread drives the conversation ([`UciSession`](uci::UciSession) has the protocol) and sleeps
//! until a command, a line or a timeout comes. Three more threads read the engine's output and error output
//! and wait for its exit. Whatever the engine does, the program goes on, and the process is killed and
//! reaped.
//!
//! Reading order: [`ExternalEngineLaunch`] and [`status`], `inbox` (events for the driver), `process` (the
//! child process), `watcher` (kills engines when this program is killed),
//! `driver` (the conversation), and [`ExternalEngine`], which a user interface holds.

mod driver;
mod inbox;
mod launch;
mod process;
pub mod status;
mod watcher;

use std::sync::Arc;
use std::thread::JoinHandle;

use driver::Driver;
use inbox::{DriverCommand, DriverInbox};
pub use launch::ExternalEngineLaunch;
pub use status::{ExternalEngineFailure, ExternalEngineState, ExternalEngineStatus};
pub use watcher::{WATCH_ENGINES, run_watcher, watch_engines};

use super::backend::{AnalysisBackend, PositionHistory};
use super::mailbox::{Mailbox, Waker};
use super::protocol::{AnalysisEvent, AnalysisJob, JobId};
use chess::thread::ThreadBuilder;
use engine::{Limits, SearchTime};
use uci::session::UciSearchRequest;
use uci::to_engine::{Ponder, UciClocks, UciSearchLimit};

/// A running external engine. One that has failed cannot be restarted: start a new one.
///
/// Dropping it ends the process, which takes half a second at most; [`quit`](Self::quit) begins that without
/// waiting.
pub struct ExternalEngine {
    inbox: Arc<DriverInbox>,
    mailbox: Arc<Mailbox>,
    generation: JobId,
    thread: Option<JoinHandle<()>>,
}

impl ExternalEngine {
    /// Starts an engine without waiting for it. Its state arrives as [`AnalysisEvent::EngineStatus`].
    #[must_use]
    pub fn start(launch: ExternalEngineLaunch, wake: Waker) -> Self {
        let inbox = Arc::new(DriverInbox::default());
        let mailbox = Arc::new(Mailbox::new(wake));
        let (driver_inbox, driver_mailbox) = (Arc::clone(&inbox), Arc::clone(&mailbox));
        let drive = move || Driver::new(driver_inbox, driver_mailbox, launch.timeouts).run(&launch);
        // The process inherits the priority.
        let thread = ThreadBuilder::new("engine").low_priority().spawn(drive);
        if let Err(error) = &thread {
            let failure = ExternalEngineFailure::NotStarted(error.to_string());
            mailbox.set_engine_status(ExternalEngineStatus::not_started(failure));
        }
        Self { inbox, mailbox, generation: JobId::default(), thread: thread.ok() }
    }

    /// Sets a UCI option, at once or as soon as the engine has finished its search.
    pub fn set(&self, name: &str, value: &str) {
        self.inbox.send_command(DriverCommand::SetOption(name.to_owned(), value.to_owned()));
    }

    /// Ponders: searches a position whose last move is only expected. The result arrives after
    /// [`ponder_hit`](Self::ponder_hit); another job ends the search.
    pub fn ponder(&mut self, job: AnalysisJob, history: PositionHistory) -> JobId {
        self.submit(search_request(job, history, Ponder::Yes))
    }

    /// The expected move was played: the clock of the pondering search starts.
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

    fn submit(&mut self, request: UciSearchRequest) -> JobId {
        self.generation = self.generation.next();
        self.inbox.send_command(DriverCommand::Analyze(self.generation, Box::new(request)));
        self.generation
    }

    /// The generation of the newest job.
    #[must_use]
    pub const fn generation(&self) -> JobId {
        self.generation
    }
}

impl AnalysisBackend for ExternalEngine {
    fn analyze(&mut self, job: AnalysisJob, history: PositionHistory) -> JobId {
        self.submit(search_request(job, history, Ponder::No))
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
            // After a panic of the driver the process ends when its input is closed.
            let _ = thread.join();
        }
    }
}

fn search_request(job: AnalysisJob, history: PositionHistory, ponder: Ponder) -> UciSearchRequest {
    let AnalysisJob { root, limits, .. } = job;
    let limit = search_limit(&limits, history.clocks);
    let Limits { multipv: lines, search_moves, .. } = limits;
    let PositionHistory { start, moves, .. } = history;
    UciSearchRequest { start, moves, root, limit, ponder, multipv: lines.max(1), search_moves }
}

fn search_limit(limits: &Limits, clocks: Option<UciClocks>) -> UciSearchLimit {
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

#[cfg(test)]
mod tests {
    use super::*;
    use chess::thread::limit::without_threads;
    use uci::session::UciTimeouts;

    #[test]
    fn without_a_thread_the_engine_fails_with_a_sentence() {
        let launch = ExternalEngineLaunch {
            command: vec!["engine".to_owned()],
            folder: None,
            settings: Vec::new(),
            timeouts: UciTimeouts::default(),
        };
        let mut engine = without_threads(|| ExternalEngine::start(launch, Box::new(|| ())));
        let events = engine.drain();
        let [AnalysisEvent::EngineStatus(status)] = events.as_slice() else { panic!("{events:?}") };
        let text = status.state.to_string();
        assert!(text.starts_with("cannot be started: the system cannot start another thread"), "{text}");
        assert!(engine.has_exited());
    }
}
