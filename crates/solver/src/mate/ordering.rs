//! Move ordering of the exhaustive mate search.

use std::cmp::Reverse;

use chess::board::{Board, BoardMove, CheckSquares};

/// Ordering score of a check; every lower score is a move without check.
const CHECK_SCORE: u32 = 3_000_000;
/// Number of history counters: the packed origin and target of a move.
const HISTORY_SIZE: usize = 4096;

/// Orders the moves of the attacker.
#[derive(Clone)]
pub(super) struct AttackOrdering {
    /// Butterfly history of the quiet moves.
    history: Vec<u32>,
    /// Scratch space for sorting.
    scored: Vec<(u32, BoardMove)>,
}

impl Default for AttackOrdering {
    fn default() -> Self {
        Self { history: vec![0; HISTORY_SIZE], scored: Vec::new() }
    }
}

impl AttackOrdering {
    /// Rewards a move that has proven a mate in `moves`.
    pub(super) fn reward(&mut self, mv: BoardMove, moves: u16) {
        self.history[history_index(mv)] += u32::from(moves) * u32::from(moves);
    }

    /// Pushes the attacker's moves on the stack in order: the hash move, checks (those with the fewest replies
    /// first), captures, quiet moves by history. Returns the number of moves before the first quiet move, and the
    /// number of all moves.
    pub(super) fn push_attacks(
        &mut self,
        board: &Board,
        best: u16,
        stack: &mut Vec<BoardMove>,
    ) -> (usize, usize) {
        let start = stack.len();
        board.legal_moves(stack);
        let checks = CheckSquares::of(board);
        let mut scored = std::mem::take(&mut self.scored);
        scored.clear();
        let end = stack.len();
        for index in start..end {
            let mv = stack[index];
            scored.push((self.score(board, checks.as_ref(), best, mv, stack), mv));
        }
        scored.sort_by_key(|&(score, _)| Reverse(score));
        for (slot, &(_, mv)) in stack[start..].iter_mut().zip(&scored) {
            *slot = mv;
        }
        let checking = scored.iter().take_while(|&&(score, _)| score >= CHECK_SCORE).count();
        self.scored = scored;
        (checking, end - start)
    }

    /// The ordering score of a move; `stack` is used as scratch space.
    fn score(
        &self,
        board: &Board,
        checks: Option<&CheckSquares>,
        best: u16,
        mv: BoardMove,
        stack: &mut Vec<BoardMove>,
    ) -> u32 {
        if mv.packed() == best {
            return u32::MAX;
        }
        if checks.is_some_and(|checks| checks.gives_check(board, mv)) {
            let start = stack.len();
            board.after(mv).legal_moves(stack);
            let replies = stack.len() - start;
            stack.truncate(start);
            return CHECK_SCORE + 1000 - u32::try_from(replies).unwrap_or(1000);
        }
        let capture = if mv.capture.is_some() || mv.promotion.is_some() { 1_000_000 } else { 0 };
        capture + self.history[history_index(mv)].min(999_999)
    }
}

/// Moves likely refutations to the front: the hash move, the killers, captures. Sorting everything would cost
/// more than it saves. Returns the number of hash and killer moves.
pub(super) fn bring_forward(replies: &mut [BoardMove], best: u16, refutations: [u16; 2]) -> usize {
    let mut front = 0;
    for wanted in [best, refutations[0], refutations[1]] {
        if wanted != 0
            && let Some(place) = replies[front..].iter().position(|mv| mv.packed() == wanted)
        {
            replies.swap(front, front + place);
            front += 1;
        }
    }
    let known = front;
    for place in known..replies.len() {
        if replies[place].capture.is_some() {
            replies.swap(front, place);
            front += 1;
        }
    }
    known
}

/// Moves checks forward, behind the first `known` moves: a check leaves the attacker few moves, so its
/// subtree is the smallest.
pub(super) fn checks_to_the_front(board: &Board, replies: &mut [BoardMove], known: usize) {
    let Some(checks) = CheckSquares::of(board) else { return };
    let mut front = known;
    for place in known..replies.len() {
        if checks.gives_check(board, replies[place]) {
            replies[front..=place].rotate_right(1);
            front += 1;
        }
    }
}

fn history_index(mv: BoardMove) -> usize {
    usize::from(mv.packed()) % HISTORY_SIZE
}
