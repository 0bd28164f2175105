//! Why a mate is a mate: the tree of its proof, worked out beside everything else, a branch at a time.
//!
//! Each inquiry has two threads of its own, which end with it. The first shows what is forced, in a moment;
//! the second follows it and finds the true distance of each defense. What they have found for one branch
//! they remember for the next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::chess::{Certainty, Color, Oracle, Position, Root, StopSource, StopToken, Stopped};
use crate::solver::MateProblem;
use crate::solver::mate::{MateOracle, Prover, ProverSettings, TableThenMateOracle, tree};

pub use crate::solver::mate::tree::{
    MateDistance, NodeExpansion, ProofAnswer, ProofDefense, ProofMoveIdea, ProofNode, ProofNodeId, ProofTree,
};

use super::background_job::spawn;
use super::mailbox::Mailbox;
use super::protocol::AnalysisEvent;
use super::worker::panic_message;

/// The number of an inquiry; what belongs to an earlier one is stale.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProofExplorerId(u64);

/// A mate that is to be explained.
#[derive(Clone, PartialEq, Debug)]
pub struct MateClaim {
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
pub enum ProofExplorerUpdate {
    /// The mate, with the key where the winner is to move. The branches are asked for one by one.
    Opened(Box<ProofTree>),
    /// A defense below a node.
    Defense(ProofNodeId, Box<ProofDefense>),
    /// All defenses below a node have come.
    Expanded(ProofNodeId),
    /// The mate could not be shown.
    NotProven,
    /// The work failed, for this reason.
    Failed(String),
}

/// A branch that is wanted.
#[derive(Clone)]
struct BranchRequest {
    node: ProofNodeId,
    position: Position,
    moves: u16,
}

/// Memory for what the first thread finds, in MiB.
const PROVER_MEMORY_MB: usize = 32;

/// An inquiry under way. Dropping it ends its threads.
pub(super) struct ProofExplorer {
    pub(super) id: ProofExplorerId,
    branches: Sender<BranchRequest>,
    _permission: StopSource,
}

impl ProofExplorer {
    /// Starts to explain a mate. None where the machine has no thread left.
    pub(super) fn start(
        id: ProofExplorerId,
        claim: MateClaim,
        oracle: Arc<dyn Oracle>,
        mailbox: Arc<Mailbox>,
    ) -> Option<Self> {
        let (branches, requests) = channel();
        let (forward, proven) = channel();
        let permission = StopSource::new();
        let worker = ExplorerWorker { id, claim, oracle, mailbox, stop: permission.token() };
        let exact = worker.clone();
        spawn("why", move || worker.catch_panic(|| worker.expand_branches(&requests, &forward)))?;
        spawn("why-exact", move || exact.catch_panic(|| exact.prove_distances(&proven)))?;
        Some(Self { id, branches, _permission: permission })
    }

    /// Asks for the defenses below a node.
    pub(super) fn expand(&self, node: ProofNodeId, position: Position, moves: u16) {
        // A thread that has failed has said so.
        let _ = self.branches.send(BranchRequest { node, position, moves });
    }
}

impl ProofExplorerId {
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// What either thread needs.
#[derive(Clone)]
struct ExplorerWorker {
    id: ProofExplorerId,
    claim: MateClaim,
    oracle: Arc<dyn Oracle>,
    mailbox: Arc<Mailbox>,
    stop: StopToken,
}

impl ExplorerWorker {
    /// Works in the background; a panic is told. Being stopped is no failure: nobody listens then.
    fn catch_panic(&self, work: impl FnOnce() -> Result<(), Stopped>) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            self.send(ProofExplorerUpdate::Failed(panic_message(panic.as_ref())));
        }
    }

    fn send(&self, insight: ProofExplorerUpdate) {
        self.mailbox.push_event(AnalysisEvent::ProofExplorer(self.id, insight));
    }

    /// Shows the mate, then each branch that is wanted, until nobody asks any more.
    fn expand_branches(
        &self,
        requests: &Receiver<BranchRequest>,
        forward: &Sender<BranchRequest>,
    ) -> Result<(), Stopped> {
        let root = &self.claim.root;
        let settings = ProverSettings { within: self.claim.moves.max(1), memory_mb: PROVER_MEMORY_MB };
        let prover = Prover::new(root, Arc::clone(&self.oracle), settings);
        let mut mate_oracle = TableThenMateOracle::new(root, &*self.oracle, prover);
        let Some(tree) = self.open_tree(&mut mate_oracle)? else {
            self.send(ProofExplorerUpdate::NotProven);
            return Ok(());
        };
        self.send(ProofExplorerUpdate::Opened(Box::new(tree)));
        while let Ok(branch) = requests.recv() {
            self.send_defenses(&branch, &mut mate_oracle)?;
            self.send(ProofExplorerUpdate::Expanded(branch.node));
            // The other thread may have failed: then distances stay bounds.
            let _ = forward.send(branch);
        }
        Ok(())
    }

    /// Finds the true distances in the branches that were shown.
    fn prove_distances(&self, proven: &Receiver<BranchRequest>) -> Result<(), Stopped> {
        let within = self.claim.moves.max(1);
        let problem = MateProblem { root: &self.claim.root, within, oracle: &*self.oracle, nodes: None };
        let mut mate_oracle = TableThenMateOracle::with_search(&problem);
        while let Ok(branch) = proven.recv() {
            self.send_defenses(&branch, &mut mate_oracle)?;
        }
        Ok(())
    }

    fn send_defenses(&self, branch: &BranchRequest, mate_oracle: &mut dyn MateOracle) -> Result<(), Stopped> {
        let BranchRequest { node, position, moves } = branch;
        let mut on_defense = |defense: &ProofDefense| {
            self.send(ProofExplorerUpdate::Defense(*node, Box::new(defense.clone())));
        };
        tree::find_defenses(position, *moves, mate_oracle, &self.stop, &mut on_defense).map(drop)
    }

    /// The beginning of the tree: the key, or how long the longest defense lasts.
    fn open_tree(&self, mate_oracle: &mut dyn MateOracle) -> Result<Option<ProofTree>, Stopped> {
        let MateClaim { root, winner, moves, none_within } = &self.claim;
        let start = &root.position;
        if start.turn() == *winner {
            let opened = tree::key_move(start, none_within + 1..=*moves, mate_oracle, &self.stop)?;
            return Ok(opened.map(|opened| ProofTree::of_attack(start.clone(), opened)));
        }
        let certainty = if none_within + 1 >= *moves { Certainty::Proven } else { Certainty::Searched };
        let distance = MateDistance { moves: *moves, certainty };
        Ok(Some(ProofTree::of_defense(start.clone(), distance)))
    }
}
