//! The file format of a packed array, in this order, numbers little-endian:
//!
//! - header: magic, version, lanes, row, count of values, checksum of everything else;
//! - alphabet: its length, its values;
//! - groups: their count, and for each its frequencies: count, then symbol and frequency of each;
//! - the group of each context (pair of neighbors), run-length encoded: group, length;
//! - addresses: for each group of 64 blocks a full offset, then for each block its distance from it;
//! - the blocks, and some padding.

use std::ops::Range;

use twox_hash::XxHash3_64;

use super::coder::{STATES, SymbolFrequency};
use super::model::PackedModel;
use super::shape::{BLOCK, PackedShape};

/// The magic bytes.
const MAGIC: [u8; 4] = *b"MSPK";

/// The format version.
const VERSION: u16 = 2;

/// Bytes before the model: magic, version, lanes, row, count of values, checksum of all the rest.
pub(super) const HEADER: usize = 24;

/// The position of the checksum.
pub(super) const CHECKSUM: Range<usize> = 16..24;

/// Blocks per full address.
const BLOCKS_PER_ADDRESS: usize = 64;

/// Padding behind the last block, because the reader loads ahead.
const SLACK: usize = 8;

/// Bytes of the addresses of such a group of blocks.
const ADDRESS_GROUP_BYTES: usize = 8 + 2 * BLOCKS_PER_ADDRESS;

/// The error for bytes that are no valid packed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedTableError {
    /// They are shorter than the header.
    #[error("it is cut off after {0} bytes")]
    CutOff(usize),
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
    /// Where the blocks' addresses begin.
    pub(super) addresses: usize,
    /// Where the blocks begin.
    pub(super) blocks: usize,
}

/// Serializes an encoded array.
pub(super) fn write(model: &PackedModel, count: usize, parts: &[PackedBlocks]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.push(model.shape.lanes.to_le_bytes()[0]);
    bytes.push(model.shape.row.to_le_bytes()[0]);
    bytes.extend((count as u64).to_le_bytes());
    bytes.extend([0; 8]);
    write_model(model, &mut bytes);
    let lengths: Vec<u16> = parts.iter().flat_map(|part| part.lengths.iter().copied()).collect();
    let mut at = 0_u64;
    for group in lengths.chunks(BLOCKS_PER_ADDRESS) {
        bytes.extend(at.to_le_bytes());
        let mut offset_in_group = 0_u16;
        for n in 0..BLOCKS_PER_ADDRESS {
            bytes.extend(offset_in_group.to_le_bytes());
            offset_in_group += group.get(n).copied().unwrap_or(0);
        }
        at += u64::from(offset_in_group);
    }
    for part in parts {
        bytes.extend(&part.bytes);
    }
    bytes.extend([0; SLACK]);
    let checksum = checksum(&bytes);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    bytes
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
pub(super) fn read(bytes: &[u8]) -> Result<PackedParts, PackedTableError> {
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or(PackedTableError::CutOff(bytes.len()))?;
    if header[..4] != MAGIC {
        return Err(PackedTableError::NotPacked);
    }
    let version = u16::from_le_bytes([header[4], header[5]]);
    if version != VERSION {
        return Err(PackedTableError::Version(version));
    }
    if header[CHECKSUM] != checksum(bytes).to_le_bytes() {
        return Err(PackedTableError::Checksum);
    }
    let shape = PackedShape { lanes: usize::from(header[6]), row: usize::from(header[7]) };
    let mut rest = PackedTableReader { bytes, at: 8 };
    let count = usize::try_from(rest.number::<8>()?).map_err(|_| PackedTableError::Invalid("count"))?;
    rest.at = HEADER;
    let model = read_model(shape, &mut rest)?;
    let streets = rest.at;
    // There cannot be more blocks than bytes: no product below overflows.
    let blocks = Some(count).filter(|&count| count / BLOCK <= bytes.len()).map(|count| shape.blocks(count));
    let blocks = blocks.ok_or(PackedTableError::Invalid("count"))?;
    let begin = streets + blocks.div_ceil(BLOCKS_PER_ADDRESS) * ADDRESS_GROUP_BYTES;
    let end = bytes.len().checked_sub(SLACK).filter(|&end| begin <= end);
    let end = end.ok_or(PackedTableError::Invalid("length"))?;
    let addresses = &bytes[streets..begin];
    let mut last = 0;
    for block in 0..blocks {
        let offset = offset(addresses, block);
        if offset < last || offset > end - begin {
            return Err(PackedTableError::Invalid("list of addresses"));
        }
        last = offset;
    }
    Ok(PackedParts { model, count, addresses: streets, blocks: begin })
}

/// The offset of a block from the first one.
#[inline]
pub(super) fn offset(addresses: &[u8], block: usize) -> usize {
    let group_start = block / BLOCKS_PER_ADDRESS * ADDRESS_GROUP_BYTES;
    let entry_start = group_start + 8 + block % BLOCKS_PER_ADDRESS * 2;
    let full = addresses[group_start..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    let offset_in_group = addresses[entry_start..].first_chunk().map_or(0, |two| u16::from_le_bytes(*two));
    usize::try_from(full).unwrap_or(usize::MAX).saturating_add(usize::from(offset_in_group))
}

/// The checksum of all bytes except its own.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let before = XxHash3_64::oneshot(&bytes[..CHECKSUM.start]);
    XxHash3_64::oneshot_with_seed(before, &bytes[CHECKSUM.end..])
}

fn read_model(shape: PackedShape, rest: &mut PackedTableReader<'_>) -> Result<PackedModel, PackedTableError> {
    if !(1..=2).contains(&shape.lanes) || !(1..=BLOCK).contains(&shape.row) {
        return Err(PackedTableError::Invalid("shape"));
    }
    let symbols = rest.byte()?;
    let alphabet = rest.take(symbols)?.to_vec();
    if alphabet.is_empty() {
        return Err(PackedTableError::Invalid("alphabet"));
    }
    let mut shares = Vec::new();
    for _ in 0..rest.byte()? {
        shares.push(read_shares(symbols, rest)?);
    }
    let contexts = shape.lanes * (symbols + 1) * (symbols + 1);
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
    for _ in 0..rest.number::<2>()? {
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

    /// Reads a number of one byte.
    fn byte(&mut self) -> Result<usize, PackedTableError> {
        self.chunk::<1>().map(|[byte]| usize::from(*byte))
    }
}
