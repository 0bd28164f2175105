//! Quiescence: captures until the position is calm, so that its evaluation means something. At the horizon
//! quiet checks are tried too (+5 ±38; of the 20 positions of "Win at Chess" that were missed without them at
//! 1,000,000 positions, 12 are solved with them).
//!
//! In check every evasion is tried, so checkmate is told from stalemate here too. Out of check the side to
//! move may always stand pat, unless it is stalemated; so a score from here claims "is mated" only where
//! every legal move was looked at.

use crate::chess::board::Step;
use crate::chess::{Bound, Depth, Ply, Score, Stopped, Window};
use crate::engine::eval::exchange_worth;
use crate::engine::order::history::Place;
use crate::engine::order::{Choice, Hints, Picker, Stage, exchange};
use crate::engine::state::State;
use crate::engine::table::{Entry, PackedMove};

use super::bounds::{bound_of, cuts};
use super::frame::{DEEPEST, Reached};
use super::margin::{self, shifted};
use super::{Searcher, Width};

impl Searcher<'_> {
    /// The score of a position at the horizon, once checks and captures are played out.
    pub(super) fn quiescence(&mut self, state: &State, window: Window, ply: Ply) -> Result<Score, Stopped> {
        self.calm(state, window, ply, Choice::GainsAndChecks)
    }

    /// The score of a position once the moves of this choice, where it is not check, and captures after them
    /// are played out.
    #[expect(clippy::too_many_lines, reason = "the steps of one node, in their order")]
    fn calm(&mut self, state: &State, window: Window, ply: Ply, choice: Choice) -> Result<Score, Stopped> {
        self.frames.at_mut(ply).line.clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 1. Draws by the rules.
        if let Some(score) = self.drawn(state, ply) {
            return Ok(score);
        }
        let in_check = state.is_check();
        if ply >= DEEPEST {
            return Ok(if in_check { Score::DRAW } else { self.judge(state) });
        }
        let principal = !window.is_zero();
        let mut alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mates_in(ply.next()));
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 2. Transposition table.
        let key = state.key() ^ self.salt;
        let entry = self.table.probe(key);
        let seen = entry.map(|entry| (entry.score.seen_from(ply, state.halfmoves()), entry.bound));
        if let (Some((score, bound)), false) = (seen, principal)
            && cuts(score, bound, Window { alpha, beta })
        {
            return Ok(score);
        }

        // Step 3. Stand pat, unless the position is stalemate.
        let mut best = Score::LOWEST;
        let mut static_eval = None;
        let mut base = Score::LOWEST;
        if !in_check {
            best = match entry {
                Some(Entry { eval, .. }) if eval != Entry::NO_EVAL => Score::centipawns(i32::from(eval)),
                _ => self.judge(state),
            };
            static_eval = Some(best);
            if let Some((score, bound)) = seen
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
                return Ok(self.draw(ply));
            }
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }

        // Step 4. The moves: every evasion, or the captures and checks.
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let hints = Hints { table_move, killers: [PackedMove::NONE; 2], before: self.frames.before(ply) };
        let choice = if in_check { Choice::All } else { choice };
        let mut picker = Picker::new(state, choice, hints);
        let turn = state.turn();
        let mut best_move: Option<Step> = None;

        while let Some(picked) = picker.next(state, self.histories) {
            let step = picked.step;
            // Step 5. With a score in hand that is not "mated", what cannot matter is left out: delta pruning
            // (+21 ±39).
            if best > Score::LOWEST && !best.is_mated() {
                if in_check {
                    if picked.stage >= Stage::Quiet {
                        break;
                    }
                } else if picked.stage < Stage::Quiet {
                    let hope = step.capture.map_or(0, exchange_worth)
                        + step.promotion.map_or(0, exchange_worth)
                        + margin::DELTA;
                    if shifted(base, hope) <= alpha && !alpha.is_mate() && self.width == Width::Selective {
                        best = best.max(shifted(base, hope).without_mate());
                        continue;
                    }
                    if shifted(base, margin::DELTA) <= alpha && !exchange::gains(state.board(), step, 1) {
                        continue;
                    }
                }
            }
            let child = state.after(step);
            self.enter(&child, ply.next(), Reached::Move(Place::of(turn, step)))?;
            let below = Window { alpha, beta }.flipped();
            let score = -self.calm(&child, below, ply.next(), Choice::Gains)?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(step);
                    if principal {
                        self.frames.lead(ply, step);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // In check no evasion was left out before one was tried: there is none.
        if best == Score::LOWEST {
            return Ok(Score::mated_in(ply));
        }

        // Step 6. Keep it.
        let bound = bound_of(best, best_move, beta);
        self.table.store(
            key,
            Entry {
                mv: best_move.map_or(PackedMove::NONE, PackedMove::of),
                score: best.to_stored(ply),
                eval: static_eval.map_or(Entry::NO_EVAL, Score::raw),
                depth: Depth::ZERO,
                bound,
            },
        );
        Ok(best)
    }
}
