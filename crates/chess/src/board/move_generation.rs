//! Legal move generation for [`Board`], with check and pin masks, so that no move has to be tried.

use shakmaty::{CastlingSide, attacks};

use super::{Board, BoardMove, BoardMoveKind, CheckSquares};
use crate::{Bitboard, Color, File, Move, Rank, Role, Square};

/// Promotion pieces, the most likely to mate first.
pub const PROMOTIONS: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Knight), Some(Role::Rook), Some(Role::Bishop)];

/// The piece types other than king and pawn.
const NON_PAWN_ROLES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Checkers and pinned pieces of the side to move, computed once per position.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    king: Square,
    /// The checkers.
    pub checkers: Bitboard,
    /// The pinned pieces.
    pinned: Bitboard,
}

/// Which legal moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveGenType {
    /// All of them.
    All,
    /// Those for which [`BoardMove::is_noisy`] holds.
    Noisy,
    /// The others.
    Quiet,
}

impl CheckInfo {
    /// The squares that a piece may move to with regard to checks and pins.
    fn pin_ray(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { attacks::ray(self.king, from) } else { Bitboard::FULL }
    }
}

impl MoveGenType {
    const fn promotions(self) -> &'static [Option<Role>] {
        match self {
            Self::All => &PROMOTIONS,
            Self::Noisy => PROMOTIONS.split_at(1).0,
            Self::Quiet => PROMOTIONS.split_at(1).1,
        }
    }
}

impl BoardMove {
    /// Whether a move is a capture or a queen promotion. Underpromotions are not, even if they capture.
    #[must_use]
    pub const fn is_noisy(self) -> bool {
        match self.promotion {
            None => self.capture.is_some(),
            Some(role) => matches!(role, Role::Queen),
        }
    }

    /// The move in 16 bits: enough to find it again among the legal ones. Never 0.
    #[must_use]
    pub fn packed(self) -> u16 {
        let promotion = self.promotion.map_or(0, |role| role as u16);
        self.from as u16 | (self.to as u16) << 6 | promotion << 12 | 1 << 15
    }
}

impl Board {
    /// Checkers and pinned pieces of the side to move. A legal position always has a king.
    #[must_use]
    pub fn check_info(&self, checkers: Bitboard) -> CheckInfo {
        let king = self.king(self.turn()).unwrap_or(Square::A1);
        CheckInfo {
            king,
            checkers,
            pinned: self.slider_blockers(king, !self.turn()) & self.by_color(self.turn()),
        }
    }

    /// Adds every legal move to `legal_moves`.
    pub fn legal_moves(&self, steps: &mut Vec<BoardMove>) {
        self.each_move(&self.check_info(self.checkers()), MoveGenType::All, &mut |mv| steps.push(mv));
    }

    /// Calls `sink` with every legal move of a kind.
    pub fn each_move(&self, check_info: &CheckInfo, gen_type: MoveGenType, sink: &mut impl FnMut(BoardMove)) {
        let turn = self.turn();
        let (own, theirs, occupied) = (self.by_color(turn), self.by_color(!turn), self.occupied());
        let targets = match gen_type {
            MoveGenType::All => !own,
            MoveGenType::Noisy => theirs,
            MoveGenType::Quiet => !occupied,
        };
        let king = check_info.king;
        self.push_moves(Role::King, king, self.king_targets(king, targets), sink);
        if check_info.checkers.more_than_one() {
            return;
        }
        let mask = match check_info.checkers.first() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None => Bitboard::FULL,
        };
        for role in NON_PAWN_ROLES {
            for from in own & self.by_role(role) {
                let reach = attacks::attacks(from, role.of(turn), occupied) & mask & targets;
                self.push_moves(role, from, reach & check_info.pin_ray(from), sink);
            }
        }
        self.pawn_moves(check_info, mask, gen_type, sink);
        if gen_type != MoveGenType::Quiet {
            self.en_passant_moves(sink);
        }
        if gen_type != MoveGenType::Noisy && check_info.checkers.is_empty() {
            self.castling_moves(king, sink);
        }
    }

    /// Calls `sink` with every legal move without capture, promotion or castling that gives check. The side to
    /// move is not in check itself.
    pub fn each_quiet_check(&self, check_info: &CheckInfo, sink: &mut impl FnMut(BoardMove)) {
        let Some(checks) = CheckSquares::of(self) else { return };
        let (turn, occupied) = (self.turn(), self.occupied());
        for role in NON_PAWN_ROLES {
            let pieces = self.by_color(turn) & self.by_role(role);
            // Without a direct check, only discovered checks remain.
            let free = (checks.squares_for(role) & !occupied).any();
            for from in if free { pieces } else { pieces & checks.discoverers } {
                let reach =
                    attacks::attacks(from, role.of(turn), occupied) & !occupied & check_info.pin_ray(from);
                self.push_moves(role, from, checks.checking_targets(role, from, reach), sink);
            }
        }
        if checks.discoverers.contains(check_info.king) {
            let reach = self.king_targets(check_info.king, !occupied);
            self.push_moves(
                Role::King,
                check_info.king,
                checks.checking_targets(Role::King, check_info.king, reach),
                sink,
            );
        }
        self.pawn_moves(check_info, Bitboard::FULL, MoveGenType::Quiet, &mut |mv| {
            if mv.promotion.is_none() && checks.gives_check(self, mv) {
                sink(mv);
            }
        });
    }

    /// Adds the legal captures en passant and castling moves.
    pub fn en_passant_and_castling_moves(&self, moves: &mut Vec<BoardMove>) {
        self.en_passant_moves(&mut |mv| moves.push(mv));
        if let Some(king) = self.king(self.turn())
            && (self.castling() & self.by_color(self.turn())).any()
            && !self.is_check()
        {
            self.castling_moves(king, &mut |mv| moves.push(mv));
        }
    }

    fn push_moves(&self, role: Role, from: Square, reach: Bitboard, sink: &mut impl FnMut(BoardMove)) {
        let theirs = self.by_color(!self.turn());
        for to in reach & theirs {
            sink(normal_move(role, from, to, self.role_at(to)));
        }
        for to in reach & !theirs {
            sink(normal_move(role, from, to, None));
        }
    }

    /// Pawn moves without en passant; `mask` is the check mask.
    fn pawn_moves(
        &self,
        check_info: &CheckInfo,
        mask: Bitboard,
        gen_type: MoveGenType,
        sink: &mut impl FnMut(BoardMove),
    ) {
        let turn = self.turn();
        let own = self.by_color(turn) & self.by_role(Role::Pawn);
        let about_to_promote = own & Bitboard::from_rank(promotion_rank(turn));
        for from in about_to_promote {
            let reach = self.pawn_targets(from) & mask & check_info.pin_ray(from);
            for to in reach {
                let mv = normal_move(Role::Pawn, from, to, self.captured(to));
                for &promotion in gen_type.promotions() {
                    sink(BoardMove { promotion, ..mv });
                }
            }
        }
        let others = own & !about_to_promote;
        let up = turn.fold_wb(8, -8);
        let mut push_targets = |targets: Bitboard, offset: i32, captures: bool| {
            for to in targets {
                let Some(from) = to.offset(-offset) else { continue };
                if check_info.pin_ray(from).contains(to) {
                    let capture = if captures { self.role_at(to) } else { None };
                    sink(normal_move(Role::Pawn, from, to, capture));
                }
            }
        };
        if gen_type != MoveGenType::Quiet {
            let theirs = self.by_color(!turn) & mask;
            push_targets((others & !Bitboard::from_file(File::A)).shift(up - 1) & theirs, up - 1, true);
            push_targets((others & !Bitboard::from_file(File::H)).shift(up + 1) & theirs, up + 1, true);
        }
        if gen_type != MoveGenType::Noisy {
            let free = !self.occupied();
            let one = others.shift(up) & free;
            let third = turn.fold_wb(Rank::Third, Rank::Sixth);
            let two = (one & third).shift(up) & free;
            push_targets(one & mask, up, false);
            push_targets(two & mask, 2 * up, false);
        }
    }

    fn captured(&self, to: Square) -> Option<Role> {
        if self.by_color(!self.turn()).contains(to) { self.role_at(to) } else { None }
    }

    fn en_passant_moves(&self, sink: &mut impl FnMut(BoardMove)) {
        let Some(passed) = self.en_passant() else { return };
        let own = self.by_color(self.turn());
        for from in attacks::pawn_attacks(!self.turn(), passed) & own & self.by_role(Role::Pawn) {
            if let Some(mv) = self.en_passant_move(from, passed) {
                sink(mv);
            }
        }
    }

    fn en_passant_move(&self, from: Square, passed: Square) -> Option<BoardMove> {
        let mv = BoardMove {
            kind: BoardMoveKind::EnPassant,
            ..normal_move(Role::Pawn, from, passed, Some(Role::Pawn))
        };
        self.is_en_passant_legal(from, passed).then_some(mv)
    }

    /// The king moves among `targets`, without castling.
    fn king_targets(&self, king: Square, targets: Bitboard) -> Bitboard {
        let (turn, without) = (self.turn(), self.occupied().without(king));
        let theirs = self.by_color(!turn);
        let mut safe_targets = attacks::king_attacks(king) & targets;
        for to in safe_targets {
            if self.is_attacked(to, theirs, !turn, without) {
                safe_targets.discard(to);
            }
        }
        safe_targets
    }

    /// Castling of the side to move, which is not in check.
    fn castling_moves(&self, king: Square, sink: &mut impl FnMut(BoardMove)) {
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
            sink(BoardMove { kind: BoardMoveKind::Castle, ..normal_move(Role::King, king, rook, None) });
        }
    }

    /// The targets of a pawn, without en passant and regardless of pins.
    #[must_use]
    pub fn pawn_targets(&self, from: Square) -> Bitboard {
        let turn = self.turn();
        let free = !self.occupied();
        let pawn = Bitboard::from_square(from);
        let one = turn.fold_wb(pawn.shift(8), pawn.shift(-8)) & free;
        let two = turn.fold_wb(one.shift(8), one.shift(-8)) & free & turn.fold_wb(Rank::Fourth, Rank::Fifth);
        let two =
            if from.rank() == turn.fold_wb(Rank::Second, Rank::Seventh) { two } else { Bitboard::EMPTY };
        (attacks::pawn_attacks(turn, from) & self.by_color(!turn)) | one | two
    }

    /// The legal move of a packed one, if there is one.
    #[must_use]
    pub fn unpack_move(&self, packed: u16) -> Option<BoardMove> {
        let square = |bits: u16| Square::try_from(bits & 63).ok();
        let (from, to) = (square(packed)?, square(packed >> 6)?);
        let (turn, own) = (self.turn(), self.by_color(self.turn()));
        if packed >> 15 == 0 || !own.contains(from) {
            return None;
        }
        let role = self.role_at(from)?;
        let king = self.king(turn)?;
        let promotion = PROMOTIONS.into_iter().flatten().find(|&role| role as u16 == packed >> 12 & 7);
        if promotion.is_none() && packed >> 12 & 7 != 0 {
            return None;
        }
        if own.contains(to) {
            return self.find_castling(king, packed);
        }
        let reach = if role == Role::Pawn {
            if self.en_passant() == Some(to) && attacks::pawn_attacks(turn, from).contains(to) {
                return self.en_passant_move(from, to).filter(|_| promotion.is_none());
            }
            self.pawn_targets(from)
        } else {
            attacks::attacks(from, role.of(turn), self.occupied())
        };
        let promotes = role == Role::Pawn && from.rank() == promotion_rank(turn);
        if !reach.contains(to) || promotes != promotion.is_some() {
            return None;
        }
        let occupied = self.occupied().without(from).with(to);
        let theirs = self.by_color(!turn).without(to);
        let king = if role == Role::King { to } else { king };
        if self.is_attacked(king, theirs, !turn, occupied) {
            return None;
        }
        Some(BoardMove { promotion, ..normal_move(role, from, to, self.captured(to)) })
    }

    /// The legal move that `mv` is, if it is one.
    #[must_use]
    pub fn find_move(&self, mv: Move) -> Option<BoardMove> {
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        self.unpack_move(mv.from()? as u16 | (mv.to() as u16) << 6 | promotion << 12 | 1 << 15)
    }

    fn find_castling(&self, king: Square, packed: u16) -> Option<BoardMove> {
        if self.castling().is_empty() || self.is_check() {
            return None;
        }
        let mut found = None;
        self.castling_moves(king, &mut |mv| {
            if mv.packed() == packed {
                found = Some(mv);
            }
        });
        found
    }

    /// Whether the side to move has a legal move. Otherwise it is checkmate or stalemate.
    #[must_use]
    pub fn can_move(&self, checkers: Bitboard) -> bool {
        let (turn, occupied) = (self.turn(), self.occupied());
        let own = self.by_color(turn);
        if checkers.is_empty() {
            let Some(king) = self.king(turn) else { return false };
            // Pieces on no line with the king are certainly not pinned.
            let free = own & !attacks::queen_attacks(king, occupied).with(king);
            let pawns = free & self.by_role(Role::Pawn);
            if (pawns.shift(turn.fold_wb(8, -8)) & !occupied).any() {
                return true;
            }
            for role in NON_PAWN_ROLES {
                for from in free & self.by_role(role) {
                    if (attacks::attacks(from, role.of(turn), occupied) & !own).any() {
                        return true;
                    }
                }
            }
        }
        let mut found = false;
        self.each_move(&self.check_info(checkers), MoveGenType::All, &mut |_| found = true);
        found
    }

    /// Whether the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        let Some(king) = self.king(self.turn()) else { return false };
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return false };
        self.king_targets(king, !self.by_color(self.turn())).is_empty()
            && (checkers.more_than_one() || !self.can_capture_or_block(king, checker))
    }

    /// Whether a piece other than the king can capture the checker or block the check.
    fn can_capture_or_block(&self, king: Square, checker: Square) -> bool {
        let (turn, occupied) = (self.turn(), self.occupied());
        // A pinned piece can never parry a check from elsewhere.
        let free = self.by_color(turn) & !self.by_role(Role::King) & !self.pinned();
        if self.is_attacked(checker, free, turn, occupied) {
            return true;
        }
        // The square is set only if the capture is legal, so it ends the check.
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
#[must_use]
pub fn promotion_rank(color: Color) -> Rank {
    color.fold_wb(Rank::Seventh, Rank::Second)
}

/// A normal move.
#[must_use]
pub const fn normal_move(role: Role, from: Square, to: Square, capture: Option<Role>) -> BoardMove {
    BoardMove { from, to, role, capture, promotion: None, kind: BoardMoveKind::Normal }
}
