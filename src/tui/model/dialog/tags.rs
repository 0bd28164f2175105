//! The form for the tags of a game.

use tui_input::{Input, InputRequest};

use crate::game::GameLocation;
use crate::game::game_list::ANALYSIS_TAG;
use crate::game::own_game::GAME_TAG;
use crate::game::pgn::{PgnHeader, TagChange, TagProblem, known};

/// The longest value that is typed, in bytes.
const MAX_VALUE: usize = 1_000;

/// The tags that every game is asked for, in the order of the form.
const ASKED: [&str; 10] =
    ["White", "Black", "WhiteElo", "BlackElo", "Result", "Date", "Event", "Site", "Round", "Annotator"];

/// Tags that belong to the moves or to the program.
const NOT_ASKED: [&str; 6] = ["FEN", "SetUp", "Variant", "PlyCount", GAME_TAG, ANALYSIS_TAG];

/// The form and what is typed so far.
#[derive(Clone, Debug)]
pub struct TagsDialog {
    /// The game.
    pub owner: TagOwner,
    /// Its tags; none while the game is being read.
    pub fields: Vec<TagField>,
    /// The chosen one.
    pub chosen: usize,
    /// What is wrong with it: a sentence.
    pub problem: Option<String>,
}

/// The game whose tags are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TagOwner {
    /// A game of the library.
    Listed(GameLocation),
    /// The analysis on the board, which is kept in the library then.
    Analysis,
}

/// A tag.
#[derive(Clone, Debug)]
pub struct TagField {
    /// Its name.
    pub name: String,
    /// Its value, empty where it is not known.
    pub input: Input,
    /// The value that the game has.
    kept: String,
}

impl TagsDialog {
    /// The form for a game with this header.
    pub(crate) fn new(owner: TagOwner, header: &PgnHeader) -> Self {
        let value = |name: &str| header.tag(name).unwrap_or_default().to_owned();
        let others = header.tags.iter().map(|(name, _)| name.as_str());
        let others = others.filter(|name| !ASKED.contains(name) && !NOT_ASKED.contains(name));
        let fields = ASKED.into_iter().chain(others).map(|name| {
            let kept = if name == "Result" { header.result.to_string() } else { value(name) };
            TagField { name: name.to_owned(), input: Input::new(kept.clone()), kept }
        });
        Self { owner, fields: fields.collect(), chosen: 0, problem: None }
    }

    /// The form for a game that is still being read.
    pub(crate) const fn empty(owner: TagOwner) -> Self {
        Self { owner, fields: Vec::new(), chosen: 0, problem: None }
    }

    /// The same with a proposal for a tag that has no value.
    pub(crate) fn proposing(mut self, name: &str, value: &str) -> Self {
        let is_empty = |field: &&mut TagField| field.name == name && field.input.value().is_empty();
        if let Some(field) = self.fields.iter_mut().find(is_empty) {
            field.input = Input::new(value.to_owned());
        }
        self
    }

    /// Edits the value of the chosen tag.
    pub(crate) fn edit(&mut self, request: InputRequest) {
        let Some(field) = self.fields.get_mut(self.chosen) else { return };
        let fits = match request {
            InputRequest::InsertChar(c) => field.input.value().len() + c.len_utf8() <= MAX_VALUE,
            _ => true,
        };
        if fits {
            field.input.handle(request);
            self.problem = None;
        }
    }

    /// What was changed. None where a value cannot be written: its field is chosen, and the problem is said.
    pub(crate) fn changes(&mut self) -> Option<Vec<TagChange>> {
        if self.fields.is_empty() {
            return None;
        }
        let mut changes = Vec::new();
        for (row, field) in self.fields.iter().enumerate() {
            match field.change() {
                Ok(change) => changes.extend(change),
                Err(problem) => {
                    (self.chosen, self.problem) = (row, Some(problem.to_string()));
                    return None;
                }
            }
        }
        Some(changes)
    }
}

impl TagField {
    /// What was changed. Tags that every game has are unknown where they are empty, others are removed.
    fn change(&self) -> Result<Option<TagChange>, TagProblem> {
        let value = self.input.value().trim();
        if known(value) == self.kept {
            return Ok(None);
        }
        let value = match (self.name.as_str(), known(value)) {
            ("White" | "Black" | "Event" | "Site" | "Round", "") => "?",
            ("Date", "") => "????.??.??",
            ("Result", "") => "*",
            (_, value) => value,
        };
        TagChange::new(&self.name, value).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::pgn;

    fn form(text: &str) -> TagsDialog {
        TagsDialog::new(TagOwner::Analysis, &pgn::read(text, &Position::start()).game.header)
    }

    fn set(form: &mut TagsDialog, name: &str, value: &str) {
        form.chosen = form.fields.iter().position(|field| field.name == name).unwrap();
        form.edit(InputRequest::GoToEnd);
        while !form.fields[form.chosen].input.value().is_empty() {
            form.edit(InputRequest::DeletePrevChar);
        }
        value.chars().for_each(|c| form.edit(InputRequest::InsertChar(c)));
    }

    fn changes(form: &mut TagsDialog) -> Vec<String> {
        let text = |change: &TagChange| format!("{}={}", change.name(), change.value().unwrap_or_default());
        form.changes().unwrap().iter().map(text).collect()
    }

    #[test]
    fn only_what_was_changed_is_written() {
        let text = "[White \"Anna\"]\n[Black \"?\"]\n[Date \"????.??.??\"]\n[WhiteElo \"2000\"]\n[Result \"1-0\"]\n\
                    [Club \"North\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Kd2 1-0\n";
        let mut form = form(text);
        assert!(form.fields.iter().any(|field| field.name == "Club"));
        assert!(form.fields.iter().all(|field| field.name != "FEN"));
        assert_eq!(changes(&mut form), [""; 0]);
        for (name, value) in
            [("White", ""), ("Black", " Bert "), ("WhiteElo", ""), ("Date", "2024.05.01"), ("Club", "")]
        {
            set(&mut form, name, value);
        }
        let wanted = ["White=?", "Black=Bert", "WhiteElo=", "Date=2024.05.01", "Club="];
        assert_eq!(changes(&mut form), wanted);
    }

    #[test]
    fn a_value_that_cannot_be_written_is_chosen_with_the_reason() {
        let mut form = form("[White \"Anna\"]\n\n1. e4 *\n");
        set(&mut form, "Date", "May");
        form.chosen = 0;
        assert_eq!(form.changes(), None);
        assert_eq!(form.fields[form.chosen].name, "Date");
        assert!(form.problem.as_ref().is_some_and(|problem| problem.contains("YYYY.MM.DD")));
        form.edit(InputRequest::DeletePrevChar);
        assert_eq!(form.problem, None);
    }

    #[test]
    fn a_proposal_fills_what_is_empty() {
        let form =
            form("[White \"Anna\"]\n\n1. e4 *\n").proposing("White", "?").proposing("Event", "Analysis");
        let value = |name: &str| {
            form.fields.iter().find(|field| field.name == name).map(|field| field.input.value().to_owned())
        };
        assert_eq!([value("White"), value("Event")], [Some("Anna".to_owned()), Some("Analysis".to_owned())]);
    }
}
