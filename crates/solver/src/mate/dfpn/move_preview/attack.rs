//! The attacker to move: its checks, and the flight squares that each of its moves leaves. Most moves are looked at without
//! a board of their own.

use shakmaty::attacks;

use super::{Evasions, MovePreview, count};
use crate::mate::dfpn::params;
use chess::{Bitboard, Move, Rank, Role, Square};

/// The attacker to move: what each piece attacks, and where it would give check.
pub(in crate::mate::dfpn) struct Attack<'a> {
    pub(super) now: &'a MovePreview,
    attacked_by_leapers: Bitboard,
    /// What sliders attack; they see through the king.
    attacked_by_sliders: Bitboard,
    /// The pieces that may give a discovered check.
    discoverers: Bitboard,
    /// The squares from which a rook would give check, and a bishop.
    rook_checks: Bitboard,
    bishop_checks: Bitboard,
}

/// A piece of the attacker that may move, and what the others attack without it.
pub(in crate::mate::dfpn) struct Mover {
    role: Role,
    from: Square,
    attacked_by_leapers: Bitboard,
    attacked_by_sliders: Bitboard,
}

/// A check by the attacker.
#[derive(Clone, Copy)]
pub(super) struct FoundCheck {
    pub(super) role: Role,
    pub(super) promotion: Option<Role>,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) checkers: Bitboard,
    /// Its proof number by the count of evasions; 0 if it mates.
    pub(super) proof: u32,
}

impl<'a> Attack<'a> {
    pub(in crate::mate::dfpn) fn new(now: &'a MovePreview) -> Self {
        let occupied = now.board.occupied();
        Self {
            now,
            attacked_by_leapers: now.attacked_by_leapers(Bitboard::EMPTY),
            attacked_by_sliders: now.attacked_by_sliders(Bitboard::EMPTY, occupied.without(now.king)),
            discoverers: now.alone_before_sliders(now.attacking()),
            rook_checks: attacks::rook_attacks(now.king, occupied),
            bishop_checks: attacks::bishop_attacks(now.king, occupied),
        }
    }

    /// The flight squares of the king as it stands.
    pub(super) fn flights(&self) -> Bitboard {
        let attacked = self.attacked_by_leapers | self.attacked_by_sliders;
        attacks::king_attacks(self.now.king) & !self.now.defending() & !attacked
    }

    /// Visits the attacker's checks whose proof number by the count of evasions is below a bound. A visit returns the
    /// bound for what follows; it ends at 0. Castling and en passant are left out.
    pub(super) fn each_check(&self, mut bound: u32, mut visit: impl FnMut(FoundCheck) -> u32) {
        let mut look_at = |mover: &Mover, promotion, to| {
            if let Some(check) = self.check(mover, promotion, to, bound) {
                bound = visit(check);
            }
            bound == 0
        };
        let (now, board) = (self.now, &self.now.board);
        let own = now.attacking();
        let pieces = [
            (Role::Queen, board.queens()),
            (Role::Rook, board.rooks()),
            (Role::Bishop, board.bishops()),
            (Role::Knight, board.knights()),
            (Role::King, board.kings() & self.discoverers),
        ];
        for (role, pieces) in pieces {
            let checking_squares = self.checking_squares(role);
            for from in pieces & own {
                let reach = attacks::attacks(from, role.of(!now.defender), board.occupied()) & !own;
                let targets = if self.discoverers.contains(from) { reach } else { reach & checking_squares };
                if targets.any() {
                    let mover = self.mover(role, from);
                    if targets.without(now.king).into_iter().any(|to| look_at(&mover, None, to)) {
                        return;
                    }
                }
            }
        }
        let last_rank = now.defender.fold_wb(Rank::First, Rank::Eighth);
        let checks_and_promotions = self.checking_squares(Role::Pawn) | Bitboard::from(last_rank);
        for from in board.pawns() & own {
            let reach = self.pawn_targets(from);
            let targets = if self.discoverers.contains(from) { reach } else { reach & checks_and_promotions };
            if targets.is_empty() {
                continue;
            }
            let mover = self.mover(Role::Pawn, from);
            for to in targets.without(now.king) {
                let promotions: &[Option<Role>] =
                    if to.rank() == last_rank { &[Some(Role::Queen), Some(Role::Knight)] } else { &[None] };
                if promotions.iter().any(|&promotion| look_at(&mover, promotion, to)) {
                    return;
                }
            }
        }
    }

    /// The squares that a pawn of the attacker can move to, en passant aside.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let occupied = self.now.board.occupied();
        let up = self.now.defender.fold_wb(-8, 8);
        let third_rank = self.now.defender.fold_wb(Rank::Sixth, Rank::Third);
        let one = Bitboard::from(from).shift(up) & !occupied;
        let two = (one & Bitboard::from(third_rank)).shift(up) & !occupied;
        one | two | (attacks::pawn_attacks(!self.now.defender, from) & self.now.defending())
    }

    /// The squares from which a piece would give check.
    fn checking_squares(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn_attacks(self.now.defender, self.now.king),
            Role::Knight => attacks::knight_attacks(self.now.king),
            Role::Bishop => self.bishop_checks,
            Role::Rook => self.rook_checks,
            Role::Queen => self.bishop_checks | self.rook_checks,
            Role::King => Bitboard::EMPTY,
        }
    }

    /// Lifts a piece off the board.
    fn mover(&self, role: Role, from: Square) -> Mover {
        let is_slider = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
        let lifted = Bitboard::from(from);
        let attacked_by_sliders = if is_slider || self.attacked_by_sliders.contains(from) {
            self.now
                .attacked_by_sliders(lifted, self.now.board.occupied().without(self.now.king).without(from))
        } else {
            self.attacked_by_sliders
        };
        let attacked_by_leapers =
            if is_slider { self.attacked_by_leapers } else { self.now.attacked_by_leapers(lifted) };
        Mover { role, from, attacked_by_leapers, attacked_by_sliders }
    }

    /// Looks at a move that may check; None if it doesn't, or is not wanted.
    fn check(&self, mover: &Mover, promotion: Option<Role>, to: Square, bound: u32) -> Option<FoundCheck> {
        let &Mover { role, from, .. } = mover;
        let flights = count(self.flights_of(mover, promotion.unwrap_or(role), to));
        if flights * params::CHECK_PER_FLIGHT >= bound {
            return None;
        }
        // Other pieces go where they give check, and give it alone.
        let may_discover = promotion.is_some() || self.discoverers.contains(from);
        let (checkers, evasions) = if !may_discover && self.is_unanswered(role, from, to) {
            (Bitboard::from(to), Evasions { flights, captures: 0, blocks: 0 })
        } else {
            let after = self.now.moved(role, promotion, from, to);
            let checkers = if may_discover { after.checkers() } else { Bitboard::from(to) };
            if checkers.is_empty() {
                return None;
            }
            (checkers, after.evasions_besides_flights(checkers, flights))
        };
        let proof = evasions.proof_number();
        (proof < bound && self.is_legal(role, from, to)).then_some(FoundCheck {
            role,
            promotion,
            from,
            to,
            checkers,
            proof,
        })
    }

    /// Whether a check from a square can be neither captured, the king aside, nor blocked, as most checks from next to
    /// the king or by a knight. A pawn's move by two squares is not looked at.
    fn is_unanswered(&self, role: Role, from: Square, to: Square) -> bool {
        let now = self.now;
        let occupied = now.board.occupied().without(from).with(to);
        let is_double_push = role == Role::Pawn && from.rank().distance(to.rank()) == 2;
        !is_double_push
            && attacks::between(now.king, to).is_empty()
            && now.board.attacks_to(to, now.defender, occupied).without(now.king).is_empty()
    }

    /// Whether the attacker's own king is not in check after a move.
    fn is_legal(&self, role: Role, from: Square, to: Square) -> bool {
        let (board, defender) = (&self.now.board, self.now.defender);
        let king = if role == Role::King { Some(to) } else { board.king_of(!defender) };
        let occupied = board.occupied().without(from).with(to);
        king.is_some_and(|king| board.attacks_to(king, defender, occupied).without(to).is_empty())
    }

    /// Whether a legal move may check: false only if it doesn't.
    pub(in crate::mate::dfpn) fn may_check(&self, mv: Move) -> bool {
        let Move::Normal { role, from, to, promotion: None, .. } = mv else { return true };
        self.discoverers.contains(from) || self.checking_squares(role).contains(to)
    }

    /// The number of flight squares after a legal move. `last` is the piece that was moved before, most often the same.
    pub(in crate::mate::dfpn) fn flights_after(&self, mv: Move, last: &mut Option<Mover>) -> u32 {
        let Move::Normal { role, from, to, promotion, .. } = mv else {
            return count(self.now.after(mv).flights());
        };
        let mover = match last {
            Some(mover) if mover.from == from => mover,
            _ => last.insert(self.mover(role, from)),
        };
        count(self.flights_of(mover, promotion.unwrap_or(role), to))
    }

    /// The flight squares after a move. What the piece attacked from its old square counts no more; on its new square it
    /// may block a slider.
    fn flights_of(&self, mover: &Mover, role: Role, to: Square) -> Bitboard {
        let now = self.now;
        let occupied = now.board.occupied().without(now.king).without(mover.from);
        let blocks = mover.attacked_by_sliders.contains(to) && !occupied.contains(to);
        let occupied = occupied.with(to);
        let by_sliders = if blocks {
            now.attacked_by_sliders(Bitboard::from(mover.from), occupied)
        } else {
            mover.attacked_by_sliders
        };
        let attacked =
            mover.attacked_by_leapers | by_sliders | attacks::attacks(to, role.of(!now.defender), occupied);
        attacks::king_attacks(now.king) & !now.defending().without(to) & !attacked
    }
}

impl Evasions {
    /// The proof number of a check by the number of its evasions; 0 if it mates.
    pub(in crate::mate::dfpn) const fn proof_number(self) -> u32 {
        params::CHECK_PER_FLIGHT * self.flights
            + params::CHECK_PER_CAPTURE * self.captures
            + params::CHECK_PER_BLOCK * self.blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, random_games};

    #[test]
    fn flight_squares_and_checks_are_those_after_the_move() {
        let (mut moves, mut checks, mut surprises) = (0, 0, 0);
        random_games::each_position(240, 10, |position, _| {
            let now = MovePreview::new(position.board(), position.turn()).unwrap();
            let attack = Attack::new(&now);
            let mut last = None;
            for mv in position.legal_moves() {
                let (after, text) = (now.after(mv), || format!("{} {mv}", fen::format(position)));
                assert_eq!(attack.flights_after(mv, &mut last), count(after.flights()), "{}", text());
                let is_check = after.checkers().any();
                assert!(attack.may_check(mv) || !is_check, "{}", text());
                moves += 1;
                checks += usize::from(is_check);
                surprises += usize::from(attack.may_check(mv) && !is_check);
            }
        });
        assert!(moves > 100_000 && checks > 3_000, "{moves} {checks}");
        assert!(surprises * 10 < moves, "{surprises} of {moves} moves are looked at for nothing");
    }
}
