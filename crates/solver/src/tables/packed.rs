//! Compressed byte arrays with random access.
//!
//! Independent of chess: values are stored and read by index. Two axes of the array are chosen to be the innermost ones;
//! then the values are divided into blocks, predicted from their neighbors, and entropy-coded. A read decodes its block up
//! to the value and takes no lock; each thread keeps the blocks that it read last. The blocks themselves stay where they
//! are: in a file, the system's cache decides which of them are in memory. An array that is read often can be unpacked into
//! memory; then a read is one memory access.
//!
//! Reading order: `input` (what is packed), `shape` (blocks and neighbors), `prediction` and `model` (contexts), `coder` and
//! `bits` (entropy coding), `source` (where the bytes are), `format` (the file format), `in_memory` (an array that is read
//! often).

mod bits;
mod coder;
mod format;
mod in_memory;
mod input;
mod model;
mod prediction;
mod shape;
mod source;

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bits::{BitReader, BitWriter};
use coder::{AnsEncoder, DecodeStep, InitialStateSearch, LITERAL_BITS, STATE_BITS, STATES};
pub use format::PackedTableError;
use format::{BlockAddresses, BlockPlace, MAX_BLOCK_BYTES, PackedBlocks, PackedParts};
use in_memory::ValuesInMemory;
pub use input::PackInput;
use model::PackedModel;
pub(super) use prediction::occurring_values;
use prediction::{Surroundings, fill_ranks};
use shape::BLOCK;
pub use shape::{PackedAxes, PackedGrid};
pub use source::{ByteSource, hash_bytes, read_bytes};

use chess::StopToken;
use chess::allocation::{is_available, with_huge_pages, zeroed_bytes};
use chess::thread::{core_count, run_in_parallel};

/// Packs values for [`PackedTable::get`]. Large arrays are packed on all cores.
#[must_use]
pub fn pack(input: &PackInput<'_>) -> Vec<u8> {
    let model = PackedModel::train(input);
    let coders: Vec<AnsEncoder> = model.frequencies.iter().map(|shares| AnsEncoder::new(shares)).collect();
    let blocks = model.shape.blocks();
    let workers = core_count().min(blocks / 1024 + 1);
    let share = blocks.div_ceil(workers).max(1);
    let (model, coders) = (&model, &coders);
    let parts = (0..blocks)
        .step_by(share)
        .map(|first| move || write_blocks(first..blocks.min(first + share), model, coders, input));
    format::write(model, &run_in_parallel(parts))
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
    let mut initial_state = InitialStateSearch::default();
    for block in blocks {
        symbols.clear();
        model.for_each_symbol(input, block, |context, symbol| symbols.push((context, symbol)));
        // A block of which each value is the most likely one takes no bytes.
        if symbols.iter().all(|&(context, symbol)| symbol == model.likeliest_symbol(context)) {
            written.lengths.push(0);
            continue;
        }
        let tail = symbols.iter().rev().map_while(|&(context, symbol)| {
            let coder = &coders[usize::from(model.groups[context])];
            coder.can_encode(symbol).then_some((coder, symbol))
        });
        let mut state = initial_state.find(tail);
        for &(context, symbol) in symbols.iter().rev() {
            let coder = &coders[usize::from(model.groups[context])];
            state = if coder.can_encode(symbol) {
                coder.encode(symbol, state, &mut writer)
            } else {
                writer.put_before(u16::from(symbol), LITERAL_BITS);
                coder.encode(model.scale.escape(), state, &mut writer)
            };
        }
        writer.put_before(state, STATE_BITS);
        let before = written.bytes.len();
        writer.write_to(&mut written.bytes);
        if written.bytes.len() == before {
            written.bytes.push(0);
        }
        let length = u16::try_from(written.bytes.len() - before);
        written
            .lengths
            .push(length.unwrap_or_else(|_| unreachable!("a block has at most {MAX_BLOCK_BYTES} bytes")));
    }
    written
}

/// Bytes of a block and the zeros behind it: those that are not stored, and those that the reader loads ahead.
const BLOCK_BUFFER: usize = MAX_BLOCK_BYTES + 8;

/// The number of decoded blocks that a thread keeps: some 120 kB.
const CACHED_BLOCKS: usize = 256;

/// The number of blocks that are read at once where all are wanted.
const BLOCKS_PER_READ: usize = 1024;

/// The tables that were opened so far.
static OPENED_TABLES: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The blocks that the thread has read last, each in the place that its number gives it.
    static CACHED: RefCell<Vec<CachedBlock>> =
        RefCell::new(vec![CachedBlock::NONE; CACHED_BLOCKS]);
}

/// A block that was read last: its bytes, and the values that are decoded.
#[derive(Clone, Copy)]
struct CachedBlock {
    /// The table's and the block's number.
    key: (usize, usize),
    bytes: [u8; BLOCK_BUFFER],
    decoded: DecodedBlock,
}

impl CachedBlock {
    /// No table has the number 0.
    const NO_KEY: (usize, usize) = (0, 0);
    const NONE: Self = Self { key: Self::NO_KEY, bytes: [0; BLOCK_BUFFER], decoded: DecodedBlock::NONE };
}

/// The first values of a block, and what it takes to decode the next one.
#[derive(Clone, Copy)]
struct DecodedBlock {
    /// The ranks of the values.
    ranks: [u8; BLOCK],
    /// How many are decoded.
    count: usize,
    /// Whether each value is the most likely one.
    is_likeliest: bool,
    state: u16,
    /// The next bit of the bytes that the block was begun with.
    next_bit: usize,
}

impl DecodedBlock {
    const NONE: Self = Self { ranks: [0; BLOCK], count: 0, is_likeliest: false, state: 0, next_bit: 0 };

    /// A block of `length` bytes of which nothing is decoded.
    fn begin(bytes: &[u8; BLOCK_BUFFER], length: usize) -> Self {
        let mut reader = BitReader::new(bytes, 0);
        reader.refill();
        let state = reader.take(STATE_BITS);
        Self { is_likeliest: length == 0, state, next_bit: reader.position(), ..Self::NONE }
    }
}

/// Where a value of a packed array is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValuePlace(usize);

/// A packed array, validated, for concurrent reading.
#[derive(Debug)]
pub struct PackedTable {
    /// A number that no other table has.
    id: usize,
    /// The bytes before the blocks.
    head: Vec<u8>,
    source: Arc<dyn ByteSource>,
    model: PackedModel,
    /// The decoding tables of all groups, [`STATES`] entries each.
    decode_steps: Vec<DecodeStep>,
    addresses: BlockAddresses,
    in_memory: ValuesInMemory,
}

impl PackedTable {
    /// Opens and validates packed bytes in memory, in milliseconds.
    ///
    /// # Errors
    /// When the bytes are damaged or in another format.
    pub fn open(bytes: Vec<u8>) -> Result<Self, PackedTableError> {
        Self::open_source(Arc::new(bytes))
    }

    /// Opens and validates packed bytes. They are all read once for the checksum, and the blocks are read again when
    /// they are wanted.
    ///
    /// # Errors
    /// When the bytes are damaged, in another format, or cannot be read.
    pub fn open_source(source: Arc<dyn ByteSource>) -> Result<Self, PackedTableError> {
        let PackedParts { model, addresses, head } = format::read(&*source)?;
        let decode_steps = model.frequencies.iter().flat_map(|shares| coder::decode_steps(shares)).collect();
        let id = OPENED_TABLES.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Self { id, head, source, model, decode_steps, addresses, in_memory: ValuesInMemory::default() })
    }

    /// The number of values.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.model.shape.values()
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads one value: from memory if [all are there](Self::unpack_into_memory), else it decodes half a block on average,
    /// or less where the thread has just read near it.
    ///
    /// # Errors
    /// When the bytes cannot be read any more.
    ///
    /// # Panics
    /// When the index is out of range.
    pub fn get(&self, index: usize) -> io::Result<u8> {
        self.get_at(self.locate(index))
    }

    /// Where a value is.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn locate(&self, index: usize) -> ValuePlace {
        assert!(index < self.len(), "there are {} values, and no number {index}", self.len());
        ValuePlace(self.model.shape.place(index))
    }

    /// Prefetches the value at a place of this array into the cache, if it is unpacked in memory.
    pub fn prefetch(&self, ValuePlace(place): ValuePlace) {
        self.in_memory.prefetch(place);
    }

    /// Reads the value at a place of this array, see [`PackedTable::get`].
    ///
    /// # Errors
    /// When the bytes cannot be read any more.
    pub fn get_at(&self, ValuePlace(place): ValuePlace) -> io::Result<u8> {
        if let Some(value) = self.in_memory.get(place) {
            return Ok(value);
        }
        let (block, at) = (place / BLOCK, place % BLOCK);
        CACHED.with_borrow_mut(|blocks| {
            let cached = &mut blocks[block.wrapping_add(self.id.wrapping_mul(31)) % CACHED_BLOCKS];
            if cached.key != (self.id, block) {
                self.read_block(block, cached)?;
            }
            if cached.decoded.count <= at {
                self.in_memory.count_decoding_read();
                self.decode(&cached.bytes, &mut cached.decoded, at);
            }
            Ok(self.value(cached.decoded.ranks[at]))
        })
    }

    /// Whether it has been read so often that [unpacking it into memory](Self::unpack_into_memory) saves time from now on:
    /// true once, until that fails or the memory is given back.
    #[must_use]
    pub fn wants_memory(&self) -> bool {
        self.in_memory.become_wanted(self.memory_when_unpacked())
    }

    /// The bytes of memory that the unpacked values take.
    #[must_use]
    pub const fn memory_when_unpacked(&self) -> usize {
        self.model.shape.places()
    }

    /// The bytes of memory that the unpacked values take now; 0 if they are not in memory.
    #[must_use]
    pub fn memory_in_use(&self) -> usize {
        self.in_memory.byte_count()
    }

    /// Whether an unpacked value was read since the last call.
    pub fn take_used(&self) -> bool {
        self.in_memory.take_used()
    }

    /// Unpacks all values into memory, on this thread; reads go on meanwhile. False if the token stopped it, if there is
    /// no room, or if the bytes cannot be read any more: then it stays packed, and its reads are counted anew.
    pub fn unpack_into_memory(&self, stop: &StopToken) -> bool {
        let values = is_available(self.memory_when_unpacked()).then(|| self.values_by_place(stop)).flatten();
        let is_unpacked = values.is_some();
        match values {
            Some(values) => self.in_memory.set(values),
            None => self.in_memory.give_up(),
        }
        is_unpacked
    }

    /// Gives the memory of the unpacked values back.
    pub fn give_memory_back(&self) {
        self.in_memory.give_up();
    }

    /// All values by their places.
    fn values_by_place(&self, stop: &StopToken) -> Option<Vec<u8>> {
        let mut values = with_huge_pages(zeroed_bytes(self.model.shape.places())?);
        for (n, values) in values.chunks_mut(BLOCKS_PER_READ * BLOCK).enumerate() {
            stop.check().ok()?;
            self.unpack_blocks(n * BLOCKS_PER_READ, values).ok()?;
        }
        Some(values)
    }

    /// Unpacks all values on several threads: many times faster than one by one.
    ///
    /// # Errors
    /// When the bytes cannot be read any more, or there is no memory for them: [`io::ErrorKind::OutOfMemory`].
    pub fn unpack(&self, threads: usize) -> io::Result<Vec<u8>> {
        let zeroed = |count| zeroed_bytes(count).ok_or(io::ErrorKind::OutOfMemory);
        let mut stored = zeroed(self.model.shape.places())?;
        let portion = stored.len().div_ceil(threads.max(1)).next_multiple_of(BLOCK).max(BLOCK);
        let parts = stored.chunks_mut(portion).enumerate();
        let unpack = |(part, values)| move || self.unpack_blocks(part * portion / BLOCK, values);
        run_in_parallel(parts.map(unpack)).into_iter().collect::<io::Result<()>>()?;
        if self.model.shape.keeps_order() {
            return Ok(stored);
        }
        let (mut values, shape) = (zeroed(self.len())?, &self.model.shape);
        let portion = shape.values_per_thread(threads);
        let portions = values.chunks_mut(portion).enumerate();
        let stored = &stored;
        run_in_parallel(portions.map(|(n, values)| move || shape.copy_parts(stored, n * portion, values)));
        Ok(values)
    }

    /// Unpacks the values of successive blocks, in the order of their places.
    fn unpack_blocks(&self, first: usize, values: &mut [u8]) -> io::Result<()> {
        for (n, values) in values.chunks_mut(BLOCKS_PER_READ * BLOCK).enumerate() {
            let first = first + n * BLOCKS_PER_READ;
            let places = (0..values.len().div_ceil(BLOCK)).map(|n| self.addresses.of(&self.head, first + n));
            let places: Vec<BlockPlace> = places.collect();
            let start = places.first().map_or(0, |place| place.start);
            let end = places.iter().map(|place| place.end()).max().unwrap_or(start);
            let count = usize::try_from(end - start).unwrap_or(usize::MAX);
            let bytes = read_bytes(&*self.source, start, count)?;
            let mut block = [0; BLOCK_BUFFER];
            for (place, values) in places.iter().zip(values.chunks_mut(BLOCK)) {
                let offset = usize::try_from(place.start - start).unwrap_or(usize::MAX);
                block[..place.length].copy_from_slice(&bytes[offset..offset + place.length]);
                block[place.length..].fill(0);
                let mut decoded = DecodedBlock::begin(&block, place.length);
                self.decode(&block, &mut decoded, values.len() - 1);
                for (value, rank) in values.iter_mut().zip(decoded.ranks) {
                    *value = self.value(rank);
                }
            }
        }
        Ok(())
    }

    fn value(&self, rank: u8) -> u8 {
        self.model.scale.values().get(usize::from(rank)).copied().unwrap_or_default()
    }

    /// Decodes the values of a block, up to index `last`, from the bytes that it was begun with.
    #[inline]
    fn decode(&self, bytes: &[u8], block: &mut DecodedBlock, last: usize) {
        let scale = &self.model.scale;
        let escape = scale.escape();
        let places = block.count..last + 1;
        block.count = block.count.max(last + 1);
        if block.is_likeliest {
            fill_ranks(scale, &mut block.ranks, places, |Surroundings { context, prediction }| {
                scale.rank(self.model.likeliest_symbol(context), prediction)
            });
            return;
        }
        let mut reader = BitReader::new(bytes, block.next_bit);
        let mut state = block.state;
        fill_ranks(scale, &mut block.ranks, places, |Surroundings { context, prediction }| {
            reader.refill();
            let group = self.model.groups[context];
            let decode_step =
                self.decode_steps[usize::from(group) * usize::from(STATES) + usize::from(state)];
            state = decode_step.next(&mut reader);
            let symbol = if decode_step.symbol == escape {
                read_literal(&mut reader).min(escape)
            } else {
                decode_step.symbol
            };
            scale.rank(symbol, prediction)
        });
        (block.state, block.next_bit) = (state, reader.position());
    }

    /// Reads the bytes of a block.
    fn read_block(&self, number: usize, cached: &mut CachedBlock) -> io::Result<()> {
        cached.key = CachedBlock::NO_KEY;
        let place = self.addresses.of(&self.head, number);
        self.source.read_exact_at(&mut cached.bytes[..place.length], place.start)?;
        cached.bytes[place.length..].fill(0);
        cached.decoded = DecodedBlock::begin(&cached.bytes, place.length);
        cached.key = (self.id, number);
        Ok(())
    }
}

/// Reads a literal value.
#[cold]
fn read_literal(reader: &mut BitReader<'_>) -> u8 {
    reader.take(LITERAL_BITS).to_le_bytes()[0]
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use proptest::prelude::*;

    use super::format::{HEADER, seal};
    use super::*;
    use chess::StopSource;
    use chess::split_mix::split_mix;

    fn check(values: &[u8], anything: u8) {
        let packed = PackedTable::open(pack(&PackInput::exact(values, anything))).unwrap();
        assert_eq!((packed.len(), packed.is_empty()), (values.len(), values.is_empty()));
        for (index, &value) in values.iter().enumerate() {
            if value != anything {
                assert_eq!(
                    packed.get(index).unwrap(),
                    value,
                    "of {} values the one at {index}",
                    values.len()
                );
            }
        }
        let one_by_one: Vec<u8> = (0..values.len()).map(|index| packed.get(index).unwrap()).collect();
        for threads in [1, 2, 5] {
            assert!(
                packed.unpack(threads).unwrap() == one_by_one,
                "{} values on {threads} threads",
                values.len()
            );
        }
        assert_eq!(packed.memory_in_use(), 0);
        assert!(packed.unpack_into_memory(&StopToken::never()));
        assert_eq!(packed.memory_in_use(), packed.memory_when_unpacked());
        let from_memory = (0..values.len()).map(|index| packed.get(index).unwrap());
        assert!(from_memory.eq(one_by_one), "{} values in memory", values.len());
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
        seal(&mut bytes);
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

    /// Whether a packed array has these values but for those that don't matter, read one by one and all together.
    fn holds(packed: Vec<u8>, values: &[u8], dont_care: u8) -> bool {
        let packed = PackedTable::open(packed).unwrap();
        let all = packed.unpack(3).unwrap();
        let same = |(index, &value): (usize, &u8)| {
            value == dont_care || all[index] == value && packed.get(index).unwrap() == value
        };
        let holds = || all.len() == values.len() && values.iter().enumerate().all(same);
        holds() && packed.unpack_into_memory(&StopToken::never()) && holds()
    }

    #[test]
    fn the_axes_that_save_most_are_the_innermost() {
        // Along the second axis nothing changes.
        let row: Vec<u8> = (0..600).map(noise).collect();
        let values = row.repeat(64);
        let axes = PackedAxes { sizes: vec![1, 64, 20, 30], grids: Vec::new() };
        let packed = pack(&PackInput { axes: Some(&axes), ..PackInput::exact(&values, 0) });
        assert!(packed.len() * 4 < pack(&PackInput::exact(&values, 0)).len(), "{}", packed.len());
        assert!(holds(packed, &values, 0));
    }

    #[test]
    fn a_grid_with_holes_brings_neighbors_together() {
        // Pairs of squares, the smaller one second; the value rises with both.
        let cells: Vec<u16> = (0..64).flat_map(|row| (0..row).map(move |column| row * 64 + column)).collect();
        let slope = |cell: u16| (cell / 64 % 8 + cell / 512 + cell % 8 + cell % 64 / 8).to_le_bytes()[0];
        let values: Vec<u8> =
            (0..20).flat_map(|shift| cells.iter().map(move |&cell| slope(cell) + shift)).collect();
        let grids = vec![PackedGrid { axis: 1, columns: 64, cells: cells.clone() }];
        let axes = PackedAxes { sizes: vec![20, cells.len()], grids };
        let packed = pack(&PackInput { axes: Some(&axes), ..PackInput::exact(&values, 255) });
        assert!(packed.len() * 2 < pack(&PackInput::exact(&values, 255)).len(), "{}", packed.len());
        assert!(holds(packed, &values, 255));
    }

    #[test]
    fn values_apart_do_not_disturb_a_slope() {
        let mut values = slopes(200_000);
        for value in values.iter_mut().step_by(7) {
            *value = 77;
        }
        let packed = pack(&PackInput { apart: Some(77), ..PackInput::exact(&values, 255) });
        assert!(packed.len() < pack(&PackInput::exact(&values, 255)).len(), "{}", packed.len());
        assert!(holds(packed, &values, 255));
        // There is nothing else.
        let packed = pack(&PackInput { apart: Some(77), ..PackInput::exact(&[77; 1000], 255) });
        assert!(holds(packed, &[77; 1000], 255));
    }

    #[test]
    fn values_that_never_change_take_next_to_nothing() {
        let packed = pack(&PackInput::exact(&vec![9; 1_000_000], 255));
        assert!(packed.len() < 3000, "{}", packed.len());
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
        let found = PackedTable::open(packed).unwrap().unpack(2).unwrap();
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
            assert!(wanted == 255 || packed[table].get(index).unwrap() == wanted, "{table} {index}");
        }
    }

    /// Bytes on a disk that fails for a while.
    #[derive(Debug)]
    struct FailingSource {
        bytes: Vec<u8>,
        fails: AtomicBool,
    }

    impl ByteSource for FailingSource {
        fn byte_count(&self) -> u64 {
            self.bytes.byte_count()
        }

        fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
            if self.fails.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::NotConnected.into());
            }
            self.bytes.read_exact_at(buffer, offset)
        }
    }

    #[test]
    fn a_failing_disk_is_an_error_and_never_a_value() {
        let values = slopes(200_000);
        let bytes = pack(&PackInput::exact(&values, 255));
        let source = Arc::new(FailingSource { bytes, fails: AtomicBool::new(true) });
        let open = || PackedTable::open_source(Arc::<FailingSource>::clone(&source));
        assert_eq!(open().err(), Some(PackedTableError::Unreadable(io::ErrorKind::NotConnected)));
        source.fails.store(false, Ordering::Relaxed);
        let packed = open().unwrap();
        assert_eq!(packed.get(1).unwrap(), values[1]);
        source.fails.store(true, Ordering::Relaxed);
        assert_eq!(packed.get(2).unwrap(), values[2], "the block is there");
        assert!(packed.get(150_001).is_err() && packed.get(150_001).is_err() && packed.unpack(2).is_err());
        assert!(!packed.unpack_into_memory(&StopToken::never()));
        source.fails.store(false, Ordering::Relaxed);
        assert_eq!(packed.get(150_001).unwrap(), values[150_001]);
    }

    #[test]
    fn what_is_read_often_wants_memory_once() {
        let values = slopes(200_000);
        let packed = PackedTable::open(pack(&PackInput::exact(&values, 255))).unwrap();
        let mut indices = (0..).map(|n: usize| n.wrapping_mul(7919) % 200_000);
        let mut read_until_wanted = || {
            let is_wanted = |index| packed.get(index).is_ok() && packed.wants_memory();
            indices.by_ref().take(2_000).position(is_wanted)
        };
        assert!(read_until_wanted().is_some_and(|reads| reads > 500));
        assert_eq!(read_until_wanted(), None, "it was said once");
        let stopped = StopSource::new().token();
        assert!(!packed.unpack_into_memory(&stopped));
        assert!(read_until_wanted().is_some(), "it failed");
        assert!(packed.unpack_into_memory(&StopToken::never()));
        assert_eq!(read_until_wanted(), None, "it is there");
        packed.give_memory_back();
        assert_eq!(packed.memory_in_use(), 0);
        assert!(read_until_wanted().is_some());
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
            let wanted =
                if at < HEADER { PackedTableError::CutOff(at as u64) } else { PackedTableError::Checksum };
            assert_eq!(PackedTable::open(bytes[..at].to_vec()).err(), Some(wanted), "{at} bytes");
        }
        assert_eq!(PackedTable::open([&bytes[..], &[0]].concat()).err(), Some(PackedTableError::Checksum));
    }

    #[test]
    fn many_threads_read_at_once() {
        let values = slopes(50_000);
        let packed = PackedTable::open(pack(&PackInput::exact(&values, 255))).unwrap();
        let (packed, values) = (&packed, &values);
        run_in_parallel((0..4).map(|first| {
            move || {
                for index in (first..values.len()).step_by(7).filter(|&index| values[index] != 255) {
                    assert_eq!(packed.get(index).unwrap(), values[index]);
                }
            }
        }));
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
