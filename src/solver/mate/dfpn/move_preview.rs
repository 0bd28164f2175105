//! Previews a move of the attacker on bitboards, without making it.
//!
//! It finds out whether the move gives check, the king's flight squares, and captures and blocks of the
//! checker. A check without any of them is mate, and that result is exact.

mod lookahead;

pub(super) use lookahead::reply_proof_number;
use shakmaty::{Board, CastlingSide, attacks};

use crate::chess::{Bitboard, Color, File, Move, Position, Rank, Role, Square};

/// The pieces after a move of the attacker.
#[derive(Clone, Copy)]
pub(super) struct MovePreview {
    defender: Color,
    king: Square,
    occupied: Bitboard,
    /// The defender's pieces, the king included.
    defending: Bitboard,
    pawns: Bitboard,
    knights: Bitboard,
    diagonal_sliders: Bitboard,
    orthogonal_sliders: Bitboard,
    attacking_king: Bitboard,
    /// The pawn that has just moved two squares.
    double_pushed: Option<Square>,
}

impl MovePreview {
    /// The current position, with `attacker` attacking the other king.
    pub(super) fn new(board: &Board, attacker: Color) -> Option<Self> {
        let own = board.by_color(attacker);
        Some(Self {
            defender: !attacker,
            king: board.king_of(!attacker)?,
            occupied: board.occupied(),
            defending: board.by_color(!attacker),
            pawns: board.pawns() & own,
            knights: board.knights() & own,
            diagonal_sliders: board.bishops_and_queens() & own,
            orthogonal_sliders: board.rooks_and_queens() & own,
            attacking_king: board.kings() & own,
            double_pushed: None,
        })
    }

    /// The position after a legal move of the attacker.
    pub(super) fn after(mut self, mv: Move) -> Self {
        match mv {
            Move::Normal { role, from, to, promotion, .. } => return self.moved(role, promotion, from, to),
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                self.defending.discard(captured);
                self.occupied.discard(captured);
                self.remove(Role::Pawn, from);
                self.put(Role::Pawn, to);
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(rook > king);
                self.remove(Role::King, king);
                self.remove(Role::Rook, rook);
                self.put(Role::King, Square::from_coords(side.king_to_file(), king.rank()));
                self.put(Role::Rook, Square::from_coords(side.rook_to_file(), king.rank()));
            }
            Move::Put { .. } => {}
        }
        self
    }

    /// The position after a move of the attacker that is neither castling nor en passant.
    fn moved(mut self, role: Role, promotion: Option<Role>, from: Square, to: Square) -> Self {
        self.remove(role, from);
        self.defending.discard(to);
        self.put(promotion.unwrap_or(role), to);
        let is_double_push = role == Role::Pawn && from.rank().distance(to.rank()) == 2;
        self.double_pushed = is_double_push.then_some(to);
        self
    }

    fn bitboards_of(&mut self, role: Role) -> [Option<&mut Bitboard>; 2] {
        match role {
            Role::Pawn => [Some(&mut self.pawns), None],
            Role::Knight => [Some(&mut self.knights), None],
            Role::Bishop => [Some(&mut self.diagonal_sliders), None],
            Role::Rook => [Some(&mut self.orthogonal_sliders), None],
            Role::Queen => [Some(&mut self.diagonal_sliders), Some(&mut self.orthogonal_sliders)],
            Role::King => [Some(&mut self.attacking_king), None],
        }
    }

    fn remove(&mut self, role: Role, square: Square) {
        self.occupied.discard(square);
        for bitboard in self.bitboards_of(role).into_iter().flatten() {
            bitboard.discard(square);
        }
    }

    fn put(&mut self, role: Role, square: Square) {
        self.occupied.add(square);
        for bitboard in self.bitboards_of(role).into_iter().flatten() {
            bitboard.add(square);
        }
    }

    /// The attacker's pieces that attack a square, with this occupancy.
    fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::rook_attacks(square, occupied) & self.orthogonal_sliders)
            | (attacks::bishop_attacks(square, occupied) & self.diagonal_sliders)
            | (attacks::knight_attacks(square) & self.knights)
            | (attacks::pawn_attacks(self.defender, square) & self.pawns)
            | (attacks::king_attacks(square) & self.attacking_king)
    }

    /// The checking pieces.
    pub(super) fn checkers(&self) -> Bitboard {
        self.attackers(self.king, self.occupied)
    }

    /// Whether the defender is checkmated.
    pub(super) fn is_checkmate(&self, board: &Board) -> bool {
        let checkers = self.checkers();
        checkers.any() && self.evasions(board, checkers).total() == 0
    }

    /// The first of some legal moves of the attacker that mates.
    pub(super) fn mate_among(&self, board: &Board, moves: &[Move]) -> Option<Move> {
        moves.iter().copied().find(|&mv| self.after(mv).is_checkmate(board))
    }

    /// Whether the attacker's own king is not in check.
    pub(super) fn is_legal(&self, board: &Board) -> bool {
        self.attacking_king.single_square().is_some_and(|king| {
            (board.attacks_to(king, self.defender, self.occupied) & self.defending).is_empty()
        })
    }

    /// The flight squares of the king.
    pub(super) fn flights(&self) -> Bitboard {
        // Sliders see through the king.
        let occupied = self.occupied.without(self.king);
        let mut flights = attacks::king_attacks(self.king) & !self.defending & !self.attacked_by_leapers();
        for from in self.orthogonal_sliders {
            flights &= !attacks::rook_attacks(from, occupied);
        }
        for from in self.diagonal_sliders {
            flights &= !attacks::bishop_attacks(from, occupied);
        }
        flights
    }

    /// What the attacker's knights, pawns and king attack.
    fn attacked_by_leapers(&self) -> Bitboard {
        let (west, east) = self.defender.fold_wb((-9, -7), (7, 9));
        let pawns = (self.pawns & !Bitboard::from(File::A)).shift(west)
            | (self.pawns & !Bitboard::from(File::H)).shift(east);
        let knights = self.knights.into_iter().map(attacks::knight_attacks);
        let king = self.attacking_king.into_iter().map(attacks::king_attacks);
        knights.chain(king).fold(pawns, |all, attacked| all | attacked)
    }

    /// The defender's pinned pieces.
    fn pinned(&self) -> Bitboard {
        self.alone_before_sliders(self.defending)
    }

    /// The pieces of a set that stand alone between the king and a slider of the attacker.
    fn alone_before_sliders(&self, pieces: Bitboard) -> Bitboard {
        let orthogonal = attacks::rook_attacks(self.king, Bitboard::EMPTY) & self.orthogonal_sliders;
        let diagonal = attacks::bishop_attacks(self.king, Bitboard::EMPTY) & self.diagonal_sliders;
        let mut alone = Bitboard::EMPTY;
        for slider in orthogonal | diagonal {
            let between = attacks::between(self.king, slider) & self.occupied;
            if between.is_subset(pieces) && between.count() == 1 {
                alone |= between;
            }
        }
        alone
    }

    /// Counts the legal check evasions by kind, promotions counted once.
    pub(super) fn evasions(&self, board: &Board, checkers: Bitboard) -> Evasions {
        self.evasions_besides_flights(board, checkers, count(self.flights()))
    }

    fn evasions_besides_flights(&self, board: &Board, checkers: Bitboard, flights: u32) -> Evasions {
        let Some(checker) = checkers.single_square() else {
            return Evasions { flights, captures: 0, blocks: 0 };
        };
        let (captures, blocks) = self.captures_and_blocks(board, checker);
        Evasions { flights, captures, blocks }
    }

    fn captures_and_blocks(&self, board: &Board, checker: Square) -> (u32, u32) {
        let between = attacks::between(self.king, checker);
        let others = self.defending & !board.kings();
        // Most checks are from next to the king or by a knight, and nothing attacks the checker.
        if between.is_empty()
            && self.double_pushed.is_none()
            && self.captors(board, others, checker).is_empty()
        {
            return (0, 0);
        }
        let free = self.free(board);
        let captures =
            count(self.captors(board, free, checker)) + self.en_passant_captures(free & board.pawns());
        (captures, between.into_iter().map(|to| count(self.interposers(board, free, to))).sum())
    }

    /// The defender's pieces that are free to move, without the king.
    fn free(&self, board: &Board) -> Bitboard {
        self.defending & !board.kings() & !self.pinned()
    }

    /// Of the free pieces, those that can capture a checker, en passant aside.
    fn captors(&self, board: &Board, free: Bitboard, checker: Square) -> Bitboard {
        board.attacks_to(checker, self.defender, self.occupied) & free
    }

    /// Of the free pieces, those that can move to an empty square.
    fn interposers(&self, board: &Board, free: Bitboard, to: Square) -> Bitboard {
        let pieces = board.attacks_to(to, self.defender, self.occupied) & free & !board.pawns();
        let (down, second_rank) = self.defender.fold_wb((-8, Rank::Second), (8, Rank::Seventh));
        let one = Bitboard::from(to).shift(down);
        let two = (one & !self.occupied).shift(down) & Bitboard::from(second_rank);
        pieces | ((one | two) & free & board.pawns())
    }

    /// En passant captures that end the check.
    fn en_passant_captures(&self, pawns: Bitboard) -> u32 {
        let Some(pushed) = self.double_pushed else { return 0 };
        let Some(target) = pushed.offset(self.defender.fold_wb(8, -8)) else { return 0 };
        let captors = attacks::pawn_attacks(!self.defender, target) & pawns;
        let mut captures = 0;
        for from in captors {
            let occupied = self.occupied.without(from).without(pushed).with(target);
            let attackers = self.attackers(self.king, occupied).without(pushed);
            captures += u32::from(attackers.is_empty());
        }
        captures
    }
}

/// The numbers of legal check evasions, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Evasions {
    /// King moves.
    pub(super) flights: u32,
    /// Captures of the checking piece, not by the king.
    pub(super) captures: u32,
    /// Interpositions.
    pub(super) blocks: u32,
}

impl Evasions {
    /// The number of evasions; 0 is mate.
    pub(super) const fn total(self) -> u32 {
        self.flights + self.captures + self.blocks
    }
}

pub(super) fn count(squares: Bitboard) -> u32 {
    u32::try_from(squares.count()).unwrap_or(u32::MAX)
}

/// A legal move that mates in one, found on bitboards.
pub(super) fn mate_in_one(position: &Position) -> Option<Move> {
    let board = position.board();
    let now = MovePreview::new(board, position.turn())?;
    now.mate_among(board, &position.legal_moves())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, random_games};

    /// Holds the counts against the rules.
    #[test]
    fn replies_to_checks_are_counted_as_the_rules_count_them() {
        let (mut checks, mut mates) = (0, 0);
        random_games::each_position(240, 5, |position, mv| {
            if mv.is_none() {
                return;
            }
            let now = MovePreview::new(position.board(), position.turn()).unwrap();
            for mv in position.legal_moves() {
                let (after, next) = (now.after(mv), position.after(mv));
                let text = || format!("{} {mv}", fen::format(position));
                let checkers = next.board().attacks_to(after.king, position.turn(), next.board().occupied());
                assert_eq!(after.checkers(), checkers, "{}", text());
                let replies = next.legal_moves();
                let kings = replies.iter().filter(|mv| mv.role() == Role::King && !mv.is_castle());
                assert_eq!(count(after.flights()) as usize, kings.count(), "{}", text());
                if next.is_check() {
                    let once = |mv: &&Move| mv.promotion().is_none_or(|role| role == Role::Queen);
                    let replies = replies.iter().filter(once).count();
                    let evasions = after.evasions(position.board(), after.checkers()).total();
                    assert_eq!(evasions as usize, replies, "{}", text());
                    checks += 1;
                    mates += usize::from(replies == 0);
                }
            }
        });
        assert!(checks > 10_000 && mates > 300, "{checks} {mates}");
    }
}
