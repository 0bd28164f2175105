//! Builds one ending by retrograde analysis.
//!
//! The pawns' placement cuts a table into slices; within one, pawns stand still, and all that leaves it (pawn
//! moves, captures, promotions) is looked up in what is finished. A slice is worked out from its mates
//! backwards, 64 positions at a time.
//!
//! Reading order: `shape` (how a table is cut up), `exits` and `passant` (moves that are looked up), `patch`
//! (the work itself, with `paths`), `slice` (one slice from start to end), `crew` (threads), then [`build`].

mod crew;
mod exits;
mod passant;
mod patch;
mod paths;
mod shape;
mod slice;

use std::borrow::Cow;
use std::ops::Range;

use crate::chess::{Color, Material, Rank, Role, StopToken, Stopped};

use super::endings::Ending;
use super::index::Layout;
use crew::Crew;
use exits::{Exit, Plain, kinds};
use shape::Shape;
use slice::{Desk, Slice};

/// Who knows the endings that captures and promotions lead to.
pub(super) trait Smaller: Sync {
    /// The finished ending; None where it is not there.
    fn ending(&self, material: &Material) -> Option<&Ending>;
}

/// Keeps finished parts of a build that takes long, so that it can be taken up again.
pub(super) trait Parts {
    /// A part as it was written; None where there is none.
    fn read(&self, part: u16) -> Option<Vec<u8>>;
    /// Keeps a part, if that can be done.
    fn write(&self, part: u16, bytes: &[u8]);
}

/// Why an ending was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The token stopped the work.
    Stopped,
    /// A mate takes longer than a byte can say.
    TooLong,
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Builds an ending's bytes, by the numbers of its layout. `tick` hears how much of a thousand is done.
///
/// # Errors
/// When the token stopped the work, or a mate is too long to be kept.
pub(super) fn build(
    layout: &Layout,
    smaller: &dyn Smaller,
    parts: &dyn Parts,
    threads: usize,
    stop: &StopToken,
    tick: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Failure> {
    let shape = Shape::new(layout);
    let crew = Crew { threads: threads.max(1) };
    let mut ready = Ready { smaller, threads, tables: Vec::new() };
    let mut bytes = vec![0; layout.size()];
    let slices = layout.plane_size() / layout.slice_size();
    let mut desk = None;
    for (part, wave) in (0..).zip(layout.waves()) {
        if parts.read(part).is_some_and(|kept| take_up(layout, wave, &kept, &mut bytes)) {
            continue;
        }
        // Small slices are worked on side by side, large ones one after the other with all hands.
        let side_by_side = shape.blocks() == 1 && wave.len() >= crew.threads;
        let batch = if side_by_side { wave.len() } else { 1 };
        for start in wave.clone().step_by(batch) {
            let numbers = start..(start + batch).min(wave.end);
            let all = ready.all_kinds(layout, &numbers);
            let kinds = ready.kinds(layout, &all, &bytes);
            let slice = |number, crew| Slice { shape: &shape, kinds: &kinds, number, crew, stop };
            let mut parts: Vec<Part> = numbers.map(Part::new).collect();
            if side_by_side {
                let alone = Crew { threads: 1 };
                let work = |desk: &mut Desk, _: usize, part: &mut Part| {
                    part.done = part.work(&slice(part.number, alone), desk, &mut |_| {});
                };
                let tick = |done: usize| tick(1000 * (start + done).min(slices) / slices);
                crew.each(&mut parts, stop, || Desk::new(&shape), work, tick)?;
            } else {
                let desk = desk.get_or_insert_with(|| Desk::new(&shape));
                for part in &mut parts {
                    let number = part.number;
                    part.done = part
                        .work(&slice(number, crew), desk, &mut |done| tick((1000 * number + done) / slices));
                }
            }
            for part in parts {
                part.done?;
                if slices == 1 {
                    return Ok(part.bytes);
                }
                for (n, plane) in part.bytes.chunks(layout.slice_size()).enumerate() {
                    let to = n * layout.plane_size() + part.number * layout.slice_size();
                    bytes[to..to + plane.len()].copy_from_slice(plane);
                }
            }
        }
        // After the last wave the whole table is there to be kept.
        if wave.end < slices {
            parts.write(part, &lay_down(layout, wave, &bytes));
        }
    }
    Ok(bytes)
}

/// Where the slices of a wave stand among a table's bytes, for each side to move.
fn places(layout: &Layout, wave: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (size, plane) = (layout.slice_size(), layout.plane_size());
    let (start, end) = (wave.start * size, wave.end * size);
    (0..layout.turns().len()).map(move |n| n * plane + start..n * plane + end)
}

/// The bytes of a finished wave.
fn lay_down(layout: &Layout, wave: &Range<usize>, bytes: &[u8]) -> Vec<u8> {
    places(layout, wave).flat_map(|place| &bytes[place]).copied().collect()
}

/// Puts the bytes of a finished wave back. False where they are too few or too many.
fn take_up(layout: &Layout, wave: &Range<usize>, kept: &[u8], bytes: &mut [u8]) -> bool {
    let fits = kept.len() == places(layout, wave).map(|place| place.len()).sum::<usize>();
    if fits {
        let mut kept = kept;
        for place in places(layout, wave) {
            let (now, later) = kept.split_at(place.len());
            bytes[place].copy_from_slice(now);
            kept = later;
        }
    }
    fits
}

/// A finished slice: its bytes, White to move first.
struct Part {
    number: usize,
    bytes: Vec<u8>,
    done: Result<(), Failure>,
}

impl Part {
    const fn new(number: usize) -> Self {
        Self { number, bytes: Vec::new(), done: Ok(()) }
    }

    fn work(
        &mut self,
        slice: &Slice<'_>,
        desk: &mut Desk,
        tick: &mut dyn FnMut(usize),
    ) -> Result<(), Failure> {
        slice.work(desk, tick)?;
        let layout = slice.shape.layout;
        self.bytes = vec![0; layout.slice_size() * layout.turns().len()];
        let parts = self.bytes.chunks_mut(layout.slice_size());
        layout.turns().iter().zip(parts).try_for_each(|(&turn, part)| slice.hand_over(desk, turn, part))
    }
}

/// The smaller tables as plain bytes, as long as they are needed.
struct Ready<'a> {
    smaller: &'a dyn Smaller,
    threads: usize,
    tables: Vec<(Material, &'a Layout, Cow<'a, [u8]>)>,
}

type Kind = (usize, Option<usize>, Option<Role>);

impl Ready<'_> {
    /// The kinds of moves that leave these slices, for both colors; the tables that they lead to are made
    /// ready, and others are put away.
    fn all_kinds(&mut self, layout: &Layout, slices: &Range<usize>) -> [Vec<Kind>; 2] {
        let men = layout.men();
        let before_last = |man: usize| {
            let rank = men[man].color.fold_wb(Rank::Seventh, Rank::Second);
            slices.clone().any(|slice| layout.pawn_squares(slice)[man - layout.pawns().start].rank() == rank)
        };
        let possible = |kind: &Kind| kind.2.is_none() || before_last(kind.0);
        let all = Color::ALL.map(|color| kinds(men, color).into_iter().filter(possible).collect::<Vec<_>>());
        let leaving =
            all.iter().flatten().filter(|(_, captured, promotion)| captured.is_some() || promotion.is_some());
        let mut wanted: Vec<Material> = leaving
            .map(|&(man, captured, promotion)| Exit::material(men, man, captured, promotion).normalized())
            .collect();
        wanted.dedup();
        self.tables.retain(|(material, ..)| wanted.contains(material));
        for material in wanted {
            if self.tables.iter().all(|&(known, ..)| known != material) {
                let Some(ending) = self.smaller.ending(&material) else {
                    unreachable!("smaller endings are built first")
                };
                if let Some(bytes) = ending.plain(self.threads) {
                    self.tables.push((material, ending.layout(), bytes));
                }
            }
        }
        all
    }

    /// The same kinds with the tables that they lead to: `own` for moves into finished slices.
    fn kinds<'b>(&'b self, layout: &'b Layout, all: &[Vec<Kind>; 2], own: &'b [u8]) -> [Vec<Exit<'b>>; 2] {
        let men = layout.men();
        let exit = |&(man, captured, promotion): &Kind| {
            let into = if captured.is_none() && promotion.is_none() {
                Some(Plain { layout, bytes: own })
            } else {
                let material = Exit::material(men, man, captured, promotion).normalized();
                let table = self.tables.iter().find(|&&(known, ..)| known == material);
                table.map(|(_, layout, bytes)| Plain { layout, bytes })
            };
            Exit::new(men, (man, captured, promotion), into)
        };
        [0, 1].map(|n: usize| all[n].iter().map(exit).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::StopSource;
    use crate::solver::Tables;
    use std::collections::HashMap;
    use std::sync::Mutex;

    /// Keeps parts in memory, and says how often one was taken up.
    #[derive(Default)]
    struct Memory {
        parts: Mutex<HashMap<u16, Vec<u8>>>,
        read: Mutex<usize>,
    }

    impl Parts for Memory {
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
        assert_eq!(tables.build_three_men(&StopToken::never(), &mut |_| {}), Ok(()));
        let layout = Layout::new(&"KPvK".parse().unwrap()).unwrap();
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
        assert_eq!(all(&parts, &token, &mut stop_in_time), Err(Failure::Stopped));
        let kept = parts.parts.lock().unwrap().len();
        assert!(kept > 0 && kept < layout.waves().len(), "{kept}");
        parts.parts.lock().unwrap().insert(0, vec![7; 12]);
        assert!(all(&parts, &StopToken::never(), &mut |_| {}) == Ok(whole));
        assert_eq!(
            (*parts.read.lock().unwrap(), parts.parts.lock().unwrap().len()),
            (kept, layout.waves().len() - 1)
        );
    }
}
