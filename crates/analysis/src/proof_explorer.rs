//! Proof explorer: the proof tree of a forced mate, computed in the background one branch at a time.
//!
//! Each explorer has two threads. The first proves quickly that every defense loses; the second computes the
//! exact distance to mate of each defense. Both keep their tables from one branch to the next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::background_job::{panic_message, spawn};
use super::mailbox::Mailbox;
use super::protocol::{AnalysisEvent, JobId};
pub use super::protocol::{MateClaim, ProofExplorerUpdate};
use chess::{Certainty, Oracle, Position, StopSource, StopToken, Stopped};
use solver::MateProblem;
pub use solver::mate::tree::{
    MateDistance, NodeExpansion, ProofAnswer, ProofDefense, ProofMoveIdea, ProofNode, ProofNodeId, ProofTree,
};
use solver::mate::{MateOracle, Prover, ProverSettings, TableThenMateOracle, tree};

/// A request for the defenses below a node.
#[derive(Clone)]
struct BranchRequest {
    node: ProofNodeId,
    position: Position,
    /// Moves left to mate.
    moves: u16,
}

/// Memory of the first thread's prover in mebibytes.
const PROVER_MEMORY_MB: usize = 32;

/// A running proof explorer. Dropping it ends its threads.
pub(super) struct ProofExplorer {
    pub(super) id: JobId,
    branches: Sender<BranchRequest>,
    _stop: StopSource,
}

impl ProofExplorer {
    /// Starts a proof explorer. None where the system refuses another thread.
    pub(super) fn start(
        id: JobId,
        claim: MateClaim,
        oracle: Arc<dyn Oracle>,
        mailbox: Arc<Mailbox>,
    ) -> Option<Self> {
        let (branches, requests) = channel();
        let (forward, proven) = channel();
        let stop = StopSource::new();
        let worker = ExplorerWorker { id, claim, oracle, mailbox, stop: stop.token() };
        let exact = worker.clone();
        spawn("why", move || worker.catch_panic(|| worker.expand_branches(&requests, &forward)))?;
        spawn("why-exact", move || exact.catch_panic(|| exact.prove_distances(&proven)))?;
        Some(Self { id, branches, _stop: stop })
    }

    /// Requests the defenses below a node.
    pub(super) fn expand(&self, node: ProofNodeId, position: Position, moves: u16) {
        // A thread that has failed has reported it.
        let _ = self.branches.send(BranchRequest { node, position, moves });
    }
}

/// What both threads share.
#[derive(Clone)]
struct ExplorerWorker {
    id: JobId,
    claim: MateClaim,
    oracle: Arc<dyn Oracle>,
    mailbox: Arc<Mailbox>,
    stop: StopToken,
}

impl ExplorerWorker {
    /// Runs `work` and reports a panic. A stopped thread reports nothing: its results are stale.
    fn catch_panic(&self, work: impl FnOnce() -> Result<(), Stopped>) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            self.send(ProofExplorerUpdate::Failed(panic_message(panic.as_ref())));
        }
    }

    fn send(&self, update: ProofExplorerUpdate) {
        self.mailbox.push_event(AnalysisEvent::ProofExplorer(self.id, update));
    }

    /// Proves the mate, then sends the defenses of each requested branch.
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
            // If the other thread has failed, the distances stay upper bounds.
            let _ = forward.send(branch);
        }
        Ok(())
    }

    /// Computes the exact distances in the branches that the first thread has proven.
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

    /// The root of the tree: the key move, or the length of the longest defense.
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
