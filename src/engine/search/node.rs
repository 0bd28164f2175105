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

use crate::chess::board::{Checks, Step};
use crate::chess::{Bound, Depth, Ply, Score, Stopped, Window};
use crate::engine::order::history::Place;
use crate::engine::order::{Choice, Hints, Picked, Picker, Stage};
use crate::engine::state::State;
use crate::engine::table::{Entry, PackedMove};

use super::bounds::{bound_of, suffices};
use super::frame::{DEEPEST, Reached};
use super::margin::{self, Trend, shifted};
use super::pruning::leaves_out;
use super::{Searcher, Width};

/// Moves that failed at a node, at most, from which something is learned.
const REMEMBERED: usize = 64;

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

/// A node, once it is clear that it has to be searched.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) state: &'a State,
    pub(super) ply: Ply,
    pub(super) depth: Depth,
    pub(super) kind: Kind,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) in_check: bool,
    /// The table's entry, and its score as the root sees it.
    pub(super) entry: Option<Entry>,
    pub(super) seen: Option<(Score, Bound)>,
    /// The static evaluation; none in check.
    pub(super) static_eval: Option<Score>,
    /// The same, improved by what the table knows.
    pub(super) eval: Option<Score>,
    pub(super) trend: Trend,
    /// The move that is left out.
    pub(super) excluded: Option<Step>,
}

impl Node<'_> {
    pub(super) fn is_principal(&self) -> bool {
        self.kind == Kind::Principal
    }
}

impl Searcher<'_> {
    /// The score of a position, from the side to move.
    pub(super) fn node(
        &mut self,
        state: &State,
        window: Window,
        depth: Depth,
        ply: Ply,
        kind: Kind,
    ) -> Result<Score, Stopped> {
        let in_check = state.is_check();
        // Step 1. Check extension (+24 ±42) and horizon: a check is always answered before quiescence.
        let extended = in_check && ply.get() < self.longest_extension;
        let depth = if extended { depth + 1 } else { depth };
        if depth <= Depth::ZERO {
            return self.quiescence(state, window, ply);
        }
        self.frames.at_mut(ply).line.clear();
        self.seldepth = self.seldepth.max(ply);

        // Step 2. Draws by the rules; mate on the hundredth half-move wins.
        if let Some(score) = self.drawn(state, ply) {
            return Ok(score);
        }
        if ply >= DEEPEST {
            return Ok(if in_check { Score::DRAW } else { self.judge(state) });
        }

        // Step 3. Mate distance: nothing here can beat a nearer mate that is already in hand.
        let alpha = window.alpha.max(Score::mated_in(ply));
        let beta = window.beta.min(Score::mates_in(ply.next()));
        if alpha >= beta {
            return Ok(alpha);
        }

        // Step 4. The oracle: the truth ends the search.
        if let Some(score) = self.told(state, ply) {
            return Ok(score);
        }

        // Step 5. Transposition table. On the principal variation its word is not taken, so that a mate there
        // always comes with its whole line.
        let excluded = self.frames.at(ply).excluded;
        let key = state.key() ^ self.salt;
        let entry = if excluded.is_none() { self.table.probe(key) } else { None };
        let seen = entry.map(|entry| (entry.score.seen_from(ply, state.halfmoves()), entry.bound));
        if let (Some(entry), Some((score, _))) = (entry, seen)
            && kind != Kind::Principal
            && suffices(entry, score, depth, Window { alpha, beta })
            && state.halfmoves() < 90
        {
            return Ok(score);
        }

        // Step 6. Static evaluation.
        let static_eval = match entry {
            _ if in_check => None,
            Some(Entry { eval, .. }) if eval != Entry::NO_EVAL => Some(Score::centipawns(i32::from(eval))),
            _ => Some(self.judge(state)),
        };
        self.frames.at_mut(ply).eval = static_eval;
        self.frames.at_mut(ply.next().next()).killers = [PackedMove::NONE; 2];
        let eval = static_eval.map(|eval| match seen {
            Some((score, Bound::AtLeast)) if !score.is_mate() => eval.max(score),
            Some((score, Bound::AtMost)) if !score.is_mate() => eval.min(score),
            Some((score, Bound::Exact)) if !score.is_mate() => score,
            _ => eval,
        });
        let trend = self.trend(ply);
        let mut node = Node {
            state,
            ply,
            depth,
            kind,
            alpha,
            beta,
            in_check,
            entry,
            seen,
            static_eval,
            eval,
            trend,
            excluded,
        };

        // Steps 7 to 9 look at the position as a whole.
        if self.width == Width::Selective
            && let Some(score) = self.prune(&node)?
        {
            return Ok(score);
        }

        // Step 10. Internal reduction (+17 ±42): a position without a table move is not worth its depth yet.
        let unknown = entry.is_none_or(|entry| entry.mv == PackedMove::NONE) && excluded.is_none();
        if unknown
            && kind != Kind::All
            && self.width == Width::Selective
            && depth.get() >= margin::REDUCE_WITHOUT_MOVE_DEPTH
        {
            node.depth = depth - 1;
        }
        let (best, best_move) = self.try_moves(&node)?;

        // Step 17. Keep it.
        if excluded.is_none() {
            let bound = bound_of(best, best_move, beta);
            self.table.store(
                key,
                Entry {
                    mv: best_move.map_or(PackedMove::NONE, PackedMove::of),
                    score: best.to_stored(ply),
                    eval: static_eval.map_or(Entry::NO_EVAL, Score::raw),
                    depth: node.depth,
                    bound,
                },
            );
        }
        Ok(best)
    }

    /// The best score among the moves of a node, and the move that raised alpha.
    fn try_moves(&mut self, node: &Node) -> Result<(Score, Option<Step>), Stopped> {
        let Node { state, ply, depth, beta, .. } = *node;
        let turn = state.turn();
        let table_move = node.entry.map_or(PackedMove::NONE, |entry| entry.mv);
        let before = self.frames.before(ply);
        let hints = Hints { table_move, killers: self.frames.at(ply).killers, before };

        // Step 11. The legal moves, stage by stage.
        let mut picker = Picker::new(state, Choice::All, hints);
        let checks = Checks::of(state.board());
        let mut alpha = node.alpha;
        let mut best = Score::LOWEST;
        let mut best_move: Option<Step> = None;
        let mut tried = 0;
        let mut failed: ArrayVec<Step, REMEMBERED> = ArrayVec::new();
        let only_checks_help = alpha >= Score::mates_in(Ply::new(ply.get() + 3));

        while let Some(picked) = picker.next(state, self.histories) {
            let step = picked.step;
            if node.excluded == Some(step) {
                continue;
            }
            tried += 1;
            let gives_check = checks.as_ref().is_some_and(|checks| checks.has(state.board(), step));

            // Step 12. Moves that hardly matter are left out, but only with a score in hand that is not
            // "mated": a defense may hide among them.
            if best > Score::LOWEST
                && !best.is_mated()
                && self.width == Width::Selective
                && leaves_out(node, picked, tried, alpha, gives_check)
            {
                continue;
            }
            // Where only mate at once would still raise alpha, a move without check is spent.
            if only_checks_help && !gives_check {
                best = best.max(Score::mates_in(Ply::new(ply.get() + 3)));
                continue;
            }

            // Step 13. Singular extension (+5 ±41).
            let extension = match self.singular(node, picked)? {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Ok((score, None)),
            };

            // Step 14. Make the move and look at it: shallower (+70 ±38), with a zero window, with the full
            // one.
            let child = state.after(step);
            self.enter(&child, ply.next(), Reached::Move(Place::of(turn, step)))?;
            let full = depth - 1 + extension;
            let less = self.reduction(node, picked, tried, gives_check).min((full.get() - 1).max(0));
            let zero = Window::zero_above(alpha).flipped();
            let mut score = Score::LOWEST;
            if less > 0 {
                score = -self.node(&child, zero, full - less, ply.next(), Kind::Cut)?;
            }
            if (less > 0 && score > alpha) || (less == 0 && (!node.is_principal() || tried > 1)) {
                score = -self.node(&child, zero, full, ply.next(), node.kind.below())?;
            }
            if node.is_principal() && (tried == 1 || score > alpha) {
                let open = Window { alpha, beta }.flipped();
                score = -self.node(&child, open, full, ply.next(), Kind::Principal)?;
            }

            // Step 15. A better move, a refutation?
            best = best.max(score);
            if score > alpha {
                best_move = Some(step);
                alpha = score;
                if node.is_principal() {
                    self.frames.lead(ply, step);
                }
                if score >= beta {
                    // Step 16. What refuted is tried earlier elsewhere.
                    self.learn(state, step, depth, ply, &failed);
                    break;
                }
            } else {
                failed.try_push(step).ok();
            }
        }
        Ok(if best > Score::LOWEST {
            (best, best_move)
        } else if node.excluded.is_some() {
            // The only move is the one that is excluded.
            (alpha, None)
        } else {
            (if node.in_check { Score::mated_in(ply) } else { self.draw(ply) }, None)
        })
    }

    /// Step 13: whether the table move is the only one that holds. It is, where all others fall short of
    /// its score by a margin; then it is searched deeper. Where others do not fall short of beta either,
    /// the node is as good as refuted.
    fn singular(&mut self, node: &Node, picked: Picked) -> Result<Singular, Stopped> {
        let (Some(entry), Some((score, Bound::AtLeast | Bound::Exact))) = (node.entry, node.seen) else {
            return Ok(Singular::Extend(0));
        };
        if picked.stage != Stage::Table
            || self.width == Width::Full
            || node.excluded.is_some()
            || node.depth.get() < margin::SINGULAR_DEPTH
            || node.ply.get() >= self.longest_extension
            || entry.depth + 3 < node.depth
            || score.is_mate()
        {
            return Ok(Singular::Extend(0));
        }
        let limit = margin::singular_beta(score, node.depth);
        let half = Depth::new((node.depth.get() - 1) / 2);
        let kind = if node.is_principal() { Kind::Cut } else { node.kind };
        let below = Window::zero_above(shifted(limit, -1));
        self.frames.at_mut(node.ply).excluded = Some(picked.step);
        let others = self.node(node.state, below, half, node.ply, kind);
        let frame = self.frames.at_mut(node.ply);
        frame.excluded = None;
        frame.eval = node.static_eval;
        let others = others?;
        Ok(if others < limit {
            let alone = !node.is_principal() && others < shifted(limit, -24);
            Singular::Extend(if alone { 2 } else { 1 })
        } else if limit >= node.beta && !node.is_principal() {
            Singular::Cut(limit.without_mate())
        } else {
            Singular::Extend(-i16::from(score >= node.beta))
        })
    }

    fn trend(&self, ply: Ply) -> Trend {
        let Some(earlier) = ply.get().checked_sub(2).map(Ply::new) else { return Trend::Flat };
        match (self.frames.at(ply).eval, self.frames.at(earlier).eval) {
            (Some(now), Some(then)) if now <= then => Trend::Flat,
            (None, _) => Trend::Flat,
            _ => Trend::Improving,
        }
    }
}

/// What a look at all moves but the table's has shown.
enum Singular {
    /// By how many plies the table move is searched deeper.
    Extend(i16),
    /// The node is refuted.
    Cut(Score),
}
