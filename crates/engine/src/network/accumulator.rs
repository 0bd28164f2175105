//! The accumulator: the first layer of the network for both sides, kept up to date move by move.

use super::features::{Perspective, is_mirrored};
use super::weights::{HIDDEN, Layer, NETWORK};
use chess::Color;
use chess::board::{Board, BoardChange, BoardMove};
use platform::processor::with_wide_vectors;

/// The sums of the first layer for Black and White, before clamping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(crate) struct Accumulator([Layer; 2]);

impl Accumulator {
    /// Computes it from scratch.
    pub(crate) fn of(board: &Board) -> Self {
        Self([Color::Black, Color::White].map(|color| NETWORK.first_layer(board, color)))
    }

    /// The sums of a side and of its opponent.
    pub(super) fn sides_from(&self, color: Color) -> [&Layer; 2] {
        let [black, white] = &self.0;
        color.fold_wb([white, black], [black, white])
    }

    /// Updates it for a move of the side to move on `before`, which leads to `after`.
    pub(crate) fn update(&mut self, mv: BoardMove, before: &Board, after: &Board) {
        for color in [Color::Black, Color::White] {
            let sums = &mut self.0[color as usize];
            match (before.king(color), after.king(color)) {
                (Some(king), Some(next)) if is_mirrored(king) == is_mirrored(next) => {
                    update_side(sums, mv, before.turn(), Perspective::of(color, king));
                }
                _ => *sums = NETWORK.first_layer(after, color),
            }
        }
    }
}

/// Updates the sums of one side for a move of `turn`.
fn update_side(sums: &mut Layer, mv: BoardMove, turn: Color, perspective: Perspective) {
    let (mut added, mut removed) = ([0; 2], [0; 2]);
    let (mut add_count, mut remove_count) = (0, 0);
    mv.each_piece_change(turn, |change, role, color, square| {
        let index = perspective.index(role.of(color), square);
        match change {
            BoardChange::Added => {
                added[add_count] = index;
                add_count += 1;
            }
            BoardChange::Removed => {
                removed[remove_count] = index;
                remove_count += 1;
            }
        }
    });
    let weights = |index: usize| &NETWORK.feature_weights[index];
    let (plus, minus) = (weights(added[0]), weights(removed[0]));
    // Read only where there is a second one.
    let (plus_too, minus_too) = (weights(added[1]), weights(removed[1]));
    with_wide_vectors(|| match (add_count, remove_count) {
        (1, 1) => (0..HIDDEN).for_each(|i| sums[i] += plus[i] - minus[i]),
        (1, _) => (0..HIDDEN).for_each(|i| sums[i] += plus[i] - minus[i] - minus_too[i]),
        _ => (0..HIDDEN).for_each(|i| sums[i] += plus[i] + plus_too[i] - minus[i] - minus_too[i]),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, random_games};

    #[test]
    fn a_move_changes_what_a_refresh_computes() {
        let check = |position: &chess::Position, mv: chess::Move| {
            let board = Board::from(position);
            let board_move = board.find_move(mv).unwrap();
            let after = board.after(board_move);
            let mut updated = Accumulator::of(&board);
            updated.update(board_move, &board, &after);
            assert!(updated == Accumulator::of(&after), "{} {mv}", fen::format(position));
        };
        random_games::each_position(30, 13, |position, mv| {
            if let Some(mv) = mv {
                check(position, mv);
            }
        });
        for text in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
            "r3k2r/1P6/8/2pP4/8/8/8/3K4 w kq c6 0 2",
        ] {
            let position = fen::parse(text).unwrap();
            for mv in position.legal_moves() {
                check(&position, mv);
            }
        }
    }
}
