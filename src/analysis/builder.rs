//! Makes tables in the background: the three-man endings at once, larger ones when a position or a player
//! asks for them. It has one thread, which stands back for every other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use crate::chess::{Material, StopSource, StopToken};
use crate::solver::Tables;
use crate::solver::tables::{BuildError, Progress};

use super::protocol::{Building, Update};
use super::worker::{stand_back, words_of};

/// Men up to which a table is built because a position has come up: seconds. Larger ones take minutes and
/// are only read where they are kept, unless somebody asks for them.
const MEN_BUILT_UNASKED: u8 = 4;

/// Hears what becomes of tables.
pub type Listener = Arc<dyn Fn(Update) + Send + Sync>;

/// What the thread is asked for.
enum Request {
    /// A position with these men has come up.
    Met(Material),
    /// Somebody wants this table, however long it takes.
    Wanted(Material),
}

/// A thread that makes tables. Dropping it stops what it makes and waits for it.
pub struct Builder {
    tables: Arc<Tables>,
    requests: Option<Sender<Request>>,
    permission: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
}

impl Builder {
    /// Starts the thread, which makes the three-man tables first. `listener` is called from it.
    #[must_use]
    pub fn new(tables: Arc<Tables>, listener: Listener) -> Self {
        let (requests, queue) = channel();
        let permission = StopSource::new();
        let work = Work { tables: Arc::clone(&tables), listener, stop: permission.token() };
        let run = move || work.run(&queue);
        let thread = std::thread::Builder::new().name("tables".to_owned()).spawn(run).ok();
        Self { tables, requests: Some(requests), permission: Some(permission), thread }
    }

    /// Tells of a position that is looked at: its table is read or, where it has few men, made. Says whether
    /// it is there already.
    pub fn meet(&self, material: &Material) -> bool {
        let there = self.tables.covers(material);
        if !there {
            self.ask(Request::Met(material.normalized()));
        }
        there
    }

    /// Asks for a table, however long it takes to make.
    pub fn want(&self, material: &Material) {
        self.ask(Request::Wanted(material.normalized()));
    }

    fn ask(&self, request: Request) {
        if let Some(requests) = &self.requests {
            // Without a thread there are no tables, and the search answers instead.
            let _ = requests.send(request);
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        self.permission = None;
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been reported as `Update::NotBuilt` already.
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct Work {
    tables: Arc<Tables>,
    listener: Listener,
    stop: StopToken,
}

impl Work {
    fn run(&self, queue: &Receiver<Request>) {
        stand_back();
        if self.tables.build_three_men(&self.stop, &mut |_| {}).is_ok() {
            (self.listener)(Update::TablesReady);
        }
        // What could not be made is not tried again for every position that comes up.
        let mut failed: Vec<Material> = Vec::new();
        for request in queue {
            if self.stop.is_stopped() {
                return;
            }
            let (Request::Met(material) | Request::Wanted(material)) = request;
            if self.tables.covers(&material) {
                continue;
            }
            let asked = matches!(request, Request::Wanted(_));
            if self.tables.load(&material) {
                (self.listener)(Update::Built(material));
            } else if asked || (material.men() <= MEN_BUILT_UNASKED && !failed.contains(&material)) {
                if let Err(reason) = self.build(material) {
                    failed.push(material);
                    (self.listener)(Update::NotBuilt { material, reason });
                }
            }
        }
    }

    /// Makes one table; the reason why not, for the player. A stop is no failure.
    fn build(&self, wanted: Material) -> Result<(), String> {
        let mut last = None;
        let mut tell = |Progress { material, done, total, permille }: Progress| {
            let whole = (done * 1_000 + usize::from(permille)) / total.max(1);
            let permille = u16::try_from(whole).unwrap_or(1_000).min(1_000);
            let building = Building { material, wanted, permille };
            if last != Some(building) {
                last = Some(building);
                (self.listener)(Update::Building(building));
            }
        };
        let build = AssertUnwindSafe(|| self.tables.build(&wanted, 1, &self.stop, &mut tell));
        match catch_unwind(build) {
            Ok(Ok(())) => {
                (self.listener)(Update::Built(wanted));
                Ok(())
            }
            Ok(Err(BuildError::Stopped(_))) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(panic) => Err(words_of(panic.as_ref())),
        }
    }
}
