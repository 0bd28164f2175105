//! State of the help dialog: the keys that work here, to read, search and choose from.

use tui_input::Input;

/// The list of keys over a screen.
#[derive(Clone, Debug, Default)]
pub struct HelpDialog {
    /// What is searched for, while words are typed.
    pub search: Option<Input>,
    /// The key that is chosen, among those that are listed.
    pub chosen: usize,
}

impl HelpDialog {
    /// The words that are searched for; none where nothing is typed.
    pub(crate) fn search_words(&self) -> Vec<String> {
        let text = self.search.as_ref().map_or("", Input::value);
        text.split_whitespace().map(str::to_owned).collect()
    }
}
