//! A review as notes of its game: glyphs, evaluations and reasons behind the moves, better lines as
//! variations.
//!
//! Earlier annotations are kept: a glyph that judges a move, an evaluation, comments.

use super::move_review::MoveReview;
use super::{Review, reason};
use chess::{Color, DistanceToMate, KnownResult, PositionEvaluation, ScoreValue};
use game::pgn::command::{self, PgnEvaluation};
use game::{NodeId, Tree};

/// Half-moves of a better line that are written, where it ends in no mate.
const MAX_LINE_PLIES: usize = 10;

/// Half-moves of a better line that are written, where it ends in mate: all that a reader may want.
const MAX_MATE_PLIES: usize = 40;

/// The glyphs that judge a move.
const JUDGMENT_NAGS: std::ops::RangeInclusive<u8> = 1..=6;

/// Writes a review into its tree: whether anything changed.
///
/// # Panics
/// When the tree is not the one that the review was made of.
pub fn annotate(review: &Review, tree: &mut Tree) -> bool {
    let mut changed = false;
    for (index, &node) in review.nodes.iter().enumerate() {
        let Some(finding) = &review.findings[index] else { continue };
        let move_review = review.moves[index].as_ref();
        changed |= annotate_node(tree, node, finding, move_review);
        let better = move_review.filter(|of| of.judgment.is_some()).and_then(|of| of.better.as_ref());
        if let (Some(better), Some(before)) = (better, index.checked_sub(1)) {
            let moves = tree.move_count();
            let mates = better.line.len() <= MAX_MATE_PLIES && is_mate(review.findings[before].as_ref());
            let most = if mates { MAX_MATE_PLIES } else { MAX_LINE_PLIES };
            let mut at = review.nodes[before];
            for &mv in better.line.iter().take(most) {
                let Some(next) = tree.play(at, mv) else { break };
                at = next;
            }
            changed |= tree.move_count() != moves;
        }
    }
    changed
}

fn is_mate(finding: Option<&PositionEvaluation>) -> bool {
    finding.and_then(|finding| finding.line.as_ref()).is_some_and(|line| line.score.is_mate())
}

/// Writes what is known of a node behind its move: whether anything changed.
fn annotate_node(
    tree: &mut Tree,
    node: NodeId,
    finding: &PositionEvaluation,
    move_review: Option<&MoveReview>,
) -> bool {
    let turn = tree.node(node).position().turn();
    let notes = &mut tree.node_mut(node).notes;
    let mut changed = false;
    if let Some(mark) = move_review.and_then(|of| of.judgment)
        && !notes.nags.iter().any(|nag| JUDGMENT_NAGS.contains(nag))
    {
        notes.nags.push(mark.nag());
        notes.nags.sort_unstable();
        changed = true;
    }
    let known = command::evaluation(notes).is_some();
    let evaluation = evaluation(finding, turn).filter(|_| !known).map(command::evaluation_command);
    let reason = move_review.and_then(|of| of.reason.clone());
    // A forced mate whose length is no fact has no place in an evaluation: words say it.
    let forced = match finding.known_result {
        Some(KnownResult::Win(DistanceToMate::Within(_)) | KnownResult::Loss(DistanceToMate::Within(_))) => {
            Some(reason::finding_text(finding, turn))
        }
        _ => None,
    };
    let words: Vec<String> = [reason, forced].into_iter().flatten().collect();
    let existing_text = notes
        .after
        .iter()
        .map(|comment| command::text_without_commands(comment))
        .collect::<Vec<_>>()
        .join(" ");
    let words = words
        .into_iter()
        .filter(|text| !existing_text.contains(text.as_str()))
        .collect::<Vec<_>>()
        .join("; ");
    let comment: Vec<String> =
        evaluation.into_iter().chain(Some(words).filter(|words| !words.is_empty())).collect();
    if !comment.is_empty() {
        notes.after.push(comment.join(" "));
        changed = true;
    }
    changed
}

/// A finding as an evaluation in a comment. A mate only where its number is a fact, and none where the game
/// is over.
fn evaluation(finding: &PositionEvaluation, turn: Color) -> Option<PgnEvaluation> {
    let line = finding.line.as_ref()?;
    let signed = |winner: Color, moves: u16| {
        Some(PgnEvaluation::Mate(winner.fold_wb(i32::from(moves), -i32::from(moves))))
    };
    match (finding.known_result, line.score.for_white(turn).value()) {
        (Some(KnownResult::Win(DistanceToMate::Exactly(plies))), _) => signed(turn, plies.moves()),
        (Some(KnownResult::Loss(DistanceToMate::Exactly(plies))), _) => signed(turn.other(), plies.moves()),
        (_, ScoreValue::Centipawns(value)) => Some(PgnEvaluation::Centipawns(i32::from(value))),
        (_, ScoreValue::Wins | ScoreValue::Loses | ScoreValue::Mates(_) | ScoreValue::Mated(_)) => None,
    }
}
