//! How values lie: which blocks they are cut into, and where a value's neighbors are.

/// Values in one block. A read goes through half a block in the mean.
pub(super) const BLOCK: usize = 64;

/// Values may take turns: with two lanes, those of even index and those of odd index are kept apart. Within
/// its lane a value is like the one before it and like the one a row before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedShape {
    /// 1 or 2.
    pub(super) lanes: usize,
    /// How far the value of the row before is, 1 to [`BLOCK`].
    pub(super) row: usize,
}

impl PackedShape {
    /// The block of a value and its place in it.
    #[inline]
    pub(super) const fn place(self, index: usize) -> (usize, usize) {
        let (lane, along) = if self.lanes == 2 { (index % 2, index / 2) } else { (0, index) };
        (along / BLOCK * self.lanes + lane, along % BLOCK)
    }

    /// How many blocks so many values make.
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
