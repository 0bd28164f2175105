//! A board with what the search asks of every position, kept up to date move by move.

use crate::chess::board::{Board, Bonds, Kind, Step};
use shakmaty::CastlingSide;

use crate::chess::position::piece_key;
use crate::chess::{Bitboard, Color, Position, Role, Square};

use super::eval::{Kept, Men, phase_units, placement};

/// A position in the tree. It comes from a [`Position`] and goes on by legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    board: Board,
    checkers: Bitboard,
    kept: Kept,
}

impl State {
    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) const fn turn(&self) -> Color {
        self.board.turn()
    }

    pub(crate) const fn key(&self) -> u64 {
        self.board.key()
    }

    pub(crate) const fn halfmoves(&self) -> u16 {
        self.board.halfmoves()
    }

    pub(crate) const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// What the evaluation has of the position without looking at it.
    pub(crate) const fn kept(&self) -> Kept {
        self.kept
    }

    /// What binds the men of the side to move.
    pub(crate) fn bonds(&self) -> Bonds {
        self.board.bonds(self.checkers)
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn can_move(&self) -> bool {
        self.board.can_move(self.checkers)
    }

    /// Whether the side to move has more than king and pawns, so that zugzwang is unlikely.
    pub(crate) fn has_pieces(&self) -> bool {
        let pawns_and_kings = self.board.by_role(Role::Pawn) | self.board.by_role(Role::King);
        (self.board.by_color(self.turn()) & !pawns_and_kings).any()
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, step: Step) -> Self {
        let mut next = Self { board: self.board.after(step), ..*self };
        next.checkers = next.board.checkers();
        let turn = self.turn();
        let Step { from, to, role, capture, promotion, kind } = step;
        match kind {
            Kind::Plain => {
                next.take(role, turn, from);
                if let Some(captured) = capture {
                    next.take(captured, !turn, to);
                }
                next.put(promotion.unwrap_or(role), turn, to);
            }
            Kind::EnPassant => {
                next.take(Role::Pawn, turn, from);
                next.take(Role::Pawn, !turn, Square::from_coords(to.file(), from.rank()));
                next.put(Role::Pawn, turn, to);
            }
            Kind::Castle => {
                let side = CastlingSide::from_king_side(to > from);
                next.take(Role::King, turn, from);
                next.take(Role::Rook, turn, to);
                next.put(Role::King, turn, Square::from_coords(side.king_to_file(), from.rank()));
                next.put(Role::Rook, turn, Square::from_coords(side.rook_to_file(), from.rank()));
            }
        }
        next
    }

    /// The position if the side to move, which is not in check, passed.
    pub(crate) fn passed(&self) -> Option<Self> {
        Some(Self { board: self.board.passed()?, ..*self })
    }

    fn put(&mut self, role: Role, color: Color, square: Square) {
        let man = role.of(color);
        let worth = placement::worth(man, square);
        self.kept.placed += color.fold_wb(worth, -worth);
        self.kept.phase += phase_units(role);
        if role == Role::Pawn {
            self.kept.pawn_key ^= piece_key(man, square);
        }
    }

    fn take(&mut self, role: Role, color: Color, square: Square) {
        let man = role.of(color);
        let worth = placement::worth(man, square);
        self.kept.placed -= color.fold_wb(worth, -worth);
        self.kept.phase -= phase_units(role);
        if role == Role::Pawn {
            self.kept.pawn_key ^= piece_key(man, square);
        }
    }
}

impl From<&Position> for State {
    fn from(position: &Position) -> Self {
        let board = Board::from(position);
        Self { board, checkers: board.checkers(), kept: Kept::of(&Men::from(position)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen;

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_worked_out() {
        let mut random = fastrand::Rng::with_seed(9);
        for start in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
        ] {
            for _ in 0..40 {
                let mut position = fen::parse(start).unwrap();
                let mut state = State::from(&position);
                for _ in 0..100 {
                    let mut steps = Vec::new();
                    state.board().steps(&mut steps);
                    if steps.is_empty() {
                        break;
                    }
                    let step = steps[random.usize(..steps.len())];
                    position.play(step.to_move());
                    state = state.after(step);
                    assert_eq!(state, State::from(&position), "{}", fen::format(&position));
                }
            }
        }
    }
}
