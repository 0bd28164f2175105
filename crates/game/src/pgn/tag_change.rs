//! A change of a tag as a person writes it, `NAME=VALUE`, and what is wrong with one.

use std::fmt;
use std::str::FromStr;

use super::GameResult;
use chess::fen;

/// The longest value, in bytes.
const MAX_VALUE_BYTES: usize = 1_000;

/// The names of tags in their usual spelling, so that `white=Anna` makes no second tag.
const USUAL_NAMES: [&str; 41] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "WhiteFideId",
    "BlackFideId",
    "WhiteType",
    "BlackType",
    "WhiteNA",
    "BlackNA",
    "ECO",
    "NIC",
    "Opening",
    "Variation",
    "SubVariation",
    "TimeControl",
    "Time",
    "UTCTime",
    "UTCDate",
    "Termination",
    "Annotator",
    "FEN",
    "SetUp",
    "Variant",
    "EventDate",
    "EventType",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Mode",
    "PlyCount",
];

/// A change of a tag: its new value, or none to remove it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagChange {
    name: String,
    value: Option<String>,
}

/// What is wrong with a change of a tag.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagProblem {
    /// There is no equals sign.
    #[error(
        "\"{0}\" is no change of a tag: write NAME=VALUE, for example White=Anna, or NAME= to remove the tag"
    )]
    NoChange(String),
    /// No tag can have this name.
    #[error("\"{0}\" cannot be the name of a tag: it begins with a letter and has letters, digits and _")]
    Name(String),
    /// The value has a control character.
    #[error("{0}: a tag stands on one line and has no control characters")]
    ControlCharacter(String),
    /// The value is too long.
    #[error("{0}: the value is longer than 1,000 bytes; long texts are comments")]
    Length(String),
    /// The value is no date.
    #[error(
        "{name}: \"{value}\" is no date: write YYYY.MM.DD, with ?? for what is unknown, as in 2024.05.??"
    )]
    Date {
        /// The tag.
        name: String,
        /// The value.
        value: String,
    },
    /// The value is no result.
    #[error("Result: \"{0}\" is no result: write 1-0, 0-1, 1/2-1/2 or *")]
    Result(String),
    /// The value is no rating.
    #[error("{name}: \"{value}\" is no rating: write a whole number from 0 to 9999, or - for none")]
    Rating {
        /// The tag.
        name: String,
        /// The value.
        value: String,
    },
    /// The value is no position.
    #[error("FEN: {0}")]
    Fen(String),
    /// The tag `SetUp` says something else than the position.
    #[error("SetUp: write 1 if the game has a FEN tag, else 0; with FEN=... it is written by itself")]
    SetUp,
    /// The encoding of the game has no such letter.
    #[error("the game is written in Windows-1252, which has no \"{0}\": save its file as UTF-8 first")]
    NotInEncoding(char),
    /// With the new position the moves cannot be played.
    #[error("the moves of the game cannot be played then: {0}")]
    UnplayableMoves(String),
    /// The new text would not be read as the game with this tag.
    #[error("this text takes no such tag: open the game, and write the tag in its file")]
    NoPlace,
}

impl TagChange {
    /// The name of the tag.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its new value; None removes it.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// A change of the tag of a value that is checked; an empty value removes the tag.
    ///
    /// # Errors
    /// When the name or the value is none that PGN allows.
    pub fn new(name: &str, value: &str) -> Result<Self, TagProblem> {
        let (name, value) = (name.trim(), value.trim());
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.len() <= 255
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return Err(TagProblem::Name(name.to_owned()));
        }
        let usual = USUAL_NAMES.iter().find(|usual| usual.eq_ignore_ascii_case(name));
        let name = usual.map_or(name, |usual| *usual).to_owned();
        if value.is_empty() {
            return Ok(Self { name, value: None });
        }
        check_value(&name, value)?;
        Ok(Self { name, value: Some(value.to_owned()) })
    }

    /// The change of `SetUp` that goes with a position.
    pub(super) fn set_up(value: Option<String>) -> Self {
        Self { name: "SetUp".to_owned(), value }
    }
}

/// Refuses a value that the tag cannot have.
fn check_value(name: &str, value: &str) -> Result<(), TagProblem> {
    if value.chars().any(char::is_control) {
        return Err(TagProblem::ControlCharacter(name.to_owned()));
    }
    if value.len() > MAX_VALUE_BYTES {
        return Err(TagProblem::Length(name.to_owned()));
    }
    let (owned_name, owned_value) = (name.to_owned(), value.to_owned());
    match name {
        "Date" | "UTCDate" | "EventDate" if !is_date(value) => {
            Err(TagProblem::Date { name: owned_name, value: owned_value })
        }
        "Result" if GameResult::of(value).is_none_or(|result| result.to_string() != value) => {
            Err(TagProblem::Result(owned_value))
        }
        "WhiteElo" | "BlackElo" if !is_rating(value) => {
            Err(TagProblem::Rating { name: owned_name, value: owned_value })
        }
        "FEN" => fen::parse(value).map(drop).map_err(|error| TagProblem::Fen(error.reason)),
        "SetUp" if !matches!(value, "0" | "1") => Err(TagProblem::SetUp),
        _ => Ok(()),
    }
}

fn is_rating(value: &str) -> bool {
    let is_number = value.len() <= 4 && value.bytes().all(|byte| byte.is_ascii_digit());
    is_number || matches!(value, "-" | "?")
}

/// Whether a value is a date of PGN: `2024.05.01`, with question marks for what is unknown.
fn is_date(value: &str) -> bool {
    let parts: Vec<&str> = value.split('.').collect();
    let [year, month, day] = parts[..] else { return false };
    let is_part = |part: &str, length: usize| {
        part.len() == length
            && (part.bytes().all(|byte| byte.is_ascii_digit()) || part.bytes().all(|byte| byte == b'?'))
    };
    if !(is_part(year, 4) && is_part(month, 2) && is_part(day, 2)) {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().ok();
    let last_day = match (number(month), number(year)) {
        (Some(0 | 13..), _) => return false,
        (Some(4 | 6 | 9 | 11), _) => 30,
        (Some(2), Some(year)) if !(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) => 28,
        (Some(2), _) => 29,
        (Some(_) | None, _) => 31,
    };
    number(day).is_none_or(|day| (1..=last_day).contains(&day))
}

/// `NAME=VALUE`; an empty value removes the tag.
impl FromStr for TagChange {
    type Err = TagProblem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, value) = text.split_once('=').ok_or_else(|| TagProblem::NoChange(text.to_owned()))?;
        Self::new(name, value)
    }
}

impl fmt::Display for TagChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_tag_may_have_is_known() {
        for text in [
            "White=Anna",
            "white = Anna",
            "Event=",
            "Date=2024.02.29",
            "Date=2024.??.??",
            "Date=????.??.??",
            "Result=*",
            "Result=1/2-1/2",
            "WhiteElo=2700",
            "BlackElo=-",
            "My_Tag1=x",
            "Annotator=a=b",
            "FEN=8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
        ] {
            assert!(text.parse::<TagChange>().is_ok(), "{text}");
        }
        assert_eq!("white = Anna".parse::<TagChange>().unwrap().to_string(), "White=Anna");
        assert_eq!("Annotator=a=b".parse::<TagChange>().unwrap().value(), Some("a=b"));
    }

    #[test]
    fn what_a_tag_cannot_have_is_refused_with_advice() {
        for (text, wanted) in [
            ("White", "is no change of a tag: write NAME=VALUE"),
            ("1White=a", "cannot be the name of a tag"),
            ("Wh ite=a", "cannot be the name of a tag"),
            ("=a", "cannot be the name of a tag"),
            ("White=a\nb", "one line"),
            ("Date=2024-05-01", "write YYYY.MM.DD"),
            ("Date=2023.02.29", "is no date"),
            ("Date=2024.13.01", "is no date"),
            ("EventDate=2024.5.1", "EventDate: \"2024.5.1\" is no date"),
            ("Result=1:0", "write 1-0, 0-1, 1/2-1/2 or *"),
            ("Result=1/2", "is no result"),
            ("WhiteElo=27oo", "WhiteElo: \"27oo\" is no rating"),
            ("FEN=8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", "FEN: rank 1 adds up to 9 files"),
            ("SetUp=yes", "SetUp: write 1"),
        ] {
            let problem = text.parse::<TagChange>().unwrap_err().to_string();
            assert!(problem.contains(wanted), "{text}: {problem}");
        }
        assert!(TagChange::new("White", &"x".repeat(1_001)).is_err());
    }
}
