//! What a pawn's double step is worth where it may be taken in passing.
//!
//! Tables hold positions without that right. With it, the side to move has one or two moves more, each of
//! which leads to a smaller ending; the better of those and the table counts. Where nothing else can be moved,
//! the table's stalemate does not count.

use crate::chess::{Piece, Role};

use crate::solver::tables::index::Squares;
use crate::solver::tables::rules::{attacked, is_stuck};

use super::exits::{Exit, worth};

/// A distance that no byte has room for.
const TOO_LONG: u16 = u16::MAX - 1;

/// The pawns that stand beside one that has just gone two steps, and may take it.
pub(super) fn takers(men: &[Piece], after: Squares, pawn: usize) -> [Option<usize>; 2] {
    let beside = |other: &usize| {
        men[*other].role == Role::Pawn
            && men[*other].color != men[pawn].color
            && after[*other].rank() == after[pawn].rank()
            && after[*other].distance(after[pawn]) == 1
    };
    let mut takers = (0..men.len()).filter(beside);
    [takers.next(), takers.next()]
}

/// Half-moves to mate after a double step, None for a draw: `plain` is what it would be without the right to
/// take the pawn, `kinds` the moves of the side that has it.
pub(super) fn after_double_step(
    men: &[Piece],
    after: Squares,
    pawn: usize,
    takers: [Option<usize>; 2],
    plain: Option<u16>,
    kinds: &[Exit<'_>],
) -> Option<u16> {
    let turn = !men[pawn].color;
    let mut best = worth::NOTHING;
    for taker in takers.into_iter().flatten() {
        let taking = kinds
            .iter()
            .find(|exit| exit.man == taker && exit.captured == Some(pawn) && exit.promotion.is_none());
        let (Some(taking), Some(behind)) = (taking, after[pawn].offset(turn.fold_wb(8, -8))) else {
            continue;
        };
        let mut then = after;
        then[taker] = behind;
        if attacked(men, then, turn, Some(pawn), None).is_empty() {
            let Some(worth) = worth::of(taking.plies(then, !turn)) else { return Some(TOO_LONG) };
            best = worth::better(best, worth);
        }
    }
    if best == worth::NOTHING {
        return plain;
    }
    let standing = match plain {
        Some(plies) => u8::try_from(plies).ok()?,
        None if is_stuck(men, after, turn) => worth::NOTHING,
        None => worth::DRAW,
    };
    Some(worth::better(best, standing)).filter(|&worth| worth != worth::DRAW).map(u16::from)
}
