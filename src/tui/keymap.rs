//! The key map: from a key press to the action that it has in the current context.

pub mod action;
pub mod context;
pub mod key;
pub mod key_names;

use std::collections::BTreeMap;

pub use crate::tui::keymap::action::*;
pub use crate::tui::keymap::context::KeyContext;
pub use crate::tui::keymap::key::{KeyModifier, KeyParseError, KeyPress, PlainKey};
pub use crate::tui::keymap::key_names::KeyNames;

/// The key map: the keys of every action in each context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keymap {
    bindings: BTreeMap<(KeyContext, KeyPress), Action>,
    keys: BTreeMap<Action, Vec<KeyPress>>,
}

/// Why a key binding of the config is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeymapError {
    /// There is no action of this name.
    #[error("there is no action \"{0}\"; the help lists them all")]
    NoAction(String),
    /// A key has no name like this.
    #[error("keys.{action}: {error}")]
    NoKey {
        /// The action that was to be bound.
        action: String,
        /// What is wrong.
        error: KeyParseError,
    },
    /// Two actions are bound to one key in one context.
    #[error("keys.{second}: {key} is already taken by {first}; give one of them another key")]
    Taken {
        /// The key.
        key: KeyPress,
        /// The action that has it.
        first: &'static str,
        /// The other action.
        second: &'static str,
    },
    /// The key puts a piece on the board.
    #[error("keys.{action}: {key} places a piece in the editor, so no command can have it")]
    PieceLetter {
        /// The key.
        key: KeyPress,
        /// The action that was to be bound.
        action: &'static str,
    },
    /// The key begins a move.
    #[error("keys.{action}: {key} begins a move, so with a board on the screen it only types; {instead}")]
    MoveLetter {
        /// The key.
        key: KeyPress,
        /// The action that was to be bound.
        action: &'static str,
        /// A suggestion.
        instead: String,
    },
}

impl Default for Keymap {
    fn default() -> Self {
        Self::with(&BTreeMap::new())
            .unwrap_or_else(|_| Self { bindings: BTreeMap::new(), keys: BTreeMap::new() })
    }
}

impl Keymap {
    /// The keys of the table, with some actions' keys replaced: `{"flip": ["F", "ctrl-x"]}`. An empty list
    /// leaves an action to the palette.
    ///
    /// # Errors
    /// Names the entry that cannot be used.
    pub fn with(changed: &BTreeMap<String, Vec<String>>) -> Result<Self, KeymapError> {
        let mut named: BTreeMap<&str, &Vec<String>> = BTreeMap::new();
        for (name, texts) in changed {
            let spec = ActionSpec::named(name).ok_or_else(|| KeymapError::NoAction(name.clone()))?;
            // Where both are there, the name of today counts.
            if spec.name == name || !changed.contains_key(spec.name) {
                named.insert(spec.name, texts);
            }
        }
        let mut map = Self { bindings: BTreeMap::new(), keys: BTreeMap::new() };
        for spec in ACTIONS.iter().filter(|spec| spec.exists_here()) {
            match named.get(spec.name) {
                None => {
                    for text in spec.keys {
                        map.bind(spec, parse_key(spec, text)?)?;
                    }
                }
                Some(texts) => {
                    for text in *texts {
                        let key = parse_key(spec, text)?;
                        check_board_letter(spec, key)?;
                        map.bind(spec, key)?;
                    }
                }
            }
        }
        Ok(map)
    }

    /// The same, but invalid bindings are left out and reported, key by key. An action without a valid key
    /// keeps its default keys.
    pub(crate) fn with_valid(changed: &BTreeMap<String, Vec<String>>) -> (Self, Vec<KeymapError>) {
        let mut fitting = BTreeMap::new();
        let mut errors = Vec::new();
        for (name, texts) in changed {
            let mut taken: Vec<String> = Vec::new();
            let mut tried = fitting.clone();
            for text in texts {
                let with_it = [taken.as_slice(), std::slice::from_ref(text)].concat();
                tried.insert(name.clone(), with_it.clone());
                match Self::with(&tried) {
                    Ok(_) => taken = with_it,
                    Err(error) => errors.push(error),
                }
            }
            if texts.is_empty() || !taken.is_empty() {
                tried.insert(name.clone(), taken);
                match Self::with(&tried) {
                    Ok(_) => fitting = tried,
                    Err(error) => errors.push(error),
                }
            }
        }
        (Self::with(&fitting).unwrap_or_default(), errors)
    }

    /// Binds a key in all contexts of an action where it is not the letter of a move.
    fn bind(&mut self, spec: &'static ActionSpec, key: KeyPress) -> Result<(), KeymapError> {
        let puts_man = key.typed_char().is_some_and(|c| PIECE_LETTERS.contains(c));
        for &context in spec.contexts {
            if puts_man && context == KeyContext::Editor {
                return Err(KeymapError::PieceLetter { key, action: spec.name });
            }
            if begins_move(key) && context.accepts_move_text() {
                continue;
            }
            // The contexts of one screen are looked up together, so they share one set of keys.
            let rivals = self.bindings.iter().find(|((other, taken), action)| {
                *taken == key && **action != spec.action && other.overlaps(context)
            });
            if let Some((_, first)) = rivals {
                let first = first.spec().map_or("", |first| first.name);
                return Err(KeymapError::Taken { key, first, second: spec.name });
            }
            self.bindings.insert((context, key), spec.action);
        }
        self.keys.entry(spec.action).or_default().push(key);
        Ok(())
    }

    /// The action of a key in the first context that has one.
    pub(crate) fn action(&self, contexts: &[KeyContext], key: KeyPress) -> Option<Action> {
        contexts.iter().find_map(|&context| self.bindings.get(&(context, key)).copied())
    }

    /// The keys of an action, the one to show first.
    #[must_use]
    pub fn keys(&self, action: Action) -> &[KeyPress] {
        self.keys.get(&action).map_or(&[], Vec::as_slice)
    }

    /// The keys of an action that work in one of the contexts, the one to show first.
    pub fn keys_in<'a>(
        &'a self,
        contexts: &'a [KeyContext],
        action: Action,
    ) -> impl Iterator<Item = KeyPress> + 'a {
        let is_active = move |key: &KeyPress| {
            contexts.iter().any(|&context| self.bindings.get(&(context, *key)) == Some(&action))
        };
        self.keys(action).iter().copied().filter(is_active)
    }

    /// The actions that have keys in the contexts, in the order of the table, for the help.
    pub(crate) fn actions_in<'a>(
        &'a self,
        contexts: &'a [KeyContext],
    ) -> impl Iterator<Item = (&'static ActionSpec, Vec<KeyPress>)> + 'a {
        let here = |spec: &&ActionSpec| spec.contexts.iter().any(|context| contexts.contains(context));
        ACTIONS
            .iter()
            .filter(|spec| spec.exists_here())
            .filter(here)
            .map(|spec| (spec, self.keys_in(contexts, spec.action).collect()))
    }
}

fn parse_key(spec: &ActionSpec, text: &str) -> Result<KeyPress, KeymapError> {
    text.parse().map_err(|error| KeymapError::NoKey { action: spec.name.to_owned(), error })
}

fn begins_move(key: KeyPress) -> bool {
    key.typed_char().is_some_and(|c| MOVE_LETTERS.contains(c))
}

/// Rejects the letter of a move for an action that works where there is a board.
fn check_board_letter(spec: &'static ActionSpec, key: KeyPress) -> Result<(), KeymapError> {
    if !begins_move(key) || !spec.contexts.iter().any(|context| context.accepts_move_text()) {
        return Ok(());
    }
    let free =
        spec.keys.iter().filter_map(|text| text.parse().ok()).find(|&own: &KeyPress| !begins_move(own));
    let instead = free.map_or_else(
        || "use another key, with ctrl- or alt- for example".to_owned(),
        |own| format!("use {own}, or another key with ctrl- or alt-"),
    );
    Err(KeymapError::MoveLetter { key, action: spec.name, instead })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(name: &str, keys: &[&str]) -> BTreeMap<String, Vec<String>> {
        BTreeMap::from([(name.to_owned(), keys.iter().map(|&key| key.to_owned()).collect())])
    }

    #[test]
    fn no_two_actions_share_a_key_in_one_place() {
        assert_eq!(Keymap::with(&BTreeMap::new()).err(), None);
    }

    #[test]
    fn every_action_has_its_own_name_and_row() {
        let mut names: Vec<_> = ACTIONS.iter().map(|spec| spec.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ACTIONS.len());
        for spec in ACTIONS {
            assert_eq!(spec.action.spec(), Some(spec));
            assert!(!spec.help.is_empty() && !spec.short.is_empty() && !spec.contexts.is_empty());
        }
    }

    #[test]
    fn names_of_earlier_versions_still_count() {
        let key = "Y".parse().unwrap();
        let action = |changed| {
            let (map, errors) = Keymap::with_valid(&changed);
            assert_eq!(errors, []);
            map.action(&[KeyContext::Lessons], key)
        };
        let begin = Some(Action::from(PracticeAction::Begin));
        assert_eq!(action(changed("drill-start", &["Y"])), begin);
        let mut both = changed("drill-start", &["ctrl-y"]);
        both.insert("lesson-start".to_owned(), vec!["Y".to_owned()]);
        assert_eq!(action(both), begin);
        for (former, today) in action::FORMER_NAMES {
            assert!(ACTIONS.iter().all(|spec| spec.name != former), "{former} is a name of today");
            assert!(ActionSpec::named(former).is_some_and(|spec| spec.name == today), "{today}");
        }
    }

    #[test]
    fn a_config_can_move_a_key_and_a_clash_is_reported() {
        let map = Keymap::with(&changed("flip", &["Y", "ctrl-x"])).unwrap();
        let key = "Y".parse().unwrap();
        assert_eq!(
            map.action(&[KeyContext::Board, KeyContext::Global], key),
            Some(Action::App(AppAction::Flip))
        );
        assert_eq!(map.action(&[KeyContext::Global], "F".parse().unwrap()), None);
        let refused = |name, keys: &[&str]| Keymap::with(&changed(name, keys)).unwrap_err().to_string();
        assert_eq!(
            refused("undo", &["F"]),
            "keys.undo: F is already taken by flip; give one of them another key"
        );
        assert_eq!(
            refused("undo", &["a"]),
            "keys.undo: a begins a move, so with a board on the screen it only types; use u, or another key with ctrl- \
             or alt-"
        );
        assert!(refused("undo", &["zz"]).starts_with("keys.undo: \"zz\" names no key"));
        assert!(refused("edit-swap", &["p"]).starts_with("keys.edit-swap: p places a piece in the editor"));
        assert!(refused("undoo", &["z"]).starts_with("there is no action"));
    }

    #[test]
    fn no_letter_of_a_move_is_a_command_where_a_board_is() {
        let map = Keymap::default();
        let mut checked = 0;
        for spec in ACTIONS.iter().filter(|spec| spec.exists_here()) {
            for &context in spec.contexts.iter().filter(|context| context.accepts_move_text()) {
                for letter in MOVE_LETTERS.chars() {
                    assert_eq!(
                        map.action(&[context], KeyPress::plain(PlainKey::Char(letter))),
                        None,
                        "{letter} in {context:?}"
                    );
                    checked += 1;
                }
            }
            let first = spec.keys.first().map(|key| key.parse::<KeyPress>().unwrap());
            let everywhere =
                |key| spec.contexts.iter().all(|&at| map.action(&[at], key) == Some(spec.action));
            assert!(first.is_none_or(everywhere), "the key that is shown for {} works everywhere", spec.name);
        }
        assert!(checked > 3_000, "{checked}");
    }

    #[test]
    fn keys_of_old_that_begin_a_move_are_left_out_and_the_others_count() {
        let old =
            [("new-game", vec!["n"]), ("resign", vec!["r", "ctrl-x"]), ("flip", vec!["Y"]), ("box", vec![])];
        let old = old.map(|(name, keys)| (name.to_owned(), keys.into_iter().map(str::to_owned).collect()));
        let (map, errors) = Keymap::with_valid(&BTreeMap::from(old));
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "keys.new-game: n begins a move, so with a board on the screen it only types; use ctrl-n, or another \
                 key with ctrl- or alt-",
                "keys.resign: r begins a move, so with a board on the screen it only types; use ctrl-r, or another \
                 key with ctrl- or alt-",
            ]
        );
        let does = |key: &str| {
            map.action(&[KeyContext::Play, KeyContext::Board, KeyContext::Global], key.parse().unwrap())
        };
        assert_eq!(
            does("ctrl-n"),
            Some(Action::Play(PlayAction::NewGame)),
            "without a key of the config it keeps its own"
        );
        assert_eq!((does("ctrl-x"), does("ctrl-r")), (Some(Action::Play(PlayAction::Resign)), None));
        assert_eq!((does("Y"), does("n"), does("r")), (Some(Action::App(AppAction::Flip)), None, None));
        assert_eq!(map.keys(Action::Aids(AidsAction::KingBox)), []);
    }
}
