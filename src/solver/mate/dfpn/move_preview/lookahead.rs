//! Looks ahead on bitboards: how near to mate a check or a reply is, from the checks that follow it.
//!
//! A reply is worth the best check that follows it, a check the sum over its evasions; there the evasions of the next
//! check are only counted.
//!
//! Numbers of this kind are df-pn's initial proof numbers (df-pn+: Nagai and Imai, "Application of df-pn+ to Othello
//! Endgames", 1999). No position is made for them.

use shakmaty::{Board, attacks};

use super::{Evasions, MovePreview, count};
use crate::chess::{Bitboard, Move, Position, Rank, Role, Square};
use crate::solver::mate::dfpn::params;

impl MovePreview {
    /// Visits the attacker's checks whose proof number by the count of evasions is below a bound. A visit returns the
    /// bound for what follows; it ends at 0. Castling and en passant are left out.
    fn each_check(
        &self,
        board: &Board,
        flights: Bitboard,
        bound: u32,
        mut visit: impl FnMut(FoundCheck) -> u32,
    ) {
        let own = self.occupied & !self.defending;
        let discoverers = self.alone_before_sliders(own);
        let slider_attacks = self.slider_attacks();
        let mut finder = CheckFinder { now: self, board, flights, slider_attacks, discoverers, bound };
        let mut look_at = |role, promotion, from, to| {
            if let Some(check) = finder.check(role, promotion, from, to) {
                finder.bound = visit(check);
            }
            finder.bound == 0
        };
        let queens = self.diagonal_sliders & self.orthogonal_sliders;
        let rook_squares = attacks::rook_attacks(self.king, self.occupied);
        let bishop_squares = attacks::bishop_attacks(self.king, self.occupied);
        let pieces = [
            (Role::Queen, queens, rook_squares | bishop_squares),
            (Role::Rook, self.orthogonal_sliders & !queens, rook_squares),
            (Role::Bishop, self.diagonal_sliders & !queens, bishop_squares),
            (Role::Knight, self.knights, attacks::knight_attacks(self.king)),
            (Role::King, self.attacking_king & discoverers, Bitboard::EMPTY),
        ];
        for (role, pieces, checking_squares) in pieces {
            for from in pieces {
                let reach = attacks::attacks(from, role.of(!self.defender), self.occupied) & !own;
                let targets = if discoverers.contains(from) { reach } else { reach & checking_squares };
                for to in targets.without(self.king) {
                    if look_at(role, None, from, to) {
                        return;
                    }
                }
            }
        }
        let last_rank = self.defender.fold_wb(Rank::First, Rank::Eighth);
        let checking_squares = attacks::pawn_attacks(self.defender, self.king);
        for from in self.pawns {
            for to in self.pawn_targets(from).without(self.king) {
                let is_checking = checking_squares.contains(to) || discoverers.contains(from);
                let promotions: &[Option<Role>] = if to.rank() == last_rank {
                    &[Some(Role::Queen), Some(Role::Knight)]
                } else if is_checking {
                    &[None]
                } else {
                    &[]
                };
                if promotions.iter().any(|&promotion| look_at(Role::Pawn, promotion, from, to)) {
                    return;
                }
            }
        }
    }

    /// The proof number of the attacker's best check by the count of evasions, if it is below a bound; 0 if it mates.
    fn best_counted_check(&self, board: &Board, flights: Bitboard, bound: u32) -> Option<u32> {
        let mut best = bound;
        self.each_check(board, flights, bound, |check| {
            best = check.proof;
            best
        });
        (best < bound).then_some(best)
    }

    /// The proof number of the attacker's best check by the evasions themselves, if it is below a bound; 0 if it mates.
    fn best_check(&self, board: &Board, flights: Bitboard, bound: u32) -> Option<u32> {
        let mut checks = Vec::new();
        self.each_check(board, flights, bound, |check| {
            checks.push(check);
            if check.proof == 0 { 0 } else { bound }
        });
        checks.sort_by_key(|check| check.proof);
        let mut best = bound;
        for FoundCheck { after, checkers, proof } in checks {
            if proof == 0 {
                return Some(0);
            }
            best = best.min(after.check_proof_number(board, checkers, best));
        }
        (best < bound).then_some(best)
    }

    /// What the proof number of a quiet move is raised by: the less it threatens, the more, up to a limit.
    pub(in crate::solver::mate::dfpn) fn threat_proof_number(&self, board: &Board) -> u32 {
        let bound = params::MAX_THREAT * params::THREAT_DIVISOR;
        self.best_counted_check(board, self.flights(), bound).unwrap_or(bound) / params::THREAT_DIVISOR
    }

    /// What the attacker's sliders attack; they see through the king.
    fn slider_attacks(&self) -> Bitboard {
        let occupied = self.occupied.without(self.king);
        let orthogonal =
            self.orthogonal_sliders.into_iter().map(|from| attacks::rook_attacks(from, occupied));
        let diagonal = self.diagonal_sliders.into_iter().map(|from| attacks::bishop_attacks(from, occupied));
        orthogonal.chain(diagonal).fold(Bitboard::EMPTY, |all, attacked| all | attacked)
    }

    /// The squares that a pawn of the attacker can move to, en passant aside.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let up = self.defender.fold_wb(-8, 8);
        let third_rank = self.defender.fold_wb(Rank::Sixth, Rank::Third);
        let one = Bitboard::from(from).shift(up) & !self.occupied;
        let two = (one & Bitboard::from(third_rank)).shift(up) & !self.occupied;
        one | two | (attacks::pawn_attacks(!self.defender, from) & self.defending)
    }

    /// The proof number of a check: the sum over its evasions, each by what the attacker has after it. 0 if it mates.
    /// Above the limit, it need not be precise.
    pub(in crate::solver::mate::dfpn) fn check_proof_number(
        &self,
        board: &Board,
        checkers: Bitboard,
        limit: u32,
    ) -> u32 {
        let mut sum = 0;
        for to in self.flights() {
            sum += self.after_evasion(board, self.king, to);
            if sum > limit {
                return sum;
            }
        }
        let Some(checker) = checkers.single_square() else { return sum };
        let free = self.free(board);
        let captures = self.captors(board, free, checker).into_iter().map(|from| (from, checker));
        let between = attacks::between(self.king, checker).into_iter();
        let interpositions =
            between.flat_map(|to| self.interposers(board, free, to).into_iter().map(move |from| (from, to)));
        for (from, to) in captures.chain(interpositions) {
            sum += self.after_evasion(board, from, to);
            if sum > limit {
                return sum;
            }
        }
        sum + self.en_passant_captures(free & board.pawns()) * params::UNIT
    }

    /// The proof number after an evasion of the defender, 1 or more. Pawns are promoted to queens.
    fn after_evasion(&self, board: &Board, from: Square, to: Square) -> u32 {
        let is_promotion = board.pawns().contains(from) && matches!(to.rank(), Rank::First | Rank::Eighth);
        let replied = self.after_reply(board, from, to, is_promotion.then_some(Role::Queen));
        replied.map_or(params::UNIT, |(after, board)| {
            after.attacker_proof_number(&board, Self::best_counted_check).max(1)
        })
    }

    /// The position after a move of the defender that is neither castling nor en passant. None if there is no piece.
    fn after_reply(
        &self,
        board: &Board,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<(Self, Board)> {
        let mut board = board.clone();
        let piece = board.remove_piece_at(from)?;
        board.set_piece_at(to, promotion.unwrap_or(piece.role).of(piece.color));
        let mut after = *self;
        for role in Role::ALL {
            for bitboard in after.bitboards_of(role).into_iter().flatten() {
                bitboard.discard(to);
            }
        }
        for bitboard in [&mut after.occupied, &mut after.defending] {
            bitboard.discard(from);
            bitboard.add(to);
        }
        after.king = if from == self.king { to } else { self.king };
        after.double_pushed = None;
        Some((after, board))
    }

    /// The proof number with the attacker to move: that of the best check or of a quiet move; 0 if there is a mate in one
    /// (castling and en passant aside). The best check is found by [`best_check`](Self::best_check) or by
    /// [`best_counted_check`](Self::best_counted_check).
    fn attacker_proof_number(
        &self,
        board: &Board,
        best_check: impl Fn(&Self, &Board, Bitboard, u32) -> Option<u32>,
    ) -> u32 {
        let flights = self.flights();
        let quiet = params::quiet_proof_number(count(flights));
        best_check(self, board, flights, quiet).unwrap_or(quiet)
    }
}

/// A check by the attacker.
#[derive(Clone, Copy)]
struct FoundCheck {
    after: MovePreview,
    checkers: Bitboard,
    /// Its proof number by the count of evasions; 0 if it mates.
    proof: u32,
}

/// Finds out what a check is worth.
struct CheckFinder<'a> {
    now: &'a MovePreview,
    board: &'a Board,
    /// The flight squares before the check.
    flights: Bitboard,
    slider_attacks: Bitboard,
    /// The pieces that may give a discovered check.
    discoverers: Bitboard,
    /// Only checks with a lower proof number are wanted.
    bound: u32,
}

impl CheckFinder<'_> {
    /// Looks at a move that may check; None if it doesn't, or is not wanted.
    fn check(&self, role: Role, promotion: Option<Role>, from: Square, to: Square) -> Option<FoundCheck> {
        if self.leaves_too_many_flights(promotion.unwrap_or(role), from, to) {
            return None;
        }
        let after = self.now.moved(role, promotion, from, to);
        // Other pieces go where they give check, and give it alone.
        let checkers = if promotion.is_some() || self.discoverers.contains(from) {
            after.checkers()
        } else {
            Bitboard::from(to)
        };
        if checkers.is_empty() {
            return None;
        }
        let flights = count(after.flights());
        if flights * params::CHECK_PER_FLIGHT >= self.bound {
            return None;
        }
        let proof = after.evasions_besides_flights(self.board, checkers, flights).proof_number();
        (proof < self.bound && after.is_legal(self.board)).then_some(FoundCheck { after, checkers, proof })
    }

    /// Whether the flight squares alone make the check unwanted. A piece that moves takes the squares that it attacks
    /// then, and others only where it stood in the way of a slider.
    fn leaves_too_many_flights(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.now.occupied.without(self.now.king).without(from).with(to);
        let taken = attacks::attacks(to, role.of(!self.now.defender), occupied).with(to);
        !self.slider_attacks.contains(from)
            && count(self.flights & !taken) * params::CHECK_PER_FLIGHT >= self.bound
    }
}

impl Evasions {
    /// The proof number of a check by the number of its evasions.
    const fn proof_number(self) -> u32 {
        params::CHECK_PER_FLIGHT * self.flights
            + params::CHECK_PER_CAPTURE * self.captures
            + params::CHECK_PER_BLOCK * self.blocks
    }
}

/// The proof number after a reply of the defender, by what the attacker has then; 0 if there is a mate in one. None for
/// castling and en passant.
pub(in crate::solver::mate::dfpn) fn reply_proof_number(position: &Position, reply: Move) -> Option<u32> {
    let Move::Normal { from, to, promotion, .. } = reply else { return None };
    let before = MovePreview::new(position.board(), !position.turn())?;
    let (after, board) = before.after_reply(position.board(), from, to, promotion)?;
    Some(after.attacker_proof_number(&board, MovePreview::best_check))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, random_games};

    /// Neither castling nor en passant, and a promotion to queen or knight: what is looked at.
    fn is_looked_at(mv: Move) -> bool {
        matches!(mv, Move::Normal { promotion: None | Some(Role::Queen | Role::Knight), .. })
    }

    fn is_mate(position: &Position) -> bool {
        position.is_check() && position.legal_moves().is_empty()
    }

    /// By the rules, and by the evasions that another test holds against them.
    #[test]
    fn the_best_check_leaves_the_fewest_evasions() {
        let (mut checks, mut pruned) = (0, 0);
        random_games::each_position(240, 6, |position, _| {
            let board = position.board();
            let now = MovePreview::new(board, position.turn()).unwrap();
            let moves = position.legal_moves();
            let all = moves.iter().filter(|mv| is_looked_at(**mv) && position.after(**mv).is_check());
            let proof = |mv: &Move| {
                let after = now.after(*mv);
                after.evasions(board, after.checkers()).proof_number()
            };
            let best = all.map(proof).min();
            for bound in [u32::MAX, 60, 30] {
                let found = now.best_counted_check(board, now.flights(), bound);
                assert_eq!(found, best.filter(|&best| best < bound), "{} {bound}", fen::format(position));
                pruned += usize::from(found != best);
            }
            checks += usize::from(best.is_some());
        });
        assert!(checks > 3_000 && pruned > 300, "{checks} {pruned}");
    }

    #[test]
    fn a_check_costs_what_its_evasions_cost_together() {
        let mut evasions = 0;
        random_games::each_position(240, 7, |position, _| {
            let board = position.board();
            let now = MovePreview::new(board, position.turn()).unwrap();
            for mv in position.legal_moves() {
                let next = position.after(mv);
                if !next.is_check() {
                    continue;
                }
                let replies = next.legal_moves();
                let once = |mv: &&Move| mv.promotion().is_none_or(|role| role == Role::Queen);
                let cost = |reply: &Move| {
                    if reply.is_en_passant() {
                        return params::UNIT;
                    }
                    let answered = next.after(*reply);
                    let preview = MovePreview::new(answered.board(), answered.turn()).unwrap();
                    preview.attacker_proof_number(answered.board(), MovePreview::best_counted_check).max(1)
                };
                let sum: u32 = replies.iter().filter(once).map(cost).sum();
                let after = now.after(mv);
                let found = after.check_proof_number(board, after.checkers(), u32::MAX);
                assert_eq!(found, sum, "{} {mv}", fen::format(position));
                evasions += replies.len();
            }
        });
        assert!(evasions > 10_000, "{evasions}");
    }

    #[test]
    fn a_reply_is_proven_where_a_mate_in_one_follows_and_only_there() {
        let (mut proven, mut open) = (0, 0);
        random_games::each_position(300, 8, |position, _| {
            for reply in position.legal_moves() {
                let Some(proof) = reply_proof_number(position, reply) else { continue };
                let next = position.after(reply);
                let is_mated =
                    next.legal_moves().iter().any(|mv| is_looked_at(*mv) && is_mate(&next.after(*mv)));
                assert_eq!(proof == 0, is_mated, "{} {reply}", fen::format(position));
                proven += usize::from(is_mated);
                open += usize::from(!is_mated);
            }
        });
        assert!(proven > 5_000 && open > 50_000, "{proven} {open}");
    }
}
