//! How a person looks for a move: a few plies deep, at the moves that come to mind, until captures are over.
//!
//! It is a plain search on purpose. What makes it weak is not chance at the end but what [`Sight`] hides on
//! the way, so that its mistakes have reasons: the knight that could go back, the bishop in the far corner.

use std::cmp::Reverse;

use crate::chess::board::{Board, Step};
use crate::chess::{Ply, Root, Score, StopToken, Stopped, Window};
use crate::engine::budget::Budget;
use crate::engine::eval::{PawnTable, judge};
use crate::engine::memory::Memory;
use crate::engine::order::history::Histories;
use crate::engine::order::{Choice, Hints, Picker};
use crate::engine::state::State;
use crate::engine::table::PackedMove;

use super::sight::Sight;

/// Plies that a line may be long, captures and answers to checks counted.
const LONGEST: usize = 40;
/// Positions between two looks at the clock and the stop token.
const CHECK_EVERY: u64 = 512;
/// What a side that sees nothing good still hopes for, in centipawns below how it stands.
const HOPE: i32 = 40;

/// One look at one position.
pub(super) struct Person<'a> {
    sight: Sight,
    pawns: &'a mut PawnTable,
    /// Nothing is learned from one look to the next.
    histories: &'a Histories,
    killers: [[PackedMove; 2]; LONGEST],
    budget: &'a Budget,
    stop: &'a StopToken,
    nodes: u64,
    /// The first iteration is always finished.
    may_stop: bool,
}

impl<'a> Person<'a> {
    pub(super) fn new(
        sight: Sight,
        memory: &'a mut Memory,
        (budget, stop): (&'a Budget, &'a StopToken),
    ) -> Self {
        let Memory { pawns, histories } = memory;
        let killers = [[PackedMove::NONE; 2]; LONGEST];
        Self { sight, pawns, histories, killers, budget, stop, nodes: 0, may_stop: false }
    }

    /// The move that looks best among `steps`, so many plies ahead.
    pub(super) fn choose(&mut self, root: &Root, steps: &[Step], reach: u32) -> Option<Step> {
        let state = State::from(&root.position);
        let seen = |step: &Step| state.is_check() || self.sight.sees(&state, *step, None, 0);
        let mut steps: Vec<(Step, Score)> = match steps.iter().copied().filter(seen).collect::<Vec<_>>() {
            seen if seen.is_empty() => steps.iter().map(|&step| (step, Score::DRAW)).collect(),
            seen => seen.into_iter().map(|step| (step, Score::DRAW)).collect(),
        };
        let repeated = root.trail.stood_twice();
        for depth in 0..reach.max(1) {
            let Ok(marks) = self.mark(&state, &steps, &repeated, depth) else { break };
            for (entry, mark) in steps.iter_mut().zip(marks) {
                entry.1 = mark;
            }
            steps.sort_by_key(|&(_, mark)| Reverse(mark));
            self.may_stop = true;
        }
        steps.first().map(|&(step, _)| step)
    }

    /// What each move looks like, so many plies after it.
    fn mark(
        &mut self,
        state: &State,
        steps: &[(Step, Score)],
        repeated: &[u64],
        depth: u32,
    ) -> Result<Vec<Score>, Stopped> {
        let mut window = Window::FULL;
        let mut marks = Vec::with_capacity(steps.len());
        for &(step, _) in steps {
            let child = state.after(step);
            let mark = if repeated.binary_search(&child.key()).is_ok() {
                Score::DRAW
            } else {
                -self.look(&child, step, (depth, Ply::new(1)), window.flipped())?
            };
            window.alpha = window.alpha.max(mark);
            marks.push(mark);
        }
        Ok(marks)
    }

    /// What a position looks like to the side to move: `left` plies are still looked at, `ply` lie behind.
    fn look(
        &mut self,
        state: &State,
        last: Step,
        (left, ply): (u32, Ply),
        window: Window,
    ) -> Result<Score, Stopped> {
        self.count()?;
        let in_check = state.is_check();
        let ahead = u32::from(ply.get());
        let judged = judge(state.board(), state.kept(), self.pawns);
        let felt = Score::centipawns(i32::from(judged.raw()) + self.sight.misjudgment(state));
        if !state.can_move() {
            return Ok(match (in_check, self.sight.sees_stalemate(state, ahead)) {
                (true, _) => Score::mated_in(ply),
                (false, true) => Score::DRAW,
                (false, false) => felt,
            });
        }
        if state.board().is_dead() || state.halfmoves() >= 100 {
            return Ok(Score::DRAW);
        }
        if ply.index() >= LONGEST {
            return Ok(felt);
        }
        let calms = left == 0 && !in_check;
        let Window { mut alpha, beta } = window;
        let mut best = if calms { felt } else { Score::LOWEST };
        if best >= beta {
            return Ok(best);
        }
        let choice = if calms { Choice::Gains } else { Choice::All };
        let hints =
            Hints { table_move: PackedMove::NONE, killers: self.killers[ply.index()], before: [None; 2] };
        let mut picker = Picker::new(state, choice, hints);
        let mut unseen = None;
        while let Some(picked) = picker.next(state, self.histories) {
            let step = picked.step;
            if !self.sight.sees(state, step, Some(last), ahead) {
                unseen = unseen.or(Some(step));
                continue;
            }
            let score = self.after(state, step, (left, ply), Window { alpha: alpha.max(best), beta })?;
            best = best.max(score);
            if best >= beta {
                if !step.is_noisy() {
                    let killers = &mut self.killers[ply.index()];
                    *killers = [PackedMove::of(step), killers[0]];
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        Ok(match unseen {
            // Who is in check has to find something.
            Some(step) if in_check && best == Score::LOWEST => {
                self.after(state, step, (left, ply), Window { alpha, beta })?
            }
            // Something will turn up.
            Some(_) if !in_check => best.max(Score::centipawns(i32::from(felt.raw()) - HOPE)),
            _ => best,
        })
    }

    fn after(
        &mut self,
        state: &State,
        step: Step,
        (left, ply): (u32, Ply),
        window: Window,
    ) -> Result<Score, Stopped> {
        let child = state.after(step);
        // Answers to checks come by themselves.
        let left = if state.is_check() && ply.index() < LONGEST / 4 { left } else { left.saturating_sub(1) };
        Ok(-self.look(&child, step, (left, ply.next()), window.flipped())?)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.may_stop && self.nodes.is_multiple_of(CHECK_EVERY) {
            self.stop.check()?;
            if self.budget.is_spent(self.nodes) {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}

/// The move that mates at once, if there is one.
pub(super) fn mate_at_once(board: &Board, steps: &[Step]) -> Option<Step> {
    steps.iter().copied().find(|&step| board.after(step).is_checkmate())
}
