//! State of the puzzles: what is chosen, and the puzzle on the board.

use std::time::Instant;

use crate::chess::{Color, Line, Move};
use crate::game::TreeCursor;
use crate::game::pgn::PgnHeader;
use crate::practice::puzzle::run::RunningPuzzles;
use crate::practice::puzzle::{Puzzle, PuzzleAttempt, PuzzleRunKind, PuzzleSet, PuzzleTheme};
use crate::tui::keymap::{KeyContext, KeyNames, PuzzleAction};
use crate::tui::model::PracticeActivity;
use crate::tui::navigation::{self, TreeStep};

/// The puzzles.
#[derive(Clone, Debug, Default)]
pub struct PuzzlesState {
    /// The chosen row of the page, an index of [`PuzzlesState::rows`].
    pub chosen: usize,
    /// The theme of the next puzzles; None for all.
    pub theme: Option<PuzzleTheme>,
    /// The sets: the built-in one, then the imported ones; empty until the page is opened.
    pub sets: Vec<PuzzleSet>,
    /// The set of the next puzzles, an index of `sets`.
    pub set: usize,
}

/// A row of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleRow {
    /// Rated puzzles, one after the other.
    Rated,
    /// A run.
    Run(PuzzleRunKind),
    /// A new woodpecker set.
    NewSet,
    /// The theme of the next puzzles; None for all.
    Theme(Option<PuzzleTheme>),
    /// The set of the next puzzles, an index of the sets.
    Set(usize),
}

/// A puzzle on the board.
#[derive(Clone, Debug)]
pub struct ActivePuzzle {
    /// The attempt, which judges the moves.
    pub attempt: PuzzleAttempt,
    /// The moves for the list and for stepping.
    pub walk: TreeCursor,
    /// What is said of the last move.
    pub feedback: PuzzleFeedback,
    /// Whether the answer has gone into the record.
    pub is_recorded: bool,
    /// How much the rating has changed; None until the answer, and in runs.
    pub rating_change: Option<f64>,
    /// The run that it belongs to; None for a rated puzzle and in a lesson.
    pub run: Option<ActiveRun>,
    /// The lesson that it belongs to; None for a rated puzzle and in a run.
    pub lesson: Option<ActivePuzzleLesson>,
}

/// A lesson of puzzles that is being solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActivePuzzleLesson {
    /// The lesson, a row of the list of lessons.
    pub row: usize,
    /// The positions to solve, indexes of those of the lesson.
    pub order: Vec<usize>,
    /// The one on the board, an index of `order`.
    pub current: usize,
}

/// A run with the state of its screen.
#[derive(Clone, Debug)]
pub struct ActiveRun {
    /// The run itself.
    pub run: RunningPuzzles,
    /// Whether it has gone into the record.
    pub is_recorded: bool,
    /// How the puzzle before this one went, and its solution in SAN.
    pub previous: Option<(PuzzleResult, String)>,
}

/// Whether a puzzle was solved at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleResult {
    /// It was.
    Solved,
    /// There was a wrong move, or the solution was shown.
    Missed,
}

/// What is said of the last move.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleFeedback {
    /// Nothing was tried yet.
    None,
    /// The move, in SAN, was right.
    Right(String),
    /// Whether the move is as good as the solution is being searched.
    Judging(Move),
    /// The move was wrong.
    Wrong(WrongPuzzleMove),
}

/// A wrong move with its refutation.
#[derive(Clone, PartialEq, Debug)]
pub struct WrongPuzzleMove {
    /// The move.
    pub mv: Move,
    /// Why it is wrong.
    pub refutation: PuzzleRefutation,
}

/// Why a move is wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleRefutation {
    /// It is being searched.
    Searching,
    /// The best line with the wrong move, and the one with the right move.
    Found(Box<[Line; 2]>),
    /// The search found nothing.
    NotFound,
}

impl PuzzlesState {
    /// The rows of the page.
    #[must_use]
    pub fn rows(&self) -> Vec<PuzzleRow> {
        let mut rows = vec![PuzzleRow::Rated];
        rows.extend(PuzzleRunKind::ALL.map(PuzzleRow::Run));
        rows.push(PuzzleRow::NewSet);
        rows.push(PuzzleRow::Theme(None));
        rows.extend(PuzzleTheme::ALL.map(|theme| PuzzleRow::Theme(Some(theme))));
        rows.extend((0..self.sets.len()).map(PuzzleRow::Set));
        rows
    }

    /// The chosen row.
    pub(crate) fn row(&self) -> PuzzleRow {
        self.rows().get(self.chosen).copied().unwrap_or(PuzzleRow::Rated)
    }

    /// The set of the next puzzles.
    pub(crate) fn set(&self) -> Option<&PuzzleSet> {
        self.sets.get(self.set)
    }
}

impl ActivePuzzle {
    /// A puzzle that waits for a move.
    pub(crate) fn new(puzzle: Puzzle, run: Option<ActiveRun>) -> Self {
        Self {
            walk: TreeCursor::new(puzzle.start.clone()),
            attempt: PuzzleAttempt::new(puzzle),
            feedback: PuzzleFeedback::None,
            is_recorded: false,
            rating_change: None,
            run,
            lesson: None,
        }
    }

    /// A position of a lesson that waits for a move.
    pub(crate) fn of_lesson(puzzle: Puzzle, lesson: ActivePuzzleLesson) -> Self {
        Self { lesson: Some(lesson), ..Self::new(puzzle, None) }
    }

    /// Whether the position on the board is that of the attempt.
    pub(crate) fn is_live(&self) -> bool {
        self.walk.position() == self.attempt.position()
    }

    /// Whether a move is awaited.
    pub(crate) fn awaits_move(&self) -> bool {
        self.attempt.is_running() && !matches!(self.feedback, PuzzleFeedback::Judging(_))
    }

    /// The wrong move that was tried, and the reply that refutes it, once that is known.
    pub(crate) fn refuted_move(&self) -> Option<(Move, Option<Move>)> {
        let PuzzleFeedback::Wrong(wrong) = &self.feedback else { return None };
        if !self.attempt.is_running() || !self.is_live() {
            return None;
        }
        let reply = match &wrong.refutation {
            PuzzleRefutation::Found(lines) => lines[0].moves.get(1).copied(),
            PuzzleRefutation::Searching | PuzzleRefutation::NotFound => None,
        };
        Some((wrong.mv, reply))
    }

    /// Brings the moves of the attempt to the board.
    pub(crate) fn follow_attempt(&mut self) {
        let mut walk = TreeCursor::new(self.attempt.puzzle().start.clone());
        for &mv in self.attempt.moves() {
            walk.play(mv);
        }
        self.walk = walk;
    }
}

impl PracticeActivity for ActivePuzzle {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, _now: Instant, keys: &KeyNames) -> Result<(), String> {
        if !self.is_live() {
            Err(keys.back_from_earlier("the puzzle"))
        } else if self.awaits_move() {
            Ok(())
        } else {
            Err(format!("{} goes on to the next puzzle", keys.name(PuzzleAction::Next)))
        }
    }

    fn contexts(&self) -> Vec<KeyContext> {
        vec![KeyContext::Puzzle, KeyContext::Board, KeyContext::Global]
    }

    fn own_color(&self) -> Color {
        self.attempt.puzzle().solver()
    }

    fn to_analyze(&self) -> Option<(PgnHeader, TreeCursor)> {
        (!self.attempt.is_running()).then(|| (PgnHeader::default(), self.walk.clone()))
    }

    fn step(&mut self, step: TreeStep) {
        navigation::step_tree(&mut self.walk, step);
    }
}
