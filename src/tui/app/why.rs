//! The tree of a proof as it is looked at: what is open, and where the reader stands.

use std::collections::BTreeSet;

use crate::analysis::inquiry::{Claim, Growth, Node, NodeId, Tree};
use crate::chess::{Move, Position};

/// A proof that is being looked at. The position on the board is one of its own; closing it brings back
/// what was there.
#[derive(Clone, Debug)]
pub struct Why {
    /// What is explained.
    pub claim: Claim,
    /// How far the background has come.
    pub progress: Progress,
    /// What has come so far.
    pub tree: Option<Tree>,
    /// The nodes whose branches are shown.
    pub open: BTreeSet<NodeId>,
    /// The node that the reader stands at.
    pub chosen: NodeId,
}

/// How far the background has come with the first move of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It works.
    Working,
    /// The tree is there; branches come as they are opened.
    Opened,
    /// No proof was found.
    Unknown,
    /// The work failed, for this reason.
    Failed(String),
}

/// One row of the tree as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A node, so many moves below the root.
    Node(NodeId, usize),
    /// More is being worked out below a node.
    Working(usize),
}

impl Why {
    /// A proof of which nothing is known yet.
    #[must_use]
    pub const fn new(claim: Claim) -> Self {
        Self { claim, progress: Progress::Working, tree: None, open: BTreeSet::new(), chosen: NodeId::ROOT }
    }

    /// The node that the reader stands at.
    #[must_use]
    pub fn node(&self) -> Option<&Node> {
        self.tree.as_ref()?.node(self.chosen)
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.node().map_or(&self.claim.root.position, |node| &node.position)
    }

    /// The move that led to the position on the board.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        let node = self.node()?;
        let answer = node.answer.as_ref().map(|answer| answer.played.mv);
        answer.or_else(|| node.defense.as_ref().map(|played| played.mv))
    }

    /// The rows from top to bottom.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let Some(tree) = &self.tree else { return rows };
        let mut left = vec![Row::Node(NodeId::ROOT, 0)];
        while let Some(row) = left.pop() {
            rows.push(row);
            let Row::Node(id, depth) = row else { continue };
            let Some(node) = tree.node(id).filter(|_| self.open.contains(&id)) else { continue };
            if node.growth != Growth::Grown {
                left.push(Row::Working(depth + 1));
            }
            left.extend(node.children.iter().rev().map(|&child| Row::Node(child, depth + 1)));
        }
        rows
    }

    /// The nodes of the rows from top to bottom.
    fn nodes(&self) -> Vec<NodeId> {
        let node = |row: Row| match row {
            Row::Node(id, _) => Some(id),
            Row::Working(_) => None,
        };
        self.rows().into_iter().filter_map(node).collect()
    }

    /// Goes so many nodes down, or up, as far as there are any.
    pub fn walk(&mut self, by: isize) {
        let nodes = self.nodes();
        let at = nodes.iter().position(|&id| id == self.chosen).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(nodes.len().saturating_sub(1));
        if let Some(&id) = nodes.get(to) {
            self.chosen = id;
        }
    }
}
