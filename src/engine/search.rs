//! The search: deepens one ply at a time, and keeps the best root moves with their lines.
//!
//! [`deepening`] decides what is searched how deep with which window; [`node`] and [`quiescence`] are the
//! tree; [`margin`] holds every figure; [`entry`] is what a line remembers.

mod bounds;
mod deepening;
pub(crate) use deepening::{SearchControl, SearchFindings};
mod history_update;
mod margin;
mod node;
mod node_type;
mod oracle_and_draws;
mod pruning;
mod quiescence;
mod stack;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::chess::board::BoardMove;
use crate::chess::{Move, Oracle, Ply, Root, Score, StopToken, Stopped};

use super::budget::Budget;
use super::co_search::{CoSearch, CoSearchNext, EngineActivity, NodeBudget};
use super::eval::{self, PawnTable};
use super::order::history::Histories;
use super::search_position::SearchPosition;
use super::thread_memory::SearchThreadMemory;
use super::transposition_table::TranspositionTable;
use stack::{PreviousMove, SearchStack};

/// Positions between two looks at the clock and the stop token, at most.
const CHECK_EVERY: u64 = 512;
/// Tells the table's entries of a full-width search from those of a selective one.
const FULL_WIDTH_SALT: u64 = 0x5bd1_e995_9e37_79b9;

/// What the threads of one search share.
pub(crate) struct SharedSearch<'a> {
    /// The transposition table.
    pub(crate) table: &'a TranspositionTable,
    /// Who knows endings.
    pub(crate) oracle: &'a dyn Oracle,
    /// Time and nodes.
    pub(crate) budget: Budget,
    /// The caller's wish to end.
    pub(crate) stop: StopToken,
    /// The first thread's wish that the others end.
    pub(crate) helpers_stop: StopToken,
    /// Positions made by all threads.
    pub(crate) nodes: AtomicU64,
    /// How many threads there are, 1 or more.
    pub(crate) threads: u64,
    /// Set once a companion knows all that was wanted.
    pub(crate) co_search_done: AtomicBool,
    /// Set once the first thread has searched all that it can.
    pub(crate) main_thread_done: AtomicBool,
}

impl SharedSearch<'_> {
    /// What has been spent and what is left.
    pub(crate) fn node_budget(&self) -> NodeBudget {
        let nodes = self.nodes.load(Ordering::Relaxed);
        NodeBudget {
            nodes,
            nodes_left: self.budget.nodes_left(nodes),
            time: self.budget.elapsed(),
            clock: self.budget.clock_state(),
            threads: self.threads,
            engine: if self.main_thread_done.load(Ordering::Relaxed) {
                EngineActivity::Finished
            } else {
                EngineActivity::Waiting
            },
        }
    }

    /// Looks at everything that can end a search.
    pub(crate) fn check_stop(&self) -> Result<(), Stopped> {
        self.stop.check()?;
        self.helpers_stop.check()?;
        let over = self.co_search_done.load(Ordering::Relaxed)
            || self.budget.is_spent(self.nodes.load(Ordering::Relaxed));
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Lets a companion take turns until it gives way to the search.
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

/// How much of the tree is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchWidth {
    /// All prunings are on.
    Selective,
    /// Every move to the horizon: for "mate in so many".
    Full,
}

/// A root move with the line that follows it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub(crate) mv: BoardMove,
    /// Its exact score in the last iteration that gave it one, or [`Score::LOWEST`].
    pub(crate) score: Score,
    /// The line, beginning with the move.
    pub(crate) pv: Vec<BoardMove>,
}

/// One thread's search.
pub(crate) struct SearchWorker<'a> {
    shared: &'a SharedSearch<'a>,
    table: &'a TranspositionTable,
    oracle: &'a dyn Oracle,
    histories: &'a mut Histories,
    pawn_table: &'a mut PawnTable,
    stack: SearchStack,
    root: SearchPosition,
    root_moves: Vec<RootMove>,
    /// How many moves are legal at the root.
    legal_count: usize,
    /// Keys that the game has already seen twice: a third time is a draw.
    repeated_keys: Vec<u64>,
    /// Keeps table entries apart that hold only with or without those draws.
    salt: u64,
    contempt: i16,
    uses_oracle: bool,
    width: SearchWidth,
    nodes: u64,
    flushed_nodes: u64,
    next_check: u64,
    seldepth: Ply,
    /// The ply up to which lines are extended.
    max_extension_ply: u16,
    /// Who takes turns on this thread.
    co_search: Option<&'a mut dyn CoSearch>,
}

impl<'a> SearchWorker<'a> {
    /// A search of `moves`, which are legal at the root.
    pub(crate) fn new(
        shared: &'a SharedSearch<'a>,
        memory: &'a mut SearchThreadMemory,
        root: &'a Root,
        moves: &[Move],
        contempt: i16,
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
            pawn_table: &mut memory.pawn_table,
            stack: SearchStack::new(),
            root: state,
            root_moves,
            legal_count: root.position.legal_moves().len(),
            uses_oracle: repeated_keys.is_empty(),
            repeated_keys,
            salt,
            contempt,
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

    /// Goes on without the oracle, where it has nothing to tell good moves from bad.
    pub(crate) const fn disable_oracle(&mut self) {
        self.uses_oracle = false;
    }

    /// Lets a companion take turns on this thread.
    pub(crate) fn set_co_search(&mut self, co_search: &'a mut dyn CoSearch) {
        self.co_search = Some(co_search);
    }

    fn set_width(&mut self, width: SearchWidth) {
        if self.width != width {
            self.width = width;
            self.salt ^= FULL_WIDTH_SALT;
        }
    }

    /// Counts a position that was made, puts it on the line, and looks at the limits now and then.
    fn enter_node(
        &mut self,
        state: &SearchPosition,
        ply: Ply,
        previous_move: PreviousMove,
    ) -> Result<(), Stopped> {
        self.table.prefetch(state.key() ^ self.salt);
        let entry = self.stack.at_mut(ply);
        entry.key = state.key();
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
        // What is left is shared, so that together the threads don't overshoot.
        self.next_check = self.nodes + left.div_ceil(self.shared.threads).min(CHECK_EVERY);
        Ok(())
    }

    /// Goes on with the companion alone where the search itself has come to its end.
    fn run_co_search_alone(&mut self) -> Result<(), Stopped> {
        self.flush_nodes();
        let Some(co_search) = &mut self.co_search else { return Ok(()) };
        self.shared.main_thread_done.store(true, Ordering::Relaxed);
        self.shared.run_co_search(*co_search)
    }

    /// Adds this thread's new positions to the common count.
    fn flush_nodes(&mut self) {
        let new = self.nodes - self.flushed_nodes;
        self.flushed_nodes = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
    }

    /// What a draw at `ply` is worth to the side to move there.
    fn draw_value(&self, ply: Ply) -> Score {
        let at_root = ply.get().is_multiple_of(2);
        let value = if at_root { -self.contempt } else { self.contempt };
        Score::centipawns(i32::from(value))
    }

    /// The static evaluation, as it comes.
    fn evaluate(&mut self, state: &SearchPosition) -> Score {
        eval::evaluate_board(state.board(), state.eval_state(), self.pawn_table)
    }
}
