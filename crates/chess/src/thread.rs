//! Background threads: their name, stack size and priority, and what is said when the system refuses one.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle, available_parallelism, scope};
use std::{fmt, io};

use platform::{memory, priority};

/// A stack for the deepest search with a mate proof on top of it, in bytes. The system assigns memory only to
/// the part that is used.
pub const SEARCH_STACK_BYTES: usize = 64 << 20;

/// Address space that a thread with a large stack leaves the rest of the program, in mebibytes.
const SPARE_ADDRESS_SPACE_MB: u64 = 48;

/// The number of processor cores that the program may use, at least 1.
#[must_use]
pub fn core_count() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Runs pieces of work at the same time, the first one on this thread and each other one on its own, and returns their
/// results in order. Work for which the system refuses a thread is done on this one.
///
/// # Panics
/// When one of them panics.
pub fn run_in_parallel<T: Send, W: FnOnce() -> T + Send>(work: impl IntoIterator<Item = W>) -> Vec<T> {
    let work: Vec<Mutex<Option<W>>> = work.into_iter().map(|work| Mutex::new(Some(work))).collect();
    // Each is run by the only one who takes it.
    let run = |work: &Mutex<Option<W>>| {
        let taken = work.lock().unwrap_or_else(PoisonError::into_inner).take();
        taken.map(|work| work())
    };
    scope(|scope| {
        let start = |work| ThreadBuilder::new("parallel").spawn_scoped(scope, move || run(work)).ok();
        let others: Vec<_> = work.iter().skip(1).map(|work| (start(work), work)).collect();
        let first = work.first().and_then(run);
        let results = others.into_iter().filter_map(|(thread, work)| match thread {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => run(work),
        });
        first.into_iter().chain(results).collect()
    })
}

/// Does `work` with each job on so many threads: each has a state of its own, and takes the next job when it has done one.
/// What `work` reports arrives at `on_report` on this thread; where that returns false, no more jobs are begun. Where the
/// system refuses every thread, the work is done on this one.
///
/// # Panics
/// When `work` panics.
pub fn work_through<J: Send, S, R: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    new_thread: impl Fn() -> ThreadBuilder,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J, &mut dyn FnMut(R)) + Sync,
    mut on_report: impl FnMut(R) -> bool,
) {
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_on = |on_report: &mut dyn FnMut(R) -> bool| {
        let mut state = new_state();
        let mut goes_on = true;
        while goes_on && let Some(job) = next() {
            work(&mut state, job, &mut |report| goes_on = goes_on && on_report(report));
        }
    };
    let (sender, reports) = sync_channel(4 * threads.max(1));
    scope(|scope| {
        let start = |_| {
            let sender = sender.clone();
            let work_on = &work_on;
            // The receiver is gone where no more jobs are to be begun.
            new_thread().spawn_scoped(scope, move || work_on(&mut |report| sender.send(report).is_ok())).ok()
        };
        let started: Vec<_> = (0..threads).filter_map(start).collect();
        drop(sender);
        if started.is_empty() {
            work_on(&mut on_report);
        } else {
            let _ = reports.into_iter().all(on_report);
        }
        for thread in started {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Does `work` with jobs on so many threads, and hands the results to `take` on this thread, in the order of the jobs. `produce`
/// makes the jobs, on this thread, too: it calls the function that it is given with each of them. One job more than there are
/// threads may wait for one that takes long. The first error ends it: of `produce` once the jobs before it are done, of `take`
/// at once. Without threads, and where the system refuses every one, the work is done on this one.
///
/// # Errors
/// That of `produce` or `take`.
///
/// # Panics
/// When `work` panics.
pub fn work_in_order<J: Send, R: Send, E>(
    threads: usize,
    new_thread: impl Fn() -> ThreadBuilder,
    work: impl Fn(J) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
    produce: impl FnOnce(&mut dyn FnMut(J) -> Result<(), E>) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, jobs) = sync_channel::<(u64, J)>(threads + 1);
    let (reporter, results) = sync_channel::<(u64, R)>(threads + 1);
    let jobs = Mutex::new(jobs);
    let next_job = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let work = &work;
    scope(|scope| {
        let start = |_| {
            let reporter = reporter.clone();
            let run = move || {
                while let Ok((number, job)) = next_job()
                    && reporter.send((number, work(job))).is_ok()
                {}
            };
            new_thread().spawn_scoped(scope, run).ok()
        };
        let started: Vec<_> = (0..threads).filter_map(start).collect();
        drop(reporter);
        let mut ordered = OrderedResults { results, waiting: BTreeMap::new(), next: 0 };
        let mut sent = 0;
        let is_refused = Cell::new(false);
        let mut take = |result| take(result).inspect_err(|_| is_refused.set(true));
        let produced = produce(&mut |job| {
            if started.is_empty() {
                return take(work(job));
            }
            if sent - ordered.next > threads as u64
                && let Some(result) = ordered.next()
            {
                take(result)?;
            }
            // The threads take jobs for as long as there is a sender.
            let _ = sender.send((sent, job));
            sent += 1;
            Ok(())
        });
        drop(sender);
        while !is_refused.get()
            && ordered.next < sent
            && let Some(result) = ordered.next()
        {
            take(result)?;
        }
        for thread in started {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        produced
    })
}

/// Results of numbered jobs, in the order of their numbers.
struct OrderedResults<R> {
    results: Receiver<(u64, R)>,
    waiting: BTreeMap<u64, R>,
    /// The number of the next result.
    next: u64,
}

impl<R> OrderedResults<R> {
    /// Waits for the next result. None once no thread works any more.
    fn next(&mut self) -> Option<R> {
        loop {
            if let Some(result) = self.waiting.remove(&self.next) {
                self.next += 1;
                return Some(result);
            }
            let (number, result) = self.results.recv().ok()?;
            self.waiting.insert(number, result);
        }
    }
}

/// A thread that is about to be started.
#[must_use]
#[derive(Debug)]
pub struct ThreadBuilder {
    builder: Builder,
    stack_bytes: Option<usize>,
    low_priority: bool,
}

/// The system refused to start a thread.
#[derive(Debug)]
pub struct ThreadError {
    error: io::Error,
}

impl ThreadBuilder {
    /// A thread with the default stack size and the priority of the thread that starts it. The system shows
    /// `name` in its process list, up to 15 bytes of it on Linux.
    pub fn new(name: &str) -> Self {
        Self { builder: Builder::new().name(name.to_owned()), stack_bytes: None, low_priority: false }
    }

    /// The stack size in bytes, such as [`SEARCH_STACK_BYTES`].
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.builder = self.builder.stack_size(bytes);
        self.stack_bytes = Some(bytes);
        self
    }

    /// Runs the thread and all threads that it starts with [low priority](priority::lower).
    pub const fn low_priority(mut self) -> Self {
        self.low_priority = true;
        self
    }

    /// Refuses a thread whose stack would leave the rest of the program no address space, where that has a limit.
    fn check_address_space(&self) -> Result<(), ThreadError> {
        let Some(bytes) = self.stack_bytes else { return Ok(()) };
        let needed = ((bytes >> 20) as u64).saturating_add(SPARE_ADDRESS_SPACE_MB);
        match memory::free_address_space_mb() {
            Some(free) if free < needed => Err(io::Error::from(io::ErrorKind::OutOfMemory).into()),
            _ => Ok(()),
        }
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// When the system refuses: its limit on threads is reached or memory is short.
    pub fn spawn<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<JoinHandle<T>, ThreadError> {
        check_limit()?;
        self.check_address_space()?;
        let low_priority = self.low_priority || priority::must_be_handed_on();
        Ok(self.builder.spawn(move || {
            if low_priority {
                priority::lower();
            }
            work()
        })?)
    }

    /// Starts the thread in a scope, which waits for it.
    ///
    /// # Errors
    /// As for [`spawn`](Self::spawn).
    pub fn spawn_scoped<'scope, T: Send + 'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> Result<ScopedJoinHandle<'scope, T>, ThreadError> {
        check_limit()?;
        self.check_address_space()?;
        let low_priority = self.low_priority || priority::must_be_handed_on();
        Ok(self.builder.spawn_scoped(scope, move || {
            if low_priority {
                priority::lower();
            }
            work()
        })?)
    }
}

impl From<io::Error> for ThreadError {
    fn from(error: io::Error) -> Self {
        Self { error }
    }
}

impl From<ThreadError> for io::Error {
    fn from(error: ThreadError) -> Self {
        Self::new(error.error.kind(), error)
    }
}

impl fmt::Display for ThreadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        if error.kind() == io::ErrorKind::OutOfMemory {
            let advice = "end other programs, or raise the limit (`ulimit -v`)";
            return write!(f, "memory has no room for another thread: {advice}");
        }
        write!(
            f,
            "the system cannot start another thread ({error}): end other programs, or raise its limit \
             (`ulimit -u`)"
        )
    }
}

impl std::error::Error for ThreadError {}

#[cfg(not(any(test, feature = "testing")))]
#[expect(clippy::unnecessary_wraps, reason = "in tests it may fail")]
const fn check_limit() -> Result<(), ThreadError> {
    Ok(())
}

#[cfg(any(test, feature = "testing"))]
fn check_limit() -> Result<(), ThreadError> {
    limit::check()
}

/// Simulates a system that refuses threads.
#[cfg(any(test, feature = "testing"))]
pub mod limit {
    use std::cell::Cell;
    use std::io;

    use super::ThreadError;

    thread_local! {
        static REFUSED: Cell<bool> = const { Cell::new(false) };
    }

    /// Runs `work`; every thread that it starts from the current thread is refused.
    pub fn without_threads<T>(work: impl FnOnce() -> T) -> T {
        REFUSED.set(true);
        let result = work();
        REFUSED.set(false);
        result
    }

    pub(super) fn check() -> Result<(), ThreadError> {
        if REFUSED.get() { Err(io::Error::from(io::ErrorKind::WouldBlock).into()) } else { Ok(()) }
    }
}

/// Waits for its thread when it is dropped; its owner ends the thread's work first. A panic of the thread is
/// reported by the thread itself.
#[derive(Debug)]
pub struct JoinOnDrop(Option<JoinHandle<()>>);

impl From<JoinHandle<()>> for JoinOnDrop {
    fn from(thread: JoinHandle<()>) -> Self {
        Self(Some(thread))
    }
}

impl Drop for JoinOnDrop {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_has_its_name_and_returns_its_result() {
        let name = || std::thread::current().name().map(str::to_owned);
        let thread = ThreadBuilder::new("probe").stack_size(1 << 16).low_priority().spawn(name).unwrap();
        assert_eq!(thread.join().unwrap().as_deref(), Some("probe"));
    }

    /// What a run of jobs takes, and how it ends. Odd jobs take longer than even ones.
    fn in_order(
        threads: usize,
        jobs: u64,
        refused: u64,
        failing: u64,
    ) -> (Vec<u64>, Result<(), &'static str>) {
        let mut taken = Vec::new();
        let work = |job: u64| {
            for _ in 0..(job % 2) * 1_000 {
                std::thread::yield_now();
            }
            10 * job
        };
        let take = |result: u64| {
            taken.push(result);
            if result == 10 * refused { Err("refused") } else { Ok(()) }
        };
        let ended = work_in_order(
            threads,
            || ThreadBuilder::new("probe"),
            work,
            take,
            |send| {
                for job in 0..jobs {
                    if job == failing {
                        return Err("failed");
                    }
                    send(job)?;
                }
                Ok(())
            },
        );
        (taken, ended)
    }

    #[test]
    fn results_are_taken_in_the_order_of_the_jobs_until_the_first_error() {
        const NEVER: u64 = u64::MAX / 10;
        let tens = |count: u64| (0..count).map(|job| 10 * job).collect::<Vec<_>>();
        for threads in [0, 1, 2, 5] {
            assert_eq!(in_order(threads, 50, NEVER, NEVER), (tens(50), Ok(())), "{threads}");
            assert_eq!(in_order(threads, 0, NEVER, NEVER), (tens(0), Ok(())), "{threads}");
            assert_eq!(in_order(threads, 50, 7, NEVER), (tens(8), Err("refused")), "{threads}");
            assert_eq!(in_order(threads, 50, 49, NEVER), (tens(50), Err("refused")), "{threads}");
            assert_eq!(in_order(threads, 50, NEVER, 20), (tens(20), Err("failed")), "{threads}");
        }
    }

    #[test]
    fn parallel_work_runs_at_the_same_time_and_its_results_come_in_order() {
        let all = std::sync::Barrier::new(5);
        let meet = |number| {
            let all = &all;
            move || {
                all.wait();
                number
            }
        };
        assert_eq!(run_in_parallel((0..5).map(meet)), [0, 1, 2, 3, 4]);
        assert!(run_in_parallel((0..0).map(meet)).is_empty());
        let panics = |number: u64| move || assert!(number < 2, "the third one");
        let panic = std::panic::catch_unwind(|| run_in_parallel((0..3).map(panics))).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the third one"));
    }

    #[test]
    fn work_without_a_thread_is_done_on_this_one() {
        let here = std::thread::current().id();
        let work = (0..3).map(|number| move || (number, std::thread::current().id()));
        let done = limit::without_threads(|| run_in_parallel(work));
        assert_eq!(done, [(0, here), (1, here), (2, here)]);
    }

    #[test]
    fn a_refused_thread_is_an_error_with_a_sentence() {
        let error = limit::without_threads(|| ThreadBuilder::new("probe").spawn(|| ())).unwrap_err();
        assert!(error.to_string().starts_with("the system cannot start another thread ("), "{error}");
        assert!(ThreadBuilder::new("probe").spawn(|| ()).is_ok());
    }

    fn work_on<J: Send, R: Send>(
        jobs: Vec<J>,
        threads: usize,
        work: impl Fn(J) -> R + Sync,
        on_report: impl FnMut(R) -> bool,
    ) {
        let work = |(): &mut (), job, report: &mut dyn FnMut(R)| report(work(job));
        work_through(jobs.into_iter(), threads, || ThreadBuilder::new("test"), || (), work, on_report);
    }

    fn squares(threads: usize, count: usize) -> Vec<usize> {
        let mut all = Vec::new();
        work_on(
            (0..6).collect(),
            threads,
            |n: usize| n * n,
            |square| {
                all.push(square);
                all.len() < count
            },
        );
        all.sort_unstable();
        all
    }

    #[test]
    fn every_job_is_done_once_even_without_a_thread() {
        let all = [0, 1, 4, 9, 16, 25];
        for threads in [1, 2, 9] {
            assert_eq!(squares(threads, 7), all);
        }
        assert_eq!(limit::without_threads(|| squares(2, 7)), all);
    }

    #[test]
    fn work_ends_where_its_reports_are_not_wanted() {
        assert_eq!(squares(1, 3), [0, 1, 4]);
        assert_eq!(limit::without_threads(|| squares(1, 3)), [0, 1, 4]);
    }

    #[test]
    fn jobs_run_at_the_same_time() {
        let both = std::sync::Barrier::new(2);
        work_on(vec![1, 2], 2, |_| both.wait().is_leader(), |_| true);
    }

    #[test]
    fn a_panic_of_a_job_keeps_its_message() {
        let run = || work_on(vec![1, 2, 3], 2, |n| assert!(n != 2, "the second one"), |()| true);
        let panic = std::panic::catch_unwind(run).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the second one"));
    }
}
