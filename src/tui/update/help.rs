//! The list of keys: what it shows for a search, and what is chosen in it.

use crate::tui::app::App;
use crate::tui::dialog::Help;
use crate::tui::keymap::{Action, Context, Key, MEN_LETTERS, Spec};

/// Keys that one page goes on.
const PAGE: usize = 10;

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    /// Where the keys below work.
    Heading(Context),
    /// An action with its keys.
    Action(&'static Spec),
    /// Nothing, between two places.
    Gap,
}

/// What is listed: every action of the screen that has a key, by where it works; of these the ones that a search
/// wants.
#[must_use]
pub(crate) fn listed(app: &App, words: &[String]) -> Vec<Row> {
    let mut contexts = app.screen_contexts();
    if contexts.contains(&Context::Board) {
        contexts.insert(1, Context::Cursor);
    }
    let mut rows = Vec::new();
    for context in contexts {
        let known = app.keymap.known(std::slice::from_ref(&context));
        let found = known.filter(|(spec, keys)| {
            !keys.iter().all(|key| is_covered(app, key)) && fits(spec, keys, title(context), words)
        });
        let found: Vec<Row> = found.map(|(spec, _)| Row::Action(spec)).collect();
        if !found.is_empty() {
            rows.extend((!rows.is_empty()).then_some(Row::Gap));
            rows.push(Row::Heading(context));
            rows.extend(found);
        }
    }
    rows
}

/// In the editor the letters of the men cover what they mean elsewhere.
fn is_covered(app: &App, key: &Key) -> bool {
    app.editor.is_some() && key.typed().is_some_and(|letter| MEN_LETTERS.contains(letter))
}

/// Whether every word is a key of the action, or stands in its name, in what it does, or in where it works. A single
/// letter is a key, or begins a word.
fn fits(spec: &Spec, keys: &[Key], place: &str, words: &[String]) -> bool {
    let texts = [spec.name.to_lowercase(), spec.help.to_lowercase(), place.to_lowercase()];
    let in_texts = |word: &str| texts.iter().any(|text| first_match(text, word).is_some());
    words.iter().all(|word| {
        let is_key = keys
            .iter()
            .map(Key::to_string)
            .any(|key| key == *word || (word.chars().count() > 1 && key.contains(&word.to_lowercase())));
        is_key || in_texts(&word.to_lowercase())
    })
}

/// Where a word first stands in a text, both in small letters; a single letter only where it begins a word.
#[must_use]
pub(crate) fn first_match(text: &str, word: &str) -> Option<usize> {
    if word.chars().count() > 1 {
        return text.find(word);
    }
    let begins = |at: &usize| !text[..*at].ends_with(char::is_alphanumeric);
    text.match_indices(word).map(|(at, _)| at).find(begins)
}

/// What the help calls the place where actions work.
#[must_use]
pub(crate) const fn title(context: Context) -> &'static str {
    match context {
        Context::Global => "Everywhere",
        Context::Board => "On the board",
        Context::Play => "In the game",
        Context::Watch => "Watching a game",
        Context::Analyze => "Analysis",
        Context::Line => "In a line",
        Context::Why => "In a proof",
        Context::Editor => "In the editor",
        Context::Retry => "Retrying mistakes",
        Context::Round => "In a round",
        Context::Quiz => "In the quiz",
        Context::Drills => "The lessons",
        Context::Tables => "The list of tables",
        Context::Ending => "An ending",
        Context::Games => "The list of games",
        Context::Filter => "While the search is typed",
        Context::Mark => "Judging a move",
        Context::Cursor => "With the cursor on the board",
        Context::Prompt => "While a move is typed",
        Context::Copy => "Copying",
        _ => "In a box",
    }
}

/// The action that is chosen.
pub(super) fn chosen(app: &App, help: &Help) -> Option<Action> {
    actions(app, help).nth(help.chosen)
}

/// Chooses another action of those that are listed.
pub(super) fn choose(app: &App, help: &mut Help, action: Action) {
    let last = actions(app, help).count().saturating_sub(1);
    help.chosen = match action {
        Action::HelpUp => help.chosen.saturating_sub(1),
        Action::HelpDown => help.chosen + 1,
        Action::HelpPageUp => help.chosen.saturating_sub(PAGE),
        Action::HelpPageDown => help.chosen + PAGE,
        _ => help.chosen,
    }
    .min(last);
}

fn actions(app: &App, help: &Help) -> impl Iterator<Item = Action> {
    let rows = listed(app, &help.words());
    rows.into_iter().filter_map(|row| match row {
        Row::Action(spec) => Some(spec.action),
        Row::Heading(_) | Row::Gap => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, word: &str, wanted: Option<usize>) {
        assert_eq!(first_match(text, word), wanted, "{word:?} in {text:?}");
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
