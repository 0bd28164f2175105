//! A key press as a value, as the config file and the footer write it.

use std::fmt;
use std::str::FromStr;

use termina::event::{KeyCode, KeyEvent, KeyEventKind, Modifiers};

/// A key with its modifiers. Shift is part of a character, and kept for other keys only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KeyPress {
    /// The key itself.
    pub key: PlainKey,
    /// Its modifiers.
    pub modifier: KeyModifier,
}

/// The modifiers of a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KeyModifier {
    /// Nothing.
    None,
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
pub enum PlainKey {
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
const NAMES: [(&str, PlainKey); 15] = [
    ("enter", PlainKey::Enter),
    ("esc", PlainKey::Esc),
    ("tab", PlainKey::Tab),
    ("backtab", PlainKey::BackTab),
    ("backspace", PlainKey::Backspace),
    ("delete", PlainKey::Delete),
    ("left", PlainKey::Left),
    ("right", PlainKey::Right),
    ("up", PlainKey::Up),
    ("down", PlainKey::Down),
    ("home", PlainKey::Home),
    ("end", PlainKey::End),
    ("pageup", PlainKey::PageUp),
    ("pagedown", PlainKey::PageDown),
    ("space", PlainKey::Char(' ')),
];

impl KeyPress {
    /// A key with nothing held.
    #[cfg(test)]
    pub(crate) const fn plain(key: PlainKey) -> Self {
        Self { key, modifier: KeyModifier::None }
    }

    /// The character that the key types, if it types one.
    pub(crate) const fn typed_char(self) -> Option<char> {
        match self {
            Self { key: PlainKey::Char(c), modifier: KeyModifier::None } => Some(c),
            _ => None,
        }
    }

    /// The key as a terminal reports it. None for releases and for unsupported keys.
    pub(crate) fn from_terminal(event: KeyEvent) -> Option<Self> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let code = match event.code {
            KeyCode::Char(c) if c.is_control() => return None,
            KeyCode::Char(c) => PlainKey::Char(c),
            KeyCode::Enter => PlainKey::Enter,
            KeyCode::Escape => PlainKey::Esc,
            KeyCode::Tab => PlainKey::Tab,
            KeyCode::BackTab => PlainKey::BackTab,
            KeyCode::Backspace => PlainKey::Backspace,
            KeyCode::Delete => PlainKey::Delete,
            KeyCode::Left => PlainKey::Left,
            KeyCode::Right => PlainKey::Right,
            KeyCode::Up => PlainKey::Up,
            KeyCode::Down => PlainKey::Down,
            KeyCode::Home => PlainKey::Home,
            KeyCode::End => PlainKey::End,
            KeyCode::PageUp => PlainKey::PageUp,
            KeyCode::PageDown => PlainKey::PageDown,
            KeyCode::Function(number) => PlainKey::F(number),
            _ => return None,
        };
        let is_character = matches!(code, PlainKey::Char(_) | PlainKey::BackTab);
        let modifier = match event.modifiers {
            held if held.contains(Modifiers::CONTROL) => KeyModifier::Ctrl,
            held if held.contains(Modifiers::ALT) => KeyModifier::Alt,
            held if held.contains(Modifiers::SHIFT) && !is_character => KeyModifier::Shift,
            _ => KeyModifier::None,
        };
        // With Control, upper and lower case are the same; terminals differ in which they send.
        let code = match code {
            PlainKey::Char(c) if modifier == KeyModifier::Ctrl => PlainKey::Char(c.to_ascii_lowercase()),
            code => code,
        };
        Some(Self { key: code, modifier })
    }
}

impl fmt::Display for KeyPress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.modifier {
            KeyModifier::None => "",
            KeyModifier::Ctrl => "ctrl-",
            KeyModifier::Alt => "alt-",
            KeyModifier::Shift => "shift-",
        })?;
        let name = NAMES.iter().find(|(_, code)| *code == self.key).map(|(name, _)| *name);
        match (self.key, name) {
            (_, Some(name)) => f.write_str(name),
            (PlainKey::F(number), None) => write!(f, "f{number}"),
            (PlainKey::Char(c), None) => write!(f, "{c}"),
            (code, None) => write!(f, "{code:?}"),
        }
    }
}

/// Why a text is not the name of a key.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" names no key: write a character, or enter, esc, tab, left, f5 …, with ctrl-, alt- or shift- before it"
)]
pub struct KeyParseError(String);

impl FromStr for KeyPress {
    type Err = KeyParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (modifier, rest) =
            [("ctrl-", KeyModifier::Ctrl), ("alt-", KeyModifier::Alt), ("shift-", KeyModifier::Shift)]
                .into_iter()
                .find_map(|(prefix, modifier)| Some((modifier, text.strip_prefix(prefix)?)))
                .filter(|(_, rest)| !rest.is_empty())
                .unwrap_or((KeyModifier::None, text));
        let mut characters = rest.chars();
        let code = match (characters.next(), characters.next()) {
            (Some(c), None) if !c.is_control() => Some(PlainKey::Char(c)),
            (Some('f' | 'F'), Some(_)) => {
                rest[1..].parse().ok().filter(|number| (1..=24).contains(number)).map(PlainKey::F)
            }
            _ => None,
        };
        let named = || NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(rest)).map(|&(_, code)| code);
        let code = code.or_else(named).ok_or_else(|| KeyParseError(text.to_owned()))?;
        Ok(Self { key: code, modifier })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["a", "K", "?", "-", "ctrl-z", "alt-x", "left", "shift-left", "f5", "space", "ctrl--"] {
            assert_eq!(text.parse::<KeyPress>().map(|key| key.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "ab", "ctrl-", "f0", "f99", "hyper-x", "\u{1b}"] {
            assert!(text.parse::<KeyPress>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_release_is_no_press() {
        let press = KeyEvent::new(KeyCode::Char('Q'), Modifiers::SHIFT);
        assert_eq!(KeyPress::from_terminal(press), Some(KeyPress::plain(PlainKey::Char('Q'))));
        assert_eq!(KeyPress::from_terminal(KeyEvent { kind: KeyEventKind::Release, ..press }), None);
    }
}
