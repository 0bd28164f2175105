//! A finished review as it is kept on disk: the game, and the evaluation of each of its positions.

use super::{Review, ReviewSummary};
use chess::{HalfMove, Position, PositionEvaluation, Root};
use game::Tree;

/// A finished review. All else that a review shows follows from it without a search.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptReview {
    /// The position that the game starts from.
    pub start: Position,
    /// The main line, null moves included.
    pub moves: Vec<HalfMove>,
    /// Search nodes for each position, on average.
    pub nodes: u64,
    /// The evaluation of the start and of the position after each move, each by its own search.
    pub evaluations: Vec<PositionEvaluation>,
}

impl KeptReview {
    /// The positions of the game with the history that their evaluations depend on.
    #[must_use]
    pub fn roots(start: &Position, moves: &[HalfMove]) -> Vec<Root> {
        let mut root = Root::new(start.clone());
        let mut roots = vec![root.clone()];
        for &mv in moves {
            root.play_half_move(mv);
            roots.push(root.clone());
        }
        let last = roots.len() - 1;
        for root in &mut roots[..last] {
            // Where the game went on though a draw could be claimed, the history is left out.
            if root.termination().is_some() {
                *root = Root::new(root.position.clone());
            }
        }
        roots
    }

    /// The summaries of White and Black. None where the moves do not follow each other.
    #[must_use]
    pub fn summaries(&self) -> Option<[ReviewSummary; 2]> {
        let mut tree = Tree::new(self.start.clone());
        let mut at = tree.start();
        for &half_move in &self.moves {
            at = tree.add(at, half_move)?;
        }
        Review::from_kept(&tree, self)?.summaries
    }
}

impl Review {
    /// The review as it is kept; None while an evaluation is missing.
    ///
    /// # Panics
    /// When the tree is not the one that the review was made of.
    #[must_use]
    pub fn to_kept(&self, tree: &Tree, nodes: u64) -> Option<KeptReview> {
        let evaluations: Option<Vec<PositionEvaluation>> = self.searched.iter().cloned().collect();
        Some(KeptReview {
            start: tree.node(*self.nodes.first()?).position().clone(),
            moves: self.nodes[1..].iter().filter_map(|&node| tree.node(node).half_move()).collect(),
            nodes,
            evaluations: evaluations?,
        })
    }

    /// A review from what was kept of it; None where that is of another game.
    #[must_use]
    pub fn from_kept(tree: &Tree, kept: &KeptReview) -> Option<Self> {
        let mut review = Self::new(tree);
        let moves = review.nodes[1..].iter().map(|&node| tree.node(node).half_move());
        let is_same = *tree.node(tree.start()).position() == kept.start
            && moves.eq(kept.moves.iter().map(|&mv| Some(mv)))
            && kept.evaluations.len() == review.nodes.len();
        if !is_same {
            return None;
        }
        review.searched = kept.evaluations.iter().cloned().map(Some).collect();
        review.judge_moves(tree);
        Some(review)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Bound, Certainty, Color, Line, Score};
    use game::pgn;

    fn game(text: &str) -> Tree {
        pgn::read(text, &Position::start()).game.tree
    }

    fn evaluated(tree: &Tree) -> Review {
        let mut review = Review::new(tree);
        review.update_endings(tree);
        for (index, root) in review.unanalyzed(tree) {
            let moves = root.position.legal_moves().into_iter().take(1).collect();
            let score = Score::centipawns(if index % 2 == 0 { 300 } else { -20 });
            let line =
                Line { score, bound: Bound::Exact, certainty: Certainty::Searched, moves, ends_in: None };
            review.update(tree, index, PositionEvaluation::from_line(line));
        }
        review
    }

    #[test]
    fn a_review_comes_back_as_it_was() {
        let tree = game("1. f3 e5 2. g4 Qh4# 0-1");
        let review = evaluated(&tree);
        assert!(review.is_complete() && review.mistakes(None).next().is_some());
        let kept = review.to_kept(&tree, 700).unwrap();
        assert_eq!((kept.nodes, kept.moves.len(), kept.evaluations.len()), (700, 4, 5));
        assert!(review.summaries.is_some());
        assert_eq!(kept.summaries(), review.summaries);
        assert_eq!(Review::from_kept(&tree, &kept), Some(review));
        assert_eq!(Review::from_kept(&game("1. f3 e5 2. g4 d6"), &kept), None);
        assert_eq!(Review::from_kept(&game("1. f3 e5"), &kept), None);
        assert_eq!(Review::new(&tree).to_kept(&tree, 1), None, "it is not finished");
    }

    #[test]
    fn a_null_move_is_not_judged_and_what_follows_is() {
        let tree = game("1. -- e5 2. -- Nc6 3. e4 *");
        let review = evaluated(&tree);
        let judged: Vec<bool> = review.moves.iter().map(Option::is_some).collect();
        assert_eq!(judged, [false, false, true, false, true, true]);
        let movers: Vec<Color> = review.moves.iter().flatten().map(|of| of.mover).collect();
        assert_eq!(movers, [Color::Black, Color::Black, Color::White]);
        let kept = review.to_kept(&tree, 700).unwrap();
        assert_eq!(Review::from_kept(&tree, &kept), Some(review));
        assert_eq!(Review::from_kept(&game("1. d4 e5 2. -- Nc6 3. e4 *"), &kept), None);
    }

    #[test]
    fn a_position_after_a_claimable_draw_has_no_history() {
        let tree = game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *");
        let kept = evaluated(&tree).to_kept(&tree, 1).unwrap();
        let roots = KeptReview::roots(&kept.start, &kept.moves);
        let review = Review::new(&tree);
        assert!(review.unanalyzed(&tree).into_iter().all(|(index, root)| roots[index] == root));
    }
}
