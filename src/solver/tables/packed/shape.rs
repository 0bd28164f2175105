//! The arrangement of values in blocks, and their neighbors.

/// Values per block. A read decodes half a block on average.
pub(super) const BLOCK: usize = 256;

/// A dimension of the values, seen as an array with several of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedDimension {
    /// The number of values along it, 1 or more.
    pub size: usize,
    /// The distance between two values that are neighbors along it, 1 or more.
    pub stride: usize,
}

impl PackedDimension {
    /// The last dimension of any array: values stay in the order of their indices.
    pub const LAST: Self = Self { size: 1, stride: 1 };
}

/// Which values are stored beside each other, and which are a row apart. In a block, a value resembles the previous
/// one and the one a row before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedShape {
    /// The dimension that is stored innermost.
    pub(super) inner: PackedDimension,
    /// The distance to the value a row before, 1 to [`BLOCK`].
    pub(super) row: usize,
}

impl PackedShape {
    /// Where the value of an index is stored, as a number of values from the first one.
    #[inline]
    pub(super) const fn place(self, index: usize) -> usize {
        let PackedDimension { size, stride } = self.inner;
        let (outer, rest) = (index / (size * stride), index % (size * stride));
        outer * size * stride + rest % stride * size + rest / stride
    }

    /// Whether this many values have the inner dimension.
    pub(super) const fn fits(self, values: usize) -> bool {
        match self.inner.size.checked_mul(self.inner.stride) {
            None | Some(0) => false,
            Some(together) => values.is_multiple_of(together),
        }
    }

    /// The number of blocks for this many values.
    pub(super) const fn blocks(values: usize) -> usize {
        values.div_ceil(BLOCK)
    }

    /// The indices of a block's values.
    pub(super) fn block(self, values: usize, block: usize) -> impl Iterator<Item = usize> {
        let PackedDimension { size, stride } = self.inner;
        let inverse = Self { inner: PackedDimension { size: stride, stride: size }, row: self.row };
        inverse.places(block * BLOCK).take(values.saturating_sub(block * BLOCK).min(BLOCK))
    }

    /// The places of the values from an index on, without end.
    pub(super) fn places(self, index: usize) -> impl Iterator<Item = usize> {
        let PackedDimension { size, stride } = self.inner;
        let (mut outer, rest) = (index / (size * stride) * size * stride, index % (size * stride));
        let (mut along, mut across) = (rest / stride, rest % stride);
        std::iter::from_fn(move || {
            let place = outer + across * size + along;
            across += 1;
            if across == stride {
                (across, along) = (0, along + 1);
                if along == size {
                    (along, outer) = (0, outer + size * stride);
                }
            }
            Some(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        for (size, stride, count) in [(1, 1, 0), (1, 1, 700), (64, 64, 8192), (6, 4, 48), (24, 100, 4800)] {
            let shape = PackedShape { inner: PackedDimension { size, stride }, row: 8 };
            assert!(shape.fits(count));
            let all: Vec<usize> =
                (0..PackedShape::blocks(count)).flat_map(|block| shape.block(count, block)).collect();
            assert_eq!(all.len(), count);
            for (place, &index) in all.iter().enumerate() {
                assert_eq!(shape.place(index), place, "{size} {stride}, {index}");
            }
            let neighbors = all.windows(2).filter(|pair| pair[0] + stride == pair[1]).count();
            assert!(count == 0 || neighbors >= count - count / size, "{size} {stride}: {neighbors}");
        }
        let shape = PackedShape { inner: PackedDimension { size: 64, stride: 3 }, row: 8 };
        assert!(!shape.fits(100) && shape.fits(192));
        let none = PackedShape { inner: PackedDimension { size: 0, stride: 3 }, row: 8 };
        assert!(!none.fits(0));
    }
}
