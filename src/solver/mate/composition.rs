//! Conventions of chess composition: castling and promoted pieces (Codex for Chess Composition, article 16).
//!
//! In a composed problem castling is allowed unless it can be disproved; a FEN that was written by hand often
//! leaves its castling field empty.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Position, Rank, Role, Square, fen};

/// The castling rights that a diagram leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComposedCastling {
    /// The position with every right that is not disproved.
    pub position: Position,
    /// Rooks that got a right.
    pub added: Bitboard,
    /// Rooks on their squares beside an unmoved king whose right is disproved: their side made the last move,
    /// and only this rook or the king can have made it.
    pub disproved: Bitboard,
}

/// Adds the castling rights that the position lacks and that nothing disproves. The only proof that is tried
/// is that of the last move; deeper retrograde analysis is not done.
#[must_use]
pub fn composed_castling(position: &Position) -> ComposedCastling {
    let mut setup = position.to_setup();
    let (mut added, mut disproved) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for color in Color::ALL {
        let king = color.fold_wb(Square::E1, Square::E8);
        let rooks = color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]);
        if setup.board.piece_at(king) != Some(color.king()) {
            continue;
        }
        for rook in rooks {
            let stands = setup.board.piece_at(rook) == Some(color.rook());
            if !stands || setup.castling_rights.contains(rook) {
                continue;
            }
            let moved_last = color != position.turn();
            if moved_last && !another_piece_can_have_moved(position, color, king, rook) {
                disproved |= Bitboard::from(rook);
            } else {
                added |= Bitboard::from(rook);
            }
        }
    }
    setup.castling_rights |= added;
    let position = fen::from_setup(setup).unwrap_or_else(|_| position.clone());
    ComposedCastling { position, added, disproved }
}

/// Whether a piece of this color other than the king and the rook can have made the last move. It errs on the
/// side of yes.
fn another_piece_can_have_moved(position: &Position, color: Color, king: Square, rook: Square) -> bool {
    let board = position.board();
    let empty = !board.occupied();
    let others = board.by_color(color) & !(Bitboard::from(king) | Bitboard::from(rook));
    others.into_iter().any(|square| {
        let Some(piece) = board.piece_at(square) else { return false };
        let last_rank = color.fold_wb(Rank::Eighth, Rank::First);
        // A pawn that promoted came from behind.
        let promoted = square.rank() == last_rank
            && piece.role != Role::Pawn
            && (attacks::pawn_attacks(!color, square) | behind(color, square)).intersect(empty).any();
        promoted
            || match piece.role {
                Role::Pawn => pawn_origins(color, square, empty).any(),
                role => (attacks::attacks(square, role.of(color), board.occupied()) & empty).any(),
            }
    })
}

/// Where a pawn can have come from.
fn pawn_origins(color: Color, square: Square, empty: Bitboard) -> Bitboard {
    let first_rank = color.fold_wb(Rank::First, Rank::Eighth);
    let single = behind(color, square) & empty;
    let double = single
        .into_iter()
        .filter(|_| square.rank() == color.fold_wb(Rank::Fourth, Rank::Fifth))
        .fold(Bitboard::EMPTY, |all, from| all | behind(color, from))
        & empty;
    let captures = attacks::pawn_attacks(!color, square) & empty;
    (single | double | captures) & !Bitboard::from(first_rank)
}

/// The square behind a pawn.
fn behind(color: Color, square: Square) -> Bitboard {
    square.offset(color.fold_wb(-8, 8)).map_or(Bitboard::EMPTY, Bitboard::from)
}

/// Pieces that only promotion explains: for each color and role their number, where it is not 0.
#[must_use]
pub fn promoted_pieces(position: &Position) -> Vec<(Color, Role, u32)> {
    let board = position.board();
    let mut promoted = Vec::new();
    for color in Color::ALL {
        let count = |role: Role, squares: Bitboard| {
            u32::try_from((board.by_piece(role.of(color)) & squares).count()).unwrap_or(u32::MAX)
        };
        let dark = Bitboard::DARK_SQUARES;
        let bishops = [dark, !dark].map(|squares| count(Role::Bishop, squares).saturating_sub(1));
        promoted.extend(
            [
                (Role::Queen, count(Role::Queen, Bitboard::FULL).saturating_sub(1)),
                (Role::Rook, count(Role::Rook, Bitboard::FULL).saturating_sub(2)),
                (Role::Bishop, bishops[0] + bishops[1]),
                (Role::Knight, count(Role::Knight, Bitboard::FULL).saturating_sub(2)),
            ]
            .into_iter()
            .filter(|&(_, number)| number > 0)
            .map(|(role, number)| (color, role, number)),
        );
    }
    promoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn castling_after(text: &str) -> String {
        let composed = composed_castling(&fen::parse(text).unwrap());
        fen::format(&composed.position).split(' ').nth(2).unwrap_or_default().to_owned()
    }

    #[test]
    fn castling_is_allowed_unless_the_last_move_disproves_it() {
        // The pawn on a6 can have moved last.
        assert_eq!(castling_after("r3k2r/8/p7/8/8/8/8/R3K2R w - - 0 1"), "KQkq");
        // Black has moved last, and only king and rook can have done so.
        assert_eq!(castling_after("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"), "Q");
        // With Black to move, White has moved last.
        assert_eq!(castling_after("4k2r/8/8/8/8/8/8/R3K3 b - - 0 1"), "k");
        // A pawn on its first square has not moved.
        assert_eq!(castling_after("4k2r/7p/8/8/8/8/8/4K3 w - - 0 1"), "-");
        // Each of two rooks can have moved last.
        assert_eq!(castling_after("r3k2r/8/8/8/8/8/8/4K3 w - - 0 1"), "kq");
        // A king or rook elsewhere has no right; what the FEN says stays.
        assert_eq!(castling_after("r2k3r/8/8/8/8/8/8/R3K2R w K - 0 1"), "KQ");
    }

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
