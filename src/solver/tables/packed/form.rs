//! The bytes of a packed array, in this order, numbers with their low end first:
//!
//! - header: magic, form, lanes, row, count of values, checksum of everything else;
//! - alphabet: its length, its values;
//! - groups: their count, and for each its shares: count, symbol and states of each;
//! - the group of each pair of neighbors, in runs: group, length;
//! - addresses: for each street a full one, then one for each of its blocks that counts from there;
//! - the blocks, and a few empty bytes.

use super::coder::{self, STATES, Share};
use super::model::Model;
use super::shape::{BLOCK, Shape};
use super::{Blocks, CHECKSUM, Damaged, HEADER, MAGIC, Packed, SLACK, STREET, VERSION, checksum};

/// Bytes of a street's addresses.
const STREET_BYTES: usize = 8 + 2 * STREET;

pub(super) fn write(model: &Model, count: usize, parts: &[Blocks]) -> Vec<u8> {
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
    for street in lengths.chunks(STREET) {
        bytes.extend(at.to_le_bytes());
        let mut along = 0_u16;
        for house in 0..STREET {
            bytes.extend(along.to_le_bytes());
            along += street.get(house).copied().unwrap_or(0);
        }
        at += u64::from(along);
    }
    for part in parts {
        bytes.extend(&part.bytes);
    }
    bytes.extend([0; SLACK]);
    let checksum = checksum(&bytes);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn write_model(model: &Model, bytes: &mut Vec<u8>) {
    bytes.push(model.escape());
    bytes.extend(&model.alphabet);
    bytes.push(model.shares.len().to_le_bytes()[0]);
    for shares in &model.shares {
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

pub(super) fn read(bytes: Vec<u8>) -> Result<Packed, Damaged> {
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or(Damaged::CutOff(bytes.len()))?;
    if header[..4] != MAGIC {
        return Err(Damaged::Foreign);
    }
    let version = u16::from_le_bytes([header[4], header[5]]);
    if version != VERSION {
        return Err(Damaged::Version(version));
    }
    if header[CHECKSUM] != checksum(&bytes).to_le_bytes() {
        return Err(Damaged::Checksum);
    }
    let shape = Shape { lanes: usize::from(header[6]), row: usize::from(header[7]) };
    let mut rest = Rest { bytes: &bytes, at: 8 };
    let count = usize::try_from(rest.number::<8>()?).map_err(|_| Damaged::Senseless("count"))?;
    rest.at = HEADER;
    let model = read_model(shape, &mut rest)?;
    let streets = rest.at;
    // More blocks than bytes cannot be: no product below grows too large.
    let blocks = Some(count).filter(|&count| count / BLOCK <= bytes.len()).map(|count| shape.blocks(count));
    let blocks = blocks.ok_or(Damaged::Senseless("count"))?;
    let begin = streets + blocks.div_ceil(STREET) * STREET_BYTES;
    let end = bytes.len().checked_sub(SLACK).filter(|&end| begin <= end);
    let end = end.ok_or(Damaged::Senseless("length"))?;
    let addresses = &bytes[streets..begin];
    let mut last = 0;
    for block in 0..blocks {
        let offset = offset(addresses, block);
        if offset < last || offset > end - begin {
            return Err(Damaged::Senseless("list of addresses"));
        }
        last = offset;
    }
    let steps = model.shares.iter().flat_map(|shares| coder::steps(shares)).collect();
    Ok(Packed { bytes, model, steps, count, streets, blocks: begin })
}

/// Where a block begins, counted from the first one.
#[inline]
pub(super) fn offset(addresses: &[u8], block: usize) -> usize {
    let street = block / STREET * STREET_BYTES;
    let house = street + 8 + block % STREET * 2;
    let full = addresses[street..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    let along = addresses[house..].first_chunk().map_or(0, |two| u16::from_le_bytes(*two));
    usize::try_from(full).unwrap_or(usize::MAX).saturating_add(usize::from(along))
}

fn read_model(shape: Shape, rest: &mut Rest<'_>) -> Result<Model, Damaged> {
    if !(1..=2).contains(&shape.lanes) || !(1..=BLOCK).contains(&shape.row) {
        return Err(Damaged::Senseless("shape"));
    }
    let symbols = rest.small()?;
    let alphabet = rest.take(symbols)?.to_vec();
    if alphabet.is_empty() {
        return Err(Damaged::Senseless("alphabet"));
    }
    let mut shares = Vec::new();
    for _ in 0..rest.small()? {
        shares.push(read_shares(symbols, rest)?);
    }
    let contexts = shape.lanes * (symbols + 1) * (symbols + 1);
    let mut groups = Vec::with_capacity(contexts);
    while groups.len() < contexts {
        let (group, length) = (rest.small()?, rest.small()?);
        if group >= shares.len() || length == 0 || groups.len() + length > contexts {
            return Err(Damaged::Senseless("list of groups"));
        }
        groups.resize(groups.len() + length, group.to_le_bytes()[0]);
    }
    Ok(Model { shape, alphabet, groups, shares })
}

fn read_shares(symbols: usize, rest: &mut Rest<'_>) -> Result<Vec<Share>, Damaged> {
    let mut shares = Vec::new();
    let mut seen = [false; 256];
    let mut states = 0_u32;
    for _ in 0..rest.number::<2>()? {
        let symbol = rest.small()?;
        let share = u16::from_le_bytes(*rest.chunk()?);
        let fits = symbol <= symbols && !seen[symbol] && (1..=STATES).contains(&share);
        states += u32::from(share);
        if !fits || states > u32::from(STATES) {
            return Err(Damaged::Senseless("list of frequencies"));
        }
        seen[symbol] = true;
        shares.push(Share { symbol: symbol.to_le_bytes()[0], states: share });
    }
    if states == u32::from(STATES) { Ok(shares) } else { Err(Damaged::Senseless("list of frequencies")) }
}

/// What of some bytes has not been read yet.
struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let taken = self.bytes.get(self.at..self.at + count).ok_or(Damaged::Senseless("length"))?;
        self.at += count;
        Ok(taken)
    }

    fn chunk<const N: usize>(&mut self) -> Result<&'a [u8; N], Damaged> {
        self.take(N)?.first_chunk().ok_or(Damaged::Senseless("length"))
    }

    /// A number of so many bytes, at most eight.
    fn number<const N: usize>(&mut self) -> Result<u64, Damaged> {
        let mut eight = [0; 8];
        eight[..N].copy_from_slice(self.chunk::<N>()?);
        Ok(u64::from_le_bytes(eight))
    }

    /// A number of one byte.
    fn small(&mut self) -> Result<usize, Damaged> {
        self.chunk::<1>().map(|[byte]| usize::from(*byte))
    }
}
