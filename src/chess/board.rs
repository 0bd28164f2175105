//! A position stripped to what a search needs: men as sets of squares, rights, and the same key that
//! [`Position`] has. It is copied for each move; both the engine and the proofs do most of their work on it.
//!
//! [`steps`] makes the legal moves, [`checks`] tells which of them give check.

mod checks;
mod steps;

pub(crate) use checks::Checks;
pub(crate) use steps::{Bonds, PROMOTIONS, Wanted, plain, seventh};

use shakmaty::{CastlingMode, CastlingSide, Chess, Position as _, Setup, attacks};

use super::position::{castling_key, en_passant_key, piece_key, turn_key};
use super::{Bitboard, Color, Move, Position, Role, Square};

/// A legal position. It comes from one, and goes on by legal moves only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    men: [Bitboard; 6],
    sides: [Bitboard; 2],
    key: u64,
    /// Rooks that may still castle, of both sides.
    castling: Bitboard,
    /// Where a pawn can be captured en passant, if such a capture is legal.
    en_passant: Option<Square>,
    turn: Color,
    halfmoves: u16,
}

/// A move with all that is needed to make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) from: Square,
    /// The target; for castling the rook's square.
    pub(crate) to: Square,
    pub(crate) role: Role,
    pub(crate) capture: Option<Role>,
    pub(crate) promotion: Option<Role>,
    pub(crate) kind: Kind,
}

/// What a move does beside going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Plain,
    EnPassant,
    Castle,
}

impl Board {
    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    /// Equal to the key of the [`Position`].
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    pub(crate) const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    pub(crate) const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    pub(crate) const fn castling(&self) -> Bitboard {
        self.castling
    }

    pub(crate) const fn by_role(&self, role: Role) -> Bitboard {
        self.men[role as usize - 1]
    }

    pub(crate) const fn by_color(&self, color: Color) -> Bitboard {
        self.sides[color as usize]
    }

    pub(crate) const fn occupied(&self) -> Bitboard {
        self.sides[0].with_const(self.sides[1])
    }

    /// Men that move along ranks and files.
    pub(crate) const fn straight(&self) -> Bitboard {
        self.by_role(Role::Rook).with_const(self.by_role(Role::Queen))
    }

    /// Men that move along diagonals.
    pub(crate) const fn oblique(&self) -> Bitboard {
        self.by_role(Role::Bishop).with_const(self.by_role(Role::Queen))
    }

    /// The square of a side's king. A legal position always has both.
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        (self.by_role(Role::King) & self.by_color(color)).first()
    }

    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.by_role(role).contains(square))
    }

    /// What a side has beside king and pawns.
    pub(crate) fn pieces(&self, color: Color) -> Bitboard {
        self.by_color(color) & !self.by_role(Role::Pawn) & !self.by_role(Role::King)
    }

    /// Whether no sequence of legal moves leads to mate, as far as the men alone tell.
    pub(crate) fn is_dead(&self) -> bool {
        let (pawns, knights) = (self.by_role(Role::Pawn), self.by_role(Role::Knight));
        if (pawns | self.straight()).any() {
            return false;
        }
        let bishops = self.by_role(Role::Bishop);
        if knights.any() {
            return bishops.is_empty() && !knights.more_than_one();
        }
        (bishops & Bitboard::LIGHT_SQUARES).is_empty() || (bishops & Bitboard::DARK_SQUARES).is_empty()
    }

    /// The men of a side that attack a square when `occupied` squares stop lines. The men are those of now.
    pub(crate) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut found = attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn);
        found |= attacks::knight_attacks(square) & self.by_role(Role::Knight);
        found |= attacks::king_attacks(square) & self.by_role(Role::King);
        found |= attacks::rook_attacks(square, occupied) & self.straight();
        found |= attacks::bishop_attacks(square, occupied) & self.oblique();
        found & self.by_color(by)
    }

    /// Whether a side attacks a square with men of `among` when `occupied` squares stop lines.
    pub(crate) fn is_attacked(&self, square: Square, among: Bitboard, by: Color, occupied: Bitboard) -> bool {
        let near = (attacks::pawn_attacks(!by, square) & self.by_role(Role::Pawn))
            | (attacks::knight_attacks(square) & self.by_role(Role::Knight))
            | (attacks::king_attacks(square) & self.by_role(Role::King));
        (near & among).any()
            || (attacks::rook_attacks(square, occupied) & self.straight() & among).any()
            || (attacks::bishop_attacks(square, occupied) & self.oblique() & among).any()
    }

    /// The men that give check to the side to move.
    pub(crate) fn checkers(&self) -> Bitboard {
        self.king(self.turn).map_or(Bitboard::EMPTY, |king| self.attackers(king, !self.turn, self.occupied()))
    }

    pub(crate) fn is_check(&self) -> bool {
        self.is_exposed(self.turn)
    }

    /// Whether the king of `color` stands attacked.
    pub(crate) fn is_exposed(&self, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.is_attacked(king, self.by_color(!color), !color, self.occupied()))
    }

    /// Single men of either color between a king's square and a line piece of `color` that looks its way.
    pub(crate) fn screens(&self, king: Square, color: Color) -> Bitboard {
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & self.straight();
        let oblique = attacks::bishop_attacks(king, Bitboard::EMPTY) & self.oblique();
        let occupied = self.occupied();
        let mut found = Bitboard::EMPTY;
        for slider in (straight | oblique) & self.by_color(color) {
            let between = attacks::between(king, slider) & occupied;
            if !between.more_than_one() {
                found |= between;
            }
        }
        found
    }

    /// Own men that may move only along a line with the king.
    pub(crate) fn pinned(&self) -> Bitboard {
        let own = self.by_color(self.turn);
        self.king(self.turn).map_or(Bitboard::EMPTY, |king| self.screens(king, !self.turn) & own)
    }

    /// The position if the side to move passed. None in check.
    pub(crate) fn passed(&self) -> Option<Self> {
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
    pub(crate) fn after(&self, step: Step) -> Self {
        let mut next = *self;
        let turn = self.turn;
        next.key ^= turn_key() ^ self.rights_key();
        next.en_passant = None;
        next.halfmoves = self.halfmoves.saturating_add(1);
        let Step { from, to, role, capture, .. } = step;
        step.each_change(turn, |_, role, color, square| next.toggle(role, color, square));
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
                    next.en_passant = next.capturable(from, to);
                }
            }
            _ => next.castling.discard(from),
        }
        next.key ^= next.rights_key();
        next
    }

    /// Where the side to move can capture the pawn that has just gone two squares.
    fn capturable(&self, from: Square, to: Square) -> Option<Square> {
        let passed = attacks::between(from, to).first()?;
        let takers = attacks::pawn_attacks(!self.turn, passed) & self.by_role(Role::Pawn);
        let takers = takers & self.by_color(self.turn);
        takers.into_iter().any(|taker| self.may_pass(taker, passed)).then_some(passed)
    }

    /// Whether a capture en passant leaves the own king safe.
    pub(crate) fn may_pass(&self, from: Square, passed: Square) -> bool {
        let captured = Square::from_coords(passed.file(), from.rank());
        let occupied = self.occupied().without(from).without(captured).with(passed);
        let among = self.by_color(!self.turn).without(captured);
        self.king(self.turn).is_some_and(|king| !self.is_attacked(king, among, !self.turn, occupied))
    }

    fn toggle(&mut self, role: Role, color: Color, square: Square) {
        self.men[role as usize - 1].toggle(square);
        self.sides[color as usize].toggle(square);
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
    /// The position as the rest of the program knows it. The number of the move is not kept.
    pub(crate) fn to_position(self) -> Option<Position> {
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
        let mut men = [Bitboard::EMPTY; 6];
        for role in Role::ALL {
            men[role as usize - 1] = board.by_role(role);
        }
        let mut sides = [Bitboard::EMPTY; 2];
        for color in Color::ALL {
            sides[color as usize] = board.by_color(color);
        }
        Self {
            men,
            sides,
            key: position.key(),
            castling: position.chess().castles().castling_rights(),
            en_passant: position.chess().legal_ep_square(),
            turn: position.turn(),
            halfmoves: position.halfmoves(),
        }
    }
}

/// What happens to a man in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// It leaves its square.
    Lifted,
    /// It comes to a square.
    Put,
}

impl Step {
    /// Tells of each man that the move by `color` lifts or puts.
    #[inline]
    pub(crate) fn each_change(self, color: Color, mut tell: impl FnMut(Change, Role, Color, Square)) {
        use Change::{Lifted, Put};
        let Self { from, to, role, capture, promotion, kind } = self;
        tell(Lifted, role, color, from);
        match kind {
            Kind::Plain => {
                if let Some(captured) = capture {
                    tell(Lifted, captured, !color, to);
                }
                tell(Put, promotion.unwrap_or(role), color, to);
            }
            Kind::EnPassant => {
                tell(Lifted, Role::Pawn, !color, Square::from_coords(to.file(), from.rank()));
                tell(Put, Role::Pawn, color, to);
            }
            Kind::Castle => {
                let side = CastlingSide::from_king_side(to > from);
                tell(Lifted, Role::Rook, color, to);
                tell(Put, Role::King, color, Square::from_coords(side.king_to_file(), from.rank()));
                tell(Put, Role::Rook, color, Square::from_coords(side.rook_to_file(), from.rank()));
            }
        }
    }

    /// The move as the rest of the program knows it.
    pub(crate) const fn to_move(self) -> Move {
        let Self { from, to, role, capture, promotion, kind } = self;
        match kind {
            Kind::Plain => Move::Normal { role, from, capture, to, promotion },
            Kind::EnPassant => Move::EnPassant { from, to },
            Kind::Castle => Move::Castle { king: from, rook: to },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::random_games;

    /// Holds moves, boards and keys against the rules' own.
    #[test]
    fn boards_go_the_way_of_positions() {
        let order = |mv: &Move| (mv.from(), mv.to(), mv.promotion());
        let sorted = |steps: &[Step]| {
            let mut moves: Vec<_> = steps.iter().map(|step| step.to_move()).collect();
            moves.sort_by_key(order);
            moves
        };
        let mut random = fastrand::Rng::with_seed(6);
        random_games::each_position(16, 5, |position, mv| {
            let board = Board::from(position);
            let mut legal = position.legal_moves().to_vec();
            legal.sort_by_key(order);
            assert_eq!(board.is_check(), position.is_check());
            assert_eq!(board.is_checkmate(), legal.is_empty() && position.is_check());
            assert_eq!(board.can_move(board.checkers()), !legal.is_empty(), "{position:?}");
            assert_eq!(board.is_dead(), position.is_dead(), "{position:?}");

            let mut steps = Vec::new();
            board.steps(&mut steps);
            assert_eq!(sorted(&steps), legal, "{position:?}");
            let bonds = board.bonds(board.checkers());
            let mut staged = Vec::new();
            board.each_step(&bonds, Wanted::Noisy, &mut |step| staged.push(step));
            assert!(staged.iter().all(|step| step.is_noisy()), "{position:?}");
            board.each_step(&bonds, Wanted::Quiet, &mut |step| staged.push(step));
            assert_eq!(sorted(&staged), legal, "{position:?}");
            if !board.is_check() {
                let plain = |step: &&Step| {
                    step.kind == Kind::Plain && step.promotion.is_none() && step.capture.is_none()
                };
                let checking = steps.iter().filter(plain).filter(|&&step| board.after(step).is_check());
                let mut checks = Vec::new();
                board.each_quiet_check(&bonds, &mut |step| checks.push(step));
                assert_eq!(sorted(&checks), sorted(&checking.copied().collect::<Vec<_>>()), "{position:?}");
            }

            for &step in &steps {
                assert_eq!(board.find(step.packed()), Some(step), "{position:?}");
            }
            let packed = random.u16(..) | 1 << 15;
            let known = steps.iter().copied().find(|step| step.packed() == packed);
            assert_eq!(board.find(packed), known, "{position:?}");
            if let Some(mv) = mv {
                let step = board.find_move(mv).unwrap();
                assert_eq!(board.after(step), Board::from(&position.after(mv)), "{position:?} {mv}");
            }
        });
    }
}
