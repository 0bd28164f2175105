//! From a key press to a message: actions first, text where text is expected, otherwise the letter of a move.

use std::sync::Arc;

use tui_input::InputRequest;

use crate::tui::app::App;
use crate::tui::keymap::key::{KeyModifier, KeyPress, PlainKey};
use crate::tui::keymap::{Action, AppAction, BoardAction, KeyContext, KeyNames, MOVE_LETTERS, PIECE_LETTERS};
use crate::tui::message::Message;
use crate::tui::model::dialog::{DuplicateMerge, EngineListDialog, EngineOptionsDialog};
use crate::tui::model::{Chord, Dialog};

/// The message of a key press in this state. None where it has none.
#[must_use]
pub fn message_for_key(app: &App, key: KeyPress) -> Option<Message> {
    let contexts = app.contexts();
    let typed = key.typed_char();
    match text_field(&contexts) {
        Some(TextFieldKind::Text) => {
            return typed
                .map(Message::TypeChar)
                .or_else(|| action_message(app, &contexts, key))
                .or_else(|| edit_message(key));
        }
        // A choice by its letter: a promotion's role.
        Some(TextFieldKind::UnboundLetters) => {
            return action_message(app, &contexts, key).or_else(|| typed.map(Message::TypeChar));
        }
        // In the editor a piece's letter means the piece, whatever it means on the screen below.
        Some(TextFieldKind::PieceLetters) if typed.is_some_and(|c| PIECE_LETTERS.contains(c)) => {
            return typed.map(Message::TypeChar);
        }
        Some(TextFieldKind::PieceLetters) => return action_message(app, &contexts, key),
        None => {}
    }
    if app.shared.prompt.ignores_suffix && app.shared.dialog.is_none() {
        match (typed, key.key) {
            (Some(c), _) if "+#!?".contains(c) => return Some(Message::TypeChar(c)),
            (_, PlainKey::Enter) => return Some(Message::Action(Action::Board(BoardAction::DropTyped))),
            _ => {}
        }
    }
    // A time or a number is typed where a form has one; elsewhere in it the same keys change values.
    if let Some(Dialog::NewGame(form)) = &app.shared.dialog {
        let text = typed.filter(|&c| form.accepts_char(c)).map(Message::TypeChar);
        return text.or_else(|| action_message(app, &contexts, key)).or_else(|| edit_message(key));
    }
    if let Some(found) = action_message(app, &contexts, key) {
        return Some(found);
    }
    let opens = |c: &char| MOVE_LETTERS.contains(*c) && app.shared.dialog.is_none() && app.has_board();
    let text = typed.filter(opens).map(Message::TypeChar);
    let drops = app.shared.chord.map(|_| Message::Action(Action::App(AppAction::Back)));
    text.or(drops)
}

/// The edit that a key press makes in the search of the game list. None where no search is typed, and for other keys.
pub(crate) fn filter_edit_for_key(app: &App, key: KeyPress) -> Option<InputRequest> {
    match app.is_search_typed().then(|| message_for_key(app, key))?? {
        Message::TypeChar(c) => Some(InputRequest::InsertChar(c)),
        Message::Edit(request) => Some(request),
        _ => None,
    }
}

/// How a dialog or the prompt treats characters.
enum TextFieldKind {
    /// They are text.
    Text,
    /// They are text only where no action has the key.
    UnboundLetters,
    /// Those of the pieces are put on the board.
    PieceLetters,
}

fn text_field(contexts: &[KeyContext]) -> Option<TextFieldKind> {
    match contexts.first()? {
        KeyContext::Prompt
        | KeyContext::Palette
        | KeyContext::Paste
        | KeyContext::Filter
        | KeyContext::Input
        | KeyContext::Search
        | KeyContext::Tags
        | KeyContext::Text => Some(TextFieldKind::Text),
        KeyContext::Choice => Some(TextFieldKind::UnboundLetters),
        KeyContext::Editor => Some(TextFieldKind::PieceLetters),
        _ => None,
    }
}

fn action_message(app: &App, contexts: &[KeyContext], key: KeyPress) -> Option<Message> {
    app.shared.keymap.action(contexts, key).map(Message::Action)
}

/// The keys that edit a line of text.
fn edit_message(key: KeyPress) -> Option<Message> {
    use InputRequest as R;
    let request = match (key.modifier, key.key) {
        (KeyModifier::None | KeyModifier::Shift, PlainKey::Backspace)
        | (KeyModifier::Ctrl, PlainKey::Char('h')) => R::DeletePrevChar,
        (KeyModifier::None, PlainKey::Delete) | (KeyModifier::Ctrl, PlainKey::Char('d')) => R::DeleteNextChar,
        (KeyModifier::None, PlainKey::Left) | (KeyModifier::Ctrl, PlainKey::Char('b')) => R::GoToPrevChar,
        (KeyModifier::None, PlainKey::Right) | (KeyModifier::Ctrl, PlainKey::Char('f')) => R::GoToNextChar,
        (KeyModifier::None, PlainKey::Home) | (KeyModifier::Ctrl, PlainKey::Char('a')) => R::GoToStart,
        (KeyModifier::None, PlainKey::End) | (KeyModifier::Ctrl, PlainKey::Char('e')) => R::GoToEnd,
        (KeyModifier::Ctrl, PlainKey::Char('w')) | (KeyModifier::Alt, PlainKey::Backspace) => {
            R::DeletePrevWord
        }
        (KeyModifier::Ctrl, PlainKey::Left) => R::GoToPrevWord,
        (KeyModifier::Ctrl, PlainKey::Right) => R::GoToNextWord,
        _ => return None,
    };
    Some(Message::Edit(request))
}

impl App {
    /// The key contexts of the current state, the innermost first.
    #[must_use]
    pub fn contexts(&self) -> Vec<KeyContext> {
        use KeyContext as C;
        if let Some(dialog) = &self.shared.dialog {
            let own = match dialog {
                Dialog::Engines(EngineListDialog { adding: Some(_), .. })
                | Dialog::EngineOptions(EngineOptionsDialog { editing: Some(_), .. }) => {
                    return vec![C::Text, C::Dialog];
                }
                Dialog::Engines(_) => C::Engines,
                Dialog::Searches(_) => C::Searches,
                Dialog::Columns(_) => C::Columns,
                Dialog::Duplicates(list) if list.merge == DuplicateMerge::Asked => C::Confirm,
                Dialog::Duplicates(_) => C::Duplicates,
                Dialog::EngineOptions(_) => C::Options,
                Dialog::Help(help) if help.search.is_some() => return vec![C::Search, C::Help, C::Dialog],
                Dialog::Help(_) => C::Help,
                Dialog::Palette(_) => C::Palette,
                Dialog::NewGame(_) | Dialog::Players(_) | Dialog::Settings { .. } => C::Form,
                Dialog::Paste(_) => C::Paste,
                Dialog::Input(_) => C::Input,
                Dialog::Tags(_) => C::Tags,
                Dialog::Promotion(_) => C::Choice,
                Dialog::Confirm(_) => C::Confirm,
            };
            return vec![own, C::Dialog];
        }
        match self.shared.chord {
            Some(Chord::Copy) => return vec![C::Copy],
            Some(Chord::Mark) => return vec![C::Mark],
            None => {}
        }
        if self.editor.open.is_none()
            && (self.shared.prompt.is_open() || self.shared.board.unconfirmed_move.is_some())
        {
            return vec![C::Prompt];
        }
        let mut contexts = self.screen_contexts();
        if self.shared.board.cursor.is_some() && self.editor.open.is_none() && self.shown_walk().is_some() {
            contexts.insert(0, C::Cursor);
        }
        contexts
    }

    /// Whether keys go to the search of the game list.
    pub(crate) fn is_search_typed(&self) -> bool {
        self.contexts().first() == Some(&KeyContext::Filter)
    }

    /// The keys of actions as sentences name them now.
    pub(crate) fn key_names(&self) -> KeyNames {
        let mut contexts = self.contexts();
        contexts.extend(self.screen_contexts());
        KeyNames::new(Arc::clone(&self.shared.keymap), contexts)
    }

    /// The key of an action to show to the player, preferably one that works here.
    pub(crate) fn key_for(&self, action: impl Into<Action>) -> Option<KeyPress> {
        self.key_names().key(action)
    }
}
