//! The search: iterative deepening with principal variation search and quiescence search.
//!
//! [`deepening`] is the root (iterations, aspiration windows, multiple lines); [`node`] is one node of the
//! main search with [`pruning`], [`quiescence`] the search at the horizon; [`margin`] holds the formulas;
//! [`stack`] what is remembered for each ply of the current line.

mod bounds;
pub(crate) mod correction_history;
pub(crate) use correction_history::CorrectionHistory;
mod deepening;
pub(crate) use deepening::SearchFindings;
mod history_update;
mod margin;
pub(crate) use margin::SearchParameters;
mod node;
mod node_type;
mod oracle_probe;
mod pruning;
mod quiescence;
mod stack;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use correction_history::CorrectionIndex;
use node_type::SearchNode;
use stack::{PreviousMove, SearchStack};

use super::budget::Budget;
use super::co_search::{CoSearch, CoSearchNext, NodeBudget};
use super::eval::PawnTable;
use super::order::history::{Histories, PieceTo};
use super::search_position::SearchPosition;
use super::static_eval::static_eval;
use super::thread_memory::SearchThreadMemory;
use super::transposition_table::TranspositionTable;
use chess::board::BoardMove;
use chess::score::FIFTY_MOVES;
use chess::{Bound, Move, Oracle, Ply, Root, Score, StopToken, Stopped};

/// Nodes between two checks of the clock and the stop token, at most.
const CHECK_EVERY: u64 = 512;
/// Key salt that keeps the table entries of a full-width search apart from those of a selective search.
const FULL_WIDTH_SALT: u64 = 0x5bd1_e995_9e37_79b9;

/// State shared by the threads of one search.
pub(crate) struct SharedSearch<'a> {
    /// The transposition table.
    pub(crate) table: &'a TranspositionTable,
    /// Endgame tables.
    pub(crate) oracle: &'a dyn Oracle,
    /// Time and nodes.
    pub(crate) budget: Budget,
    /// Stops the whole search; set by the caller.
    pub(crate) stop: StopToken,
    /// Stops the helper threads; set by the main thread when it ends.
    pub(crate) helpers_stop: StopToken,
    /// Nodes searched by all threads, updated now and then.
    pub(crate) nodes: AtomicU64,
    /// Number of search threads, 1 or more.
    pub(crate) threads: u64,
    /// Set once the co-search has a final answer.
    pub(crate) co_search_done: AtomicBool,
    /// Set once the main thread has reached its last depth.
    pub(crate) main_thread_done: AtomicBool,
}

impl SharedSearch<'_> {
    /// Nodes and time used so far, and what remains.
    pub(crate) fn node_budget(&self) -> NodeBudget {
        let nodes = self.nodes.load(Ordering::Relaxed);
        NodeBudget {
            nodes,
            nodes_left: self.budget.nodes_left(nodes),
            time: self.budget.elapsed(),
            is_past_soft_limit: self.budget.is_past_soft_limit(),
            threads: self.threads,
            is_search_finished: self.main_thread_done.load(Ordering::Relaxed),
        }
    }

    /// Checks the stop tokens, the co-search, and the node and time limits.
    pub(crate) fn check_stop(&self) -> Result<(), Stopped> {
        self.stop.check()?;
        self.helpers_stop.check()?;
        let over = self.co_search_done.load(Ordering::Relaxed)
            || self.budget.is_spent(self.nodes.load(Ordering::Relaxed));
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Runs the co-search until it returns control to the search.
    pub(crate) fn run_co_search(&self, co_search: &mut dyn CoSearch) -> Result<(), Stopped> {
        loop {
            let turn = co_search.take_turn(&self.node_budget());
            self.nodes.fetch_add(turn.nodes, Ordering::Relaxed);
            match turn.next {
                CoSearchNext::Search => return Ok(()),
                CoSearchNext::TakeTurn => self.check_stop()?,
                CoSearchNext::Finish => {
                    self.co_search_done.store(true, Ordering::Relaxed);
                    return Err(Stopped);
                }
            }
        }
    }
}

/// Search width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchWidth {
    /// All pruning and reductions are on.
    Selective,
    /// Full width: every move to the full depth, for `go mate`.
    Full,
}

/// A root move with its score and principal variation.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub(crate) mv: BoardMove,
    /// Its exact score from the last iteration that produced one, or [`Score::LOWEST`].
    pub(crate) score: Score,
    /// The principal variation, beginning with the move.
    pub(crate) pv: Vec<BoardMove>,
}

/// The search of one thread.
pub(crate) struct SearchWorker<'a> {
    shared: &'a SharedSearch<'a>,
    table: &'a TranspositionTable,
    oracle: &'a dyn Oracle,
    histories: &'a mut Histories,
    corrections: &'a mut CorrectionHistory,
    pawn_table: &'a mut PawnTable,
    stack: SearchStack,
    root: SearchPosition,
    root_moves: Vec<RootMove>,
    /// How many moves are legal at the root.
    legal_count: usize,
    /// Keys of positions that have occurred twice in the game: a third time is a draw.
    repeated_keys: Vec<u64>,
    /// Key salt for the transposition table: scores that depend on those repetitions are not shared.
    salt: u64,
    contempt: i16,
    parameters: SearchParameters,
    uses_oracle: bool,
    width: SearchWidth,
    nodes: u64,
    flushed_nodes: u64,
    next_check: u64,
    seldepth: Ply,
    /// Ply limit for extensions.
    max_extension_ply: u16,
    /// The co-search that runs on this thread, if any.
    co_search: Option<&'a mut dyn CoSearch>,
}

impl<'a> SearchWorker<'a> {
    /// A search restricted to `moves`, which are legal at the root.
    pub(crate) fn new(
        shared: &'a SharedSearch<'a>,
        memory: &'a mut SearchThreadMemory,
        root: &'a Root,
        moves: &[Move],
        contempt: i16,
        parameters: SearchParameters,
    ) -> Self {
        let repeated_keys = root.history.repeated_keys();
        let salt = repeated_keys.iter().fold(0, |salt, key| salt ^ key.rotate_left(17));
        let state = SearchPosition::from(&root.position);
        let board_moves = moves.iter().filter_map(|&mv| state.board().find_move(mv));
        let root_moves = board_moves
            .map(|board_move| RootMove { mv: board_move, score: Score::LOWEST, pv: vec![board_move] })
            .collect();
        let mut searcher = Self {
            shared,
            table: shared.table,
            oracle: shared.oracle,
            histories: &mut memory.histories,
            corrections: &mut memory.corrections,
            pawn_table: &mut memory.pawn_table,
            stack: SearchStack::new(),
            root: state,
            root_moves,
            legal_count: root.position.legal_moves().len(),
            uses_oracle: repeated_keys.is_empty(),
            repeated_keys,
            salt,
            contempt,
            parameters,
            width: SearchWidth::Selective,
            nodes: 0,
            flushed_nodes: 0,
            next_check: 0,
            seldepth: Ply::ZERO,
            max_extension_ply: 0,
            co_search: None,
        };
        searcher.stack.at_mut(Ply::ZERO).key = root.position.key();
        searcher
    }

    /// Searches without endgame tables: where they give every root move the same result, they cannot choose
    /// between them.
    pub(crate) const fn disable_oracle(&mut self) {
        self.uses_oracle = false;
    }

    /// Runs a co-search on this thread, a slice at a time.
    pub(crate) fn set_co_search(&mut self, co_search: &'a mut dyn CoSearch) {
        self.co_search = Some(co_search);
    }

    fn set_width(&mut self, width: SearchWidth) {
        if self.width != width {
            self.width = width;
            self.salt ^= FULL_WIDTH_SALT;
        }
    }

    /// Makes a legal move and enters the node after it, at `ply`.
    fn make_move(
        &mut self,
        state: &SearchPosition,
        mv: BoardMove,
        ply: Ply,
    ) -> Result<SearchPosition, Stopped> {
        let board = state.board().after(mv);
        // The table entry is on its way while the rest of the position is computed.
        self.table.prefetch(board.key() ^ self.salt);
        self.enter_node(board.key(), ply, PreviousMove::Move(PieceTo::of(state.turn(), mv)))?;
        Ok(state.after_on(mv, board))
    }

    /// Counts a node, records it in the search stack, and checks the limits from time to time.
    fn enter_node(&mut self, key: u64, ply: Ply, previous_move: PreviousMove) -> Result<(), Stopped> {
        let entry = self.stack.at_mut(ply);
        entry.key = key;
        entry.previous_move = previous_move;
        entry.excluded = None;
        self.nodes += 1;
        if self.nodes >= self.next_check { self.check_limits() } else { Ok(()) }
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.flush_nodes();
        self.shared.check_stop()?;
        if let Some(co_search) = &mut self.co_search {
            self.shared.run_co_search(*co_search)?;
            self.shared.check_stop()?;
        }
        let left = self.shared.node_budget().nodes_left;
        // The remaining nodes are split between the threads, so that together they do not overshoot.
        self.next_check = self.nodes + left.div_ceil(self.shared.threads).min(CHECK_EVERY);
        Ok(())
    }

    /// Continues with the co-search alone once the main search has reached its last depth.
    fn run_co_search_alone(&mut self) -> Result<(), Stopped> {
        self.flush_nodes();
        let Some(co_search) = &mut self.co_search else { return Ok(()) };
        self.shared.main_thread_done.store(true, Ordering::Relaxed);
        self.shared.run_co_search(*co_search)
    }

    /// Adds this thread's new nodes to the shared count.
    fn flush_nodes(&mut self) {
        let new = self.nodes - self.flushed_nodes;
        self.flushed_nodes = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
    }

    /// The score of a draw by repetition, the fifty-move rule or insufficient material; at the hundredth half-move
    /// checkmate comes first. None at the root and where there is no draw.
    pub(super) fn draw_score(&self, state: &SearchPosition, ply: Ply) -> Option<Score> {
        if ply == Ply::ZERO {
            return None;
        }
        let halfmoves = state.halfmoves();
        if halfmoves >= FIFTY_MOVES {
            let mated = state.is_check() && !state.can_move();
            return Some(if mated { Score::mated_in(ply) } else { self.draw_value(ply) });
        }
        let repeats = halfmoves >= 4
            && (self.stack.is_repetition(ply, halfmoves)
                || (!self.repeated_keys.is_empty() && self.repeated_keys.contains(&state.key())));
        (repeats || state.board().is_insufficient_material()).then(|| self.draw_value(ply))
    }

    /// Draw score at `ply` for the side to move, with contempt.
    fn draw_value(&self, ply: Ply) -> Score {
        let at_root = ply.get().is_multiple_of(2);
        let value = if at_root { -self.contempt } else { self.contempt };
        Score::centipawns(i32::from(value))
    }

    /// The static evaluation at `ply`, corrected by the correction history. A won ending is known well enough.
    fn corrected_eval(&self, eval: Score, state: &SearchPosition, ply: Ply) -> Score {
        let value = i32::from(eval.raw());
        if value.abs() >= margin::MAX_CORRECTED_EVAL {
            return eval;
        }
        Score::centipawns(value + self.corrections.correction(self.correction_index(state, ply)))
    }

    /// Learns from a search how far the static evaluation was off. A bound says something only beyond the
    /// evaluation, a multi-cut (without a move) comes from a shallower search, and what a capture wins is a matter
    /// of the search.
    fn update_corrections(
        &mut self,
        node: &SearchNode,
        best: Score,
        best_move: Option<BoardMove>,
        bound: Bound,
    ) {
        let Some(eval) = node.static_eval else { return };
        let is_informative = match bound {
            Bound::AtLeast => best > eval && best_move.is_some(),
            Bound::AtMost => best < eval,
            Bound::Exact => true,
        };
        if !is_informative
            || best.is_mate()
            || best.is_win_of_unknown_length()
            || best_move.is_some_and(BoardMove::is_noisy)
            || self.width == SearchWidth::Full
        {
            return;
        }
        let difference = i32::from(best.raw()) - i32::from(eval.raw());
        let index = self.correction_index(node.state, node.ply);
        self.corrections.update(index, self.parameters.correction_bonus(difference, node.depth));
    }

    fn correction_index(&self, state: &SearchPosition, ply: Ply) -> CorrectionIndex {
        CorrectionIndex::of(state.turn(), state.eval_state(), self.stack.previous_moves(ply))
    }

    /// Static evaluation for the side to move, without corrections.
    fn evaluate(&mut self, state: &SearchPosition) -> Score {
        static_eval(state, self.pawn_table)
    }
}
