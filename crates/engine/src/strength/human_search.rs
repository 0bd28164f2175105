//! The search of the human model: a few plies deep, over the moves that the player sees, then captures.
//!
//! It is a plain alpha-beta search on purpose. What makes it weak is not a random choice at the end but what
//! [`HumanSight`] hides on the way, so that its mistakes are plausible: the knight that could move back, the
//! bishop in the far corner.

use std::cmp::Reverse;

use super::human_sight::HumanSight;
use crate::budget::Budget;
use crate::eval::{PawnTable, evaluate_board};
use crate::order::history::Histories;
use crate::order::{GenMode, MovePicker, PickerHints};
use crate::search_position::SearchPosition;
use crate::thread_memory::SearchThreadMemory;
use crate::transposition_table::PackedMove;
use chess::board::{Board, BoardMove};
use chess::{Ply, Root, Score, StopToken, Stopped, Window};

/// The longest line in plies, captures and check evasions included.
const MAX_LINE_PLIES: usize = 40;
/// Nodes between two checks of the clock and the stop token.
const CHECK_EVERY: u64 = 512;
/// Where moves were overlooked, the score is at least the evaluation minus this many centipawns.
const HOPE_CENTIPAWNS: i32 = 40;

/// The search for one move.
pub(super) struct HumanSearch<'a> {
    sight: HumanSight,
    pawn_table: &'a mut PawnTable,
    /// Not updated by this search.
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
        let SearchThreadMemory { pawn_table, histories, .. } = memory;
        let killers = [[PackedMove::NONE; 2]; MAX_LINE_PLIES];
        Self { sight, pawn_table, histories, killers, budget, stop, nodes: 0, may_stop: false }
    }

    /// The best of `moves`, as the player sees it, with iterative deepening to `reach` plies.
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

    /// The perceived score of each move, searched to `depth` plies after it.
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

    /// The perceived score of a position for the side to move: `left` plies of depth remain, `ply` is the
    /// distance from the root.
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
            // In check the player always finds one evasion.
            Some(mv) if in_check && best == Score::LOWEST => {
                self.search_move(state, mv, (left, ply), Window { alpha, beta })?
            }
            // An overlooked move may be better: assume a score slightly below the evaluation.
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
        // Check evasions are extended.
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

/// A move that mates in one, if there is one.
pub(super) fn mate_in_one(board: &Board, moves: &[BoardMove]) -> Option<BoardMove> {
    moves.iter().copied().find(|&mv| board.after(mv).is_checkmate())
}
