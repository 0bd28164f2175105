//! Piece-square tables.
//!
//! Tuned from Ronald Friederich's values for `PeSTO`, as published in the Chess Programming Wiki ("`PeSTO`'s
//! Evaluation Function"). They are laid out as a player sees the board: rank 8 on top, White below.

use super::side::EvalSide;
use super::tally::EvalTally;
use super::taper::Taper;
use super::terms::{MATERIAL, PLACEMENT};
use super::weights::WEIGHTS;
use chess::board::Board;
use chess::{Color, Piece, Role, Square};

/// The value of a piece on a square, material included, from its own side's point of view.
pub(crate) fn psqt_value(piece: Piece, square: Square) -> Taper {
    PSQT[usize::from(piece.role) - 1][psqt_index(piece.color, square)]
}

/// Adds the material and piece-square terms of a side.
pub(super) fn of<S: EvalSide, T: EvalTally>(board: &Board, tally: &mut T) {
    for role in Role::ALL {
        for square in board.by_role(role) & board.by_color(S::US) {
            let (material, place) = psqt_weights(role.of(S::US), square);
            for index in material.into_iter().chain([place]) {
                tally.add_once::<S>(index);
            }
        }
    }
}

/// The indices of a piece's weights: material (none for a king) and square.
fn psqt_weights(piece: Piece, square: Square) -> (Option<usize>, usize) {
    let role = usize::from(piece.role) - 1;
    let material = (role < MATERIAL.len).then(|| MATERIAL.at(role));
    (material, PLACEMENT.at(64 * role + psqt_index(piece.color, square)))
}

/// The index of a square in a piece-square table.
fn psqt_index(color: Color, square: Square) -> usize {
    (if color == Color::White { square.flip_vertical() } else { square }).to_usize()
}

static PSQT: [[Taper; 64]; 6] = make_psqt();

const fn make_psqt() -> [[Taper; 64]; 6] {
    let mut worth = [[Taper::ZERO; 64]; 6];
    let mut role = 0;
    while role < 6 {
        let material = if role < MATERIAL.len { WEIGHTS[MATERIAL.at(role)] } else { Taper::ZERO };
        let mut square = 0;
        while square < 64 {
            worth[role][square] = material.plus(WEIGHTS[PLACEMENT.at(64 * role + square)]);
            square += 1;
        }
        role += 1;
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_have_mirrored_tables() {
        for square in Square::ALL {
            assert_eq!(
                psqt_value(Color::White.knight(), square),
                psqt_value(Color::Black.knight(), square.flip_vertical())
            );
        }
    }

    #[test]
    fn a_pawn_about_to_promote_is_worth_more() {
        assert!(
            psqt_value(Color::White.pawn(), Square::A7).end()
                > psqt_value(Color::White.pawn(), Square::A2).end()
        );
        assert!(
            psqt_value(Color::Black.pawn(), Square::A2).end()
                > psqt_value(Color::Black.pawn(), Square::A7).end()
        );
    }
}
