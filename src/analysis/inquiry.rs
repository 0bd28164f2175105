//! Why a mate is a mate: the tree of its proof, worked out beside everything else, a branch at a time.
//!
//! Each inquiry has a thread of its own, which ends with it. What the thread has found for one branch it
//! remembers for the next.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::chess::{Certainty, Color, Oracle, Position, Root, StopSource, StopToken, Stopped};
use crate::solver::Problem;
use crate::solver::mate::{FirmWitness, tree};

pub use crate::solver::mate::tree::{Answer, Defense, Distance, Growth, Idea, Node, NodeId, Tree};

use super::mailbox::Mailbox;
use super::protocol::Update;
use super::worker::{stand_back, words_of};

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
struct Branch {
    node: NodeId,
    position: Position,
    moves: u16,
}

/// An inquiry under way. Dropping it ends its thread.
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
        let permission = StopSource::new();
        let stop = permission.token();
        let explain = move || {
            stand_back();
            let tell = |insight| mailbox.word(Update::Why(id, insight));
            let explained =
                catch_unwind(AssertUnwindSafe(|| explain(&claim, &*oracle, &wanted, &stop, &tell)));
            if let Err(panic) = explained {
                tell(Insight::Failed(words_of(panic.as_ref())));
            }
        };
        std::thread::Builder::new().name("why".to_owned()).spawn(explain).ok()?;
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

/// Explains until nobody asks any more. Being stopped is no failure: nobody listens then.
fn explain(
    claim: &Claim,
    oracle: &dyn Oracle,
    wanted: &Receiver<Branch>,
    stop: &StopToken,
    tell: &dyn Fn(Insight),
) {
    let Claim { root, moves, .. } = claim;
    let problem = Problem { root, within: (*moves).max(1), oracle, nodes: None };
    let mut witness = FirmWitness::new(&problem);
    match open(claim, &mut witness, stop) {
        Ok(Some(tree)) => tell(Insight::Opened(Box::new(tree))),
        Ok(None) => return tell(Insight::Unknown),
        Err(Stopped) => return,
    }
    while let Ok(Branch { node, position, moves }) = wanted.recv() {
        let mut say = |defense: &Defense| tell(Insight::Defense(node, Box::new(defense.clone())));
        match tree::defenses(&position, moves, &mut witness, stop, &mut say) {
            Ok(_) => tell(Insight::Grown(node)),
            Err(Stopped) => return,
        }
    }
}

/// The beginning of the tree: the key, or how long the longest defense lasts.
fn open(claim: &Claim, witness: &mut FirmWitness<'_>, stop: &StopToken) -> Result<Option<Tree>, Stopped> {
    let start = &claim.root.position;
    if start.turn() == claim.winner {
        let opened = tree::open(start, claim.none_within + 1..=claim.moves, witness, stop)?;
        return Ok(opened.map(|opened| Tree::of_attack(start.clone(), opened)));
    }
    let defenses = tree::defenses(start, claim.moves, witness, stop, &mut |_| {})?;
    let mut distance = Distance { moves: 0, certainty: Certainty::Proven };
    for Defense { refuted, .. } in &defenses {
        let Some((after, _)) = refuted else { return Ok(None) };
        distance.moves = distance.moves.max(after.moves);
        if after.certainty == Certainty::Searched {
            distance.certainty = Certainty::Searched;
        }
    }
    let mut tree = Tree::of_defense(start.clone(), distance);
    for defense in &defenses {
        tree.add(NodeId::ROOT, defense);
    }
    tree.set_growth(NodeId::ROOT, Growth::Grown);
    Ok(Some(tree))
}
