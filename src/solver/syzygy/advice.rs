//! Which root moves spoil nothing, by Syzygy tables: the result first, and where the fifty-move counter or a
//! repetition presses, the way to the next capture or pawn move (the ranking that Stockfish uses at its root).

use std::cmp::Reverse;

use shakmaty_syzygy::{MaybeRounded, Wdl};

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Move, Root};

use super::{Syzygy, SyzygyResult};

/// What tables say of every move at a root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Every legal move, best first.
    pub moves: Vec<Advised>,
}

/// What tables say of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advised {
    /// The move.
    pub mv: Move,
    /// What it leads to, for the side that plays it; the fifty-move counter is regarded.
    pub result: SyzygyResult,
    rank: i32,
}

/// The rank of a move that surely wins in time.
const SURE: i32 = 1_000;

impl Advice {
    /// The best moves, as good as each other; where more lines are wanted, the next best too.
    #[must_use]
    pub fn best(&self, lines: usize) -> Vec<Move> {
        let last = self.moves.get(lines.max(1) - 1).or(self.moves.last()).map(|advised| advised.rank);
        self.moves.iter().filter(|advised| Some(advised.rank) >= last).map(|advised| advised.mv).collect()
    }

    /// What a move leads to.
    #[must_use]
    pub fn result_of(&self, mv: Move) -> Option<SyzygyResult> {
        self.moves.iter().find(|advised| advised.mv == mv).map(|advised| advised.result)
    }
}

impl Syzygy {
    /// What the tables say of every move here; None unless they cover them all, or where the game is over.
    #[must_use]
    pub fn advise(&self, root: &Root) -> Option<Advice> {
        let position = &root.position;
        if usize::from(position.material().men()) > self.most_men() {
            return None;
        }
        let counter = i32::from(position.halfmoves());
        let presses = !root.trail.stood_twice().is_empty();
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let rank = if after.legal_moves().is_empty() {
                if after.is_check() { SURE + 1 } else { 0 }
            } else if mv.is_zeroing() {
                rank_of_result(self.tables.probe_wdl_after_zeroing(after.chess()).ok()?)
            } else if let Ok(dtz) = self.tables.probe_dtz(after.chess()) {
                // A rounded win may take one half-move more than it says.
                let (after, slack) = match dtz {
                    MaybeRounded::Precise(dtz) => (-dtz.0, 0),
                    MaybeRounded::Rounded(dtz) => (-dtz.0, i32::from(dtz.0 < 0)),
                };
                rank(after + after.signum() * (1 + slack), counter, presses)
            } else {
                rank_of_result(self.tables.probe_wdl_after_zeroing(after.chess()).ok()?)
            };
            moves.push(Advised { mv, rank, result: result(rank) });
        }
        moves.sort_by_key(|advised| Reverse(advised.rank));
        (!moves.is_empty()).then_some(Advice { moves })
    }
}

/// The rank of a move that leads to this for the opponent, with the counter at nought.
const fn rank_of_result(opponent: Wdl) -> i32 {
    match opponent {
        Wdl::Loss => SURE,
        Wdl::BlessedLoss => SURE / 2,
        Wdl::Draw => 0,
        Wdl::CursedWin => -SURE / 2,
        Wdl::Win => -SURE,
    }
}

/// The rank of a move from the half-moves to the next capture or pawn move, itself among them; below nought
/// for the side that loses.
fn rank(plies: i32, counter: i32, presses: bool) -> i32 {
    let most = i32::from(FIFTY_MOVES);
    let spent = plies.abs() + counter;
    match plies.signum() {
        1 if spent < most && !presses => SURE,
        1 => SURE - spent,
        -1 if spent + plies.abs() < most => -SURE,
        -1 => spent - SURE,
        _ => 0,
    }
}

/// What a rank means.
fn result(rank: i32) -> SyzygyResult {
    let sure = SURE - i32::from(FIFTY_MOVES);
    match rank {
        _ if rank >= sure => SyzygyResult::Win,
        1.. => SyzygyResult::CursedWin,
        0 => SyzygyResult::Draw,
        _ if rank > -sure => SyzygyResult::BlessedLoss,
        _ => SyzygyResult::Loss,
    }
}
