//! The keys of a search, and what the value of each means.

use chess::Color;

use super::range::NumberRange;
use super::term::{GameTerm, OpeningTerm};
use super::text::{TextPart, fold};
use crate::board_pattern::{BoardPattern, PatternSequence, PawnStructure};
use crate::game_date::GameDate;
use crate::opening::eco_number;
use crate::pgn::GameResult;
use crate::player_result::PlayerResult;
use crate::time_class::TimeClass;

/// A key of a search: what stands before the colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueryKey {
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The name of either player.
    Player,
    /// The ratings of both players.
    Elo,
    /// White's rating.
    WhiteElo,
    /// Black's rating.
    BlackElo,
    /// The ECO code.
    Eco,
    /// The opening.
    Opening,
    /// The event.
    Event,
    /// The site.
    Site,
    /// The round.
    Round,
    /// The date.
    Date,
    /// The result, of the game or for the user.
    Result,
    /// The number of moves.
    Moves,
    /// The time class or the time control.
    Time,
    /// The side that the user played.
    Color,
    /// Whether the user played, or has given it a star.
    Is,
    /// What the game is annotated with.
    Has,
    /// A label.
    Label,
    /// The name of the PGN file.
    File,
    /// The material of a position.
    Material,
    /// The pawn structure of a position.
    Pawns,
}

/// A value that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct UnreadableValue;

/// What a value means: no term while it is not typed yet.
type ParsedValue = Result<Option<GameTerm>, UnreadableValue>;

/// What a value of a closed set means.
type NamedTerm = (&'static str, GameTerm);

impl QueryKey {
    /// All of them.
    pub const ALL: [Self; 22] = [
        Self::White,
        Self::Black,
        Self::Player,
        Self::Elo,
        Self::WhiteElo,
        Self::BlackElo,
        Self::Eco,
        Self::Opening,
        Self::Event,
        Self::Site,
        Self::Round,
        Self::Date,
        Self::Result,
        Self::Moves,
        Self::Time,
        Self::Color,
        Self::Is,
        Self::Has,
        Self::Label,
        Self::File,
        Self::Material,
        Self::Pawns,
    ];

    /// What is typed before the colon.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Player => "player",
            Self::Elo => "elo",
            Self::WhiteElo => "white-elo",
            Self::BlackElo => "black-elo",
            Self::Eco => "eco",
            Self::Opening => "opening",
            Self::Event => "event",
            Self::Site => "site",
            Self::Round => "round",
            Self::Date => "date",
            Self::Result => "result",
            Self::Moves => "moves",
            Self::Time => "time",
            Self::Color => "color",
            Self::Is => "is",
            Self::Has => "has",
            Self::Label => "label",
            Self::File => "file",
            Self::Material => "material",
            Self::Pawns => "pawns",
        }
    }

    /// The key with a name in lowercase.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "colour" { "color" } else { name };
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// What to give as its value.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::White | Self::Black | Self::Player => "give a part of the name",
            Self::Elo => "give >2400, <2000, 2200..2400, or 2400 if both players have at least that",
            Self::WhiteElo | Self::BlackElo => "give >2400, <2000, 2200..2400, or 2400 for at least that",
            Self::Eco => "give B90, B for all of B00 to B99, or B90..B99",
            Self::Opening | Self::Event | Self::Site | Self::Label | Self::File => "give a part of it",
            Self::Round => "give its number",
            Self::Date => "give 2024, 2024.03, or 2024.03..2024.06",
            Self::Result => {
                "give 1-0, 0-1, 1/2, white, black, draw, or from your side won, drawn, lost, unfinished"
            }
            Self::Moves => "give >60, <20, 20..40, or 25",
            Self::Time => "give 3+2, bullet, blitz, rapid, classical, correspondence",
            Self::Color => "give white or black, the side you played",
            Self::Is => "give mine, for the games that you played, or starred",
            Self::Has => "give comments or variations",
            Self::Material => "give the pieces of both sides, such as KRPvKR",
            Self::Pawns => {
                "give the first field of a FEN, such as 8/pp2pppp/3p4/8/4P3/8/PPP2PPP/8; only its pawns count"
            }
        }
    }

    /// The values to choose from; none where they are free.
    pub(super) fn values(self) -> Vec<NamedTerm> {
        match self {
            Self::Result => {
                // The first one that begins as a value does is meant: `d` is a draw.
                let games = [
                    ("won", GameTerm::UserResult(PlayerResult::Won)),
                    ("lost", GameTerm::UserResult(PlayerResult::Lost)),
                    ("draw", GameTerm::Result(GameResult::Draw)),
                    ("drawn", GameTerm::UserResult(PlayerResult::Drawn)),
                    ("unfinished", GameTerm::UserResult(PlayerResult::Unfinished)),
                    ("white", GameTerm::Result(GameResult::WhiteWins)),
                    ("black", GameTerm::Result(GameResult::BlackWins)),
                    ("1-0", GameTerm::Result(GameResult::WhiteWins)),
                    ("0-1", GameTerm::Result(GameResult::BlackWins)),
                    ("1/2", GameTerm::Result(GameResult::Draw)),
                ];
                games.into()
            }
            Self::Time => TimeClass::ALL.map(|class| (class.name(), GameTerm::TimeClass(vec![class]))).into(),
            Self::Color => [("white", Color::White), ("black", Color::Black)]
                .map(|(name, color)| (name, GameTerm::UserColor(color)))
                .into(),
            Self::Has => vec![("comments", GameTerm::HasComments), ("variations", GameTerm::HasVariations)],
            Self::Is => vec![("mine", GameTerm::Mine), ("starred", GameTerm::Starred)],
            _ => Vec::new(),
        }
    }

    /// Whether capitals count in its value: in a FEN they are White's pieces.
    pub(super) const fn is_case_sensitive(self) -> bool {
        matches!(self, Self::Pawns)
    }

    /// Reads a value, in lowercase where that [means the same](Self::is_case_sensitive), and in its quotes if it has any. It is
    /// understood as soon as it begins like one: `time:bl`.
    pub(super) fn parse(self, value: &str) -> ParsedValue {
        let bare = value.replace('"', "");
        if self != Self::Opening && bare.is_empty() {
            return Ok(None);
        }
        let text = |term: fn(TextPart) -> GameTerm| Ok(TextPart::new(&bare).map(term));
        match self {
            Self::White => Ok(TextPart::new(&bare).map(|part| GameTerm::PlayerOf(Color::White, part))),
            Self::Black => Ok(TextPart::new(&bare).map(|part| GameTerm::PlayerOf(Color::Black, part))),
            Self::Player => text(GameTerm::Player),
            Self::Elo => limited(elo_range(&bare), GameTerm::Elo),
            Self::WhiteElo => limited(elo_range(&bare), |range| GameTerm::EloOf(Color::White, range)),
            Self::BlackElo => limited(elo_range(&bare), |range| GameTerm::EloOf(Color::Black, range)),
            Self::Eco => limited(NumberRange::parse(&bare, eco_range), |range| {
                // 0 is an unknown code.
                GameTerm::Eco(NumberRange { first: range.first.max(1), ..range })
            }),
            Self::Opening => Ok(opening_term(value).map(GameTerm::Opening)),
            Self::Event => text(GameTerm::Event),
            Self::Site => text(GameTerm::Site),
            Self::Round => text(GameTerm::Round),
            Self::Date => limited(NumberRange::parse(&dotted(&bare), date_range), GameTerm::Date),
            Self::Moves => limited(NumberRange::parse(&bare, number_range), GameTerm::Moves),
            Self::Time => time_term(&bare).map(Some),
            Self::File => text(GameTerm::File),
            Self::Result => {
                let synonyms = [
                    ("win", GameTerm::UserResult(PlayerResult::Won)),
                    ("loss", GameTerm::UserResult(PlayerResult::Lost)),
                    ("1/2-1/2", GameTerm::Result(GameResult::Draw)),
                    ("\u{bd}", GameTerm::Result(GameResult::Draw)),
                    ("*", GameTerm::Result(GameResult::Unknown)),
                ];
                named(self.values().into_iter().chain(synonyms), &bare)
            }
            Self::Color | Self::Has => named(self.values(), &bare),
            // Only the whole word, so that the list does not jump while it is typed.
            Self::Is => {
                let is_whole = self.values().iter().any(|(name, _)| *name == bare);
                named(self.values(), &bare).map(|term| term.filter(|_| is_whole))
            }
            Self::Label => text(GameTerm::Label),
            Self::Material => board_term(bare.parse().ok().map(BoardPattern::of_material)),
            Self::Pawns => board_term(PawnStructure::parse(&bare).map(BoardPattern::of_pawns)),
        }
    }
}

/// The term of a pattern; None where it cannot be read.
fn board_term(pattern: Option<BoardPattern>) -> ParsedValue {
    let pattern = pattern.ok_or(UnreadableValue)?;
    Ok(Some(GameTerm::Board(PatternSequence::of(pattern))))
}

/// The first term whose name begins with a value.
fn named(terms: impl IntoIterator<Item = NamedTerm>, value: &str) -> ParsedValue {
    let term = terms.into_iter().find(|(name, _)| name.starts_with(value));
    term.map(|(_, term)| Some(term)).ok_or(UnreadableValue)
}

/// The term of a range; none while it has no limits.
fn limited(range: Option<NumberRange>, term: impl FnOnce(NumberRange) -> GameTerm) -> ParsedValue {
    let range = range.ok_or(UnreadableValue)?;
    Ok((range != NumberRange::ALL).then(|| term(range)))
}

fn number_range(text: &str) -> Option<NumberRange> {
    let is_number = text.bytes().all(|digit| digit.is_ascii_digit());
    let number = text.parse().ok().filter(|_| is_number)?;
    Some(NumberRange { first: number, last: number })
}

/// Nobody looks for one rating: a number alone is the least one.
fn elo_range(text: &str) -> Option<NumberRange> {
    match number_range(text) {
        Some(number) => Some(NumberRange { last: u32::MAX, ..number }),
        None => NumberRange::parse(text, number_range),
    }
}

/// The numbers of the ECO codes that begin as a text does.
fn eco_range(text: &str) -> Option<NumberRange> {
    let (first, last) = match text.len() {
        1 => (format!("{text}00"), format!("{text}99")),
        2 => (format!("{text}0"), format!("{text}9")),
        3 => (text.to_owned(), text.to_owned()),
        _ => return None,
    };
    let [first, last] = [first, last].map(|code| u32::from(eco_number(&code)));
    (first > 0 && last > 0).then_some(NumberRange { first, last })
}

/// A date with dots, as in PGN.
fn dotted(text: &str) -> String {
    text.replace(['-', '/'], ".")
}

/// The numbers of the dates of a day, a month, or a year. A year that is not complete means all that begin so.
fn date_range(text: &str) -> Option<NumberRange> {
    let parts: Vec<&str> = text.trim_matches('.').split('.').collect();
    let number = |at: usize, digits: usize, greatest: u32| match parts.get(at) {
        None => Some(0),
        Some(part) => {
            let number = number_range(part)?.first;
            (part.len() <= digits && number <= greatest).then_some(number)
        }
    };
    let (year, month, day) = (number(0, 4, 9_999)?, number(1, 2, 12)?, number(2, 2, 31)?);
    let year_digits = parts.first().map_or(0, |year| year.len());
    match parts.len() {
        1 if year_digits < 4 => {
            let unit = 10_000 * 10_u32.pow(u32::try_from(4 - year_digits).ok()?);
            Some(NumberRange { first: year * unit, last: (year + 1) * unit - 1 })
        }
        1..=3 if year_digits == 4 => {
            let (first, last) = GameDate::from_number(year * 10_000 + month * 100 + day).span()?;
            Some(NumberRange { first, last })
        }
        _ => None,
    }
}

/// In quotes it is a name, else a part of one. Nothing in quotes is an unknown opening.
fn opening_term(value: &str) -> Option<OpeningTerm> {
    match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(name) => Some(OpeningTerm::Named(fold(name))),
        None => TextPart::new(&value.replace('"', "")).map(OpeningTerm::Containing),
    }
}

fn time_term(value: &str) -> Result<GameTerm, UnreadableValue> {
    if value.starts_with(|c: char| c.is_ascii_digit()) {
        let (minutes, increment) = value.split_once('+').map_or((value, None), |(a, b)| (a, Some(b)));
        let Ok(minutes) = minutes.parse::<u64>() else {
            return Ok(GameTerm::TimeControl([value.to_owned(), value.to_owned()]));
        };
        let seconds = minutes.saturating_mul(60);
        // Chess.com leaves an increment of nothing out, Lichess writes it.
        return Ok(GameTerm::TimeControl(match increment {
            Some(increment) => [format!("{seconds}+{increment}"), value.to_owned()],
            None => [seconds.to_string(), format!("{seconds}+0")],
        }));
    }
    let classes: Vec<TimeClass> =
        TimeClass::ALL.into_iter().filter(|class| class.name().starts_with(value)).collect();
    if classes.is_empty() { Err(UnreadableValue) } else { Ok(GameTerm::TimeClass(classes)) }
}
