//! Why a mate is a mate: the tree of its proof, worked out beside everything else, a branch at a time.
//!
//! Each inquiry has two threads of its own, which end with it. The first shows what is forced, in a moment;
//! the second follows it and finds the true distance of each defense. What they have found for one branch
//! they remember for the next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::chess::{Certainty, Color, Oracle, Position, Root, StopSource, StopToken, Stopped};
use crate::solver::Problem;
use crate::solver::mate::{Backed, Prover, ProverSettings, Witness, tree};

pub use crate::solver::mate::tree::{Answer, Defense, Distance, Growth, Idea, Node, NodeId, Tree};

use super::errand::spawn;
use super::mailbox::Mailbox;
use super::protocol::Update;
use super::worker::words_of;

/// The number of an inquiry; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InquiryId(u64);

/// A mate that is to be explained.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// The position and its past.
    pub root: Root,
    /// The side that mates.
    pub winner: Color,
    /// In so many moves, or fewer: 1 or more.
    pub moves: u16,
    /// No mate in so many moves or fewer exists, as far as that is known already.
    pub none_within: u16,
}

/// What an inquiry has found.
#[derive(Clone, PartialEq, Debug)]
pub enum Insight {
    /// The mate, with the key where the winner is to move. The branches are asked for one by one.
    Opened(Box<Tree>),
    /// A defense below a node.
    Defense(NodeId, Box<Defense>),
    /// All defenses below a node have come.
    Grown(NodeId),
    /// The mate could not be shown.
    Unknown,
    /// The work failed, for this reason.
    Failed(String),
}

/// A branch that is wanted.
#[derive(Clone)]
struct Branch {
    node: NodeId,
    position: Position,
    moves: u16,
}

/// Memory for what the first thread finds, in MiB.
const MEMORY_MB: usize = 32;

/// An inquiry under way. Dropping it ends its threads.
pub(super) struct Inquiry {
    pub(super) id: InquiryId,
    branches: Sender<Branch>,
    _permission: StopSource,
}

impl Inquiry {
    /// Starts to explain a mate. None where the machine has no thread left.
    pub(super) fn start(
        id: InquiryId,
        claim: Claim,
        oracle: Arc<dyn Oracle>,
        mailbox: Arc<Mailbox>,
    ) -> Option<Self> {
        let (branches, wanted) = channel();
        let (open, known) = channel();
        let permission = StopSource::new();
        let worker = Worker { id, claim, oracle, mailbox, stop: permission.token() };
        let exact = worker.clone();
        spawn("why", move || worker.guard(|| worker.show(&wanted, &open)))?;
        spawn("why-exact", move || exact.guard(|| exact.measure(&known)))?;
        Some(Self { id, branches, _permission: permission })
    }

    /// Asks for the defenses below a node.
    pub(super) fn grow(&self, node: NodeId, position: Position, moves: u16) {
        // A thread that has failed has said so.
        let _ = self.branches.send(Branch { node, position, moves });
    }
}

impl InquiryId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// What either thread needs.
#[derive(Clone)]
struct Worker {
    id: InquiryId,
    claim: Claim,
    oracle: Arc<dyn Oracle>,
    mailbox: Arc<Mailbox>,
    stop: StopToken,
}

impl Worker {
    /// Works in the background; a panic is told. Being stopped is no failure: nobody listens then.
    fn guard(&self, work: impl FnOnce() -> Result<(), Stopped>) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            self.tell(Insight::Failed(words_of(panic.as_ref())));
        }
    }

    fn tell(&self, insight: Insight) {
        self.mailbox.word(Update::Why(self.id, insight));
    }

    /// Shows the mate, then each branch that is wanted, until nobody asks any more.
    fn show(&self, wanted: &Receiver<Branch>, open: &Sender<Branch>) -> Result<(), Stopped> {
        let root = &self.claim.root;
        let settings = ProverSettings { within: self.claim.moves.max(1), memory_mb: MEMORY_MB };
        let prover = Prover::new(root, Arc::clone(&self.oracle), settings);
        let mut witness = Backed::new(root, &*self.oracle, prover);
        let Some(tree) = self.open(&mut witness)? else {
            self.tell(Insight::Unknown);
            return Ok(());
        };
        self.tell(Insight::Opened(Box::new(tree)));
        while let Ok(branch) = wanted.recv() {
            self.tell_defenses(&branch, &mut witness)?;
            self.tell(Insight::Grown(branch.node));
            // The other thread may have failed: then distances stay bounds.
            let _ = open.send(branch);
        }
        Ok(())
    }

    /// Finds the true distances in the branches that were shown.
    fn measure(&self, known: &Receiver<Branch>) -> Result<(), Stopped> {
        let within = self.claim.moves.max(1);
        let problem = Problem { root: &self.claim.root, within, oracle: &*self.oracle, nodes: None };
        let mut witness = Backed::by_proof(&problem);
        while let Ok(branch) = known.recv() {
            self.tell_defenses(&branch, &mut witness)?;
        }
        Ok(())
    }

    fn tell_defenses(&self, branch: &Branch, witness: &mut dyn Witness) -> Result<(), Stopped> {
        let Branch { node, position, moves } = branch;
        let mut say = |defense: &Defense| self.tell(Insight::Defense(*node, Box::new(defense.clone())));
        tree::defenses(position, *moves, witness, &self.stop, &mut say).map(drop)
    }

    /// The beginning of the tree: the key, or how long the longest defense lasts.
    fn open(&self, witness: &mut dyn Witness) -> Result<Option<Tree>, Stopped> {
        let Claim { root, winner, moves, none_within } = &self.claim;
        let start = &root.position;
        if start.turn() == *winner {
            let opened = tree::open(start, none_within + 1..=*moves, witness, &self.stop)?;
            return Ok(opened.map(|opened| Tree::of_attack(start.clone(), opened)));
        }
        let certainty = if none_within + 1 >= *moves { Certainty::Proven } else { Certainty::Searched };
        let distance = Distance { moves: *moves, certainty };
        Ok(Some(Tree::of_defense(start.clone(), distance)))
    }
}
