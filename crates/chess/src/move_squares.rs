//! The squares of a move, and the moves between two squares: the one rule for clicks, drags and moves in UCI
//! notation.

use shakmaty::{Color, Move, Rank, Square};

use super::position::Position;

/// The square that the moving piece ends on: in castling the king's.
#[must_use]
pub fn destination_square(mv: Move) -> Square {
    match mv.castling_side() {
        Some(side) => side.king_to(if mv.to().rank() == Rank::First { Color::White } else { Color::Black }),
        None => mv.to(),
    }
}

/// The squares that castling is entered by: the rook's square and the king's target square, which may be one.
pub(super) fn castling_targets(mv: Move) -> Option<[Square; 2]> {
    mv.is_castle().then(|| [mv.to(), destination_square(mv)])
}

/// The legal moves of the piece on `from` to `to`: several only where a pawn is promoted. Castling is both the king
/// onto its own rook and the king to its target square; where a plain king move goes to that square, in Chess960, it is
/// the plain move.
#[must_use]
pub fn moves_between(position: &Position, from: Square, to: Square) -> Vec<Move> {
    let legal = position.legal_moves();
    let of_piece = || legal.iter().copied().filter(|mv| mv.from() == Some(from));
    let plain: Vec<Move> = of_piece().filter(|mv| !mv.is_castle() && mv.to() == to).collect();
    if !plain.is_empty() {
        return plain;
    }
    of_piece().filter(|&mv| castling_targets(mv).is_some_and(|targets| targets.contains(&to))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, notation};

    #[track_caller]
    fn check(fen: &str, cases: &[(&str, &str)]) {
        let position = fen::parse(fen).unwrap();
        for (squares, wanted) in cases {
            let [from, to] = [&squares[..2], &squares[2..]].map(|name| name.parse().unwrap());
            let moves = moves_between(&position, from, to);
            let names: Vec<String> = moves.iter().map(|&mv| notation::san(&position, mv)).collect();
            assert_eq!(names.join(" "), *wanted, "{squares} in {fen}");
        }
    }

    #[test]
    fn castling_is_the_king_onto_its_rook_or_to_its_target_square() {
        check(
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            &[("e1g1", "O-O"), ("e1h1", "O-O"), ("e1c1", "O-O-O"), ("e1a1", "O-O-O"), ("e1f1", "Kf1")],
        );
        check("r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1", &[("e8h8", "O-O"), ("e8a8", "O-O-O"), ("h8e8", "")]);
        // Without the right, or with a piece between, there is no such move.
        check("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", &[("e1g1", ""), ("e1h1", "")]);
        check("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", &[("e1c1", ""), ("e1a1", "")]);
    }

    #[test]
    fn a_castling_king_lands_beside_its_rook() {
        let position = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").unwrap();
        for (typed, square) in [("O-O", Square::G8), ("O-O-O", Square::C8), ("Kd8", Square::D8)] {
            assert_eq!(destination_square(notation::parse_move(&position, typed).unwrap()), square);
        }
    }

    #[test]
    fn in_chess960_a_plain_king_move_comes_first() {
        check(
            "4k3/8/8/8/8/8/8/R5KR w HA - 0 1",
            &[("g1h1", "O-O"), ("g1g1", "O-O"), ("g1a1", "O-O-O"), ("g1c1", "O-O-O"), ("g1f1", "Kf1")],
        );
        check("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", &[("e1h1", "O-O"), ("e1g1", "O-O"), ("e1b1", "O-O-O")]);
        check("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", &[("f1g1", "Kg1"), ("f1h1", "O-O"), ("f1c1", "O-O-O")]);
        check("4k3/8/8/8/8/8/8/1R1K1R2 w FB - 0 1", &[("d1c1", "Kc1"), ("d1b1", "O-O-O"), ("d1f1", "O-O")]);
    }

    #[test]
    fn a_promotion_is_four_moves() {
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", &[("a7a8", "a8=Q+ a8=R+ a8=B a8=N"), ("a7b8", "")]);
    }
}
