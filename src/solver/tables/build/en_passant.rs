//! The value of a double pawn push that allows en passant.
//!
//! Tables hold positions without en passant rights. With the right, the side to move has one or two more
//! moves, each into a smaller ending; the best of these and of the table's value counts. If there is no other
//! legal move, the table's stalemate does not count.

use super::sub_table_move::SubTableMove;
use super::worth;
use crate::chess::{Piece, Role};
use crate::solver::tables::index::TableSquares;
use crate::solver::tables::rules::{attacked, has_no_legal_move};

/// A distance that is too long for a byte.
const TOO_LONG: u16 = u16::MAX - 1;

/// The enemy pawns beside a pawn that has just made a double push.
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

/// Half-moves to mate after a double push, None for a draw. `plain` is the value without en passant, `kinds`
/// are the moves of the side that may capture.
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
            sub_move.kind.piece_index == taker
                && sub_move.kind.captured == Some(pawn)
                && sub_move.kind.promotion.is_none()
        });
        let (Some(taking), Some(behind)) = (taking, after[pawn].offset(turn.fold_wb(8, -8))) else {
            continue;
        };
        let mut then = after;
        then[taker] = behind;
        if attacked(pieces, then, turn, Some(pawn), None).is_empty() {
            let Some(value) = worth::of(taking.plies(then)) else { return Some(TOO_LONG) };
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
