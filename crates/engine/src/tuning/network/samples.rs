//! Training positions in 32 bytes each, seen by the side to move.

use shakmaty::Position as _;

use crate::eval;
use crate::network::features::Perspective;
use crate::network::weights::CENTIPAWNS;
use crate::selfplay::{Sample, SampleParseError};
use chess::{Color, Role, Square, fen};

/// A position with its search score and game result, from the side to move, which is taken for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedSample {
    occupied: u64,
    /// The pieces on the occupied squares in order, four bits each: type, and 8 for the side not to move.
    pieces: [u8; 16],
    /// The score of the search in centipawns.
    score: i16,
    /// The hand-crafted evaluation in centipawns.
    hand_crafted: i16,
    /// The points of the side to move, times two.
    points: u8,
    /// The kings' squares: of the side to move and of the other one.
    kings: [u8; 2],
}

/// The error for a line that is no training position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackedSampleError {
    /// The line has another form.
    #[error(transparent)]
    Form(#[from] SampleParseError),
    /// Its position cannot be read.
    #[error(transparent)]
    Position(#[from] fen::FenError),
}

/// The most inputs of a side.
pub(super) const MAX_PIECES: usize = 32;

/// The inputs of both sides: of the side to move and of the other one.
pub(super) struct ActiveFeatures {
    indices: [[u16; MAX_PIECES]; 2],
    count: usize,
}

impl ActiveFeatures {
    pub(super) fn of_side(&self, side: usize) -> &[u16] {
        &self.indices[side][..self.count]
    }

    pub(super) const fn pieces(&self) -> usize {
        self.count
    }
}

impl PackedSample {
    /// Reads a line as [`Sample`] writes it.
    ///
    /// # Errors
    /// When the line has another form or its position cannot be read.
    pub fn parse(line: &str) -> Result<Self, PackedSampleError> {
        let sample: Sample = line.parse()?;
        let position = fen::parse(&sample.fen)?;
        let turn = position.turn();
        let board = position.chess().board();
        let seen = |square: Square| square.to_usize() ^ turn.fold_wb(0, 0b111_000);
        let mut roles = [None; 64];
        for (square, piece) in board {
            roles[seen(square)] = Some((piece.role, piece.color != turn));
        }
        let mut packed = Self {
            occupied: 0,
            pieces: [0; 16],
            score: turn.fold_wb(sample.score, -sample.score),
            hand_crafted: eval::evaluate(&position).raw(),
            points: 0,
            kings: [0; 2],
        };
        let points = sample.outcome.points();
        let points = turn.fold_wb(points, 1.0 - points);
        packed.points = u8::from(points > 0.25) + u8::from(points > 0.75);
        let mut count = 0;
        for (square, entry) in (0_u8..64).zip(roles) {
            let Some((role, is_enemy)) = entry else { continue };
            let code = role as u8 | u8::from(is_enemy) << 3;
            packed.occupied |= 1 << square;
            packed.pieces[count / 2] |= code << (4 * (count % 2));
            if role == Role::King {
                packed.kings[usize::from(is_enemy)] = square;
            }
            count += 1;
        }
        Ok(packed)
    }

    /// The inputs of both sides.
    pub(super) fn features(&self) -> ActiveFeatures {
        let views = [(Color::White, self.kings[0]), (Color::Black, self.kings[1])]
            .map(|(color, king)| Perspective::of(color, Square::new(king.into())));
        let mut active = ActiveFeatures { indices: [[0; MAX_PIECES]; 2], count: 0 };
        let mut occupied = self.occupied;
        while occupied != 0 {
            let square = Square::new(occupied.trailing_zeros());
            occupied &= occupied - 1;
            let code = self.pieces[active.count / 2] >> (4 * (active.count % 2)) & 15;
            let role = Role::ALL[usize::from(code & 7) - 1];
            let piece = role.of(Color::from_white(code & 8 == 0));
            for (indices, view) in active.indices.iter_mut().zip(views) {
                indices[active.count] = u16::try_from(view.index(piece, square)).unwrap_or_default();
            }
            active.count += 1;
        }
        active
    }

    /// What the network is added to: the hand-crafted evaluation as a logit.
    pub(super) fn base(&self) -> f32 {
        logit(self.hand_crafted)
    }

    /// What evaluation and network are to say together: the expected score of the search and the game result, mixed.
    pub(super) fn target(&self, result_weight: f32) -> f32 {
        let score = 1.0 / (1.0 + (-logit(self.score)).exp());
        result_weight * f32::from(self.points) / 2.0 + (1.0 - result_weight) * score
    }
}

/// A score in centipawns in the unit of the network's output.
#[expect(clippy::cast_precision_loss, reason = "a small figure")]
fn logit(centipawns: i16) -> f32 {
    f32::from(centipawns) / CENTIPAWNS as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::board::Board;
    use chess::{Position, random_games};

    #[test]
    fn the_inputs_are_those_of_the_engine() {
        random_games::each_position(3, 17, |position: &Position, _| {
            let sample = PackedSample::parse(&format!("{};30;1", fen::format(position))).unwrap();
            let board = Board::from(position);
            let turn = position.turn();
            assert_eq!((sample.score, sample.points), turn.fold_wb((30, 2), (-30, 0)));
            for (side, color) in [turn, turn.other()].into_iter().enumerate() {
                let view = Perspective::of(color, board.king(color).unwrap());
                let mut expected: Vec<usize> = position
                    .chess()
                    .board()
                    .iter()
                    .map(|(square, piece)| view.index(piece, square))
                    .collect();
                let mut found: Vec<usize> =
                    sample.features().of_side(side).iter().map(|&index| index.into()).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{}", fen::format(position));
            }
        });
    }

    #[test]
    fn the_target_mixes_score_and_result() {
        let sample = PackedSample::parse("4k3/8/8/8/8/8/P7/4K3 b - - 0 1;0;1").unwrap();
        assert!((sample.target(0.0) - 0.5).abs() < 1e-6);
        assert!((sample.target(1.0) - 0.0).abs() < 1e-6);
        assert!((sample.target(0.5) - 0.25).abs() < 1e-6);
    }
}
