//! Pruning and reductions: steps 7 to 9, 12 and 14 of a node. Nothing here claims a mate.

use super::margin::{self, SearchParameters, offset_score, plies};
use super::node_type::{SearchNode, SearchNodeKind};
use super::stack::PreviousMove;
use super::{SearchWidth, SearchWorker};
use crate::order::{GenMode, MoveClass, PickedMove, see};
use chess::{Bound, Depth, Score, Stopped, Window};

impl SearchWorker<'_> {
    /// Steps 7 to 9: pruning of the whole node by its evaluation; returns the score where a cutoff is found.
    pub(super) fn prune_node(&mut self, node: &SearchNode) -> Result<Option<Score>, Stopped> {
        let (Some(eval), Some(static_eval)) = (node.eval, node.static_eval) else { return Ok(None) };
        if node.is_pv() || node.excluded.is_some() {
            return Ok(None);
        }
        let SearchNode { state, ply, depth, alpha, beta, .. } = *node;

        // Step 7. Reverse futility pruning (+106 ±42): the evaluation is so far above beta that a shallow
        // search would hardly fall below.
        if depth.get() <= margin::REVERSE_FUTILITY_DEPTH
            && !beta.is_mate()
            && offset_score(eval, -self.parameters.reverse_futility_margin(depth, node.improving)) >= beta
            && state.can_move()
        {
            return Ok(Some(midpoint_score(eval, beta)));
        }

        // Step 8. Razoring (+5 ±34): the evaluation is so far below alpha that only captures could help.
        if depth.get() <= margin::RAZORING_DEPTH
            && !alpha.is_mate()
            && offset_score(eval, self.parameters.razoring_margin(depth)) < alpha
        {
            let score =
                self.qsearch(state, Window::zero_above(alpha), ply, GenMode::GoodCapturesAndChecks)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        // Step 9. Null move pruning (+47 ±38): if even passing fails high, so will a move, except in
        // zugzwang. A mate after a null move proves nothing, so its score is lowered.
        if depth.get() >= margin::NULL_MOVE_DEPTH
            && !beta.is_mate()
            && eval >= beta
            && offset_score(static_eval, -self.parameters.null_move_margin(depth)) >= beta
            && self.stack.at(ply).may_try_null_move()
            && !matches!(node.tt_score, Some((score, Bound::AtMost | Bound::Exact)) if score < beta)
            && state.has_non_pawn_pieces()
            && state.can_move()
            && let Some(null_move) = state.after_null_move()
        {
            let above = i32::from(eval.raw()) - i32::from(beta.raw());
            let reduced = depth - self.parameters.null_move_reduction(depth, above);
            self.table.prefetch(null_move.key() ^ self.salt);
            self.enter_node(null_move.key(), ply.next(), PreviousMove::NullMove)?;
            let reply = Window::zero_above(offset_score(beta, -1)).flipped();
            let score = -self.search_node(&null_move, reply, reduced, ply.next(), node.kind.child_kind())?;
            let holds =
                score >= beta && (!is_zugzwang_likely(node) || self.verify_null_move(node, reduced)?);
            if holds {
                let claims_win = score.is_mate() || score.is_win_of_unknown_length();
                return Ok(Some(if claims_win { beta } else { score }));
            }
        }
        Ok(None)
    }

    /// Verification search of a null move cutoff: the same position at reduced depth, without null moves.
    fn verify_null_move(&mut self, node: &SearchNode, depth: Depth) -> Result<bool, Stopped> {
        let window = Window::zero_above(offset_score(node.beta, -1));
        self.stack.at_mut(node.ply).verifying_null_move = true;
        let score = self.search_node(node.state, window, depth.max(Depth::new(1)), node.ply, node.kind);
        let frame = self.stack.at_mut(node.ply);
        frame.verifying_null_move = false;
        frame.eval = node.static_eval;
        Ok(score? >= node.beta)
    }

    /// Step 14. Late move reduction: plies by which a quiet or losing move is first searched shallower.
    pub(super) fn reduction(
        &self,
        node: &SearchNode,
        picked: PickedMove,
        tried: usize,
        gives_check: bool,
        tt_move_is_noisy: bool,
    ) -> i16 {
        let is_quiet_stage = picked.class >= MoveClass::Killer;
        if self.width == SearchWidth::Full
            || node.depth.get() < margin::REDUCTION_DEPTH
            || tried <= 1 + usize::from(node.is_pv())
            || !is_quiet_stage
        {
            return 0;
        }
        let parameters = &self.parameters;
        let when = |condition: bool, reduction: i32| if condition { reduction } else { 0 };
        let mut reduction = 100 * i32::from(parameters.late_move_reduction(node.depth, tried));
        reduction += when(node.kind == SearchNodeKind::Cut, parameters.reduction_cut_node);
        reduction += when(!node.improving && !node.in_check, parameters.reduction_not_improving);
        reduction += when(tt_move_is_noisy, parameters.reduction_noisy_table_move);
        // Where sibling nodes of the child often failed high, this move will likely fail low.
        let often = self.stack.at(node.ply.next()).cutoffs > margin::MANY_CUTOFFS;
        reduction += when(often, parameters.reduction_cutoffs);
        reduction -= when(node.was_pv && !node.is_pv(), parameters.reduction_was_pv);
        reduction -= when(node.is_pv(), 100) + when(node.in_check, 100);
        reduction -= when(gives_check, parameters.reduction_check);
        reduction -= match picked.class {
            MoveClass::Quiet => parameters.history_reduction(picked.history_score),
            _ => 100,
        };
        plies(reduction.max(0))
    }
}

/// Step 12. Whether to skip a move at shallow depth; the caller has a score in hand that is not "mated". Late
/// move pruning (+133 ±44), futility pruning (+45 ±39), history pruning (+4 ±39), SEE pruning (+54 ±40).
pub(super) fn should_prune(
    parameters: &SearchParameters,
    node: &SearchNode,
    picked: PickedMove,
    tried: usize,
    alpha: Score,
    gives_check: bool,
) -> bool {
    let SearchNode { state, depth, improving, .. } = *node;
    if picked.class < MoveClass::Quiet || !state.has_non_pawn_pieces() {
        return false;
    }
    let reduced = (depth.get() - parameters.late_move_reduction(depth, tried)).max(0);
    if picked.class == MoveClass::Quiet && !gives_check {
        let late =
            depth.get() <= margin::LATE_MOVE_DEPTH && tried > parameters.late_move_count(depth, improving);
        let futile = reduced <= margin::FUTILITY_DEPTH
            && node
                .static_eval
                .is_some_and(|eval| offset_score(eval, parameters.futility_margin(reduced)) <= alpha);
        let bad_history = reduced <= margin::HISTORY_PRUNING_DEPTH
            && picked.history_score < parameters.history_pruning_threshold(reduced);
        if late || futile || bad_history {
            return true;
        }
    }
    let see_threshold = if picked.class == MoveClass::Quiet {
        parameters.quiet_see_threshold(reduced)
    } else {
        parameters.capture_see_threshold(depth)
    };
    depth.get() <= margin::SEE_DEPTH && !see::see_ge(state.board(), picked.mv, see_threshold)
}

/// Whether zugzwang is likely enough to verify a null move cutoff: one piece besides pawns, or a high depth.
fn is_zugzwang_likely(node: &SearchNode) -> bool {
    node.depth.get() >= margin::NULL_MOVE_VERIFICATION_DEPTH || node.state.has_one_non_pawn_piece()
}

/// The score of a reverse futility cutoff: halfway between beta and the evaluation.
fn midpoint_score(eval: Score, beta: Score) -> Score {
    if eval.is_win_of_unknown_length() {
        return beta;
    }
    Score::from_raw(i32::midpoint(i32::from(eval.raw()), i32::from(beta.raw())))
}
