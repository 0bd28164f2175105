//! Keeps a finished review on disk, and shows what was kept of a game: its review, and the evaluation of each
//! position, without a search.

use crate::chess::PositionAnalysis;
use crate::game::game_list;
use crate::practice::review::KeptReview;
use crate::tui::message::{Effects, LibraryRequest};
use crate::tui::model::{ActiveReview, ActiveReviewProgress, AnalyzeState};

/// Keeps the review if it is finished and the disk does not have it as it is.
pub(crate) fn keep_if_changed(analyze: &mut AnalyzeState, effects: &mut Effects) {
    let AnalyzeState { review, walk, header, .. } = analyze;
    let Some(reviewing) = review.as_deref_mut() else { return };
    let tree = walk.tree();
    let is_finished = reviewing.progress == ActiveReviewProgress::Done && reviewing.review.is_review_of(tree);
    if reviewing.is_kept || !is_finished {
        return;
    }
    // Where another main line was chosen since, the review is of another game.
    if reviewing.review.nodes[1..] != tree.main_line_from(tree.start()) {
        return;
    }
    if let Some(kept) = reviewing.review.to_kept(tree, reviewing.nodes) {
        reviewing.is_kept = true;
        effects.push(LibraryRequest::KeepReview(game_list::fingerprint(header, tree), Box::new(kept)));
    }
}

/// Shows a review that was kept, if it is of the game on the board: whether it is.
pub(crate) fn show_kept(analyze: &mut AnalyzeState, kept: &KeptReview) -> bool {
    let tree = analyze.walk.tree();
    let Some(reviewing) = ActiveReview::from_kept(tree, kept) else { return false };
    let evaluated = reviewing.review.nodes.iter().zip(&kept.evaluations).filter_map(|(&node, found)| {
        let lines = vec![found.line.clone()?];
        Some(PositionAnalysis {
            root: tree.root_at(node),
            depth: found.depth,
            nodes: 0,
            lines,
            none_within: 0,
        })
    });
    analyze.cache.restore(evaluated.collect());
    analyze.review = Some(Box::new(reviewing));
    true
}
