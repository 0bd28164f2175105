//! Orders moves so that the refutation usually comes first.
//!
//! Table move, captures that win by exchange, killers, quiet moves by their history, captures that lose.
//! All legal moves are made at once, so that mate and stalemate are known before the first is tried; the
//! exchange is worked out only for captures that are reached.

pub(crate) mod exchange;
pub(crate) mod history;
mod tactics;

pub(crate) use tactics::can_move;
use tactics::captures;

use crate::chess::{Move, MoveList, Position, Role};

use super::table::PackedMove;
use history::{Histories, Place};

const TABLE_MOVE: i32 = 1 << 28;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const BAD_CAPTURE: i32 = -(1 << 26);
/// Captures differ among themselves by less than this.
const GOOD_OR_BETTER: i32 = GOOD_CAPTURE / 2;
const QUIET_OR_BETTER: i32 = BAD_CAPTURE / 2;

/// Whether a move changes the material: a capture or a promotion to a queen.
pub(crate) const fn is_tactical(mv: Move) -> bool {
    mv.is_capture() || matches!(mv.promotion(), Some(Role::Queen))
}

/// What the node knows that bears on the order.
pub(crate) struct Hints {
    /// The move that the table holds.
    pub(crate) table_move: PackedMove,
    /// Quiet moves that refuted siblings.
    pub(crate) killers: [Option<Move>; 2],
    /// Where the last two moves put their men.
    pub(crate) before: [Option<Place>; 2],
}

/// Gives moves one by one, most promising first.
pub(crate) struct Picker {
    moves: MoveList,
    scores: [i32; 256],
    next: usize,
}

/// A move and where in the order it stood.
#[derive(Clone, Copy)]
pub(crate) struct Picked {
    /// The move.
    pub(crate) mv: Move,
    /// Its stage.
    pub(crate) stage: Stage,
    /// Its history, for quiet moves by [`Histories::quiet`]; nought in the stages before.
    pub(crate) merit: i32,
}

/// The stages of the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// From the transposition table.
    Table,
    /// A capture or promotion that loses nothing.
    GoodCapture,
    /// A killer.
    Killer,
    /// Any other quiet move.
    Quiet,
    /// A capture that loses material.
    BadCapture,
}

impl Picker {
    /// All legal moves. None where there is none: checkmate or stalemate.
    pub(crate) fn all(position: &Position, hints: &Hints, histories: &Histories) -> Option<Self> {
        let picker = Self::of(position.legal_moves(), position, hints, histories);
        (!picker.moves.is_empty()).then_some(picker)
    }

    /// The captures and promotions, when the side to move is not in check.
    pub(crate) fn captures(position: &Position, hints: &Hints, histories: &Histories) -> Self {
        Self::of(captures(position), position, hints, histories)
    }

    fn of(moves: MoveList, position: &Position, hints: &Hints, histories: &Histories) -> Self {
        let mut scores = [0; 256];
        let color = position.turn();
        for (score, &mv) in scores.iter_mut().zip(&moves) {
            *score = if hints.table_move.is(mv) {
                TABLE_MOVE
            } else if is_tactical(mv) {
                GOOD_CAPTURE + gain(mv) * 32 + histories.capture(color, mv)
            } else if hints.killers[0] == Some(mv) {
                KILLER + 1
            } else if hints.killers[1] == Some(mv) {
                KILLER
            } else {
                histories.quiet(color, mv, hints.before)
            };
        }
        Self { moves, scores, next: 0 }
    }

    /// The next move. A capture whose turn comes but which loses by exchange goes to the end.
    pub(crate) fn next(&mut self, position: &Position) -> Option<Picked> {
        loop {
            let left = self.scores.get(self.next..self.moves.len())?;
            let (mut best, mut score) = (0, *left.first()?);
            for (n, &other) in left.iter().enumerate().skip(1) {
                if other > score {
                    (best, score) = (n, other);
                }
            }
            let best = self.next + best;
            let mv = self.moves[best];
            let (stage, merit) = match score {
                TABLE_MOVE.. => (Stage::Table, 0),
                GOOD_OR_BETTER.. => (Stage::GoodCapture, 0),
                KILLER.. => (Stage::Killer, 0),
                QUIET_OR_BETTER.. => (Stage::Quiet, score),
                _ => (Stage::BadCapture, 0),
            };
            if stage == Stage::GoodCapture && !exchange::gains(position, mv, 0) {
                self.scores[best] += BAD_CAPTURE - GOOD_CAPTURE;
                continue;
            }
            self.moves.swap(self.next, best);
            self.scores.swap(self.next, best);
            self.next += 1;
            return Some(Picked { mv, stage, merit });
        }
    }
}

/// What a capture takes and a promotion makes, less a little for a dear capturer.
fn gain(mv: Move) -> i32 {
    let worth = super::eval::exchange_worth;
    let promotion = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let taken = mv.capture().map_or(0, worth);
    let capturer = if mv.role() == Role::King { 9 } else { worth(mv.role()) / 100 };
    taken * 8 + promotion * 8 - capturer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, notation};

    #[test]
    fn every_move_comes_once_and_the_table_move_first() {
        let position =
            fen::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let legal = position.legal_moves();
        let table_move = notation::parse_move(&position, "e1g1").unwrap();
        let hints = Hints { table_move: PackedMove::of(table_move), killers: [None; 2], before: [None; 2] };
        let mut picker = Picker::all(&position, &hints, &Histories::new()).unwrap();
        let order: Vec<Picked> = std::iter::from_fn(|| picker.next(&position)).collect();
        assert_eq!(order[0].mv, table_move);
        assert_eq!(order.len(), legal.len());
        assert!(legal.iter().all(|&mv| order.iter().any(|picked| picked.mv == mv)));
        assert!(order.windows(2).all(|pair| pair[0].stage <= pair[1].stage));
    }
}
