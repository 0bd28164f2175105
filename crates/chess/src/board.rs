//! A bitboard position for searches, with the same Zobrist key as [`Position`]. It is copied for each move
//! (copy-make); the engine and the solver do most of their work on it.
//!
//! `move_generation` generates the legal moves, `check_squares` finds out which of them give check.

mod check_squares;
mod move_generation;

pub use check_squares::CheckSquares;
pub use move_generation::{CheckInfo, MoveGenType, PROMOTIONS, normal_move, promotion_rank};
use shakmaty::{CastlingMode, CastlingSide, Chess, Position as _, Setup, attacks};

use super::position::{castling_key, en_passant_key, piece_key, turn_key};
use super::{Bitboard, Color, Move, Position, Role, Square};

/// A legal position, made from a [`Position`] and then by legal moves only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    pieces_by_role: [Bitboard; 6],
    pieces_by_color: [Bitboard; 2],
    key: u64,
    /// The rooks of both sides with castling rights.
    castling: Bitboard,
    /// The en passant square, only if such a capture is legal.
    en_passant: Option<Square>,
    turn: Color,
    halfmoves: u16,
}

/// A move with everything that is needed to make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardMove {
    /// The square that the piece leaves.
    pub from: Square,
    /// The target square; for castling the rook's square.
    pub to: Square,
    /// The piece that moves; before a promotion the pawn.
    pub role: Role,
    /// The captured piece.
    pub capture: Option<Role>,
    /// The piece that a pawn becomes.
    pub promotion: Option<Role>,
    /// Whether it is en passant or castling.
    pub kind: BoardMoveKind,
}

/// Special moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardMoveKind {
    /// Any other move; a promotion, too.
    Normal,
    /// A pawn captures en passant.
    EnPassant,
    /// King and rook move.
    Castle,
}

impl Board {
    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Equal to the key of the [`Position`].
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The half-moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The square behind a pawn that may be captured en passant.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rooks of both sides with castling rights.
    #[must_use]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The pieces of one type, of both sides.
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.pieces_by_role[role as usize - 1]
    }

    /// The pieces of one side.
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.pieces_by_color[color as usize]
    }

    /// All pieces.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.pieces_by_color[0].with_const(self.pieces_by_color[1])
    }

    /// Rooks and queens.
    #[must_use]
    pub const fn rooks_and_queens(&self) -> Bitboard {
        self.by_role(Role::Rook).with_const(self.by_role(Role::Queen))
    }

    /// Bishops and queens.
    #[must_use]
    pub const fn bishops_and_queens(&self) -> Bitboard {
        self.by_role(Role::Bishop).with_const(self.by_role(Role::Queen))
    }

    /// The square of a side's king. A legal position always has both.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.by_role(Role::King) & self.by_color(color)).first()
    }

    /// The type of the piece on a square.
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.by_role(role).contains(square))
    }

    /// The pieces of a side other than king and pawns.
    #[must_use]
    pub fn non_pawn_pieces(&self, color: Color) -> Bitboard {
        self.by_color(color) & !self.by_role(Role::Pawn) & !self.by_role(Role::King)
    }

    /// Insufficient material: whether no sequence of legal moves can lead to mate.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let (pawns, knights) = (self.by_role(Role::Pawn), self.by_role(Role::Knight));
        if (pawns | self.rooks_and_queens()).any() {
            return false;
        }
        let bishops = self.by_role(Role::Bishop);
        if knights.any() {
            return bishops.is_empty() && !knights.more_than_one();
        }
        (bishops & Bitboard::LIGHT_SQUARES).is_empty() || (bishops & Bitboard::DARK_SQUARES).is_empty()
    }

    /// The pieces of a side that attack a square, with `occupied` as blockers. The attackers are those on the
    /// board now.
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut found = attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn);
        found |= attacks::knight_attacks(square) & self.by_role(Role::Knight);
        found |= attacks::king_attacks(square) & self.by_role(Role::King);
        found |= attacks::rook_attacks(square, occupied) & self.rooks_and_queens();
        found |= attacks::bishop_attacks(square, occupied) & self.bishops_and_queens();
        found & self.by_color(by)
    }

    /// All squares that the pieces of a side attack.
    pub fn attacked_squares(&self, by: Color) -> Bitboard {
        let (own, occupied) = (self.by_color(by), self.occupied());
        let mut attacked = self.king(by).map_or(Bitboard::EMPTY, attacks::king_attacks);
        for pawn in own & self.by_role(Role::Pawn) {
            attacked |= attacks::pawn_attacks(by, pawn);
        }
        for knight in own & self.by_role(Role::Knight) {
            attacked |= attacks::knight_attacks(knight);
        }
        for slider in own & self.bishops_and_queens() {
            attacked |= attacks::bishop_attacks(slider, occupied);
        }
        for slider in own & self.rooks_and_queens() {
            attacked |= attacks::rook_attacks(slider, occupied);
        }
        attacked
    }

    /// Whether a piece of `among` attacks a square, with `occupied` as blockers.
    #[must_use]
    pub fn is_attacked(&self, square: Square, among: Bitboard, by: Color, occupied: Bitboard) -> bool {
        let leapers = (attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn))
            | (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King));
        (leapers & among).any()
            || (attacks::rook_attacks(square, occupied) & self.rooks_and_queens() & among).any()
            || (attacks::bishop_attacks(square, occupied) & self.bishops_and_queens() & among).any()
    }

    /// The checkers: the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.king(self.turn).map_or(Bitboard::EMPTY, |king| self.attackers(king, !self.turn, self.occupied()))
    }

    /// Whether it is the same position but for the halfmove clock: the same pieces, side to move, castling rights and legal
    /// en passant capture.
    #[must_use]
    pub fn is_same_position(&self, other: &Self) -> bool {
        *self == Self { halfmoves: self.halfmoves, ..*other }
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_king_attacked(self.turn)
    }

    /// Whether the king of `color` is attacked.
    #[must_use]
    pub fn is_king_attacked(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, self.by_color(!color), !color, self.occupied()))
    }

    /// Slider blockers: single pieces of either color between a king's square and a slider of `color`.
    #[must_use]
    pub fn slider_blockers(&self, king: Square, color: Color) -> Bitboard {
        let orthogonal = attacks::rook_attacks(king, Bitboard::EMPTY) & self.rooks_and_queens();
        let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & self.bishops_and_queens();
        let occupied = self.occupied();
        let mut found = Bitboard::EMPTY;
        for slider in (orthogonal | diagonal) & self.by_color(color) {
            let between = attacks::between(king, slider) & occupied;
            if !between.more_than_one() {
                found |= between;
            }
        }
        found
    }

    /// Pinned pieces of the side to move.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let own = self.by_color(self.turn);
        self.king(self.turn).map_or(Bitboard::EMPTY, |king| self.slider_blockers(king, !self.turn) & own)
    }

    /// The position after a null move. None in check.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        next.key ^= turn_key() ^ self.en_passant.map_or(0, |square| en_passant_key(square.file()));
        next.en_passant = None;
        next.turn = !self.turn;
        Some(next)
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: BoardMove) -> Self {
        let mut next = *self;
        let turn = self.turn;
        next.key ^= turn_key() ^ self.rights_key();
        next.en_passant = None;
        next.halfmoves = self.halfmoves.saturating_add(1);
        let BoardMove { from, to, role, capture, .. } = mv;
        mv.each_piece_change(turn, |_, role, color, square| next.toggle_piece(role, color, square));
        if capture.is_some() {
            next.castling.discard(to);
            next.halfmoves = 0;
        }
        next.turn = !turn;
        match role {
            Role::King => next.castling &= next.by_color(!turn),
            Role::Pawn => {
                next.halfmoves = 0;
                if from.distance(to) == 2 {
                    next.en_passant = next.en_passant_target(from, to);
                }
            }
            _ => next.castling.discard(from),
        }
        next.key ^= next.rights_key();
        next
    }

    /// The en passant square after a double push, if a capture is legal.
    fn en_passant_target(&self, from: Square, to: Square) -> Option<Square> {
        let passed = attacks::between(from, to).first()?;
        let capturers = attacks::pawn_attacks(!self.turn, passed) & self.by_role(Role::Pawn);
        let capturers = capturers & self.by_color(self.turn);
        capturers.into_iter().any(|taker| self.is_en_passant_legal(taker, passed)).then_some(passed)
    }

    /// Whether an en passant capture leaves the own king safe.
    #[must_use]
    pub fn is_en_passant_legal(&self, from: Square, passed: Square) -> bool {
        let captured = Square::from_coords(passed.file(), from.rank());
        let occupied = self.occupied().without(from).without(captured).with(passed);
        let among = self.by_color(!self.turn).without(captured);
        self.king(self.turn).is_some_and(|king| !self.is_attacked(king, among, !self.turn, occupied))
    }

    fn toggle_piece(&mut self, role: Role, color: Color, square: Square) {
        self.pieces_by_role[role as usize - 1].toggle(square);
        self.pieces_by_color[color as usize].toggle(square);
        self.key ^= piece_key(role.of(color), square);
    }

    fn rights_key(&self) -> u64 {
        let mut key = self.en_passant.map_or(0, |square| en_passant_key(square.file()));
        for rook in self.castling {
            key ^= castling_key(rook);
        }
        key
    }
}

impl Board {
    /// Converts to a [`Position`]. The move number is lost.
    pub fn to_position(self) -> Option<Position> {
        let mut setup = Setup::empty();
        for role in Role::ALL {
            for color in Color::ALL {
                for square in self.by_role(role) & self.by_color(color) {
                    setup.board.set_piece_at(square, role.of(color));
                }
            }
        }
        setup.turn = self.turn;
        setup.castling_rights = self.castling;
        setup.ep_square = self.en_passant;
        setup.halfmoves = u32::from(self.halfmoves);
        let mode = CastlingMode::detect(&setup);
        setup.position::<Chess>(mode).ok().map(Position::from)
    }
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let board = position.board();
        let mut pieces_by_role = [Bitboard::EMPTY; 6];
        for role in Role::ALL {
            pieces_by_role[role as usize - 1] = board.by_role(role);
        }
        let mut pieces_by_color = [Bitboard::EMPTY; 2];
        for color in Color::ALL {
            pieces_by_color[color as usize] = board.by_color(color);
        }
        Self {
            pieces_by_role,
            pieces_by_color,
            key: position.key(),
            castling: position.chess().castles().castling_rights(),
            en_passant: position.chess().legal_ep_square(),
            turn: position.turn(),
            halfmoves: position.halfmoves(),
        }
    }
}

/// A change of one piece by a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardChange {
    /// Removed from its square.
    Removed,
    /// Added to a square.
    Added,
}

impl BoardMove {
    /// Calls a function for each piece that the move by `color` removes or adds.
    #[inline]
    pub fn each_piece_change(
        self,
        color: Color,
        mut on_change: impl FnMut(BoardChange, Role, Color, Square),
    ) {
        use BoardChange::{Added, Removed};
        let Self { from, to, role, capture, promotion, kind } = self;
        on_change(Removed, role, color, from);
        match kind {
            BoardMoveKind::Normal => {
                if let Some(captured) = capture {
                    on_change(Removed, captured, !color, to);
                }
                on_change(Added, promotion.unwrap_or(role), color, to);
            }
            BoardMoveKind::EnPassant => {
                on_change(Removed, Role::Pawn, !color, Square::from_coords(to.file(), from.rank()));
                on_change(Added, Role::Pawn, color, to);
            }
            BoardMoveKind::Castle => {
                let side = CastlingSide::from_king_side(to > from);
                on_change(Removed, Role::Rook, color, to);
                on_change(Added, Role::King, color, Square::from_coords(side.king_to_file(), from.rank()));
                on_change(Added, Role::Rook, color, Square::from_coords(side.rook_to_file(), from.rank()));
            }
        }
    }

    /// Converts to a [`Move`].
    #[must_use]
    pub const fn to_move(self) -> Move {
        let Self { from, to, role, capture, promotion, kind } = self;
        match kind {
            BoardMoveKind::Normal => Move::Normal { role, from, capture, to, promotion },
            BoardMoveKind::EnPassant => Move::EnPassant { from, to },
            BoardMoveKind::Castle => Move::Castle { king: from, rook: to },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_games;

    /// Holds moves, boards and keys against the rules' own.
    #[test]
    fn board_moves_and_keys_match_positions() {
        let order = |mv: &Move| (mv.from(), mv.to(), mv.promotion());
        let sorted = |board_moves: &[BoardMove]| {
            let mut moves: Vec<_> = board_moves.iter().map(|board_move| board_move.to_move()).collect();
            moves.sort_by_key(order);
            moves
        };
        let mut random = fastrand::Rng::with_seed(6);
        random_games::each_position(16, 5, |position, mv| {
            let board = Board::from(position);
            let mut legal = position.legal_moves().to_vec();
            legal.sort_by_key(order);
            assert_eq!(board.is_check(), position.is_check());
            for color in Color::ALL {
                let attacked = board.attacked_squares(color);
                let attacks = |square| board.attackers(square, color, board.occupied()).any();
                assert!(Square::ALL.into_iter().all(|square| attacked.contains(square) == attacks(square)));
            }
            assert_eq!(board.is_checkmate(), legal.is_empty() && position.is_check());
            assert_eq!(board.can_move(board.checkers()), !legal.is_empty(), "{position:?}");
            assert_eq!(board.is_insufficient_material(), position.is_insufficient_material(), "{position:?}");

            let mut board_moves = Vec::new();
            board.legal_moves(&mut board_moves);
            assert_eq!(sorted(&board_moves), legal, "{position:?}");
            let check_info = board.check_info(board.checkers());
            let mut staged = Vec::new();
            board.each_move(&check_info, MoveGenType::Noisy, &mut |board_move| staged.push(board_move));
            assert!(staged.iter().all(|board_move| board_move.is_noisy()), "{position:?}");
            board.each_move(&check_info, MoveGenType::Quiet, &mut |board_move| staged.push(board_move));
            assert_eq!(sorted(&staged), legal, "{position:?}");
            if !board.is_check() {
                let plain = |board_move: &&BoardMove| {
                    board_move.kind == BoardMoveKind::Normal
                        && board_move.promotion.is_none()
                        && board_move.capture.is_none()
                };
                let checking = board_moves
                    .iter()
                    .filter(plain)
                    .filter(|&&board_move| board.after(board_move).is_check());
                let mut checks = Vec::new();
                board.each_quiet_check(&check_info, &mut |board_move| checks.push(board_move));
                assert_eq!(sorted(&checks), sorted(&checking.copied().collect::<Vec<_>>()), "{position:?}");
            }

            for &board_move in &board_moves {
                assert_eq!(board.unpack_move(board_move.packed()), Some(board_move), "{position:?}");
            }
            let packed = random.u16(..) | 1 << 15;
            let known = board_moves.iter().copied().find(|board_move| board_move.packed() == packed);
            assert_eq!(board.unpack_move(packed), known, "{position:?}");
            if let Some(mv) = mv {
                let board_move = board.find_move(mv).unwrap();
                assert_eq!(board.after(board_move), Board::from(&position.after(mv)), "{position:?} {mv}");
            }
        });
    }
}
