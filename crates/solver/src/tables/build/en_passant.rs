//! The value of a double pawn push that allows en passant.
//!
//! Tables hold positions without en passant rights. With the right, the side to move has one or two more
//! moves, each into a smaller ending; the best of these and of the table's value counts. If there is no other
//! legal move, the table's stalemate does not count.

use super::sub_table_move::SubTableMove;
use super::worth;
use crate::tables::index::TableSquares;
use crate::tables::rules::{attacked, has_no_legal_move};
use chess::{Piece, Role};

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

/// Whether a pawn that has just made a double push can be captured en passant.
pub(super) fn is_possible(pieces: &[Piece], after: TableSquares, pawn: usize) -> bool {
    let takers = takers(pieces, after, pawn).into_iter().flatten();
    takers.into_iter().any(|taker| after_capture(pieces, after, pawn, taker).is_some())
}

/// The squares after a capture en passant; None if it leaves the king in check.
fn after_capture(pieces: &[Piece], after: TableSquares, pawn: usize, taker: usize) -> Option<TableSquares> {
    let turn = pieces[taker].color;
    let mut then = after;
    then[taker] = after[pawn].offset(turn.fold_wb(8, -8))?;
    attacked(pieces, then, turn, Some(pawn), None).is_empty().then_some(then)
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
        let then = after_capture(pieces, after, pawn, taker);
        let (Some(taking), Some(then)) = (taking, then) else { continue };
        best = worth::better(best, worth::of(taking.plies(then)));
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
