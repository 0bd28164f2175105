//! The proof as the engine's companion: it takes its turns, tells what it found, and says when all is known.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::chess::{Depth, Oracle, Root, StopToken};
use crate::engine::companion::{Clock, Companion, Next, Purse, Seat, Turn, Work};
use crate::solver::mate::{Prover, Standing};

use super::known::Known;
use super::protocol::{Snapshot, Task};
use super::sharing::{Evidence, Knowledge, exhaustive_share, first_look, share};

/// Positions in one turn: limits are looked at in between.
const SLICE: u64 = 4_096;
/// Fewer are not worth a turn.
const LEAST: u64 = 256;

/// The depth from which the engine's opinion counts: before that it jumps.
const FIRM: Depth = Depth::new(7);

/// What a proof is asked to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// What the position is looked at for.
    pub(super) task: Task,
    /// "Mate in so many?", if that was asked.
    pub(super) mate: Option<u16>,
    /// Lines that the engine has to find.
    pub(super) lines: usize,
    /// Where the proof works.
    pub(super) seat: Seat,
}

/// Whether a table covered the position when the search began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Table {
    /// It did, and yet the search had to judge.
    There,
    /// It did not; it may still come.
    Missing,
}

/// The proof at work.
pub(super) struct Partner<'a> {
    pub(super) prover: &'a mut Prover,
    pub(super) known: &'a Mutex<Known>,
    pub(super) on_snapshot: &'a (dyn Fn(Snapshot) + Sync),
    pub(super) stop: StopToken,
    pub(super) root: &'a Root,
    pub(super) oracle: &'a dyn Oracle,
    pub(super) table: Table,
    pub(super) question: Question,
    pub(super) purse: Account,
}

/// What the proof has been granted and what it has used, in positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    opened: bool,
    /// All positions when the account was last looked at.
    seen: u64,
    granted: u64,
    used: u64,
    /// The same for the exhaustive search on its own.
    exhaustive_granted: u64,
    exhaustive_used: u64,
}

impl Companion for Partner<'_> {
    fn turn(&mut self, purse: &Purse) -> Turn {
        if self.table == Table::Missing && self.oracle.probe(&self.root.position).is_some() {
            // A table that was not there when the search began: it knows better than both.
            return Turn { nodes: 0, next: Next::Enough };
        }
        let (evidence, mate, exact) = self.look();
        if let Some(moves) = mate {
            self.prover.aim(moves);
        }
        if self.is_enough(mate, exact, purse) {
            return Turn { nodes: 0, next: Next::Enough };
        }
        if self.prover.standing().decided {
            return Turn::PASS;
        }
        let due = self.due(evidence, purse);
        let account = &mut self.purse;
        let is_exhaustive = account.exhaustive_granted >= account.exhaustive_used + SLICE;
        let due = if is_exhaustive { SLICE } else { due };
        if due < LEAST.min(purse.left) || due == 0 {
            return Turn::PASS;
        }
        // What is left is shared with the threads that search in the meantime.
        let slice = due.min(SLICE).min(purse.left.div_ceil(purse.threads));
        let before = self.prover.standing().clone();
        let standing = if is_exhaustive {
            self.prover.work_exhaustively(slice, &self.stop)
        } else {
            self.prover.work(slice, &self.stop)
        };
        let nodes = standing.nodes - before.nodes;
        if is_exhaustive {
            account.exhaustive_used += nodes;
        } else {
            account.used += nodes;
        }
        tell(self.known, self.on_snapshot, &before, standing, nodes, purse);
        Turn { nodes, next: Next::Again }
    }
}

impl Partner<'_> {
    /// What bears on the share, the shortest mate known, and whether it is exact.
    fn look(&self) -> (Evidence, Option<u16>, bool) {
        let known = lock(self.known);
        let first = known.report.lines.first();
        let mate = known.mate().and_then(|line| line.score.mate_distance()).map(crate::chess::Ply::moves);
        let knowledge = match (self.question.mate, mate) {
            (Some(_), _) => Knowledge::Asked,
            (None, Some(_)) => Knowledge::Bound,
            (None, None) => Knowledge::None,
        };
        let score = first.map(|line| line.score).filter(|_| known.report.depth >= FIRM);
        let Question { task, lines, .. } = self.question;
        let least_proof = self.prover.standing().least_proof;
        (Evidence { task, score, mate: knowledge, least_proof, lines }, mate, known.is_exact())
    }

    /// Whether all that was wanted is known.
    fn is_enough(&self, mate: Option<u16>, exact: bool, purse: &Purse) -> bool {
        let none_within = self.prover.standing().none_within;
        if let Some(wanted) = self.question.mate {
            return mate.is_some_and(|moves| moves <= wanted) || none_within >= wanted;
        }
        self.question.lines <= 1 && (exact || (mate.is_some() && purse.clock == Clock::Short))
    }

    /// Positions that the proof may make now; what the exhaustive search may make on its own is noted.
    fn due(&mut self, evidence: Evidence, purse: &Purse) -> u64 {
        let account = &mut self.purse;
        if !account.opened {
            *account = Account {
                opened: true,
                seen: purse.nodes,
                granted: first_look(evidence.task, purse.left),
                ..Account::default()
            };
        }
        // What the others made since the last look; the proof's own work is not paid twice.
        let own = account.used + account.exhaustive_used;
        let others = purse.nodes.saturating_sub(account.seen + own);
        account.seen += others;
        let part = share(evidence, purse.nodes);
        let granted = others * part / (1_000 - part);
        account.granted += granted;
        let due = account.granted.saturating_sub(account.used);
        // A thread of its own has no need to wait.
        let is_free = self.question.seat == Seat::Own || purse.engine == Work::Done;
        let (beside, due) = if is_free { (SLICE, SLICE) } else { (others + granted, due) };
        account.exhaustive_granted += beside * exhaustive_share(evidence, purse.nodes) / 1_000;
        due
    }
}

/// Passes on what a turn has changed.
fn tell(
    known: &Mutex<Known>,
    on_snapshot: &(dyn Fn(Snapshot) + Sync),
    before: &Standing,
    standing: &Standing,
    nodes: u64,
    purse: &Purse,
) {
    let news = before.none_within != standing.none_within
        || before.checking != standing.checking
        || before.best != standing.best
        || before.decided != standing.decided;
    let mut known = lock(known);
    known.learn(standing);
    known.proof.time = purse.time;
    known.report.nodes = known.report.nodes.max(purse.nodes + nodes);
    known.report.time = known.report.time.max(purse.time);
    if news {
        on_snapshot(known.snapshot());
    }
}

pub(super) fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}
