//! State of the analysis board: a move tree, and a line that can be stepped through without playing it.

use crate::chess::{Depth, Position, Ranking};
use crate::game::pgn::PgnHeader;
use crate::game::{NodeId, TreeCursor};

use crate::tui::aids::other_turn::OtherTurnView;
use crate::tui::analyze::cache::AnalyzeCache;
use crate::tui::analyze::line::{LineWalk, PinnedLine};
use crate::tui::analyze::search_moves::AnalyzeSearchMoves;
use crate::tui::analyze::threat::Threat;
use crate::tui::review::state::{ActiveReview, MistakeRetry, ReviewPanes};

/// The most lines that can be asked for.
pub const MAX_LINES: usize = 5;

/// The analysis board.
#[derive(Clone, Debug)]
pub struct AnalyzeState {
    /// The moves, and the position that is looked at.
    pub walk: TreeCursor,
    /// Whether the engine works on the position.
    pub engine: AnalyzeEngine,
    /// How many lines are asked for, 1 to [`MAX_LINES`].
    pub lines: usize,
    /// The depth at which the engine is done with a position; None where it goes on as long as one looks at it.
    pub depth: Option<Depth>,
    /// What the game's text says beside its moves.
    pub header: PgnHeader,
    /// The analyses before this one, the newest last: undo at the start of this one returns to them.
    pub previous: Vec<PreviousAnalysis>,
    /// What can be undone of the annotator's work.
    pub edits: AnalyzeEdits,
    /// The line that is being walked, while one is.
    pub walked_line: Option<LineWalk>,
    /// The line that stays in sight, where one was kept.
    pub pinned_line: Option<PinnedLine>,
    /// Every legal move by its cost, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// Whether the pane of all moves is sorted by distance or by name.
    pub move_order: AnalyzeMoveOrder,
    /// The review of the game, once one was asked for.
    pub review: Option<Box<ActiveReview>>,
    /// What the other side threatens, where that is looked at.
    pub threat: Threat,
    /// Whether the exact result with the other side to move is shown.
    pub other_turn: OtherTurnView,
    /// What was found out about positions that were looked at before.
    pub cache: AnalyzeCache,
    /// Whether the engine, which rests, was asked to look at this one position.
    pub one_shot: AnalyzeOneShot,
    /// The moves that alone are looked at, in the position that they were chosen in.
    pub search_moves: Option<AnalyzeSearchMoves>,
}

/// An analysis that was left for another one.
#[derive(Clone, Debug)]
pub struct PreviousAnalysis {
    /// The moves, and the current position then.
    pub walk: TreeCursor,
    /// What the game's text says beside them.
    pub header: PgnHeader,
}

/// Changes of the tree that can be undone: as long as no move was played since, for that must not be lost.
#[derive(Clone, Default, Debug)]
pub struct AnalyzeEdits {
    /// The tree before each change, the newest last.
    pub undo_stack: Vec<TreeCursor>,
    /// The tree before each undoing, the newest last.
    pub redo_stack: Vec<TreeCursor>,
    /// The current node after the last change: here undo takes back that change, elsewhere it is a step back.
    pub at: Option<NodeId>,
}

/// Whether the engine works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalyzeEngine {
    /// It analyzes every position that is looked at.
    On,
    /// It rests; tables still answer.
    Off,
}

/// Whether the engine looks at the position on the board, and at no other, without an end: it rests otherwise, or is
/// done at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalyzeOneShot {
    /// It does not.
    Off,
    /// It was asked to.
    On,
}

/// The order of the pane of all legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalyzeMoveOrder {
    /// By what the moves cost.
    Distance,
    /// By their names.
    Name,
}

impl AnalyzeState {
    /// The moves that alone are looked at in the position on the board.
    #[must_use]
    pub fn search_moves_here(&self) -> Option<&AnalyzeSearchMoves> {
        self.search_moves.as_ref().filter(|only| only.position == *self.walk.position())
    }

    /// Analysis of a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::from_walk(TreeCursor::new(start))
    }

    /// Analysis of a game.
    #[must_use]
    pub fn from_walk(walk: TreeCursor) -> Self {
        Self {
            walk,
            header: PgnHeader::default(),
            edits: AnalyzeEdits::default(),
            engine: AnalyzeEngine::On,
            lines: 3,
            depth: None,
            previous: Vec::new(),
            walked_line: None,
            pinned_line: None,
            ranking: None,
            move_order: AnalyzeMoveOrder::Distance,
            review: None,
            threat: Threat::Hidden,
            other_turn: OtherTurnView::Hidden,
            cache: AnalyzeCache::default(),
            one_shot: AnalyzeOneShot::Off,
            search_moves: None,
        }
    }

    /// The mistakes that are tried again, while they are.
    #[must_use]
    pub fn retry(&self) -> Option<&MistakeRetry> {
        self.review.as_ref()?.retry.as_ref()
    }

    /// The review, while the panes show it.
    #[must_use]
    pub fn shown_review(&self) -> Option<&ActiveReview> {
        self.review.as_deref().filter(|review| review.panes == ReviewPanes::Review)
    }
}
