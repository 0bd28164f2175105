//! State of the proof explorer: the open nodes of the tree, and the current one.

use std::collections::BTreeSet;

use crate::analysis::proof_explorer::{MateClaim, NodeExpansion, ProofNode, ProofNodeId, ProofTree};
use crate::chess::{Move, Position};

/// An open proof. The position on the board is one of its own; closing it restores the board as it was.
#[derive(Clone, Debug)]
pub struct ProofView {
    /// The tree.
    pub claim: MateClaim,
    /// The status of the background search.
    pub progress: ProofViewProgress,
    /// The tree so far.
    pub tree: Option<ProofTree>,
    /// The expanded nodes.
    pub expanded: BTreeSet<ProofNodeId>,
    /// The current node.
    pub chosen: ProofNodeId,
}

/// The status of the search for a tree's first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofViewProgress {
    /// It is running.
    Working,
    /// The tree is there; branches are computed when they are opened.
    Ready,
    /// No proof was found.
    NotFound,
    /// The search failed, for this reason.
    Failed(String),
}

/// One row of the tree as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofTreeRow {
    /// A node, so many moves below the root.
    Node(ProofNodeId, usize),
    /// A branch below a node is still being computed.
    Working(usize),
}

impl ProofView {
    /// A proof before its search has found anything.
    pub(crate) const fn new(claim: MateClaim) -> Self {
        Self {
            claim,
            progress: ProofViewProgress::Working,
            tree: None,
            expanded: BTreeSet::new(),
            chosen: ProofNodeId::ROOT,
        }
    }

    /// The current node.
    #[must_use]
    pub fn node(&self) -> Option<&ProofNode> {
        self.tree.as_ref()?.node(self.chosen)
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &Position {
        self.node().map_or(&self.claim.root.position, |node| &node.position)
    }

    /// The move that led to the position on the board.
    pub(crate) fn last_move(&self) -> Option<Move> {
        let node = self.node()?;
        let answer = node.answer.as_ref().map(|answer| answer.played.mv);
        answer.or_else(|| node.defense.as_ref().map(|played| played.mv))
    }

    /// The rows from top to bottom.
    #[must_use]
    pub fn rows(&self) -> Vec<ProofTreeRow> {
        let mut rows = Vec::new();
        let Some(tree) = &self.tree else { return rows };
        let mut left = vec![ProofTreeRow::Node(ProofNodeId::ROOT, 0)];
        while let Some(row) = left.pop() {
            rows.push(row);
            let ProofTreeRow::Node(id, depth) = row else { continue };
            let Some(node) = tree.node(id).filter(|_| self.expanded.contains(&id)) else { continue };
            if node.expansion != NodeExpansion::Expanded {
                left.push(ProofTreeRow::Working(depth + 1));
            }
            left.extend(node.children.iter().rev().map(|&child| ProofTreeRow::Node(child, depth + 1)));
        }
        rows
    }

    /// The nodes of the rows from top to bottom.
    fn nodes(&self) -> Vec<ProofNodeId> {
        let node = |row: ProofTreeRow| match row {
            ProofTreeRow::Node(id, _) => Some(id),
            ProofTreeRow::Working(_) => None,
        };
        self.rows().into_iter().filter_map(node).collect()
    }

    /// Moves the selection so many nodes down, or up, as far as there are any.
    pub(crate) fn move_selection(&mut self, by: isize) {
        let nodes = self.nodes();
        let at = nodes.iter().position(|&id| id == self.chosen).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(nodes.len().saturating_sub(1));
        if let Some(&id) = nodes.get(to) {
            self.chosen = id;
        }
    }
}
