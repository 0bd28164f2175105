//! State of the analysis board: a move tree, and a line that can be stepped through without playing it.

use crate::analysis::AnalysisSnapshot;
use crate::chess::names::group_digits;
use crate::chess::{Depth, Move, Position, Ranking};
use crate::game::pgn::PgnHeader;
use crate::game::{NodeId, TreeCursor};
use crate::tui::model::{
    ActiveReview, AnalyzeCache, AnalyzeEngine, AnalyzeSearchMoves, Explorer, KeptAnalysis, LineWalk,
    MistakeRetry, OtherTurnView, PinnedLine, ReviewPanes, Shared, Threat,
};

/// The largest number of lines (`MultiPV`).
pub const MAX_LINES: usize = 5;

/// The most half-moves of a line on the analysis board: as many as the longest game that the rules allow has, where each
/// capture and pawn move comes just before the 75-move rule ends the game.
const MAX_LINE_PLIES: usize = 17_697;

/// The analysis board.
#[derive(Clone, Debug)]
pub struct AnalyzeState {
    /// The move tree with the current position.
    pub walk: TreeCursor,
    /// Whether the engine works on the position.
    pub engine: AnalyzeEngine,
    /// Whether the engine was stopped because the game came with its review: the next game starts it again.
    pub is_paused_for_review: bool,
    /// The number of lines (`MultiPV`), 1 to [`MAX_LINES`].
    pub lines: usize,
    /// The depth at which the analysis of a position stops; None for infinite analysis.
    pub depth: Option<Depth>,
    /// The game's PGN tags and other text beside its moves.
    pub header: PgnHeader,
    /// What of it is in the list of games already.
    pub kept: KeptAnalysis,
    /// The analyses before this one, the newest last: undo at the start of this one returns to them.
    pub previous: Vec<PreviousAnalysis>,
    /// Undo history of the annotations.
    pub edits: AnalyzeEdits,
    /// The selected line, if any.
    pub walked_line: Option<LineWalk>,
    /// The pinned line, if any.
    pub pinned_line: Option<PinnedLine>,
    /// Every legal move by its cost, where the tables cover the position.
    pub ranking: Option<Ranking>,
    /// Whether the pane of all moves is sorted by distance or by name.
    pub move_order: AnalyzeMoveOrder,
    /// The review of the game, once one was requested.
    pub review: Option<Box<ActiveReview>>,
    /// The threat of the other side, where threats are on.
    pub threat: Threat,
    /// The opening explorer.
    pub explorer: Explorer,
    /// Whether the exact result with the other side to move is shown.
    pub other_turn: OtherTurnView,
    /// Cached results of positions analyzed before.
    pub cache: AnalyzeCache,
    /// Whether the engine, otherwise stopped, was asked to analyze this one position.
    pub one_shot: AnalyzeOneShot,
    /// The moves to which analysis is restricted, with their position.
    pub search_moves: Option<AnalyzeSearchMoves>,
}

/// An earlier analysis, to which undo can return.
#[derive(Clone, Debug)]
pub struct PreviousAnalysis {
    /// The moves, and the current position then.
    pub walk: TreeCursor,
    /// What the game's text says beside them.
    pub header: PgnHeader,
    /// What of it is in the list of games.
    pub kept: KeptAnalysis,
}

/// Undo history of the tree. It is cleared by a played move, which must not be lost.
#[derive(Clone, Default, Debug)]
pub struct AnalyzeEdits {
    /// The tree before each change, the newest last.
    pub undo_stack: Vec<TreeCursor>,
    /// The tree before each undo, the newest last.
    pub redo_stack: Vec<TreeCursor>,
    /// The current node after the last change: here undo takes back that change, elsewhere it is a step back.
    pub at: Option<NodeId>,
}

/// Whether the engine was asked to analyze this one position infinitely, while it is otherwise stopped or
/// limited to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalyzeOneShot {
    /// It was not.
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
    /// The analysis shown for the position on the analysis board: the built-in engine's, or the external
    /// engine's where it analyzes alone.
    pub(crate) fn shown_snapshot<'a>(&self, shared: &'a Shared) -> Option<&'a AnalysisSnapshot> {
        let external = || shared.engines.snapshot.as_deref().filter(|_| self.engine == AnalyzeEngine::Off);
        shared.current_analysis.snapshot.as_deref().or_else(external)
    }

    /// Every legal move by its cost, where the tables cover the position.
    pub(crate) fn shown_ranking<'a>(&'a self, shared: &'a Shared) -> Option<&'a Ranking> {
        let snapshot = shared.current_analysis.snapshot.as_ref();
        snapshot.and_then(|snapshot| snapshot.ranking.as_ref()).or(self.ranking.as_ref())
    }

    /// The position on the board: the current one, or one inside the selected line.
    pub(crate) fn shown_position(&self) -> Position {
        match (self.retry(), &self.walked_line) {
            (Some(retry), _) => retry.position(&self.walk),
            (None, Some(line)) => line.position(),
            (None, None) => self.walk.position().clone(),
        }
    }

    /// The move that comes next on the board, in the selected line or in the tree. None at the end and before a null move.
    pub(crate) fn next_move(&self) -> Option<Move> {
        match &self.walked_line {
            Some(line) => line.line.moves.get(line.moves_played).copied(),
            None => self.walk.next_node().and_then(|next| self.walk.tree().node(next).mv()),
        }
    }

    /// The move that is chosen in the explorer, with its row. None while its moves are not known.
    #[must_use]
    pub fn explorer_row(&self) -> Option<(usize, Move)> {
        self.explorer.chosen(&self.shown_position(), self.next_move())
    }

    /// The moves to which analysis of the current position is restricted.
    pub(crate) fn search_moves_here(&self) -> Option<&AnalyzeSearchMoves> {
        self.search_moves.as_ref().filter(|only| only.position == *self.walk.position())
    }

    /// Analysis of a position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::from_walk(TreeCursor::new(start))
    }

    /// Analysis of a game without tags.
    pub(crate) fn from_walk(walk: TreeCursor) -> Self {
        Self::from_game(walk, PgnHeader::default())
    }

    /// Analysis of a game as it was opened.
    pub(crate) fn from_game(walk: TreeCursor, header: PgnHeader) -> Self {
        Self {
            kept: KeptAnalysis::opened(walk.tree(), &header),
            walk,
            header,
            edits: AnalyzeEdits::default(),
            engine: AnalyzeEngine::On,
            is_paused_for_review: false,
            lines: 3,
            depth: None,
            previous: Vec::new(),
            walked_line: None,
            pinned_line: None,
            ranking: None,
            move_order: AnalyzeMoveOrder::Distance,
            review: None,
            threat: Threat::Hidden,
            explorer: Explorer::default(),
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
    pub(crate) fn shown_review(&self) -> Option<&ActiveReview> {
        self.review.as_deref().filter(|review| review.panes == ReviewPanes::Review)
    }

    /// Whether a move may be made now, or why not.
    ///
    /// # Errors
    /// A sentence for the player.
    pub(crate) fn may_move(&self) -> Result<(), String> {
        if self.walk.tree().ply(self.walk.node_id()) < MAX_LINE_PLIES {
            return Ok(());
        }
        let count = group_digits(MAX_LINE_PLIES as u64);
        Err(format!("The line has {count} half-moves, as many as the longest game that the rules allow"))
    }
}
