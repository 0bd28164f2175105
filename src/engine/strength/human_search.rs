//! How a person looks for a move: a few plies deep, at the moves that come to mind, until captures are over.
//!
//! It is a plain search on purpose. What makes it weak is not chance at the end but what [`HumanSight`] hides on
//! the way, so that its mistakes have reasons: the knight that could go back, the bishop in the far corner.

use std::cmp::Reverse;

use crate::chess::board::{Board, BoardMove};
use crate::chess::{Ply, Root, Score, StopToken, Stopped, Window};
use crate::engine::budget::Budget;
use crate::engine::eval::{PawnTable, evaluate_board};
use crate::engine::order::history::Histories;
use crate::engine::order::{GenMode, MovePicker, PickerHints};
use crate::engine::search_position::SearchPosition;
use crate::engine::thread_memory::SearchThreadMemory;
use crate::engine::transposition_table::PackedMove;

use super::human_sight::HumanSight;

/// Plies that a line may be long, captures and answers to checks counted.
const MAX_LINE_PLIES: usize = 40;
/// Positions between two looks at the clock and the stop token.
const CHECK_EVERY: u64 = 512;
/// What a side that sees nothing good still hopes for, in centipawns below how it stands.
const HOPE_CENTIPAWNS: i32 = 40;

/// One look at one position.
pub(super) struct HumanSearch<'a> {
    sight: HumanSight,
    pawn_table: &'a mut PawnTable,
    /// Nothing is learned from one look to the next.
    histories: &'a Histories,
    killers: [[PackedMove; 2]; MAX_LINE_PLIES],
    budget: &'a Budget,
    stop: &'a StopToken,
    nodes: u64,
    /// The first iteration is always finished.
    may_stop: bool,
}

impl<'a> HumanSearch<'a> {
    pub(super) fn new(
        sight: HumanSight,
        memory: &'a mut SearchThreadMemory,
        (budget, stop): (&'a Budget, &'a StopToken),
    ) -> Self {
        let SearchThreadMemory { pawn_table, histories } = memory;
        let killers = [[PackedMove::NONE; 2]; MAX_LINE_PLIES];
        Self { sight, pawn_table, histories, killers, budget, stop, nodes: 0, may_stop: false }
    }

    /// The move that looks best among `moves`, so many plies ahead.
    pub(super) fn choose(&mut self, root: &Root, moves: &[BoardMove], reach: u32) -> Option<BoardMove> {
        let state = SearchPosition::from(&root.position);
        let seen = |mv: &BoardMove| state.is_check() || self.sight.sees(&state, *mv, None, 0);
        let mut moves: Vec<(BoardMove, Score)> = match moves.iter().copied().filter(seen).collect::<Vec<_>>()
        {
            seen if seen.is_empty() => moves.iter().map(|&mv| (mv, Score::DRAW)).collect(),
            seen => seen.into_iter().map(|mv| (mv, Score::DRAW)).collect(),
        };
        let repeated = root.history.repeated_keys();
        for depth in 0..reach.max(1) {
            let Ok(scores) = self.score_moves(&state, &moves, &repeated, depth) else { break };
            for (entry, score) in moves.iter_mut().zip(scores) {
                entry.1 = score;
            }
            moves.sort_by_key(|&(_, mark)| Reverse(mark));
            self.may_stop = true;
        }
        moves.first().map(|&(mv, _)| mv)
    }

    /// What each move looks like, so many plies after it.
    fn score_moves(
        &mut self,
        state: &SearchPosition,
        moves: &[(BoardMove, Score)],
        repeated: &[u64],
        depth: u32,
    ) -> Result<Vec<Score>, Stopped> {
        let mut window = Window::FULL;
        let mut scores = Vec::with_capacity(moves.len());
        for &(mv, _) in moves {
            let child = state.after(mv);
            let score = if repeated.binary_search(&child.key()).is_ok() {
                Score::DRAW
            } else {
                -self.search(&child, mv, (depth, Ply::new(1)), window.flipped())?
            };
            window.alpha = window.alpha.max(score);
            scores.push(score);
        }
        Ok(scores)
    }

    /// What a position looks like to the side to move: `left` plies are still looked at, `ply` lie behind.
    fn search(
        &mut self,
        state: &SearchPosition,
        last: BoardMove,
        (left, ply): (u32, Ply),
        window: Window,
    ) -> Result<Score, Stopped> {
        self.count_node()?;
        let in_check = state.is_check();
        let ahead = u32::from(ply.get());
        let eval = evaluate_board(state.board(), state.eval_state(), self.pawn_table);
        let perceived = Score::centipawns(i32::from(eval.raw()) + self.sight.evaluation_error(state));
        if !state.can_move() {
            return Ok(match (in_check, self.sight.sees_stalemate(state, ahead)) {
                (true, _) => Score::mated_in(ply),
                (false, true) => Score::DRAW,
                (false, false) => perceived,
            });
        }
        if state.board().is_insufficient_material() || state.halfmoves() >= 100 {
            return Ok(Score::DRAW);
        }
        if ply.index() >= MAX_LINE_PLIES {
            return Ok(perceived);
        }
        let is_qsearch = left == 0 && !in_check;
        let Window { mut alpha, beta } = window;
        let mut best = if is_qsearch { perceived } else { Score::LOWEST };
        if best >= beta {
            return Ok(best);
        }
        let mode = if is_qsearch { GenMode::GoodCaptures } else { GenMode::All };
        let hints = PickerHints {
            tt_move: PackedMove::NONE,
            killers: self.killers[ply.index()],
            previous_moves: [None; 2],
        };
        let mut picker = MovePicker::new(state, mode, hints);
        let mut unseen = None;
        while let Some(picked) = picker.next(state, self.histories) {
            let mv = picked.mv;
            if !self.sight.sees(state, mv, Some(last), ahead) {
                unseen = unseen.or(Some(mv));
                continue;
            }
            let score = self.search_move(state, mv, (left, ply), Window { alpha: alpha.max(best), beta })?;
            best = best.max(score);
            if best >= beta {
                if !mv.is_noisy() {
                    let killers = &mut self.killers[ply.index()];
                    *killers = [PackedMove::of(mv), killers[0]];
                }
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        Ok(match unseen {
            // Who is in check has to find something.
            Some(mv) if in_check && best == Score::LOWEST => {
                self.search_move(state, mv, (left, ply), Window { alpha, beta })?
            }
            // Something will turn up.
            Some(_) if !in_check => best.max(Score::centipawns(i32::from(perceived.raw()) - HOPE_CENTIPAWNS)),
            _ => best,
        })
    }

    fn search_move(
        &mut self,
        state: &SearchPosition,
        mv: BoardMove,
        (left, ply): (u32, Ply),
        window: Window,
    ) -> Result<Score, Stopped> {
        let child = state.after(mv);
        // Answers to checks come by themselves.
        let left =
            if state.is_check() && ply.index() < MAX_LINE_PLIES / 4 { left } else { left.saturating_sub(1) };
        Ok(-self.search(&child, mv, (left, ply.next()), window.flipped())?)
    }

    fn count_node(&mut self) -> Result<(), Stopped> {
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
pub(super) fn mate_in_one(board: &Board, moves: &[BoardMove]) -> Option<BoardMove> {
    moves.iter().copied().find(|&mv| board.after(mv).is_checkmate())
}
