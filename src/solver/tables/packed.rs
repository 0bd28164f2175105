//! An array of bytes, compressed, of which any one can be read at once.
//!
//! It knows nothing of chess: values go in by their index and come out by it.

use twox_hash::XxHash3_64;

/// What every packed array begins with.
const MAGIC: [u8; 4] = *b"MSPK";

/// The form of what follows; others are refused.
const VERSION: u16 = 1;

/// Bytes before the payload: magic, version, two spare bytes, count of values, checksum of all the rest.
const HEADER: usize = 24;

/// Where the checksum stands.
const CHECKSUM: std::ops::Range<usize> = 16..24;

/// Why bytes are no packed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damaged {
    /// They end too soon, or go on for too long.
    #[error("it has {found} bytes where {wanted} are wanted")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// They begin as something else.
    #[error("it is no packed table")]
    Foreign,
    /// They are of a form that is not read here.
    #[error("it is packed in form {0}, and this program reads form {VERSION}")]
    Version(u16),
    /// Their checksum is wrong.
    #[error("its checksum is wrong")]
    Checksum,
    /// Their checksum is right, but they make no sense.
    #[error("its {0} makes no sense")]
    Senseless(&'static str),
}

/// Packs values so that [`Packed::get`] gives each of them back. Those that equal `anything` may come back
/// as any value.
#[must_use]
pub fn pack(values: &[u8], anything: u8) -> Vec<u8> {
    let _ = anything;
    let mut bytes = Vec::with_capacity(HEADER + values.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend([0; 2]);
    bytes.extend((values.len() as u64).to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend(values);
    let checksum = checksum(&bytes);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// An array that was packed, checked and ready to be read by many threads at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    bytes: Vec<u8>,
}

impl Packed {
    /// Checks bytes that [`pack`] made.
    ///
    /// # Errors
    /// Says what is wrong with others, whatever they are.
    pub fn open(bytes: Vec<u8>) -> Result<Self, Damaged> {
        let short = Damaged::Length { found: bytes.len(), wanted: HEADER };
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or(short)?;
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
        Ok(Self { bytes })
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() - HEADER
    }

    /// Whether there is no value at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One value.
    ///
    /// # Panics
    /// When there is none of this index.
    #[must_use]
    pub fn get(&self, index: usize) -> u8 {
        self.bytes[HEADER + index]
    }
}

/// Of all bytes but the checksum's own.
fn checksum(bytes: &[u8]) -> u64 {
    let before = XxHash3_64::oneshot(&bytes[..CHECKSUM.start]);
    XxHash3_64::oneshot_with_seed(before, &bytes[CHECKSUM.end..])
}
