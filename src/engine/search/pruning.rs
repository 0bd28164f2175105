//! What is not searched, or less deep: steps 7 to 9, 12 and 14 of a node. Nothing here claims a mate.

use crate::chess::{Bound, Depth, Score, Stopped, Window};
use crate::engine::order::{Picked, Stage, exchange};

use super::frame::Reached;
use super::margin::{self, Trend, shifted};
use super::node::{Kind, Node};
use super::{Searcher, Width};

impl Searcher<'_> {
    /// Steps 7 to 9: whether the position as a whole is good or bad enough without looking at its moves.
    pub(super) fn prune(&mut self, node: &Node) -> Result<Option<Score>, Stopped> {
        let (Some(eval), Some(static_eval)) = (node.eval, node.static_eval) else { return Ok(None) };
        if node.is_principal() || node.excluded.is_some() {
            return Ok(None);
        }
        let Node { state, ply, depth, alpha, beta, .. } = *node;

        // Step 7. Reverse futility (+106 ±42): so far above beta that a shallow search would hardly fall
        // below.
        if depth.get() <= margin::REVERSE_FUTILITY_DEPTH
            && !beta.is_mate()
            && shifted(eval, -margin::reverse_futility(depth, node.trend)) >= beta
            && state.can_move()
        {
            return Ok(Some(midway(eval, beta)));
        }

        // Step 8. Razoring (+5 ±34): so far below alpha that only captures could help.
        if depth.get() <= margin::RAZORING_DEPTH
            && !alpha.is_mate()
            && shifted(eval, margin::razoring(depth)) < alpha
        {
            let score = self.quiescence(state, Window::zero_above(alpha), ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }

        // Step 9. Null move (+47 ±38): if passing is good enough, a move surely is, but in zugzwang. A mate
        // after a pass proves nothing, so it is lowered.
        if depth.get() >= margin::NULL_MOVE_DEPTH
            && !beta.is_mate()
            && eval >= beta
            && shifted(static_eval, 25 * i32::from(depth.get()) - 120) >= beta
            && self.frames.at(ply).may_pass()
            && !matches!(node.seen, Some((score, Bound::AtMost | Bound::Exact)) if score < beta)
            && state.has_pieces()
            && state.can_move()
            && let Some(passed) = state.passed()
        {
            let above = i32::from(eval.raw()) - i32::from(beta.raw());
            let reduced = depth - margin::null_move_reduction(depth, above);
            self.enter(&passed, ply.next(), Reached::Pass)?;
            let reply = Window::zero_above(shifted(beta, -1)).flipped();
            let score = -self.node(&passed, reply, reduced, ply.next(), node.kind.below())?;
            let holds = score >= beta && (!zugzwang_looms(node) || self.holds_without_pass(node, reduced)?);
            if holds {
                let claims_win = score.is_mate() || score.is_win_of_unknown_length();
                return Ok(Some(if claims_win { beta } else { score }));
            }
        }
        Ok(None)
    }

    /// Whether some move is as good as the pass was, as far as a shallower search tells.
    fn holds_without_pass(&mut self, node: &Node, depth: Depth) -> Result<bool, Stopped> {
        let window = Window::zero_above(shifted(node.beta, -1));
        self.frames.at_mut(node.ply).verifies = true;
        let score = self.node(node.state, window, depth.max(Depth::new(1)), node.ply, node.kind);
        let frame = self.frames.at_mut(node.ply);
        frame.verifies = false;
        frame.eval = node.static_eval;
        Ok(score? >= node.beta)
    }

    /// Step 14: plies by which a move is first looked at shallower.
    pub(super) fn reduction(&self, node: &Node, picked: Picked, tried: usize, gives_check: bool) -> i16 {
        let calm = picked.stage >= Stage::Killer;
        if self.width == Width::Full
            || node.depth.get() < margin::REDUCTION_DEPTH
            || tried <= 1 + usize::from(node.is_principal())
            || !calm
        {
            return 0;
        }
        let mut less = margin::reduction(node.depth, tried);
        less += i16::from(node.kind == Kind::Cut) - i16::from(node.is_principal());
        less += i16::from(node.trend == Trend::Flat && !node.in_check);
        less -= i16::from(gives_check) + i16::from(node.in_check);
        less -= match picked.stage {
            Stage::Quiet => i16::try_from((picked.merit / 9_000).clamp(-2, 2)).unwrap_or_default(),
            _ => 1,
        };
        less.max(0)
    }
}

/// Step 12: whether a move is left out, given that a score that is not "mated" is in hand: because it comes
/// late (+133 ±44), cannot bring the evaluation up to alpha (+45 ±39), has failed elsewhere (+4 ±39), or loses
/// material (+54 ±40).
pub(super) fn leaves_out(node: &Node, picked: Picked, tried: usize, alpha: Score, gives_check: bool) -> bool {
    let Node { state, depth, trend, .. } = *node;
    if picked.stage < Stage::Quiet || !state.has_pieces() {
        return false;
    }
    let reduced = (depth.get() - margin::reduction(depth, tried)).max(0);
    if picked.stage == Stage::Quiet && !gives_check {
        let late = depth.get() <= margin::LATE_MOVE_DEPTH && tried > margin::late_moves(depth, trend);
        let futile = reduced <= margin::FUTILITY_DEPTH
            && node.static_eval.is_some_and(|eval| shifted(eval, margin::futility(reduced)) <= alpha);
        let fruitless = reduced <= 4 && picked.merit < margin::history_limit(reduced);
        if late || futile || fruitless {
            return true;
        }
    }
    let least = if picked.stage == Stage::Quiet {
        margin::quiet_exchange(reduced)
    } else {
        margin::capture_exchange(depth)
    };
    depth.get() <= margin::EXCHANGE_DEPTH && !exchange::gains(state.board(), picked.step, least)
}

/// Whether passing may be better than any move: with one piece to move, or where much hangs on it.
fn zugzwang_looms(node: &Node) -> bool {
    node.depth.get() >= margin::VERIFIED_PASS_DEPTH || node.state.has_lone_piece()
}

/// A guess above beta, half believed.
fn midway(eval: Score, beta: Score) -> Score {
    if eval.is_win_of_unknown_length() {
        return beta;
    }
    Score::from_raw(i32::midpoint(i32::from(eval.raw()), i32::from(beta.raw())))
}
