//! Makes tables in the background, beside every job. Endings of four men take seconds and those of five
//! minutes, so each kind has a lane of its own: the small ones never wait for the large ones.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crate::chess::{Material, StopSource, StopToken};
use crate::solver::tables::MOST_MEN;
use crate::solver::{BuildError, Tables};

use super::protocol::{Building, Update};
use super::worker::{stand_back, words_of};

/// The most men of an ending that takes seconds.
const SMALL: u8 = 4;

/// Hears what becomes of tables.
pub type Listener = Arc<dyn Fn(Update) + Send + Sync>;

/// All that is being made. Dropping it stops everything and waits for the threads; endings that are finished
/// stay, and those of five men go on later where they were left.
pub struct Builder {
    site: Site,
    lanes: [Option<Lane>; 2],
    newest: u64,
}

/// What the threads share.
#[derive(Clone)]
struct Site {
    tables: Arc<Tables>,
    listener: Listener,
    /// Orders that wait or are worked on.
    open: Arc<Mutex<Vec<Open>>>,
}

/// The permission of an order; dropping it stops the work.
struct Open {
    number: u64,
    wanted: Material,
    zeal: Zeal,
    _permission: StopSource,
}

/// A thread that takes orders one by one.
struct Lane {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

struct Order {
    number: u64,
    wanted: Material,
    zeal: Zeal,
    stop: StopToken,
}

/// How far an order goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Zeal {
    /// What is kept is read.
    Read,
    /// What is not kept is made.
    Make,
}

impl Builder {
    /// Gets ready; threads are started as they are needed. `listener` is called from them.
    #[must_use]
    pub fn new(tables: Arc<Tables>, listener: Listener) -> Self {
        let site = Site { tables, listener, open: Arc::default() };
        Self { site, lanes: [None, None], newest: 0 }
    }

    /// A position with these men has come up: what is kept of its ending is read, and what takes only
    /// seconds is made.
    pub fn meet(&mut self, wanted: &Material) {
        let wanted = wanted.normalized();
        if usize::from(wanted.men()) > MOST_MEN || self.site.has_family(&wanted) {
            return;
        }
        self.enlist(wanted, if wanted.men() > SMALL { Zeal::Read } else { Zeal::Make });
    }

    /// Makes or reads an ending with all that can come of it. Nothing happens where that is being done.
    pub fn order(&mut self, wanted: &Material) {
        self.enlist(wanted.normalized(), Zeal::Make);
    }

    fn enlist(&mut self, wanted: Material, zeal: Zeal) {
        let mut open = self.site.open();
        if open.iter().any(|order| order.wanted == wanted && order.zeal >= zeal) {
            return;
        }
        self.newest += 1;
        let permission = StopSource::new();
        let order = Order { number: self.newest, wanted, zeal, stop: permission.token() };
        open.push(Open { number: self.newest, wanted, zeal, _permission: permission });
        drop(open);
        let lane = &mut self.lanes[usize::from(wanted.men() > SMALL)];
        let orders = lane.get_or_insert_with(|| Lane::start(self.site.clone())).orders.as_ref();
        if orders.is_none_or(|orders| orders.send(order).is_err()) {
            self.site.close(self.newest);
            let reason = "no thread could be started for it".to_owned();
            (self.site.listener)(Update::NotBuilt { material: wanted, reason });
        }
    }

    /// Stops the making of an ending. What is finished stays; nothing more is told of the order.
    pub fn cancel(&mut self, wanted: &Material) {
        let wanted = wanted.normalized();
        self.site.open().retain(|order| order.wanted != wanted);
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        self.site.open().clear();
        // Both are told before either is waited for.
        for lane in self.lanes.iter_mut().flatten() {
            lane.orders = None;
        }
        for lane in self.lanes.iter_mut().flatten() {
            if let Some(thread) = lane.thread.take() {
                // Its panics have been told as words.
                let _ = thread.join();
            }
        }
    }
}

impl Lane {
    fn start(site: Site) -> Self {
        let (orders, inbox) = channel();
        let work = move || site.work(&inbox);
        let thread = std::thread::Builder::new().name("builder".to_owned()).spawn(work).ok();
        Self { orders: thread.is_some().then_some(orders), thread }
    }
}

impl Site {
    /// Whoever panicked while holding the lock left whole values behind.
    fn open(&self) -> MutexGuard<'_, Vec<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an ending is there with all that can come of it: then the moves of its positions are ranked.
    fn has_family(&self, material: &Material) -> bool {
        Tables::family(material).iter().all(|part| self.tables.covers(part))
    }

    fn close(&self, number: u64) {
        self.open().retain(|order| order.number != number);
    }

    /// Takes orders until nobody can give any.
    fn work(&self, inbox: &Receiver<Order>) {
        stand_back();
        while let Ok(Order { number, wanted, zeal, stop }) = inbox.recv() {
            let made = catch_unwind(AssertUnwindSafe(|| self.make(&wanted, zeal, &stop)));
            let told = match made {
                Ok(Ok(())) => self.has_family(&wanted).then_some(Update::Built(wanted)),
                Ok(Err(BuildError::Stopped(_))) => None,
                Ok(Err(error)) => Some(Update::NotBuilt { material: wanted, reason: error.to_string() }),
                Err(panic) => Some(Update::NotBuilt { material: wanted, reason: words_of(panic.as_ref()) }),
            };
            self.close(number);
            // Who has called the order off has forgotten it.
            if let Some(told) = told.filter(|_| !stop.is_stopped()) {
                (self.listener)(told);
            }
        }
    }

    /// Reads what is kept, then makes what is missing. A table alone is not enough: to rank the moves of a
    /// position, all that they lead to has to be there.
    fn make(&self, wanted: &Material, zeal: Zeal, stop: &StopToken) -> Result<(), BuildError> {
        let family = Tables::family(wanted);
        if family.is_empty() {
            return Err(BuildError::TooManyMen(*wanted));
        }
        let mut missing = Vec::new();
        for part in family {
            stop.check()?;
            if !self.tables.load(&part) {
                missing.push(part);
            }
        }
        if zeal == Zeal::Read {
            return Ok(());
        }
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let all: u64 = missing.iter().map(weight).sum();
        let mut before = 0;
        let mut last = None;
        for part in missing {
            self.tables.build(&part, threads, stop, &mut |progress| {
                let done = before * 1_000 + weight(&part) * u64::from(progress.permille.min(1_000));
                let permille = u16::try_from(done / all.max(1)).unwrap_or(1_000);
                if last != Some((part, permille)) {
                    last = Some((part, permille));
                    let building = Building { material: part, wanted: *wanted, permille };
                    (self.listener)(Update::Building(building));
                }
            })?;
            before += weight(&part);
        }
        Ok(())
    }
}

/// About how much work an ending is, measured by its placements.
fn weight(material: &Material) -> u64 {
    let sides = [material.side(crate::chess::Color::White), material.side(crate::chess::Color::Black)];
    let twins = sides.iter().flat_map(|side| side.iter()).filter(|&&count| count > 1).count();
    let pawns: u8 = sides.iter().map(|side| side.pawn).sum();
    let placements = 64_u64.pow(u32::from(material.men().saturating_sub(2))) >> twins;
    if pawns > 0 { placements * 3 } else { placements }
}
