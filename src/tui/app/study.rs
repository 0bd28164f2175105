//! Analysis of any position: a tree of moves, and a line that can be walked without playing it.

use crate::chess::{Move, Position, Ranking, notation};
use crate::game::pgn::Header;
use crate::game::{NodeId, Walk};

use super::known::Known;
use super::only::Only;
use super::review::{Panes, Retry, Reviewing};
use super::threat::Threat;

/// The most lines that can be asked for.
pub const MOST_LINES: usize = 5;

/// The analysis board.
#[derive(Clone, Debug)]
pub struct Study {
    /// The moves, and the position that is looked at.
    pub walk: Walk,
    /// Whether the engine works on the position.
    pub engine: Engine,
    /// How many lines are asked for, 1 to [`MOST_LINES`].
    pub lines: usize,
    /// What the game's text says beside its moves.
    pub header: Header,
    /// The analyses before this one, the newest last: undo at the start of this one returns to them.
    pub before: Vec<Opened>,
    /// What can be undone of the annotator's work.
    pub edits: Edits,
    /// The line that is being walked, while one is.
    pub line: Option<LineWalk>,
    /// Every legal move by its cost, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// Whether the pane of all moves is sorted by distance or by name.
    pub sort: Sort,
    /// The review of the game, once one was asked for.
    pub review: Option<Box<Reviewing>>,
    /// What the other side threatens, where that is looked at.
    pub threat: Threat,
    /// What was found out about positions that were looked at before.
    pub known: Known,
    /// Whether the engine, which rests, was asked to look at this one position.
    pub glance: Glance,
    /// The moves that alone are looked at, in the position that they were chosen in.
    pub only: Option<Only>,
}

/// An analysis that was left for another one.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The moves, and where the reader stood.
    pub walk: Walk,
    /// What the game's text says beside them.
    pub header: Header,
}

/// Changes of the tree that can be undone: as long as no move was played since, for that must not be lost.
#[derive(Clone, Default, Debug)]
pub struct Edits {
    /// The tree before each change, the newest last.
    pub done: Vec<Walk>,
    /// The tree before each undoing, the newest last.
    pub undone: Vec<Walk>,
    /// Where the reader stood after the last change: undo means it there, and a step back elsewhere.
    pub at: Option<NodeId>,
}

/// Whether the engine works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// It analyzes every position that is looked at.
    On,
    /// It rests; tables still answer.
    Off,
}

/// Whether a resting engine looks at the position on the board, and at no other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glance {
    /// It rests.
    No,
    /// It was asked to.
    Here,
}

/// The order of the pane of all legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// By what the moves cost.
    Distance,
    /// By their names.
    Name,
}

/// A line as it stood when it was picked, and how far it has been stepped through.
#[derive(Clone, PartialEq, Debug)]
pub struct LineWalk {
    /// Which line it was, from 0.
    pub rank: usize,
    /// The position that it starts from.
    pub from: Position,
    /// Its moves.
    pub moves: Vec<Move>,
    /// The same moves in standard algebraic notation.
    pub sans: Vec<String>,
    /// Moves played on the board so far, 0 to `moves.len()`.
    pub at: usize,
}

impl LineWalk {
    /// Picks up a line at its start.
    #[must_use]
    pub fn new(rank: usize, from: Position, moves: Vec<Move>) -> Self {
        let sans = notation::san_line(&from, &moves);
        Self { rank, from, moves, sans, at: 0 }
    }

    /// The position after the moves stepped through so far.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.from.clone();
        for &mv in &self.moves[..self.at] {
            position.play(mv);
        }
        position
    }

    /// The move stepped through last.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.at.checked_sub(1).and_then(|last| self.moves.get(last).copied())
    }
}

impl Study {
    /// The moves that alone are looked at in the position on the board.
    #[must_use]
    pub fn only(&self) -> Option<&Only> {
        self.only.as_ref().filter(|only| only.position == *self.walk.position())
    }

    /// A study of a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::of(Walk::new(start))
    }

    /// A study of a game.
    #[must_use]
    pub fn of(walk: Walk) -> Self {
        Self {
            walk,
            header: Header::default(),
            edits: Edits::default(),
            engine: Engine::On,
            lines: 3,
            before: Vec::new(),
            line: None,
            ranking: None,
            sort: Sort::Distance,
            review: None,
            threat: Threat::Hidden,
            known: Known::default(),
            glance: Glance::No,
            only: None,
        }
    }

    /// The slips that are tried again, while they are.
    #[must_use]
    pub fn retry(&self) -> Option<&Retry> {
        self.review.as_ref()?.retry.as_ref()
    }

    /// The review, while the panes show it.
    #[must_use]
    pub fn shown_review(&self) -> Option<&Reviewing> {
        self.review.as_deref().filter(|review| review.panes == Panes::Review)
    }
}
