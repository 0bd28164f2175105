//! One node of the main search: principal variation search with the usual prunings, none of which may
//! hide a defence where a mate is claimed.
//!
//! Two claims about mates are kept sound at any depth, because each is built from its like alone: "mates"
//! as a lower bound (some move leaves the other side mated) and "is mated" as an upper bound (every legal
//! move was answered by a mate). Whatever prunes, passes or guesses returns a plain score.

use crate::chess::{Bound, Depth, Move, Ply, Position, Score, Stopped, Verdict, Window};
use crate::engine::order::history::Place;
use crate::engine::order::{self, Hints, Picker, Stage, exchange};
use crate::engine::table::{Entry, PackedMove};

use super::Searcher;
use super::Width;
use super::frame::{DEEPEST, Reached};
use super::margin::{self, Trend, shifted};

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// On the principal variation.
    Principal,
    /// Some move is expected to refute the one before.
    Cut,
    /// No move is expected to be good enough.
    All,
}

impl Kind {
    /// What the nodes below are expected to be, after the first move.
    pub(super) const fn below(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Principal | Self::All => Self::Cut,
        }
    }
}

/// The men up to which an oracle is asked.
const ORACLE_MEN: usize = 4;

impl Searcher<'_> {
    /// The score of a position, from the side to move.
    #[expect(clippy::too_many_lines, reason = "the steps of one node, in their order")]
    pub(super) fn node(
        &mut self,
        position: &Position,
        window: Window,
        depth: Depth,
        ply: Ply,
        kind: Kind,
    ) -> Result<Score, Stopped> {
        let in_check = position.is_check();
        // Step 1. Check extension and horizon: a check is always answered before quiescence.
        let extended = in_check && ply.get() < self.longest_extension;
        let depth = if extended { depth + 1 } else { depth };
        if depth <= Depth::ZERO {
            return self.quiescence(position, window, ply);
        }
        self.frames.at_mut(ply).line.clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 2. Draws by the rules; mate on the hundredth half-move wins.
        if let Some(score) = self.drawn(position, ply) {
            return Ok(score);
        }
        if ply >= DEEPEST {
            return Ok(if in_check { Score::DRAW } else { self.judge(position) });
        }

        // Step 3. Mate distance: nothing here can beat a nearer mate that is already in hand.
        let mut alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mates_in(ply.next()));
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 4. The oracle: the truth ends the search.
        if let Some(score) = self.told(position, ply) {
            return Ok(score);
        }

        // Step 5. Transposition table. A claim of mate holds at any depth.
        let principal = kind == Kind::Principal;
        let excluded = self.frames.at(ply).excluded;
        let key = position.key() ^ self.salt;
        let entry = if excluded.is_none() { self.table.probe(key) } else { None };
        let seen = entry.map(|entry| (entry.score.seen_from(ply, position.halfmoves()), entry.bound));
        if let (Some(entry), Some((score, bound)), false) = (entry, seen, principal) {
            let deep = entry.depth >= depth || claims_mate(score, bound);
            if deep && cuts(score, bound, Window { alpha, beta }) && position.halfmoves() < 90 {
                return Ok(score);
            }
        }

        // Step 6. Static evaluation.
        let raw_eval = match entry {
            _ if in_check => None,
            Some(Entry { eval, .. }) if eval != Entry::NO_EVAL => Some(Score::centipawns(i32::from(eval))),
            _ => Some(self.judge(position)),
        };
        let static_eval = raw_eval.map(|raw| self.corrected(position, raw));
        self.frames.at_mut(ply).eval = static_eval;
        self.frames.at_mut(ply.next().next()).killers = [None; 2];
        let trend = self.trend(ply);
        let eval = match (static_eval, seen) {
            (Some(eval), Some((score, bound))) if !score.is_mate() => match bound {
                Bound::AtLeast => Some(eval.max(score)),
                Bound::AtMost => Some(eval.min(score)),
                Bound::Exact => Some(score),
            },
            (eval, _) => eval,
        };
        let table_move = entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let prunes = self.width == Width::Selective;

        if let (Some(eval), Some(static_eval), false, None, true) =
            (eval, static_eval, principal, excluded, prunes)
        {
            // Step 7. Reverse futility: so far above beta that a shallow search would hardly fall below.
            if depth.get() <= margin::REVERSE_FUTILITY_DEPTH
                && !beta.is_mate()
                && shifted(eval, -margin::reverse_futility(depth, trend)) >= beta
                && order::can_move(position)
            {
                return Ok(midway(eval, beta));
            }

            // Step 8. Razoring: so far below alpha that only captures could help.
            if depth.get() <= margin::RAZORING_DEPTH
                && !alpha.is_mate()
                && shifted(eval, margin::razoring(depth)) < alpha
            {
                let score = self.quiescence(position, Window::zero_above(alpha), ply)?;
                if score <= alpha && order::can_move(position) {
                    return Ok(score);
                }
            }

            // Step 9. Null move: if passing is good enough, a move surely is. A mate after a pass proves
            // nothing, so it is lowered.
            if depth.get() >= margin::NULL_MOVE_DEPTH
                && !beta.is_mate()
                && eval >= beta
                && shifted(static_eval, 25 * i32::from(depth.get()) - 120) >= beta
                && self.frames.at(ply).reached != Reached::Pass
                && !matches!(seen, Some((score, Bound::AtMost | Bound::Exact)) if score < beta)
                && has_pieces(position)
                && let Some(passed) = position.after_pass()
            {
                let above = i32::from(eval.raw()) - i32::from(beta.raw());
                let reduced = depth - margin::null_move_reduction(depth, above);
                self.enter(&passed, ply.next(), Reached::Pass)?;
                let reply = Window { alpha: -beta, beta: shifted(-beta, 1) };
                let score = -self.node(&passed, reply, reduced, ply.next(), kind.below())?;
                if score >= beta && order::can_move(position) {
                    return Ok(if score.is_mate() { beta } else { score });
                }
            }
        }

        // Step 10. A position without a table move is not worth its depth yet.
        let unknown = table_move == PackedMove::NONE && excluded.is_none() && kind != Kind::All;
        let depth = if unknown && prunes && depth.get() >= margin::REDUCE_WITHOUT_MOVE_DEPTH {
            depth - 1
        } else {
            depth
        };

        // Step 11. All legal moves; none is mate or stalemate.
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(if in_check { Score::mated_in(ply) } else { self.draw(ply) });
        }
        let before = self.frames.before(ply);
        let hints = Hints { table_move, killers: self.frames.at(ply).killers, before };
        let mut picker = Picker::new(position, legal, &hints, self.histories);
        let turn = position.turn();
        let mut best = Score::LOWEST;
        let mut best_move: Option<Move> = None;
        let mut tried = 0;
        let mut quiets: Vec<Move> = Vec::new();
        let mut captures: Vec<Move> = Vec::new();
        let mut skip_quiets = false;

        while let Some(picked) = picker.next(position) {
            let mv = picked.mv;
            if excluded == Some(mv) {
                continue;
            }
            let quiet = !order::is_tactical(mv);
            let merit =
                if quiet { self.histories.quiet(turn, mv, before) } else { self.histories.capture(turn, mv) };
            tried += 1;
            let child = position.after(mv);
            let gives_check = child.is_check();

            // Step 12. Late moves, futile moves and losing exchanges are left out, but only with a score
            // in hand that is not "mated": a defence may hide among them.
            if prunes && best > Score::LOWEST && !best.is_mated() && has_pieces(position) {
                let reduced = (depth.get() - margin::reduction(depth, tried)).max(0);
                if quiet && !gives_check {
                    if depth.get() <= margin::LATE_MOVE_DEPTH && tried > margin::late_moves(depth, trend) {
                        skip_quiets = true;
                    }
                    let hopeless = static_eval.is_some_and(|eval| {
                        reduced <= margin::FUTILITY_DEPTH && shifted(eval, margin::futility(reduced)) <= alpha
                    });
                    if skip_quiets || hopeless {
                        if picked.stage == Stage::Quiet {
                            continue;
                        }
                    } else if picked.stage == Stage::Quiet
                        && reduced <= 4
                        && merit < margin::history_limit(reduced)
                    {
                        continue;
                    }
                }
                if depth.get() <= margin::EXCHANGE_DEPTH && picked.stage >= Stage::Quiet {
                    let least =
                        if quiet { margin::quiet_exchange(reduced) } else { margin::capture_exchange(depth) };
                    if !exchange::gains(position, mv, least) {
                        continue;
                    }
                }
            }

            // Where only mate at once would still raise alpha, a move without check is spent.
            if alpha >= Score::mates_in(Ply::new(ply.get() + 3)) && !gives_check {
                best = best.max(Score::mates_in(Ply::new(ply.get() + 3)));
                continue;
            }

            // Step 13. Singular extension: the one move that holds is searched deeper.
            let mut extension = 0;
            if picked.stage == Stage::Table
                && prunes
                && ply > Ply::ZERO
                && excluded.is_none()
                && depth.get() >= margin::SINGULAR_DEPTH
                && ply.get() < self.longest_extension
                && let (Some(entry), Some((score, Bound::AtLeast | Bound::Exact))) = (entry, seen)
                && entry.depth + 3 >= depth
                && !score.is_mate()
            {
                let limit = margin::singular_beta(score, depth);
                self.frames.at_mut(ply).excluded = Some(mv);
                let half = Depth::new((depth.get() - 1) / 2);
                let below = Window::zero_above(shifted(limit, -1));
                let others = self.node(position, below, half, ply, if principal { Kind::Cut } else { kind });
                self.frames.at_mut(ply).excluded = None;
                let others = others?;
                self.frames.at_mut(ply).eval = static_eval;
                if others < limit {
                    extension = if !principal && others < shifted(limit, -24) { 2 } else { 1 };
                } else if limit >= beta && !principal {
                    return Ok(limit);
                } else if score >= beta {
                    extension = -1;
                }
            }

            // Step 14. Make the move.
            self.enter(&child, ply.next(), Reached::Move(Place::of(turn, mv)))?;
            let full = depth - 1 + extension;

            // Step 15. Late-move reduction, then the zero window, then the full one.
            let mut score = Score::LOWEST;
            let mut needs_full = !principal || tried > 1;
            if prunes
                && depth.get() >= margin::REDUCTION_DEPTH
                && tried > 1 + usize::from(principal)
                && (quiet || picked.stage == Stage::BadCapture)
            {
                let mut less = margin::reduction(depth, tried);
                less += i16::from(kind == Kind::Cut) - i16::from(principal);
                less += i16::from(trend == Trend::Flat && !in_check);
                less -=
                    i16::from(picked.stage == Stage::Killer) + i16::from(gives_check) + i16::from(in_check);
                if quiet {
                    less -= i16::try_from((merit / 9_000).clamp(-2, 2)).unwrap_or_default();
                } else {
                    less -= 1;
                }
                let reduced = full - less.clamp(0, (full.get() - 1).max(0));
                if reduced < full {
                    let zero = Window::zero_above(alpha).flipped();
                    score = -self.node(&child, zero, reduced, ply.next(), Kind::Cut)?;
                    needs_full = score > alpha;
                }
            }
            if needs_full {
                let zero = Window::zero_above(alpha).flipped();
                score = -self.node(&child, zero, full, ply.next(), kind.below())?;
            }
            if principal && (tried == 1 || score > alpha) {
                let open = Window { alpha, beta }.flipped();
                score = -self.node(&child, open, full, ply.next(), Kind::Principal)?;
            }

            // Step 16. A better move, a refutation?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if principal {
                        self.frames.lead(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(mv) != best_move {
                if quiet { quiets.push(mv) } else { captures.push(mv) }
            }
        }

        // Step 17. Every move was left out: only where one is excluded.
        if best == Score::LOWEST {
            return Ok(alpha);
        }
        if let (Some(mv), true) = (best_move, best >= beta) {
            self.learn(position, mv, depth, ply, &quiets, &captures);
        }

        // Step 18. Keep it.
        let bound = bound_of(best, best_move, beta);
        if excluded.is_none() {
            self.learn_error(position, static_eval, best, bound, best_move, depth);
            self.table.store(
                key,
                Entry {
                    mv: best_move.map_or(PackedMove::NONE, PackedMove::of),
                    score: best.to_stored(ply),
                    eval: raw_eval.map_or(Entry::NO_EVAL, Score::raw),
                    depth,
                    bound,
                },
            );
        }
        Ok(best)
    }

    /// A draw by the rules, or, at the hundredth half-move, mate on the board.
    pub(super) fn drawn(&self, position: &Position, ply: Ply) -> Option<Score> {
        if ply == Ply::ZERO {
            return None;
        }
        let halfmoves = position.halfmoves();
        if halfmoves >= crate::chess::score::FIFTY_MOVES {
            let mated = position.is_check() && position.legal_moves().is_empty();
            return Some(if mated { Score::mated_in(ply) } else { self.draw(ply) });
        }
        let repeats = halfmoves >= 4
            && (self.frames.repeats(ply, halfmoves)
                || (!self.twice.is_empty() && self.twice.contains(&position.key())));
        (repeats || position.is_dead()).then(|| self.draw(ply))
    }

    /// The oracle's word on a position, if it has one that the fifty-move rule lets stand.
    fn told(&self, position: &Position, ply: Ply) -> Option<Score> {
        if !self.asks_oracle || ply == Ply::ZERO || position.board().occupied().count() > ORACLE_MEN {
            return None;
        }
        let verdict = self.oracle.probe(position)?;
        let at = |plies: Ply| Ply::new(plies.get() + ply.get());
        verdict.arrives(position.halfmoves()).then(|| match verdict {
            Verdict::Win(plies) => Score::mates_in(at(plies)),
            Verdict::Loss(plies) => Score::mated_in(at(plies)),
            Verdict::Draw => self.draw(ply),
        })
    }

    fn trend(&self, ply: Ply) -> Trend {
        let earlier = (ply.get() >= 2).then(|| self.frames.at(Ply::new(ply.get() - 2)).eval).flatten();
        match (self.frames.at(ply).eval, earlier) {
            (Some(now), Some(then)) if now > then => Trend::Improving,
            (Some(_), None) if ply.get() >= 2 => Trend::Improving,
            _ => Trend::Flat,
        }
    }

    /// Counts what refuted and what failed to.
    fn learn(
        &mut self,
        position: &Position,
        mv: Move,
        depth: Depth,
        ply: Ply,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let turn = position.turn();
        let bonus = margin::history_bonus(depth);
        if order::is_tactical(mv) {
            self.histories.count_capture(turn, mv, bonus);
        } else {
            let frame = self.frames.at_mut(ply);
            if frame.killers[0] != Some(mv) {
                frame.killers = [Some(mv), frame.killers[0]];
            }
            let before = self.frames.before(ply);
            self.histories.count_quiet(turn, mv, before, bonus);
            for &failed in quiets {
                self.histories.count_quiet(turn, failed, before, -bonus);
            }
        }
        for &failed in captures {
            self.histories.count_capture(turn, failed, -bonus);
        }
    }

    /// Remembers by how much the evaluation missed in a quiet position.
    fn learn_error(
        &mut self,
        position: &Position,
        eval: Option<Score>,
        best: Score,
        bound: Bound,
        best_move: Option<Move>,
        depth: Depth,
    ) {
        let Some(eval) = eval else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > eval,
            Bound::AtMost => best < eval,
        };
        if tells && !best.is_mate() && best_move.is_none_or(|mv| !order::is_tactical(mv)) {
            let error = i32::from(best.raw()) - i32::from(eval.raw());
            self.histories.correct(position, error, i32::from(depth.get()));
        }
    }
}

/// Which side of the truth a finished node's score is on.
pub(super) fn bound_of(best: Score, best_move: Option<Move>, beta: Score) -> Bound {
    if best >= beta {
        Bound::AtLeast
    } else if best_move.is_some() {
        Bound::Exact
    } else {
        Bound::AtMost
    }
}

/// Whether a bounded score proves a mate: one that is found, or one that no move escapes.
pub(super) fn claims_mate(score: Score, bound: Bound) -> bool {
    match bound {
        Bound::AtLeast => score.is_mating(),
        Bound::AtMost => score.is_mated(),
        Bound::Exact => score.is_mate(),
    }
}

/// Whether a bounded score decides what the window asks.
pub(super) fn cuts(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::AtLeast => score >= window.beta,
        Bound::AtMost => score <= window.alpha,
        Bound::Exact => score >= window.beta || score <= window.alpha,
    }
}

/// A guess above beta, half believed.
fn midway(eval: Score, beta: Score) -> Score {
    Score::centipawns(i32::midpoint(i32::from(eval.raw()), i32::from(beta.raw())))
}

/// Whether the side to move has more than king and pawns, so that zugzwang is unlikely.
fn has_pieces(position: &Position) -> bool {
    let board = position.board();
    (board.by_color(position.turn()) & !board.pawns() & !board.kings()).any()
}
