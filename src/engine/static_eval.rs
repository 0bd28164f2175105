//! Static evaluation at full strength: the hand-crafted evaluation, corrected by the evaluation network.

use std::cmp::Ordering;

use super::eval::ending::{FULL_SCALE, drawish_scale, known_win};
use super::eval::side::{Black, White};
use super::eval::{PawnTable, evaluate_board};
use super::network;
use super::search_position::SearchPosition;
use crate::chess::{Color, Score};

/// Static evaluation for the side to move; never a mate score.
pub(crate) fn static_eval(state: &SearchPosition, pawns: &mut PawnTable) -> Score {
    let board = state.board();
    let hand_crafted = evaluate_board(board, state.eval_state(), pawns);
    if known_win(board).is_some() {
        return hand_crafted;
    }
    let correction = network::correction(board, state.accumulator());
    let ahead = match correction.cmp(&0) {
        Ordering::Greater => board.turn(),
        Ordering::Less => board.turn().other(),
        Ordering::Equal => return hand_crafted,
    };
    let scale = match ahead {
        Color::White => drawish_scale::<White>(board),
        Color::Black => drawish_scale::<Black>(board),
    };
    Score::centipawns(i32::from(hand_crafted.raw()) + correction * scale / FULL_SCALE)
}
