//! Quiescence search: captures until the position is quiet enough for the static evaluation. At the horizon
//! quiet checks are searched too (+5 ±38; of the 20 positions of "Win at Chess" that were missed without them
//! at 1,000,000 nodes, 12 are solved with them).
//!
//! In check every evasion is searched, so checkmate and stalemate are recognized here too. Out of check the
//! side to move may always stand pat, unless it is stalemated; so a "mated" score means that every legal move
//! was searched.

use super::bounds::{causes_cutoff, node_bound};
use super::margin::offset_score;
use super::stack::MAX_PLY;
use super::{SearchWidth, SearchWorker};
use crate::eval::piece_value::see_value;
use crate::order::{GenMode, MoveClass, MovePicker, PickerHints, see};
use crate::search_position::SearchPosition;
use crate::transposition_table::{PackedMove, TtEntry};
use chess::board::BoardMove;
use chess::{Bound, Depth, Ply, Score, Stopped, Window};

impl SearchWorker<'_> {
    /// One node of quiescence search; `mode` chooses the moves where the side to move is not in check.
    #[expect(clippy::too_many_lines, reason = "the steps of one node, in their order")]
    pub(super) fn qsearch(
        &mut self,
        state: &SearchPosition,
        window: Window,
        ply: Ply,
        mode: GenMode,
    ) -> Result<Score, Stopped> {
        self.stack.at_mut(ply).pv.clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 1. Draws by repetition, the fifty-move rule and insufficient material.
        if let Some(score) = self.draw_score(state, ply) {
            return Ok(score);
        }
        let in_check = state.is_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { Score::DRAW } else { self.evaluate(state) });
        }
        let principal = !window.is_zero();
        let mut alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mates_in(ply.next()));
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 2. Transposition table cutoff.
        let key = state.key() ^ self.salt;
        let entry = self.table.probe(key);
        let tt_score = entry.map(|entry| (entry.score.to_score(ply, state.halfmoves()), entry.bound));
        if let (Some((score, bound)), false) = (tt_score, principal)
            && causes_cutoff(score, bound, Window { alpha, beta })
        {
            return Ok(score);
        }

        // Step 3. Stand pat on the static evaluation, corrected by the correction history and the table score,
        // unless it is stalemate.
        let mut best = Score::LOWEST;
        let mut raw_eval = None;
        let mut base = Score::LOWEST;
        if !in_check {
            let eval = match entry {
                Some(TtEntry { eval, .. }) if eval != TtEntry::NO_EVAL => Score::centipawns(i32::from(eval)),
                _ => self.evaluate(state),
            };
            raw_eval = Some(eval);
            best = self.corrected_eval(eval, state, ply);
            if let Some((score, bound)) = tt_score
                && !score.is_mate()
                && match bound {
                    Bound::AtLeast => score > best,
                    Bound::AtMost => score < best,
                    Bound::Exact => true,
                }
            {
                best = score;
            }
            base = best;
            if !state.can_move() {
                return Ok(self.draw_value(ply));
            }
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // Step 4. Move picker: every evasion, or captures and checks.
        let tt_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let hints = PickerHints {
            tt_move,
            killers: [PackedMove::NONE; 2],
            previous_moves: self.stack.previous_moves(ply),
        };
        let mode = if in_check { GenMode::All } else { mode };
        let mut picker = MovePicker::new(state, mode, hints);
        let mut best_move: Option<BoardMove> = None;

        while let Some(picked) = picker.next(state, self.histories) {
            let board_move = picked.mv;
            // Step 5. Pruning, only when the best score so far is not "mated": quiet evasions once one
            // evasion is searched; delta pruning and captures that gain nothing by SEE (+21 ±39).
            if best > Score::LOWEST && !best.is_mated() {
                if in_check {
                    if picked.class >= MoveClass::Quiet {
                        break;
                    }
                } else if picked.class < MoveClass::Quiet {
                    let max_gain = board_move.capture.map_or(0, see_value)
                        + board_move.promotion.map_or(0, see_value)
                        + self.parameters.delta;
                    if offset_score(base, max_gain) <= alpha
                        && !alpha.is_mate()
                        && self.width == SearchWidth::Selective
                    {
                        best = best.max(offset_score(base, max_gain).without_mate());
                        continue;
                    }
                    if offset_score(base, self.parameters.delta) <= alpha
                        && !see::see_ge(state.board(), board_move, 1)
                    {
                        continue;
                    }
                }
            }
            let child = self.make_move(state, board_move, ply.next())?;
            let below = Window { alpha, beta }.flipped();
            let score = -self.qsearch(&child, below, ply.next(), GenMode::GoodCaptures)?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(board_move);
                    if principal {
                        self.stack.update_pv(ply, board_move);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // No move was searched: in check the first evasion is never pruned, so there is none and it is
        // checkmate.
        if best == Score::LOWEST {
            return Ok(Score::mated_in(ply));
        }

        // Step 6. Store in the transposition table.
        let bound = node_bound(best, best_move, beta);
        self.table.store(
            key,
            TtEntry {
                mv: best_move.map_or(PackedMove::NONE, PackedMove::of),
                score: best.to_tt(ply),
                eval: raw_eval.map_or(TtEntry::NO_EVAL, Score::raw),
                depth: Depth::ZERO,
                bound,
                was_pv: principal || entry.is_some_and(|entry| entry.was_pv),
            },
        );
        Ok(best)
    }
}
