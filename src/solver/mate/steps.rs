//! The legal moves of a [`Board`]: made with the masks of checks and pins, so that none has to be tried.

use shakmaty::{CastlingSide, attacks};

use crate::chess::{Bitboard, Color, Rank, Role, Square};

use super::board::{Board, Kind, Step};

/// What a pawn can become, the likeliest to mate first.
pub(super) const PROMOTIONS: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Knight), Some(Role::Rook), Some(Role::Bishop)];

impl Board {
    /// Adds every legal move to `steps`.
    pub(super) fn steps(&self, steps: &mut Vec<Step>) {
        let Some(king) = self.king(self.turn()) else { return };
        self.king_steps(king, steps);
        let checkers = self.checkers();
        if checkers.more_than_one() {
            return;
        }
        let own = self.by_color(self.turn());
        let mask = match checkers.first() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None => !own,
        };
        let pinned = self.pinned();
        let occupied = self.occupied();
        for from in own & !self.by_role(Role::Pawn) & !self.by_role(Role::King) {
            let Some(role) = self.role_at(from) else { continue };
            let mut reach = attacks::attacks(from, role.of(self.turn()), occupied) & mask;
            if pinned.contains(from) {
                reach &= attacks::ray(king, from);
            }
            self.push(role, from, reach, steps);
        }
        for from in own & self.by_role(Role::Pawn) {
            let mut reach = self.pawn_reach(from) & mask;
            if pinned.contains(from) {
                reach &= attacks::ray(king, from);
            }
            if from.rank() == seventh(self.turn()) {
                for to in reach {
                    let capture = self.captured(to);
                    steps.extend(
                        PROMOTIONS
                            .map(|promotion| Step { promotion, ..plain(Role::Pawn, from, to, capture) }),
                    );
                }
            } else {
                self.push(Role::Pawn, from, reach, steps);
            }
        }
        self.special_steps(steps);
    }

    /// Adds the legal captures en passant and castling moves.
    pub(super) fn special_steps(&self, steps: &mut Vec<Step>) {
        let own = self.by_color(self.turn());
        if let Some(passed) = self.en_passant() {
            let takers = attacks::pawn_attacks(!self.turn(), passed) & own & self.by_role(Role::Pawn);
            steps.extend(takers.into_iter().filter_map(|from| self.passing(from, passed)));
        }
        if (self.castling() & own).any()
            && let Some(king) = self.king(self.turn())
            && !self.is_check()
        {
            self.castling_steps(king, steps);
        }
    }

    fn push(&self, role: Role, from: Square, reach: Bitboard, steps: &mut Vec<Step>) {
        let theirs = self.by_color(!self.turn());
        for to in reach & theirs {
            steps.push(plain(role, from, to, self.role_at(to)));
        }
        for to in reach & !theirs {
            steps.push(plain(role, from, to, None));
        }
    }

    fn captured(&self, to: Square) -> Option<Role> {
        if self.by_color(!self.turn()).contains(to) { self.role_at(to) } else { None }
    }

    fn passing(&self, from: Square, passed: Square) -> Option<Step> {
        let step = Step { kind: Kind::EnPassant, ..plain(Role::Pawn, from, passed, Some(Role::Pawn)) };
        self.may_pass(from, passed).then_some(step)
    }

    fn king_steps(&self, king: Square, steps: &mut Vec<Step>) {
        let flights = self.flights(king);
        self.push(Role::King, king, flights, steps);
    }

    /// Where the king of the side to move can go, castling left out.
    fn flights(&self, king: Square) -> Bitboard {
        let (turn, without) = (self.turn(), self.occupied().without(king));
        let theirs = self.by_color(!turn);
        let mut flights = attacks::king_attacks(king) & !self.by_color(turn);
        for to in flights {
            if self.is_attacked(to, theirs, !turn, without) {
                flights.discard(to);
            }
        }
        flights
    }

    /// Castling of the side to move, which is not in check.
    fn castling_steps(&self, king: Square, steps: &mut Vec<Step>) {
        let turn = self.turn();
        for rook in self.castling() & self.by_color(turn) {
            let side = CastlingSide::from_king_side(rook > king);
            let king_to = Square::from_coords(side.king_to_file(), king.rank());
            let rook_to = Square::from_coords(side.rook_to_file(), king.rank());
            let rest = self.occupied().without(king).without(rook);
            let way = attacks::between(king, king_to).with(king_to);
            let rook_way = attacks::between(rook, rook_to).with(rook_to);
            if ((way | rook_way) & rest).any() {
                continue;
            }
            let theirs = self.by_color(!turn);
            let attacked = |square, occupied| self.is_attacked(square, theirs, !turn, occupied);
            let open = self.occupied().without(king);
            if way.into_iter().any(|square| attacked(square, open))
                || attacked(king_to, rest.with(rook_to).with(king_to))
            {
                continue;
            }
            steps.push(Step { kind: Kind::Castle, ..plain(Role::King, king, rook, None) });
        }
    }

    /// Squares that a pawn of the side to move can go to, en passant left out and pins not regarded.
    pub(super) fn pawn_reach(&self, from: Square) -> Bitboard {
        let turn = self.turn();
        let free = !self.occupied();
        let pawn = Bitboard::from_square(from);
        let one = turn.fold_wb(pawn.shift(8), pawn.shift(-8)) & free;
        let two = turn.fold_wb(one.shift(8), one.shift(-8)) & free & turn.fold_wb(Rank::Fourth, Rank::Fifth);
        let two =
            if from.rank() == turn.fold_wb(Rank::Second, Rank::Seventh) { two } else { Bitboard::EMPTY };
        (attacks::pawn_attacks(turn, from) & self.by_color(!turn)) | one | two
    }

    /// The legal move that a packed one stands for, if there is one.
    pub(super) fn find(&self, packed: u16) -> Option<Step> {
        let square = |bits: u16| Square::try_from(bits & 63).ok();
        let (from, to) = (square(packed)?, square(packed >> 6)?);
        let (turn, own) = (self.turn(), self.by_color(self.turn()));
        if packed >> 15 == 0 || !own.contains(from) {
            return None;
        }
        let (role, king) = (self.role_at(from)?, self.king(turn)?);
        let promotion = PROMOTIONS.into_iter().flatten().find(|&role| role as u16 == packed >> 12 & 7);
        if promotion.is_none() && packed >> 12 & 7 != 0 {
            return None;
        }
        if own.contains(to) {
            return self.find_castling(king, packed);
        }
        let reach = if role == Role::Pawn {
            if self.en_passant() == Some(to) && attacks::pawn_attacks(turn, from).contains(to) {
                return self.passing(from, to).filter(|_| promotion.is_none());
            }
            self.pawn_reach(from)
        } else {
            attacks::attacks(from, role.of(turn), self.occupied())
        };
        let promotes = role == Role::Pawn && from.rank() == seventh(turn);
        if !reach.contains(to) || promotes != promotion.is_some() {
            return None;
        }
        let occupied = self.occupied().without(from).with(to);
        let theirs = self.by_color(!turn).without(to);
        let king = if role == Role::King { to } else { king };
        if self.is_attacked(king, theirs, !turn, occupied) {
            return None;
        }
        Some(Step { promotion, ..plain(role, from, to, self.captured(to)) })
    }

    fn find_castling(&self, king: Square, packed: u16) -> Option<Step> {
        if self.castling().is_empty() || self.is_check() {
            return None;
        }
        let mut steps = Vec::new();
        self.castling_steps(king, &mut steps);
        steps.into_iter().find(|step| step.packed() == packed)
    }

    /// Whether the side to move is checkmated.
    pub(super) fn is_checkmate(&self) -> bool {
        let Some(king) = self.king(self.turn()) else { return false };
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return false };
        self.flights(king).is_empty() && (checkers.more_than_one() || !self.can_parry(king, checker))
    }

    /// Whether a man other than the king can capture the checking man or step between.
    fn can_parry(&self, king: Square, checker: Square) -> bool {
        let (turn, occupied) = (self.turn(), self.occupied());
        // A pinned man can never parry a check from elsewhere.
        let free = self.by_color(turn) & !self.by_role(Role::King) & !self.pinned();
        if self.is_attacked(checker, free, turn, occupied) {
            return true;
        }
        // It is kept only where the capture is legal, and with it the check is gone.
        if self.en_passant().is_some() {
            return true;
        }
        let between = attacks::between(king, checker);
        if between.is_empty() {
            return false;
        }
        let pawns = free & self.by_role(Role::Pawn);
        let ahead = |pawns: Bitboard| turn.fold_wb(pawns.shift(8), pawns.shift(-8)) & !occupied;
        let one = ahead(pawns);
        let two = ahead(one & turn.fold_wb(Rank::Third, Rank::Sixth));
        if ((one | two) & between).any() {
            return true;
        }
        let pieces = free & !pawns;
        between.into_iter().any(|square| self.is_attacked(square, pieces, turn, occupied))
    }
}

/// The rank from which a pawn promotes.
pub(super) fn seventh(color: Color) -> Rank {
    color.fold_wb(Rank::Seventh, Rank::Second)
}

pub(super) const fn plain(role: Role, from: Square, to: Square, capture: Option<Role>) -> Step {
    Step { from, to, role, capture, promotion: None, kind: Kind::Plain }
}
