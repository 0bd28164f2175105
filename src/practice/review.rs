//! The review of a game: each move against what was found of the positions before and after it.
//!
//! A mark stands for a loss: of winning chances, or of the result where that is certain. A slower mate loses
//! neither and is never marked; it is told as so many moves more. Lichess' thresholds and formulas are used
//! (lichess.org/page/accuracy and its code's `Advice`), so that figures compare.
//!
//! Findings that come from single searches contradict each other, so they are made to agree first
//! ([`reconcile`]): no move gains anything, and a best move loses nothing.
//!
//! Reading order: [`move_review`] (one move), `reason` (why, in words), [`accuracy`] (a side's whole game),
//! [`annotate`] (all of it as notes of a game), here [`Review`], the game.

pub mod accuracy;
pub mod annotate;
mod judge;
pub mod move_review;
mod reason;

use crate::chess::reconcile::reconcile;
use crate::chess::{Color, GameTermination, Move, Position, PositionEvaluation, Root};
use crate::game::{NodeId, Tree};

pub use accuracy::ReviewSummary;
pub use move_review::{BetterMove, MoveJudgment, MoveReview, ResultChange, ReviewMove};

/// Positions that a search makes for each position of a game, where nothing else is asked for.
pub const DEFAULT_NODES: u32 = 100_000;

/// The positions of a game's main line, the start among them, with what each move was worth as far as that is
/// known.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The nodes, the start first.
    pub nodes: Vec<NodeId>,
    /// What is known of each, in agreement with its neighbors; None where nobody has looked yet.
    pub findings: Vec<Option<PositionEvaluation>>,
    /// What was found of each by itself.
    searched: Vec<Option<PositionEvaluation>>,
    /// What the move that led to each node was worth; None for the start and where a finding is missing.
    pub moves: Vec<Option<MoveReview>>,
    /// What both sides made of the game, once every position was looked at.
    pub summaries: Option<[ReviewSummary; 2]>,
}

impl Review {
    /// A review of a tree's main line in which nothing was looked at yet.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        let mut nodes = vec![tree.start()];
        nodes.extend(tree.main_line_from(tree.start()));
        let count = nodes.len();
        let none = vec![None; count];
        Self { nodes, findings: none.clone(), searched: none, moves: vec![None; count], summaries: None }
    }

    /// Takes in what was found of the position with this index, in place of what was found of it before, and
    /// grades all moves on which that bears.
    ///
    /// # Panics
    /// When the tree is not the one that the review was made of.
    pub fn update(&mut self, tree: &Tree, index: usize, finding: PositionEvaluation) {
        let Some(slot) = self.searched.get_mut(index) else { return };
        *slot = Some(finding);
        let played: Vec<Option<Move>> = self.nodes[1..].iter().map(|&node| tree.node(node).mv()).collect();
        let mut findings = self.searched.clone();
        reconcile(&mut findings, &played);
        let before = std::mem::replace(&mut self.findings, findings);
        let changed = |of: usize| before[of] != self.findings[of];
        let affected: Vec<usize> =
            (1..self.nodes.len()).filter(|&of| changed(of) || changed(of - 1)).collect();
        for of in affected {
            self.moves[of] = self.review_move(tree, of);
        }
        if self.is_complete() {
            self.summaries = Some(self.summarize());
        }
    }

    /// Takes in what somebody else found of the position with this index, if that is firmer: a fact before an
    /// opinion, then the deeper search. Whether it was.
    ///
    /// # Panics
    /// When the tree is not the one that the review was made of.
    pub fn update_if_firmer(&mut self, tree: &Tree, index: usize, finding: PositionEvaluation) -> bool {
        let known = self.searched.get(index).and_then(Option::as_ref);
        let is_firmer = known.is_none_or(|held| finding.reliability() > held.reliability());
        if is_firmer && index < self.nodes.len() {
            self.update(tree, index, finding);
        }
        is_firmer
    }

    /// The summaries of White and Black from the moves reviewed so far.
    #[must_use]
    pub fn summarize(&self) -> [ReviewSummary; 2] {
        Color::ALL.map(|color| ReviewSummary::of(&self.moves, &self.findings, color))
    }

    fn review_move(&self, tree: &Tree, index: usize) -> Option<MoveReview> {
        let before = index.checked_sub(1)?;
        let (was, is) = (self.findings[before].as_ref()?, self.findings[index].as_ref()?);
        let node = tree.node(self.nodes[index]);
        let position: &Position = tree.node(self.nodes[before]).position();
        let ending = is.line.is_none().then(|| tree.termination_at(self.nodes[index])).flatten();
        Some(MoveReview::of(&ReviewMove {
            position,
            mv: node.mv()?,
            finding_before: was,
            finding_after: is,
            ending,
        }))
    }

    /// The positions that nobody has looked at, with their past, each with its place. Where the game went on though
    /// a draw could be claimed, the past is left out: nobody claimed it, so the position counts for itself.
    #[must_use]
    pub fn unanalyzed(&self, tree: &Tree) -> Vec<(usize, Root)> {
        let unanalyzed = self.findings.iter().enumerate().filter(|(_, finding)| finding.is_none());
        unanalyzed.map(|(index, _)| (index, root_at(tree, self.nodes[index]))).collect()
    }

    /// The positions that a search has looked at, each with what it found.
    #[must_use]
    pub fn analyzed(&self, tree: &Tree) -> Vec<(usize, Root, PositionEvaluation)> {
        let analyzed =
            self.searched.iter().enumerate().filter_map(|(index, found)| Some((index, found.as_ref()?)));
        let analyzed = analyzed.filter(|(_, found)| found.line.is_some());
        analyzed.map(|(index, found)| (index, root_at(tree, self.nodes[index]), found.clone())).collect()
    }

    /// Takes in every position where the rules end the game.
    ///
    /// # Panics
    /// When the tree is not the one that the review was made of.
    pub fn update_endings(&mut self, tree: &Tree) {
        for index in 0..self.nodes.len() {
            if let Some(ending) = ending_at(tree, self.nodes[index]) {
                self.update(tree, index, PositionEvaluation::game_over(ending));
            }
        }
    }

    /// Whether all its positions are still those of a tree, from which a change may have been taken back.
    #[must_use]
    pub fn is_review_of(&self, tree: &Tree) -> bool {
        // Each of them leads to the last one.
        self.nodes.last().is_none_or(|&last| tree.contains(last))
    }

    /// How many positions were looked at.
    #[must_use]
    pub fn analyzed_count(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// Whether every position was looked at.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(Option::is_some)
    }

    /// The place of a node on the main line, 0 for the start.
    #[must_use]
    pub fn index_of(&self, node: NodeId) -> Option<usize> {
        self.nodes.iter().position(|&known| known == node)
    }

    /// What the move that led to a node was worth.
    #[must_use]
    pub fn move_review(&self, node: NodeId) -> Option<&MoveReview> {
        self.moves.get(self.index_of(node)?)?.as_ref()
    }

    /// The slips of one side or of both, in the order of the game: the indices of moves with a mark.
    pub fn mistakes(&self, side: Option<Color>) -> impl Iterator<Item = usize> + '_ {
        self.moves.iter().enumerate().filter_map(move |(index, appraisal)| {
            let appraisal = appraisal.as_ref().filter(|of| of.judgment.is_some())?;
            side.is_none_or(|side| side == appraisal.mover).then_some(index)
        })
    }
}

/// A position of a game with its past, unless the game went on from a draw.
fn root_at(tree: &Tree, node: NodeId) -> Root {
    let root = tree.root_at(node);
    let went_on = root.termination().is_some() && !tree.node(node).children().is_empty();
    if went_on { Root::new(root.position) } else { root }
}

/// What the rules say of a position of a game, so that nobody has to look: mate, stalemate, a dead position,
/// and at the game's end also what a player can claim.
#[must_use]
fn ending_at(tree: &Tree, node: NodeId) -> Option<GameTermination> {
    let position = tree.node(node).position();
    let claimed = || tree.termination_at(node).filter(|_| tree.node(node).children().is_empty());
    GameTermination::on_board(position).or_else(claimed)
}
