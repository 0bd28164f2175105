//! The headers of a run of games of PGN files, in columns: all that a list of games shows, sorts and searches, but no moves.

use std::path::PathBuf;

use chess::{Color, Position, fen};
use game::pgn::notes::Annotations;
use game::pgn::{GameResult, UnplayableGame};
use game::{GameDate, GameListEntry, GameLocation, GameResumable, TimeClass};

use crate::bytes::{read_column, read_small_numbers, write_column, write_small_numbers};
use crate::names::{NameCollector, Names};

/// The headers of a run of games.
///
/// The columns have a value for each game, in the order of the file. Texts are numbers of [`Names`].
#[derive(Default, PartialEq, Eq, Debug)]
pub struct GameHeaders {
    pub(crate) names: Names,
    /// The first byte of the game in its file.
    pub(crate) offsets: Vec<u64>,
    /// Length of its text in bytes.
    pub(crate) lengths: Vec<u32>,
    /// The checksum of its text ([`digest`](game::game_list::digest)).
    pub(crate) digests: Vec<u64>,
    /// The fingerprint of players, date, start and moves, as a game list has it.
    pub(crate) fingerprints: Vec<u64>,
    pub(crate) white: Vec<u32>,
    pub(crate) black: Vec<u32>,
    pub(crate) events: Vec<u32>,
    pub(crate) sites: Vec<u32>,
    pub(crate) rounds: Vec<u32>,
    pub(crate) time_controls: Vec<u32>,
    /// ECO code and name, from the tags or the moves.
    pub(crate) openings: Vec<u32>,
    /// The FEN of the start; an empty text for the usual one. Of a game without a board the variant, or why its start is
    /// illegal.
    pub(crate) starts: Vec<u32>,
    /// Year, month and day as in 20261130, 0 for what is unknown.
    pub(crate) dates: Vec<u32>,
    /// 0 where it is unknown.
    pub(crate) white_elos: Vec<u16>,
    pub(crate) black_elos: Vec<u16>,
    /// The ECO code of the opening, from 1 for A00 to 500 for E99, 0 where it is unknown.
    pub(crate) ecos: Vec<u16>,
    /// The result ([`result_number`]) and flags, from [`BLACK_BEGINS`] on.
    pub(crate) results: Vec<u16>,
    /// Half-moves of the main line, as far as they can be played.
    pub(crate) plies: Vec<u32>,
}

/// The bits of [`GameHeaders::results`] with the result.
pub(crate) const RESULT_BITS: u16 = 3;

/// The bit of [`GameHeaders::results`] that says that Black moves first.
pub(crate) const BLACK_BEGINS: u16 = 4;

/// The bit that says that it is an analysis that was kept, and no game that was played.
pub(crate) const IS_ANALYSIS: u16 = 8;

/// The bit that says that it was played in Matescope and is not over.
pub(crate) const IS_RESUMABLE: u16 = 16;

/// The bit that says that it has the rules of another variant, and no moves here.
pub(crate) const IS_OTHER_VARIANT: u16 = 32;

/// The bit that says that its start is no legal position, so that it has no moves here.
pub(crate) const HAS_ILLEGAL_START: u16 = 64;

/// The bit that says that it has comments.
pub(crate) const HAS_COMMENTS: u16 = 128;

/// The bit that says that it has variations.
pub(crate) const HAS_VARIATIONS: u16 = 256;

/// The bits that say what a game is annotated with.
pub(crate) fn annotation_bits(annotations: Annotations) -> u16 {
    u16::from(annotations.has_comments) * HAS_COMMENTS
        + u16::from(annotations.has_variations) * HAS_VARIATIONS
}

/// A result as a number from 0 to 3.
pub(crate) const fn result_number(result: GameResult) -> u16 {
    match result {
        GameResult::Unknown => 0,
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => 2,
        GameResult::Draw => 3,
    }
}

impl GameHeaders {
    /// Number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether it has no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// A game, from 0.
    ///
    /// # Panics
    /// If there is none with this number.
    #[must_use]
    pub fn game(&self, number: usize) -> IndexedGame<'_> {
        assert!(number < self.len(), "game {number} of {}", self.len());
        IndexedGame { headers: self, number }
    }

    /// Whether Black moves first in a game.
    pub(crate) fn black_begins(&self, game: usize) -> bool {
        self.results[game] & BLACK_BEGINS != 0
    }

    /// Appends the columns to bytes.
    pub(crate) fn write(&self, to: &mut Vec<u8>) {
        self.names.write(to);
        write_column(&self.lengths, to);
        write_small_numbers(self.gaps(), to);
        write_column(&self.digests, to);
        write_column(&self.fingerprints, to);
        for column in self.text_columns().into_iter().chain([&self.dates]) {
            write_column(column, to);
        }
        for column in [&self.white_elos, &self.black_elos, &self.ecos] {
            write_column(column, to);
        }
        write_column(&self.results, to);
        write_column(&self.plies, to);
    }

    /// Takes the columns from bytes. None where they do not fit each other.
    pub(crate) fn read(mut from: &[u8]) -> Option<Self> {
        let from = &mut from;
        let names = Names::read(from)?;
        let lengths: Vec<u32> = read_column(from)?;
        let headers = Self {
            names,
            offsets: offsets_of(&read_small_numbers(from)?, &lengths)?,
            lengths,
            digests: read_column(from)?,
            fingerprints: read_column(from)?,
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
        };
        headers.is_consistent().then_some(headers)
    }

    /// The number of bytes between the end of each game and the start of the next one, which may be in another file.
    fn gaps(&self) -> impl Iterator<Item = i64> {
        let mut end = 0_u64;
        self.offsets.iter().zip(&self.lengths).map(move |(&offset, &length)| {
            let gap = offset.wrapping_sub(end).cast_signed();
            end = offset.wrapping_add(length.into());
            gap
        })
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

    /// Whether all columns have a value for each game, and all numbers of texts are known.
    fn is_consistent(&self) -> bool {
        let known = self.names.len();
        let count = self.len();
        let is_known = |column: &&Vec<u32>| column.iter().all(|&text| (text as usize) < known);
        self.text_columns().iter().all(|column| column.len() == count && is_known(column))
            && [&self.lengths, &self.dates, &self.plies].iter().all(|column| column.len() == count)
            && [&self.digests, &self.fingerprints].iter().all(|column| column.len() == count)
            && [&self.white_elos, &self.black_elos, &self.ecos].iter().all(|column| column.len() == count)
            && self.results.len() == count
    }
}

/// The offsets of games with these lengths and the gaps between them. None where they are not as many.
fn offsets_of(gaps: &[i64], lengths: &[u32]) -> Option<Vec<u64>> {
    let mut end = 0_u64;
    let offset = |(&gap, &length): (&i64, &u32)| {
        let offset = end.wrapping_add(gap.cast_unsigned());
        end = offset.wrapping_add(length.into());
        offset
    };
    (gaps.len() == lengths.len()).then(|| gaps.iter().zip(lengths).map(offset).collect())
}

/// A game of a segment by its tags.
#[derive(Clone, Copy, Debug)]
pub struct IndexedGame<'h> {
    headers: &'h GameHeaders,
    number: usize,
}

impl<'h> IndexedGame<'h> {
    /// The first byte of its text in its file.
    #[must_use]
    pub fn offset(self) -> u64 {
        self.headers.offsets[self.number]
    }

    /// Length of its text in bytes.
    #[must_use]
    pub fn length(self) -> u32 {
        self.headers.lengths[self.number]
    }

    /// The text that a column has for it.
    fn text(self, column: &[u32]) -> &'h str {
        self.headers.names.get(column[self.number])
    }

    /// White's name; empty if unknown.
    #[must_use]
    pub fn white(self) -> &'h str {
        self.text(&self.headers.white)
    }

    /// Black's name; empty if unknown.
    #[must_use]
    pub fn black(self) -> &'h str {
        self.text(&self.headers.black)
    }

    /// The event; empty if unknown.
    #[must_use]
    pub fn event(self) -> &'h str {
        self.text(&self.headers.events)
    }

    /// The site; empty if unknown.
    #[must_use]
    pub fn site(self) -> &'h str {
        self.text(&self.headers.sites)
    }

    /// The round; empty if unknown.
    #[must_use]
    pub fn round(self) -> &'h str {
        self.text(&self.headers.rounds)
    }

    /// The time control as in PGN; empty if unknown.
    #[must_use]
    pub fn time_control(self) -> &'h str {
        self.text(&self.headers.time_controls)
    }

    /// ECO code and name of the opening, from the tags or the moves, as in a game list; empty if unknown.
    #[must_use]
    pub fn opening(self) -> &'h str {
        self.text(&self.headers.openings)
    }

    /// The position from which it starts; the usual one for a game without a board.
    #[must_use]
    pub fn start(self) -> Position {
        match self.text(&self.headers.starts) {
            "" => Position::start(),
            text => fen::parse(text).unwrap_or_else(|_| Position::start()),
        }
    }

    /// Why it has no board, if it has none.
    #[must_use]
    pub fn unplayable(self) -> Option<UnplayableGame> {
        let reason = || self.text(&self.headers.starts).to_owned();
        if self.has_flag(IS_OTHER_VARIANT) {
            return Some(UnplayableGame::OtherVariant(reason()));
        }
        self.has_flag(HAS_ILLEGAL_START).then(|| UnplayableGame::IllegalStart(reason()))
    }

    /// The checksum of its text.
    #[must_use]
    pub fn digest(self) -> u64 {
        self.headers.digests[self.number]
    }

    /// The fingerprint of players, date, start and moves, as a game list has it.
    #[must_use]
    pub fn fingerprint(self) -> u64 {
        self.headers.fingerprints[self.number]
    }

    fn has_flag(self, flag: u16) -> bool {
        self.headers.results[self.number] & flag != 0
    }

    /// The date as in PGN, with `??` for unknown parts; empty if unknown.
    #[must_use]
    pub fn date(self) -> String {
        GameDate::from_number(self.headers.dates[self.number]).to_string()
    }

    /// The year, if known.
    #[must_use]
    pub fn year(self) -> Option<u32> {
        GameDate::from_number(self.headers.dates[self.number]).year()
    }

    /// The rating of a player, if known.
    #[must_use]
    pub fn elo(self, color: Color) -> Option<u16> {
        let elo = color.fold_wb(&self.headers.white_elos, &self.headers.black_elos)[self.number];
        Some(elo).filter(|&elo| elo > 0)
    }

    /// The ECO code; empty if unknown.
    #[must_use]
    pub fn eco(self) -> String {
        eco_text(self.headers.ecos[self.number])
    }

    /// The result.
    #[must_use]
    pub fn result(self) -> GameResult {
        match self.headers.results[self.number] & RESULT_BITS {
            1 => GameResult::WhiteWins,
            2 => GameResult::BlackWins,
            3 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    /// Whether it is an analysis that was kept by itself, and no game that was played.
    #[must_use]
    pub fn is_analysis(self) -> bool {
        self.has_flag(IS_ANALYSIS)
    }

    /// What it is annotated with.
    #[must_use]
    pub fn annotations(self) -> Annotations {
        let (has_comments, has_variations) = (self.has_flag(HAS_COMMENTS), self.has_flag(HAS_VARIATIONS));
        Annotations { has_comments, has_variations }
    }

    /// Whether it was played in Matescope and is not over.
    #[must_use]
    pub fn is_resumable(self) -> bool {
        self.has_flag(IS_RESUMABLE)
    }

    /// Half-moves of the main line, as far as they can be played.
    #[must_use]
    pub fn plies(self) -> u32 {
        self.headers.plies[self.number]
    }

    /// Its entry in a game list. `modified` is the modification time of its file in Unix seconds.
    #[must_use]
    pub fn list_entry(self, file: PathBuf, modified: u64) -> GameListEntry {
        let text = |text: &str| text.to_owned();
        let player = |name: &str| text(if name.is_empty() { "?" } else { name });
        let resumes = if self.is_resumable() { GameResumable::Yes } else { GameResumable::No };
        GameListEntry {
            location: GameLocation {
                file,
                offset: self.offset(),
                length: self.length().into(),
                digest: self.digest(),
            },
            white: player(self.white()),
            black: player(self.black()),
            white_elo: self.elo(Color::White),
            black_elo: self.elo(Color::Black),
            date: self.date(),
            result: self.result(),
            opening: text(self.opening()),
            event: text(self.event()),
            site: text(self.site()),
            round: text(self.round()),
            time_control: text(self.time_control()),
            time_class: TimeClass::of_game(self.time_control(), self.event()),
            fingerprint: self.fingerprint(),
            unplayable: self.unplayable(),
            is_analysis: self.is_analysis(),
            annotations: self.annotations(),
            plies: self.plies(),
            resumes,
            modified,
        }
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
