//! Iterative deepening at the root: aspiration windows, several lines, and when to stop.

use std::cmp::Reverse;

use crate::chess::board::Step;
use crate::chess::{Depth, Ply, Score, Stopped, Window};
use crate::engine::limits::Limits;
use crate::engine::order::exchange;
use crate::engine::order::history::Place;
use crate::engine::table::{Entry, PackedMove};

use super::frame::Reached;
use super::margin::{self, shifted};
use super::node::Kind;
use super::{RootMove, Searcher, Width};

/// What the search has found so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// The last finished iteration.
    pub(crate) depth: Depth,
    /// The longest line looked at.
    pub(crate) seldepth: Ply,
    /// The best root moves, best first.
    pub(crate) lines: Vec<RootMove>,
}

/// Whether a search wants to go on after a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    /// Deeper.
    On,
    /// It is good enough.
    Enough,
}

/// Moves up to which "mate in so many" is settled at full width before the usual search begins.
const FULL_WIDTH_MOVES: u16 = 3;

impl Searcher<'_> {
    /// Searches deeper and deeper; `hear` is told of every finding and says whether to go on. Thread 0
    /// hears; the others vary their depths.
    pub(crate) fn deepen(
        &mut self,
        limits: &Limits,
        thread: usize,
        hear: &mut dyn FnMut(&Findings) -> Course,
    ) -> Findings {
        self.guess_order();
        let mut findings = Findings { lines: vec![self.root_moves[0].clone()], ..Findings::default() };
        let root = self.root;
        let worth = self.judge(&root);
        findings.lines[0].score = worth;
        let ended = self.search_all(limits, thread, &mut findings, hear);
        if thread == 0
            && ended == Ok(Course::On)
            && limits.depth.is_none()
            && !self.shared.budget.saves_time()
        {
            // The search has seen all that it can: what is left is the companion's.
            self.leave_it_to_companion().ok();
        }
        self.flush();
        findings
    }

    /// Settles a short mate that is asked for, then deepens.
    fn search_all(
        &mut self,
        limits: &Limits,
        thread: usize,
        findings: &mut Findings,
        hear: &mut dyn FnMut(&Findings) -> Course,
    ) -> Result<Course, Stopped> {
        if let (Some(mate), 0) = (limits.mate, thread)
            && self.settle_mate(mate, findings, hear)? == Course::Enough
        {
            return Ok(Course::Enough);
        }
        self.iterate(limits, thread, findings, hear)
    }

    /// Deepens until it is enough, or there is no deeper.
    fn iterate(
        &mut self,
        limits: &Limits,
        thread: usize,
        findings: &mut Findings,
        hear: &mut dyn FnMut(&Findings) -> Course,
    ) -> Result<Course, Stopped> {
        let deepest = limits.depth.unwrap_or(Depth::MAX);
        let count = limits.lines.clamp(1, self.root_moves.len());
        let mut stability = Stability::default();
        for depth in (1..=deepest.get()).map(Depth::new) {
            // Half of the helpers skip depths, so that the threads do not all do the same.
            if thread > 0 && (usize::try_from(depth.get()).unwrap_or_default() + thread).is_multiple_of(3) {
                continue;
            }
            self.seldepth = Ply::ZERO;
            self.longest_extension = u16::try_from(2 * depth.get() + 8).unwrap_or(u16::MAX);
            for rank in 0..count {
                let around = findings.lines.get(rank).map(|line| line.score);
                let finished = self.aspire(depth, rank, around);
                self.keep(findings, rank, count, finished);
                finished?;
                findings.seldepth = self.seldepth;
                if rank + 1 == count {
                    findings.depth = depth;
                }
                self.flush();
                if hear(findings) == Course::Enough {
                    return Ok(Course::Enough);
                }
            }
            if !self.shared.budget.allows_iteration(stability.share(&findings.lines[0]))
                || (self.shared.budget.saves_time() && self.is_settled(depth, &findings.lines[0]))
            {
                return Ok(Course::Enough);
            }
        }
        Ok(Course::On)
    }

    /// Puts what an iteration found into the findings: the ranks that are done and, behind them, what the
    /// last iteration knew. An iteration that was broken off adds only a move that has proved better than
    /// the one before.
    fn keep(&mut self, findings: &mut Findings, rank: usize, count: usize, outcome: Result<(), Stopped>) {
        if outcome.is_ok() {
            self.root_moves[..=rank].sort_by_key(|found| Reverse(found.score));
            let mut lines: Vec<RootMove> = self.root_moves[..=rank].to_vec();
            lines.append(&mut findings.lines);
            findings.lines = lines;
        } else {
            let best = &self.root_moves[rank];
            let news = findings.lines.first().is_none_or(|first| first.step != best.step);
            // "Is mated" is said of all moves: a few of them say nothing.
            if rank > 0 || best.score == Score::LOWEST || best.score.is_mated() || !news {
                return;
            }
            findings.lines.retain(|line| line.score <= best.score);
            findings.lines.insert(0, best.clone());
        }
        let mut seen: Vec<Step> = Vec::new();
        findings.lines.retain(|line| {
            let new = !seen.contains(&line.step);
            seen.push(line.step);
            new
        });
        findings.lines.truncate(count);
        findings.lines.sort_by_key(|found| Reverse(found.score));
    }

    /// One iteration for one rank: a narrow window around the last score, widened until it holds (+80 ±46, as the
    /// prices in [`super::node`]).
    fn aspire(&mut self, depth: Depth, rank: usize, around: Option<Score>) -> Result<(), Stopped> {
        let mut width = margin::ASPIRATION;
        let mut window = match around {
            Some(score) if depth.get() >= margin::ASPIRATION_DEPTH && !score.is_mate() => {
                Window { alpha: shifted(score, -width), beta: shifted(score, width) }
            }
            _ => Window::FULL,
        };
        let mut reduced = 0;
        loop {
            let score = self.root(Depth::new((depth.get() - reduced).max(1)), window, rank)?;
            if score <= window.alpha && window.alpha > Score::LOWEST {
                if window.beta < Score::HIGHEST {
                    let middle = i32::midpoint(i32::from(window.alpha.raw()), i32::from(window.beta.raw()));
                    window.beta = Score::from_raw(middle).max(shifted(window.alpha, 1));
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

    /// Searches the root moves from `rank` on, and sorts them by what is now known.
    fn root(&mut self, depth: Depth, window: Window, rank: usize) -> Result<Score, Stopped> {
        for root_move in &mut self.root_moves[rank..] {
            root_move.score = Score::LOWEST;
        }
        let outcome = self.root_loop(depth, window, rank);
        self.root_moves[rank..].sort_by_key(|found| Reverse(found.score));
        outcome
    }

    fn root_loop(&mut self, depth: Depth, window: Window, rank: usize) -> Result<Score, Stopped> {
        let root = self.root;
        let turn = root.turn();
        let mut alpha = window.alpha;
        let mut best = Score::LOWEST;
        let in_check = root.is_check();
        self.frames.at_mut(Ply::ZERO).eval = if in_check { None } else { Some(self.judge(&root)) };
        let depth = if in_check { depth + 1 } else { depth };
        let mut best_move = None;
        for n in rank..self.root_moves.len() {
            let step = self.root_moves[n].step;
            let child = root.after(step);
            self.enter(&child, Ply::new(1), Reached::Move(Place::of(turn, step)))?;
            let tried = n - rank + 1;
            let full = depth - 1;
            let mut score = Score::LOWEST;
            if tried > 1 {
                let zero = Window::zero_above(alpha).flipped();
                let quiet = !step.is_noisy() && !child.is_check() && !in_check;
                let late =
                    self.width == Width::Selective && depth.get() >= margin::REDUCTION_DEPTH && tried > 3;
                let less = if quiet && late { (margin::reduction(depth, tried) - 1).max(0) } else { 0 };
                let reduced = full - less.min((full.get() - 1).max(0));
                score = -self.node(&child, zero, reduced, Ply::new(1), Kind::Cut)?;
                if score > alpha && reduced < full {
                    score = -self.node(&child, zero, full, Ply::new(1), Kind::All)?;
                }
            }
            if tried == 1 || score > alpha {
                let open = Window { alpha, beta: window.beta }.flipped();
                score = -self.node(&child, open, full, Ply::new(1), Kind::Principal)?;
            }
            best = best.max(score);
            if score > alpha {
                best_move = Some(step);
                if score < window.beta {
                    let line = &self.frames.at(Ply::new(1)).line;
                    let found = &mut self.root_moves[n];
                    found.score = score;
                    found.line.clear();
                    found.line.push(step);
                    found.line.extend_from_slice(line);
                    alpha = score;
                } else {
                    // Too good for the window: first in the next try, but no score to show.
                    self.root_moves[rank..=n].rotate_right(1);
                    break;
                }
            }
        }
        if rank == 0 && self.is_whole() {
            let bound = super::bounds::bound_of(best, best_move, window.beta);
            let mv = best_move.map_or(PackedMove::NONE, PackedMove::of);
            let score = best.to_stored(Ply::ZERO);
            let key = root.key() ^ self.salt;
            let eval = self.frames.at(Ply::ZERO).eval.map_or(Entry::NO_EVAL, Score::raw);
            self.table.store(key, Entry { mv, score, eval, depth, bound });
        }
        Ok(best)
    }

    /// Whether every legal move is searched.
    fn is_whole(&self) -> bool {
        self.root_moves.len() == self.legal_count
    }

    /// Looks for a mate in `mate` moves or fewer, for or against, at full width: no pruning, so what it
    /// denies is so. Only short mates are asked for this way.
    fn settle_mate(
        &mut self,
        mate: u16,
        findings: &mut Findings,
        hear: &mut dyn FnMut(&Findings) -> Course,
    ) -> Result<Course, Stopped> {
        self.set_width(Width::Full);
        for moves in 1..=mate.min(FULL_WIDTH_MOVES) {
            for (plies, window) in [
                (2 * moves - 1, Window { alpha: Score::mates_in(Ply::new(2 * moves)), beta: Score::HIGHEST }),
                (
                    2 * moves,
                    Window { alpha: Score::LOWEST, beta: shifted(Score::mated_in(Ply::new(2 * moves)), 1) },
                ),
            ] {
                self.longest_extension = 0;
                let depth = Depth::new(i16::try_from(plies).unwrap_or(i16::MAX));
                let score = self.root(depth, window, 0)?;
                if score > window.alpha && score < window.beta {
                    findings.depth = depth;
                    findings.seldepth = self.seldepth;
                    findings.lines = vec![self.root_moves[0].clone()];
                    self.flush();
                    if hear(findings) == Course::Enough {
                        return Ok(Course::Enough);
                    }
                }
            }
        }
        self.set_width(Width::Selective);
        Ok(Course::On)
    }

    /// Orders the root moves before the first iteration: the table's move, then captures.
    fn guess_order(&mut self) {
        let known = self.table.probe(self.root.key() ^ self.salt);
        let table_move = known.map_or(PackedMove::NONE, |entry| entry.mv);
        let board = self.root.board();
        self.root_moves.sort_by_key(|&RootMove { step, .. }| {
            let good = step.is_noisy() && exchange::gains(board, step, 0);
            (table_move != PackedMove::of(step), !good)
        });
    }

    /// Whether a clock need not run on: a forced move, or a mate that deeper search can't much shorten.
    fn is_settled(&self, depth: Depth, line: &RootMove) -> bool {
        let deep = u16::try_from(depth.get()).unwrap_or_default();
        (self.root_moves.len() == 1 && deep >= 8)
            || line.score.mate_distance().is_some_and(|plies| deep > plies.get() + 4)
    }
}

/// A window's edge so far from a score; beyond plain scores there is no edge.
fn widened(score: Score, by: i32) -> Score {
    let edge = shifted(score, by);
    if score.is_mate() || edge.is_mate() || by.abs() > 900 {
        return if by < 0 { Score::LOWEST } else { Score::HIGHEST };
    }
    edge
}

/// How sure the best move is, over the iterations.
#[derive(Debug, Default)]
struct Stability {
    step: Option<Step>,
    score: Score,
    steady: u32,
}

impl Stability {
    /// The share of the soft time limit to use, in hundredths, after an iteration that ended like this.
    fn share(&mut self, best: &RootMove) -> u32 {
        self.steady = if self.step == Some(best.step) { (self.steady + 1).min(6) } else { 0 };
        let fallen = i32::from(self.score.raw()) - i32::from(best.score.raw());
        let worry = if self.step.is_some() { fallen.clamp(0, 60).unsigned_abs() } else { 0 };
        self.step = Some(best.step);
        self.score = best.score;
        145 - 14 * self.steady + worry
    }
}
