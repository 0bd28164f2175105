//! The arrangement of values in blocks, and their neighbors.

/// Values per block. A read decodes half a block on average.
pub(super) const BLOCK: usize = 64;

/// Lanes and rows. With two lanes, values of even and of odd index are kept apart. Within its lane a value
/// resembles the previous one and the one a row before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedShape {
    /// 1 or 2.
    pub(super) lanes: usize,
    /// The distance to the value a row before, 1 to [`BLOCK`].
    pub(super) row: usize,
}

impl PackedShape {
    /// The block of a value and its index in the block.
    #[inline]
    pub(super) const fn place(self, index: usize) -> (usize, usize) {
        let (lane, along) = if self.lanes == 2 { (index % 2, index / 2) } else { (0, index) };
        (along / BLOCK * self.lanes + lane, along % BLOCK)
    }

    /// The number of blocks for this many values.
    pub(super) const fn blocks(self, values: usize) -> usize {
        values.div_ceil(BLOCK * self.lanes) * self.lanes
    }

    /// The lane of a block.
    #[inline]
    pub(super) const fn lane(self, block: usize) -> usize {
        if self.lanes == 2 { block % 2 } else { 0 }
    }

    /// The values of a block.
    pub(super) fn block(self, values: &[u8], block: usize) -> impl Iterator<Item = u8> {
        let first = block / self.lanes * BLOCK * self.lanes;
        let end = values.len().min(first + BLOCK * self.lanes);
        values[first.min(end)..end].iter().skip(self.lane(block)).step_by(self.lanes).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        for (lanes, count) in [(1, 0), (1, 700), (2, 1), (2, 511), (2, 1300)] {
            let shape = PackedShape { lanes, row: 8 };
            let values: Vec<u8> = (0..count).map(|n: usize| (n % 251).to_le_bytes()[0]).collect();
            let blocks: Vec<Vec<u8>> =
                (0..shape.blocks(count)).map(|block| shape.block(&values, block).collect()).collect();
            assert_eq!(blocks.iter().map(Vec::len).sum::<usize>(), count);
            for (index, &value) in values.iter().enumerate() {
                let (block, at) = shape.place(index);
                assert_eq!(blocks[block][at], value, "{lanes} lanes, {index}");
            }
        }
    }
}
