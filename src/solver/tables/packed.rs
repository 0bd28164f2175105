//! Compressed byte arrays with random access.
//!
//! Independent of chess: values are stored and read by index. One dimension of the array is chosen to be the
//! innermost one; then the values are divided into blocks and entropy-coded with their neighbors as context. A read
//! decodes its block up to the value and takes no lock; each thread keeps the blocks that it read last.
//!
//! Reading order: `input` (what is packed), `shape` (blocks and neighbors), `model` (context model), `coder` and
//! `bits` (entropy coding), `format` (the file format).

mod bits;
mod coder;
mod format;
mod input;
mod model;
mod shape;

use std::cell::RefCell;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bits::{BitReader, BitWriter};
use coder::{AnsEncoder, DecodeStep, STATE_BITS, STATES};
pub use format::PackedTableError;
use format::{BlockAddresses, PackedBlocks, PackedParts};
pub use input::PackInput;
use model::PackedModel;
pub use shape::PackedDimension;
use shape::{BLOCK, PackedShape};

use crate::chess::thread::core_count;

/// Bits of a literal value.
const LITERAL_BITS: u8 = 8;

/// Packs values for [`PackedTable::get`]. Large arrays are packed on all cores.
#[must_use]
pub fn pack(input: &PackInput<'_>) -> Vec<u8> {
    let model = PackedModel::train(input);
    let coders: Vec<AnsEncoder> = model.frequencies.iter().map(|shares| AnsEncoder::new(shares)).collect();
    let blocks = PackedShape::blocks(input.values.len());
    let workers = core_count().min(blocks / 1024 + 1);
    let share = blocks.div_ceil(workers).max(1);
    let parts: Vec<PackedBlocks> = thread::scope(|scope| {
        let run = |first: usize| {
            let (model, coders) = (&model, &coders);
            move || write_blocks(first..blocks.min(first + share), model, coders, input)
        };
        let others: Vec<_> = (share..blocks).step_by(share).map(|first| scope.spawn(run(first))).collect();
        let first = run(0)();
        let others = others.into_iter().map(|part| match part.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(others).collect()
    });
    format::write(&model, input.values.len(), &parts)
}

/// Encodes some blocks, one after the other.
fn write_blocks(
    blocks: Range<usize>,
    model: &PackedModel,
    coders: &[AnsEncoder],
    input: &PackInput<'_>,
) -> PackedBlocks {
    let mut written = PackedBlocks::default();
    let mut writer = BitWriter::default();
    let mut symbols = Vec::with_capacity(BLOCK);
    for block in blocks {
        symbols.clear();
        model.for_each_symbol(input, block, |context, symbol| symbols.push((context, symbol)));
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
        written.lengths.push(length.unwrap_or_else(|_| unreachable!("a block has at most 546 bytes")));
    }
    written
}

/// The number of decoded blocks that a thread keeps: some 40 kB.
const CACHED_BLOCKS: usize = 128;

/// The tables that were opened so far.
static OPENED_TABLES: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The blocks that the thread has read last, each in the place that its number gives it.
    static DECODED_BLOCKS: RefCell<Vec<DecodedBlock>> =
        RefCell::new(vec![DecodedBlock::NONE; CACHED_BLOCKS]);
}

/// The first symbols of a block, and what it takes to decode the next one.
#[derive(Clone, Copy)]
struct DecodedBlock {
    /// The table's and the block's number; no table has the number 0.
    key: (usize, usize),
    symbols: [u8; BLOCK],
    /// How many symbols are decoded.
    count: usize,
    state: u16,
    next_bit: usize,
}

impl DecodedBlock {
    const NONE: Self = Self { key: (0, 0), symbols: [0; BLOCK], count: 0, state: 0, next_bit: 0 };
}

/// A packed array, validated, for concurrent reading.
#[derive(Clone, Debug)]
pub struct PackedTable {
    /// A number that no other table has.
    id: usize,
    bytes: Vec<u8>,
    model: PackedModel,
    /// The decoding tables of all groups, [`STATES`] entries each.
    decode_steps: Vec<DecodeStep>,
    count: usize,
    addresses: BlockAddresses,
}

impl PackedTable {
    /// Opens and validates packed bytes, in milliseconds.
    ///
    /// # Errors
    /// When the bytes are damaged or in another format.
    pub fn open(bytes: Vec<u8>) -> Result<Self, PackedTableError> {
        let PackedParts { model, count, addresses } = format::read(&bytes)?;
        let decode_steps = model.frequencies.iter().flat_map(|shares| coder::decode_steps(shares)).collect();
        let id = OPENED_TABLES.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Self { id, bytes, model, decode_steps, count, addresses })
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

    /// Reads one value, in about a microsecond; in a fraction of it where the thread has just read near it.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn get(&self, index: usize) -> u8 {
        assert!(index < self.count, "there are {} values, and no number {index}", self.count);
        let place = self.model.shape.place(index);
        let (block, at) = (place / BLOCK, place % BLOCK);
        DECODED_BLOCKS.with_borrow_mut(|blocks| {
            let decoded = &mut blocks[block.wrapping_add(self.id.wrapping_mul(31)) % CACHED_BLOCKS];
            if decoded.key != (self.id, block) {
                *decoded = self.start_block(block);
            }
            if decoded.count <= at {
                self.decode(decoded, at);
            }
            self.value(decoded.symbols[at])
        })
    }

    /// Unpacks all values on several threads: many times faster than one by one.
    #[must_use]
    pub fn unpack(&self, threads: usize) -> Vec<u8> {
        let mut stored = vec![0; self.count];
        let portion = self.count.div_ceil(threads.max(1)).next_multiple_of(BLOCK).max(BLOCK);
        thread::scope(|scope| {
            for (part, values) in stored.chunks_mut(portion).enumerate() {
                scope.spawn(move || {
                    for (n, values) in values.chunks_mut(BLOCK).enumerate() {
                        let mut decoded = self.start_block(part * portion / BLOCK + n);
                        self.decode(&mut decoded, values.len() - 1);
                        for (value, symbol) in values.iter_mut().zip(decoded.symbols) {
                            *value = self.value(symbol);
                        }
                    }
                });
            }
        });
        if self.model.shape.inner.stride == 1 {
            return stored;
        }
        let (mut values, stored) = (vec![0; self.count], &stored);
        thread::scope(|scope| {
            for (part, values) in values.chunks_mut(portion).enumerate() {
                scope.spawn(move || {
                    for (value, place) in values.iter_mut().zip(self.model.shape.places(part * portion)) {
                        *value = stored[place];
                    }
                });
            }
        });
        values
    }

    fn value(&self, symbol: u8) -> u8 {
        self.model.alphabet.get(usize::from(symbol)).copied().unwrap_or_default()
    }

    /// Decodes the symbols of a block, up to index `last`.
    #[inline]
    fn decode(&self, block: &mut DecodedBlock, last: usize) {
        let escape = self.model.escape();
        let mut reader = BitReader::new(&self.bytes, block.next_bit);
        let mut state = block.state;
        for now in block.count..=last {
            reader.refill();
            let group = self.model.groups[self.model.context(&block.symbols, now)];
            let decode_step =
                self.decode_steps[usize::from(group) * usize::from(STATES) + usize::from(state)];
            state = decode_step.next(&mut reader);
            block.symbols[now] = if decode_step.symbol == escape {
                read_literal(&mut reader).min(escape)
            } else {
                decode_step.symbol
            };
        }
        block.count = block.count.max(last + 1);
        (block.state, block.next_bit) = (state, reader.position());
    }

    /// A block of which nothing is decoded.
    fn start_block(&self, number: usize) -> DecodedBlock {
        let mut reader = BitReader::new(&self.bytes, 8 * self.addresses.of(&self.bytes, number));
        reader.refill();
        let state = reader.take(STATE_BITS);
        let key = (self.id, number);
        DecodedBlock { key, symbols: [0; BLOCK], count: 0, state, next_bit: reader.position() }
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
    use crate::chess::split_mix::split_mix;

    fn check(values: &[u8], anything: u8) {
        let packed = PackedTable::open(pack(&PackInput::exact(values, anything))).unwrap();
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

    /// Values from 0 to 6 without any order.
    fn noise(n: u64) -> u8 {
        split_mix(n).1.to_le_bytes()[0] % 7
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
        let packed = pack(&PackInput::exact(&values, 255)).len();
        assert!(packed * 4 < values.len(), "{packed} bytes for {}", values.len());
    }

    #[test]
    fn the_dimension_that_saves_most_is_the_innermost() {
        // Along the first dimension nothing changes.
        let row: Vec<u8> = (0..600).map(noise).collect();
        let values = row.repeat(64);
        let dimensions =
            [PackedDimension { size: 64, stride: 600 }, PackedDimension { size: 20, stride: 30 }];
        let input = PackInput { dimensions: &dimensions, ..PackInput::exact(&values, 0) };
        let packed = pack(&input);
        assert!(packed.len() * 4 < pack(&PackInput::exact(&values, 0)).len(), "{}", packed.len());
        let packed = PackedTable::open(packed).unwrap();
        assert!(packed.unpack(3).iter().zip(&values).all(|(found, &value)| *found == value || value == 0));
    }

    #[test]
    fn a_value_that_may_be_lower_comes_back_no_better() {
        let values: Vec<u8> = (0..60_000).map(noise).collect();
        let lowerable: Vec<u64> = (0..values.len().div_ceil(64) as u64).map(|n| n.wrapping_mul(n)).collect();
        let may_be_lower = |index: usize| lowerable[index / 64] >> (index % 64) & 1 == 1;
        let quality = |value: u8| i16::from(value) % 5;
        let input = PackInput { lowerable: &lowerable, quality, ..PackInput::exact(&values, 255) };
        let packed = pack(&input);
        assert!(packed.len() < pack(&PackInput::exact(&values, 255)).len());
        let found = PackedTable::open(packed).unwrap().unpack(2);
        let mut lowered = 0;
        for (index, (&value, &found)) in values.iter().zip(&found).enumerate() {
            let is_lower = quality(found) <= quality(value);
            assert!(found == value || value == 255 || may_be_lower(index) && is_lower, "{index}");
            lowered += usize::from(found != value && value != 255);
        }
        assert!(lowered > 0);
    }

    #[test]
    fn tables_are_read_in_any_order() {
        let values = [slopes(200_000), slopes(150_001)];
        let packed =
            values.each_ref().map(|values| PackedTable::open(pack(&PackInput::exact(values, 255))).unwrap());
        for n in 0..100_000_usize {
            let (table, index) = (n % 2, n.wrapping_mul(7919) % 150_000);
            let wanted = values[table][index];
            assert!(wanted == 255 || packed[table].get(index) == wanted, "{table} {index}");
        }
    }

    #[test]
    fn packing_twice_gives_the_same() {
        let values = slopes(400_000);
        assert_eq!(pack(&PackInput::exact(&values, 255)), pack(&PackInput::exact(&values, 255)));
    }

    #[test]
    fn the_place_of_a_fault_does_not_matter() {
        let bytes = pack(&PackInput::exact(&slopes(5000), 255));
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            let wanted = match at {
                0..4 => PackedTableError::NotPacked,
                4..6 => PackedTableError::Version(u16::from_le_bytes([flipped[4], flipped[5]])),
                _ => PackedTableError::Checksum,
            };
            assert_eq!(PackedTable::open(flipped).err(), Some(wanted), "byte {at}");
            let wanted = if at < HEADER { PackedTableError::CutOff(at) } else { PackedTableError::Checksum };
            assert_eq!(PackedTable::open(bytes[..at].to_vec()).err(), Some(wanted), "{at} bytes");
        }
        assert_eq!(PackedTable::open([&bytes[..], &[0]].concat()).err(), Some(PackedTableError::Checksum));
    }

    #[test]
    fn many_threads_read_at_once() {
        let values = slopes(50_000);
        let packed = PackedTable::open(pack(&PackInput::exact(&values, 255))).unwrap();
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
            let mut bytes = pack(&PackInput::exact(&slopes(count), 255));
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
