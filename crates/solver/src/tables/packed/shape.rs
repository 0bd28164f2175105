//! The arrangement of values in blocks, and their neighbors.
//!
//! An array has several axes, for example one for the squares of each piece. Two of its axes are chosen to be stored
//! innermost: then a block is a box of values in which each has neighbors to its left, above it, and in the plane before.

use std::ops::Range;

/// Values per block: two planes of eight by eight values. A read decodes half a block on average.
pub(super) const BLOCK: usize = 128;
/// The distance in a block to the value above.
pub(super) const ROW: usize = 8;
/// The distance in a block to the value in the plane before.
pub(super) const PLANE: usize = 64;

/// The most cells of a grid.
const MAX_CELLS: usize = 1 << 12;

/// The axes of an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedAxes {
    /// The number of positions along each axis, the outermost first; their product is the number of values.
    pub sizes: Vec<usize>,
    /// The axes that can be taken apart into two.
    pub grids: Vec<PackedGrid>,
}

/// An axis whose positions are cells of a grid with holes, row by row: two kings that may not be side by side, or two
/// equal pieces, for example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedGrid {
    /// The number of the axis.
    pub axis: usize,
    /// The number of columns, at least 1.
    pub columns: usize,
    /// The cells of the positions in ascending order, each a row times the columns and a column.
    pub cells: Vec<u16>,
}

impl PackedGrid {
    fn rows(&self) -> usize {
        self.cells.last().map_or(1, |&cell| usize::from(cell) / self.columns.max(1) + 1)
    }

    fn cell_count(&self) -> usize {
        self.rows().saturating_mul(self.columns)
    }

    /// Whether it can stand for an axis of these.
    fn fits(&self, sizes: &[usize]) -> bool {
        sizes.get(self.axis) == Some(&self.cells.len())
            && (1..=MAX_CELLS).contains(&self.columns)
            && self.cell_count() <= MAX_CELLS
            && self.cells.windows(2).all(|pair| pair[0] < pair[1])
    }
}

/// An axis as it is stored: its size, and how far a step along it goes in the array and in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct StoredAxis {
    size: usize,
    index_step: usize,
    cell_step: usize,
}

/// Where values are stored: at which place of all places in all blocks. There are places without a value where the grid
/// has holes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedShape {
    /// The number of positions along each axis of the array.
    sizes: Vec<usize>,
    /// The axis that is taken apart.
    grid: Option<PackedGrid>,
    /// The number, among the stored axes, of the innermost one, and of the one around it.
    innermost: [usize; 2],
    values: usize,
    places: usize,
    /// The stored axes, the innermost first.
    stored: Vec<StoredAxis>,
    /// By axis of the array: the place of each of its positions, or the distance of two neighbors.
    steps: Vec<PlaceSteps>,
    /// The position along the axis of the grid, by cell.
    positions: Vec<Option<u16>>,
}

/// How far from the first place the positions along an axis are.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PlaceSteps {
    Even(usize),
    Each(Vec<usize>),
}

impl PlaceSteps {
    #[inline]
    fn of(&self, position: usize) -> usize {
        match self {
            Self::Even(step) => step * position,
            Self::Each(places) => places[position],
        }
    }
}

impl PackedShape {
    /// A shape; None if its parts do not fit each other, or there are too many values.
    pub(super) fn new(sizes: Vec<usize>, grid: Option<PackedGrid>, innermost: [usize; 2]) -> Option<Self> {
        if !grid.iter().all(|grid| grid.fits(&sizes)) {
            return None;
        }
        let values = sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size))?;
        let axes = stored_axes(&sizes, grid.as_ref());
        let [inner, second] = innermost;
        if axes.len() <= inner.max(second) || (inner == second && axes.len() > 1) {
            return None;
        }
        let outer = (0..axes.len()).rev().filter(|axis| !innermost.contains(axis));
        let mut order: Vec<usize> = innermost.into_iter().chain(outer).collect();
        order.dedup();
        let mut place_steps = vec![0; axes.len()];
        let mut places = 1_usize;
        for &axis in &order {
            place_steps[axis] = places;
            places = places.checked_mul(axes[axis].size)?;
        }
        let mut place_steps = place_steps.into_iter();
        let mut next_step = || place_steps.next().unwrap_or_default();
        let steps = (0..sizes.len()).map(|axis| match grid.as_ref().filter(|grid| grid.axis == axis) {
            None => PlaceSteps::Even(next_step()),
            Some(grid) => {
                let (row, column) = (next_step(), next_step());
                let place = |&cell: &u16| {
                    usize::from(cell) / grid.columns * row + usize::from(cell) % grid.columns * column
                };
                PlaceSteps::Each(grid.cells.iter().map(place).collect())
            }
        });
        let steps = steps.collect();
        let mut positions = vec![None; grid.as_ref().map_or(0, PackedGrid::cell_count)];
        for (position, &cell) in (0..).zip(grid.iter().flat_map(|grid| &grid.cells)) {
            positions[usize::from(cell)] = Some(position);
        }
        let stored = order.iter().map(|&axis| axes[axis]).collect();
        Some(Self { sizes, grid, innermost, values, places, stored, steps, positions })
    }

    /// The shape of an array with one axis.
    pub(super) fn single(values: usize) -> Self {
        let shape = Self::new(vec![values], None, [0, 0]);
        shape.unwrap_or_else(|| unreachable!("{values} values on one axis fit"))
    }

    /// All shapes of an array: any two axes but the first may be the innermost ones, and one that can be taken apart may
    /// be so if one of its parts is.
    pub(super) fn all(axes: &PackedAxes) -> Vec<Self> {
        let PackedAxes { sizes, grids } = axes;
        let pairs =
            |count: usize| (1..count).flat_map(move |inner| (1..count).map(move |second| [inner, second]));
        let mut shapes: Vec<Self> =
            pairs(sizes.len()).filter_map(|pair| Self::new(sizes.clone(), None, pair)).collect();
        for grid in grids {
            let parts = [grid.axis, grid.axis + 1];
            let with_part =
                pairs(sizes.len() + 1).filter(|pair| pair.iter().any(|axis| parts.contains(axis)));
            shapes.extend(with_part.filter_map(|pair| Self::new(sizes.clone(), Some(grid.clone()), pair)));
        }
        if shapes.is_empty() {
            let last = sizes.len().saturating_sub(1);
            shapes.extend(Self::new(sizes.clone(), None, [last, last.saturating_sub(1)]));
        }
        shapes
    }

    /// The number of positions along each axis of the array.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The axis that is taken apart.
    pub(super) const fn grid(&self) -> Option<&PackedGrid> {
        self.grid.as_ref()
    }

    /// The numbers of the innermost axis and of the one around it.
    pub(super) const fn innermost(&self) -> [usize; 2] {
        self.innermost
    }

    /// The number of values.
    pub(super) const fn values(&self) -> usize {
        self.values
    }

    /// The number of places.
    pub(super) const fn places(&self) -> usize {
        self.places
    }

    /// Whether the place of each value is its index.
    pub(super) fn keeps_order(&self) -> bool {
        self.stored.len() == 1
    }

    /// The number of blocks.
    pub(super) const fn blocks(&self) -> usize {
        self.places.div_ceil(BLOCK)
    }

    /// The places of a block.
    pub(super) fn places_of(&self, block: usize) -> Range<usize> {
        block * BLOCK..self.places.min((block + 1) * BLOCK)
    }

    /// The place of the value with this index.
    #[inline]
    pub(super) fn place(&self, index: usize) -> usize {
        let (mut rest, mut place) = (index, 0);
        for (&size, steps) in self.sizes.iter().zip(&self.steps).rev() {
            place += steps.of(rest % size);
            rest /= size;
        }
        place
    }

    /// The axis by which the values are divided into parts: the first one with more than one position, but not the last
    /// one.
    fn divided(&self) -> usize {
        let first = self.sizes.iter().position(|&size| size > 1).unwrap_or_default();
        first.min(self.sizes.len().saturating_sub(2))
    }

    /// The number of values of a part, 1 or more; they are neighbors by their indices.
    fn values_per_part(&self) -> usize {
        stride(&self.sizes, self.divided()).max(1)
    }

    /// The number of values of as many parts as each of several threads should copy, 1 or more.
    pub(super) fn values_per_thread(&self, threads: usize) -> usize {
        let parts = (self.values / self.values_per_part()).div_ceil(threads.max(1));
        parts.max(1) * self.values_per_part()
    }

    /// Copies stored values into the order of their indices, from index `start` on: those of whole parts.
    pub(super) fn copy_parts(&self, stored: &[u8], start: usize, values: &mut [u8]) {
        let divided = self.divided();
        let part = self.values_per_part();
        let parts = start / part..(start + values.len()) / part;
        let copied = |axis: usize| CopiedAxis {
            positions: if axis == divided { parts.clone() } else { 0..self.sizes[axis] },
            index_step: stride(&self.sizes, axis),
            place_steps: &self.steps[axis],
        };
        // Neighbors by place and neighbors by index are copied close together, so that each cache line is needed once:
        // the axis of the innermost stored one comes last but one.
        let grid_axis = self.grid.as_ref().map_or(usize::MAX, |grid| grid.axis);
        let inner = self.innermost[0] - usize::from(self.innermost[0] > grid_axis);
        let last = self.sizes.len() - 1;
        let mut axes: Vec<usize> = (0..last).filter(|&axis| axis != inner).collect();
        axes.extend((inner < last).then_some(inner));
        axes.push(last);
        let axes: Vec<CopiedAxis<'_>> = axes.into_iter().map(copied).collect();
        copy_along(&axes, [0, 0], stored, values);
    }

    /// The indices of a block's values; None for a place without one.
    pub(super) fn block(&self, block: usize) -> impl Iterator<Item = Option<usize>> {
        let mut at = vec![0; self.stored.len()];
        let (mut rest, mut index, mut cell) = (block * BLOCK, 0, 0);
        for (at, axis) in at.iter_mut().zip(&self.stored) {
            *at = rest % axis.size.max(1);
            rest /= axis.size.max(1);
            index += *at * axis.index_step;
            cell += *at * axis.cell_step;
        }
        let grid_step = self.grid.as_ref().map_or(0, |grid| stride(&self.sizes, grid.axis));
        self.places_of(block).map(move |_| {
            let now = match self.positions.get(cell) {
                None => Some(index),
                Some(position) => position.map(|position| index + usize::from(position) * grid_step),
            };
            for (at, axis) in at.iter_mut().zip(&self.stored) {
                *at += 1;
                index += axis.index_step;
                cell += axis.cell_step;
                if *at < axis.size {
                    break;
                }
                index -= *at * axis.index_step;
                cell -= *at * axis.cell_step;
                *at = 0;
            }
            now
        })
    }
}

/// An axis along which values are copied.
struct CopiedAxis<'a> {
    positions: Range<usize>,
    index_step: usize,
    place_steps: &'a PlaceSteps,
}

/// Copies the values along some axes, from an index (that of the copy) and a place on.
fn copy_along(axes: &[CopiedAxis<'_>], [index, place]: [usize; 2], stored: &[u8], values: &mut [u8]) {
    let [outer, inner @ ..] = axes else { return };
    for (n, position) in outer.positions.clone().enumerate() {
        let (index, place) = (index + n * outer.index_step, place + outer.place_steps.of(position));
        if inner.is_empty() {
            values[index] = stored[place];
        } else {
            copy_along(inner, [index, place], stored, values);
        }
    }
}

/// The axes in order, as they are stored: a grid is taken apart into its rows and columns.
fn stored_axes(sizes: &[usize], grid: Option<&PackedGrid>) -> Vec<StoredAxis> {
    let mut stored = Vec::new();
    for (axis, &size) in sizes.iter().enumerate() {
        match grid.filter(|grid| grid.axis == axis) {
            None => stored.push(StoredAxis { size, index_step: stride(sizes, axis), cell_step: 0 }),
            Some(grid) => stored.extend([
                StoredAxis { size: grid.rows(), index_step: 0, cell_step: grid.columns },
                StoredAxis { size: grid.columns, index_step: 0, cell_step: 1 },
            ]),
        }
    }
    stored
}

/// The distance of two indices that are neighbors along an axis.
fn stride(sizes: &[usize], axis: usize) -> usize {
    sizes[axis + 1..].iter().product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        // A triangle of a grid with three rows and four columns.
        let grid = PackedGrid { axis: 1, columns: 4, cells: vec![1, 2, 3, 6, 7, 11] };
        let cases = [
            PackedAxes { sizes: vec![0], grids: Vec::new() },
            PackedAxes { sizes: vec![0, 5], grids: Vec::new() },
            PackedAxes { sizes: vec![3, 0], grids: Vec::new() },
            PackedAxes { sizes: vec![700], grids: Vec::new() },
            PackedAxes { sizes: vec![1, 64, 64], grids: Vec::new() },
            PackedAxes { sizes: vec![5, 6], grids: vec![grid.clone()] },
            PackedAxes {
                sizes: vec![3, 6, 10, 6],
                grids: vec![grid.clone(), PackedGrid { axis: 3, ..grid }],
            },
        ];
        for axes in cases {
            let values: usize = axes.sizes.iter().product();
            let shapes = PackedShape::all(&axes);
            assert!(!shapes.is_empty(), "{axes:?}");
            for shape in shapes {
                let all: Vec<Option<usize>> =
                    (0..shape.blocks()).flat_map(|block| shape.block(block)).collect();
                assert_eq!((all.len(), shape.values()), (shape.places(), values), "{shape:?}");
                assert_eq!(all.iter().flatten().count(), values, "{shape:?}");
                for (place, index) in all.iter().enumerate() {
                    if let &Some(index) = index {
                        assert_eq!(shape.place(index), place, "{shape:?}, {index}");
                    }
                }
                // What each place holds, and with it each value.
                let stored: Vec<u8> = (0..=250).cycle().step_by(37).take(shape.places()).collect();
                let wanted: Vec<u8> = (0..values).map(|index| stored[shape.place(index)]).collect();
                for threads in [0, 1, 2, 7, 1000] {
                    let (portion, mut copied) = (shape.values_per_thread(threads), vec![0; values]);
                    for (n, portion_values) in copied.chunks_mut(portion).enumerate() {
                        shape.copy_parts(&stored, n * portion, portion_values);
                    }
                    assert_eq!(copied, wanted, "{shape:?} by {threads} threads");
                }
            }
        }
    }

    #[test]
    fn neighbors_along_the_chosen_axes_are_stored_beside_each_other() {
        let shape = PackedShape::new(vec![2, 64, 64, 64], None, [1, 3]).unwrap();
        let index = |at: [usize; 4]| ((at[0] * 64 + at[1]) * 64 + at[2]) * 64 + at[3];
        let place = |at: [usize; 4]| shape.place(index(at));
        assert_eq!(place([1, 9, 5, 2]) - place([1, 8, 5, 2]), 1);
        assert_eq!(place([1, 9, 5, 3]) - place([1, 9, 5, 2]), PLANE);
    }

    #[test]
    fn a_shape_whose_parts_do_not_fit_is_refused() {
        let shape = |cells: &[u16], innermost| {
            let grid = PackedGrid { axis: 1, columns: 2, cells: cells.to_vec() };
            PackedShape::new(vec![2, 3], Some(grid), innermost)
        };
        assert!(shape(&[0, 2, 3], [1, 2]).is_some());
        assert!(shape(&[0, 2], [1, 2]).is_none());
        assert!(shape(&[0, 3, 2], [1, 2]).is_none());
        assert!(shape(&[0, 3, 60_000], [1, 2]).is_none());
        assert!(shape(&[0, 2, 3], [1, 3]).is_none());
        assert!(shape(&[0, 2, 3], [1, 1]).is_none());
        assert!(PackedShape::new(vec![usize::MAX, 2], None, [0, 1]).is_none());
    }
}
