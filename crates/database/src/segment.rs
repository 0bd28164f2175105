//! A segment: the index of a run of games of one PGN file, in columns. It is never changed once it is made.
//!
//! In bytes it begins with a magic number, the version of the format, and an XXH3 checksum of all that follows; bytes that
//! are damaged, or of another version, are never read as games.

use chess::{Color, Position, fen};
use game::GameDate;
use game::pgn::GameResult;
use twox_hash::XxHash3_64;

use crate::bytes::{read_column, write_column};
use crate::names::{NameCollector, Names};

/// How the bytes of a segment begin.
const MAGIC: [u8; 4] = *b"MSGI";

/// The version of the format; segments of others are made again.
const VERSION: u32 = 3;

/// Length of what stands before the columns: magic number, version, checksum.
const FRONT_BYTES: usize = 16;

/// The index of a run of games.
///
/// The columns have a value for each game, in the order of the file. Texts are numbers of [`Names`].
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Segment {
    pub(crate) names: Names,
    /// The first byte of the game in its file.
    pub(crate) offsets: Vec<u64>,
    /// Length of its text in bytes.
    pub(crate) lengths: Vec<u32>,
    pub(crate) white: Vec<u32>,
    pub(crate) black: Vec<u32>,
    pub(crate) events: Vec<u32>,
    pub(crate) sites: Vec<u32>,
    pub(crate) rounds: Vec<u32>,
    pub(crate) time_controls: Vec<u32>,
    /// ECO code and name, from the tags or the moves.
    pub(crate) openings: Vec<u32>,
    /// The FEN of the start; an empty text for the usual one.
    pub(crate) starts: Vec<u32>,
    /// Year, month and day as in 20261130, 0 for what is unknown.
    pub(crate) dates: Vec<u32>,
    /// 0 where it is unknown.
    pub(crate) white_elos: Vec<u16>,
    pub(crate) black_elos: Vec<u16>,
    /// The ECO code of the opening, from 1 for A00 to 500 for E99, 0 where it is unknown.
    pub(crate) ecos: Vec<u16>,
    /// The result ([`result_number`]), [`BLACK_BEGINS`] and [`IS_ANALYSIS`].
    pub(crate) results: Vec<u8>,
    pub(crate) plies: Vec<u32>,
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

/// The bit of [`Segment::results`] that says that Black moves first.
pub(crate) const BLACK_BEGINS: u8 = 4;

/// The bit of [`Segment::results`] that says that it is an analysis that was kept, and no game that was played.
pub(crate) const IS_ANALYSIS: u8 = 8;

/// The bits of [`Segment::results`] with the result.
pub(crate) const RESULT_BITS: u8 = 3;

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

/// A result as a number from 0 to 3.
pub(crate) const fn result_number(result: GameResult) -> u8 {
    match result {
        GameResult::Unknown => 0,
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
    }
}

/// Number of hashes of a game.
pub(crate) const fn hash_count(black_begins: bool, plies: u32) -> u32 {
    let black_begins = black_begins as u32;
    let with_white_to_move = (plies + 2 - black_begins) / 2;
    let ends_with_black_to_move = (plies + black_begins) % 2;
    with_white_to_move + ends_with_black_to_move
}

impl Segment {
    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether it has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// A game, from 0.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn game(&self, number: usize) -> IndexedGame<'_> {
        assert!(number < self.len(), "game {number} of {}", self.len());
        IndexedGame { segment: self, number }
    }

    /// Whether Black moves first in a game.
    pub(crate) fn black_begins(&self, game: usize) -> bool {
        self.results[game] & BLACK_BEGINS != 0
    }

    /// The codes of a game's moves.
    pub(crate) fn codes_of(&self, game: usize) -> &[u8] {
        &self.codes[self.code_starts[game] as usize..self.code_starts[game + 1] as usize]
    }

    /// The segment in bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes =
            Vec::with_capacity(FRONT_BYTES + self.codes.len() + 2 * self.hashes.len() + 96 * self.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 8]);
        self.names.write(&mut bytes);
        write_column(&self.offsets, &mut bytes);
        write_column(&self.lengths, &mut bytes);
        for column in self.text_columns().into_iter().chain([&self.dates]) {
            write_column(column, &mut bytes);
        }
        for column in [&self.white_elos, &self.black_elos, &self.ecos] {
            write_column(column, &mut bytes);
        }
        write_column(&self.results, &mut bytes);
        write_column(&self.plies, &mut bytes);
        write_column(&self.code_lengths, &mut bytes);
        write_column(&self.codes, &mut bytes);
        write_column(&self.hashes, &mut bytes);
        let checksum = XxHash3_64::oneshot(&bytes[FRONT_BYTES..]);
        bytes[8..FRONT_BYTES].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The segment that bytes hold.
    ///
    /// # Errors
    /// When they were written by another version, or are not as they were written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SegmentError> {
        let (front, body) = bytes.split_at_checked(FRONT_BYTES).ok_or(SegmentError::Damaged)?;
        if front[..4] != MAGIC {
            return Err(SegmentError::Damaged);
        }
        if front[4..8] != VERSION.to_le_bytes() {
            return Err(SegmentError::OtherVersion);
        }
        if front[8..] != XxHash3_64::oneshot(body).to_le_bytes() {
            return Err(SegmentError::Damaged);
        }
        Self::from_columns(body).ok_or(SegmentError::Damaged)
    }

    fn from_columns(mut body: &[u8]) -> Option<Self> {
        let from = &mut body;
        let mut segment = Self {
            names: Names::read(from)?,
            offsets: read_column(from)?,
            lengths: read_column(from)?,
            white: read_column(from)?,
            black: read_column(from)?,
            events: read_column(from)?,
            sites: read_column(from)?,
            rounds: read_column(from)?,
            time_controls: read_column(from)?,
            openings: read_column(from)?,
            starts: read_column(from)?,
            dates: read_column(from)?,
            white_elos: read_column(from)?,
            black_elos: read_column(from)?,
            ecos: read_column(from)?,
            results: read_column(from)?,
            plies: read_column(from)?,
            code_lengths: read_column(from)?,
            codes: read_column(from)?,
            hashes: read_column(from)?,
            code_starts: Vec::new(),
            hash_starts: Vec::new(),
        };
        segment.derive_starts()?;
        segment.is_consistent().then_some(segment)
    }

    /// The columns of texts, in their order in the bytes.
    const fn text_columns(&self) -> [&Vec<u32>; 8] {
        let Self { white, black, events, sites, rounds, time_controls, openings, starts, .. } = self;
        [white, black, events, sites, rounds, time_controls, openings, starts]
    }

    const fn text_columns_mut(&mut self) -> [&mut Vec<u32>; 8] {
        let Self { white, black, events, sites, rounds, time_controls, openings, starts, .. } = self;
        [white, black, events, sites, rounds, time_controls, openings, starts]
    }

    /// Puts the texts in order, of which the columns have the numbers in which they came.
    pub(crate) fn set_names(&mut self, names: NameCollector) {
        let (names, numbers) = names.finish();
        self.names = names;
        for number in self.text_columns_mut().into_iter().flatten() {
            *number = numbers[*number as usize];
        }
    }

    /// Derives where the codes and the hashes of each game begin. None where they are too many.
    pub(crate) fn derive_starts(&mut self) -> Option<()> {
        let (mut codes, mut hashes) = (0_u32, 0_u32);
        self.code_starts = vec![0];
        self.hash_starts = vec![0];
        for ((&length, &plies), &result) in self.code_lengths.iter().zip(&self.plies).zip(&self.results) {
            codes = codes.checked_add(length)?;
            hashes = hashes.checked_add(hash_count(result & BLACK_BEGINS != 0, plies))?;
            self.code_starts.push(codes);
            self.hash_starts.push(hashes);
        }
        Some(())
    }

    /// Whether all columns have a value for each game, and all numbers of texts are known.
    fn is_consistent(&self) -> bool {
        let known = self.names.len();
        let count = self.len();
        let is_known = |column: &&Vec<u32>| column.iter().all(|&text| (text as usize) < known);
        self.text_columns().iter().all(|column| column.len() == count && is_known(column))
            && [&self.lengths, &self.dates, &self.plies, &self.code_lengths]
                .iter()
                .all(|column| column.len() == count)
            && [&self.white_elos, &self.black_elos, &self.ecos].iter().all(|column| column.len() == count)
            && self.results.len() == count
            && self.code_starts.last().is_some_and(|&end| end as usize == self.codes.len())
            && self.hash_starts.last().is_some_and(|&end| end as usize == self.hashes.len())
    }
}

/// A game of a segment.
#[derive(Clone, Copy, Debug)]
pub struct IndexedGame<'s> {
    segment: &'s Segment,
    number: usize,
}

impl<'s> IndexedGame<'s> {
    /// The first byte of its text in its file.
    #[must_use]
    pub fn offset(self) -> u64 {
        self.segment.offsets[self.number]
    }

    /// Length of its text in bytes.
    #[must_use]
    pub fn length(self) -> u32 {
        self.segment.lengths[self.number]
    }

    /// The text that a column has for it.
    fn text(self, column: &[u32]) -> &'s str {
        self.segment.names.get(column[self.number])
    }

    /// White's name; empty if unknown.
    #[must_use]
    pub fn white(self) -> &'s str {
        self.text(&self.segment.white)
    }

    /// Black's name; empty if unknown.
    #[must_use]
    pub fn black(self) -> &'s str {
        self.text(&self.segment.black)
    }

    /// The event; empty if unknown.
    #[must_use]
    pub fn event(self) -> &'s str {
        self.text(&self.segment.events)
    }

    /// The site; empty if unknown.
    #[must_use]
    pub fn site(self) -> &'s str {
        self.text(&self.segment.sites)
    }

    /// The round; empty if unknown.
    #[must_use]
    pub fn round(self) -> &'s str {
        self.text(&self.segment.rounds)
    }

    /// The time control as in PGN; empty if unknown.
    #[must_use]
    pub fn time_control(self) -> &'s str {
        self.text(&self.segment.time_controls)
    }

    /// ECO code and name of the opening, from the tags or the moves, as in a game list; empty if unknown.
    #[must_use]
    pub fn opening(self) -> &'s str {
        self.text(&self.segment.openings)
    }

    /// The position from which it starts.
    #[must_use]
    pub fn start(self) -> Position {
        match self.text(&self.segment.starts) {
            "" => Position::start(),
            text => fen::parse(text).unwrap_or_else(|_| Position::start()),
        }
    }

    /// The date as in PGN, with `??` for unknown parts; empty if unknown.
    #[must_use]
    pub fn date(self) -> String {
        GameDate::from_number(self.segment.dates[self.number]).to_string()
    }

    /// The year, if known.
    #[must_use]
    pub fn year(self) -> Option<u32> {
        GameDate::from_number(self.segment.dates[self.number]).year()
    }

    /// The rating of a player, if known.
    #[must_use]
    pub fn elo(self, color: Color) -> Option<u16> {
        let elo = color.fold_wb(&self.segment.white_elos, &self.segment.black_elos)[self.number];
        Some(elo).filter(|&elo| elo > 0)
    }

    /// The ECO code; empty if unknown.
    #[must_use]
    pub fn eco(self) -> String {
        eco_text(self.segment.ecos[self.number])
    }

    /// The result.
    #[must_use]
    pub fn result(self) -> GameResult {
        match self.segment.results[self.number] & RESULT_BITS {
            1 => GameResult::WhiteWins,
            2 => GameResult::BlackWins,
            3 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// Whether it is an analysis that was kept by itself, and no game that was played.
    #[must_use]
    pub fn is_analysis(self) -> bool {
        self.segment.results[self.number] & IS_ANALYSIS != 0
    }

    /// Half-moves of the main line, as far as they can be played.
    #[must_use]
    pub fn plies(self) -> u32 {
        self.segment.plies[self.number]
    }
}

fn eco_text(number: u16) -> String {
    match number.checked_sub(1) {
        Some(code @ 0..500) => {
            let letter = char::from(b"ABCDE"[usize::from(code / 100)]);
            format!("{letter}{:02}", code % 100)
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
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
        let change = |change: fn(&mut Segment)| {
            let mut segment = segment_of(GAMES);
            change(&mut segment);
            Segment::from_bytes(&segment.to_bytes())
        };
        assert!(change(|_| {}).is_ok());
        for wrong in [
            |segment: &mut Segment| segment.white[1] = 1_000,
            |segment: &mut Segment| segment.white_elos.push(1),
            |segment: &mut Segment| segment.plies[0] += 2,
            |segment: &mut Segment| segment.code_lengths[0] += 1,
            |segment: &mut Segment| segment.code_lengths[0] = u32::MAX,
        ] {
            assert_eq!(change(wrong), Err(SegmentError::Damaged));
        }
    }
}
