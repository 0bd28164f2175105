//! Runs the jobs of a game analysis on several threads.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use chess::thread::{SEARCH_STACK_BYTES, ThreadBuilder};

/// Does `work` with each job, on so many threads. What a job reports by its index arrives at `on_found` on this thread.
/// Without a thread of its own the work is done here.
///
/// # Panics
/// When a job panics.
pub(super) fn run_jobs<J: Send, T: Send>(
    jobs: Vec<J>,
    threads: usize,
    mut on_found: impl FnMut(usize, T),
    work: impl Fn(J, &dyn Fn(usize, T)) + Sync,
) {
    let (threads, work) = (threads.min(jobs.len()), &work);
    let jobs = &Mutex::new(jobs.into_iter());
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (sender, results) = mpsc::channel();
    let work_through = move |sender: mpsc::Sender<(usize, T)>| {
        while let Some(job) = next() {
            // The receiver lives until all threads have ended.
            work(job, &|index, result| drop(sender.send((index, result))));
        }
    };
    thread::scope(|scope| {
        let start = |_| {
            let sender = sender.clone();
            let builder = ThreadBuilder::new("review").stack_size(SEARCH_STACK_BYTES);
            builder.spawn_scoped(scope, move || work_through(sender)).ok()
        };
        let started: Vec<_> = (0..threads).filter_map(start).collect();
        if started.is_empty() {
            work_through(sender);
        } else {
            drop(sender);
        }
        for (index, result) in results {
            on_found(index, result);
        }
        for thread in started {
            if let Err(panic) = thread.join() {
                resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use chess::thread::limit::without_threads;

    fn squares(threads: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        run_jobs(
            (0..6).collect(),
            threads,
            |index, square| all.push((index, square)),
            |n: usize, found| {
                found(n, n * n);
            },
        );
        all.sort_unstable();
        all
    }

    #[test]
    fn every_job_is_done_once_even_without_a_thread() {
        let all: Vec<(usize, usize)> = (0..6).map(|n| (n, n * n)).collect();
        for threads in [1, 2, 9] {
            assert_eq!(squares(threads), all);
        }
        assert_eq!(without_threads(|| squares(2)), all);
    }

    #[test]
    fn jobs_run_at_the_same_time() {
        let both = Barrier::new(2);
        run_jobs(
            vec![1, 2],
            2,
            |_, ()| {},
            |_, _| {
                both.wait();
            },
        );
    }

    #[test]
    fn a_panic_keeps_its_message() {
        let run = || run_jobs(vec![1, 2, 3], 2, |_, ()| {}, |n, _| assert!(n != 2, "the second one"));
        let panic = std::panic::catch_unwind(run).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the second one"));
    }
}
