//! The order of games by a column, over several segments.
//!
//! Each game gets a number that sorts as its value does: of a text its rank among the texts of all segments (`TextRanks`). Then
//! the games are sorted by these numbers.

use std::cmp::Ordering;
use std::collections::HashMap;

use chess::thread::{core_count, run_in_parallel};
use game::GameDate;
use game::pgn::GameResult;

use crate::game_headers::{GameHeaders, RESULT_BITS, result_number};
use crate::number_set::NumberSet;

/// A game of one of several segments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentGame {
    /// The number of the segment, from 0.
    pub segment: u32,
    /// The number of the game in it.
    pub game: u32,
}

/// A column by which games are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SortColumn {
    /// White's name, upper and lower case alike.
    White,
    /// Black's name.
    Black,
    /// White's rating.
    WhiteElo,
    /// Black's rating.
    BlackElo,
    /// The average of both ratings; one of them, if the other is unknown.
    AverageElo,
    /// The date.
    Date,
    /// The result: Black's wins, White's, draws.
    Result,
    /// ECO code and name of the opening.
    Opening,
    /// Half-moves of the main line.
    Moves,
    /// The event.
    Event,
    /// The site.
    Site,
}

/// An order of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameSort {
    /// The column.
    pub column: SortColumn,
    /// Whether the greatest value comes first. What is unknown comes last in any case.
    pub is_descending: bool,
}

/// The key of what is unknown: it comes last.
const UNKNOWN: u32 = u32::MAX;

impl SortColumn {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::White,
        Self::Black,
        Self::WhiteElo,
        Self::BlackElo,
        Self::AverageElo,
        Self::Date,
        Self::Result,
        Self::Opening,
        Self::Moves,
        Self::Event,
        Self::Site,
    ];

    /// The column of texts that it is; None for one of numbers.
    fn texts(self, headers: &GameHeaders) -> Option<&[u32]> {
        match self {
            Self::White => Some(&headers.white),
            Self::Black => Some(&headers.black),
            Self::Event => Some(&headers.events),
            Self::Site => Some(&headers.sites),
            Self::Opening => Some(&headers.openings),
            _ => None,
        }
    }

    /// The key of a game by a column of numbers, smaller than [`UNKNOWN`]. None if the value is unknown, or is a text.
    fn number(self, headers: &GameHeaders, game: usize) -> Option<u32> {
        let elos = [headers.white_elos[game], headers.black_elos[game]].map(u32::from);
        let known = |number: u32| Some(number).filter(|&number| number > 0);
        match self {
            Self::White | Self::Black | Self::Event | Self::Site | Self::Opening => None,
            Self::WhiteElo => known(elos[0]),
            Self::BlackElo => known(elos[1]),
            Self::AverageElo => match elos {
                [0, elo] | [elo, 0] => known(2 * elo),
                [white, black] => Some(white + black),
            },
            Self::Date => {
                let date = GameDate::from_number(headers.dates[game]);
                date.year().map(|_| date.number())
            }
            Self::Result => {
                const ORDER: [GameResult; 3] =
                    [GameResult::BlackWins, GameResult::WhiteWins, GameResult::Draw];
                let result = headers.results[game] & RESULT_BITS;
                (0..).zip(ORDER).find(|&(_, known)| result_number(known) == result).map(|(key, _)| key)
            }
            Self::Moves => Some(headers.plies[game]),
        }
    }
}

impl GameSort {
    /// Sorts games of segments. Games with equal values stay in the order in which they are given.
    ///
    /// # Panics
    /// If a game is in none of the segments.
    #[must_use]
    pub fn sorted(self, segments: &[&GameHeaders], games: &[SegmentGame]) -> Vec<SegmentGame> {
        self.sorted_by_ranks(segments, &TextRanks::of(self.column, segments), games)
    }

    /// The same with the ranks of the column's texts, which are those of the same segments.
    ///
    /// # Panics
    /// If a game is in none of the segments.
    pub(crate) fn sorted_by_ranks(
        self,
        segments: &[&GameHeaders],
        TextRanks(ranks): &TextRanks,
        games: &[SegmentGame],
    ) -> Vec<SegmentGame> {
        let key = |at: SegmentGame| {
            let (number, game) = (at.segment as usize, at.game as usize);
            let segment = segments[number];
            match self.column.texts(segment) {
                Some(texts) => ranks[number][texts[game] as usize],
                None => self.column.number(segment, game).unwrap_or(UNKNOWN),
            }
        };
        let mut keyed: Vec<(u32, SegmentGame)> = games.iter().map(|&game| (key(game), game)).collect();
        let greatest = keyed.iter().map(|&(key, _)| key).filter(|&key| key != UNKNOWN).max().unwrap_or(0);
        for (key, _) in &mut keyed {
            *key = match *key {
                UNKNOWN => greatest.saturating_add(1),
                known if self.is_descending => greatest - known,
                known => known,
            };
        }
        sort_by_key(&mut keyed, greatest.saturating_add(1));
        keyed.into_iter().map(|(_, game)| game).collect()
    }
}

/// The ranks of the texts of a column over several segments: of each segment by the numbers of its texts. None for a column of
/// numbers.
#[derive(Debug)]
pub(crate) struct TextRanks(Vec<Vec<u32>>);

impl TextRanks {
    /// The ranks of the texts of a column. Most texts are in many segments: they are compared once.
    pub(crate) fn of(column: SortColumn, segments: &[&GameHeaders]) -> Self {
        if segments.first().is_none_or(|segment| column.texts(segment).is_none()) {
            return Self(Vec::new());
        }
        let share = segments.len().div_ceil(core_count()).max(MIN_SHARE);
        let work = segments.chunks(share).map(|share| move || DistinctTexts::of(column, share));
        let parts = run_in_parallel(work);
        let mut texts: Vec<(usize, &RankedText<'_>)> = parts
            .iter()
            .enumerate()
            .flat_map(|(part, of)| of.texts.iter().map(move |text| (part, text)))
            .collect();
        // The texts of a part are in order: a sort that finds what is in order is fast.
        texts.sort_by(|(_, a), (_, b)| a.cmp_ignoring_case(b));
        let mut ranks: Vec<Vec<u32>> = parts.iter().map(|part| vec![UNKNOWN; part.texts.len()]).collect();
        let mut rank = 0;
        let mut before: Option<&RankedText<'_>> = None;
        for (part, text) in texts {
            rank += u32::from(before.is_some_and(|before| before.cmp_ignoring_case(text).is_ne()));
            ranks[part][text.number as usize] = rank;
            before = Some(text);
        }
        let of_part = |(part, ranks): (DistinctTexts<'_>, Vec<u32>)| {
            part.numbers.into_iter().map(move |mut numbers| {
                for number in &mut numbers {
                    *number = ranks.get(*number as usize).copied().unwrap_or(UNKNOWN);
                }
                numbers
            })
        };
        Self(parts.into_iter().zip(ranks).flat_map(of_part).collect())
    }
}

/// The least number of segments for which a thread is worth starting.
const MIN_SHARE: usize = 4;

/// The texts that a column has in some segments, each once.
struct DistinctTexts<'s> {
    /// In order.
    texts: Vec<RankedText<'s>>,
    /// Of each segment by the numbers of its texts there: the numbers here. [`UNKNOWN`] for an empty text and those of other
    /// columns.
    numbers: Vec<Vec<u32>>,
}

impl<'s> DistinctTexts<'s> {
    fn of(column: SortColumn, segments: &[&'s GameHeaders]) -> Self {
        let mut known: HashMap<&str, u32> = HashMap::new();
        let mut texts = Vec::new();
        let mut numbers_in = |segment: &'s GameHeaders| {
            let mut used = NumberSet::empty(segment.names.len());
            for &text in column.texts(segment).unwrap_or_default() {
                used.insert(text as usize);
            }
            let mut numbers = vec![UNKNOWN; segment.names.len()];
            let used =
                (0..).zip(segment.names.iter()).filter(|&(at, text)| used.contains(at) && !text.is_empty());
            for (at, text) in used {
                let next = u32::try_from(texts.len()).unwrap_or(UNKNOWN);
                let number = *known.entry(text).or_insert(next);
                if number == next {
                    texts.push(RankedText { front: front_of(text), text, number });
                }
                numbers[at] = number;
            }
            numbers
        };
        let numbers = segments.iter().map(|segment| numbers_in(segment)).collect();
        texts.sort_by(RankedText::cmp_ignoring_case);
        Self { texts, numbers }
    }
}

/// Number of bits that one pass of the sort compares.
const PASS_BITS: u32 = 11;

/// Sorts games by their keys, which are at most `greatest`: a radix sort (LSD), which keeps the order of equal keys.
fn sort_by_key(keyed: &mut Vec<(u32, SegmentGame)>, greatest: u32) {
    let mut sorted = keyed.clone();
    let bits = u32::BITS - greatest.leading_zeros();
    for shift in (0..bits).step_by(PASS_BITS as usize) {
        let digit = |key: u32| (key >> shift) as usize & ((1 << PASS_BITS) - 1);
        let mut places = [0_usize; 1 << PASS_BITS];
        for &(key, _) in keyed.iter() {
            places[digit(key)] += 1;
        }
        let mut next = 0;
        // From how many games have a digit to where the first one of them goes.
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for &game in keyed.iter() {
            let place = &mut places[digit(game.0)];
            sorted[*place] = game;
            *place += 1;
        }
        std::mem::swap(keyed, &mut sorted);
    }
}

/// How many bytes of a text are compared at once.
const FRONT_BYTES: usize = 16;

/// A text whose rank is wanted.
struct RankedText<'s> {
    /// Its first bytes in lowercase, which decide nearly always.
    front: u128,
    text: &'s str,
    /// Its number among the texts of the same [`DistinctTexts`].
    number: u32,
}

impl RankedText<'_> {
    fn cmp_ignoring_case(&self, other: &Self) -> Ordering {
        self.front.cmp(&other.front).then_with(|| {
            let is_whole = |text: &str| text.len() <= FRONT_BYTES && text.is_ascii();
            if is_whole(self.text) && is_whole(other.text) {
                return Ordering::Equal;
            }
            cmp_ignoring_case(self.text, other.text)
        })
    }
}

/// The first bytes of a text in lowercase.
fn front_of(text: &str) -> u128 {
    let mut front = [0; FRONT_BYTES];
    let mut fill =
        |bytes: &mut dyn Iterator<Item = u8>| front.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    if text.is_ascii() {
        fill(&mut text.bytes().map(|byte| byte.to_ascii_lowercase()));
    } else {
        fill(&mut text.to_lowercase().bytes());
    }
    u128::from_be_bytes(front)
}

/// Compares texts in lowercase.
fn cmp_ignoring_case(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() {
        let [a, b] = [a, b].map(|text| text.bytes().map(|byte| byte.to_ascii_lowercase()));
        return a.cmp(b);
    }
    a.to_lowercase().cmp(&b.to_lowercase())
}

#[cfg(test)]
mod tests;
