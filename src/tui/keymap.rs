//! From a key press to what it means where we are: the only reader of the table of actions.

pub mod action;
pub mod key;
pub mod reading;

use std::collections::BTreeMap;

pub use action::{ACTIONS, Action, Context, MEN_LETTERS, MOVE_LETTERS, Spec};
pub use key::{Code, Held, Key, KeyError};
pub use reading::read;

/// Which key does what in each context.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keymap {
    bound: BTreeMap<(Context, Key), Action>,
    keys: BTreeMap<Action, Vec<Key>>,
}

/// Why a list of keys from the config cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeymapError {
    /// There is no action of this name.
    #[error("there is no action \"{0}\"; the help lists them all")]
    NoAction(String),
    /// A key has no name like this.
    #[error("keys.{action}: {error}")]
    NoKey {
        /// The action that was to get it.
        action: String,
        /// What is wrong.
        error: KeyError,
    },
    /// Two actions want one key in one place.
    #[error("keys.{second}: {key} is already taken by {first}")]
    Taken {
        /// The key.
        key: Key,
        /// Who has it.
        first: &'static str,
        /// Who wants it too.
        second: &'static str,
    },
    /// The key puts a man on the board.
    #[error("keys.{action}: {key} puts a man in the editor, so no command can have it")]
    ManLetter {
        /// The key.
        key: Key,
        /// Who wants it.
        action: &'static str,
    },
    /// The key begins a move.
    #[error("keys.{action}: {key} begins a move on the board, so no command can have it")]
    MoveLetter {
        /// The key.
        key: Key,
        /// Who wants it.
        action: &'static str,
    },
}

impl Default for Keymap {
    fn default() -> Self {
        Self::with(&BTreeMap::new())
            .unwrap_or_else(|_| Self { bound: BTreeMap::new(), keys: BTreeMap::new() })
    }
}

impl Keymap {
    /// The keys of the table, with some actions' keys replaced: `{"flip": ["F", "ctrl-x"]}`. An empty list
    /// leaves an action to the palette.
    ///
    /// # Errors
    /// Names the entry that cannot be used.
    pub fn with(changed: &BTreeMap<String, Vec<String>>) -> Result<Self, KeymapError> {
        if let Some(unknown) = changed.keys().find(|name| ACTIONS.iter().all(|spec| spec.name != *name)) {
            return Err(KeymapError::NoAction(unknown.clone()));
        }
        let mut map = Self { bound: BTreeMap::new(), keys: BTreeMap::new() };
        for spec in ACTIONS {
            let texts: Vec<&str> = match changed.get(spec.name) {
                Some(texts) => texts.iter().map(String::as_str).collect(),
                None => spec.keys.to_vec(),
            };
            for text in texts {
                let no_key = |error| KeymapError::NoKey { action: spec.name.to_owned(), error };
                map.bind(spec, text.parse().map_err(no_key)?)?;
            }
        }
        Ok(map)
    }

    fn bind(&mut self, spec: &'static Spec, key: Key) -> Result<(), KeymapError> {
        let puts_man = key.typed().is_some_and(|c| MEN_LETTERS.contains(c));
        let opens_prompt = key.typed().is_some_and(|c| MOVE_LETTERS.contains(c));
        for &context in spec.contexts {
            if puts_man && context == Context::Editor {
                return Err(KeymapError::ManLetter { key, action: spec.name });
            }
            if opens_prompt && is_open_board(context) {
                return Err(KeymapError::MoveLetter { key, action: spec.name });
            }
            // A screen's own contexts are asked together, so they share one set of keys.
            let rivals = self.bound.iter().find(|((other, taken), action)| {
                *taken == key && **action != spec.action && share_a_screen(*other, context)
            });
            if let Some((_, first)) = rivals {
                return Err(KeymapError::Taken { key, first: first.spec().name, second: spec.name });
            }
            self.bound.insert((context, key), spec.action);
        }
        self.keys.entry(spec.action).or_default().push(key);
        Ok(())
    }

    /// What a key means in the first of the contexts that knows it.
    #[must_use]
    pub fn action(&self, contexts: &[Context], key: Key) -> Option<Action> {
        contexts.iter().find_map(|&context| self.bound.get(&(context, key)).copied())
    }

    /// The keys of an action, the one to show first.
    #[must_use]
    pub fn keys(&self, action: Action) -> &[Key] {
        self.keys.get(&action).map_or(&[], Vec::as_slice)
    }

    /// The actions that the contexts know, in the order of the table, each with its keys: the help.
    pub fn known<'a>(
        &'a self,
        contexts: &'a [Context],
    ) -> impl Iterator<Item = (&'static Spec, &'a [Key])> + 'a {
        let here = |spec: &&Spec| spec.contexts.iter().any(|context| contexts.contains(context));
        ACTIONS.iter().filter(here).map(|spec| (spec, self.keys(spec.action)))
    }
}

/// Whether letters open the prompt in a context.
const fn is_open_board(context: Context) -> bool {
    use Context as C;
    matches!(context, C::Global | C::Board | C::Play | C::Watch | C::Analyze | C::Retry | C::Round | C::Quiz)
}

/// Whether two contexts are asked together, so that one key can't mean two things in them. The others
/// cover what is below them on purpose: the cursor, the prompt, a line, dialogs.
fn share_a_screen(one: Context, other: Context) -> bool {
    use Context as C;
    let screens: &[&[Context]] = &[
        &[C::Global, C::Why],
        &[C::Global, C::Watch],
        &[C::Global, C::Board, C::Play],
        &[C::Global, C::Board, C::Analyze],
        &[C::Global, C::Retry],
        &[C::Global, C::Board, C::Round],
        &[C::Global, C::Board, C::Quiz],
        &[C::Global, C::Drills],
        &[C::Global, C::Tables],
        &[C::Global, C::Ending],
        &[C::Global, C::Games],
        &[C::Dialog, C::Help],
        &[C::Dialog, C::Palette],
        &[C::Dialog, C::Form],
        &[C::Dialog, C::Paste],
        &[C::Dialog, C::Ask],
        &[C::Dialog, C::Choice],
        &[C::Dialog, C::Confirm],
        &[C::Dialog, C::Engines],
        &[C::Dialog, C::Options],
    ];
    one == other || screens.iter().any(|screen| screen.contains(&one) && screen.contains(&other))
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
            assert_eq!(spec.action.spec(), spec);
            assert!(!spec.help.is_empty() && !spec.short.is_empty() && !spec.contexts.is_empty());
        }
    }

    #[test]
    fn a_config_can_move_a_key_and_is_told_of_a_clash() {
        let map = Keymap::with(&changed("flip", &["Y", "ctrl-x"])).unwrap();
        let key = "Y".parse().unwrap();
        assert_eq!(map.action(&[Context::Board, Context::Global], key), Some(Action::Flip));
        assert_eq!(map.action(&[Context::Global], "F".parse().unwrap()), None);
        let refused = |name, keys: &[&str]| Keymap::with(&changed(name, keys)).unwrap_err().to_string();
        assert_eq!(refused("undo", &["F"]), "keys.undo: F is already taken by flip");
        assert_eq!(
            refused("undo", &["a"]),
            "keys.undo: a begins a move on the board, so no command can have it"
        );
        assert!(refused("undo", &["zz"]).starts_with("keys.undo: \"zz\" names no key"));
        assert!(refused("edit-swap", &["p"]).starts_with("keys.edit-swap: p puts a man in the editor"));
        assert!(refused("undoo", &["z"]).starts_with("there is no action"));
    }
}
