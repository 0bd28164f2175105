//! The help dialog: the rows that match a search, and the one that is chosen.

use tui_input::Input;

use crate::tui::app::App;
use crate::tui::dialog::{Dialog, HelpDialog};
use crate::tui::keymap::{Action, ActionSpec, HelpAction, KeyContext, KeyPress, PIECE_LETTERS};
use crate::tui::message::{Effects, Request};

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
pub(crate) fn help_rows(app: &App, words: &[String]) -> Vec<HelpRow> {
    let mut contexts = app.screen_contexts();
    if contexts.contains(&KeyContext::Board) {
        contexts.insert(1, KeyContext::Cursor);
    }
    let mut rows = Vec::new();
    for context in contexts {
        let known = app.keymap.actions_in(std::slice::from_ref(&context));
        let found = known.filter(|(spec, keys)| {
            !keys.iter().all(|key| is_piece_letter(app, key)) && fits(spec, keys, title(context), words)
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

/// In the editor the letters of the pieces shadow their other meanings.
fn is_piece_letter(app: &App, key: &KeyPress) -> bool {
    app.editor.is_some() && key.typed_char().is_some_and(|letter| PIECE_LETTERS.contains(letter))
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

/// The help's name for a key context.
#[must_use]
pub(crate) const fn title(context: KeyContext) -> &'static str {
    match context {
        KeyContext::Global => "Everywhere",
        KeyContext::Board => "On the board",
        KeyContext::Play => "In the game",
        KeyContext::Watch => "Watching a game",
        KeyContext::Analyze => "Analysis",
        KeyContext::Line => "In a line",
        KeyContext::Proof => "In a proof",
        KeyContext::Editor => "In the editor",
        KeyContext::Retry => "Retrying mistakes",
        KeyContext::Round => "In a round",
        KeyContext::TrapQuiz => "In the trap quiz",
        KeyContext::ResultQuiz => "Which result?",
        KeyContext::Lessons => "The lessons",
        KeyContext::PuzzleList => "The page of puzzles",
        KeyContext::Puzzle => "Solving a puzzle",
        KeyContext::GuessList => "The page of famous games",
        KeyContext::Guess => "Guessing the move",
        KeyContext::Tables => "The list of tables",
        KeyContext::TablePage => "An ending",
        KeyContext::Games => "The list of games",
        KeyContext::Statistics => "The statistics",
        KeyContext::Filter => "While the search is typed",
        KeyContext::Mark => "Judging a move",
        KeyContext::Cursor => "With the cursor on the board",
        KeyContext::Prompt => "While a move is typed",
        KeyContext::Copy => "Copying",
        _ => "In a box",
    }
}

/// Performs an action of the help.
pub(crate) fn act(app: &mut App, action: HelpAction, effects: &mut Effects) {
    let is_help = |dialog: &mut Dialog| matches!(dialog, Dialog::Help(_));
    let Some(Dialog::Help(mut help)) = app.dialog.take_if(is_help) else { return };
    match action {
        HelpAction::Rows(step) => {
            help.chosen = step.from(help.chosen, actions(app, &help).count().saturating_sub(1));
        }
        HelpAction::Run => {
            let chosen = actions(app, &help).nth(help.chosen);
            return chosen.into_iter().for_each(|action| effects.request(Request::Act(action)));
        }
        HelpAction::Search => help = HelpDialog { search: Some(Input::default()), chosen: 0 },
        HelpAction::Clear => help = HelpDialog::default(),
        HelpAction::Close => return,
    }
    app.dialog = Some(Dialog::Help(help));
}

fn actions(app: &App, help: &HelpDialog) -> impl Iterator<Item = Action> {
    let rows = help_rows(app, &help.search_words());
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
