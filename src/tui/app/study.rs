//! Analysis of any position: a tree of moves, and a line that can be walked without playing it.

use crate::chess::{Depth, Position, Ranking};
use crate::game::pgn::Header;
use crate::game::{NodeId, Walk};

use super::known::Known;
use super::line::{KeptLine, LineWalk};
use super::only::Only;
use super::other_turn::OtherTurnView;
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
    /// The depth at which the engine is done with a position; None where it goes on as long as one looks at it.
    pub depth: Option<Depth>,
    /// What the game's text says beside its moves.
    pub header: Header,
    /// The analyses before this one, the newest last: undo at the start of this one returns to them.
    pub before: Vec<Opened>,
    /// What can be undone of the annotator's work.
    pub edits: Edits,
    /// The line that is being walked, while one is.
    pub line: Option<LineWalk>,
    /// The line that stays in sight, where one was kept.
    pub kept: Option<KeptLine>,
    /// Every legal move by its cost, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// Whether the pane of all moves is sorted by distance or by name.
    pub sort: Sort,
    /// The review of the game, once one was asked for.
    pub review: Option<Box<Reviewing>>,
    /// What the other side threatens, where that is looked at.
    pub threat: Threat,
    /// Whether the truth with the turn passed is told.
    pub other_turn: OtherTurnView,
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

/// Whether the engine looks at the position on the board, and at no other, without an end: it rests otherwise, or is
/// done at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Glance {
    /// It does not.
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
            depth: None,
            before: Vec::new(),
            line: None,
            kept: None,
            ranking: None,
            sort: Sort::Distance,
            review: None,
            threat: Threat::Hidden,
            other_turn: OtherTurnView::Hidden,
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
