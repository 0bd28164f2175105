//! The prediction of a value from its neighbors, and the context in which it is encoded.
//!
//! Distances change by little from square to square. So what is encoded is how far a value lies from the one that its
//! neighbors let expect, and the context is how the neighbors lie around that.

use super::input::PackInput;
use super::shape::{BLOCK, PLANE, ROW};

/// Levels of the prediction that contexts distinguish.
const LEVELS: usize = 4;

/// The number of contexts.
pub(super) const CONTEXTS: usize = 7 * 9 * 7 * FINE_CONTEXTS;

/// The contexts that those by the neighbors to the left, above, and in the plane before are divided into: by the neighbors
/// above left and left in the plane before, and the level.
pub(super) const FINE_CONTEXTS: usize = 5 * 5 * LEVELS;

/// The sides on which a neighbor can lie of the prediction: lower by 4 or more, 2 or 3, 1, the same, and as much higher; a
/// value apart; none.
const SIDES: usize = 9;

/// What each neighbor's side adds to the number of the context. Some neighbors count the far sides as one.
const LEFT: [u16; SIDES] = context_parts([0, 0, 1, 2, 3, 4, 4, 5, 6], 9 * 7 * FINE_CONTEXTS);
const ABOVE: [u16; SIDES] = context_parts([0, 1, 2, 3, 4, 5, 6, 7, 8], 7 * FINE_CONTEXTS);
const BEFORE: [u16; SIDES] = context_parts([0, 0, 1, 2, 3, 4, 4, 5, 6], FINE_CONTEXTS);
const ABOVE_LEFT: [u16; SIDES] = context_parts([0, 0, 0, 1, 2, 2, 2, 3, 4], 5 * LEVELS);
const LEFT_BEFORE: [u16; SIDES] = context_parts([0, 0, 0, 1, 2, 2, 2, 3, 4], LEVELS);

/// Digits with a weight.
#[expect(clippy::cast_possible_truncation, reason = "contexts are numbered with sixteen bits")]
const fn context_parts(mut digits: [u16; SIDES], weight: usize) -> [u16; SIDES] {
    let mut side = 0;
    while side < SIDES {
        digits[side] *= weight as u16;
        side += 1;
    }
    digits
}

/// The values that occur, by rank: one that lies apart has the lowest, the others follow in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedScale {
    /// The value of each rank, at most 255.
    values: Vec<u8>,
    /// Whether the lowest rank is a value that lies apart.
    has_apart: bool,
    /// By prediction and neighbor: on which of the [`SIDES`] the neighbor lies.
    sides: Vec<u8>,
    /// The level of each rank, below [`LEVELS`].
    levels: Vec<u8>,
}

impl PackedScale {
    /// A scale of some values, at least one.
    pub(super) fn new(values: Vec<u8>, has_apart: bool) -> Self {
        let levels = (0..values.len()).map(|rank| (rank * LEVELS / values.len()).to_le_bytes()[0]).collect();
        let mut scale = Self { values, has_apart, sides: Vec::new(), levels };
        let escape = scale.escape();
        let sides = (0..escape).flat_map(|prediction| (0..=escape).map(move |rank| (prediction, rank)));
        scale.sides = sides.map(|(prediction, rank)| scale.side(prediction, rank)).collect();
        scale
    }

    fn side(&self, prediction: u8, rank: u8) -> u8 {
        if rank == self.escape() {
            return 8;
        }
        if rank < self.lowest() {
            return 7;
        }
        let steps = match rank.abs_diff(prediction) {
            0 => 0,
            1 => 1,
            2 | 3 => 2,
            _ => 3,
        };
        if rank < prediction { 3 - steps } else { 3 + steps }
    }

    /// The scale of the values that matter.
    pub(super) fn of(input: &PackInput<'_>) -> Self {
        let mut occurs = occurring_values(input.values);
        occurs[usize::from(input.dont_care)] = false;
        let apart = input.apart.filter(|&apart| occurs[usize::from(apart)]);
        let others = (0..=u8::MAX).filter(|&value| occurs[usize::from(value)] && apart != Some(value));
        let mut values: Vec<u8> = apart.into_iter().chain(others).collect();
        if values.is_empty() {
            values.push(0);
        }
        Self::new(values, apart.is_some())
    }

    /// The values by rank.
    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// Whether the lowest rank is a value that lies apart.
    pub(super) const fn has_apart(&self) -> bool {
        self.has_apart
    }

    /// The escape symbol: another symbol follows as a literal. As a rank it means that there is no value.
    #[inline]
    pub(super) fn escape(&self) -> u8 {
        self.values.len().to_le_bytes()[0]
    }

    /// The lowest rank that does not lie apart.
    #[inline]
    fn lowest(&self) -> u8 {
        u8::from(self.has_apart)
    }

    /// The symbol of a rank: the value apart first, then the ranks by their distance from the prediction, the higher one of
    /// two first.
    pub(super) fn symbol(&self, rank: u8, prediction: u8) -> u8 {
        let lowest = self.lowest();
        if rank < lowest {
            return rank;
        }
        let nearer = self.ranks_on_nearer_side(prediction);
        let distance = rank.abs_diff(prediction);
        lowest
            + if distance > nearer { nearer + distance } else { 2 * distance - u8::from(rank > prediction) }
    }

    /// The rank of a symbol.
    #[inline]
    pub(super) fn rank(&self, symbol: u8, prediction: u8) -> u8 {
        let (lowest, escape) = (self.lowest(), self.escape());
        if symbol < lowest || symbol >= escape {
            return symbol;
        }
        let number = symbol - lowest;
        let nearer = self.ranks_on_nearer_side(prediction);
        if number > 2 * nearer {
            let distance = number - nearer;
            let is_below = prediction - lowest > nearer;
            if is_below { prediction - distance } else { prediction + distance }
        } else if number % 2 == 1 {
            prediction + number / 2 + 1
        } else {
            prediction - number / 2
        }
    }

    /// How many ranks lie above a prediction or below it, the smaller number of the two.
    #[inline]
    fn ranks_on_nearer_side(&self, prediction: u8) -> u8 {
        (prediction - self.lowest()).min(self.escape() - 1 - prediction)
    }
}

/// What the neighbors of a value say about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Surroundings {
    /// The number of the context, below [`CONTEXTS`].
    pub(super) context: usize,
    /// The predicted rank, not apart.
    pub(super) prediction: u8,
}

impl Surroundings {
    /// Looks at the ranks before a place in its block.
    #[inline]
    pub(super) fn of(scale: &PackedScale, ranks: &[u8; BLOCK], at: usize) -> Self {
        let (lowest, none) = (scale.lowest(), scale.escape());
        let (has_row, has_plane, has_left) = (at % PLANE >= ROW, at >= PLANE, !at.is_multiple_of(ROW));
        let rank = |exists: bool, distance: usize| if exists { ranks[at - distance] } else { none };
        let above = rank(has_row, ROW);
        let left = if has_left { ranks[at - 1] } else { above };
        let above_left = rank(has_row && has_left, ROW + 1);
        let before = rank(has_plane, PLANE);
        let left_before = rank(has_plane && has_left, PLANE + 1);
        let above_before = rank(has_plane && has_row, PLANE + ROW);
        let on_scale = |rank: u8| rank >= lowest && rank < none;
        // Median edge detector (Weinberger, Seroussi and Sapiro, "LOCO-I", 2000), in three planes.
        let median = |one: u8, other: u8, corner: u8| {
            let sum = i16::from(one) + i16::from(other) - i16::from(corner);
            let clamped = sum.clamp(i16::from(one.min(other)), i16::from(one.max(other)));
            clamped.to_le_bytes()[0]
        };
        let (left_on, above_on, before_on) = (on_scale(left), on_scale(above), on_scale(before));
        let prediction = if left_on && before_on && on_scale(left_before) {
            median(left, before, left_before)
        } else if above_on && before_on && on_scale(above_before) {
            median(above, before, above_before)
        } else if left_on && above_on && on_scale(above_left) {
            median(left, above, above_left)
        } else if left_on {
            left
        } else if above_on {
            above
        } else if before_on {
            before
        } else {
            lowest.min(none - 1)
        };
        let start = usize::from(prediction) * (usize::from(none) + 1);
        let sides = scale.sides.get(start..=start + usize::from(none)).unwrap_or_default();
        let side = |rank: u8| usize::from(sides.get(usize::from(rank)).copied().unwrap_or(0)).min(SIDES - 1);
        let level = scale.levels.get(usize::from(prediction)).copied().unwrap_or(0);
        let context = usize::from(LEFT[side(left)])
            + usize::from(ABOVE[side(above)])
            + usize::from(BEFORE[side(before)])
            + usize::from(ABOVE_LEFT[side(above_left)])
            + usize::from(LEFT_BEFORE[side(left_before)])
            + usize::from(level);
        Self { context, prediction }
    }
}

/// Which values occur.
pub(in crate::solver::tables) fn occurring_values(values: &[u8]) -> [bool; 256] {
    let mut occurs = [false; 256];
    for &value in values {
        occurs[usize::from(value)] = true;
    }
    occurs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_ranks_are_the_same_in_another_order() {
        for count in [1, 2, 3, 10, 128, 255_u8] {
            for has_apart in [false, true] {
                let scale = PackedScale::new((0..count).collect(), has_apart);
                for prediction in scale.lowest()..count {
                    let mut ranks: Vec<u8> =
                        (0..count).map(|symbol| scale.rank(symbol, prediction)).collect();
                    for (symbol, &rank) in (0..=u8::MAX).zip(&ranks) {
                        assert_eq!(scale.symbol(rank, prediction), symbol, "{count} {prediction}");
                    }
                    assert_eq!(ranks[usize::from(scale.lowest())], prediction);
                    ranks.sort_unstable();
                    assert!(ranks.into_iter().eq(0..count), "{count} {prediction}");
                }
                assert_eq!(scale.rank(scale.escape(), 0), scale.escape());
            }
        }
    }

    #[test]
    fn every_context_is_in_range_and_every_prediction_on_the_scale() {
        for count in [1, 2, 255_u8] {
            for has_apart in [false, true] {
                let scale = PackedScale::new((0..count).collect(), has_apart);
                for ranks in [[0; BLOCK], [count; BLOCK], [count - 1; BLOCK]] {
                    for at in 0..BLOCK {
                        let Surroundings { context, prediction } = Surroundings::of(&scale, &ranks, at);
                        assert!(context < CONTEXTS && prediction < count, "{count} {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_plane_that_rises_evenly_is_predicted() {
        let scale = PackedScale::new((0..100).collect(), false);
        let mut ranks = [0; BLOCK];
        for (at, rank) in (0..=u8::MAX).zip(&mut ranks) {
            *rank = 10 + 2 * (at % 8) + 3 * (at / 8 % 8) + (at / 64);
        }
        // To the left it is lower by 2 and in the plane before by 1: the value lies between what these allow.
        assert_eq!(Surroundings::of(&scale, &ranks, 100).prediction, ranks[100] - 1);
        assert_eq!(Surroundings::of(&scale, &ranks, 0).prediction, 0);
        assert_eq!(Surroundings::of(&scale, &ranks, 1).prediction, ranks[0]);
    }
}
