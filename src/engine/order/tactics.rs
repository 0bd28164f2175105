//! The moves that quiescence looks at, made without the quiet ones, and a quick test for stalemate.
//!
//! Making every legal move costs more than all else in a quiet position, so captures have a maker of their
//! own: pseudo-legal captures, with pins worked out once from the king.

use shakmaty::{Position as _, attacks};

use crate::chess::{Bitboard, Move, MoveList, Position, Rank, Role, Square};

/// Legal captures and promotions to a queen, when the side to move is not in check.
pub(crate) fn captures(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    let (board, us) = (position.board(), position.turn());
    let (own, enemy, occupied) = (board.by_color(us), board.by_color(us.other()), board.occupied());
    let Some(king) = board.king_of(us) else { return moves };
    let pinned = pinned(position, king);
    let mut push = |role, from: Square, to: Square, promotion| {
        if !pinned.contains(from) || attacks::aligned(king, from, to) {
            moves.push(Move::Normal { role, from, capture: board.role_at(to), to, promotion });
        }
    };
    let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
    let step = us.fold_wb(8, -8);
    for from in own & board.pawns() {
        for to in attacks::pawn_attacks(us, from) & enemy {
            push(Role::Pawn, from, to, last.contains(to).then_some(Role::Queen));
        }
        let ahead = Bitboard::from_square(from).shift(step) & last & !occupied;
        if let Some(to) = ahead.first() {
            push(Role::Pawn, from, to, Some(Role::Queen));
        }
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in own & board.by_role(role) {
            for to in attacks::attacks(from, role.of(us), occupied) & enemy {
                push(role, from, to, None);
            }
        }
    }
    for to in attacks::king_attacks(king) & enemy {
        if board.attacks_to(to, us.other(), occupied ^ Bitboard::from_square(king)).is_empty() {
            let capture = board.role_at(to);
            moves.push(Move::Normal { role: Role::King, from: king, capture, to, promotion: None });
        }
    }
    if position.chess().pseudo_legal_ep_square().is_some() {
        moves.extend(position.chess().en_passant_moves());
    }
    moves
}

/// Whether the side to move, which is not in check, has a legal move. False is stalemate.
pub(crate) fn can_move(position: &Position) -> bool {
    let (board, us) = (position.board(), position.turn());
    let (own, occupied) = (board.by_color(us), board.occupied());
    let Some(king) = board.king_of(us) else { return false };
    // Men on no line with the king are certainly not pinned.
    let free = own & !attacks::queen_attacks(king, occupied) & !Bitboard::from_square(king);
    let steps = (free & board.pawns()).shift(us.fold_wb(8, -8)) & !occupied;
    if steps.any() {
        return true;
    }
    let pieces = free & !board.pawns();
    pieces.into_iter().any(|from| (board.attacks_from(from) & !own).any())
        || !position.legal_moves().is_empty()
}

/// The men of the side to move that shield their king from a slider.
fn pinned(position: &Position, king: Square) -> Bitboard {
    let (board, us) = (position.board(), position.turn());
    let snipers = board.by_color(us.other())
        & ((attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
            | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()));
    snipers.into_iter().fold(Bitboard::EMPTY, |pinned, sniper| {
        let between = attacks::between(king, sniper) & board.occupied();
        if between.more_than_one() { pinned } else { pinned | (between & board.by_color(us)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;
    use std::collections::HashSet;

    fn check(position: &Position) {
        if position.is_check() {
            return;
        }
        let legal = position.legal_moves();
        assert_eq!(can_move(position), !legal.is_empty(), "{}", fen::format(position));
        let wanted: HashSet<Move> = legal
            .iter()
            .copied()
            .filter(|mv| match mv.promotion() {
                Some(role) => role == Role::Queen,
                None => mv.is_capture(),
            })
            .collect();
        let made = captures(position);
        assert_eq!(made.iter().copied().collect::<HashSet<_>>(), wanted, "{}", fen::format(position));
        assert_eq!(made.len(), wanted.len());
    }

    #[test]
    fn captures_are_those_among_the_legal_moves() {
        let mut random = fastrand::Rng::with_seed(3);
        for start in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
        ] {
            for _ in 0..150 {
                let mut position = fen::parse(start).unwrap();
                for _ in 0..80 {
                    check(&position);
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    position.play(moves[random.usize(..moves.len())]);
                }
            }
        }
    }

    #[test]
    fn micro_max_trap_is_stalemate() {
        let position = fen::parse("8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1").unwrap();
        assert!(captures(&position).is_empty());
        assert!(!can_move(&position));
    }
}
