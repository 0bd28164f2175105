//! A key press as a value: what a config file names and a footer shows.

use std::fmt;
use std::str::FromStr;

use termina::event::{KeyCode, KeyEvent, KeyEventKind, Modifiers};

/// A key with the modifiers that matter. Shift is part of a character, and kept for other keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// The key itself.
    pub code: Code,
    /// What is held with it.
    pub held: Held,
}

/// What is held with a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// Nothing.
    Nothing,
    /// Control.
    Ctrl,
    /// Alt, or Escape before it.
    Alt,
    /// Shift, for keys that are no characters.
    Shift,
}

/// A key without modifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "each name is the word on the key")]
pub enum Code {
    /// A character as it would be typed.
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    /// A function key, from 1.
    F(u8),
}

/// The names of the keys that are no characters.
const NAMES: [(&str, Code); 15] = [
    ("enter", Code::Enter),
    ("esc", Code::Esc),
    ("tab", Code::Tab),
    ("backtab", Code::BackTab),
    ("backspace", Code::Backspace),
    ("delete", Code::Delete),
    ("left", Code::Left),
    ("right", Code::Right),
    ("up", Code::Up),
    ("down", Code::Down),
    ("home", Code::Home),
    ("end", Code::End),
    ("pageup", Code::PageUp),
    ("pagedown", Code::PageDown),
    ("space", Code::Char(' ')),
];

impl Key {
    /// A key with nothing held.
    #[must_use]
    pub const fn plain(code: Code) -> Self {
        Self { code, held: Held::Nothing }
    }

    /// The character that the key types, if it types one.
    #[must_use]
    pub const fn typed(self) -> Option<char> {
        match self {
            Self { code: Code::Char(c), held: Held::Nothing } => Some(c),
            _ => None,
        }
    }

    /// The key as a terminal reports it. None for releases and for keys that have no name here.
    #[must_use]
    pub fn from_terminal(event: KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let code = match event.code {
            KeyCode::Char(c) if c.is_control() => return None,
            KeyCode::Char(c) => Code::Char(c),
            KeyCode::Enter => Code::Enter,
            KeyCode::Escape => Code::Esc,
            KeyCode::Tab => Code::Tab,
            KeyCode::BackTab => Code::BackTab,
            KeyCode::Backspace => Code::Backspace,
            KeyCode::Delete => Code::Delete,
            KeyCode::Left => Code::Left,
            KeyCode::Right => Code::Right,
            KeyCode::Up => Code::Up,
            KeyCode::Down => Code::Down,
            KeyCode::Home => Code::Home,
            KeyCode::End => Code::End,
            KeyCode::PageUp => Code::PageUp,
            KeyCode::PageDown => Code::PageDown,
            KeyCode::Function(number) => Code::F(number),
            _ => return None,
        };
        let is_character = matches!(code, Code::Char(_) | Code::BackTab);
        let held = match event.modifiers {
            held if held.contains(Modifiers::CONTROL) => Held::Ctrl,
            held if held.contains(Modifiers::ALT) => Held::Alt,
            held if held.contains(Modifiers::SHIFT) && !is_character => Held::Shift,
            _ => Held::Nothing,
        };
        // Control makes no difference between letters of both sizes; terminals disagree on which they send.
        let code = match code {
            Code::Char(c) if held == Held::Ctrl => Code::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Some(Self { code, held })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.held {
            Held::Nothing => "",
            Held::Ctrl => "ctrl-",
            Held::Alt => "alt-",
            Held::Shift => "shift-",
        })?;
        let name = NAMES.iter().find(|(_, code)| *code == self.code).map(|(name, _)| *name);
        match (self.code, name) {
            (_, Some(name)) => f.write_str(name),
            (Code::F(number), None) => write!(f, "f{number}"),
            (Code::Char(c), None) => write!(f, "{c}"),
            (code, None) => write!(f, "{code:?}"),
        }
    }
}

/// Why a text names no key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" names no key: write a character, or enter, esc, tab, left, f5 …, with ctrl-, alt- or shift- before it"
)]
pub struct KeyError(String);

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (held, rest) = [("ctrl-", Held::Ctrl), ("alt-", Held::Alt), ("shift-", Held::Shift)]
            .into_iter()
            .find_map(|(prefix, held)| Some((held, text.strip_prefix(prefix)?)))
            .filter(|(_, rest)| !rest.is_empty())
            .unwrap_or((Held::Nothing, text));
        let mut characters = rest.chars();
        let code = match (characters.next(), characters.next()) {
            (Some(c), None) if !c.is_control() => Some(Code::Char(c)),
            (Some('f' | 'F'), Some(_)) => {
                rest[1..].parse().ok().filter(|number| (1..=24).contains(number)).map(Code::F)
            }
            _ => None,
        };
        let named = || NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(rest)).map(|&(_, code)| code);
        let code = code.or_else(named).ok_or_else(|| KeyError(text.to_owned()))?;
        Ok(Self { code, held })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["a", "K", "?", "-", "ctrl-z", "alt-x", "left", "shift-left", "f5", "space", "ctrl--"] {
            assert_eq!(text.parse::<Key>().map(|key| key.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "ab", "ctrl-", "f0", "f99", "hyper-x", "\u{1b}"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_release_is_no_press() {
        let press = KeyEvent::new(KeyCode::Char('Q'), Modifiers::SHIFT);
        assert_eq!(Key::from_terminal(press), Some(Key::plain(Code::Char('Q'))));
        assert_eq!(Key::from_terminal(KeyEvent { kind: KeyEventKind::Release, ..press }), None);
    }
}
