//! What has worked in this search: moves that refuted something are tried earlier elsewhere.
//!
//! Counters pull towards a bound ("history gravity", Chess Programming Wiki), so that old merits fade.

use crate::chess::board::Step;
use crate::chess::{Color, Role};

/// The bound of every counter.
const MOST: i32 = 16_384;
/// Kinds of men, colors told apart.
const KINDS: usize = 12;
/// Places of a man: its kind and its square.
const PLACES: usize = KINDS * 64;
/// The same for the men of one side.
const SIDE_PLACES: usize = PLACES / 2;

/// A man and where a move put it: what continuation histories are indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place(usize);

impl Place {
    /// Where a move by `color` puts its man.
    pub(crate) fn of(color: Color, step: Step) -> Self {
        let kind = usize::from(step.role) - 1 + color.fold_wb(0, 6);
        Self(kind * 64 + step.to.to_usize())
    }
}

/// The counters of one thread.
#[derive(Clone)]
pub(crate) struct Histories {
    quiet: Vec<i16>,
    capture: Vec<i16>,
    after_one: Vec<i16>,
    after_two: Vec<i16>,
}

impl Histories {
    /// Counters that know nothing.
    pub(crate) fn new() -> Self {
        Self {
            quiet: vec![0; 2 * 64 * 64],
            capture: vec![0; PLACES * 6],
            after_one: vec![0; PLACES * SIDE_PLACES],
            after_two: vec![0; PLACES * SIDE_PLACES],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for counters in [&mut self.quiet, &mut self.capture, &mut self.after_one, &mut self.after_two] {
            counters.fill(0);
        }
    }

    /// The merit of a quiet move after the two moves before it.
    pub(crate) fn quiet(&self, color: Color, step: Step, before: [Option<Place>; 2]) -> i32 {
        let place = Place::of(color, step);
        let follow = |counters: &[i16], before: Option<Place>| {
            before.map_or(0, |before| i32::from(counters[follows(before, place)]))
        };
        i32::from(self.quiet[squares(color, step)])
            + follow(&self.after_one, before[0])
            + follow(&self.after_two, before[1])
    }

    /// The merit of a capture or promotion.
    pub(crate) fn capture(&self, color: Color, step: Step) -> i32 {
        i32::from(self.capture[taking(color, step)])
    }

    /// Counts a quiet move that was tried: a positive bonus for a refutation, a negative for a failure.
    pub(crate) fn count_quiet(&mut self, color: Color, step: Step, before: [Option<Place>; 2], bonus: i32) {
        let place = Place::of(color, step);
        pull(&mut self.quiet[squares(color, step)], bonus);
        if let Some(before) = before[0] {
            pull(&mut self.after_one[follows(before, place)], bonus);
        }
        if let Some(before) = before[1] {
            pull(&mut self.after_two[follows(before, place)], bonus);
        }
    }

    /// Counts a capture or promotion that was tried.
    pub(crate) fn count_capture(&mut self, color: Color, step: Step, bonus: i32) {
        pull(&mut self.capture[taking(color, step)], bonus);
    }
}

fn pull(counter: &mut i16, bonus: i32) {
    let now = i32::from(*counter);
    let bonus = bonus.clamp(-MOST, MOST);
    let next = now + bonus - now * bonus.abs() / MOST;
    *counter = i16::try_from(next).unwrap_or_default();
}

/// The slot of a man's place after another's. Whose turn it is follows from how far back the other one is,
/// so the man's color needs no slots of its own.
fn follows(before: Place, place: Place) -> usize {
    before.0 * SIDE_PLACES + place.0 % SIDE_PLACES
}

fn squares(color: Color, step: Step) -> usize {
    (color.fold_wb(0, 64) + step.from.to_usize()) * 64 + step.to.to_usize()
}

fn taking(color: Color, step: Step) -> usize {
    let taken = step.capture.map_or(5, |role: Role| usize::from(role) - 1);
    Place::of(color, step).0 * 6 + taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_stays_within_its_bound() {
        let mut counter = 0;
        for _ in 0..1_000 {
            pull(&mut counter, 3_000);
        }
        assert!(i32::from(counter) <= MOST && i32::from(counter) > MOST / 2);
        for _ in 0..1_000 {
            pull(&mut counter, -3_000);
        }
        assert!(i32::from(counter) >= -MOST && i32::from(counter) < -MOST / 2);
    }
}
