//! UCI options: their declarations and values.
//!
//! Declarations of our own engine are written here; those of other engines are parsed by [`parse`].

pub mod parse;

use std::borrow::Cow;
use std::fmt;

/// The declaration of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciOption {
    /// Its name; case does not matter.
    pub name: Cow<'static, str>,
    /// Its type and range.
    pub kind: UciOptionKind,
}

/// The types of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciOptionKind {
    /// A number in a range.
    Spin {
        /// The default.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// On or off.
    Check {
        /// The default.
        default: bool,
    },
    /// Any text, such as a path.
    Text {
        /// The default.
        default: Cow<'static, str>,
    },
    /// One of several values.
    Combo {
        /// The default.
        default: Cow<'static, str>,
        /// The possible values.
        choices: Vec<Cow<'static, str>>,
    },
    /// An action.
    Button,
}

/// How a declaration in UCI writes an empty default. No engine takes it for a value.
const EMPTY: &str = "<empty>";

/// A validated value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciOptionValue {
    /// For [`UciOptionKind::Spin`], within its range.
    Spin(i64),
    /// For [`UciOptionKind::Check`].
    Check(bool),
    /// For [`UciOptionKind::Text`], without spaces at its ends, and for [`UciOptionKind::Combo`], as it is declared.
    Text(String),
    /// For [`UciOptionKind::Button`].
    Button,
}

impl UciOption {
    /// Parses a value for this option.
    ///
    /// # Errors
    /// What the option accepts, in words.
    pub fn parse_value(&self, text: Option<&str>) -> Result<UciOptionValue, String> {
        let text = text.map(str::trim);
        match (&self.kind, text) {
            (UciOptionKind::Button, None | Some("")) => Ok(UciOptionValue::Button),
            (UciOptionKind::Button, Some(_)) => Err(format!("{} is a button and takes no value", self.name)),
            (UciOptionKind::Text { .. }, None | Some(EMPTY)) => Ok(UciOptionValue::Text(String::new())),
            (UciOptionKind::Text { .. }, Some(text)) => Ok(UciOptionValue::Text(text.to_owned())),
            (UciOptionKind::Combo { choices, .. }, text) => choices
                .iter()
                .find(|choice| text.is_some_and(|text| choice.eq_ignore_ascii_case(text)))
                .map(|choice| UciOptionValue::Text(choice.to_string()))
                .ok_or_else(|| format!("{} takes one of {}", self.name, choices.join(", "))),
            (UciOptionKind::Spin { min: least, max: most, .. }, text) => text
                .and_then(|text| text.parse().ok())
                .filter(|value| (least..=most).contains(&value))
                .map(UciOptionValue::Spin)
                .ok_or_else(|| format!("{} takes a whole number from {least} to {most}", self.name)),
            (UciOptionKind::Check { .. }, Some("true")) => Ok(UciOptionValue::Check(true)),
            (UciOptionKind::Check { .. }, Some("false")) => Ok(UciOptionValue::Check(false)),
            (UciOptionKind::Check { .. }, _) => Err(format!("{} takes true or false", self.name)),
        }
    }
}

impl UciOptionKind {
    /// The default as text; None for a button.
    #[must_use]
    pub fn default_text(&self) -> Option<String> {
        match self {
            Self::Spin { default, .. } => Some(default.to_string()),
            Self::Check { default } => Some(default.to_string()),
            Self::Text { default } | Self::Combo { default, .. } => Some(default.to_string()),
            Self::Button => None,
        }
    }
}

impl fmt::Display for UciOptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spin(number) => number.fmt(f),
            Self::Check(on) => on.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Button => Ok(()),
        }
    }
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            UciOptionKind::Spin { default, min: least, max: most } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            UciOptionKind::Check { default } => write!(f, "check default {default}"),
            UciOptionKind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            UciOptionKind::Text { default } => write!(f, "string default {default}"),
            UciOptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            UciOptionKind::Button => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: UciOption =
        UciOption { name: Cow::Borrowed("Hash"), kind: UciOptionKind::Spin { default: 16, min: 1, max: 64 } };
    const CLEAR: UciOption = UciOption { name: Cow::Borrowed("Clear Hash"), kind: UciOptionKind::Button };
    const FRC: UciOption =
        UciOption { name: Cow::Borrowed("UCI_Chess960"), kind: UciOptionKind::Check { default: false } };

    const PATH: UciOption = UciOption {
        name: Cow::Borrowed("SyzygyPath"),
        kind: UciOptionKind::Text { default: Cow::Borrowed("") },
    };

    fn style() -> UciOption {
        let choices = vec![Cow::Borrowed("Solid"), Cow::Borrowed("Very Risky")];
        UciOption { name: "Style".into(), kind: UciOptionKind::Combo { default: "Solid".into(), choices } }
    }

    fn check(declaration: &UciOption, text: Option<&str>, wanted: Result<UciOptionValue, &str>) {
        assert_eq!(declaration.parse_value(text), wanted.map_err(str::to_owned), "{text:?}");
    }

    #[test]
    fn values_are_taken_within_their_range() {
        check(&HASH, Some("64"), Ok(UciOptionValue::Spin(64)));
        check(&FRC, Some("true"), Ok(UciOptionValue::Check(true)));
        check(&CLEAR, None, Ok(UciOptionValue::Button));
        for text in [None, Some(""), Some("0"), Some("65"), Some("many"), Some("99999999999999999999")] {
            check(&HASH, text, Err("Hash takes a whole number from 1 to 64"));
        }
        for (text, path) in
            [(Some(" /a b:/c "), "/a b:/c"), (Some("<empty>"), ""), (Some(""), ""), (None, "")]
        {
            check(&PATH, text, Ok(UciOptionValue::Text(path.to_owned())));
        }
        check(&style(), Some("very risky"), Ok(UciOptionValue::Text("Very Risky".to_owned())));
        check(&style(), Some("Mad"), Err("Style takes one of Solid, Very Risky"));
        check(&FRC, Some("yes"), Err("UCI_Chess960 takes true or false"));
        check(&CLEAR, Some("now"), Err("Clear Hash is a button and takes no value"));
    }

    #[test]
    fn declarations_read_as_the_protocol_wants() {
        assert_eq!(HASH.to_string(), "option name Hash type spin default 16 min 1 max 64");
        assert_eq!(FRC.to_string(), "option name UCI_Chess960 type check default false");
        assert_eq!(PATH.to_string(), "option name SyzygyPath type string default <empty>");
        assert_eq!(CLEAR.to_string(), "option name Clear Hash type button");
        assert_eq!(
            style().to_string(),
            "option name Style type combo default Solid var Solid var Very Risky"
        );
    }
}
