//! Parallel mate search: the threads share the hash table, and the first one to finish decides.
//!
//! Helper threads search the attacker's quiet moves in the opposite order. Each of them has to be refuted, so
//! the threads meet in the middle: what one has refuted, the others find in the hash table.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::search::{MateSearch, QuietOrder};
use chess::thread::ThreadBuilder;
use chess::{Color, Position, Stopped};

/// Shorter mates are searched on one thread: starting threads would take longer.
const MIN_PARALLEL_MOVES: u16 = 4;

/// Whether `attacker` can force mate in `moves` from `position`, with either side to move, searched by
/// several threads.
///
/// # Errors
/// When the token or the node limit stopped the search.
pub(super) fn search_parallel(
    search: &mut MateSearch<'_>,
    threads: NonZeroUsize,
    (attacker, moves): (Color, u16),
    position: &Position,
) -> Result<bool, Stopped> {
    search.set_attacker(attacker, moves);
    if threads.get() == 1 || moves < MIN_PARALLEL_MOVES {
        return search.forces_mate(position, moves);
    }
    let done = Arc::new(AtomicBool::new(false));
    let mut helpers: Vec<_> = (1..threads.get())
        .map(|number| {
            let quiet_order = if number % 2 == 1 { QuietOrder::Backward } else { QuietOrder::Forward };
            search.helper(quiet_order, threads, &done)
        })
        .collect();
    let limit = search.split_limit(threads, &done);
    let work = |search: &mut MateSearch<'_>| {
        let answer = search.forces_mate(position, moves);
        if answer.is_ok() {
            done.store(true, Ordering::Relaxed);
        }
        answer
    };
    let work = &work;
    let answer = thread::scope(|scope| {
        let running: Vec<_> = helpers
            .iter_mut()
            .filter_map(|helper| {
                let help = move || {
                    helper.set_attacker(attacker, moves);
                    work(helper)
                };
                // Without helpers the search is slower.
                ThreadBuilder::new("mate").spawn_scoped(scope, help).ok()
            })
            .collect();
        let own = work(search);
        // A thread that panicked has no result.
        let others = running.into_iter().map(|thread| thread.join().unwrap_or(Err(Stopped)));
        std::iter::once(own).chain(others).fold(Err(Stopped), Result::or)
    });
    let made = helpers.iter().map(MateSearch::nodes).sum();
    search.restore_limit(limit, made);
    answer
}
