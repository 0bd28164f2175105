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
    for wave in layout.waves() {
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
    }
    Ok(bytes)
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
