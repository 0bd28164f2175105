//! A segment: the index of a run of games of PGN files, in columns: their headers and their moves. It is never changed once it is
//! made.
//!
//! In bytes it begins with a magic number, the version of the format, the length of the headers in bytes, and two XXH3
//! checksums, one that goes to the end of the headers and one of the moves: headers are read without the moves. Bytes that are
//! damaged, or of another version, are never read as games.

use std::sync::Arc;

use twox_hash::XxHash3_64;

use crate::bytes::{read_column, read_small_numbers, write_column, write_small_numbers};
use crate::game_headers::{GameHeaders, IndexedGame};

/// How the bytes of a segment begin.
const MAGIC: [u8; 4] = *b"MSGI";

/// The version of the format; segments of others are made again.
const VERSION: u32 = 5;

/// Length of what stands before the columns: magic number, version, length of the headers, checksums.
pub const FRONT_BYTES: usize = 32;

/// The index of a run of games.
///
/// The columns have a value for each game, in the order of the headers.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Segment {
    pub(crate) headers: Arc<GameHeaders>,
    /// Number of bytes of the codes of its moves.
    pub(crate) code_lengths: Vec<u32>,
    /// The codes of the moves of all games.
    pub(crate) codes: Vec<u8>,
    /// Hashes of the positions of all games in which White is to move, and of the last one of each game.
    pub(crate) hashes: Vec<u16>,
    /// Where the codes and the hashes of each game begin, and where the last ones end. They follow from the others.
    pub(crate) code_starts: Vec<u32>,
    pub(crate) hash_starts: Vec<u32>,
}

/// Why bytes are not a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SegmentError {
    /// They were written by another version of the program.
    #[error("it has another version of the format")]
    OtherVersion,
    /// They are damaged.
    #[error("it is damaged")]
    Damaged,
}

/// The 16 bits of a position's Zobrist key that are kept.
pub(crate) const fn hash_of(key: u64) -> u16 {
    (key >> 48) as u16
}

/// Number of hashes of a game.
pub(crate) const fn hash_count(black_begins: bool, plies: u32) -> u32 {
    let black_begins = black_begins as u32;
    let with_white_to_move = (plies + 2 - black_begins) / 2;
    let ends_with_black_to_move = (plies + black_begins) % 2;
    with_white_to_move + ends_with_black_to_move
}

/// What the first bytes of a segment say.
struct Front {
    header_bytes: usize,
    header_checksum: u64,
    move_checksum: u64,
}

impl Front {
    fn read(bytes: &[u8]) -> Result<Self, SegmentError> {
        let front = bytes.first_chunk::<FRONT_BYTES>().ok_or(SegmentError::Damaged)?;
        if front[..4] != MAGIC {
            return Err(SegmentError::Damaged);
        }
        if front[4..8] != VERSION.to_le_bytes() {
            return Err(SegmentError::OtherVersion);
        }
        let number = |at: usize| front[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let header_bytes = usize::try_from(number(8)).map_err(|_| SegmentError::Damaged)?;
        Ok(Self { header_bytes, header_checksum: number(16), move_checksum: number(24) })
    }
}

/// The checksum of the headers and of their length.
fn header_checksum(front: &[u8], headers: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(front), headers)
}

/// Length of the front and the headers of a segment, by its first [`FRONT_BYTES`] bytes.
///
/// # Errors
/// When they are not those of a segment of this version.
pub fn headers_end(front: &[u8]) -> Result<usize, SegmentError> {
    Front::read(front)?.header_bytes.checked_add(FRONT_BYTES).ok_or(SegmentError::Damaged)
}

/// The headers of a segment, from bytes that go at least to their end ([`headers_end`]).
///
/// # Errors
/// When they were written by another version, or are not as they were written.
pub fn read_headers(bytes: &[u8]) -> Result<GameHeaders, SegmentError> {
    let front = Front::read(bytes)?;
    let columns = bytes[FRONT_BYTES..].get(..front.header_bytes).ok_or(SegmentError::Damaged)?;
    if front.header_checksum != header_checksum(&bytes[8..16], columns) {
        return Err(SegmentError::Damaged);
    }
    GameHeaders::read(columns).ok_or(SegmentError::Damaged)
}

impl Segment {
    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Whether it has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// The headers of its games.
    #[must_use]
    pub const fn headers(&self) -> &Arc<GameHeaders> {
        &self.headers
    }

    /// A game, from 0.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn game(&self, number: usize) -> IndexedGame<'_> {
        self.headers.game(number)
    }

    /// The segment of the same games where they lie further back in their file.
    ///
    /// # Panics
    /// If others have its headers.
    #[must_use]
    pub fn moved_back(mut self, bytes: u64) -> Self {
        let headers = Arc::get_mut(&mut self.headers).expect("nobody else has the headers");
        headers.offsets.iter_mut().for_each(|offset| *offset += bytes);
        self
    }

    /// The codes of a game's moves.
    pub(crate) fn codes_of(&self, game: usize) -> &[u8] {
        &self.codes[self.code_starts[game] as usize..self.code_starts[game + 1] as usize]
    }

    /// The segment in bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            Vec::with_capacity(FRONT_BYTES + self.codes.len() + 2 * self.hashes.len() + 112 * self.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.resize(FRONT_BYTES, 0);
        self.headers.write(&mut bytes);
        let end = bytes.len();
        // Nearly all moves have codes of one byte.
        let more = self.code_lengths.iter().zip(&self.headers.plies);
        let more = more.map(|(&length, &plies)| i64::from(length) - i64::from(plies));
        write_small_numbers(more, &mut bytes);
        write_column(&self.codes, &mut bytes);
        write_column(&self.hashes, &mut bytes);
        bytes[8..16].copy_from_slice(&((end - FRONT_BYTES) as u64).to_le_bytes());
        let checksum = header_checksum(&bytes[8..16], &bytes[FRONT_BYTES..end]);
        bytes[16..24].copy_from_slice(&checksum.to_le_bytes());
        let checksum = XxHash3_64::oneshot(&bytes[end..]);
        bytes[24..FRONT_BYTES].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The segment that bytes hold.
    ///
    /// # Errors
    /// When they were written by another version, or are not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SegmentError> {
        Self::with_headers(Arc::new(read_headers(bytes)?), bytes)
    }

    /// The segment that bytes hold, whose headers were read before.
    ///
    /// # Errors
    /// As those of [`from_bytes`](Self::from_bytes).
    pub fn with_headers(headers: Arc<GameHeaders>, bytes: &[u8]) -> Result<Self, SegmentError> {
        let front = Front::read(bytes)?;
        let columns = bytes.get(headers_end(bytes)?..).ok_or(SegmentError::Damaged)?;
        if front.move_checksum != XxHash3_64::oneshot(columns) {
            return Err(SegmentError::Damaged);
        }
        Self::from_columns(headers, columns).ok_or(SegmentError::Damaged)
    }

    fn from_columns(headers: Arc<GameHeaders>, mut columns: &[u8]) -> Option<Self> {
        let from = &mut columns;
        let more = read_small_numbers(from)?.into_iter();
        let lengths =
            more.zip(&headers.plies).map(|(more, &plies)| u32::try_from(i64::from(plies) + more).ok());
        let code_lengths = lengths.collect::<Option<_>>()?;
        let mut segment = Self {
            headers,
            code_lengths,
            codes: read_column(from)?,
            hashes: read_column(from)?,
            code_starts: Vec::new(),
            hash_starts: Vec::new(),
        };
        segment.derive_starts()?;
        segment.is_consistent().then_some(segment)
    }

    /// Derives where the codes and the hashes of each game begin. None where they are too many.
    pub(crate) fn derive_starts(&mut self) -> Option<()> {
        let (mut codes, mut hashes) = (0_u32, 0_u32);
        self.code_starts = vec![0];
        self.hash_starts = vec![0];
        for (game, &length) in self.code_lengths.iter().enumerate().take(self.len()) {
            codes = codes.checked_add(length)?;
            let count = hash_count(self.headers.black_begins(game), self.headers.plies[game]);
            hashes = hashes.checked_add(count)?;
            self.code_starts.push(codes);
            self.hash_starts.push(hashes);
        }
        Some(())
    }

    /// Whether the columns fit the headers and each other.
    fn is_consistent(&self) -> bool {
        self.code_lengths.len() == self.len()
            && self.code_starts.last().is_some_and(|&end| end as usize == self.codes.len())
            && self.hash_starts.last().is_some_and(|&end| end as usize == self.hashes.len())
    }
}

#[cfg(test)]
mod tests {
    use chess::{Color, fen};
    use game::pgn::GameResult;

    use super::*;
    use crate::SegmentBuilder;
    use crate::fixtures::segment_of;

    const GAMES: &str = "[Event \"Cup\"]\n[Site \"Riga\"]\n[Date \"2024.05.??\"]\n[Round \"3\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[WhiteElo \"2100\"]\n[TimeControl \"180+2\"]\n\n1. e4 c5 2. Nf3 1-0\n\n[Event \"?\"]\n[White \"J\u{f6}rg\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[ECO \"C00\"]\n\n1... Kd7 2. -- Ke6 {x} (2... Kc6) 1/2-1/2\n\n[Variant \"Atomic\"]\n\n1. e4 *\n";

    #[test]
    fn a_game_has_its_tags_and_its_place() {
        let segment = segment_of(GAMES);
        assert_eq!(segment.len(), 3);
        let game = segment.game(0);
        assert_eq!([game.white(), game.black(), game.event(), game.site()], ["Ann", "Bob", "Cup", "Riga"]);
        assert_eq!(
            [game.round(), game.time_control(), &game.date(), &game.eco()],
            ["3", "180+2", "2024.05.??", "B27"]
        );
        assert_eq!(
            (game.elo(Color::White), game.elo(Color::Black), game.year()),
            (Some(2100), None, Some(2024))
        );
        assert_eq!((game.result(), game.plies(), game.offset()), (GameResult::WhiteWins, 3, 0));
        let second = segment.game(1);
        assert_eq!((second.white(), second.event(), second.date().as_str()), ("J\u{f6}rg", "", ""));
        assert_eq!((second.result(), second.plies()), (GameResult::Draw, 3));
        assert_eq!(second.offset(), u64::from(game.length()));
        assert_eq!(fen::format(&second.start()), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
        let variant = segment.game(2);
        assert_eq!(
            (variant.plies(), variant.eco().as_str()),
            (0, ""),
            "the moves of another variant are none of chess"
        );
    }

    #[test]
    fn a_segment_comes_back_from_its_bytes() {
        let segment = segment_of(GAMES);
        assert_eq!(Segment::from_bytes(&segment.to_bytes()), Ok(segment));
        let empty = SegmentBuilder::new().finish();
        assert_eq!(Segment::from_bytes(&empty.to_bytes()), Ok(empty));
    }

    #[test]
    fn damaged_bytes_are_never_a_segment() {
        let bytes = segment_of(GAMES).to_bytes();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                let wanted =
                    if (4..8).contains(&at) { SegmentError::OtherVersion } else { SegmentError::Damaged };
                assert_eq!(Segment::from_bytes(&damaged), Err(wanted), "bit {bit} of byte {at}");
            }
            assert_eq!(Segment::from_bytes(&bytes[..at]), Err(SegmentError::Damaged), "{at} bytes");
        }
    }

    #[test]
    fn columns_that_do_not_fit_each_other_are_no_segment() {
        fn headers(segment: &mut Segment) -> &mut GameHeaders {
            Arc::get_mut(&mut segment.headers).expect("nobody else has them")
        }
        let change = |change: fn(&mut Segment)| {
            let mut segment = segment_of(GAMES);
            change(&mut segment);
            Segment::from_bytes(&segment.to_bytes())
        };
        assert!(change(|_| {}).is_ok());
        for wrong in [
            |segment: &mut Segment| headers(segment).white[1] = 1_000,
            |segment: &mut Segment| headers(segment).white_elos.push(1),
            |segment: &mut Segment| headers(segment).plies[0] += 2,
            |segment: &mut Segment| segment.code_lengths[0] += 1,
            |segment: &mut Segment| segment.code_lengths[0] = u32::MAX,
        ] {
            assert_eq!(change(wrong), Err(SegmentError::Damaged));
        }
    }
}
