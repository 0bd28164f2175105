//! Game review: each move is judged by the evaluations of the positions before and after it.
//!
//! A judgment (inaccuracy, mistake, blunder) stands for a loss of winning chances, or of the result where
//! that is certain. A slower mate is never judged a mistake; the number of moves lost is shown. Thresholds
//! and formulas are those of Lichess (lichess.org/page/accuracy and `Advice` in its code), so that figures
//! are comparable.
//!
//! Evaluations from separate searches may contradict each other, so they are made consistent first
//! ([`reconcile`]): no move gains anything, and a best move loses nothing.
//!
//! Reading order: [`move_review`] (the review of one move), `judge` (its computation), `reason` (its
//! explanation), [`accuracy`] (the summary of one side), [`annotate`] (the review as annotations of the
//! game), [`Review`], and [`KeptReview`] (what is kept of it on disk).

pub mod accuracy;
pub mod annotate;
mod judge;
mod kept;
pub mod move_review;
mod reason;

pub use accuracy::ReviewSummary;
pub use kept::KeptReview;
pub use move_review::{BetterMove, MoveJudgment, MoveReview, ResultChange, ReviewMove};

use chess::reconcile::reconcile;
use chess::{Color, GameTermination, Move, Position, PositionEvaluation, Root};
use game::{NodeId, Tree};

/// Default number of search nodes for each position of a game.
pub const DEFAULT_NODES: u32 = 200_000;

/// The positions of a game's main line with their evaluations and the reviews of the moves, as far as they
/// are known.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The nodes of the main line, the start first.
    pub nodes: Vec<NodeId>,
    /// The evaluation of each, made consistent with its neighbors; None where there is none yet.
    pub findings: Vec<Option<PositionEvaluation>>,
    /// The evaluation of each by its own search.
    searched: Vec<Option<PositionEvaluation>>,
    /// The review of the move to each node; None for the start and where an evaluation is missing.
    pub moves: Vec<Option<MoveReview>>,
    /// The summaries of White and Black, once every position has an evaluation.
    pub summaries: Option<[ReviewSummary; 2]>,
}

impl Review {
    /// A review of a tree's main line without evaluations.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        let mut nodes = vec![tree.start()];
        nodes.extend(tree.main_line_from(tree.start()));
        let count = nodes.len();
        let none = vec![None; count];
        Self { nodes, findings: none.clone(), searched: none, moves: vec![None; count], summaries: None }
    }

    /// Sets the evaluation of the position with this index, and reviews all moves that it affects.
    ///
    /// # Panics
    /// When the tree is not the one that the review was made of.
    pub fn update(&mut self, tree: &Tree, index: usize, finding: PositionEvaluation) {
        let Some(slot) = self.searched.get_mut(index) else { return };
        *slot = Some(finding);
        self.judge_moves(tree);
    }

    /// Makes the evaluations consistent and reviews all moves that this affects.
    fn judge_moves(&mut self, tree: &Tree) {
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

    /// Sets the evaluation of the position with this index if it is more reliable than the present one: known
    /// results before scores, then the deeper search. Returns whether it was.
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

    /// The positions without an evaluation, with their index and repetition history. Where the game went on
    /// though a draw could be claimed, the history is left out.
    #[must_use]
    pub fn unanalyzed(&self, tree: &Tree) -> Vec<(usize, Root)> {
        let unanalyzed = self.findings.iter().enumerate().filter(|(_, finding)| finding.is_none());
        unanalyzed.map(|(index, _)| (index, root_at(tree, self.nodes[index]))).collect()
    }

    /// The positions that were searched, with their index and evaluation.
    #[must_use]
    pub fn analyzed(&self, tree: &Tree) -> Vec<(usize, Root, PositionEvaluation)> {
        let analyzed =
            self.searched.iter().enumerate().filter_map(|(index, found)| Some((index, found.as_ref()?)));
        let analyzed = analyzed.filter(|(_, found)| found.line.is_some());
        analyzed.map(|(index, found)| (index, root_at(tree, self.nodes[index]), found.clone())).collect()
    }

    /// Sets the evaluation of every position in which the game is over by rule.
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

    /// Whether a tree still contains all positions of the review.
    #[must_use]
    pub fn is_review_of(&self, tree: &Tree) -> bool {
        // All of them lead to the last one.
        self.nodes.last().is_none_or(|&last| tree.contains(last))
    }

    /// Number of positions with an evaluation.
    #[must_use]
    pub fn analyzed_count(&self) -> usize {
        self.findings.iter().flatten().count()
    }

    /// Whether every position has an evaluation.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.findings.iter().all(Option::is_some)
    }

    /// The index of a node on the main line, 0 for the start.
    #[must_use]
    pub fn index_of(&self, node: NodeId) -> Option<usize> {
        self.nodes.iter().position(|&known| known == node)
    }

    /// The review of the move to a node.
    #[must_use]
    pub fn move_review(&self, node: NodeId) -> Option<&MoveReview> {
        self.moves.get(self.index_of(node)?)?.as_ref()
    }

    /// The indices of inaccuracies, mistakes and blunders of one side or of both, in the order of the game.
    pub fn mistakes(&self, side: Option<Color>) -> impl Iterator<Item = usize> + '_ {
        self.moves.iter().enumerate().filter_map(move |(index, review)| {
            let review = review.as_ref().filter(|of| of.judgment.is_some())?;
            side.is_none_or(|side| side == review.mover).then_some(index)
        })
    }
}

/// A position of a game with its repetition history, unless the game went on after a draw by rule.
fn root_at(tree: &Tree, node: NodeId) -> Root {
    let root = tree.root_at(node);
    let went_on = root.termination().is_some() && !tree.node(node).children().is_empty();
    if went_on { Root::new(root.position) } else { root }
}

/// How the game is over in a position: checkmate, stalemate, a dead position, and at the end of the game also
/// a draw by claim.
#[must_use]
fn ending_at(tree: &Tree, node: NodeId) -> Option<GameTermination> {
    let position = tree.node(node).position();
    let claimed = || tree.termination_at(node).filter(|_| tree.node(node).children().is_empty());
    GameTermination::on_board(position).or_else(claimed)
}
