//! The terms of a search.

use chess::Color;

use super::range::NumberRange;
use super::text::{TextPart, fold};
use crate::board_pattern::PatternSequence;
use crate::game_date::GameDate;
use crate::opening::{family_name, split_eco};
use crate::pgn::GameResult;
use crate::player_result::PlayerResult;
use crate::time_class::TimeClass;

/// What a part of a search says about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameTerm {
    /// A word, or a text in quotes: players, date, result, opening, event or time class have it.
    Word(TextPart),
    /// `white:`, `black:`: the name of this player has a text.
    PlayerOf(Color, TextPart),
    /// `player:`: the name of either player has a text.
    Player(TextPart),
    /// No key has it: the name of either player is one of these, as written.
    PlayerNamed(Vec<String>),
    /// `elo:`: the ratings of both players are in a range.
    Elo(NumberRange),
    /// `white-elo:`, `black-elo:`: the rating of this player is in a range.
    EloOf(Color, NumberRange),
    /// `eco:`: the ECO code is in a range, from 1 for A00 to 500 for E99.
    Eco(NumberRange),
    /// `opening:`: the opening.
    Opening(OpeningTerm),
    /// `event:`: the event has a text.
    Event(TextPart),
    /// `site:`: the site has a text.
    Site(TextPart),
    /// `round:`: the round is this one, or one of its boards: `3`, `3.12`.
    Round(TextPart),
    /// `date:`: the date may be in a range of numbers of dates.
    Date(NumberRange),
    /// `result:1-0`: the result.
    Result(GameResult),
    /// `result:lost`: how the game ended for the user.
    UserResult(PlayerResult),
    /// `moves:`: the number of full moves is in a range.
    Moves(NumberRange),
    /// `time:blitz`: the time class is one of these.
    TimeClass(Vec<TimeClass>),
    /// `time:3+2`: the time control is written in one of these ways.
    TimeControl([String; 2]),
    /// `color:white`: the side that the user played.
    UserColor(Color),
    /// `is:mine`: one player is the user.
    Mine,
    /// `is:starred`: the game has a star.
    Starred,
    /// `has:comments`: the game has comments.
    HasComments,
    /// `has:variations`: the game has variations.
    HasVariations,
    /// `label:`: the name of one of its labels has a text.
    Label(TextPart),
    /// `file:`: the name of the PGN file has a text.
    File(TextPart),
    /// `material:`, `pawns:`: positions of the main line match patterns, in a game that was played. The index of the library
    /// answers it; a list of games has no positions.
    Board(PatternSequence),
}

/// The openings that fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningTerm {
    /// Without quotes: those with this text in their code or name.
    Containing(TextPart),
    /// In quotes: the one with this code and name, with this name, or the family of this name. As [`fold`] returns it.
    Named(String),
}

impl OpeningTerm {
    /// Whether an opening with code and name fits.
    #[must_use]
    pub fn matches(&self, opening: &str) -> bool {
        match self {
            Self::Containing(part) => part.is_in(opening),
            Self::Named(named) => {
                let opening = fold(opening);
                let (_, name) = split_eco(&opening);
                [opening.as_str(), name, family_name(&opening)].contains(&named.as_str())
            }
        }
    }
}

/// Number of full moves of a game.
#[must_use]
pub const fn full_moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// Whether a date may be in a range. Unknown months and days may be any, an unknown year is in none.
#[must_use]
pub fn date_is_in(date: GameDate, range: NumberRange) -> bool {
    date.span().is_some_and(|(first, last)| range.overlaps(NumberRange { first, last }))
}

/// Whether a rating is known and in a range. PGN writes 0 where it is unknown.
#[must_use]
pub fn elo_is_in(elo: Option<u16>, range: NumberRange) -> bool {
    elo.is_some_and(|elo| elo > 0 && range.contains(u32::from(elo)))
}
