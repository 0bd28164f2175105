//! Pawn placements: each is a slice of a table.
//!
//! Pawns only move forward, so a slice depends only on slices with more advanced pawns. Mirrored pawn
//! placements share a slice.

use std::ops::Range;

use chess::{Color, Square};

/// The largest number of pawns of an ending.
pub(super) const MAX_PAWNS: usize = 3;

/// The number of squares where a pawn can be.
const SQUARES_PER_PAWN: usize = 48;

/// No slice: two pawns on one square.
const NO_SLICE: u32 = u32::MAX;

/// The squares of the pawns, White's first; entries beyond the pawns are unused.
pub(super) type PawnSquares = [Square; MAX_PAWNS];

/// The normal form of a pawn placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PawnForm {
    /// The placement itself.
    Canonical,
    /// Its mirror image.
    Mirrored,
    /// It is symmetric.
    Symmetric,
}

/// All slices of an ending, most advanced pawns first.
#[derive(Debug)]
pub(super) struct PawnSlices {
    counts: [usize; 2],
    placements: Vec<PawnSquares>,
    /// By the squares of the pawns in any order: four times the slice plus its [`PawnForm`].
    slice_by_key: Vec<u32>,
    layers: Vec<Range<usize>>,
}

impl PawnSlices {
    /// The slices for this many white and black pawns.
    pub(super) fn new(counts: [usize; 2]) -> Self {
        let pawns = counts[0] + counts[1];
        let mut slices =
            Self { counts, placements: Vec::new(), slice_by_key: Vec::new(), layers: Vec::new() };
        let keys = 0..SQUARES_PER_PAWN.pow(u32::try_from(pawns).unwrap_or(u32::MAX));
        let mut forms: Vec<PawnSquares> = keys
            .clone()
            .filter_map(|key| slices.canonical_form(slices.squares(key)))
            .map(|(form, _)| form)
            .collect();
        forms.sort_unstable_by_key(|&form| (std::cmp::Reverse(slices.total_advance(form)), form));
        forms.dedup();
        for (number, &form) in forms.iter().enumerate() {
            let begins = number == 0 || slices.total_advance(forms[number - 1]) != slices.total_advance(form);
            match slices.layers.last_mut() {
                Some(layer) if !begins => layer.end += 1,
                _ => slices.layers.push(number..number + 1),
            }
        }
        slices.slice_by_key = vec![NO_SLICE; keys.len()];
        for (number, &form) in (0..).zip(&forms) {
            let key = slices.key(form);
            slices.slice_by_key[key] = number * 4;
        }
        for key in keys {
            if let Some((form, side)) = slices.canonical_form(slices.squares(key)) {
                slices.slice_by_key[key] = slices.slice_by_key[slices.key(form)] / 4 * 4 + side as u32;
            }
        }
        slices.placements = forms;
        slices
    }

    /// The number of slices; one without pawns.
    pub(super) const fn len(&self) -> usize {
        self.placements.len()
    }

    /// The squares of the pawns in a slice.
    pub(super) fn placement(&self, slice: usize) -> PawnSquares {
        self.placements[slice]
    }

    /// The layers in building order: the slices of a layer depend only on earlier layers.
    pub(super) fn layers(&self) -> &[Range<usize>] {
        &self.layers
    }

    /// The slice and form of these squares; None if two pawns share a square.
    pub(super) fn slice(&self, squares: &[Square]) -> Option<(usize, PawnForm)> {
        let place = self.slice_by_key[key(squares)];
        let side = match place % 4 {
            0 => PawnForm::Canonical,
            1 => PawnForm::Mirrored,
            _ => PawnForm::Symmetric,
        };
        (place != NO_SLICE).then_some(((place / 4) as usize, side))
    }

    fn key(&self, squares: PawnSquares) -> usize {
        key(&squares[..self.pawn_count()])
    }

    fn squares(&self, key: usize) -> PawnSquares {
        let mut squares = [Square::A1; MAX_PAWNS];
        let mut rest = key;
        for square in squares[..self.pawn_count()].iter_mut().rev() {
            *square = Square::ALL[rest % SQUARES_PER_PAWN + 8];
            rest /= SQUARES_PER_PAWN;
        }
        squares
    }

    const fn pawn_count(&self) -> usize {
        self.counts[0] + self.counts[1]
    }

    /// The squares in normal form.
    fn canonical_form(&self, squares: PawnSquares) -> Option<(PawnSquares, PawnForm)> {
        let pawns = &squares[..self.pawn_count()];
        if pawns.iter().enumerate().any(|(n, square)| pawns[..n].contains(square)) {
            return None;
        }
        let (plain, mirrored) = (self.sorted(squares), self.sorted(squares.map(Square::flip_horizontal)));
        Some(match plain[..self.pawn_count()].cmp(&mirrored[..self.pawn_count()]) {
            std::cmp::Ordering::Less => (plain, PawnForm::Canonical),
            std::cmp::Ordering::Greater => (mirrored, PawnForm::Mirrored),
            std::cmp::Ordering::Equal if pawns.is_empty() => (plain, PawnForm::Canonical),
            std::cmp::Ordering::Equal => (plain, PawnForm::Symmetric),
        })
    }

    /// Sorts the pawns of each color, so that equal placements are equal.
    fn sorted(&self, mut squares: PawnSquares) -> PawnSquares {
        let (white, black) = squares[..self.counts[0] + self.counts[1]].split_at_mut(self.counts[0]);
        white.sort_unstable();
        black.sort_unstable();
        squares[self.counts[0] + self.counts[1]..].fill(Square::A1);
        squares
    }

    /// The number of single pawn steps made in total.
    fn total_advance(&self, squares: PawnSquares) -> u32 {
        let color = |n| if n < self.counts[0] { Color::White } else { Color::Black };
        let advanced_ranks = |(n, square): (usize, &Square)| {
            let rank = square.rank().to_u32();
            color(n).fold_wb(rank - 1, 6 - rank)
        };
        squares[..self.counts[0] + self.counts[1]].iter().enumerate().map(advanced_ranks).sum()
    }
}

/// The squares of the pawns as one number.
fn key(squares: &[Square]) -> usize {
    squares.iter().fold(0, |key, square| key * SQUARES_PER_PAWN + square.to_usize() - 8)
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
        assert_eq!(side, PawnForm::Canonical);
        assert_eq!(two.slice(&[Square::C3, Square::A2]), Some((slice, PawnForm::Canonical)));
        assert_eq!(two.slice(&[Square::F3, Square::H2]), Some((slice, PawnForm::Mirrored)));
        assert_eq!(two.slice(&[Square::H2, Square::A2]).unwrap().1, PawnForm::Symmetric);
        assert_eq!(two.slice(&[Square::A2, Square::A2]), None);
    }

    #[test]
    fn a_pawn_move_leads_to_an_earlier_layer() {
        for counts in [[1, 0], [2, 0], [1, 1], [2, 1]] {
            let slices = PawnSlices::new(counts);
            let layer_of =
                |slice: usize| slices.layers().iter().position(|layer| layer.contains(&slice)).unwrap();
            let covered: usize = slices.layers().iter().map(ExactSizeIterator::len).sum();
            assert_eq!(covered, slices.len());
            for slice in 0..slices.len() {
                for pawn in 0..counts[0] + counts[1] {
                    let mut next = slices.placement(slice);
                    let Some(to) = next[pawn].offset(if pawn < counts[0] { 8 } else { -8 }) else { continue };
                    next[pawn] = to;
                    if (8..56).contains(&to.to_usize())
                        && let Some((later, _)) = slices.slice(&next[..counts[0] + counts[1]])
                    {
                        assert!(layer_of(later) < layer_of(slice));
                    }
                }
            }
        }
    }
}
