//! The file format of a packed array, in this order, numbers little-endian:
//!
//! - header: magic, version, the number of axes, whether a value lies apart, checksum of everything else;
//! - axes: their sizes; the one that is a grid, its columns, and runs of its cells: how many there are not, then how many
//!   there are, and two zeros at the end; the two innermost axes;
//! - values: their number, and each by rank;
//! - groups: their number, and for each its frequencies: count, then symbol and frequency of each;
//! - the group of each context, run-length encoded: group, length;
//! - addresses: for each 64 blocks where they begin, the length of the shortest, and where their lengths begin; and the
//!   same once more for the end of all blocks;
//! - lengths: for each 64 blocks as many numbers of equally many bits, how much longer a block is than the shortest;
//! - the blocks, without the zeros at their ends.

use std::io;
use std::ops::Range;

use twox_hash::XxHash3_64;

use super::bits::{BitReader, BitWriter};
use super::coder::{LITERAL_BITS, STATE_BITS, STATES, SymbolFrequency};
use super::model::PackedModel;
use super::prediction::{CONTEXTS, PackedScale};
use super::shape::{BLOCK, PackedGrid, PackedShape};
use super::source::{ByteSource, hash_bytes, read_bytes};

/// The magic bytes.
const MAGIC: [u8; 4] = *b"MSPK";

/// The format version.
const VERSION: u16 = 5;

/// Bytes of the header: magic, version, number of axes, whether a value lies apart, checksum of all the rest.
pub(super) const HEADER: usize = 16;

/// The position of the checksum.
pub(super) const CHECKSUM: Range<usize> = 8..16;

/// The number of an axis that says that there is no grid.
const NO_GRID: u8 = u8::MAX;

/// Blocks per full address.
const BLOCKS_PER_ADDRESS: usize = 64;

/// The most bytes of a block: a literal behind the longest escape code for each value, and the state.
pub(super) const MAX_BLOCK_BYTES: usize =
    (BLOCK * (STATE_BITS as usize + LITERAL_BITS as usize) + STATE_BITS as usize).div_ceil(8);

/// More bytes than the longest header and model have.
const MAX_MODEL_BYTES: usize = 1 << 20;

/// The error for bytes that are no valid packed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedTableError {
    /// They are shorter than the header.
    #[error("it is cut off after {0} bytes")]
    CutOff(u64),
    /// They cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(io::ErrorKind),
    /// The magic bytes are missing.
    #[error("it is not a packed table")]
    NotPacked,
    /// Another format version.
    #[error("it is packed in form {0}, and this program reads form {VERSION}")]
    Version(u16),
    /// The bytes are damaged.
    #[error("its checksum is wrong")]
    Checksum,
    /// The checksum is right, but this part is invalid.
    #[error("its {0} makes no sense")]
    Invalid(&'static str),
}

/// Consecutive encoded blocks.
#[derive(Default)]
pub(super) struct PackedBlocks {
    pub(super) bytes: Vec<u8>,
    /// The length of each block in bytes.
    pub(super) lengths: Vec<u16>,
}

/// The parts of a packed array among its bytes.
pub(super) struct PackedParts {
    pub(super) model: PackedModel,
    pub(super) addresses: BlockAddresses,
    /// All bytes before the blocks.
    pub(super) head: Vec<u8>,
}

/// Where the blocks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockAddresses {
    /// Where the entries begin, one for each [`BLOCKS_PER_ADDRESS`].
    entries: usize,
    /// Where the lengths begin.
    lengths: usize,
    /// Where the blocks begin.
    blocks: usize,
}

/// The entry of some successive blocks.
#[derive(Clone, Copy, Default)]
struct AddressEntry {
    /// Where the first one begins, counted from the first block of all: six bytes.
    start: u64,
    /// The length of the shortest one: two bytes.
    shortest: u16,
    /// Where their lengths begin, in words of eight bytes: four bytes. There are as many words as a length has bits.
    words: u32,
}

impl AddressEntry {
    const BYTES: usize = 12;
    const START_BITS: u32 = 48;

    /// The entry with this number; the bytes begin with the first one.
    #[inline]
    fn read(bytes: &[u8], number: usize) -> Self {
        let entry = bytes.get(number * Self::BYTES..).and_then(|rest| rest.first_chunk::<{ Self::BYTES }>());
        let eight = entry.and_then(|entry| entry.first_chunk()).map_or(0, |eight| u64::from_le_bytes(*eight));
        let four = entry.and_then(|entry| entry.last_chunk()).map_or(0, |four| u32::from_le_bytes(*four));
        let shortest = u16::try_from(eight >> Self::START_BITS).unwrap_or(u16::MAX);
        Self { start: eight & ((1 << Self::START_BITS) - 1), shortest, words: four }
    }

    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend((self.start | u64::from(self.shortest) << Self::START_BITS).to_le_bytes());
        bytes.extend(self.words.to_le_bytes());
    }
}

impl BlockAddresses {
    /// The place of a block; `head` are the bytes before the blocks, and eight more.
    #[inline]
    pub(super) fn of(self, head: &[u8], block: usize) -> BlockPlace {
        let (entry, next) = self.entries_of(head, block / BLOCKS_PER_ADDRESS);
        let bits = next.words.saturating_sub(entry.words).to_le_bytes()[0];
        let mut reader = BitReader::new(&head[self.lengths..], entry.words as usize * 64);
        let mut length = || {
            reader.refill();
            usize::from(entry.shortest) + usize::from(reader.take(bits))
        };
        let before: usize = (0..block % BLOCKS_PER_ADDRESS).map(|_| length()).sum();
        BlockPlace { start: (self.blocks + before) as u64 + entry.start, length: length() }
    }

    /// An entry and the next one.
    fn entries_of(self, head: &[u8], number: usize) -> (AddressEntry, AddressEntry) {
        let entries = &head[self.entries..self.lengths];
        (AddressEntry::read(entries, number), AddressEntry::read(entries, number + 1))
    }
}

/// Where a block is among the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockPlace {
    /// Its first byte.
    pub(super) start: u64,
    /// The number of its bytes.
    pub(super) length: usize,
}

impl BlockPlace {
    /// Where the bytes after it begin.
    pub(super) const fn end(self) -> u64 {
        self.start.saturating_add(self.length as u64)
    }
}

/// Serializes an encoded array.
pub(super) fn write(model: &PackedModel, parts: &[PackedBlocks]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(model.shape.sizes().len().to_le_bytes()[0]);
    bytes.push(model.scale.has_apart().into());
    bytes.extend([0; 8]);
    write_shape(&model.shape, &mut bytes);
    write_model(model, &mut bytes);
    let lengths: Vec<u16> = parts.iter().flat_map(|part| part.lengths.iter().copied()).collect();
    write_addresses(&lengths, &mut bytes);
    for part in parts {
        bytes.extend(&part.bytes);
    }
    seal(&mut bytes);
    bytes
}

fn write_shape(shape: &PackedShape, bytes: &mut Vec<u8>) {
    for &size in shape.sizes() {
        bytes.extend((size as u64).to_le_bytes());
    }
    bytes.push(shape.grid().map_or(NO_GRID, |grid| grid.axis.to_le_bytes()[0]));
    if let Some(grid) = shape.grid() {
        bytes.extend(grid.columns.to_le_bytes().first_chunk::<2>().copied().unwrap_or_default());
        let mut next = 0;
        for run in grid.cells.chunk_by(|a, b| a + 1 == *b) {
            // Runs and gaps longer than 255 are split.
            let mut gap = usize::from(run[0]) - next;
            while gap > usize::from(u8::MAX) {
                bytes.extend([u8::MAX, 0]);
                gap -= usize::from(u8::MAX);
            }
            for run in run.chunks(usize::from(u8::MAX)) {
                bytes.extend([gap.to_le_bytes()[0], run.len().to_le_bytes()[0]]);
                gap = 0;
            }
            next = usize::from(run[run.len() - 1]) + 1;
        }
        bytes.extend([0; 2]);
    }
    bytes.extend(shape.innermost().map(|axis| axis.to_le_bytes()[0]));
}

fn write_addresses(lengths: &[u16], bytes: &mut Vec<u8>) {
    let mut entry = AddressEntry::default();
    let mut all = Vec::new();
    for lengths in lengths.chunks(BLOCKS_PER_ADDRESS) {
        entry.shortest = lengths.iter().copied().min().unwrap_or(0);
        entry.write(bytes);
        let most = lengths.iter().map(|length| length - entry.shortest).max().unwrap_or(0);
        let bits = u16::BITS - most.leading_zeros();
        let mut writer = BitWriter::default();
        for length in lengths.iter().rev() {
            writer.put_before(length - entry.shortest, bits.to_le_bytes()[0]);
        }
        writer.write_to(&mut all);
        entry.words += bits;
        all.resize(entry.words as usize * 8, 0);
        entry.start += lengths.iter().map(|&length| u64::from(length)).sum::<u64>();
    }
    AddressEntry { shortest: 0, ..entry }.write(bytes);
    bytes.extend(all);
}

/// Writes the checksum that fits the bytes.
pub(super) fn seal(bytes: &mut Vec<u8>) {
    let Ok(checksum) = checksum(bytes) else { unreachable!("memory can be read") };
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
}

fn write_model(model: &PackedModel, bytes: &mut Vec<u8>) {
    bytes.push(model.scale.escape());
    bytes.extend(model.scale.values());
    bytes.push(model.frequencies.len().to_le_bytes()[0]);
    for shares in &model.frequencies {
        bytes.extend(shares.len().to_le_bytes().first_chunk::<2>().copied().unwrap_or_default());
        for share in shares {
            bytes.push(share.symbol);
            bytes.extend(share.states.to_le_bytes());
        }
    }
    for run in model.groups.chunk_by(|a, b| a == b) {
        // Runs longer than 255 are split.
        for run in run.chunks(usize::from(u8::MAX)) {
            bytes.extend([run[0], run.len().to_le_bytes()[0]]);
        }
    }
}

/// Finds the parts of a packed array and checks every number in it.
///
/// # Errors
/// Says what is wrong with the bytes.
pub(super) fn read(source: &dyn ByteSource) -> Result<PackedParts, PackedTableError> {
    let unreadable = |error: io::Error| PackedTableError::Unreadable(error.kind());
    let length = source.byte_count();
    let first_bytes = usize::try_from(length).unwrap_or(usize::MAX).min(MAX_MODEL_BYTES);
    let bytes = read_bytes(source, 0, first_bytes).map_err(unreadable)?;
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or(PackedTableError::CutOff(length))?;
    if header[..4] != MAGIC {
        return Err(PackedTableError::NotPacked);
    }
    let version = u16::from_le_bytes([header[4], header[5]]);
    if version != VERSION {
        return Err(PackedTableError::Version(version));
    }
    if header[CHECKSUM] != checksum(source).map_err(unreadable)?.to_le_bytes() {
        return Err(PackedTableError::Checksum);
    }
    let mut rest = PackedTableReader { bytes: &bytes, at: CHECKSUM.end };
    let shape = read_shape(usize::from(header[6]), &mut rest)?;
    let model = read_model(shape, header[7] == 1, &mut rest)?;
    let entries = rest.at;
    let count = model.shape.blocks().div_ceil(BLOCKS_PER_ADDRESS).saturating_add(1);
    let lengths = count.saturating_mul(AddressEntry::BYTES).saturating_add(entries);
    if lengths as u64 > length {
        return Err(PackedTableError::Invalid("length"));
    }
    let mut head = read_bytes(source, 0, lengths).map_err(unreadable)?;
    let words: Vec<u32> =
        (0..count).map(|number| AddressEntry::read(&head[entries..], number).words).collect();
    let blocks = words.last().map_or(0, |&words| words as usize).saturating_mul(8).saturating_add(lengths);
    let is_rising = words.windows(2).all(|pair| pair[0] <= pair[1] && pair[1] - pair[0] <= u16::BITS);
    if words.first() != Some(&0) || !is_rising || blocks as u64 > length {
        return Err(PackedTableError::Invalid("list of addresses"));
    }
    head.extend(read_bytes(source, lengths as u64, blocks - lengths).map_err(unreadable)?);
    // The bit reader loads ahead.
    head.extend([0; 8]);
    let addresses = BlockAddresses { entries, lengths, blocks };
    let mut last = blocks as u64;
    for block in 0..model.shape.blocks() {
        let place = addresses.of(&head, block);
        if place.start < last || place.end() > length || place.length > MAX_BLOCK_BYTES {
            return Err(PackedTableError::Invalid("list of addresses"));
        }
        last = place.start;
    }
    Ok(PackedParts { model, addresses, head })
}

/// The checksum of all bytes except its own.
///
/// # Errors
/// When they cannot be read.
pub(super) fn checksum(source: &dyn ByteSource) -> io::Result<u64> {
    let before = XxHash3_64::oneshot(&read_bytes(source, 0, CHECKSUM.start)?);
    let start = CHECKSUM.end as u64;
    hash_bytes(source.byte_count().saturating_sub(start), before, |part, offset| {
        source.read_exact_at(part, start + offset)
    })
}

fn read_shape(axis_count: usize, rest: &mut PackedTableReader<'_>) -> Result<PackedShape, PackedTableError> {
    let sizes = (0..axis_count).map(|_| rest.size::<8>()).collect::<Result<Vec<usize>, _>>()?;
    let grid = match rest.byte()? {
        number if number == usize::from(NO_GRID) => None,
        number => {
            let columns = rest.size::<2>()?;
            let mut cells = Vec::new();
            let mut next = 0_usize;
            loop {
                let (gap, length) = (rest.byte()?, rest.byte()?);
                if gap == 0 && length == 0 {
                    break;
                }
                let end = next + gap + length;
                cells.extend((next + gap..end).filter_map(|cell| u16::try_from(cell).ok()));
                next = end;
            }
            Some(PackedGrid { axis: number, columns, cells })
        }
    };
    let innermost = [rest.byte()?, rest.byte()?];
    PackedShape::new(sizes, grid, innermost).ok_or(PackedTableError::Invalid("shape"))
}

fn read_model(
    shape: PackedShape,
    has_apart: bool,
    rest: &mut PackedTableReader<'_>,
) -> Result<PackedModel, PackedTableError> {
    let symbols = rest.byte()?;
    let values = rest.take(symbols)?.to_vec();
    if values.is_empty() {
        return Err(PackedTableError::Invalid("list of values"));
    }
    let mut shares = Vec::new();
    for _ in 0..rest.byte()? {
        shares.push(read_shares(symbols, rest)?);
    }
    let mut groups = Vec::with_capacity(CONTEXTS);
    while groups.len() < CONTEXTS {
        let (group, length) = (rest.byte()?, rest.byte()?);
        if group >= shares.len() || length == 0 || groups.len() + length > CONTEXTS {
            return Err(PackedTableError::Invalid("list of groups"));
        }
        groups.resize(groups.len() + length, group.to_le_bytes()[0]);
    }
    Ok(PackedModel { shape, scale: PackedScale::new(values, has_apart), groups, frequencies: shares })
}

fn read_shares(
    symbols: usize,
    rest: &mut PackedTableReader<'_>,
) -> Result<Vec<SymbolFrequency>, PackedTableError> {
    let mut shares = Vec::new();
    let mut seen = [false; 256];
    let mut states = 0_u32;
    for _ in 0..rest.size::<2>()? {
        let symbol = rest.byte()?;
        let share = u16::from_le_bytes(*rest.chunk()?);
        let fits = symbol <= symbols && !seen[symbol] && (1..=STATES).contains(&share);
        states += u32::from(share);
        if !fits || states > u32::from(STATES) {
            return Err(PackedTableError::Invalid("list of frequencies"));
        }
        seen[symbol] = true;
        shares.push(SymbolFrequency { symbol: symbol.to_le_bytes()[0], states: share });
    }
    if states == u32::from(STATES) {
        Ok(shares)
    } else {
        Err(PackedTableError::Invalid("list of frequencies"))
    }
}

/// A reader of the remaining bytes.
struct PackedTableReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> PackedTableReader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], PackedTableError> {
        let taken = self.bytes.get(self.at..self.at + count).ok_or(PackedTableError::Invalid("length"))?;
        self.at += count;
        Ok(taken)
    }

    fn chunk<const N: usize>(&mut self) -> Result<&'a [u8; N], PackedTableError> {
        self.take(N)?.first_chunk().ok_or(PackedTableError::Invalid("length"))
    }

    /// Reads a number of `N` bytes, at most eight.
    fn number<const N: usize>(&mut self) -> Result<u64, PackedTableError> {
        let mut eight = [0; 8];
        eight[..N].copy_from_slice(self.chunk::<N>()?);
        Ok(u64::from_le_bytes(eight))
    }

    /// Reads a number of `N` bytes that counts something.
    fn size<const N: usize>(&mut self) -> Result<usize, PackedTableError> {
        usize::try_from(self.number::<N>()?).map_err(|_| PackedTableError::Invalid("size"))
    }

    /// Reads a number of one byte.
    fn byte(&mut self) -> Result<usize, PackedTableError> {
        self.chunk::<1>().map(|[byte]| usize::from(*byte))
    }
}
