//! The legal moves of a [`Board`]: made with the masks of checks and pins, so that none has to be tried.

use shakmaty::{CastlingSide, attacks};

use crate::chess::{Bitboard, Color, File, Move, Rank, Role, Square};

use super::{Board, Checks, Kind, Step};

/// What a pawn can become, the likeliest to mate first.
pub(crate) const PROMOTIONS: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Knight), Some(Role::Rook), Some(Role::Bishop)];

/// The men that are neither king nor pawn.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What binds the men of the side to move: checks and pins, worked out once for a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bonds {
    king: Square,
    /// The men that give check.
    pub(crate) checkers: Bitboard,
    /// Own men that may move only along a line with their king.
    pinned: Bitboard,
}

/// Which of the legal moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// Those for which [`Step::is_noisy`] holds.
    Noisy,
    /// The others.
    Quiet,
}

impl Bonds {
    /// The squares that they leave a man.
    fn leash(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { attacks::ray(self.king, from) } else { Bitboard::FULL }
    }
}

impl Wanted {
    const fn promotions(self) -> &'static [Option<Role>] {
        match self {
            Self::All => &PROMOTIONS,
            Self::Noisy => PROMOTIONS.split_at(1).0,
            Self::Quiet => PROMOTIONS.split_at(1).1,
        }
    }
}

impl Step {
    /// Whether a move changes the material for the better: a capture or a promotion to a queen. Other
    /// promotions are not, even where they capture.
    pub(crate) const fn is_noisy(self) -> bool {
        match self.promotion {
            None => self.capture.is_some(),
            Some(role) => matches!(role, Role::Queen),
        }
    }

    /// The move in 16 bits: enough to find it again among the legal ones. Never nought.
    pub(crate) fn packed(self) -> u16 {
        let promotion = self.promotion.map_or(0, |role| role as u16);
        self.from as u16 | (self.to as u16) << 6 | promotion << 12 | 1 << 15
    }
}

impl Board {
    /// What binds the men of the side to move, whose king `checkers` attack. A legal position always has
    /// a king.
    pub(crate) fn bonds(&self, checkers: Bitboard) -> Bonds {
        let king = self.king(self.turn()).unwrap_or(Square::A1);
        Bonds { king, checkers, pinned: self.screens(king, !self.turn()) & self.by_color(self.turn()) }
    }

    /// Adds every legal move to `steps`.
    pub(crate) fn steps(&self, steps: &mut Vec<Step>) {
        self.each_step(&self.bonds(self.checkers()), Wanted::All, &mut |step| steps.push(step));
    }

    /// Calls `sink` with every legal move that is wanted.
    pub(crate) fn each_step(&self, bonds: &Bonds, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        let turn = self.turn();
        let (own, theirs, occupied) = (self.by_color(turn), self.by_color(!turn), self.occupied());
        let targets = match wanted {
            Wanted::All => !own,
            Wanted::Noisy => theirs,
            Wanted::Quiet => !occupied,
        };
        let king = bonds.king;
        self.push(Role::King, king, self.flights(king, targets), sink);
        if bonds.checkers.more_than_one() {
            return;
        }
        let mask = match bonds.checkers.first() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None => Bitboard::FULL,
        };
        for role in PIECES {
            for from in own & self.by_role(role) {
                let reach = attacks::attacks(from, role.of(turn), occupied) & mask & targets;
                self.push(role, from, reach & bonds.leash(from), sink);
            }
        }
        self.pawn_steps(bonds, mask, wanted, sink);
        if wanted != Wanted::Quiet {
            self.passing_steps(sink);
        }
        if wanted != Wanted::Noisy && bonds.checkers.is_empty() {
            self.castling_steps(king, sink);
        }
    }

    /// Calls `sink` with every legal move without capture, promotion or castling that gives check. The side to
    /// move is not in check itself.
    pub(crate) fn each_quiet_check(&self, bonds: &Bonds, sink: &mut impl FnMut(Step)) {
        let Some(checks) = Checks::of(self) else { return };
        let (turn, occupied) = (self.turn(), self.occupied());
        for role in PIECES {
            let men = self.by_color(turn) & self.by_role(role);
            // Where none checks by itself, only those that uncover a line can.
            let free = (checks.squares_for(role) & !occupied).any();
            for from in if free { men } else { men & checks.discoverers } {
                let reach = attacks::attacks(from, role.of(turn), occupied) & !occupied & bonds.leash(from);
                self.push(role, from, checks.among(role, from, reach), sink);
            }
        }
        if checks.discoverers.contains(bonds.king) {
            let reach = self.flights(bonds.king, !occupied);
            self.push(Role::King, bonds.king, checks.among(Role::King, bonds.king, reach), sink);
        }
        self.pawn_steps(bonds, Bitboard::FULL, Wanted::Quiet, &mut |step| {
            if step.promotion.is_none() && checks.has(self, step) {
                sink(step);
            }
        });
    }

    /// Adds the legal captures en passant and castling moves.
    pub(crate) fn special_steps(&self, steps: &mut Vec<Step>) {
        self.passing_steps(&mut |step| steps.push(step));
        if let Some(king) = self.king(self.turn())
            && (self.castling() & self.by_color(self.turn())).any()
            && !self.is_check()
        {
            self.castling_steps(king, &mut |step| steps.push(step));
        }
    }

    fn push(&self, role: Role, from: Square, reach: Bitboard, sink: &mut impl FnMut(Step)) {
        let theirs = self.by_color(!self.turn());
        for to in reach & theirs {
            sink(plain(role, from, to, self.role_at(to)));
        }
        for to in reach & !theirs {
            sink(plain(role, from, to, None));
        }
    }

    /// Pawn moves, en passant left out; `mask` is where a check is parried.
    fn pawn_steps(&self, bonds: &Bonds, mask: Bitboard, wanted: Wanted, sink: &mut impl FnMut(Step)) {
        let turn = self.turn();
        let own = self.by_color(turn) & self.by_role(Role::Pawn);
        let about_to_promote = own & Bitboard::from_rank(seventh(turn));
        for from in about_to_promote {
            let reach = self.pawn_reach(from) & mask & bonds.leash(from);
            for to in reach {
                let step = plain(Role::Pawn, from, to, self.captured(to));
                for &promotion in wanted.promotions() {
                    sink(Step { promotion, ..step });
                }
            }
        }
        let others = own & !about_to_promote;
        let up = turn.fold_wb(8, -8);
        let mut give = |targets: Bitboard, step: i32, captures: bool| {
            for to in targets {
                let Some(from) = to.offset(-step) else { continue };
                if bonds.leash(from).contains(to) {
                    let capture = if captures { self.role_at(to) } else { None };
                    sink(plain(Role::Pawn, from, to, capture));
                }
            }
        };
        if wanted != Wanted::Quiet {
            let theirs = self.by_color(!turn) & mask;
            give((others & !Bitboard::from_file(File::A)).shift(up - 1) & theirs, up - 1, true);
            give((others & !Bitboard::from_file(File::H)).shift(up + 1) & theirs, up + 1, true);
        }
        if wanted != Wanted::Noisy {
            let free = !self.occupied();
            let one = others.shift(up) & free;
            let third = turn.fold_wb(Rank::Third, Rank::Sixth);
            let two = (one & third).shift(up) & free;
            give(one & mask, up, false);
            give(two & mask, 2 * up, false);
        }
    }

    fn captured(&self, to: Square) -> Option<Role> {
        if self.by_color(!self.turn()).contains(to) { self.role_at(to) } else { None }
    }

    fn passing_steps(&self, sink: &mut impl FnMut(Step)) {
        let Some(passed) = self.en_passant() else { return };
        let own = self.by_color(self.turn());
        for from in attacks::pawn_attacks(!self.turn(), passed) & own & self.by_role(Role::Pawn) {
            if let Some(step) = self.passing(from, passed) {
                sink(step);
            }
        }
    }

    fn passing(&self, from: Square, passed: Square) -> Option<Step> {
        let step = Step { kind: Kind::EnPassant, ..plain(Role::Pawn, from, passed, Some(Role::Pawn)) };
        self.may_pass(from, passed).then_some(step)
    }

    /// Where among `targets` the king of the side to move can go, castling left out.
    fn flights(&self, king: Square, targets: Bitboard) -> Bitboard {
        let (turn, without) = (self.turn(), self.occupied().without(king));
        let theirs = self.by_color(!turn);
        let mut flights = attacks::king_attacks(king) & targets;
        for to in flights {
            if self.is_attacked(to, theirs, !turn, without) {
                flights.discard(to);
            }
        }
        flights
    }

    /// Castling of the side to move, which is not in check.
    fn castling_steps(&self, king: Square, sink: &mut impl FnMut(Step)) {
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
            sink(Step { kind: Kind::Castle, ..plain(Role::King, king, rook, None) });
        }
    }

    /// Squares that a pawn of the side to move can go to, en passant left out and pins not regarded.
    pub(crate) fn pawn_reach(&self, from: Square) -> Bitboard {
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
    pub(crate) fn find(&self, packed: u16) -> Option<Step> {
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

    /// The legal move that `mv` is, if it is one.
    pub(crate) fn find_move(&self, mv: Move) -> Option<Step> {
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        self.find(mv.from()? as u16 | (mv.to() as u16) << 6 | promotion << 12 | 1 << 15)
    }

    fn find_castling(&self, king: Square, packed: u16) -> Option<Step> {
        if self.castling().is_empty() || self.is_check() {
            return None;
        }
        let mut found = None;
        self.castling_steps(king, &mut |step| {
            if step.packed() == packed {
                found = Some(step);
            }
        });
        found
    }

    /// Whether the side to move, whose king `checkers` attack, has a legal move. False is mate or
    /// stalemate.
    pub(crate) fn can_move(&self, checkers: Bitboard) -> bool {
        let (turn, occupied) = (self.turn(), self.occupied());
        let own = self.by_color(turn);
        if checkers.is_empty() {
            let Some(king) = self.king(turn) else { return false };
            // Men on no line with the king are certainly not pinned.
            let free = own & !attacks::queen_attacks(king, occupied).with(king);
            let pawns = free & self.by_role(Role::Pawn);
            if (pawns.shift(turn.fold_wb(8, -8)) & !occupied).any() {
                return true;
            }
            for role in PIECES {
                for from in free & self.by_role(role) {
                    if (attacks::attacks(from, role.of(turn), occupied) & !own).any() {
                        return true;
                    }
                }
            }
        }
        let mut found = false;
        self.each_step(&self.bonds(checkers), Wanted::All, &mut |_| found = true);
        found
    }

    /// Whether the side to move is checkmated.
    pub(crate) fn is_checkmate(&self) -> bool {
        let Some(king) = self.king(self.turn()) else { return false };
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return false };
        self.flights(king, !self.by_color(self.turn())).is_empty()
            && (checkers.more_than_one() || !self.can_parry(king, checker))
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
pub(crate) fn seventh(color: Color) -> Rank {
    color.fold_wb(Rank::Seventh, Rank::Second)
}

/// A move without anything special, as far as it is known.
pub(crate) const fn plain(role: Role, from: Square, to: Square, capture: Option<Role>) -> Step {
    Step { from, to, role, capture, promotion: None, kind: Kind::Plain }
}
