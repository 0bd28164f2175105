//! Mate threats: moves that would mate in one if the defender passed. A reply that leaves one of them possible
//! is answered by it, so it is proven at once, without a node of its own.
//!
//! The pass is the null move of the chess engines (Donninger, "Null Move and Deep Search", 1993), here only a
//! generator of candidates: each is held against the position after the reply, so every result is exact.

use arrayvec::ArrayVec;
use shakmaty::{Board, attacks};

use super::move_preview::MovePreview;
use crate::chess::{Color, Move, Position, Role};

/// The most threats that are held against a reply.
const MAX_THREATS: usize = 4;

/// The mates in one that the attacker threatens, at least one.
pub(super) struct MateThreats {
    attacker: Color,
    moves: ArrayVec<Move, MAX_THREATS>,
}

impl MateThreats {
    /// The threats with the defender to move. None where nothing is threatened, and in check.
    pub(super) fn find(position: &Position) -> Option<Self> {
        let passed = position.after_null_move()?;
        let attacker = passed.turn();
        let current = MovePreview::new(passed.board(), attacker)?;
        let is_threat =
            |mv: &Move| matches!(mv, Move::Normal { .. }) && current.after(*mv).is_checkmate(passed.board());
        let moves: ArrayVec<_, MAX_THREATS> =
            passed.legal_moves().into_iter().filter(is_threat).take(MAX_THREATS).collect();
        (!moves.is_empty()).then_some(Self { attacker, moves })
    }

    /// Whether one of the threats mates after a reply. False for castling and en passant, which are left to the
    /// search.
    pub(super) fn any_mates_after(&self, position: &Position, reply: Move) -> bool {
        let Some(board) = board_after(position, reply) else { return false };
        let Some(current) = MovePreview::new(&board, self.attacker) else { return false };
        self.moves.iter().any(|&mv| {
            let after = current.after(mv);
            is_pseudo_legal(&board, self.attacker, mv) && after.is_checkmate(&board) && after.is_legal(&board)
        })
    }
}

/// The pieces after a move that is neither castling nor en passant.
fn board_after(position: &Position, mv: Move) -> Option<Board> {
    let Move::Normal { role, from, to, promotion, .. } = mv else { return None };
    let mut board = position.board().clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, promotion.unwrap_or(role).of(position.turn()));
    Some(board)
}

/// Whether a move that was legal before the reply can still be made, its own king's safety aside.
fn is_pseudo_legal(board: &Board, attacker: Color, mv: Move) -> bool {
    let Move::Normal { role, from, to, .. } = mv else { return false };
    let (own, occupied) = (board.by_color(attacker), board.occupied());
    if !(own & board.by_role(role)).contains(from) {
        return false;
    }
    if role != Role::Pawn {
        attacks::attacks(from, role.of(attacker), occupied).contains(to)
    } else if from.file() == to.file() {
        !occupied.contains(to) && (attacks::between(from, to) & occupied).is_empty()
    } else {
        occupied.contains(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, random_games};

    /// Holds the threats and their results after each reply against the rules.
    #[test]
    fn a_threat_after_a_reply_is_a_legal_mate() {
        let mates = |position: &Position, mv: &Move| {
            let next = position.after(*mv);
            position.legal_moves().contains(mv) && next.is_check() && next.legal_moves().is_empty()
        };
        let (mut proven, mut parried) = (0, 0);
        random_games::each_position(400, 5, |position, _| {
            let Some(threats) = MateThreats::find(position) else { return };
            let passed = position.after_null_move().unwrap();
            assert!(threats.moves.iter().all(|mv| mates(&passed, mv)), "{}", fen::format(position));
            for reply in position.legal_moves() {
                let next = position.after(reply);
                // The piece captured by a threat may be another one after the reply.
                let legal = next.legal_moves();
                let same = |mv: &Move| legal.iter().copied().find(|at| is_same_squares(*at, *mv));
                let expected = matches!(reply, Move::Normal { .. })
                    && threats.moves.iter().filter_map(same).any(|mv| mates(&next, &mv));
                let found = threats.any_mates_after(position, reply);
                assert_eq!(found, expected, "{} {reply}", fen::format(position));
                proven += usize::from(found);
                parried += usize::from(!found);
            }
        });
        assert!(proven > 10_000 && parried > 3_000, "{proven} {parried}");
    }

    fn is_same_squares(mv: Move, other: Move) -> bool {
        matches!(mv, Move::Normal { .. })
            && (mv.from(), mv.to(), mv.promotion()) == (other.from(), other.to(), other.promotion())
    }
}
