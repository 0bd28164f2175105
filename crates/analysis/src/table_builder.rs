//! Builds endgame tables in the background: 3-piece endings at the start, others on request or for an
//! analyzed position.
//!
//! A 4-piece ending takes seconds and a 5-piece ending minutes, so each kind has a thread of its own: small
//! tables never wait for large ones. Both threads have low priority.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::background_job::panic_message;
use super::protocol::{AnalysisEvent, TableBuildState};
use chess::table_policy::TablePolicy;
use chess::thread::{ThreadBuilder, core_count};
use chess::{Color, Material, StopSource, StopToken};
use solver::{BuildError, Tables};

/// Receives the events of table builds.
pub type BuildListener = Arc<dyn Fn(AnalysisEvent) + Send + Sync>;

/// The threads that build tables. Dropping it cancels their builds and waits for them; finished parts stay in
/// the store.
pub struct TableBuilder {
    context: BuildContext,
    threads: [BuildThread; 2],
}

/// What the threads share.
#[derive(Clone)]
struct BuildContext {
    tables: Arc<Tables>,
    listener: BuildListener,
    queue: Arc<Mutex<BuildQueue>>,
}

#[derive(Default)]
struct BuildQueue {
    /// Builds that wait or run.
    pending: Vec<PendingBuild>,
    /// Not started again for a position, only on request.
    failed_or_cancelled: Vec<Material>,
    /// The number of the newest request.
    newest: u64,
}

/// A build that waits or runs; dropping it cancels the build.
struct PendingBuild {
    number: u64,
    material: Material,
    reason: BuildReason,
    _stop: StopSource,
}

/// Why a table is built.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BuildReason {
    /// A position of this ending is analyzed.
    PositionSeen,
    /// The user requested it, however long it takes.
    Requested,
}

/// A thread that runs one build at a time.
struct BuildThread {
    requests: Option<Sender<BuildRequest>>,
    /// Cancels the build at the start.
    stop: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
}

struct BuildRequest {
    number: u64,
    material: Material,
    reason: BuildReason,
    stop: StopToken,
}

impl TableBuilder {
    /// Starts the threads, one of which builds the tables of 3-piece endings first. `listener` is called from
    /// them.
    #[must_use]
    pub fn new(tables: Arc<Tables>, listener: BuildListener) -> Self {
        let context = BuildContext { tables, listener, queue: Arc::default() };
        let threads =
            [true, false].map(|three_pieces_first| BuildThread::start(context.clone(), three_pieces_first));
        Self { context, threads }
    }

    /// Loads the table for an analyzed position, or builds it where it has few pieces.
    pub fn request_for_position(&self, material: &Material) {
        if !self.context.tables.covers(material)
            && !self.context.queue().failed_or_cancelled.contains(&material.normalized())
        {
            self.enqueue(material, BuildReason::PositionSeen);
        }
    }

    /// Builds a table and those of its sub-endings, however long it takes.
    pub fn request(&self, material: &Material) {
        let wanted = material.normalized();
        self.context.queue().failed_or_cancelled.retain(|refused| *refused != wanted);
        self.enqueue(&wanted, BuildReason::Requested);
    }

    /// Cancels a build. Finished parts stay in the store; no more events of it are sent.
    pub fn cancel(&self, material: &Material) {
        let wanted = material.normalized();
        let mut queue = self.context.queue();
        queue.pending.retain(|pending| pending.material != wanted);
        queue.failed_or_cancelled.push(wanted);
    }

    /// Sends a request to its thread, unless the same build waits or runs.
    fn enqueue(&self, wanted: &Material, reason: BuildReason) {
        let wanted = wanted.normalized();
        let mut queue = self.context.queue();
        let same = |pending: &PendingBuild| {
            pending.material == wanted && (pending.reason == reason || reason == BuildReason::PositionSeen)
        };
        if Tables::with_sub_endings(&wanted).is_empty() || queue.pending.iter().any(same) {
            return;
        }
        queue.newest += 1;
        let number = queue.newest;
        let stop = StopSource::new();
        let request = BuildRequest { number, material: wanted, reason, stop: stop.token() };
        queue.pending.push(PendingBuild { number, material: wanted, reason, _stop: stop });
        drop(queue);
        let build_thread = &self.threads[usize::from(!TablePolicy::of(&wanted).is_built_unasked())];
        if build_thread.requests.as_ref().is_none_or(|requests| requests.send(request).is_err()) {
            self.context.remove_pending(number);
            let reason = "no thread could be started for it".to_owned();
            (self.context.listener)(AnalysisEvent::TableBuildFailed { material: wanted, reason });
        }
    }
}

impl Drop for TableBuilder {
    fn drop(&mut self) {
        self.context.queue().pending.clear();
        // Both are stopped before either is joined.
        for build_thread in &mut self.threads {
            build_thread.stop = None;
            build_thread.requests = None;
        }
        for build_thread in &mut self.threads {
            if let Some(thread) = build_thread.thread.take() {
                // Its panics have been reported.
                let _ = thread.join();
            }
        }
    }
}

impl BuildThread {
    fn start(context: BuildContext, three_pieces_first: bool) -> Self {
        let (requests, inbox) = channel();
        let stop = StopSource::new();
        let token = stop.token();
        let run = move || {
            if three_pieces_first && context.tables.build_three_piece_endings(&token, &mut |_| {}).is_ok() {
                (context.listener)(AnalysisEvent::TablesReady);
            }
            context.run(&inbox);
        };
        let thread = ThreadBuilder::new("tables").low_priority().spawn(run).ok();
        Self { requests: thread.is_some().then_some(requests), stop: Some(stop), thread }
    }
}

impl BuildContext {
    /// A panic while the lock was held leaves consistent values.
    fn queue(&self) -> MutexGuard<'_, BuildQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove_pending(&self, number: u64) {
        self.queue().pending.retain(|pending| pending.number != number);
    }

    /// Runs requests until the builder is dropped.
    fn run(&self, inbox: &Receiver<BuildRequest>) {
        while let Ok(request) = inbox.recv() {
            let outcome = catch_unwind(AssertUnwindSafe(|| self.build_missing(&request)));
            let material = request.material;
            let event = match outcome {
                Ok(Ok(true)) => Some(AnalysisEvent::TableBuilt(material)),
                Ok(Ok(false) | Err(BuildError::Stopped(_))) => None,
                Ok(Err(error)) => {
                    Some(AnalysisEvent::TableBuildFailed { material, reason: error.to_string() })
                }
                Err(panic) => {
                    Some(AnalysisEvent::TableBuildFailed { material, reason: panic_message(panic.as_ref()) })
                }
            };
            // A cancelled build sends no event. Its token stops when the pending build is removed, too: check
            // it before.
            let event = event.filter(|_| !request.stop.is_stopped());
            self.remove_pending(request.number);
            if let Some(event) = event {
                if matches!(event, AnalysisEvent::TableBuildFailed { .. }) {
                    self.queue().failed_or_cancelled.push(material);
                }
                (self.listener)(event);
            }
        }
    }

    /// Loads the tables of an ending and its sub-endings and builds the missing ones. To rank the moves of a
    /// position, the tables of all endings that they convert to are necessary. False where the table is not in the store and
    /// its build was not requested.
    fn build_missing(&self, request: &BuildRequest) -> Result<bool, BuildError> {
        let BuildRequest { material: wanted, stop, reason, .. } = request;
        let unasked = *reason == BuildReason::PositionSeen && !TablePolicy::of(wanted).is_built_unasked();
        if unasked && !self.tables.load(wanted) {
            return Ok(false);
        }
        let mut missing = Vec::new();
        for part in Tables::with_sub_endings(wanted) {
            stop.check()?;
            if !self.tables.load(&part) {
                missing.push(part);
            }
        }
        if unasked && !missing.iter().all(|part| TablePolicy::of(part).is_built_unasked()) {
            return Ok(true);
        }
        Tables::check_memory(&missing)?;
        let threads = core_count();
        let all: u64 = missing.iter().map(estimated_work).sum();
        let mut before = 0;
        let mut last = None;
        for part in missing {
            self.tables.build(&part, threads, stop, &mut |progress| {
                let done = before * 1_000 + estimated_work(&part) * u64::from(progress.permille.min(1_000));
                let permille = u16::try_from(done / all.max(1)).unwrap_or(1_000);
                if last != Some((part, permille)) {
                    last = Some((part, permille));
                    (self.listener)(AnalysisEvent::TableBuilding(TableBuildState {
                        material: part,
                        requested: *wanted,
                        permille,
                    }));
                }
            })?;
            before += estimated_work(&part);
        }
        Ok(true)
    }
}

/// The work of a build relative to other endings: about the number of placements of the pieces.
fn estimated_work(material: &Material) -> u64 {
    let sides = Color::ALL.map(|color| material.side(color));
    let repeated = sides.iter().flat_map(|side| side.iter()).filter(|&&count| count > 1).count();
    let pawns: u8 = sides.iter().map(|side| side.pawn).sum();
    let placements = 64_u64.pow(u32::from(material.piece_count().saturating_sub(2))) >> repeated;
    if pawns > 0 { placements * 3 } else { placements }
}
