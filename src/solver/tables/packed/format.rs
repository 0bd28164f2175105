//! The file format of a packed array, in this order, numbers little-endian:
//!
//! - header: magic, version, row, bytes of a block's length, count of values, checksum of everything else, inner
//!   dimension;
//! - alphabet: its length, its values;
//! - groups: their count, and for each its frequencies: count, then symbol and frequency of each;
//! - the group of each context (pair of neighbors), run-length encoded: group, length;
//! - addresses: for each group of 64 blocks a full offset, then the length of each block;
//! - the blocks, and some padding.

use std::io;
use std::ops::Range;

use twox_hash::XxHash3_64;

use super::coder::{STATES, SymbolFrequency};
use super::model::{PackedModel, context_count};
use super::shape::{BLOCK, PackedDimension, PackedShape};
use super::source::{ByteSource, hash_bytes, read_bytes};

/// The magic bytes.
const MAGIC: [u8; 4] = *b"MSPK";

/// The format version.
const VERSION: u16 = 3;

/// Bytes before the model: magic, version, row, bytes of a length, count of values, checksum of all the rest, size and
/// stride of the inner dimension.
pub(super) const HEADER: usize = 40;

/// The position of the checksum.
pub(super) const CHECKSUM: Range<usize> = 16..24;

/// Blocks per full address.
const BLOCKS_PER_ADDRESS: usize = 64;

/// Padding behind the last block, because the reader loads ahead.
pub(super) const SLACK: usize = 8;

/// The most bytes of a block: a literal behind the longest escape code for each value, and the state.
pub(super) const MAX_BLOCK_BYTES: usize = 546;

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
    #[error("it is no packed table")]
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
    /// How many values there are.
    pub(super) count: usize,
    pub(super) addresses: BlockAddresses,
    /// All bytes before the blocks.
    pub(super) head: Vec<u8>,
}

/// Where the blocks are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockAddresses {
    /// Where the addresses begin.
    start: usize,
    /// Bytes of the length of a block: 1, or 2 where a block is longer than 255 bytes.
    width: usize,
    /// Where the blocks begin.
    blocks: usize,
}

impl BlockAddresses {
    /// The bytes of the addresses of a group of blocks.
    const fn group_bytes(width: usize) -> usize {
        8 + width * BLOCKS_PER_ADDRESS
    }

    /// The place of a block; `head` are the bytes before the blocks.
    #[inline]
    pub(super) fn of(self, head: &[u8], block: usize) -> BlockPlace {
        let group = &head[self.start + block / BLOCKS_PER_ADDRESS * Self::group_bytes(self.width)..];
        let full = group.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
        let (before, rest) = group[8..].split_at(block % BLOCKS_PER_ADDRESS * self.width);
        let (before, length): (usize, usize) = if self.width == 1 {
            (before.iter().map(|&length| usize::from(length)).sum(), usize::from(rest[0]))
        } else {
            let length = |two: &[u8]| usize::from(u16::from_le_bytes([two[0], two[1]]));
            (before.chunks_exact(2).map(length).sum(), length(rest))
        };
        let start = full.saturating_add(self.blocks as u64).saturating_add(before as u64);
        BlockPlace { start, length }
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
pub(super) fn write(model: &PackedModel, count: usize, parts: &[PackedBlocks]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    let lengths: Vec<u16> = parts.iter().flat_map(|part| part.lengths.iter().copied()).collect();
    let width: usize = if lengths.iter().all(|&length| u8::try_from(length).is_ok()) { 1 } else { 2 };
    bytes.push(model.shape.row.to_le_bytes()[0]);
    bytes.push(width.to_le_bytes()[0]);
    bytes.extend((count as u64).to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend((model.shape.inner.size as u64).to_le_bytes());
    bytes.extend((model.shape.inner.stride as u64).to_le_bytes());
    write_model(model, &mut bytes);
    let mut at = 0_u64;
    for group in lengths.chunks(BLOCKS_PER_ADDRESS) {
        bytes.extend(at.to_le_bytes());
        for n in 0..BLOCKS_PER_ADDRESS {
            let length = group.get(n).copied().unwrap_or(0);
            bytes.extend(&length.to_le_bytes()[..width]);
            at += u64::from(length);
        }
    }
    for part in parts {
        bytes.extend(&part.bytes);
    }
    bytes.extend([0; SLACK]);
    seal(&mut bytes);
    bytes
}

/// Writes the checksum that fits the bytes.
pub(super) fn seal(bytes: &mut Vec<u8>) {
    let Ok(checksum) = checksum(bytes) else { unreachable!("memory can be read") };
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
}

fn write_model(model: &PackedModel, bytes: &mut Vec<u8>) {
    bytes.push(model.escape());
    bytes.extend(&model.alphabet);
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
    let mut rest = PackedTableReader { bytes: &bytes, at: 6 };
    let (row, width) = (rest.byte()?, rest.byte()?);
    let count = rest.size::<8>()?;
    rest.at = CHECKSUM.end;
    let inner = PackedDimension { size: rest.size::<8>()?, stride: rest.size::<8>()? };
    let shape = PackedShape { inner, row };
    if !(1..=BLOCK).contains(&row) || !(1..=2).contains(&width) || !shape.fits(count) {
        return Err(PackedTableError::Invalid("shape"));
    }
    let model = read_model(shape, &mut rest)?;
    let start = rest.at;
    // There cannot be more blocks than bytes: no product below overflows.
    let blocks = Some(count).filter(|&count| (count / BLOCK) as u64 <= length).map(PackedShape::blocks);
    let blocks = blocks.ok_or(PackedTableError::Invalid("count"))?;
    let groups = blocks.div_ceil(BLOCKS_PER_ADDRESS);
    let addresses =
        BlockAddresses { start, width, blocks: start + groups * BlockAddresses::group_bytes(width) };
    let end = length.checked_sub(SLACK as u64).filter(|&end| addresses.blocks as u64 <= end);
    let end = end.ok_or(PackedTableError::Invalid("length"))?;
    let head = read_bytes(source, 0, addresses.blocks).map_err(unreadable)?;
    let mut last = addresses.blocks as u64;
    for block in 0..blocks {
        let place = addresses.of(&head, block);
        if place.start < last || place.end() > end || place.length > MAX_BLOCK_BYTES {
            return Err(PackedTableError::Invalid("list of addresses"));
        }
        last = place.start;
    }
    Ok(PackedParts { model, count, addresses, head })
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

fn read_model(shape: PackedShape, rest: &mut PackedTableReader<'_>) -> Result<PackedModel, PackedTableError> {
    let symbols = rest.byte()?;
    let alphabet = rest.take(symbols)?.to_vec();
    if alphabet.is_empty() {
        return Err(PackedTableError::Invalid("alphabet"));
    }
    let mut shares = Vec::new();
    for _ in 0..rest.byte()? {
        shares.push(read_shares(symbols, rest)?);
    }
    let contexts = context_count(symbols);
    let mut groups = Vec::with_capacity(contexts);
    while groups.len() < contexts {
        let (group, length) = (rest.byte()?, rest.byte()?);
        if group >= shares.len() || length == 0 || groups.len() + length > contexts {
            return Err(PackedTableError::Invalid("list of groups"));
        }
        groups.resize(groups.len() + length, group.to_le_bytes()[0]);
    }
    Ok(PackedModel { shape, alphabet, groups, frequencies: shares })
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
