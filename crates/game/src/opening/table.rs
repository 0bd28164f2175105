//! The table of names that is built into the program, ready for use without being read.
//!
//! `crates/game/assets/openings.bin` is made from `crates/game/assets/openings.tsv` by `UPDATE_OPENINGS=1 cargo test --test suite
//! openings`, and the same test holds the two together. Its numbers begin with their lowest byte:
//!
//! | what | bytes |
//! |---|---|
//! | how many positions, how many names | 2, 2 |
//! | the positions' keys, rising | 8 each |
//! | each position's code: the letter, the number | 1, 1 each |
//! | each position's name, by its place among the names | 2 each |
//! | the name that each name goes on from, an earlier one; its own place where it is a family's | 2 each |
//! | where in the text that begins which a name adds | 2 each |
//! | the text: what names add, each ended by a line feed | the rest |

use std::iter;

/// The name of a position and its code.
pub(super) struct OpeningEntry {
    /// The name, by its place.
    pub(super) name: u16,
    /// The letter and the number of the code.
    pub(super) code: [u8; 2],
}

/// What the table has for a position, by its key.
pub(super) fn find(key: u64) -> Option<OpeningEntry> {
    let place = TABLE.keys.binary_search_by_key(&key, |bytes| u64::from_le_bytes(*bytes)).ok()?;
    Some(OpeningEntry { name: u16::from_le_bytes(TABLE.names[place]), code: TABLE.codes[place] })
}

/// A name in its parts as they stand side by side: `Ruy Lopez`, `: Berlin Defense`, `, Beverwijk Variation`.
pub(super) fn name_parts(name: u16) -> Vec<&'static str> {
    let from = |name: u16| u16::from_le_bytes(TABLE.origins[usize::from(name)]);
    let earlier = |&name: &u16| Some(from(name)).filter(|&origin| origin != name);
    let mut parts: Vec<_> = iter::successors(Some(name), earlier).map(name_suffix).collect();
    parts.reverse();
    parts
}

/// What a name adds to the one that it goes on from.
fn name_suffix(name: u16) -> &'static str {
    let begin = usize::from(u16::from_le_bytes(TABLE.begins[usize::from(name)]));
    TABLE.text[begin..].split('\n').next().unwrap_or_default()
}

static TABLE: OpeningTable = OpeningTable::of(include_bytes!("../../assets/openings.bin"));

struct OpeningTable {
    keys: &'static [[u8; 8]],
    codes: &'static [[u8; 2]],
    names: &'static [[u8; 2]],
    origins: &'static [[u8; 2]],
    begins: &'static [[u8; 2]],
    text: &'static str,
}

impl OpeningTable {
    /// Finds its way in the bytes, while the program is compiled.
    const fn of(bytes: &'static [u8]) -> Self {
        let (counts, rest) = rows::<2>(bytes, 2);
        let (position_count, name_count) = (u16::from_le_bytes(counts[0]), u16::from_le_bytes(counts[1]));
        let (keys, rest) = rows(rest, position_count);
        let (codes, rest) = rows(rest, position_count);
        let (names, rest) = rows(rest, position_count);
        let (origins, rest) = rows(rest, name_count);
        let (begins, rest) = rows(rest, name_count);
        match str::from_utf8(rest) {
            Ok(text) => Self { keys, codes, names, origins, begins, text },
            Err(_) => panic!("the text of the openings is not UTF-8"),
        }
    }
}

/// So many rows of bytes, and what follows them.
const fn rows<const WIDE: usize>(bytes: &[u8], count: u16) -> (&[[u8; WIDE]], &[u8]) {
    let (rows, rest) = bytes.split_at(count as usize * WIDE);
    (rows.as_chunks().0, rest)
}
