//! Evaluation network: a small neural network whose first layer is updated move by move (NNUE, "efficiently
//! updatable neural network", Yu Nasu 2018). It corrects the hand-crafted evaluation: see
//! [`super::static_eval`].
//!
//! Inputs are the pieces on their squares, seen by each side ([`features`]). The first layer is kept for both
//! sides in an [`Accumulator`] and changed by the few inputs that a move changes. Its outputs are clamped and
//! squared (`SCReLU`), those of the side to move first, and an output neuron sums them; which one depends on
//! the number of pieces. All [`weights`] are integers, so every machine computes the same figure.
//!
//! The weights are the file `crates/engine/assets/network.bin`, made from games of the engine by
//! [`super::tuning::network`]; `docs/network.md` says how and what it gave.

mod accumulator;
pub(crate) mod features;
pub(crate) mod weights;

pub(crate) use accumulator::Accumulator;
use weights::NETWORK;

use chess::board::Board;

/// The correction of the hand-crafted evaluation for the side to move, in centipawns.
pub(crate) fn correction(board: &Board, accumulator: &Accumulator) -> i32 {
    NETWORK.output(accumulator.sides_from(board.turn()), board.occupied().0.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    #[test]
    fn mirrored_positions_are_corrected_alike() {
        let correction_of = |text: &str| {
            let board = Board::from(&fen::parse(text).unwrap());
            correction(&board, &Accumulator::of(&board))
        };
        let position = correction_of("r1bq1rk1/ppp2ppp/2n2n2/3p4/1b1P4/2NB1N2/PPP2PPP/R1BQ1RK1 w - - 4 8");
        let left_right = correction_of("1kr1qb1r/ppp2ppp/2n2n2/4p3/4P1b1/2N1BN2/PPP2PPP/1KR1QB1R w - - 4 8");
        let colors = correction_of("r1bq1rk1/ppp2ppp/2nb1n2/1B1p4/3P4/2N2N2/PPP2PPP/R1BQ1RK1 b - - 4 8");
        assert_eq!((position, position), (left_right, colors));
        assert_ne!(position, 0);
    }
}
