//! Promoted pieces: what stands on the board beside the pieces of the start (Codex for Chess Composition, article 15).

use shakmaty::Board;

use chess::{Bitboard, Color, Position, Role};

/// Pieces that only promotion explains: for each color and role their number, where it is not 0.
#[must_use]
pub fn promoted_pieces(position: &Position) -> Vec<(Color, Role, u32)> {
    let of = |color: Color| {
        promoted_on(position.board(), color).into_iter().map(move |(role, n)| (color, role, n))
    };
    Color::ALL.into_iter().flat_map(of).filter(|&(.., number)| number > 0).collect()
}

/// The number of pieces of a side that only promotion explains, by role.
pub(super) fn promoted_on(board: &Board, color: Color) -> [(Role, u32); 4] {
    let count = |role: Role, squares: Bitboard| {
        u32::try_from((board.by_piece(role.of(color)) & squares).count()).unwrap_or(u32::MAX)
    };
    let dark = Bitboard::DARK_SQUARES;
    let bishops = [dark, !dark].map(|squares| count(Role::Bishop, squares).saturating_sub(1));
    [
        (Role::Queen, count(Role::Queen, Bitboard::FULL).saturating_sub(1)),
        (Role::Rook, count(Role::Rook, Bitboard::FULL).saturating_sub(2)),
        (Role::Bishop, bishops[0] + bishops[1]),
        (Role::Knight, count(Role::Knight, Bitboard::FULL).saturating_sub(2)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    #[test]
    fn promoted_pieces_are_those_that_only_promotion_explains() {
        let promoted = |text: &str| promoted_pieces(&fen::parse(text).unwrap());
        assert_eq!(promoted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), []);
        assert_eq!(
            promoted("k7/8/8/8/8/B1B5/RRR5/QQK5 w - - 0 1"),
            [(Color::White, Role::Queen, 1), (Color::White, Role::Rook, 1), (Color::White, Role::Bishop, 1)]
        );
        assert_eq!(promoted("k7/8/8/8/8/8/1BB5/2K5 w - - 0 1"), []);
    }
}
