//! What is packed: values, and what may change about them.

use super::shape::PackedAxes;

/// Values to be packed, and what may change about them.
#[derive(Clone, Copy, Debug)]
pub struct PackInput<'a> {
    /// The values by index.
    pub values: &'a [u8],
    /// The axes of the values; None if there is only one.
    pub axes: Option<&'a PackedAxes>,
    /// The value that may be read back as any other.
    pub dont_care: u8,
    /// A value that lies on no scale with the others, as a draw among distances; None if there is no such value.
    pub apart: Option<u8>,
    /// By index, 64 in each number, the lowest bit first: the values that may be read back as one that is no better.
    /// Nothing where none may.
    pub lowerable: &'a [u64],
    /// How good a value is, for those that may be lowered.
    pub quality: fn(u8) -> i16,
}

impl<'a> PackInput<'a> {
    /// Values of which only `dont_care` may be read back as another one.
    #[must_use]
    pub fn exact(values: &'a [u8], dont_care: u8) -> Self {
        Self { values, axes: None, dont_care, apart: None, lowerable: &[], quality: |_| 0 }
    }

    /// Whether the value of an index may be read back as one that is no better.
    #[inline]
    pub(super) fn can_be_lower(&self, index: usize) -> bool {
        self.lowerable.get(index / 64).is_some_and(|bits| bits >> (index % 64) & 1 == 1)
    }

    /// Whether a value is no better than another one.
    #[inline]
    pub(super) fn is_no_better(&self, value: u8, than: u8) -> bool {
        (self.quality)(value) <= (self.quality)(than)
    }
}
