//! Makes tables in the background: the three-man endings at once, larger ones when a position or a player
//! asks for them. Endings of four men take seconds and those of five minutes, so each kind has a thread of
//! its own: the small ones never wait for the large ones. Both stand back for every other thread.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::chess::{Color, Material, StopSource, StopToken};
use crate::solver::{BuildError, Tables};

use super::protocol::{AnalysisEvent, TableBuildState};
use super::worker::{lower_priority, panic_message};

/// Men up to which a table is built because a position has come up: seconds. Larger ones take minutes and
/// are only read where they are kept, unless somebody asks for them.
const AUTO_BUILD_MAX_PIECES: u8 = 4;

/// Hears what becomes of tables.
pub type BuildListener = Arc<dyn Fn(AnalysisEvent) + Send + Sync>;

/// Threads that make tables. Dropping it stops what they make and waits for them; what is finished stays.
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

/// What was asked for.
#[derive(Default)]
struct BuildQueue {
    /// What waits or is worked on.
    pending: Vec<PendingBuild>,
    /// What failed or was called off: it is not begun again for every position that comes up.
    failed_or_cancelled: Vec<Material>,
    /// The number of the newest order.
    newest: u64,
}

/// The permission of an order; dropping it stops the work.
struct PendingBuild {
    number: u64,
    material: Material,
    reason: BuildReason,
    _permission: StopSource,
}

/// Why a table is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BuildReason {
    /// A position with these men has come up.
    PositionSeen,
    /// Somebody wants this table, however long it takes.
    Requested,
}

/// A thread that takes orders one by one.
struct BuildThread {
    requests: Option<Sender<BuildRequest>>,
    /// Permission of what is made without an order.
    permission: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
}

struct BuildRequest {
    number: u64,
    material: Material,
    reason: BuildReason,
    stop: StopToken,
}

/// What a thread makes before the first order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StartupBuild {
    ThreePieceTables,
    Nothing,
}

impl TableBuilder {
    /// Starts the threads, one of which makes the three-man tables first. `listener` is called from them.
    #[must_use]
    pub fn new(tables: Arc<Tables>, listener: BuildListener) -> Self {
        let context = BuildContext { tables, listener, queue: Arc::default() };
        let threads = [StartupBuild::ThreePieceTables, StartupBuild::Nothing]
            .map(|first| BuildThread::start(context.clone(), first));
        Self { context, threads }
    }

    /// Tells of a position that is looked at: its table is read or, where it has few men, made.
    pub fn request_for_position(&self, material: &Material) {
        if !self.context.tables.covers(material)
            && !self.context.queue().failed_or_cancelled.contains(&material.normalized())
        {
            self.enqueue(material, BuildReason::PositionSeen);
        }
    }

    /// Asks for a table with all that can come of it, however long it takes to make.
    pub fn request(&self, material: &Material) {
        let wanted = material.normalized();
        self.context.queue().failed_or_cancelled.retain(|refused| *refused != wanted);
        self.enqueue(&wanted, BuildReason::Requested);
    }

    /// Calls the making of a table off. What is finished of it stays; nothing more is told of it.
    pub fn cancel(&self, material: &Material) {
        let wanted = material.normalized();
        let mut orders = self.context.queue();
        orders.pending.retain(|open| open.material != wanted);
        orders.failed_or_cancelled.push(wanted);
    }

    /// Hands an order to its thread, unless the same work is under way.
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
        let permission = StopSource::new();
        let request = BuildRequest { number, material: wanted, reason, stop: permission.token() };
        queue.pending.push(PendingBuild { number, material: wanted, reason, _permission: permission });
        drop(queue);
        let build_thread = &self.threads[usize::from(wanted.piece_count() > AUTO_BUILD_MAX_PIECES)];
        if build_thread.requests.as_ref().is_none_or(|orders| orders.send(request).is_err()) {
            self.context.remove_pending(number);
            let reason = "no thread could be started for it".to_owned();
            (self.context.listener)(AnalysisEvent::TableBuildFailed { material: wanted, reason });
        }
    }
}

impl Drop for TableBuilder {
    fn drop(&mut self) {
        self.context.queue().pending.clear();
        // Both are told before either is waited for.
        for build_thread in &mut self.threads {
            build_thread.permission = None;
            build_thread.requests = None;
        }
        for build_thread in &mut self.threads {
            if let Some(thread) = build_thread.thread.take() {
                // Its panics have been told as words.
                let _ = thread.join();
            }
        }
    }
}

impl BuildThread {
    fn start(context: BuildContext, startup: StartupBuild) -> Self {
        let (orders, inbox) = channel();
        let permission = StopSource::new();
        let stop = permission.token();
        let run = move || {
            lower_priority();
            if startup == StartupBuild::ThreePieceTables
                && context.tables.build_three_piece_endings(&stop, &mut |_| {}).is_ok()
            {
                (context.listener)(AnalysisEvent::TablesReady);
            }
            context.run(&inbox);
        };
        let thread = std::thread::Builder::new().name("tables".to_owned()).spawn(run).ok();
        Self { requests: thread.is_some().then_some(orders), permission: Some(permission), thread }
    }
}

impl BuildContext {
    /// Whoever panicked while holding the lock left whole values behind.
    fn queue(&self) -> MutexGuard<'_, BuildQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove_pending(&self, number: u64) {
        self.queue().pending.retain(|open| open.number != number);
    }

    /// Takes orders until nobody can give any.
    fn run(&self, inbox: &Receiver<BuildRequest>) {
        while let Ok(request) = inbox.recv() {
            let outcome = catch_unwind(AssertUnwindSafe(|| self.build_missing(&request)));
            let material = request.material;
            let event = match outcome {
                Ok(Ok(BuildOutcome::Built)) => Some(AnalysisEvent::TableBuilt(material)),
                Ok(Ok(BuildOutcome::Skipped) | Err(BuildError::Stopped(_))) => None,
                Ok(Err(error)) => {
                    Some(AnalysisEvent::TableBuildFailed { material, reason: error.to_string() })
                }
                Err(panic) => {
                    Some(AnalysisEvent::TableBuildFailed { material, reason: panic_message(panic.as_ref()) })
                }
            };
            // Who has called the order off has forgotten it. Closing it drops its permission: ask before.
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

    /// Reads what is kept, then makes what is missing. A table alone is not enough: to rank the moves of a
    /// position, all that they lead to has to be there.
    fn build_missing(&self, request: &BuildRequest) -> Result<BuildOutcome, BuildError> {
        let BuildRequest { material: wanted, stop, reason, .. } = request;
        let unasked = *reason == BuildReason::PositionSeen && wanted.piece_count() > AUTO_BUILD_MAX_PIECES;
        if unasked && !self.tables.load(wanted) {
            return Ok(BuildOutcome::Skipped);
        }
        let mut missing = Vec::new();
        for part in Tables::with_sub_endings(wanted) {
            stop.check()?;
            if !self.tables.load(&part) {
                missing.push(part);
            }
        }
        if unasked && missing.iter().any(|part| part.piece_count() > AUTO_BUILD_MAX_PIECES) {
            return Ok(BuildOutcome::Built);
        }
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
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
        Ok(BuildOutcome::Built)
    }
}

/// What came of an order.
enum BuildOutcome {
    /// The table is there.
    Built,
    /// It is not kept, and nobody has asked to make it.
    Skipped,
}

/// About how much work an ending is, measured by its placements.
fn estimated_work(material: &Material) -> u64 {
    let sides = Color::ALL.map(|color| material.side(color));
    let twins = sides.iter().flat_map(|side| side.iter()).filter(|&&count| count > 1).count();
    let pawns: u8 = sides.iter().map(|side| side.pawn).sum();
    let placements = 64_u64.pow(u32::from(material.piece_count().saturating_sub(2))) >> twins;
    if pawns > 0 { placements * 3 } else { placements }
}
