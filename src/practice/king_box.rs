//! The box: where the bare king can still go.

use crate::chess::{Bitboard, Color, Position, Square};
use shakmaty::attacks;

/// The squares that are open to a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingBox {
    /// Squares that it could step to at once and be safe.
    pub steps: Bitboard,
    /// Squares that it could walk to while all other men stand still, its own one not counted.
    pub region: Bitboard,
}

/// The box of the king of `color`, whoever is to move.
#[must_use]
pub fn of(position: &Position, color: Color) -> KingBox {
    let Some(home) = position.board().king_of(color) else {
        return KingBox { steps: Bitboard::EMPTY, region: Bitboard::EMPTY };
    };
    let mut region = Bitboard::from_square(home);
    let mut edge = region;
    while edge.any() {
        let mut reached = Bitboard::EMPTY;
        // What it can take it can reach, but then everything is different.
        for square in edge & !position.board().by_color(!color) {
            reached |= safe_steps(position, color, home, square);
        }
        edge = reached & !region;
        region |= edge;
    }
    KingBox { steps: safe_steps(position, color, home, home), region: region.without(home) }
}

/// Squares next to `from` where the king, which really stands on `home`, would not be attacked.
fn safe_steps(position: &Position, color: Color, home: Square, from: Square) -> Bitboard {
    let board = position.board();
    let without_king = board.occupied().without(home);
    let open = attacks::king_attacks(from) & !board.by_color(color).without(home);
    open.into_iter().filter(|&to| !board.attacks_to(to, !color, without_king.with(to)).any()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    fn check(fen: &str, color: Color, steps: &str, region: usize) {
        let king_box = of(&fen::parse(fen).unwrap(), color);
        let named: Vec<_> = king_box.steps.into_iter().map(|square| square.to_string()).collect();
        assert_eq!((named.join(" ").as_str(), king_box.region.count()), (steps, region), "{fen}");
    }

    #[test]
    fn the_box_is_what_the_rook_leaves() {
        // Two files of seven ranks less the own square, and the unguarded rook itself.
        check("k7/8/8/8/8/8/8/2R4K w - - 0 1", Color::Black, "a7 b7 b8", 14);
        // The rook gives check along the rank: seven ranks of two files, and the rook.
        check("k1R5/8/8/8/8/8/8/7K b - - 0 1", Color::Black, "a7 b7", 15);
        // Guarded by its king, the rook is no way out.
        check("k7/8/8/8/8/8/3K4/2R5 w - - 0 1", Color::Black, "a7 b7 b8", 13);
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Color::Black, "", 0);
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::Black, "", 0);
        check("k7/1Q6/8/8/8/8/8/7K b - - 0 1", Color::Black, "b7", 1);
    }
}
