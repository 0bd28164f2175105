//! Static evaluation at full strength: the hand-crafted evaluation, corrected by the evaluation network.

use std::cmp::Ordering;

use super::eval::ending::{FULL_SCALE, drawish_scale, known_win, opposite_bishops_scale};
use super::eval::side::{Black, White};
use super::eval::{PawnTable, evaluate_board};
use super::network;
use super::search_position::SearchPosition;
use chess::{Color, Score};

/// Static evaluation for the side to move; never a mate score.
pub(crate) fn static_eval(state: &SearchPosition, pawns: &mut PawnTable) -> Score {
    let board = state.board();
    let hand_crafted = evaluate_board(board, state.eval_state(), pawns);
    if known_win(board).is_some() {
        return hand_crafted;
    }
    let sum = i32::from(hand_crafted.raw()) + correction(state);
    Score::centipawns(sum * opposite_bishops_scale(board) / FULL_SCALE)
}

/// The network's correction for the side to move, in centipawns: little of it where an advantage wins nothing.
fn correction(state: &SearchPosition) -> i32 {
    let board = state.board();
    let correction = network::correction(board, state.accumulator());
    let ahead = match correction.cmp(&0) {
        Ordering::Greater => board.turn(),
        Ordering::Less => board.turn().other(),
        Ordering::Equal => return 0,
    };
    let scale = match ahead {
        Color::White => drawish_scale::<White>(board),
        Color::Black => drawish_scale::<Black>(board),
    };
    correction * scale / FULL_SCALE
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    fn evaluation(text: &str) -> i16 {
        static_eval(&SearchPosition::from(&fen::parse(text).unwrap()), &mut PawnTable::new()).raw()
    }

    #[test]
    fn with_bishops_of_opposite_colors_one_pawn_more_is_little() {
        let one_more = "8/5bk1/5p2/6p1/6P1/8/3B1K2/8 b - - 0 1";
        let same_colors = "8/4b1k1/5p2/6p1/6P1/8/3B1K2/8 b - - 0 1";
        let two_more = "8/5bk1/5p2/p5p1/6P1/8/3B1K2/8 b - - 0 1";
        let with_rooks = "8/5bk1/5p2/r5p1/6P1/R7/3B1K2/8 b - - 0 1";
        let [small, same, two, rooks] = [one_more, same_colors, two_more, with_rooks].map(evaluation);
        assert!((0..40).contains(&small), "{small}");
        assert!(2 * small < same && 2 * small < rooks && 4 * small < two, "{small} {same} {rooks} {two}");
    }
}
