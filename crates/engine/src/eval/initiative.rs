//! Initiative (also called complexity): how well an endgame advantage can be converted, from pawns, kings and
//! wings.

use super::info::EvalInfo;
use super::side::{Black, EvalSide, White, count};
use super::terms::INITIATIVE;
use chess::{Bitboard, Color};

/// The count of each weight of [`INITIATIVE`], for the better side.
pub(super) fn counts(view: &EvalInfo, passed: Bitboard) -> [i32; INITIATIVE.len] {
    const QUEENS: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    let pawns = view.pawns::<White>() | view.pawns::<Black>();
    let (white, black) = (view.king::<White>(), view.king::<Black>());
    let files = white.file().distance(black.file()).cast_signed();
    let ranks = white.rank().distance(black.rank()).cast_signed();
    let far = White::rank_of(white) > 3 || Black::rank_of(black) > 3;
    let wings = (pawns & QUEENS).any() && (pawns & !QUEENS).any();
    let bare =
        (view.board.non_pawn_pieces(Color::White) | view.board.non_pawn_pieces(Color::Black)).is_empty();
    let nothing = passed.is_empty() && files < ranks && !wings;
    let once = i32::from;
    [count(passed), count(pawns), files - ranks, once(far), once(wings), once(bare), once(nothing), 1]
}

/// The bonus that `complexity` gives to an endgame score of `end` for White: it goes to the better side, and
/// never changes which side is better.
pub(super) fn bounded(end: i32, complexity: i32) -> i32 {
    end.signum() * complexity.max(-end.abs())
}
