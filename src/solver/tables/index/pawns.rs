//! Placements of an ending's pawns: each is a slice of its table.
//!
//! Pawns only go forward, so that a slice needs nothing but slices in which the pawns stand further on.
//! Within a slice the pawns stand still and tell left from right; mirrored placements share a slice.

use std::ops::Range;

use crate::chess::{Color, Square};

/// The most pawns that an ending has here.
pub(super) const MOST_PAWNS: usize = 3;

/// Squares on which a pawn can stand.
const ROOM: usize = 48;

/// No slice: two pawns on one square.
const NO_SLICE: u32 = u32::MAX;

/// Squares of the pawns, White's first; places beyond the pawns mean nothing.
pub(super) type PawnSquares = [Square; MOST_PAWNS];

/// Which form of a placement has the slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// This one.
    Itself,
    /// The one with left and right exchanged.
    Mirrored,
    /// Both are the same.
    Either,
}

/// All slices of an ending, those with the pawns furthest on first.
#[derive(Debug)]
pub(super) struct PawnSlices {
    counts: [usize; 2],
    placements: Vec<PawnSquares>,
    /// By the pawns' squares in any order: the slice, times four, and its [`Side`].
    places: Vec<u32>,
    waves: Vec<Range<usize>>,
}

impl PawnSlices {
    /// The slices of so many white and black pawns.
    pub(super) fn new(counts: [usize; 2]) -> Self {
        let pawns = counts[0] + counts[1];
        let mut slices = Self { counts, placements: Vec::new(), places: Vec::new(), waves: Vec::new() };
        let keys = 0..ROOM.pow(u32::try_from(pawns).unwrap_or(u32::MAX));
        let mut forms: Vec<PawnSquares> =
            keys.clone().filter_map(|key| slices.form(slices.squares(key))).map(|(form, _)| form).collect();
        forms.sort_unstable_by_key(|&form| (std::cmp::Reverse(slices.advance(form)), form));
        forms.dedup();
        for (number, &form) in forms.iter().enumerate() {
            let begins = number == 0 || slices.advance(forms[number - 1]) != slices.advance(form);
            match slices.waves.last_mut() {
                Some(wave) if !begins => wave.end += 1,
                _ => slices.waves.push(number..number + 1),
            }
        }
        slices.places = vec![NO_SLICE; keys.len()];
        for (number, &form) in (0..).zip(&forms) {
            let key = slices.key(form);
            slices.places[key] = number * 4;
        }
        for key in keys {
            if let Some((form, side)) = slices.form(slices.squares(key)) {
                slices.places[key] = slices.places[slices.key(form)] / 4 * 4 + side as u32;
            }
        }
        slices.placements = forms;
        slices
    }

    /// How many there are; one where there is no pawn.
    pub(super) const fn len(&self) -> usize {
        self.placements.len()
    }

    /// The pawns' squares in a slice.
    pub(super) fn placement(&self, slice: usize) -> PawnSquares {
        self.placements[slice]
    }

    /// Slices that need none of one another but only those of earlier waves, in building order.
    pub(super) fn waves(&self) -> &[Range<usize>] {
        &self.waves
    }

    /// The slice of these squares, and which form of them; None where two pawns share one.
    pub(super) fn slice(&self, squares: &[Square]) -> Option<(usize, Side)> {
        let place = self.places[key(squares)];
        let side = match place % 4 {
            0 => Side::Itself,
            1 => Side::Mirrored,
            _ => Side::Either,
        };
        (place != NO_SLICE).then_some(((place / 4) as usize, side))
    }

    fn key(&self, squares: PawnSquares) -> usize {
        key(&squares[..self.pawns()])
    }

    fn squares(&self, key: usize) -> PawnSquares {
        let mut squares = [Square::A1; MOST_PAWNS];
        let mut rest = key;
        for square in squares[..self.pawns()].iter_mut().rev() {
            *square = Square::ALL[rest % ROOM + 8];
            rest /= ROOM;
        }
        squares
    }

    const fn pawns(&self) -> usize {
        self.counts[0] + self.counts[1]
    }

    /// The form that has the slice.
    fn form(&self, squares: PawnSquares) -> Option<(PawnSquares, Side)> {
        let pawns = &squares[..self.pawns()];
        if pawns.iter().enumerate().any(|(n, square)| pawns[..n].contains(square)) {
            return None;
        }
        let (plain, mirrored) = (self.sorted(squares), self.sorted(squares.map(Square::flip_horizontal)));
        Some(match plain[..self.pawns()].cmp(&mirrored[..self.pawns()]) {
            std::cmp::Ordering::Less => (plain, Side::Itself),
            std::cmp::Ordering::Greater => (mirrored, Side::Mirrored),
            std::cmp::Ordering::Equal if pawns.is_empty() => (plain, Side::Itself),
            std::cmp::Ordering::Equal => (plain, Side::Either),
        })
    }

    /// Pawns of one color in order; the places beyond are all alike.
    fn sorted(&self, mut squares: PawnSquares) -> PawnSquares {
        let (white, black) = squares[..self.counts[0] + self.counts[1]].split_at_mut(self.counts[0]);
        white.sort_unstable();
        black.sort_unstable();
        squares[self.counts[0] + self.counts[1]..].fill(Square::A1);
        squares
    }

    /// How many single steps the pawns have made together.
    fn advance(&self, squares: PawnSquares) -> u32 {
        let color = |n| if n < self.counts[0] { Color::White } else { Color::Black };
        let steps = |(n, square): (usize, &Square)| {
            let rank = square.rank().to_u32();
            color(n).fold_wb(rank - 1, 6 - rank)
        };
        squares[..self.counts[0] + self.counts[1]].iter().enumerate().map(steps).sum()
    }
}

/// The pawns' squares, in this order, as one number.
fn key(squares: &[Square]) -> usize {
    squares.iter().fold(0, |key, square| key * ROOM + square.to_usize() - 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrored_and_exchanged_pawns_share_a_slice() {
        for (counts, slices) in [([0, 0], 1), ([1, 0], 24), ([2, 0], 576), ([1, 1], 1128), ([2, 1], 25_944)] {
            assert_eq!(PawnSlices::new(counts).len(), slices, "{counts:?}");
        }
        let two = PawnSlices::new([2, 0]);
        let (slice, side) = two.slice(&[Square::A2, Square::C3]).unwrap();
        assert_eq!(side, Side::Itself);
        assert_eq!(two.slice(&[Square::C3, Square::A2]), Some((slice, Side::Itself)));
        assert_eq!(two.slice(&[Square::F3, Square::H2]), Some((slice, Side::Mirrored)));
        assert_eq!(two.slice(&[Square::H2, Square::A2]).unwrap().1, Side::Either);
        assert_eq!(two.slice(&[Square::A2, Square::A2]), None);
    }

    #[test]
    fn a_step_leads_to_an_earlier_wave() {
        for counts in [[1, 0], [2, 0], [1, 1], [2, 1]] {
            let slices = PawnSlices::new(counts);
            let wave = |slice: usize| slices.waves().iter().position(|wave| wave.contains(&slice)).unwrap();
            let covered: usize = slices.waves().iter().map(ExactSizeIterator::len).sum();
            assert_eq!(covered, slices.len());
            for slice in 0..slices.len() {
                for pawn in 0..counts[0] + counts[1] {
                    let mut next = slices.placement(slice);
                    let Some(to) = next[pawn].offset(if pawn < counts[0] { 8 } else { -8 }) else { continue };
                    next[pawn] = to;
                    if (8..56).contains(&to.to_usize())
                        && let Some((later, _)) = slices.slice(&next[..counts[0] + counts[1]])
                    {
                        assert!(wave(later) < wave(slice));
                    }
                }
            }
        }
    }
}
