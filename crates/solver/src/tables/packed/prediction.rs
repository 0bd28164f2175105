//! The prediction of a value from its neighbors, and the context in which it is encoded.
//!
//! Distances change by little from square to square. So what is encoded is how far a value lies from the one that its
//! neighbors let expect, and the context is how the neighbors lie around that.

use std::hint::select_unpredictable;
use std::ops::Range;

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
    /// The level of each prediction, below [`LEVELS`].
    levels: [u8; 256],
    /// The lookup tables of each prediction.
    rows: Vec<PredictionRow>,
}

/// The lookup tables of a prediction.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PredictionRow {
    /// By rank of a neighbor: on which of the [`SIDES`] it lies.
    sides: [u8; 256],
    /// By symbol: its rank.
    ranks: [u8; 256],
}

impl PackedScale {
    /// A scale of some values, at least one.
    pub(super) fn new(values: Vec<u8>, has_apart: bool) -> Self {
        let levels =
            std::array::from_fn(|rank| (rank * LEVELS / values.len()).min(LEVELS - 1).to_le_bytes()[0]);
        let mut scale = Self { values, has_apart, levels, rows: Vec::new() };
        let row = |prediction| PredictionRow {
            sides: std::array::from_fn(|rank| scale.side(prediction, rank.to_le_bytes()[0])),
            ranks: std::array::from_fn(|symbol| scale.rank_of_symbol(symbol.to_le_bytes()[0], prediction)),
        };
        scale.rows = (0..scale.escape()).map(row).collect();
        scale
    }

    fn side(&self, prediction: u8, rank: u8) -> u8 {
        if rank >= self.escape() {
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
        self.rows[usize::from(prediction)].ranks[usize::from(symbol)]
    }

    fn rank_of_symbol(&self, symbol: u8, prediction: u8) -> u8 {
        let (lowest, escape) = (self.lowest(), self.escape());
        if prediction < lowest || !(lowest..escape).contains(&symbol) {
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

/// The ranks around a place in its block, the escape symbol where there is none.
#[derive(Clone, Copy)]
struct Neighbors {
    /// In the first column, the one above.
    left: u8,
    above: u8,
    above_left: u8,
    before: u8,
    left_before: u8,
    above_before: u8,
}

impl Surroundings {
    /// The context and the prediction that follow from the neighbors.
    ///
    /// Of these only the one to the left has just been decoded: the processor computes ahead what does not depend on it, and
    /// what does is kept short. Which neighbors are on the scale follows no pattern, so there are no branches.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is nearly all of the work for a value")]
    fn of(scale: &PackedScale, neighbors: Neighbors) -> Self {
        let Neighbors { left, above, above_left, before, left_before, above_before } = neighbors;
        let (lowest, none) = (scale.lowest(), scale.escape());
        let on_scale = |rank: u8| rank.wrapping_sub(lowest) < none - lowest;
        let (above_on, before_on) = (on_scale(above), on_scale(before));
        let beside_before = before_on & on_scale(left_before);
        let beside_above = above_on & on_scale(above_left);
        let without_left = above_on & before_on & on_scale(above_before);
        // The prediction that does not depend on the value to the left.
        let mut other = select_unpredictable(
            above_on,
            above,
            select_unpredictable(before_on, before, lowest.min(none - 1)),
        );
        other = select_unpredictable(without_left, median(above, before, above_before), other);
        // The one that does.
        let (mut side, mut corner) = (above, select_unpredictable(beside_above, above_left, above));
        side = select_unpredictable(beside_before, before, side);
        corner = select_unpredictable(beside_before, left_before, corner);
        let takes_left = on_scale(left) && (beside_before || !without_left);
        let prediction = select_unpredictable(takes_left, median(left, side, corner), other);
        let row = &scale.rows[usize::from(prediction)];
        let side = |rank: u8| usize::from(row.sides[usize::from(rank)]);
        let context = usize::from(LEFT[side(left)])
            + usize::from(ABOVE[side(above)])
            + usize::from(BEFORE[side(before)])
            + usize::from(ABOVE_LEFT[side(above_left)])
            + usize::from(LEFT_BEFORE[side(left_before)])
            + usize::from(scale.levels[usize::from(prediction)]);
        Self { context, prediction }
    }
}

/// The median edge detector (Weinberger, Seroussi and Sapiro, "LOCO-I", 2000): the median of two neighbors and of the
/// value that lies in one plane with them and the one in their corner.
#[inline]
fn median(one: u8, other: u8, corner: u8) -> u8 {
    let (one, other) = (i32::from(one), i32::from(other));
    let sum = one + (other - i32::from(corner));
    sum.max(one.min(other)).min(one.max(other)).to_le_bytes()[0]
}

/// Fills in the ranks of some places of a block, in order; those before them are there. `rank_of` gets what the ranks
/// before a place say of it.
#[inline]
pub(super) fn fill_ranks(
    scale: &PackedScale,
    ranks: &mut [u8; BLOCK],
    mut places: Range<usize>,
    mut rank_of: impl FnMut(Surroundings) -> u8,
) {
    let none = scale.escape();
    while places.start < places.end {
        let row = places.start / ROW;
        let start = row * ROW;
        // A row of neighbors begins with the place left of the first column, where there is no rank.
        let neighbor_row = |exists: bool, distance: usize| {
            let mut padded = [none; ROW + 1];
            if exists
                && let Some(row) = ranks.get(start - distance..).and_then(|rest| rest.first_chunk::<ROW>())
            {
                padded[1..].copy_from_slice(row);
            }
            padded
        };
        let (has_row, has_plane) = (!row.is_multiple_of(PLANE / ROW), start >= PLANE);
        let above = neighbor_row(has_row, ROW);
        let before = neighbor_row(has_plane, PLANE);
        let above_before = neighbor_row(has_row && has_plane, PLANE + ROW);
        let Some(now) = ranks[start..].first_chunk_mut::<ROW>() else { return };
        let (first, end) = (places.start - start, ROW.min(places.end - start));
        let mut left = if first == 0 { above[1] } else { now[first - 1] };
        for column in first..end {
            let neighbors = Neighbors {
                left,
                above: above[column + 1],
                above_left: above[column],
                before: before[column + 1],
                left_before: before[column],
                above_before: above_before[column + 1],
            };
            left = rank_of(Surroundings::of(scale, neighbors));
            now[column] = left;
        }
        places.start = start + end;
    }
}

/// Which values occur.
pub(in crate::tables) fn occurring_values(values: &[u8]) -> [bool; 256] {
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

    /// What the ranks before each place say of it.
    fn surroundings(scale: &PackedScale, ranks: &[u8; BLOCK]) -> Vec<Surroundings> {
        let (mut filled, mut all) = ([0; BLOCK], Vec::new());
        fill_ranks(scale, &mut filled, 0..BLOCK, |surroundings| {
            all.push(surroundings);
            ranks[all.len() - 1]
        });
        assert_eq!(filled, *ranks);
        all
    }

    #[test]
    fn every_context_is_in_range_and_every_prediction_on_the_scale() {
        for count in [1, 2, 255_u8] {
            for has_apart in [false, true] {
                let scale = PackedScale::new((0..count).collect(), has_apart);
                for ranks in [[0; BLOCK], [count; BLOCK], [count - 1; BLOCK]] {
                    for Surroundings { context, prediction } in surroundings(&scale, &ranks) {
                        assert!(context < CONTEXTS && prediction < count, "{count}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_block_filled_in_parts_is_the_same() {
        let scale = PackedScale::new((0..20).collect(), true);
        let ranks: [u8; BLOCK] = std::array::from_fn(|at| (at * at / 7 % 21).to_le_bytes()[0]);
        let whole = surroundings(&scale, &ranks);
        for middle in 0..BLOCK {
            let (mut filled, mut all) = ([0; BLOCK], Vec::new());
            for places in [0..middle, middle..BLOCK] {
                fill_ranks(&scale, &mut filled, places, |surroundings| {
                    all.push(surroundings);
                    ranks[all.len() - 1]
                });
            }
            assert_eq!((filled, &all), (ranks, &whole), "{middle}");
        }
    }

    #[test]
    fn a_plane_that_rises_evenly_is_predicted() {
        let scale = PackedScale::new((0..100).collect(), false);
        let ranks: [u8; BLOCK] = std::array::from_fn(|at| {
            (10 + 2 * (at % ROW) + 3 * (at / ROW % (PLANE / ROW)) + at / PLANE).to_le_bytes()[0]
        });
        let predicted: Vec<u8> = surroundings(&scale, &ranks).iter().map(|place| place.prediction).collect();
        // To the left it is lower by 2 and in the plane before by 1: the value lies between what these allow.
        assert_eq!(predicted[PLANE + 36], ranks[PLANE + 36] - 1);
        assert_eq!((predicted[0], predicted[1]), (0, ranks[0]));
    }
}
