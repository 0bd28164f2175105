//! A thread pool: each thread takes the next item that is not taken.

use std::sync::{Mutex, PoisonError};

use chess::thread::ThreadBuilder;
use chess::{StopToken, Stopped};

/// The average number of work items per thread, so that no thread waits long for the last one.
const PORTIONS_PER_THREAD: usize = 24;

/// How many threads work.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableThreadPool {
    pub(super) threads: usize,
}

impl TableThreadPool {
    /// Runs `work` on every item with its index; `start` creates the local state of a thread. `tick`
    /// receives, on the calling thread, the number of items handed out.
    ///
    /// # Errors
    /// When the token stopped the work; the items are then in an undefined state.
    pub(super) fn for_each<T: Send, D>(
        self,
        items: &mut [T],
        stop: &StopToken,
        start: impl Fn() -> D + Sync,
        work: impl Fn(&mut D, usize, &mut T) + Sync,
        mut tick: impl FnMut(usize),
    ) -> Result<(), Stopped> {
        let portion = items.len().div_ceil(self.threads * PORTIONS_PER_THREAD).max(1);
        let queue = Mutex::new(items.chunks_mut(portion).enumerate());
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let run = |tick: &mut dyn FnMut(usize)| {
            let mut scratch = start();
            while let Some((number, items)) = next() {
                for (place, item) in items.iter_mut().enumerate() {
                    if stop.is_stopped() {
                        return;
                    }
                    work(&mut scratch, number * portion + place, item);
                }
                tick((number + 1) * portion);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                // Where the system refuses a thread, the others take its items.
                let _ = ThreadBuilder::new("table build").spawn_scoped(scope, || run(&mut |_| {}));
            }
            run(&mut tick);
        });
        stop.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::StopSource;

    #[test]
    fn every_item_is_worked_on_once() {
        for threads in [1, 2, 5] {
            let mut items = vec![0; 1000];
            let pool = TableThreadPool { threads };
            let done = pool.for_each(
                &mut items,
                &StopToken::never(),
                || (),
                |(), place, item| *item += place,
                |_| {},
            );
            assert_eq!(done, Ok(()));
            assert!(items.iter().enumerate().all(|(place, &item)| place == item));
        }
    }

    #[test]
    fn a_stopped_pool_says_so() {
        let token = StopSource::new().token();
        let mut items = [0; 9];
        assert_eq!(
            TableThreadPool { threads: 2 }.for_each(&mut items, &token, || (), |(), _, _| {}, |_| {}),
            Err(Stopped)
        );
    }
}
