//! The bytes of a packed array, in this order, numbers with their low end first:
//!
//! - header: magic, form, lanes, row, count of values, checksum of everything else;
//! - alphabet: its length, its values;
//! - groups: their count, and for each its shares: count, symbol and states of each;
//! - the group of each pair of neighbors, in runs: group, length;
//! - addresses: for each street a full one, then one for each of its blocks that counts from there;
//! - the blocks, and a few empty bytes.

use super::coder::{self, STATES, SymbolFrequency};
use super::model::PackedModel;
use super::shape::{BLOCK, PackedShape};
use super::{
    BLOCKS_PER_ADDRESS, CHECKSUM, HEADER, MAGIC, PackedBlocks, PackedTable, PackedTableError, SLACK, VERSION,
    checksum,
};

/// Bytes of a street's addresses.
const ADDRESS_GROUP_BYTES: usize = 8 + 2 * BLOCKS_PER_ADDRESS;

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
        // A run of one of 250 lanes and pairs and more is told in several.
        for run in run.chunks(usize::from(u8::MAX)) {
            bytes.extend([run[0], run.len().to_le_bytes()[0]]);
        }
    }
}

pub(super) fn read(bytes: Vec<u8>) -> Result<PackedTable, PackedTableError> {
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or(PackedTableError::CutOff(bytes.len()))?;
    if header[..4] != MAGIC {
        return Err(PackedTableError::NotPacked);
    }
    let version = u16::from_le_bytes([header[4], header[5]]);
    if version != VERSION {
        return Err(PackedTableError::Version(version));
    }
    if header[CHECKSUM] != checksum(&bytes).to_le_bytes() {
        return Err(PackedTableError::Checksum);
    }
    let shape = PackedShape { lanes: usize::from(header[6]), row: usize::from(header[7]) };
    let mut rest = PackedTableReader { bytes: &bytes, at: 8 };
    let count = usize::try_from(rest.number::<8>()?).map_err(|_| PackedTableError::Invalid("count"))?;
    rest.at = HEADER;
    let model = read_model(shape, &mut rest)?;
    let streets = rest.at;
    // More blocks than bytes cannot be: no product below grows too large.
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
    let decode_steps = model.frequencies.iter().flat_map(|shares| coder::decode_steps(shares)).collect();
    Ok(PackedTable { bytes, model, decode_steps, count, addresses: streets, blocks: begin })
}

/// Where a block begins, counted from the first one.
#[inline]
pub(super) fn offset(addresses: &[u8], block: usize) -> usize {
    let group_start = block / BLOCKS_PER_ADDRESS * ADDRESS_GROUP_BYTES;
    let entry_start = group_start + 8 + block % BLOCKS_PER_ADDRESS * 2;
    let full = addresses[group_start..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    let offset_in_group = addresses[entry_start..].first_chunk().map_or(0, |two| u16::from_le_bytes(*two));
    usize::try_from(full).unwrap_or(usize::MAX).saturating_add(usize::from(offset_in_group))
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

/// What of some bytes has not been read yet.
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

    /// A number of so many bytes, at most eight.
    fn number<const N: usize>(&mut self) -> Result<u64, PackedTableError> {
        let mut eight = [0; 8];
        eight[..N].copy_from_slice(self.chunk::<N>()?);
        Ok(u64::from_le_bytes(eight))
    }

    /// A number of one byte.
    fn byte(&mut self) -> Result<usize, PackedTableError> {
        self.chunk::<1>().map(|[byte]| usize::from(*byte))
    }
}
