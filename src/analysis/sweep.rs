//! All positions of a game, one after the other, on a thread of its own: what a review is made of.
//!
//! They are looked at from the last to the first with a share of the budget. What was learned of a position is
//! then in the engine's memory when the one before it is looked at, and a move that was held best though the game
//! has refuted it is compared with the others at once. The rest of the budget goes to the moves in doubt: a loss
//! near a threshold, every swing (`doubts`). With the same positions and the same limit the findings are the same,
//! whatever else the machine does: the engine is fresh, has one thread and a memory of fixed size, the proof
//! takes its turns on that thread, and the search knows the tables of the game's own endings (`game_tables`) and no
//! others that happen to be there.

mod doubts;
mod game_tables;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use crate::chess::reconcile::{reconcile, through};
use crate::chess::{Distance, Fact, Finding, Move, Oracle, Root, StopToken};
use crate::engine::{Limits, Seat, Settings};
use crate::solver::{Syzygy, SyzygyResult, Tables};

use super::errand::Errand;
use super::mailbox::Mailbox;
use super::protocol::{Generation, Job, Snapshot, Task, Update};
use super::study::Tandem;
use super::worker::words_of;

/// The number of a sweep; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SweepId(u64);

/// Positions that are to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The positions with their past, in the order of the game, each with its place there.
    pub roots: Vec<(usize, Root)>,
    /// Positions of the same game that were looked at before, each with what was found: the moves between them
    /// and the others are compared, too.
    pub known: Vec<(usize, Root, Finding)>,
    /// Positions that the search may make for each of them on average, 1 or more.
    pub nodes: u64,
}

/// What a sweep says.
#[derive(Clone, PartialEq, Debug)]
pub enum Swept {
    /// This was found of the position at this place; a later word on it is the better one.
    Found(usize, Box<Finding>),
    /// All is found, and what was in doubt was looked at again.
    Done,
    /// The work failed, for this reason. No more is said.
    Failed(String),
}

/// Size of the engine's memory in mebibytes: enough for millions of positions in a game.
const HASH_MB: usize = 32;

/// The share of the budget for the first look at every position, in hundredths.
const FIRST_LOOK: u64 = 40;

/// Winning chances, 0.0 to 1.0, that a move held best has to lose before the others are looked at.
const REFUTED: f64 = 0.02;

impl SweepId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// Starts to look. None where the machine has no thread left.
pub(super) fn start(
    id: SweepId,
    order: Order,
    tables: Arc<Tables>,
    syzygy: Option<PathBuf>,
    mailbox: Arc<Mailbox>,
) -> Option<Errand<SweepId>> {
    Errand::start(id, "review", move |stop| {
        let found = |place, finding| mailbox.word(Update::Swept(id, Swept::Found(place, Box::new(finding))));
        let syzygy = syzygy.and_then(|folder| Syzygy::open(&folder).ok());
        let work = || look_over(&order, &tables, syzygy.map(Arc::new), stop, found);
        mailbox.word(Update::Swept(
            id,
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(()) => Swept::Done,
                Err(panic) => Swept::Failed(words_of(panic.as_ref())),
            },
        ));
    })
}

/// Looks at all positions, the last one first, then again at those whose moves are in doubt, and tells what was found
/// of each; a later finding of a place replaces the earlier one. Ends early where the token is stopped; what was told
/// until then counts.
pub fn look_over(
    order: &Order,
    tables: &Arc<Tables>,
    syzygy: Option<Arc<Syzygy>>,
    stop: &StopToken,
    mut on_found: impl FnMut(usize, Finding),
) {
    let Some(oracle) = game_tables::of(order, tables, stop) else { return };
    let mut sweep = Sweep::new(order, oracle, syzygy);
    let nodes = order.nodes.max(1);
    let together = sweep.played.iter().any(Option::is_some);
    let first = if together { (nodes.saturating_mul(FIRST_LOOK) / 100).max(1) } else { nodes };
    for place in (0..sweep.places.len()).rev() {
        if sweep.places[place].found.is_some() {
            sweep.places[place].nodes = first;
        } else if sweep.look(place, first, stop).is_none() {
            return;
        } else {
            sweep.tell(place, &mut on_found);
        }
    }
    let open = sweep.places.iter().filter(|place| !place.is_over()).count() as u64;
    let mut left = nodes.saturating_sub(first).saturating_mul(open);
    while together
        && let Some((place, wanted)) = doubts::next(&sweep.agreed(), &sweep.played, &sweep.places, left)
    {
        let before = sweep.spent;
        if sweep.look(place, wanted, stop).is_none() {
            return;
        }
        sweep.tell(place, &mut on_found);
        left = left.saturating_sub((sweep.spent - before).max(1));
    }
}

/// A position of the game, and how it stands with it.
struct Place {
    index: usize,
    root: Root,
    found: Option<Finding>,
    /// Positions that its last search might make.
    nodes: u64,
}

/// All positions of a game, and who looks at them.
struct Sweep {
    places: Vec<Place>,
    /// The move that leads from each place to the next one.
    played: Vec<Option<Move>>,
    tandem: Tandem,
    /// Positions made so far.
    spent: u64,
}

impl Place {
    fn is_over(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.line.is_none())
    }
}

impl Sweep {
    fn new(order: &Order, oracle: Arc<dyn Oracle>, syzygy: Option<Arc<Syzygy>>) -> Self {
        let settings = Settings { hash_mb: HASH_MB, threads: 1, oracle, ..Settings::default() };
        let mut tandem = Tandem::new(settings, Seat::Shared);
        tandem.ask_syzygy(syzygy);
        let open = order.roots.iter().map(|(index, root)| (*index, root.clone(), None));
        let known =
            order.known.iter().map(|(index, root, found)| (*index, root.clone(), Some(found.clone())));
        let place = |(index, root, found)| Place { index, root, found, nodes: 0 };
        let mut places: Vec<Place> = open.chain(known).map(place).collect();
        places.sort_by_key(|place| place.index);
        let played = places.windows(2).map(|pair| move_between(&pair[0], &pair[1])).collect();
        Self { places, played, tandem, spent: 0 }
    }

    /// Looks at a position. Where its best move is the one that was played and leads to less, the others are looked
    /// at as well. None where it was stopped.
    fn look(&mut self, at: usize, nodes: u64, stop: &StopToken) -> Option<()> {
        let root = self.places[at].root.clone();
        self.places[at].nodes = nodes;
        if let Some(ending) = root.ending() {
            self.places[at].found = Some(Finding::over(ending));
            return Some(());
        }
        let mut found = self.search(&root, nodes, Vec::new(), stop);
        let mv = self.played.get(at).copied().flatten();
        let after = self.agreed().into_iter().nth(at + 1).flatten();
        if let (Some(found), Some(mv), Some(after)) = (&mut found, mv, after)
            && found.fact.is_none()
            && found.best_move() == Some(mv)
            && let Some(via) = through(&after, mv)
            && found.chances() - via.chances() >= REFUTED
        {
            let others: Vec<Move> =
                root.position.legal_moves().into_iter().filter(|&other| other != mv).collect();
            let other = if others.is_empty() { None } else { self.search(&root, nodes, others, stop) };
            if let Some(other) = other.filter(|other| other.score() > via.score()) {
                // That the others lose says nothing of the one that was left out.
                let fact = other.fact.filter(|fact| matches!(fact, Fact::Win(_)));
                *found = Finding { fact, ..other };
            }
        }
        if stop.is_stopped() {
            return None;
        }
        // A look that found nothing at all leaves what was known.
        if found.is_some() {
            self.places[at].found = found;
        }
        Some(())
    }

    /// Searches a position; what it found means nothing where it was stopped.
    fn search(
        &mut self,
        root: &Root,
        nodes: u64,
        search_moves: Vec<Move>,
        stop: &StopToken,
    ) -> Option<Finding> {
        let limits = Limits { nodes: Some(nodes), lines: 1, search_moves, ..Limits::default() };
        let job = Job { root: root.clone(), limits, task: Task::Review };
        let last = self.tandem.study((Generation::default(), &job), stop, &|_| {});
        self.spent += last.report.nodes;
        finding(&last)
    }

    /// What is known of all positions, in agreement.
    fn agreed(&self) -> Vec<Option<Finding>> {
        let mut findings: Vec<Option<Finding>> =
            self.places.iter().map(|place| place.found.clone()).collect();
        reconcile(&mut findings, &self.played);
        findings
    }

    fn tell(&self, place: usize, on_found: &mut impl FnMut(usize, Finding)) {
        if let Place { index, found: Some(found), .. } = &self.places[place] {
            on_found(*index, found.clone());
        }
    }
}

/// The move that leads from one position to another, if it is the next one.
fn move_between(one: &Place, other: &Place) -> Option<Move> {
    let leads = |mv: &Move| one.root.position.after(*mv).key() == other.root.position.key();
    let follows = one.index + 1 == other.index;
    follows.then(|| one.root.position.legal_moves().into_iter().find(leads)).flatten()
}

/// What a job's last word says for certain and what it holds likely.
#[must_use]
pub fn finding(snapshot: &Snapshot) -> Option<Finding> {
    let result = snapshot.syzygy.as_ref().map(|advice| advice.verdict.result);
    let mut finding = Finding::of(snapshot.best_line()?.clone()).at_depth(snapshot.report.depth);
    let told = result.and_then(|result| match result {
        SyzygyResult::Win => Some(Fact::Win(Distance::Unknown)),
        SyzygyResult::Loss => Some(Fact::Loss(Distance::Unknown)),
        SyzygyResult::Draw | SyzygyResult::CursedWin | SyzygyResult::BlessedLoss => Some(Fact::Draw),
        _ => None,
    });
    finding.fact = finding.fact.or(told);
    Some(finding)
}
