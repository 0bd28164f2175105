//! From a key press to a message: actions first, text where text is wanted, a move's letter anywhere else.

use tui_input::InputRequest;

use crate::tui::app::games::Typing;
use crate::tui::app::{App, Chord};
use crate::tui::dialog::{Dialog, EngineList, EngineOptions};
use crate::tui::update::What;

use super::key::{Code, Held, Key};
use super::{Action, Context, MEN_LETTERS, MOVE_LETTERS};

/// What a key press means in this state. None where it means nothing.
#[must_use]
pub fn read(app: &App, key: Key) -> Option<What> {
    let contexts = app.contexts();
    let typed = key.typed();
    match text_field(&contexts) {
        Some(Field::Text) => {
            return typed.map(What::Type).or_else(|| action(app, &contexts, key)).or_else(|| edit(key));
        }
        // A choice by its letter: a promotion's role.
        Some(Field::Letter) => return action(app, &contexts, key).or_else(|| typed.map(What::Type)),
        // A man's letter is a man, whatever it is on the screen below.
        Some(Field::Man) if typed.is_some_and(|c| MEN_LETTERS.contains(c)) => return typed.map(What::Type),
        Some(Field::Man) => return action(app, &contexts, key),
        None => {}
    }
    if app.prompt.tail && app.dialog.is_none() {
        match (typed, key.code) {
            (Some(c), _) if "+#!?".contains(c) => return Some(What::Type(c)),
            (_, Code::Enter) => return Some(What::Do(Action::PromptDrop)),
            _ => {}
        }
    }
    // A time or a number is typed where a form has one; elsewhere in it the same keys change values.
    if let Some(Dialog::NewGame(form)) = &app.dialog {
        let text = typed.filter(|&c| form.takes(c)).map(What::Type);
        return text.or_else(|| action(app, &contexts, key)).or_else(|| edit(key));
    }
    if let Some(found) = action(app, &contexts, key) {
        return Some(found);
    }
    let opens = |c: &char| MOVE_LETTERS.contains(*c) && app.dialog.is_none() && app.has_board();
    let text = typed.filter(opens).map(What::Type);
    let drops = app.chord.map(|_| What::Do(Action::Back));
    text.or(drops)
}

/// What a dialog or the prompt does with characters.
enum Field {
    /// They are text.
    Text,
    /// They are text only where they are no key of an action.
    Letter,
    /// Those of the men are put on the board.
    Man,
}

fn text_field(contexts: &[Context]) -> Option<Field> {
    match contexts.first()? {
        Context::Prompt
        | Context::Palette
        | Context::Paste
        | Context::Filter
        | Context::Ask
        | Context::Search
        | Context::Text => Some(Field::Text),
        Context::Choice => Some(Field::Letter),
        Context::Editor => Some(Field::Man),
        _ => None,
    }
}

fn action(app: &App, contexts: &[Context], key: Key) -> Option<What> {
    app.keymap.action(contexts, key).map(What::Do)
}

/// The keys that edit a line of text.
fn edit(key: Key) -> Option<What> {
    use InputRequest as R;
    let request = match (key.held, key.code) {
        (Held::Nothing | Held::Shift, Code::Backspace) | (Held::Ctrl, Code::Char('h')) => R::DeletePrevChar,
        (Held::Nothing, Code::Delete) | (Held::Ctrl, Code::Char('d')) => R::DeleteNextChar,
        (Held::Nothing, Code::Left) | (Held::Ctrl, Code::Char('b')) => R::GoToPrevChar,
        (Held::Nothing, Code::Right) | (Held::Ctrl, Code::Char('f')) => R::GoToNextChar,
        (Held::Nothing, Code::Home) | (Held::Ctrl, Code::Char('a')) => R::GoToStart,
        (Held::Nothing, Code::End) | (Held::Ctrl, Code::Char('e')) => R::GoToEnd,
        (Held::Ctrl, Code::Char('w')) | (Held::Alt, Code::Backspace) => R::DeletePrevWord,
        (Held::Ctrl, Code::Left) => R::GoToPrevWord,
        (Held::Ctrl, Code::Right) => R::GoToNextWord,
        _ => return None,
    };
    Some(What::Edit(request))
}

impl App {
    /// Where keys are looked up now, the narrowest place first.
    #[must_use]
    pub fn contexts(&self) -> Vec<Context> {
        use Context as C;
        if let Some(dialog) = &self.dialog {
            let own = match dialog {
                Dialog::Engines(EngineList { adding: Some(_), .. })
                | Dialog::EngineOptions(EngineOptions { editing: Some(_), .. }) => {
                    return vec![C::Text, C::Dialog];
                }
                Dialog::Engines(_) => C::Engines,
                Dialog::EngineOptions(_) => C::Options,
                Dialog::Help(help) if help.search.is_some() => return vec![C::Search, C::Help, C::Dialog],
                Dialog::Help(_) => C::Help,
                Dialog::Palette(_) => C::Palette,
                Dialog::NewGame(_) | Dialog::Seating(_) | Dialog::Settings { .. } => C::Form,
                Dialog::Paste(_) => C::Paste,
                Dialog::Ask(_) => C::Ask,
                Dialog::Promotion(_) => C::Choice,
                Dialog::Confirm(_) => C::Confirm,
            };
            return vec![own, C::Dialog];
        }
        match self.chord {
            Some(Chord::Copy) => return vec![C::Copy],
            Some(Chord::Mark) => return vec![C::Mark],
            None => {}
        }
        if self.editor.is_none() && (self.prompt.is_open() || self.board.armed.is_some()) {
            return vec![C::Prompt];
        }
        let mut contexts = self.screen_contexts();
        if self.board.cursor.is_some() && self.editor.is_none() && self.walk().is_some() {
            contexts.insert(0, C::Cursor);
        }
        contexts
    }

    /// The key of an action to name to the player, one that works here before others.
    #[must_use]
    pub fn key_for(&self, action: Action) -> Option<Key> {
        let mut contexts = self.contexts();
        contexts.extend(self.screen_contexts());
        match self.keymap.keys_in(&contexts, action).next() {
            Some(key) => Some(key),
            None => self.keymap.keys(action).first().copied(),
        }
    }

    /// The contexts of the screen alone: what its help lists first.
    #[must_use]
    pub fn screen_contexts(&self) -> Vec<Context> {
        use super::super::app::Tab;
        use Context as C;
        match self.tab {
            _ if self.editor.is_some() => vec![C::Editor, C::Global],
            _ if self.why.is_some() => vec![C::Why, C::Global],
            Tab::Play if self.play.is_watched() => vec![C::Watch, C::Play, C::Board, C::Global],
            Tab::Play => vec![C::Play, C::Board, C::Global],
            Tab::Analyze if self.study.retry().is_some() => vec![C::Retry, C::Board, C::Global],
            Tab::Analyze if self.study.line.is_some() => vec![C::Line, C::Analyze, C::Board, C::Global],
            Tab::Analyze => vec![C::Analyze, C::Board, C::Global],
            Tab::Practice if self.practice.round.is_some() => vec![C::Round, C::Board, C::Global],
            Tab::Practice if self.practice.example.is_some() => vec![C::Example, C::Global],
            Tab::Practice if self.practice.quiz.is_some() => vec![C::Quiz, C::Board, C::Global],
            Tab::Practice => vec![C::Drills, C::Global],
            Tab::Tables if self.endings.page.is_some() => vec![C::Ending, C::Global],
            Tab::Tables => vec![C::Tables, C::Global],
            Tab::Games if self.games.typing == Typing::Filter => vec![C::Filter],
            Tab::Games => vec![C::Games, C::Global],
        }
    }
}
