//! The games of the library that have several texts, each with two of them side by side.

use crate::game::GameListEntry;
use crate::game::text_comparison::ComparedText;

/// The box with the games that have several texts.
#[derive(Clone, Default, Debug)]
pub struct DuplicatesDialog {
    /// Whether they are being looked for.
    pub is_searching: bool,
    /// The texts of each game; the one that says most comes first.
    pub games: Vec<Vec<GameListEntry>>,
    /// The game that is shown, an index of `games`.
    pub chosen: usize,
    /// Which of its other texts is beside the first one, from 0.
    pub other: usize,
    /// What the texts of the shown game say, once they were read.
    pub compared: Option<Vec<ComparedText>>,
    /// What is done to the shown game: nothing yet, a question, the work.
    pub merge: DuplicateMerge,
    /// Why the shown game was left as it is, or cannot be read: a sentence.
    pub problem: Option<String>,
}

/// How far the merge of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum DuplicateMerge {
    /// It was not asked for.
    #[default]
    None,
    /// The question is open whether it is wanted.
    Asked,
    /// It is being done.
    Running,
}

impl DuplicatesDialog {
    /// The box before anything was found.
    #[must_use]
    pub fn searching() -> Self {
        Self { is_searching: true, ..Self::default() }
    }

    /// The texts of the shown game.
    #[must_use]
    pub fn texts(&self) -> Option<&[GameListEntry]> {
        self.games.get(self.chosen).map(Vec::as_slice)
    }

    /// Whether its keys do something: not while games are looked for, or merged.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.is_searching && self.merge != DuplicateMerge::Running && !self.games.is_empty()
    }

    /// Shows another game.
    pub fn show(&mut self, chosen: usize) {
        self.chosen = chosen;
        (self.other, self.compared, self.problem, self.merge) = (0, None, None, DuplicateMerge::None);
    }
}
