//! Compressed byte arrays with random access.
//!
//! Independent of chess: values are stored and read by index. They are divided into blocks and entropy-coded
//! with their neighbors as context. A read decodes its block up to the value; it takes no lock and allocates
//! nothing.
//!
//! Reading order: `shape` (blocks and neighbors), `model` (context model), `coder` and `bits` (entropy
//! coding), `format` (the file format).

mod bits;
mod coder;
mod format;
mod model;
mod shape;

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use bits::{BitReader, BitWriter};
use coder::{AnsEncoder, DecodeStep, STATE_BITS, STATES};
pub use format::PackedTableError;
use format::{PackedBlocks, PackedParts};
use model::PackedModel;
use shape::BLOCK;

/// Bits of a literal value.
const LITERAL_BITS: u8 = 8;

/// Packs values for [`PackedTable::get`]. Those equal to `dont_care` may be read back as any value. Large
/// arrays are packed on all cores.
#[must_use]
pub fn pack(values: &[u8], dont_care: u8) -> Vec<u8> {
    let model = PackedModel::train(values, dont_care);
    let coders: Vec<AnsEncoder> = model.frequencies.iter().map(|shares| AnsEncoder::new(shares)).collect();
    let blocks = model.shape.blocks(values.len());
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(blocks / 1024 + 1);
    let share = blocks.div_ceil(workers).max(1);
    let parts: Vec<PackedBlocks> = thread::scope(|scope| {
        let run = |first: usize| {
            let (model, coders) = (&model, &coders);
            move || write_blocks(first..blocks.min(first + share), model, coders, values, dont_care)
        };
        let others: Vec<_> = (share..blocks).step_by(share).map(|first| scope.spawn(run(first))).collect();
        let first = run(0)();
        let others = others.into_iter().map(|part| match part.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(others).collect()
    });
    format::write(&model, values.len(), &parts)
}

/// Encodes some blocks, one after the other.
fn write_blocks(
    blocks: Range<usize>,
    model: &PackedModel,
    coders: &[AnsEncoder],
    values: &[u8],
    dont_care: u8,
) -> PackedBlocks {
    let mut written = PackedBlocks::default();
    let mut writer = BitWriter::default();
    let mut symbols = Vec::with_capacity(BLOCK);
    for block in blocks {
        symbols.clear();
        model.for_each_symbol(values, dont_care, block, |context, symbol| symbols.push((context, symbol)));
        let mut state = 0;
        for &(context, symbol) in symbols.iter().rev() {
            let coder = &coders[usize::from(model.groups[context])];
            state = if coder.can_encode(symbol) {
                coder.encode(symbol, state, &mut writer)
            } else {
                writer.put_before(u16::from(symbol), LITERAL_BITS);
                coder.encode(model.escape(), state, &mut writer)
            };
        }
        writer.put_before(state, STATE_BITS);
        let before = written.bytes.len();
        writer.write_to(&mut written.bytes);
        let length = u16::try_from(written.bytes.len() - before);
        written.lengths.push(length.unwrap_or_else(|_| unreachable!("a block has at most 610 bytes")));
    }
    written
}

/// A packed array, validated, for concurrent reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedTable {
    bytes: Vec<u8>,
    model: PackedModel,
    /// The decoding tables of all groups, [`STATES`] entries each.
    decode_steps: Vec<DecodeStep>,
    count: usize,
    /// Where the blocks' addresses begin.
    addresses: usize,
    /// Where the blocks begin.
    blocks: usize,
}

impl PackedTable {
    /// Opens and validates packed bytes, in milliseconds.
    ///
    /// # Errors
    /// When the bytes are damaged or in another format.
    pub fn open(bytes: Vec<u8>) -> Result<Self, PackedTableError> {
        let PackedParts { model, count, addresses, blocks } = format::read(&bytes)?;
        let decode_steps = model.frequencies.iter().flat_map(|shares| coder::decode_steps(shares)).collect();
        Ok(Self { bytes, model, decode_steps, count, addresses, blocks })
    }

    /// The number of values.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Its size in memory in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.bytes.len() + self.decode_steps.len() * size_of::<DecodeStep>() + self.model.groups.len()
    }

    /// Reads one value, in well under a microsecond.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn get(&self, index: usize) -> u8 {
        assert!(index < self.count, "there are {} values, and no number {index}", self.count);
        let (block, at) = self.model.shape.place(index);
        let symbol = self.symbols(block, at)[at];
        self.model.alphabet.get(usize::from(symbol)).copied().unwrap_or_default()
    }

    /// Unpacks all values on several threads: a hundred times faster than one by one.
    #[must_use]
    pub fn unpack(&self, threads: usize) -> Vec<u8> {
        let mut values = vec![0; self.count];
        let (shape, alphabet) = (self.model.shape, &self.model.alphabet);
        let together = BLOCK * shape.lanes;
        let portion = self.count.div_ceil(threads.max(1)).next_multiple_of(together).max(together);
        thread::scope(|scope| {
            for (part, values) in values.chunks_mut(portion).enumerate() {
                scope.spawn(move || {
                    for (n, values) in values.chunks_mut(together).enumerate() {
                        let first = (part * portion / together + n) * shape.lanes;
                        for lane in 0..shape.lanes {
                            let places = values.iter_mut().skip(lane).step_by(shape.lanes);
                            let symbols = self.symbols(first + lane, places.len().saturating_sub(1));
                            for (value, symbol) in places.zip(symbols) {
                                *value = alphabet.get(usize::from(symbol)).copied().unwrap_or_default();
                            }
                        }
                    }
                });
            }
        });
        values
    }

    /// Decodes the symbols of a block, up to index `last`.
    #[inline]
    fn symbols(&self, block: usize, last: usize) -> [u8; BLOCK] {
        let (lane, row) = (self.model.shape.lane(block), self.model.shape.row);
        let escape = self.model.escape();
        let mut reader = BitReader::new(&self.bytes, self.address(block));
        reader.refill();
        let mut state = reader.take(STATE_BITS);
        let mut symbols = [escape; BLOCK];
        let mut before = escape;
        for now in 0..=last {
            reader.refill();
            let above = if now < row { escape } else { symbols[now - row] };
            let group = self.model.groups[self.model.context(lane, before, above)];
            let decode_step =
                self.decode_steps[usize::from(group) * usize::from(STATES) + usize::from(state)];
            state = decode_step.next(&mut reader);
            before = if decode_step.symbol == escape {
                read_literal(&mut reader).min(escape)
            } else {
                decode_step.symbol
            };
            symbols[now] = before;
        }
        symbols
    }

    /// Where a block begins.
    fn address(&self, block: usize) -> usize {
        self.blocks + format::offset(&self.bytes[self.addresses..], block)
    }
}

/// Reads a literal value.
#[cold]
fn read_literal(reader: &mut BitReader<'_>) -> u8 {
    reader.take(LITERAL_BITS).to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::format::{CHECKSUM, HEADER, checksum};
    use super::*;

    fn check(values: &[u8], anything: u8) {
        let packed = PackedTable::open(pack(values, anything)).unwrap();
        assert_eq!((packed.len(), packed.is_empty()), (values.len(), values.is_empty()));
        for (index, &value) in values.iter().enumerate() {
            if value != anything {
                assert_eq!(packed.get(index), value, "of {} values the one at {index}", values.len());
            }
        }
        let one_by_one: Vec<u8> = (0..values.len()).map(|index| packed.get(index)).collect();
        for threads in [1, 2, 5] {
            assert!(packed.unpack(threads) == one_by_one, "{} values on {threads} threads", values.len());
        }
    }

    /// Values like those of a table: slopes, with holes that don't matter.
    fn slopes(count: usize) -> Vec<u8> {
        let value = |n: usize| (n % 8 + n / 8 % 8 + n / 300 % 6).to_le_bytes()[0];
        (0..count).map(|n| if n % 5 == 0 { 255 } else { value(n / 2) + (n % 2).to_le_bytes()[0] }).collect()
    }

    /// Bytes with a checksum that fits them.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let right = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&right.to_le_bytes());
        bytes
    }

    #[test]
    fn few_and_many_values_come_back() {
        check(&[], 0);
        check(&[9], 9);
        check(&[9], 8);
        check(&[255; 1000], 255);
        check(&slopes(300_001), 255);
        let all: Vec<u8> = (0..70_000_u32).map(|n| (n.wrapping_mul(n) / 7).to_le_bytes()[0]).collect();
        check(&all, 77);
    }

    #[test]
    fn slopes_take_less_room() {
        let values = slopes(300_000);
        let packed = pack(&values, 255).len();
        assert!(packed * 4 < values.len(), "{packed} bytes for {}", values.len());
    }

    #[test]
    fn packing_twice_gives_the_same() {
        let values = slopes(400_000);
        assert_eq!(pack(&values, 255), pack(&values, 255));
    }

    #[test]
    fn the_place_of_a_fault_does_not_matter() {
        let bytes = pack(&slopes(5000), 255);
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            let wanted = match at {
                0..4 => PackedTableError::NotPacked,
                4..6 => PackedTableError::Version(u16::from_le_bytes([flipped[4], flipped[5]])),
                _ => PackedTableError::Checksum,
            };
            assert_eq!(PackedTable::open(flipped), Err(wanted), "byte {at}");
            let wanted = if at < HEADER { PackedTableError::CutOff(at) } else { PackedTableError::Checksum };
            assert_eq!(PackedTable::open(bytes[..at].to_vec()), Err(wanted), "{at} bytes");
        }
        assert_eq!(PackedTable::open([&bytes[..], &[0]].concat()), Err(PackedTableError::Checksum));
    }

    #[test]
    fn many_threads_read_at_once() {
        let values = slopes(50_000);
        let packed = PackedTable::open(pack(&values, 255)).unwrap();
        thread::scope(|scope| {
            for first in 0..4 {
                let (packed, values) = (&packed, &values);
                scope.spawn(move || {
                    for index in (first..values.len()).step_by(7).filter(|&index| values[index] != 255) {
                        assert_eq!(packed.get(index), values[index]);
                    }
                });
            }
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_come_back(values in prop::collection::vec(any::<u8>(), 0..3000), anything: u8) {
            check(&values, anything);
        }

        #[test]
        fn few_kinds_come_back(values in prop::collection::vec(0..3_u8, 0..3000), anything in 0..4_u8) {
            check(&values, anything);
        }

        #[test]
        fn nothing_read_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            prop_assert!(PackedTable::open(bytes).is_err());
        }

        /// Even with a right checksum, what makes no sense does no harm.
        #[test]
        fn senseless_bytes_do_no_harm(
            count in 0..2000_usize,
            faults in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            cut in any::<prop::sample::Index>(),
            whole: bool,
        ) {
            let mut bytes = pack(&slopes(count), 255);
            for (at, byte) in faults {
                // Most of what can be said wrongly stands at the beginning.
                let at = at.index(if byte % 2 == 0 { bytes.len() } else { 40 });
                bytes[at] = byte;
            }
            if !whole {
                bytes.truncate(HEADER + cut.index(bytes.len() - HEADER));
            }
            if let Ok(packed) = PackedTable::open(sealed(bytes)) {
                for index in (0..packed.len()).take(3000) {
                    let _ = packed.get(index);
                }
            }
        }
    }
}
