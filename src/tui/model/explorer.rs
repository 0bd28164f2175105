//! State of the opening explorer: which moves were played in the games of the library from the position on the board.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::chess::{Move, Position};
use crate::database::OpeningTree;

/// The most positions whose answers are kept.
const MAX_ANSWERS: usize = 64;

/// The opening explorer of the analysis board. What it shows belongs to the position on the board, never to another one.
#[derive(Clone, Default, Debug)]
pub struct Explorer {
    /// Whether its pane is shown.
    pub is_shown: bool,
    /// While the games are being indexed: how much of them is, in percent.
    pub indexing: Option<u8>,
    /// The key of the position on the board, once its answer was asked for or was known; None while the explorer is
    /// hidden.
    position: Option<u64>,
    /// The answers by the keys of their positions, the newest last.
    answers: VecDeque<(u64, ExplorerAnswer)>,
    /// Whether the library may have changed since the last question.
    is_library_changed: bool,
}

/// A question to the index of the library's games.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplorerQuestion {
    /// The position.
    pub position: Box<Position>,
    /// Whether the library may have changed since the last question.
    pub is_library_changed: bool,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum ExplorerAnswer {
    /// The games that reach it, and the moves that were played.
    Tree(Arc<OpeningTree>),
    /// The library has no games.
    EmptyLibrary,
    /// The index does not answer: a sentence.
    Failed(String),
}

/// What the thread sends that asks the index.
#[derive(Clone, Debug)]
pub enum ExplorerEvent {
    /// The games are being indexed: so much of them is, in percent.
    Indexing(u8),
    /// The answer for a position.
    Answered(Box<Position>, ExplorerAnswer),
}

impl Explorer {
    /// What is known of a position.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<&ExplorerAnswer> {
        self.index_of(position.key()).map(|index| &self.answers[index].1)
    }

    /// The move in a row of the pane, from 0, where it is shown for a position.
    pub(crate) fn move_at(&self, position: &Position, row: usize) -> Option<Move> {
        match self.answer(position).filter(|_| self.is_shown)? {
            ExplorerAnswer::Tree(tree) => tree.moves.get(row).map(|found| found.mv),
            ExplorerAnswer::EmptyLibrary | ExplorerAnswer::Failed(_) => None,
        }
    }

    /// The board shows this position now, or none that may be asked for: the question, where one has to be sent.
    pub(crate) fn follow(&mut self, position: Option<&Position>) -> Option<ExplorerQuestion> {
        let position = position?;
        let key = position.key();
        if self.position.replace(key) == Some(key) && !self.is_library_changed {
            return None;
        }
        let is_known =
            self.answer(position).is_some_and(|answer| !matches!(answer, ExplorerAnswer::Failed(_)));
        if is_known && !self.is_library_changed {
            return None;
        }
        Some(ExplorerQuestion {
            position: Box::new(position.clone()),
            is_library_changed: std::mem::take(&mut self.is_library_changed),
        })
    }

    /// Keeps the answer to the last question. One to a question before it may be about a library that has changed since.
    pub(crate) fn receive(&mut self, position: &Position, answer: ExplorerAnswer) {
        let key = position.key();
        if self.position != Some(key) {
            return;
        }
        if let Some(index) = self.index_of(key) {
            self.answers.remove(index);
        }
        if self.answers.len() >= MAX_ANSWERS {
            self.answers.pop_front();
        }
        self.answers.push_back((key, answer));
    }

    /// The library has changed: what was answered is forgotten. The position on the board keeps its answer until the new
    /// one comes.
    pub(crate) fn library_changed(&mut self) {
        self.answers.retain(|&(key, _)| Some(key) == self.position);
        self.is_library_changed = true;
    }

    /// The explorer is hidden. When it is shown again, the index is brought up to date: another program may have changed the
    /// library.
    pub(crate) fn hide(&mut self) {
        self.is_shown = false;
        self.library_changed();
        (self.indexing, self.position) = (None, None);
    }

    fn index_of(&self, key: u64) -> Option<usize> {
        self.answers.iter().position(|&(known, _)| known == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_answers_are_kept_and_the_oldest_go_first() {
        let mut explorer = Explorer::default();
        let start = Position::start();
        let positions: Vec<Position> = std::iter::once(start.clone())
            .chain(start.legal_moves().iter().flat_map(|&mv| {
                let after = start.after(mv);
                after.legal_moves().iter().map(|&reply| after.after(reply)).collect::<Vec<_>>()
            }))
            .take(MAX_ANSWERS + 1)
            .collect();
        for position in &positions {
            explorer.follow(Some(position));
            explorer.receive(position, ExplorerAnswer::EmptyLibrary);
        }
        assert_eq!(explorer.answer(&positions[0]), None);
        assert!(positions[1..].iter().all(|position| explorer.answer(position).is_some()));
        explorer.library_changed();
        assert_eq!(explorer.answers.len(), 1, "that of the position on the board");
    }

    #[test]
    fn a_failure_is_shown_and_asked_about_again_after_another_position() {
        let mut explorer = Explorer::default();
        let start = Position::start();
        let other = start.after(start.legal_moves()[0]);
        assert!(explorer.follow(Some(&start)).is_some());
        explorer.receive(&start, ExplorerAnswer::Failed("no".to_owned()));
        assert_eq!(explorer.follow(Some(&start)), None, "not again and again");
        assert!(explorer.follow(Some(&other)).is_some());
        assert!(explorer.follow(Some(&start)).is_some());
    }
}
