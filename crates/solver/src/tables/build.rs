//! Builds one ending by retrograde analysis.
//!
//! A table is divided into slices by the placement of the pawns: within a slice the pawns do not move, and
//! every move that leaves it (pawn moves, captures, promotions) is looked up in finished slices and tables. A
//! slice is solved from its mates backwards, 64 positions at a time.
//!
//! Reading order: `partition` (the parts of a table), `sub_table_moves` and `en_passant` (moves that are
//! looked up), `sub_tables` and `sub_table_cache` (where), `king_pair_block` (the retrograde steps, with `rays`), `slice`
//! (one slice from start to end), `thread_pool`, [`build`], `explained` (values that need not be stored), [`restore()`]; for the
//! statistics `only_moves` and `only_move_runs`.

mod en_passant;
mod explained;
pub(super) mod failure;
mod king_pair_block;
mod only_move_runs;
mod only_moves;
mod partition;
mod rays;
mod restore;
mod slice;
mod sub_table_cache;
mod sub_table_move;
mod sub_table_moves;
mod sub_tables;
mod thread_pool;
mod worth;

use std::ops::Range;

use explained::ExplainedValues;
use failure::TableBuildFailure;
pub(super) use only_move_runs::{OnlyMoveQuery, OnlyMoveRuns};
use partition::BuildPartition;
pub(super) use restore::restore;
use slice::{Slice, SliceScratch};
use sub_table_cache::SubTableCache;
pub(super) use sub_tables::{SubTables, WantedValues};
use thread_pool::TableThreadPool;

use super::ending_table::BuiltEnding;
use super::index::EndingLayout;
use chess::StopToken;
use chess::allocation::zeroed_bytes;

/// Stores finished parts of a long build, so that it can be resumed.
pub(super) trait BuildParts {
    /// A stored part; None if there is none.
    fn read(&self, part: u16) -> Option<Vec<u8>>;
    /// Stores a part, if possible.
    fn write(&self, part: u16, bytes: &[u8]);
    /// Whether parts are to be stored once so many positions were solved that are not.
    fn are_due(&self, positions: usize) -> bool;
}

/// Builds the bytes of an ending, indexed by its layout. `tick` receives the progress in permille.
///
/// # Errors
/// When the token stopped the build, a mate is too long for a byte, or memory is refused.
pub(super) fn build(
    layout: &EndingLayout,
    smaller: &dyn SubTables,
    parts: &dyn BuildParts,
    threads: usize,
    stop: &StopToken,
    tick: &mut dyn FnMut(usize),
) -> Result<BuiltEnding, TableBuildFailure> {
    let explained = ExplainedValues::none_of(layout.plane_size());
    let work = BuildWork { layout, smaller, parts, explained: &explained, threads, stop };
    let bytes = work.run(tick)?;
    Ok(BuiltEnding { bytes, explained: explained.into_bits() })
}

/// The inputs of a build.
struct BuildWork<'a> {
    layout: &'a EndingLayout,
    smaller: &'a dyn SubTables,
    parts: &'a dyn BuildParts,
    /// Where the values are marked that a capture explains.
    explained: &'a ExplainedValues,
    threads: usize,
    stop: &'a StopToken,
}

impl BuildWork<'_> {
    fn run(&self, tick: &mut dyn FnMut(usize)) -> Result<Vec<u8>, TableBuildFailure> {
        let (layout, stop) = (self.layout, self.stop);
        let shape = BuildPartition::new(layout);
        let pool = TableThreadPool { threads: self.threads.max(1) };
        let mut ready = SubTableCache::new(self.smaller, self.threads);
        let mut bytes = zeroed_bytes(layout.size()).ok_or(TableBuildFailure::NoMemory)?;
        let slices = layout.plane_size() / layout.slice_size();
        let slice_positions = layout.build_size() / slices;
        let mut unsaved = Vec::new();
        let mut scratch = None;
        for (part, layer) in (0..).zip(layout.layers()) {
            let saved = self.parts.read(part);
            let is_saved = saved.is_some_and(|saved| restore_layer(layout, layer, &saved, &mut bytes));
            // Small slices are solved in parallel, one per thread; large ones one after the other, each by all
            // threads.
            let side_by_side = shape.blocks() == 1 && layer.len() >= pool.threads;
            let batch = if side_by_side { layer.len() } else { 1 };
            for start in layer.clone().step_by(batch) {
                let numbers = start..(start + batch).min(layer.end);
                let all = ready.prepare(layout, &numbers, &|_, _| true, stop)?;
                let kinds = ready.sub_table_moves(layout, &all, planes(layout, &bytes));
                let slice = |number, pool| Slice { shape: &shape, kinds: &kinds, number, pool, stop };
                let mut parts: Vec<SliceResult> = numbers.clone().map(SliceResult::new).collect();
                if is_saved {
                    parts.clear();
                } else if side_by_side {
                    let alone = TableThreadPool { threads: 1 };
                    let work = |scratch: &mut SliceScratch, _: usize, part: &mut SliceResult| {
                        part.done = part.solve(&slice(part.number, alone), scratch, &mut |_| {});
                    };
                    let tick = |done: usize| tick(1000 * (start + done).min(slices) / slices);
                    pool.for_each(&mut parts, stop, || SliceScratch::new(&shape), work, tick)?;
                } else {
                    let scratch = scratch.get_or_insert_with(|| SliceScratch::new(&shape));
                    for part in &mut parts {
                        let number = part.number;
                        part.done = part.solve(&slice(number, pool), scratch, &mut |done| {
                            tick((1000 * number + done) / slices);
                        });
                    }
                }
                for part in parts {
                    part.done?;
                    if slices == 1 {
                        bytes = part.bytes;
                        break;
                    }
                    for (n, plane) in part.bytes.chunks(layout.slice_size()).enumerate() {
                        let to = n * layout.plane_size() + part.number * layout.slice_size();
                        bytes[to..to + plane.len()].copy_from_slice(plane);
                    }
                }
                let kinds = ready.sub_table_moves(layout, &all, planes(layout, &bytes));
                for number in numbers {
                    let slice = Slice { shape: &shape, kinds: &kinds, number, pool, stop };
                    self.explained.mark_slice(&slice, &bytes)?;
                }
            }
            if !is_saved {
                unsaved.push((part, layer));
            }
            let positions = unsaved.iter().map(|(_, layer)| layer.len()).sum::<usize>() * slice_positions;
            // After the last layer the whole table is stored instead.
            if layer.end < slices && self.parts.are_due(positions) {
                for (part, layer) in unsaved.drain(..) {
                    self.parts.write(part, &copy_layer(layout, layer, &bytes));
                }
            }
        }
        Ok(bytes)
    }
}

/// The values of each side to move, White's first.
fn planes<'a>(layout: &EndingLayout, bytes: &'a [u8]) -> [&'a [u8]; 2] {
    bytes.split_at(layout.plane_size()).into()
}

/// The byte ranges of a layer's slices, for each side to move.
fn layer_ranges(layout: &EndingLayout, layer: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (size, plane) = (layout.slice_size(), layout.plane_size());
    let (start, end) = (layer.start * size, layer.end * size);
    (0..layout.turns().len()).map(move |n| n * plane + start..n * plane + end)
}

/// The bytes of a finished layer.
fn copy_layer(layout: &EndingLayout, layer: &Range<usize>, bytes: &[u8]) -> Vec<u8> {
    layer_ranges(layout, layer).flat_map(|place| &bytes[place]).copied().collect()
}

/// Restores the bytes of a finished layer. False if their number is wrong.
fn restore_layer(layout: &EndingLayout, layer: &Range<usize>, saved: &[u8], bytes: &mut [u8]) -> bool {
    let fits = saved.len() == layer_ranges(layout, layer).map(|place| place.len()).sum::<usize>();
    if fits {
        let mut rest = saved;
        for place in layer_ranges(layout, layer) {
            let (slice, remaining) = rest.split_at(place.len());
            bytes[place].copy_from_slice(slice);
            rest = remaining;
        }
    }
    fits
}

/// A finished slice: its bytes, White to move first.
struct SliceResult {
    number: usize,
    bytes: Vec<u8>,
    done: Result<(), TableBuildFailure>,
}

impl SliceResult {
    const fn new(number: usize) -> Self {
        Self { number, bytes: Vec::new(), done: Ok(()) }
    }

    fn solve(
        &mut self,
        slice: &Slice<'_>,
        scratch: &mut SliceScratch,
        tick: &mut dyn FnMut(usize),
    ) -> Result<(), TableBuildFailure> {
        slice.solve(scratch, tick)?;
        let layout = slice.shape.layout;
        let size = layout.slice_size() * layout.turns().len();
        self.bytes = zeroed_bytes(size).ok_or(TableBuildFailure::NoMemory)?;
        let parts = self.bytes.chunks_mut(layout.slice_size());
        layout.turns().iter().zip(parts).try_for_each(|(&turn, part)| slice.write_to(scratch, turn, part))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::Tables;
    use chess::StopSource;

    /// Keeps parts in memory, and says how often one was taken up.
    #[derive(Default)]
    struct Memory {
        parts: Mutex<HashMap<u16, Vec<u8>>>,
        read: Mutex<usize>,
    }

    impl BuildParts for Memory {
        fn read(&self, part: u16) -> Option<Vec<u8>> {
            let found = self.parts.lock().unwrap().get(&part).cloned();
            *self.read.lock().unwrap() += usize::from(found.is_some());
            found
        }

        fn write(&self, part: u16, bytes: &[u8]) {
            self.parts.lock().unwrap().insert(part, bytes.to_vec());
        }

        fn are_due(&self, positions: usize) -> bool {
            positions > 0
        }
    }

    #[test]
    fn a_build_is_taken_up_where_it_was_stopped() {
        let tables = Tables::new();
        assert_eq!(tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}), Ok(()));
        let layout = EndingLayout::new(&"KPvK".parse().unwrap()).unwrap();
        let all = |parts: &Memory, stop: &StopToken, tick: &mut dyn FnMut(usize)| {
            build(&layout, &tables, parts, 2, stop, tick)
        };
        let whole = all(&Memory::default(), &StopToken::never(), &mut |_| {}).unwrap();
        let parts = Memory::default();
        let mut source = Some(StopSource::new());
        let token = source.as_ref().unwrap().token();
        let mut stop_in_time = |done| {
            if done > 400 {
                source = None;
            }
        };
        assert_eq!(all(&parts, &token, &mut stop_in_time), Err(TableBuildFailure::Stopped));
        let saved = parts.parts.lock().unwrap().len();
        assert!(saved > 0 && saved < layout.layers().len(), "{saved}");
        parts.parts.lock().unwrap().insert(0, vec![7; 12]);
        assert!(all(&parts, &StopToken::never(), &mut |_| {}) == Ok(whole));
        assert_eq!(
            (*parts.read.lock().unwrap(), parts.parts.lock().unwrap().len()),
            (saved, layout.layers().len() - 1)
        );
    }
}
