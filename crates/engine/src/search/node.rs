//! One node of the main search: principal variation search (PVS) with the usual pruning and reductions, none
//! of which may hide a defense where a mate is claimed.
//!
//! Mate scores are sound at any depth, because each is built only from scores of its own kind: "mates" as a
//! lower bound (some move leaves the opponent mated) and "is mated" as an upper bound (every legal move is
//! answered by a mate). Whatever prunes, passes or estimates returns a plain score.
//!
//! The figure behind a step, as in (+47 ±38), is its measured value: the Elo that the search loses without
//! it, with the 95% confidence interval, from 200 games at 8,000 nodes per move.

use std::cell::OnceCell;

use arrayvec::ArrayVec;

use super::bounds::{allows_tt_cutoff, node_bound};
use super::margin::{self, offset_score};
use super::node_type::{SearchNode, SearchNodeKind};
use super::pruning::should_prune;
use super::stack::MAX_PLY;
use super::{SearchWidth, SearchWorker};
use crate::order::{GenMode, MoveClass, MovePicker, PickedMove, PickerHints};
use crate::search_position::SearchPosition;
use crate::transposition_table::{PackedMove, TtEntry};
use chess::board::{BoardMove, CheckSquares};
use chess::{Bound, Depth, Ply, Score, Stopped, Window};

/// The most moves searched before a cutoff whose history is penalized.
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
        // Step 1. Check extension (+24 ±42), then quiescence search at the horizon: a check is always
        // answered in the main search.
        let extended = in_check && ply.get() < self.max_extension_ply;
        let depth = if extended { depth + 1 } else { depth };
        if depth <= Depth::ZERO {
            return self.qsearch(state, window, ply, GenMode::GoodCapturesAndChecks);
        }
        self.stack.at_mut(ply).pv.clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 2. Draws by repetition, the fifty-move rule and insufficient material; mate on the hundredth
        // half-move wins.
        if let Some(score) = self.draw_score(state, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY {
            return Ok(if in_check { Score::DRAW } else { self.evaluate(state) });
        }

        // Step 3. Mate distance pruning: nothing here can beat a shorter mate that is already found.
        let alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mates_in(ply.next()));
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 4. Endgame table probe: an exact result ends the search of the node.
        if let Some(score) = self.probe_oracle(state, ply) {
            return Ok(score);
        }

        // Step 5. Transposition table cutoff. Not on the principal variation, so that a mate there always
        // comes with its whole line.
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

        // Step 6. Static evaluation, corrected by the correction history (+37 ±19 in 1,000 games at 4,000 nodes),
        // and by the table score where its bound allows.
        let raw_eval = match entry {
            _ if in_check => None,
            Some(TtEntry { eval, .. }) if eval != TtEntry::NO_EVAL => {
                Some(Score::centipawns(i32::from(eval)))
            }
            _ => Some(self.evaluate(state)),
        };
        let static_eval = raw_eval.map(|eval| self.corrected_eval(eval, state, ply));
        self.stack.at_mut(ply).eval = static_eval;
        let grandchild = self.stack.at_mut(ply.next().next());
        grandchild.killers = [PackedMove::NONE; 2];
        grandchild.cutoffs = 0;
        let eval = static_eval.map(|eval| match tt_score {
            Some((score, Bound::AtLeast)) if !score.is_mate() => eval.max(score),
            Some((score, Bound::AtMost)) if !score.is_mate() => eval.min(score),
            Some((score, Bound::Exact)) if !score.is_mate() => score,
            _ => eval,
        });
        let improving = self.is_improving(ply);
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
            improving,
            was_pv: kind == SearchNodeKind::Pv || entry.is_some_and(|entry| entry.was_pv),
            excluded,
        };

        // Steps 7 to 9. Pruning of the whole node: reverse futility, razoring, null move.
        if self.width == SearchWidth::Selective
            && let Some(score) = self.prune_node(&node)?
        {
            return Ok(score);
        }

        // Step 10. Internal iterative reduction (+17 ±42): a node without a table move is searched a ply
        // shallower.
        let unknown = entry.is_none_or(|entry| entry.mv == PackedMove::NONE) && excluded.is_none();
        if unknown
            && kind != SearchNodeKind::All
            && self.width == SearchWidth::Selective
            && depth.get() >= margin::INTERNAL_REDUCTION_DEPTH
        {
            node.depth = depth - 1;
        }
        let (best, best_move) = self.search_moves(&node)?;

        // Step 17. Update the correction history, store in the transposition table.
        if excluded.is_none() {
            let bound = node_bound(best, best_move, beta);
            self.update_corrections(&node, best, best_move, bound);
            self.table.store(
                key,
                TtEntry {
                    mv: best_move.map_or(PackedMove::NONE, PackedMove::of),
                    score: best.to_tt(ply),
                    eval: raw_eval.map_or(TtEntry::NO_EVAL, Score::raw),
                    depth: node.depth,
                    bound,
                    was_pv: node.was_pv,
                },
            );
        }
        Ok(best)
    }

    /// Searches the moves of a node; returns the best score and the move that raised alpha.
    fn search_moves(&mut self, node: &SearchNode) -> Result<(Score, Option<BoardMove>), Stopped> {
        let SearchNode { state, ply, mut depth, beta, .. } = *node;
        let tt_move = node.tt_entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let previous_moves = self.stack.previous_moves(ply);
        let hints = PickerHints { tt_move, killers: self.stack.at(ply).killers, previous_moves };

        // Step 11. Move picker: the legal moves, generated stage by stage.
        let mut picker = MovePicker::new(state, GenMode::All, hints);
        let checks = OnceCell::new();
        let gives_check = |mv| {
            let checks = checks.get_or_init(|| CheckSquares::of(state.board()));
            checks.as_ref().is_some_and(|checks| checks.gives_check(state.board(), mv))
        };
        let mut alpha = node.alpha;
        let mut best = Score::LOWEST;
        let mut best_move: Option<BoardMove> = None;
        let mut tried = 0;
        let mut tt_move_is_noisy = false;
        let mut failed: ArrayVec<BoardMove, MAX_FAILED_MOVES> = ArrayVec::new();
        let only_checks_help = alpha >= Score::mates_in(Ply::new(ply.get() + 3));

        while let Some(picked) = picker.next(state, self.histories) {
            let mv = picked.mv;
            if node.excluded == Some(mv) {
                continue;
            }
            tried += 1;
            tt_move_is_noisy |= picked.class == MoveClass::TtMove && mv.is_noisy();
            // Earlier moves are neither pruned nor reduced.
            let gives_check = (picked.class >= MoveClass::Killer || only_checks_help) && gives_check(mv);

            // Step 12. Pruning at shallow depth, but only when the best score so far is not "mated": a pruned
            // move might be the defense.
            if best > Score::LOWEST
                && !best.is_mated()
                && self.width == SearchWidth::Selective
                && should_prune(&self.parameters, node, picked, tried, alpha, gives_check)
            {
                continue;
            }
            // Only an immediate mate would still raise alpha: a move without check cannot.
            if only_checks_help && !gives_check {
                best = best.max(Score::mates_in(Ply::new(ply.get() + 3)));
                continue;
            }

            // Step 13. Singular extension (+5 ±41).
            let extension = match self.singular_extension(node, picked)? {
                SingularOutcome::Extend(plies) => plies,
                SingularOutcome::Cut(score) => return Ok((score, None)),
            };

            // Step 14. Late move reduction (+70 ±38), then the zero-window search, a ply deeper or shallower
            // where the reduced search was far or hardly above the best score, then the full window on the
            // principal variation.
            let child = self.make_move(state, mv, ply.next())?;
            let mut full = depth - 1 + extension;
            let reduction = self
                .reduction(node, picked, tried, gives_check, tt_move_is_noisy)
                .min((full.get() - 1).max(0));
            let zero = Window::zero_above(alpha).flipped();
            let mut score = Score::LOWEST;
            if reduction > 0 {
                score = -self.search_node(&child, zero, full - reduction, ply.next(), SearchNodeKind::Cut)?;
                if score > alpha {
                    full = full + self.parameters.research_extension(score, best, full, reduction);
                }
            }
            if (reduction > 0 && score > alpha) || (reduction == 0 && (!node.is_pv() || tried > 1)) {
                score = -self.search_node(&child, zero, full, ply.next(), node.kind.child_kind())?;
            }
            if node.is_pv() && (tried == 1 || score > alpha) {
                let open = Window { alpha, beta }.flipped();
                score = -self.search_node(&child, open, full, ply.next(), SearchNodeKind::Pv)?;
            }

            // Step 15. New best move, beta cutoff.
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                alpha = score;
                if node.is_pv() {
                    self.stack.update_pv(ply, mv);
                }
                if score >= beta {
                    self.stack.at_mut(ply).cutoffs += 1;
                    // Step 16. Update killers and histories.
                    self.update_histories(state, mv, depth, ply, &failed);
                    break;
                }
                // A move raised alpha: few of the remaining moves will, so they are searched a ply shallower.
                if margin::ALPHA_REDUCTION_DEPTHS.contains(&depth.get())
                    && !score.is_mate()
                    && self.width == SearchWidth::Selective
                {
                    depth = depth - 1;
                }
            } else {
                failed.try_push(mv).ok();
            }
        }
        Ok(if best > Score::LOWEST {
            (best, best_move)
        } else if node.excluded.is_some() {
            // The excluded move is the only legal one.
            (alpha, None)
        } else {
            (if node.in_check { Score::mated_in(ply) } else { self.draw_value(ply) }, None)
        })
    }

    /// Step 13. Singular extension: searches all moves but the table move at reduced depth. If they all fail
    /// low against a margin below its score, the table move is singular and is extended by one or two plies.
    /// If another move beats beta as well, the node is cut (multi-cut).
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
        let limit = self.parameters.singular_beta(score, node.depth);
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
            let alone = !node.is_pv() && others < offset_score(limit, -self.parameters.double_extension);
            SingularOutcome::Extend(if alone { 2 } else { 1 })
        } else if limit >= node.beta && !node.is_pv() {
            SingularOutcome::Cut(limit.without_mate())
        } else {
            SingularOutcome::Extend(-i16::from(score >= node.beta))
        })
    }

    fn is_improving(&self, ply: Ply) -> bool {
        let Some(earlier) = ply.get().checked_sub(2).map(Ply::new) else { return false };
        match (self.stack.at(ply).eval, self.stack.at(earlier).eval) {
            (Some(now), Some(then)) if now <= then => false,
            (None, _) => false,
            _ => true,
        }
    }
}

/// Result of the singular search.
enum SingularOutcome {
    /// Extend the table move by this many plies.
    Extend(i16),
    /// Multi-cut: return this score.
    Cut(Score),
}
