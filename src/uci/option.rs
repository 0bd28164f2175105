//! The settings that an engine offers an interface: how they are declared and what values they take.
//!
//! Our own engine writes declarations, the engines of others are read by theirs: see [`reading`].

pub mod reading;

use std::borrow::Cow;
use std::fmt;

/// One setting as the engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name; interfaces send it back in any case.
    pub name: Cow<'static, str>,
    /// What values it takes.
    pub kind: Kind,
}

/// The values that a setting takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number in a range.
    Number {
        /// The value before anybody sets one.
        default: i64,
        /// The least value.
        least: i64,
        /// The greatest value.
        most: i64,
    },
    /// On or off.
    Switch {
        /// The value before anybody sets one.
        default: bool,
    },
    /// Any text, such as a path.
    Text {
        /// The value before anybody sets one.
        default: Cow<'static, str>,
    },
    /// One of several words.
    Choice {
        /// The value before anybody sets one.
        default: Cow<'static, str>,
        /// All that can be chosen.
        choices: Vec<Cow<'static, str>>,
    },
    /// Something that is done when it is pressed.
    Button,
}

/// How the protocol writes a text without letters.
const EMPTY: &str = "<empty>";

/// A value that a declaration accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// For [`Kind::Number`], within its range.
    Number(i64),
    /// For [`Kind::Switch`].
    Switch(bool),
    /// For [`Kind::Text`], without spaces at its ends, and for [`Kind::Choice`], as it is declared.
    Text(String),
    /// For [`Kind::Button`].
    Pressed,
}

impl Declaration {
    /// Reads a value for this setting.
    ///
    /// # Errors
    /// Says in words what the setting takes instead.
    pub fn read(&self, text: Option<&str>) -> Result<Value, String> {
        let text = text.map(str::trim);
        match (&self.kind, text) {
            (Kind::Button, None | Some("")) => Ok(Value::Pressed),
            (Kind::Button, Some(_)) => Err(format!("{} is a button and takes no value", self.name)),
            (Kind::Text { .. }, None | Some(EMPTY)) => Ok(Value::Text(String::new())),
            (Kind::Text { .. }, Some(text)) => Ok(Value::Text(text.to_owned())),
            (Kind::Choice { choices, .. }, text) => choices
                .iter()
                .find(|choice| text.is_some_and(|text| choice.eq_ignore_ascii_case(text)))
                .map(|choice| Value::Text(choice.to_string()))
                .ok_or_else(|| format!("{} takes one of {}", self.name, choices.join(", "))),
            (Kind::Number { least, most, .. }, text) => text
                .and_then(|text| text.parse().ok())
                .filter(|value| (least..=most).contains(&value))
                .map(Value::Number)
                .ok_or_else(|| format!("{} takes a whole number from {least} to {most}", self.name)),
            (Kind::Switch { .. }, Some("true")) => Ok(Value::Switch(true)),
            (Kind::Switch { .. }, Some("false")) => Ok(Value::Switch(false)),
            (Kind::Switch { .. }, _) => Err(format!("{} takes true or false", self.name)),
        }
    }
}

impl Kind {
    /// The value before anybody sets one, as text; None for a button.
    #[must_use]
    pub fn default_text(&self) -> Option<String> {
        match self {
            Self::Number { default, .. } => Some(default.to_string()),
            Self::Switch { default } => Some(default.to_string()),
            Self::Text { default } | Self::Choice { default, .. } => Some(default.to_string()),
            Self::Button => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Switch(on) => on.fmt(f),
            Self::Text(text) if text.is_empty() => f.write_str(EMPTY),
            Self::Text(text) => f.write_str(text),
            Self::Pressed => Ok(()),
        }
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Number { default, least, most } => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            Kind::Switch { default } => write!(f, "check default {default}"),
            Kind::Text { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            Kind::Text { default } => write!(f, "string default {default}"),
            Kind::Choice { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Button => f.write_str("button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: Declaration =
        Declaration { name: Cow::Borrowed("Hash"), kind: Kind::Number { default: 16, least: 1, most: 64 } };
    const CLEAR: Declaration = Declaration { name: Cow::Borrowed("Clear Hash"), kind: Kind::Button };
    const FRC: Declaration =
        Declaration { name: Cow::Borrowed("UCI_Chess960"), kind: Kind::Switch { default: false } };

    const PATH: Declaration =
        Declaration { name: Cow::Borrowed("SyzygyPath"), kind: Kind::Text { default: Cow::Borrowed("") } };

    fn style() -> Declaration {
        let choices = vec![Cow::Borrowed("Solid"), Cow::Borrowed("Very Risky")];
        Declaration { name: "Style".into(), kind: Kind::Choice { default: "Solid".into(), choices } }
    }

    fn check(declaration: &Declaration, text: Option<&str>, wanted: Result<Value, &str>) {
        assert_eq!(declaration.read(text), wanted.map_err(str::to_owned), "{text:?}");
    }

    #[test]
    fn values_are_taken_within_their_range() {
        check(&HASH, Some("64"), Ok(Value::Number(64)));
        check(&FRC, Some("true"), Ok(Value::Switch(true)));
        check(&CLEAR, None, Ok(Value::Pressed));
        for text in [None, Some(""), Some("0"), Some("65"), Some("many"), Some("99999999999999999999")] {
            check(&HASH, text, Err("Hash takes a whole number from 1 to 64"));
        }
        for (text, path) in
            [(Some(" /a b:/c "), "/a b:/c"), (Some("<empty>"), ""), (Some(""), ""), (None, "")]
        {
            check(&PATH, text, Ok(Value::Text(path.to_owned())));
        }
        check(&style(), Some("very risky"), Ok(Value::Text("Very Risky".to_owned())));
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
