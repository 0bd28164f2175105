//! Iterative deepening at the root: aspiration windows, MultiPV, and time management between iterations.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::margin::{self, offset_score};
use super::node_type::SearchNodeKind;
use super::{RootMove, SearchWidth, SearchWorker};
use crate::limits::Limits;
use crate::order::see;
use crate::transposition_table::{PackedMove, TtEntry};
use chess::board::BoardMove;
use chess::{Depth, Ply, Score, Stopped, Window};

/// Results of the search so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchFindings {
    /// Depth of the last finished iteration.
    pub(crate) depth: Depth,
    /// Selective depth: the deepest ply reached.
    pub(crate) seldepth: Ply,
    /// The best root moves, best first.
    pub(crate) lines: Vec<RootMove>,
}

/// Longest mate, in moves, that `go mate` checks at full width before the normal search begins.
const FULL_WIDTH_MOVES: u16 = 3;

impl SearchWorker<'_> {
    /// Iterative deepening. On thread 0, the main thread, `on_findings` receives every result and decides
    /// whether to continue; helper threads vary their depths.
    pub(crate) fn deepen(
        &mut self,
        limits: &Limits,
        thread: usize,
        on_findings: &mut dyn FnMut(&SearchFindings) -> ControlFlow<()>,
    ) -> SearchFindings {
        self.order_root_moves();
        let mut findings =
            SearchFindings { lines: vec![self.root_moves[0].clone()], ..SearchFindings::default() };
        let root = self.root;
        let static_eval = self.evaluate(&root);
        findings.lines[0].score = static_eval;
        let ended = self.search_all(limits, thread, &mut findings, on_findings);
        if thread == 0
            && ended == Ok(ControlFlow::Continue(()))
            && limits.depth.is_none()
            && !self.shared.budget.saves_time()
        {
            // The last depth is reached: the co-search may use the remaining nodes.
            self.run_co_search_alone().ok();
        }
        self.flush_nodes();
        findings
    }

    /// Checks for a short mate where `go mate` requests one, then runs the iterations.
    fn search_all(
        &mut self,
        limits: &Limits,
        thread: usize,
        findings: &mut SearchFindings,
        on_findings: &mut dyn FnMut(&SearchFindings) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stopped> {
        if let (Some(mate), 0) = (limits.mate, thread)
            && self.search_short_mate(mate, findings, on_findings)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        self.iterate(limits, thread, findings, on_findings)
    }

    /// Runs the iterations up to the depth limit, or until the time manager or the caller stops.
    fn iterate(
        &mut self,
        limits: &Limits,
        thread: usize,
        findings: &mut SearchFindings,
        on_findings: &mut dyn FnMut(&SearchFindings) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stopped> {
        let deepest = limits.depth.unwrap_or(Depth::MAX);
        let count = limits.multipv.clamp(1, self.root_moves.len());
        let mut stability = BestMoveStability::default();
        for depth in (1..=deepest.get()).map(Depth::new) {
            // Helper threads skip one depth in three, each a different one, so that the threads do not all
            // search the same tree.
            if thread > 0 && (usize::try_from(depth.get()).unwrap_or_default() + thread).is_multiple_of(3) {
                continue;
            }
            self.seldepth = Ply::ZERO;
            self.max_extension_ply = u16::try_from(2 * depth.get() + 8).unwrap_or(u16::MAX);
            for rank in 0..count {
                let previous_score = findings.lines.get(rank).map(|line| line.score);
                let finished = self.aspiration_search(depth, rank, previous_score);
                self.record_iteration(findings, rank, count, finished);
                finished?;
                findings.seldepth = self.seldepth;
                if rank + 1 == count {
                    findings.depth = depth;
                }
                self.flush_nodes();
                if on_findings(findings).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            if !self.shared.budget.allows_iteration(stability.share(&findings.lines[0]))
                || (self.shared.budget.saves_time() && self.may_stop_early(depth, &findings.lines[0]))
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Merges the result of an iteration into the findings: the lines that are finished and, behind them,
    /// those of the previous iteration. An interrupted iteration contributes its best move only where that is
    /// a new move that has proved better.
    fn record_iteration(
        &mut self,
        findings: &mut SearchFindings,
        rank: usize,
        count: usize,
        outcome: Result<(), Stopped>,
    ) {
        if outcome.is_ok() {
            self.root_moves[..=rank].sort_by_key(|found| Reverse(found.score));
            let mut lines: Vec<RootMove> = self.root_moves[..=rank].to_vec();
            lines.append(&mut findings.lines);
            findings.lines = lines;
        } else {
            let best = &self.root_moves[rank];
            let is_new = findings.lines.first().is_none_or(|first| first.mv != best.mv);
            // A "mated" score needs all moves to be searched: it means nothing after a few.
            if rank > 0 || best.score == Score::LOWEST || best.score.is_mated() || !is_new {
                return;
            }
            findings.lines.retain(|line| line.score <= best.score);
            findings.lines.insert(0, best.clone());
        }
        let mut seen: Vec<BoardMove> = Vec::new();
        findings.lines.retain(|line| {
            let new = !seen.contains(&line.mv);
            seen.push(line.mv);
            new
        });
        findings.lines.truncate(count);
        findings.lines.sort_by_key(|found| Reverse(found.score));
    }

    /// Aspiration windows (+80 ±46, measured as the figures in [`super::node`]): searches one MultiPV
    /// line with a narrow window around the previous score, and widens it on a fail-high or fail-low.
    fn aspiration_search(&mut self, depth: Depth, rank: usize, around: Option<Score>) -> Result<(), Stopped> {
        let mut width = self.parameters.aspiration_window;
        let mut window = match around {
            Some(score) if depth.get() >= margin::ASPIRATION_DEPTH && !score.is_mate() => {
                Window { alpha: offset_score(score, -width), beta: offset_score(score, width) }
            }
            _ => Window::FULL,
        };
        let mut reduced = 0;
        loop {
            let score = self.search_root(Depth::new((depth.get() - reduced).max(1)), window, rank)?;
            if score <= window.alpha && window.alpha > Score::LOWEST {
                if window.beta < Score::HIGHEST {
                    let middle = i32::midpoint(i32::from(window.alpha.raw()), i32::from(window.beta.raw()));
                    window.beta = Score::from_raw(middle).max(offset_score(window.alpha, 1));
                }
                window.alpha = widened(score, -width);
                reduced = 0;
            } else if score >= window.beta && window.beta < Score::HIGHEST {
                window.beta = widened(score, width);
                reduced = (reduced + 1).min(3);
            } else {
                return Ok(());
            }
            width += width / 2 + 4;
        }
    }

    /// Searches the root moves from `rank` on and sorts them by their new scores.
    fn search_root(&mut self, depth: Depth, window: Window, rank: usize) -> Result<Score, Stopped> {
        for root_move in &mut self.root_moves[rank..] {
            root_move.score = Score::LOWEST;
        }
        let outcome = self.search_root_moves(depth, window, rank);
        self.root_moves[rank..].sort_by_key(|found| Reverse(found.score));
        outcome
    }

    fn search_root_moves(&mut self, depth: Depth, window: Window, rank: usize) -> Result<Score, Stopped> {
        let root = self.root;
        let mut alpha = window.alpha;
        let mut best = Score::LOWEST;
        let in_check = root.is_check();
        let raw_eval = if in_check { None } else { Some(self.evaluate(&root)) };
        self.stack.at_mut(Ply::ZERO).eval = raw_eval.map(|eval| self.corrected_eval(eval, &root, Ply::ZERO));
        let depth = if in_check { depth + 1 } else { depth };
        let mut best_move = None;
        for n in rank..self.root_moves.len() {
            let board_move = self.root_moves[n].mv;
            let child = self.make_move(&root, board_move, Ply::new(1))?;
            let tried = n - rank + 1;
            let full = depth - 1;
            let mut score = Score::LOWEST;
            if tried > 1 {
                let zero = Window::zero_above(alpha).flipped();
                let quiet = !board_move.is_noisy() && !child.is_check() && !in_check;
                let late = self.width == SearchWidth::Selective
                    && depth.get() >= margin::REDUCTION_DEPTH
                    && tried > 3;
                let reduction = if quiet && late {
                    (self.parameters.late_move_reduction(depth, tried) - 1).max(0)
                } else {
                    0
                };
                let reduced = full - reduction.min((full.get() - 1).max(0));
                score = -self.search_node(&child, zero, reduced, Ply::new(1), SearchNodeKind::Cut)?;
                if score > alpha && reduced < full {
                    score = -self.search_node(&child, zero, full, Ply::new(1), SearchNodeKind::All)?;
                }
            }
            if tried == 1 || score > alpha {
                let open = Window { alpha, beta: window.beta }.flipped();
                score = -self.search_node(&child, open, full, Ply::new(1), SearchNodeKind::Pv)?;
            }
            best = best.max(score);
            if score > alpha {
                best_move = Some(board_move);
                if score < window.beta {
                    let line = &self.stack.at(Ply::new(1)).pv;
                    let found = &mut self.root_moves[n];
                    found.score = score;
                    found.pv.clear();
                    found.pv.push(board_move);
                    found.pv.extend_from_slice(line);
                    alpha = score;
                } else {
                    // Fail-high: searched first in the re-search, but without an exact score.
                    self.root_moves[rank..=n].rotate_right(1);
                    break;
                }
            }
        }
        if rank == 0 && self.searches_all_moves() {
            let bound = super::bounds::node_bound(best, best_move, window.beta);
            let mv = best_move.map_or(PackedMove::NONE, PackedMove::of);
            let score = best.to_tt(Ply::ZERO);
            let key = root.key() ^ self.salt;
            let eval = raw_eval.map_or(TtEntry::NO_EVAL, Score::raw);
            self.table.store(key, TtEntry { mv, score, eval, depth, bound, was_pv: true });
        }
        Ok(best)
    }

    /// Whether the search covers every legal move (no `searchmoves`).
    fn searches_all_moves(&self) -> bool {
        self.root_moves.len() == self.legal_count
    }

    /// Full-width search for a mate in at most `mate` moves, by or against the side to move: nothing is
    /// pruned, so a negative result is a proof. Used for short mates only.
    fn search_short_mate(
        &mut self,
        mate: u16,
        findings: &mut SearchFindings,
        on_findings: &mut dyn FnMut(&SearchFindings) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stopped> {
        self.set_width(SearchWidth::Full);
        for moves in 1..=mate.min(FULL_WIDTH_MOVES) {
            for (plies, window) in [
                (2 * moves - 1, Window { alpha: Score::mates_in(Ply::new(2 * moves)), beta: Score::HIGHEST }),
                (
                    2 * moves,
                    Window {
                        alpha: Score::LOWEST,
                        beta: offset_score(Score::mated_in(Ply::new(2 * moves)), 1),
                    },
                ),
            ] {
                self.max_extension_ply = 0;
                let depth = Depth::new(i16::try_from(plies).unwrap_or(i16::MAX));
                let score = self.search_root(depth, window, 0)?;
                if score > window.alpha && score < window.beta {
                    findings.depth = depth;
                    findings.seldepth = self.seldepth;
                    findings.lines = vec![self.root_moves[0].clone()];
                    self.flush_nodes();
                    if on_findings(findings).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        self.set_width(SearchWidth::Selective);
        Ok(ControlFlow::Continue(()))
    }

    /// Orders the root moves before the first iteration: table move, then captures that do not lose by SEE.
    fn order_root_moves(&mut self) {
        let known = self.table.probe(self.root.key() ^ self.salt);
        let table_move = known.map_or(PackedMove::NONE, |entry| entry.mv);
        let board = self.root.board();
        self.root_moves.sort_by_key(|&RootMove { mv, .. }| {
            let good = mv.is_noisy() && see::see_ge(board, mv, 0);
            (table_move != PackedMove::of(mv), !good)
        });
    }

    /// Whether to stop early on a clock: there is only one legal move, or a mate that a deeper search can
    /// hardly shorten.
    fn may_stop_early(&self, depth: Depth, line: &RootMove) -> bool {
        let deep = u16::try_from(depth.get()).unwrap_or_default();
        (self.root_moves.len() == 1 && deep >= 8)
            || line.score.mate_distance().is_some_and(|plies| deep > plies.get() + 4)
    }
}

/// A bound of the aspiration window at this distance from a score; open beyond the range of plain scores.
fn widened(score: Score, by: i32) -> Score {
    let edge = offset_score(score, by);
    if score.is_mate() || edge.is_mate() || by.abs() > 900 {
        return if by < 0 { Score::LOWEST } else { Score::HIGHEST };
    }
    edge
}

/// Stability of the best move over the iterations, for time management.
#[derive(Debug, Default)]
struct BestMoveStability {
    mv: Option<BoardMove>,
    score: Score,
    stable_iterations: u32,
}

impl BestMoveStability {
    /// The share of the soft time limit to use, in percent: more while the best move changes or its score
    /// drops.
    fn share(&mut self, best: &RootMove) -> u32 {
        self.stable_iterations =
            if self.mv == Some(best.mv) { (self.stable_iterations + 1).min(6) } else { 0 };
        let fallen = i32::from(self.score.raw()) - i32::from(best.score.raw());
        let worry = if self.mv.is_some() { fallen.clamp(0, 60).unsigned_abs() } else { 0 };
        self.mv = Some(best.mv);
        self.score = best.score;
        145 - 14 * self.stable_iterations + worry
    }
}
