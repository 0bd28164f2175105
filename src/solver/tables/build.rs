//! Builds one ending by retrograde analysis.
//!
//! A table is divided into slices by the placement of the pawns: within a slice the pawns do not move, and
//! every move that leaves it (pawn moves, captures, promotions) is looked up in finished slices and tables. A
//! slice is solved from its mates backwards, 64 positions at a time.
//!
//! Reading order: `partition` (the parts of a table), `sub_table_moves` and `en_passant` (moves that are
//! looked up), `king_pair_block` (the retrograde steps, with `rays`), `slice` (one slice from start to end),
//! `thread_pool`, [`build`], `explained` (values that need not be stored), [`restore`].

mod en_passant;
mod explained;
pub(super) mod failure;
mod king_pair_block;
mod partition;
mod rays;
mod slice;
mod sub_table_move;
mod sub_table_moves;
mod thread_pool;
mod worth;

use std::ops::Range;
use std::sync::Arc;

use explained::ExplainedValues;
use failure::TableBuildFailure;
use partition::BuildPartition;
use slice::{Slice, SliceScratch};
use sub_table_move::{PlainTable, SubTableMove, move_kinds};
use thread_pool::TableThreadPool;

use super::ending_table::{BuiltEnding, UnpackedEnding};
use super::index::EndingLayout;
use crate::chess::{Color, Material, Rank, Role, StopToken};

/// The finished endings that captures and promotions lead to.
pub(super) trait SubTables: Sync {
    /// A finished ending with the values of both sides to move.
    ///
    /// # Errors
    /// When the token stopped the work.
    fn unpacked(
        &self,
        material: &Material,
        threads: usize,
        stop: &StopToken,
    ) -> Result<Arc<UnpackedEnding>, TableBuildFailure>;
}

/// Stores finished parts of a long build, so that it can be resumed.
pub(super) trait BuildParts {
    /// A stored part; None if there is none.
    fn read(&self, part: u16) -> Option<Vec<u8>>;
    /// Stores a part, if possible.
    fn write(&self, part: u16, bytes: &[u8]);
}

/// No parts are stored.
struct NoParts;

impl BuildParts for NoParts {
    fn read(&self, _: u16) -> Option<Vec<u8>> {
        None
    }

    fn write(&self, _: u16, _: &[u8]) {}
}

/// Builds the bytes of an ending, indexed by its layout. `tick` receives the progress in permille.
///
/// # Errors
/// When the token stopped the build, or a mate is too long for a byte.
pub(super) fn build(
    layout: &EndingLayout,
    smaller: &dyn SubTables,
    parts: &dyn BuildParts,
    threads: usize,
    stop: &StopToken,
    tick: &mut dyn FnMut(usize),
) -> Result<BuiltEnding, TableBuildFailure> {
    let explained = ExplainedValues::none_of(layout.plane_size());
    let work = BuildWork { layout, smaller, parts, stored: None, explained: Some(&explained), threads, stop };
    let bytes = work.run(tick)?;
    Ok(BuiltEnding { bytes, explained: explained.into_bits() })
}

/// Restores the values of both sides to move from those of White that a table stores.
///
/// # Errors
/// When the token stopped the work.
pub(super) fn restore(
    layout: &EndingLayout,
    stored: &[u8],
    smaller: &dyn SubTables,
    threads: usize,
    stop: &StopToken,
) -> Result<Vec<u8>, TableBuildFailure> {
    let stored = Some(stored);
    BuildWork { layout, smaller, parts: &NoParts, stored, explained: None, threads, stop }.run(&mut |_| {})
}

/// The inputs of a build.
struct BuildWork<'a> {
    layout: &'a EndingLayout,
    smaller: &'a dyn SubTables,
    parts: &'a dyn BuildParts,
    /// The values of White to move, where they are known.
    stored: Option<&'a [u8]>,
    /// Where the values are marked that a capture or a promotion explains, if they are wanted.
    explained: Option<&'a ExplainedValues>,
    threads: usize,
    stop: &'a StopToken,
}

impl BuildWork<'_> {
    fn run(&self, tick: &mut dyn FnMut(usize)) -> Result<Vec<u8>, TableBuildFailure> {
        let (layout, stop, stored) = (self.layout, self.stop, self.stored);
        let shape = BuildPartition::new(layout);
        let pool = TableThreadPool { threads: self.threads.max(1) };
        let mut ready = SubTableCache { smaller: self.smaller, threads: self.threads, tables: Vec::new() };
        let mut bytes = vec![0; layout.size()];
        let slices = layout.plane_size() / layout.slice_size();
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
                let all = ready.prepare(layout, &numbers, stop)?;
                let kinds = ready.sub_table_moves(layout, &all, &bytes);
                let slice = |number, pool| Slice { shape: &shape, kinds: &kinds, number, stored, pool, stop };
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
                if let Some(explained) = self.explained {
                    let kinds = ready.sub_table_moves(layout, &all, &bytes);
                    for number in numbers {
                        let slice = Slice { shape: &shape, kinds: &kinds, number, stored, pool, stop };
                        explained.mark_slice(&slice, &bytes)?;
                    }
                }
            }
            // After the last layer the whole table is stored instead.
            if layer.end < slices && !is_saved {
                self.parts.write(part, &copy_layer(layout, layer, &bytes));
            }
        }
        Ok(bytes)
    }
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
        self.bytes = vec![0; layout.slice_size() * layout.turns().len()];
        let parts = self.bytes.chunks_mut(layout.slice_size());
        layout.turns().iter().zip(parts).try_for_each(|(&turn, part)| slice.write_to(scratch, turn, part))
    }
}

/// A cache of unpacked sub-tables.
struct SubTableCache<'a> {
    smaller: &'a dyn SubTables,
    threads: usize,
    tables: Vec<(Material, Arc<UnpackedEnding>)>,
}

type SubTableMoveKind = (usize, Option<usize>, Option<Role>);

impl SubTableCache<'_> {
    /// The kinds of moves that leave these slices, for both colors. Loads the tables that they lead to and
    /// drops the others.
    ///
    /// # Errors
    /// When the token stopped the work.
    fn prepare(
        &mut self,
        layout: &EndingLayout,
        slices: &Range<usize>,
        stop: &StopToken,
    ) -> Result<[Vec<SubTableMoveKind>; 2], TableBuildFailure> {
        let pieces = layout.pieces();
        let before_last = |piece_index: usize| {
            let rank = pieces[piece_index].color.fold_wb(Rank::Seventh, Rank::Second);
            slices
                .clone()
                .any(|slice| layout.pawn_squares(slice)[piece_index - layout.pawns().start].rank() == rank)
        };
        let possible = |kind: &SubTableMoveKind| kind.2.is_none() || before_last(kind.0);
        let all = Color::ALL
            .map(|color| move_kinds(pieces, color).into_iter().filter(possible).collect::<Vec<_>>());
        let leaving =
            all.iter().flatten().filter(|(_, captured, promotion)| captured.is_some() || promotion.is_some());
        let mut wanted: Vec<Material> = leaving
            .map(|&(piece_index, captured, promotion)| {
                SubTableMove::material(pieces, piece_index, captured, promotion).normalized()
            })
            .collect();
        wanted.dedup();
        self.tables.retain(|(material, _)| wanted.contains(material));
        for material in wanted {
            if self.tables.iter().all(|&(known, _)| known != material) {
                self.tables.push((material, self.smaller.unpacked(&material, self.threads, stop)?));
            }
        }
        Ok(all)
    }

    /// The same kinds with the tables that they lead to; `own` is the table itself, for moves into finished
    /// slices.
    fn sub_table_moves<'b>(
        &'b self,
        layout: &'b EndingLayout,
        all: &[Vec<SubTableMoveKind>; 2],
        own: &'b [u8],
    ) -> [Vec<SubTableMove<'b>>; 2] {
        let pieces = layout.pieces();
        let sub_move = |&(piece_index, captured, promotion): &SubTableMoveKind| {
            let into = if captured.is_none() && promotion.is_none() {
                Some(PlainTable { layout, bytes: own })
            } else {
                let material = SubTableMove::material(pieces, piece_index, captured, promotion).normalized();
                let table = self.tables.iter().find(|&&(known, _)| known == material);
                table.and_then(|(_, unpacked)| {
                    Some(PlainTable { layout: unpacked.ending.layout(), bytes: unpacked.values()? })
                })
            };
            SubTableMove::new(pieces, (piece_index, captured, promotion), into)
        };
        [0, 1].map(|n: usize| all[n].iter().map(sub_move).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use super::*;
    use crate::chess::StopSource;
    use crate::solver::Tables;

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
