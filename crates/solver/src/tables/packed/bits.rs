//! Bit streams, lowest bit first.

/// Reads bits from a bit position on. Eight bytes must follow the last bit.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
    /// The bits from `at` on, at least 56.
    ahead: u64,
}

impl<'a> BitReader<'a> {
    pub(super) const fn new(bytes: &'a [u8], bit: usize) -> Self {
        Self { bytes, at: bit, ahead: 0 }
    }

    /// The next bit.
    pub(super) const fn position(&self) -> usize {
        self.at
    }

    /// Loads at least 56 bits, except in the last eight bytes.
    #[inline]
    pub(super) fn refill(&mut self) {
        let eight = self.bytes.get(self.at / 8..).and_then(|rest| rest.first_chunk());
        self.ahead = eight.map_or(0, |&eight| u64::from_le_bytes(eight)) >> (self.at % 8);
    }

    /// Takes the next `count` bits, at most as many as are loaded.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most sixteen bits are taken")]
    pub(super) fn take(&mut self, count: u8) -> u16 {
        let bits = self.ahead & ((1 << count) - 1);
        self.ahead >>= count;
        self.at += usize::from(count);
        bits as u16
    }
}

/// Collects bits from last to first and writes them from first to last.
#[derive(Default)]
pub(super) struct BitWriter {
    chunks: Vec<(u16, u8)>,
}

impl BitWriter {
    /// Prepends `count` bits.
    pub(super) fn put_before(&mut self, bits: u16, count: u8) {
        self.chunks.push((bits, count));
    }

    /// Appends the bits as bytes, without the zeros at the end, and clears them.
    pub(super) fn write_to(&mut self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        let (mut ahead, mut ready) = (0_u64, 0_u8);
        for (bits, count) in self.chunks.drain(..).rev() {
            ahead |= u64::from(bits) << ready;
            ready += count;
            while ready >= 8 {
                bytes.push(ahead.to_le_bytes()[0]);
                ahead >>= 8;
                ready -= 8;
            }
        }
        if ready > 0 {
            bytes.push(ahead.to_le_bytes()[0]);
        }
        while bytes.len() > start && bytes.last() == Some(&0) {
            bytes.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn low_bits(value: u16, count: u8) -> u16 {
        value & (u16::MAX >> (16 - count))
    }

    #[test]
    fn bits_come_back_in_order() {
        let mut writer = BitWriter::default();
        for count in (1..=16).rev() {
            writer.put_before(low_bits(0x5A5A, count), count);
        }
        let mut bytes = Vec::new();
        writer.write_to(&mut bytes);
        assert_eq!(bytes.len(), 17);
        bytes.extend([0; 8]);
        let mut reader = BitReader::new(&bytes, 0);
        for count in 1..=16 {
            reader.refill();
            assert_eq!(reader.take(count), low_bits(0x5A5A, count), "{count}");
        }
        reader.refill();
        assert_eq!(reader.take(16), 0);
    }
}
