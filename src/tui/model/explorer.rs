//! State of the opening explorer: which moves were played in the games of the library from the position on the board.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use crate::chess::{Move, Position};
use crate::database::OpeningTree;
use crate::game::game_list::GamePlaces;
use crate::game::game_query::QueryProblem;
use crate::game::{GameQuery, SavedSearches};
use crate::tui::navigation::RowStep;

/// The most positions whose answers are kept.
const MAX_ANSWERS: usize = 64;

/// The opening explorer of the analysis board. What it shows belongs to the position on the board, never to another one.
#[derive(Clone, Default, Debug)]
pub struct Explorer {
    /// Whether its pane is shown.
    pub is_shown: bool,
    /// Which games it counts.
    pub source: ExplorerSource,
    /// While the games are being indexed: how much of them is, in percent.
    pub indexing: Option<u8>,
    /// The key of the position on the board, once its answer was asked for or was known; None while the explorer is
    /// hidden.
    position: Option<u64>,
    /// The answers by the keys of their positions, the newest last.
    answers: VecDeque<(u64, ExplorerAnswer)>,
    /// Whether the library may have changed since the last question.
    is_library_changed: bool,
    /// The search that the games fit which are counted.
    query: GameQuery,
    /// The file that they are in, where they are not in the library.
    file: Option<PathBuf>,
    /// The games that are to be listed.
    listed: Option<ExplorerListing>,
    /// Whether the arrow keys choose one of its moves.
    has_focus: bool,
    /// The move that was chosen last, with the key of its position.
    chosen: Option<(u64, Move)>,
}

/// Which games are listed, of those that the explorer counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplorerListing {
    /// Those with the position.
    Here,
    /// Those with the position after this move.
    After(Move),
}

/// Which games the explorer counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ExplorerSource {
    /// All games of the library.
    #[default]
    All,
    /// Those that the user played with White.
    MineAsWhite,
    /// Those that the user played with Black.
    MineAsBlack,
    /// Those of the list of games that fit its search, of the library or of a file.
    Listed,
}

impl ExplorerSource {
    /// The next one.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::All => Self::MineAsWhite,
            Self::MineAsWhite => Self::MineAsBlack,
            Self::MineAsBlack => Self::Listed,
            Self::Listed => Self::All,
        }
    }

    /// Says that none of its games reaches a position.
    pub(crate) const fn no_game_text(self) -> &'static str {
        match self {
            Self::All => "No game of the library reaches this position",
            Self::MineAsWhite => "None of your games with White reaches this position",
            Self::MineAsBlack => "None of your games with Black reaches this position",
            Self::Listed => "No game of the list of games reaches this position",
        }
    }
}

/// What the list of games shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListedSearch<'l> {
    /// Its search.
    pub(crate) search: &'l str,
    /// The searches that it may name.
    pub(crate) searches: &'l SavedSearches,
    /// The file that its games are in, where they are not in the library.
    pub(crate) file: Option<&'l PathBuf>,
}

impl ListedSearch<'_> {
    /// What is searched for by a user with these names, without the labels.
    pub(crate) fn query(self, my_names: &[String]) -> GameQuery {
        let query = GameQuery::with_searches(self.search, my_names, self.searches);
        if self.file.is_some() { query.for_file() } else { query }
    }
}

/// A question to the index of the library's games.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplorerQuestion {
    /// The position.
    pub position: Box<Position>,
    /// The search that the games fit which are counted.
    pub query: GameQuery,
    /// The file that they are in, where they are not in the library.
    pub file: Option<PathBuf>,
    /// Whether the library may have changed since the last question.
    pub is_library_changed: bool,
    /// The games whose places it asks for, too.
    pub listed: Option<ExplorerListing>,
}

impl ExplorerQuestion {
    /// The position whose games' places it asks for.
    pub(crate) fn listed_position(&self) -> Option<Position> {
        match self.listed? {
            ExplorerListing::Here => Some((*self.position).clone()),
            ExplorerListing::After(mv) => Some(self.position.after(mv)),
        }
    }
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
    /// The answer to a question.
    Answered(Box<ExplorerQuestion>, ExplorerAnswer),
    /// Where the games are that a question asks for.
    Located(Box<ExplorerQuestion>, GamePlaces),
}

impl Explorer {
    /// What is known of a position.
    #[must_use]
    pub fn answer(&self, position: &Position) -> Option<&ExplorerAnswer> {
        self.index_of(position.key()).map(|index| &self.answers[index].1)
    }

    /// The moves of the pane's rows, where they are known of a position.
    fn moves(&self, position: &Position) -> Option<Vec<Move>> {
        match self.answer(position).filter(|_| self.is_shown)? {
            ExplorerAnswer::Tree(tree) => Some(tree.moves.iter().map(|found| found.mv).collect()),
            ExplorerAnswer::EmptyLibrary | ExplorerAnswer::Failed(_) => None,
        }
    }

    /// The move in a row of the pane, from 0, where it is shown for a position.
    pub(crate) fn move_at(&self, position: &Position, row: usize) -> Option<Move> {
        self.moves(position)?.get(row).copied()
    }

    /// Whether the arrow keys choose one of its moves.
    #[must_use]
    pub const fn has_focus(&self) -> bool {
        self.has_focus
    }

    /// The arrow keys choose one of its moves from now on; a hidden explorer is shown.
    pub(crate) const fn enter(&mut self) {
        (self.is_shown, self.has_focus) = (true, true);
    }

    /// The arrow keys belong to the board again.
    pub(crate) const fn leave(&mut self) {
        (self.has_focus, self.chosen) = (false, None);
    }

    /// The chosen move of a position and its row: the one that was chosen there, else `next`, which comes next on the board, else
    /// the first. None while its moves are not known, or where it has none.
    pub(crate) fn chosen(&self, position: &Position, next: Option<Move>) -> Option<(usize, Move)> {
        let moves = self.moves(position)?;
        let chosen = self.chosen.filter(|&(key, _)| key == position.key()).map(|(_, mv)| mv);
        let row_of = |wanted: Option<Move>| moves.iter().position(|&mv| Some(mv) == wanted);
        let row = row_of(chosen).or_else(|| row_of(next)).unwrap_or(0);
        moves.get(row).map(|&mv| (row, mv))
    }

    /// Chooses the move in another row.
    pub(crate) fn choose(&mut self, position: &Position, next: Option<Move>, step: RowStep) {
        let (Some((row, _)), Some(moves)) = (self.chosen(position, next), self.moves(position)) else {
            return;
        };
        let row = step.from(row, moves.len().saturating_sub(1));
        self.chosen = moves.get(row).map(|&mv| (position.key(), mv));
    }

    /// The board shows this position now, or none that may be asked for; `listed` is what the list of games shows. The question,
    /// where one has to be sent.
    pub(crate) fn follow(
        &mut self,
        position: Option<&Position>,
        my_names: &[String],
        listed: ListedSearch<'_>,
    ) -> Option<ExplorerQuestion> {
        let position = position?;
        if self.source == ExplorerSource::Listed && listed.search.is_empty() && listed.file.is_none() {
            self.source = ExplorerSource::All;
        }
        let query = match self.source {
            ExplorerSource::All => GameQuery::new("", my_names),
            ExplorerSource::MineAsWhite => GameQuery::new("color:white", my_names),
            ExplorerSource::MineAsBlack => GameQuery::new("color:black", my_names),
            ExplorerSource::Listed => listed.query(my_names),
        };
        let file = listed.file.filter(|_| self.source == ExplorerSource::Listed);
        if query != self.query || file != self.file.as_ref() {
            (self.query, self.file) = (query, file.cloned());
            self.answers.clear();
            self.position = None;
        }
        let key = position.key();
        let is_same = self.position.replace(key) == Some(key);
        let is_known =
            self.answer(position).is_some_and(|answer| !matches!(answer, ExplorerAnswer::Failed(_)));
        if (is_same || is_known) && !self.is_library_changed && self.listed.is_none() {
            return None;
        }
        Some(ExplorerQuestion {
            position: Box::new(position.clone()),
            query: self.query.clone(),
            file: self.file.clone(),
            is_library_changed: std::mem::take(&mut self.is_library_changed),
            listed: self.listed.take(),
        })
    }

    /// Whether the games that are counted are those of a file.
    pub(crate) const fn is_of_file(&self) -> bool {
        self.file.is_some()
    }

    /// Asks with the next question where games are.
    pub(crate) const fn want_list(&mut self, listing: ExplorerListing) {
        self.listed = Some(listing);
    }

    /// What is wrong with the search that the games fit.
    pub(crate) const fn problem(&self) -> Option<&QueryProblem> {
        self.query.problem()
    }

    /// Whether a question is about the position on the board and the games that are counted.
    pub(crate) fn is_current(&self, question: &ExplorerQuestion) -> bool {
        self.position == Some(question.position.key())
            && (&self.query, &self.file) == (&question.query, &question.file)
    }

    /// Keeps the answer to the last question. One to a question before it may be about a library that has changed since.
    pub(crate) fn receive(&mut self, question: &ExplorerQuestion, answer: ExplorerAnswer) {
        if !self.is_current(question) {
            return;
        }
        let key = question.position.key();
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
        self.leave();
        (self.indexing, self.position, self.listed) = (None, None, None);
    }

    fn index_of(&self, key: u64) -> Option<usize> {
        self.answers.iter().position(|&(known, _)| known == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(explorer: &mut Explorer, position: &Position) -> Option<ExplorerQuestion> {
        let listed = ListedSearch { search: "", searches: &SavedSearches::default(), file: None };
        explorer.follow(Some(position), &[], listed)
    }

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
            let question = follow(&mut explorer, position).expect("a new position");
            explorer.receive(&question, ExplorerAnswer::EmptyLibrary);
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
        let question = follow(&mut explorer, &start).expect("the first question");
        explorer.receive(&question, ExplorerAnswer::Failed("no".to_owned()));
        assert_eq!(follow(&mut explorer, &start), None, "not again and again");
        assert!(follow(&mut explorer, &other).is_some());
        assert!(follow(&mut explorer, &start).is_some());
    }
}
