//! Previews a move of the attacker on the board alone, without what else belongs to a position.
//!
//! It finds out whether the move gives check, the king's flight squares, and captures and blocks of the
//! checker. A check without any of them is mate, and that result is exact.

mod attack;
mod lookahead;

pub(super) use attack::Attack;
pub(super) use lookahead::reply_proof_number;
use shakmaty::{Board, CastlingSide, attacks};

use chess::{Bitboard, Color, File, Move, Position, Rank, Role, Square};

/// The board after a move of the attacker.
#[derive(Clone)]
pub(super) struct MovePreview {
    board: Board,
    defender: Color,
    /// The defender's king.
    king: Square,
    /// The pawn that has just moved two squares.
    double_pushed: Option<Square>,
}

impl MovePreview {
    /// The current position, with `attacker` attacking the other king.
    pub(super) fn new(board: &Board, attacker: Color) -> Option<Self> {
        let king = board.king_of(!attacker)?;
        Some(Self { board: board.clone(), defender: !attacker, king, double_pushed: None })
    }

    /// The position after a legal move of the attacker.
    pub(super) fn after(&self, mv: Move) -> Self {
        if let Move::Normal { role, from, to, promotion, .. } = mv {
            return self.moved(role, promotion, from, to);
        }
        let mut after = Self { double_pushed: None, ..self.clone() };
        let board = &mut after.board;
        match mv {
            Move::EnPassant { from, to } => {
                board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
                board.discard_piece_at(from);
                board.set_piece_at(to, Role::Pawn.of(!self.defender));
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(rook > king);
                board.discard_piece_at(king);
                board.discard_piece_at(rook);
                for (file, role) in [(side.king_to_file(), Role::King), (side.rook_to_file(), Role::Rook)] {
                    board.set_piece_at(Square::from_coords(file, king.rank()), role.of(!self.defender));
                }
            }
            Move::Normal { .. } | Move::Put { .. } => {}
        }
        after
    }

    /// The position after a move of the attacker that is neither castling nor en passant.
    fn moved(&self, role: Role, promotion: Option<Role>, from: Square, to: Square) -> Self {
        let mut board = self.board.clone();
        board.discard_piece_at(from);
        board.set_piece_at(to, promotion.unwrap_or(role).of(!self.defender));
        let is_double_push = role == Role::Pawn && from.rank().distance(to.rank()) == 2;
        Self { board, double_pushed: is_double_push.then_some(to), ..*self }
    }

    /// The attacker's pieces.
    const fn attacking(&self) -> Bitboard {
        self.board.by_color(self.defender.other())
    }

    /// The defender's pieces, the king included.
    const fn defending(&self) -> Bitboard {
        self.board.by_color(self.defender)
    }

    /// The attacker's rooks and queens.
    fn orthogonal_sliders(&self) -> Bitboard {
        self.board.rooks_and_queens() & self.attacking()
    }

    /// The attacker's bishops and queens.
    fn diagonal_sliders(&self) -> Bitboard {
        self.board.bishops_and_queens() & self.attacking()
    }

    /// The checking pieces.
    pub(super) fn checkers(&self) -> Bitboard {
        self.board.attacks_to(self.king, !self.defender, self.board.occupied())
    }

    /// Whether the defender is checkmated.
    pub(super) fn is_checkmate(&self) -> bool {
        let checkers = self.checkers();
        checkers.any() && self.evasions(checkers).total() == 0
    }

    /// The first of some legal moves of the attacker that mates.
    pub(super) fn mate_among(&self, moves: &[Move]) -> Option<Move> {
        moves.iter().copied().find(|&mv| self.after(mv).is_checkmate())
    }

    /// The flight squares of the king.
    pub(super) fn flights(&self) -> Bitboard {
        // Sliders see through the king.
        let occupied = self.board.occupied().without(self.king);
        let attacked =
            self.attacked_by_leapers(Bitboard::EMPTY) | self.attacked_by_sliders(Bitboard::EMPTY, occupied);
        attacks::king_attacks(self.king) & !self.defending() & !attacked
    }

    /// What the attacker's sliders attack, some of them left out, with this occupancy.
    fn attacked_by_sliders(&self, left_out: Bitboard, occupied: Bitboard) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for from in self.orthogonal_sliders() & !left_out {
            attacked |= attacks::rook_attacks(from, occupied);
        }
        for from in self.diagonal_sliders() & !left_out {
            attacked |= attacks::bishop_attacks(from, occupied);
        }
        attacked
    }

    /// What the attacker's knights, pawns and king attack, some of them left out.
    fn attacked_by_leapers(&self, left_out: Bitboard) -> Bitboard {
        let (west, east) = self.defender.fold_wb((-9, -7), (7, 9));
        let own = self.attacking() & !left_out;
        let board = &self.board;
        let pawns = board.pawns() & own;
        let mut attacked =
            (pawns & !Bitboard::from(File::A)).shift(west) | (pawns & !Bitboard::from(File::H)).shift(east);
        for from in board.knights() & own {
            attacked |= attacks::knight_attacks(from);
        }
        for from in board.kings() & own {
            attacked |= attacks::king_attacks(from);
        }
        attacked
    }

    /// The defender's pinned pieces.
    fn pinned(&self) -> Bitboard {
        self.alone_before_sliders(self.defending())
    }

    /// The pieces of a set that stand alone between the king and a slider of the attacker.
    fn alone_before_sliders(&self, pieces: Bitboard) -> Bitboard {
        let orthogonal = attacks::rook_attacks(self.king, Bitboard::EMPTY) & self.orthogonal_sliders();
        let diagonal = attacks::bishop_attacks(self.king, Bitboard::EMPTY) & self.diagonal_sliders();
        let mut alone = Bitboard::EMPTY;
        for slider in orthogonal | diagonal {
            let between = attacks::between(self.king, slider) & self.board.occupied();
            if between.is_subset(pieces) && between.count() == 1 {
                alone |= between;
            }
        }
        alone
    }

    /// Counts the legal check evasions by kind, promotions counted once.
    pub(super) fn evasions(&self, checkers: Bitboard) -> Evasions {
        self.evasions_besides_flights(checkers, count(self.flights()))
    }

    fn evasions_besides_flights(&self, checkers: Bitboard, flights: u32) -> Evasions {
        let Some(checker) = checkers.single_square() else {
            return Evasions { flights, captures: 0, blocks: 0 };
        };
        let (captures, blocks) = self.captures_and_blocks(checker);
        Evasions { flights, captures, blocks }
    }

    fn captures_and_blocks(&self, checker: Square) -> (u32, u32) {
        let between = attacks::between(self.king, checker);
        let others = self.defending().without(self.king);
        // Most checks are from next to the king or by a knight, and nothing attacks the checker.
        if between.is_empty() && self.double_pushed.is_none() && self.captors(others, checker).is_empty() {
            return (0, 0);
        }
        let free = self.free();
        let captures = count(self.captors(free, checker)) + self.en_passant_captures(free);
        (captures, between.into_iter().map(|to| count(self.interposers(free, to))).sum())
    }

    /// The defender's pieces that are free to move, without the king.
    fn free(&self) -> Bitboard {
        self.defending().without(self.king) & !self.pinned()
    }

    /// Of the free pieces, those that can capture a checker, en passant aside.
    fn captors(&self, free: Bitboard, checker: Square) -> Bitboard {
        self.board.attacks_to(checker, self.defender, self.board.occupied()) & free
    }

    /// Of the free pieces, those that can move to an empty square.
    fn interposers(&self, free: Bitboard, to: Square) -> Bitboard {
        let (board, pawns) = (&self.board, self.board.pawns());
        let pieces = board.attacks_to(to, self.defender, board.occupied()) & free & !pawns;
        let (down, second_rank) = self.defender.fold_wb((-8, Rank::Second), (8, Rank::Seventh));
        let one = Bitboard::from(to).shift(down);
        let two = (one & !board.occupied()).shift(down) & Bitboard::from(second_rank);
        pieces | ((one | two) & free & pawns)
    }

    /// En passant captures that end the check, by pieces that are free to move.
    fn en_passant_captures(&self, free: Bitboard) -> u32 {
        let Some(pushed) = self.double_pushed else { return 0 };
        let Some(target) = pushed.offset(self.defender.fold_wb(8, -8)) else { return 0 };
        let captors = attacks::pawn_attacks(!self.defender, target) & free & self.board.pawns();
        let mut captures = 0;
        for from in captors {
            let occupied = self.board.occupied().without(from).without(pushed).with(target);
            let attackers = self.board.attacks_to(self.king, !self.defender, occupied).without(pushed);
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
    MovePreview::new(position.board(), position.turn())?.mate_among(&position.legal_moves())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, random_games};

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
                    let evasions = after.evasions(after.checkers()).total();
                    assert_eq!(evasions as usize, replies, "{}", text());
                    checks += 1;
                    mates += usize::from(replies == 0);
                }
            }
        });
        assert!(checks > 10_000 && mates > 300, "{checks} {mates}");
    }
}
