//! The search: deepens one ply at a time, and keeps the best root moves with their lines.
//!
//! [`deepening`] decides what is searched how deep with which window; [`node`] and [`quiescence`] are the
//! tree; [`margin`] holds every figure; [`frame`] is what a line remembers.

mod bounds;
mod deepening;
pub(crate) use deepening::{Course, Findings};
mod frame;
mod known;
mod learning;
mod margin;
mod node;
mod pruning;
mod quiescence;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::chess::board::Step;
use crate::chess::{Move, Oracle, Ply, Root, Score, StopToken, Stopped};

use super::budget::Budget;
use super::companion::{Companion, Next, Purse, Work};
use super::eval::{self, PawnTable};
use super::memory::Memory;
use super::order::history::Histories;
use super::state::State;
use super::table::Table;
use frame::{Frames, Reached};

/// Positions between two looks at the clock and the stop token, at most.
const CHECK_EVERY: u64 = 512;
/// Tells the table's entries of a full-width search from those of a selective one.
const FULL_WIDTH_SALT: u64 = 0x5bd1_e995_9e37_79b9;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    /// The transposition table.
    pub(crate) table: &'a Table,
    /// Who knows endings.
    pub(crate) oracle: &'a dyn Oracle,
    /// Time and nodes.
    pub(crate) budget: Budget,
    /// The caller's wish to end.
    pub(crate) stop: StopToken,
    /// The first thread's wish that the others end.
    pub(crate) team: StopToken,
    /// Positions made by all threads.
    pub(crate) nodes: AtomicU64,
    /// How many threads there are, 1 or more.
    pub(crate) threads: u64,
    /// Set once a companion knows all that was wanted.
    pub(crate) enough: AtomicBool,
    /// Set once the first thread has searched all that it can.
    pub(crate) leader_done: AtomicBool,
}

impl Shared<'_> {
    /// What has been spent and what is left.
    pub(crate) fn purse(&self) -> Purse {
        let nodes = self.nodes.load(Ordering::Relaxed);
        Purse {
            nodes,
            left: self.budget.left(nodes),
            time: self.budget.elapsed(),
            clock: self.budget.clock(),
            threads: self.threads,
            engine: if self.leader_done.load(Ordering::Relaxed) { Work::Done } else { Work::Waits },
        }
    }

    /// Looks at everything that can end a search.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.stop.check()?;
        self.team.check()?;
        let over =
            self.enough.load(Ordering::Relaxed) || self.budget.is_spent(self.nodes.load(Ordering::Relaxed));
        if over { Err(Stopped) } else { Ok(()) }
    }

    /// Lets a companion take turns until it gives way to the search.
    pub(crate) fn give_turns(&self, companion: &mut dyn Companion) -> Result<(), Stopped> {
        loop {
            let turn = companion.turn(&self.purse());
            self.nodes.fetch_add(turn.nodes, Ordering::Relaxed);
            match turn.next {
                Next::Search => return Ok(()),
                Next::Again => self.check()?,
                Next::Enough => {
                    self.enough.store(true, Ordering::Relaxed);
                    return Err(Stopped);
                }
            }
        }
    }
}

/// How much of the tree is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Width {
    /// All prunings are on.
    Selective,
    /// Every move to the horizon: for "mate in so many".
    Full,
}

/// A root move with the line that follows it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub(crate) step: Step,
    /// Its exact score in the last iteration that gave it one, or [`Score::LOWEST`].
    pub(crate) score: Score,
    /// The line, beginning with the move.
    pub(crate) line: Vec<Step>,
}

/// One thread's search.
pub(crate) struct Searcher<'a> {
    shared: &'a Shared<'a>,
    table: &'a Table,
    oracle: &'a dyn Oracle,
    histories: &'a mut Histories,
    pawns: &'a mut PawnTable,
    frames: Frames,
    root: State,
    root_moves: Vec<RootMove>,
    /// How many moves are legal at the root.
    legal_count: usize,
    /// Keys that the game has already seen twice: a third time is a draw.
    twice: Vec<u64>,
    /// Keeps table entries apart that hold only with or without those draws.
    salt: u64,
    contempt: i16,
    asks_oracle: bool,
    width: Width,
    nodes: u64,
    flushed: u64,
    next_check: u64,
    seldepth: Ply,
    /// The ply up to which lines are extended.
    longest_extension: u16,
    /// Who takes turns on this thread.
    companion: Option<&'a mut dyn Companion>,
}

impl<'a> Searcher<'a> {
    /// A search of `moves`, which are legal at the root.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        root: &'a Root,
        moves: &[Move],
        contempt: i16,
    ) -> Self {
        let twice = root.trail.stood_twice();
        let salt = twice.iter().fold(0, |salt, key| salt ^ key.rotate_left(17));
        let state = State::from(&root.position);
        let steps = moves.iter().filter_map(|&mv| state.board().find_move(mv));
        let root_moves =
            steps.map(|step| RootMove { step, score: Score::LOWEST, line: vec![step] }).collect();
        let mut searcher = Self {
            shared,
            table: shared.table,
            oracle: shared.oracle,
            histories: &mut memory.histories,
            pawns: &mut memory.pawns,
            frames: Frames::new(),
            root: state,
            root_moves,
            legal_count: root.position.legal_moves().len(),
            asks_oracle: twice.is_empty(),
            twice,
            salt,
            contempt,
            width: Width::Selective,
            nodes: 0,
            flushed: 0,
            next_check: 0,
            seldepth: Ply::ZERO,
            longest_extension: 0,
            companion: None,
        };
        searcher.frames.at_mut(Ply::ZERO).key = root.position.key();
        searcher
    }

    /// Goes on without the oracle, where it has nothing to tell good moves from bad.
    pub(crate) const fn ignore_oracle(&mut self) {
        self.asks_oracle = false;
    }

    /// Lets a companion take turns on this thread.
    pub(crate) fn sit_beside(&mut self, companion: &'a mut dyn Companion) {
        self.companion = Some(companion);
    }

    fn set_width(&mut self, width: Width) {
        if self.width != width {
            self.width = width;
            self.salt ^= FULL_WIDTH_SALT;
        }
    }

    /// Counts a position that was made, puts it on the line, and looks at the limits now and then.
    fn enter(&mut self, state: &State, ply: Ply, reached: Reached) -> Result<(), Stopped> {
        self.table.fetch_early(state.key() ^ self.salt);
        let frame = self.frames.at_mut(ply);
        frame.key = state.key();
        frame.reached = reached;
        frame.excluded = None;
        self.nodes += 1;
        if self.nodes >= self.next_check { self.check_limits() } else { Ok(()) }
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.flush();
        self.shared.check()?;
        if let Some(companion) = &mut self.companion {
            self.shared.give_turns(*companion)?;
            self.shared.check()?;
        }
        let left = self.shared.purse().left;
        // What is left is shared, so that together the threads don't overshoot.
        self.next_check = self.nodes + left.div_ceil(self.shared.threads).min(CHECK_EVERY);
        Ok(())
    }

    /// Goes on with the companion alone where the search itself has come to its end.
    fn leave_it_to_companion(&mut self) -> Result<(), Stopped> {
        self.flush();
        let Some(companion) = &mut self.companion else { return Ok(()) };
        self.shared.leader_done.store(true, Ordering::Relaxed);
        self.shared.give_turns(*companion)
    }

    /// Adds this thread's new positions to the common count.
    fn flush(&mut self) {
        let new = self.nodes - self.flushed;
        self.flushed = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
    }

    /// What a draw at `ply` is worth to the side to move there.
    fn draw(&self, ply: Ply) -> Score {
        let at_root = ply.get().is_multiple_of(2);
        let worth = if at_root { -self.contempt } else { self.contempt };
        Score::centipawns(i32::from(worth))
    }

    /// The static evaluation, as it comes.
    fn judge(&mut self, state: &State) -> Score {
        eval::judge(state.board(), state.kept(), self.pawns)
    }
}
