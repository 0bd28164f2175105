//! One node of the main search: principal variation search with the usual prunings, none of which may
//! hide a defense where a mate is claimed.
//!
//! Two claims about mates are kept sound at any depth, because each is built from its like alone: "mates"
//! as a lower bound (some move leaves the other side mated) and "is mated" as an upper bound (every legal
//! move was answered by a mate). Whatever prunes, passes or guesses returns a plain score.
//!
//! A step's price, as in (+47 ±38), is what the search is worse without it: Elo points with their 95 %
//! interval, from 200 games at 8,000 positions a move.

use arrayvec::ArrayVec;

use crate::chess::board::{BoardMove, CheckSquares};
use crate::chess::{Bound, Depth, Ply, Score, Stopped, Window};
use crate::engine::order::history::PieceTo;
use crate::engine::order::{GenMode, MoveClass, MovePicker, PickedMove, PickerHints};
use crate::engine::search_position::SearchPosition;
use crate::engine::transposition_table::{PackedMove, TtEntry};

use super::bounds::{allows_tt_cutoff, node_bound};
use super::margin::{self, Trend, offset_score};
use super::node_type::{SearchNode, SearchNodeKind};
use super::pruning::should_prune;
use super::stack::{MAX_PLY, PreviousMove};
use super::{SearchWidth, SearchWorker};

/// Moves that failed at a node, at most, from which something is learned.
const MAX_FAILED_MOVES: usize = 64;

impl SearchWorker<'_> {
    /// The score of a position, from the side to move.
    pub(super) fn search_node(
        &mut self,
        state: &SearchPosition,
        window: Window,
        depth: Depth,
        ply: Ply,
        kind: SearchNodeKind,
    ) -> Result<Score, Stopped> {
        let in_check = state.is_check();
        // Step 1. Check extension (+24 ±42) and horizon: a check is always answered before quiescence.
        let extended = in_check && ply.get() < self.max_extension_ply;
        let depth = if extended { depth + 1 } else { depth };
        if depth <= Depth::ZERO {
            return self.quiescence(state, window, ply);
        }
        self.stack.at_mut(ply).pv.clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 2. Draws by the rules; mate on the hundredth half-move wins.
        if let Some(score) = self.draw_score(state, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(if in_check { Score::DRAW } else { self.evaluate(state) });
        }

        // Step 3. Mate distance: nothing here can beat a nearer mate that is already in hand.
        let alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mates_in(ply.next()));
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 4. The oracle: the truth ends the search.
        if let Some(score) = self.probe_oracle(state, ply) {
            return Ok(score);
        }

        // Step 5. Transposition table. On the principal variation its word is not taken, so that a mate there
        // always comes with its whole line.
        let excluded = self.stack.at(ply).excluded;
        let key = state.key() ^ self.salt;
        let entry = if excluded.is_none() { self.table.probe(key) } else { None };
        let tt_score = entry.map(|entry| (entry.score.to_score(ply, state.halfmoves()), entry.bound));
        if let (Some(entry), Some((score, _))) = (entry, tt_score)
            && kind != SearchNodeKind::Pv
            && allows_tt_cutoff(entry, score, depth, Window { alpha, beta })
            && state.halfmoves() < 90
        {
            return Ok(score);
        }

        // Step 6. Static evaluation.
        let static_eval = match entry {
            _ if in_check => None,
            Some(TtEntry { eval, .. }) if eval != TtEntry::NO_EVAL => {
                Some(Score::centipawns(i32::from(eval)))
            }
            _ => Some(self.evaluate(state)),
        };
        self.stack.at_mut(ply).eval = static_eval;
        self.stack.at_mut(ply.next().next()).killers = [PackedMove::NONE; 2];
        let eval = static_eval.map(|eval| match tt_score {
            Some((score, Bound::AtLeast)) if !score.is_mate() => eval.max(score),
            Some((score, Bound::AtMost)) if !score.is_mate() => eval.min(score),
            Some((score, Bound::Exact)) if !score.is_mate() => score,
            _ => eval,
        });
        let trend = self.trend(ply);
        let mut node = SearchNode {
            state,
            ply,
            depth,
            kind,
            alpha,
            beta,
            in_check,
            tt_entry: entry,
            tt_score,
            static_eval,
            eval,
            trend,
            excluded,
        };

        // Steps 7 to 9 look at the position as a whole.
        if self.width == SearchWidth::Selective
            && let Some(score) = self.prune_node(&node)?
        {
            return Ok(score);
        }

        // Step 10. Internal reduction (+17 ±42): a position without a table move is not worth its depth yet.
        let unknown = entry.is_none_or(|entry| entry.mv == PackedMove::NONE) && excluded.is_none();
        if unknown
            && kind != SearchNodeKind::All
            && self.width == SearchWidth::Selective
            && depth.get() >= margin::INTERNAL_REDUCTION_DEPTH
        {
            node.depth = depth - 1;
        }
        let (best, best_move) = self.search_moves(&node)?;

        // Step 17. Keep it.
        if excluded.is_none() {
            let bound = node_bound(best, best_move, beta);
            self.table.store(
                key,
                TtEntry {
                    mv: best_move.map_or(PackedMove::NONE, PackedMove::of),
                    score: best.to_tt(ply),
                    eval: static_eval.map_or(TtEntry::NO_EVAL, Score::raw),
                    depth: node.depth,
                    bound,
                },
            );
        }
        Ok(best)
    }

    /// The best score among the moves of a node, and the move that raised alpha.
    fn search_moves(&mut self, node: &SearchNode) -> Result<(Score, Option<BoardMove>), Stopped> {
        let SearchNode { state, ply, depth, beta, .. } = *node;
        let turn = state.turn();
        let tt_move = node.tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let previous_moves = self.stack.previous_moves(ply);
        let hints = PickerHints { tt_move, killers: self.stack.at(ply).killers, previous_moves };

        // Step 11. The legal moves, stage by stage.
        let mut picker = MovePicker::new(state, GenMode::All, hints);
        let checks = CheckSquares::of(state.board());
        let mut alpha = node.alpha;
        let mut best = Score::LOWEST;
        let mut best_move: Option<BoardMove> = None;
        let mut tried = 0;
        let mut failed: ArrayVec<BoardMove, MAX_FAILED_MOVES> = ArrayVec::new();
        let only_checks_help = alpha >= Score::mates_in(Ply::new(ply.get() + 3));

        while let Some(picked) = picker.next(state, self.histories) {
            let mv = picked.mv;
            if node.excluded == Some(mv) {
                continue;
            }
            tried += 1;
            let gives_check = checks.as_ref().is_some_and(|checks| checks.gives_check(state.board(), mv));

            // Step 12. Moves that hardly matter are left out, but only with a score in hand that is not
            // "mated": a defense may hide among them.
            if best > Score::LOWEST
                && !best.is_mated()
                && self.width == SearchWidth::Selective
                && should_prune(node, picked, tried, alpha, gives_check)
            {
                continue;
            }
            // Where only mate at once would still raise alpha, a move without check is spent.
            if only_checks_help && !gives_check {
                best = best.max(Score::mates_in(Ply::new(ply.get() + 3)));
                continue;
            }

            // Step 13. Singular extension (+5 ±41).
            let extension = match self.singular_extension(node, picked)? {
                SingularOutcome::Extend(plies) => plies,
                SingularOutcome::Cut(score) => return Ok((score, None)),
            };

            // Step 14. Make the move and look at it: shallower (+70 ±38), with a zero window, with the full
            // one.
            let child = state.after(mv);
            self.enter_node(&child, ply.next(), PreviousMove::Move(PieceTo::of(turn, mv)))?;
            let full = depth - 1 + extension;
            let reduction = self.reduction(node, picked, tried, gives_check).min((full.get() - 1).max(0));
            let zero = Window::zero_above(alpha).flipped();
            let mut score = Score::LOWEST;
            if reduction > 0 {
                score = -self.search_node(&child, zero, full - reduction, ply.next(), SearchNodeKind::Cut)?;
            }
            if (reduction > 0 && score > alpha) || (reduction == 0 && (!node.is_pv() || tried > 1)) {
                score = -self.search_node(&child, zero, full, ply.next(), node.kind.child_kind())?;
            }
            if node.is_pv() && (tried == 1 || score > alpha) {
                let open = Window { alpha, beta }.flipped();
                score = -self.search_node(&child, open, full, ply.next(), SearchNodeKind::Pv)?;
            }

            // Step 15. A better move, a refutation?
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                alpha = score;
                if node.is_pv() {
                    self.stack.update_pv(ply, mv);
                }
                if score >= beta {
                    // Step 16. What refuted is tried earlier elsewhere.
                    self.update_histories(state, mv, depth, ply, &failed);
                    break;
                }
            } else {
                failed.try_push(mv).ok();
            }
        }
        Ok(if best > Score::LOWEST {
            (best, best_move)
        } else if node.excluded.is_some() {
            // The only move is the one that is excluded.
            (alpha, None)
        } else {
            (if node.in_check { Score::mated_in(ply) } else { self.draw_value(ply) }, None)
        })
    }

    /// Step 13: whether the table move is the only one that holds. It is, where all others fall short of
    /// its score by a margin; then it is searched deeper. Where others do not fall short of beta either,
    /// the node is as good as refuted.
    fn singular_extension(
        &mut self,
        node: &SearchNode,
        picked: PickedMove,
    ) -> Result<SingularOutcome, Stopped> {
        let (Some(entry), Some((score, Bound::AtLeast | Bound::Exact))) = (node.tt_entry, node.tt_score)
        else {
            return Ok(SingularOutcome::Extend(0));
        };
        if picked.class != MoveClass::TtMove
            || self.width == SearchWidth::Full
            || node.excluded.is_some()
            || node.depth.get() < margin::SINGULAR_DEPTH
            || node.ply.get() >= self.max_extension_ply
            || entry.depth + 3 < node.depth
            || score.is_mate()
        {
            return Ok(SingularOutcome::Extend(0));
        }
        let limit = margin::singular_beta(score, node.depth);
        let half = Depth::new((node.depth.get() - 1) / 2);
        let kind = if node.is_pv() { SearchNodeKind::Cut } else { node.kind };
        let below = Window::zero_above(offset_score(limit, -1));
        self.stack.at_mut(node.ply).excluded = Some(picked.mv);
        let others = self.search_node(node.state, below, half, node.ply, kind);
        let frame = self.stack.at_mut(node.ply);
        frame.excluded = None;
        frame.eval = node.static_eval;
        let others = others?;
        Ok(if others < limit {
            let alone = !node.is_pv() && others < offset_score(limit, -24);
            SingularOutcome::Extend(if alone { 2 } else { 1 })
        } else if limit >= node.beta && !node.is_pv() {
            SingularOutcome::Cut(limit.without_mate())
        } else {
            SingularOutcome::Extend(-i16::from(score >= node.beta))
        })
    }

    fn trend(&self, ply: Ply) -> Trend {
        let Some(earlier) = ply.get().checked_sub(2).map(Ply::new) else { return Trend::Flat };
        match (self.stack.at(ply).eval, self.stack.at(earlier).eval) {
            (Some(now), Some(then)) if now <= then => Trend::Flat,
            (None, _) => Trend::Flat,
            _ => Trend::Improving,
        }
    }
}

/// What a look at all moves but the table's has shown.
enum SingularOutcome {
    /// By how many plies the table move is searched deeper.
    Extend(i16),
    /// The node is refuted.
    Cut(Score),
}
