//! The help dialog: the rows that match a search, and the one that is chosen.

use tui_input::Input;

use crate::tui::context::UpdateContext;
use crate::tui::keymap::{Action, ActionSpec, HelpAction, KeyContext, KeyPress, PIECE_LETTERS};
use crate::tui::message::Request;
use crate::tui::model::dialog::HelpDialog;
use crate::tui::model::{Dialog, Shared};

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HelpRow {
    /// Where the keys below work.
    Heading(KeyContext),
    /// An action with its keys.
    Action(&'static ActionSpec),
    /// A blank line between two places.
    Gap,
}

/// What is listed: every action of the screen that has a key, by where it works; of these the ones that match
/// a search.
#[must_use]
pub(crate) fn help_rows(screen_contexts: &[KeyContext], shared: &Shared, words: &[String]) -> Vec<HelpRow> {
    let mut contexts = screen_contexts.to_vec();
    let is_editor = contexts.contains(&KeyContext::Editor);
    if contexts.contains(&KeyContext::Board) {
        contexts.insert(1, KeyContext::Cursor);
    }
    let mut rows = Vec::new();
    for context in contexts {
        let known = shared.keymap.actions_in(std::slice::from_ref(&context));
        let found = known.filter(|(spec, keys)| {
            !keys.iter().all(|key| is_editor && is_piece_letter(key))
                && fits(spec, keys, context.title(), words)
        });
        let found: Vec<HelpRow> = found.map(|(spec, _)| HelpRow::Action(spec)).collect();
        if !found.is_empty() {
            rows.extend((!rows.is_empty()).then_some(HelpRow::Gap));
            rows.push(HelpRow::Heading(context));
            rows.extend(found);
        }
    }
    rows
}

/// Whether a key is the letter of a piece: in the editor these shadow their other meanings.
fn is_piece_letter(key: &KeyPress) -> bool {
    key.typed_char().is_some_and(|letter| PIECE_LETTERS.contains(letter))
}

/// Whether every word is a key of the action, or is in its name, in what it does, or in where it works. A
/// single letter is a key, or begins a word.
fn fits(spec: &ActionSpec, keys: &[KeyPress], place: &str, words: &[String]) -> bool {
    let texts = [spec.name.to_lowercase(), spec.help.to_lowercase(), place.to_lowercase()];
    let in_texts = |word: &str| texts.iter().any(|text| first_match(text, word).is_some());
    words.iter().all(|word| {
        let is_key = keys
            .iter()
            .map(KeyPress::to_string)
            .any(|key| key == *word || (word.chars().count() > 1 && key.contains(&word.to_lowercase())));
        is_key || in_texts(&word.to_lowercase())
    })
}

/// Where a word first occurs in a text, both in lower case; a single letter only where it begins a word.
#[must_use]
pub(crate) fn first_match(text: &str, word: &str) -> Option<usize> {
    if word.chars().count() > 1 {
        return text.find(word);
    }
    let begins = |at: &usize| !text[..*at].ends_with(char::is_alphanumeric);
    text.match_indices(word).map(|(at, _)| at).find(begins)
}

/// Performs an action of the help.
pub(crate) fn act(screen_contexts: &[KeyContext], cx: &mut UpdateContext, action: HelpAction) {
    let is_help = |dialog: &mut Dialog| matches!(dialog, Dialog::Help(_));
    let Some(Dialog::Help(mut help)) = cx.shared.dialog.take_if(is_help) else { return };
    match action {
        HelpAction::Rows(step) => {
            help.chosen =
                step.from(help.chosen, actions(screen_contexts, cx.shared, &help).count().saturating_sub(1));
        }
        HelpAction::Run => {
            let chosen = actions(screen_contexts, cx.shared, &help).nth(help.chosen);
            return chosen.into_iter().for_each(|action| cx.effects.request(Request::Act(action)));
        }
        HelpAction::Search => help = HelpDialog { search: Some(Input::default()), chosen: 0 },
        HelpAction::Clear => help = HelpDialog::default(),
        HelpAction::Close => return,
    }
    cx.shared.dialog = Some(Dialog::Help(help));
}

fn actions(
    screen_contexts: &[KeyContext],
    shared: &Shared,
    help: &HelpDialog,
) -> impl Iterator<Item = Action> {
    let rows = help_rows(screen_contexts, shared, &help.search_words());
    rows.into_iter().filter_map(|row| match row {
        HelpRow::Action(spec) => Some(spec.action),
        HelpRow::Heading(_) | HelpRow::Gap => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, word: &str, expected: Option<usize>) {
        assert_eq!(first_match(text, word), expected, "{word:?} in {text:?}");
    }

    #[test]
    fn a_single_letter_is_looked_for_where_words_begin() {
        check("offer the engine a draw", "draw", Some(19));
        check("offer the engine a draw", "raw", Some(20));
        check("offer the engine a draw", "d", Some(19));
        check("offer the engine a draw", "r", None);
        check("edit-castling", "c", Some(5));
        check("", "c", None);
    }
}
