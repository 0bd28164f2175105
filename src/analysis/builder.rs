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

use super::protocol::{Building, Update};
use super::worker::{stand_back, words_of};

/// Men up to which a table is built because a position has come up: seconds. Larger ones take minutes and
/// are only read where they are kept, unless somebody asks for them.
const MEN_BUILT_UNASKED: u8 = 4;

/// Hears what becomes of tables.
pub type Listener = Arc<dyn Fn(Update) + Send + Sync>;

/// Threads that make tables. Dropping it stops what they make and waits for them; what is finished stays.
pub struct Builder {
    work: Work,
    lanes: [Lane; 2],
}

/// What the threads share.
#[derive(Clone)]
struct Work {
    tables: Arc<Tables>,
    listener: Listener,
    orders: Arc<Mutex<Orders>>,
}

/// What was asked for.
#[derive(Default)]
struct Orders {
    /// What waits or is worked on.
    open: Vec<Open>,
    /// What failed or was called off: it is not begun again for every position that comes up.
    refused: Vec<Material>,
    /// The number of the newest order.
    newest: u64,
}

/// The permission of an order; dropping it stops the work.
struct Open {
    number: u64,
    wanted: Material,
    reason: Reason,
    _permission: StopSource,
}

/// Why a table is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// A position with these men has come up.
    Met,
    /// Somebody wants this table, however long it takes.
    Wanted,
}

/// A thread that takes orders one by one.
struct Lane {
    orders: Option<Sender<Order>>,
    /// Permission of what is made without an order.
    permission: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
}

struct Order {
    number: u64,
    wanted: Material,
    reason: Reason,
    stop: StopToken,
}

/// What a thread makes before the first order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    ThreeMen,
    Nothing,
}

impl Builder {
    /// Starts the threads, one of which makes the three-man tables first. `listener` is called from them.
    #[must_use]
    pub fn new(tables: Arc<Tables>, listener: Listener) -> Self {
        let work = Work { tables, listener, orders: Arc::default() };
        let lanes = [First::ThreeMen, First::Nothing].map(|first| Lane::start(work.clone(), first));
        Self { work, lanes }
    }

    /// Tells of a position that is looked at: its table is read or, where it has few men, made.
    pub fn meet(&self, material: &Material) {
        if !self.work.tables.covers(material) && !self.work.orders().refused.contains(&material.normalized())
        {
            self.order(material, Reason::Met);
        }
    }

    /// Asks for a table with all that can come of it, however long it takes to make.
    pub fn want(&self, material: &Material) {
        let wanted = material.normalized();
        self.work.orders().refused.retain(|refused| *refused != wanted);
        self.order(&wanted, Reason::Wanted);
    }

    /// Calls the making of a table off. What is finished of it stays; nothing more is told of it.
    pub fn cancel(&self, material: &Material) {
        let wanted = material.normalized();
        let mut orders = self.work.orders();
        orders.open.retain(|open| open.wanted != wanted);
        orders.refused.push(wanted);
    }

    /// Hands an order to its thread, unless the same work is under way.
    fn order(&self, wanted: &Material, reason: Reason) {
        let wanted = wanted.normalized();
        let mut orders = self.work.orders();
        let same = |open: &Open| open.wanted == wanted && (open.reason == reason || reason == Reason::Met);
        if Tables::family(&wanted).is_empty() || orders.open.iter().any(same) {
            return;
        }
        orders.newest += 1;
        let number = orders.newest;
        let permission = StopSource::new();
        let order = Order { number, wanted, reason, stop: permission.token() };
        orders.open.push(Open { number, wanted, reason, _permission: permission });
        drop(orders);
        let lane = &self.lanes[usize::from(wanted.men() > MEN_BUILT_UNASKED)];
        if lane.orders.as_ref().is_none_or(|orders| orders.send(order).is_err()) {
            self.work.close(number);
            let reason = "no thread could be started for it".to_owned();
            (self.work.listener)(Update::NotBuilt { material: wanted, reason });
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        self.work.orders().open.clear();
        // Both are told before either is waited for.
        for lane in &mut self.lanes {
            lane.permission = None;
            lane.orders = None;
        }
        for lane in &mut self.lanes {
            if let Some(thread) = lane.thread.take() {
                // Its panics have been told as words.
                let _ = thread.join();
            }
        }
    }
}

impl Lane {
    fn start(work: Work, first: First) -> Self {
        let (orders, inbox) = channel();
        let permission = StopSource::new();
        let stop = permission.token();
        let run = move || {
            stand_back();
            if first == First::ThreeMen && work.tables.build_three_men(&stop, &mut |_| {}).is_ok() {
                (work.listener)(Update::TablesReady);
            }
            work.run(&inbox);
        };
        let thread = std::thread::Builder::new().name("tables".to_owned()).spawn(run).ok();
        Self { orders: thread.is_some().then_some(orders), permission: Some(permission), thread }
    }
}

impl Work {
    /// Whoever panicked while holding the lock left whole values behind.
    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self, number: u64) {
        self.orders().open.retain(|open| open.number != number);
    }

    /// Takes orders until nobody can give any.
    fn run(&self, inbox: &Receiver<Order>) {
        while let Ok(order) = inbox.recv() {
            let made = catch_unwind(AssertUnwindSafe(|| self.make(&order)));
            let material = order.wanted;
            let told = match made {
                Ok(Ok(Made::Done)) => Some(Update::Built(material)),
                Ok(Ok(Made::Nothing) | Err(BuildError::Stopped(_))) => None,
                Ok(Err(error)) => Some(Update::NotBuilt { material, reason: error.to_string() }),
                Err(panic) => Some(Update::NotBuilt { material, reason: words_of(panic.as_ref()) }),
            };
            // Who has called the order off has forgotten it. Closing it drops its permission: ask before.
            let told = told.filter(|_| !order.stop.is_stopped());
            self.close(order.number);
            if let Some(told) = told {
                if matches!(told, Update::NotBuilt { .. }) {
                    self.orders().refused.push(material);
                }
                (self.listener)(told);
            }
        }
    }

    /// Reads what is kept, then makes what is missing. A table alone is not enough: to rank the moves of a
    /// position, all that they lead to has to be there.
    fn make(&self, order: &Order) -> Result<Made, BuildError> {
        let Order { wanted, stop, reason, .. } = order;
        let unasked = *reason == Reason::Met && wanted.men() > MEN_BUILT_UNASKED;
        if unasked && !self.tables.load(wanted) {
            return Ok(Made::Nothing);
        }
        let mut missing = Vec::new();
        for part in Tables::family(wanted) {
            stop.check()?;
            if !self.tables.load(&part) {
                missing.push(part);
            }
        }
        if unasked && missing.iter().any(|part| part.men() > MEN_BUILT_UNASKED) {
            return Ok(Made::Done);
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
                    (self.listener)(Update::Building(Building { material: part, wanted: *wanted, permille }));
                }
            })?;
            before += weight(&part);
        }
        Ok(Made::Done)
    }
}

/// What came of an order.
enum Made {
    /// The table is there.
    Done,
    /// It is not kept, and nobody has asked to make it.
    Nothing,
}

/// About how much work an ending is, measured by its placements.
fn weight(material: &Material) -> u64 {
    let sides = Color::ALL.map(|color| material.side(color));
    let twins = sides.iter().flat_map(|side| side.iter()).filter(|&&count| count > 1).count();
    let pawns: u8 = sides.iter().map(|side| side.pawn).sum();
    let placements = 64_u64.pow(u32::from(material.men().saturating_sub(2))) >> twins;
    if pawns > 0 { placements * 3 } else { placements }
}
