//! What a pawn's double step is worth where it may be taken in passing.
//!
//! Tables hold positions without that right. With it, the side to move has one or two moves more, each of
//! which leads to a smaller ending; the better of those and the table counts. Where nothing else can be moved,
//! the table's stalemate does not count.

use crate::chess::{Piece, Role};

use crate::solver::tables::index::TableSquares;
use crate::solver::tables::rules::{attacked, has_no_legal_move};

use super::sub_table_move::SubTableMove;
use super::worth;

/// A distance that no byte has room for.
const TOO_LONG: u16 = u16::MAX - 1;

/// The pawns that stand beside one that has just gone two steps, and may take it.
pub(super) fn takers(pieces: &[Piece], after: TableSquares, pawn: usize) -> [Option<usize>; 2] {
    let beside = |other: &usize| {
        pieces[*other].role == Role::Pawn
            && pieces[*other].color != pieces[pawn].color
            && after[*other].rank() == after[pawn].rank()
            && after[*other].distance(after[pawn]) == 1
    };
    let mut takers = (0..pieces.len()).filter(beside);
    [takers.next(), takers.next()]
}

/// Half-moves to mate after a double step, None for a draw: `plain` is what it would be without the right to
/// take the pawn, `kinds` the moves of the side that has it.
pub(super) fn after_double_step(
    pieces: &[Piece],
    after: TableSquares,
    pawn: usize,
    takers: [Option<usize>; 2],
    plain: Option<u16>,
    kinds: &[SubTableMove<'_>],
) -> Option<u16> {
    let turn = !pieces[pawn].color;
    let mut best = worth::NOTHING;
    for taker in takers.into_iter().flatten() {
        let taking = kinds.iter().find(|sub_move| {
            sub_move.piece_index == taker && sub_move.captured == Some(pawn) && sub_move.promotion.is_none()
        });
        let (Some(taking), Some(behind)) = (taking, after[pawn].offset(turn.fold_wb(8, -8))) else {
            continue;
        };
        let mut then = after;
        then[taker] = behind;
        if attacked(pieces, then, turn, Some(pawn), None).is_empty() {
            let Some(value) = worth::of(taking.plies(then, !turn)) else { return Some(TOO_LONG) };
            best = worth::better(best, value);
        }
    }
    if best == worth::NOTHING {
        return plain;
    }
    let without_en_passant = match plain {
        Some(plies) => u8::try_from(plies).ok()?,
        None if has_no_legal_move(pieces, after, turn) => worth::NOTHING,
        None => worth::DRAW,
    };
    Some(worth::better(best, without_en_passant)).filter(|&worth| worth != worth::DRAW).map(u16::from)
}
