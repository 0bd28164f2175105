//! [`KeyNames`]: the names of keys in sentences.

use std::sync::Arc;

use crate::tui::keymap::Keymap;
use crate::tui::keymap::action::{Action, BoardAction};
use crate::tui::keymap::context::KeyContext;
use crate::tui::keymap::key::KeyPress;
use crate::tui::navigation::TreeStep;

/// The keys of actions as a sentence names them on one screen.
#[derive(Clone, Debug)]
pub struct KeyNames {
    keymap: Arc<Keymap>,
    /// The contexts of the screen, the innermost first.
    contexts: Vec<KeyContext>,
}

impl KeyNames {
    /// The names of keys where these contexts count, the innermost first.
    pub(crate) const fn new(keymap: Arc<Keymap>, contexts: Vec<KeyContext>) -> Self {
        Self { keymap, contexts }
    }

    /// The key of an action, preferably one that works here; None where it has none at all.
    pub(crate) fn key(&self, action: impl Into<Action>) -> Option<KeyPress> {
        let action = action.into();
        let here = self.keymap.keys_in(&self.contexts, action).next();
        here.or_else(|| self.keymap.keys(action).first().copied())
    }

    /// What to say where a move is tried in an earlier position of `whole`.
    pub(crate) fn back_from_earlier(&self, whole: &str) -> String {
        let key = self.name(BoardAction::Step(TreeStep::End));
        format!("This is an earlier position: {key} returns to {whole}")
    }

    /// The name of that key; without a key the action is in the palette.
    pub(crate) fn name(&self, action: impl Into<Action>) -> String {
        self.key(action).map_or_else(|| "the palette".to_owned(), |key| key.to_string())
    }
}
