//! Conditions on what a start asks of the trainee: that it is the trainee's move that matters, and which one.
//!
//! Without them a random start mostly misses the theme of its lesson: the pawn just runs, a piece hangs, or every
//! move will do.

use shakmaty::Board;

use super::start_squares::StartSquares;
use chess::material::piece_points;
use chess::{Bitboard, Color, Move, MoveCost, Oracle, Position, Role};

/// Conditions on the moves of a start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StartFilter {
    /// Whether the start must be calm, see [`is_calm`].
    pub is_calm: bool,
    /// How many moves keep the result at most; None for any number.
    pub max_keeping: Option<u16>,
    /// The key moves: every move that keeps the result is made by one of these pieces to one of its squares.
    /// Nothing where any move will do.
    pub key_moves: StartSquares,
}

impl StartFilter {
    /// Whether a start meets the conditions. None where the oracle does not know.
    #[must_use]
    pub fn accepts(&self, position: &Position, oracle: &dyn Oracle) -> Option<bool> {
        if self.is_calm && !is_calm(position) {
            return Some(false);
        }
        if self.max_keeping.is_none() && self.key_moves.is_empty() {
            return Some(true);
        }
        let moves = keeping_moves(position, oracle)?;
        let is_few = self.max_keeping.is_none_or(|most| moves.len() <= usize::from(most));
        Some(is_few && self.are_key_moves(position, &moves))
    }

    /// Whether all moves are key moves, on this wing or on the other one.
    #[must_use]
    pub fn are_key_moves(&self, position: &Position, moves: &[Move]) -> bool {
        if self.key_moves.is_empty() {
            return true;
        }
        let color = position.turn();
        let mut mirrored = position.board().clone();
        mirrored.flip_horizontal();
        let are_key = |board: &Board, is_mirrored: bool| {
            moves.iter().all(|mv| {
                let to = if is_mirrored { mv.to().flip_horizontal() } else { mv.to() };
                self.key_moves.named_squares_of(mv.role().of(color), board).contains(to)
            })
        };
        are_key(position.board(), false) || are_key(&mirrored, true)
    }
}

/// The moves that keep the result, whatever they cost. None where the oracle does not know.
#[must_use]
pub fn keeping_moves(position: &Position, oracle: &dyn Oracle) -> Option<Vec<Move>> {
    let before = oracle.probe(position)?;
    let mut moves = Vec::new();
    for &mv in &position.legal_moves() {
        let after = oracle.probe(&position.after(mv))?.for_mover();
        if MoveCost::from_verdicts(before, after, None).keeps_result() {
            moves.push(mv);
        }
    }
    Some(moves)
}

/// Whether nothing is there to be taken or to be saved at once: the side to move is not in check, and no piece
/// of either side is attacked, unless it is guarded and worth less than each of its attackers.
#[must_use]
pub fn is_calm(position: &Position) -> bool {
    let board = position.board();
    !position.is_check() && !Color::ALL.into_iter().any(|color| is_attacked(board, color))
}

fn is_attacked(board: &Board, color: Color) -> bool {
    let pieces = board.by_color(color) & !board.kings();
    pieces.into_iter().any(|square| {
        let attackers = board.attacks_to(square, !color, board.occupied());
        let is_guarded = board.attacks_to(square, color, board.occupied()).any();
        let points = board.role_at(square).map_or(0, piece_points);
        let threatens = |attackers: Bitboard| {
            attackers
                .into_iter()
                .filter_map(|from| board.role_at(from))
                .any(|role| attacker_points(role) <= points)
        };
        attackers.any() && (!is_guarded || threatens(attackers))
    })
}

/// A king takes nothing that is guarded.
const fn attacker_points(role: Role) -> u32 {
    match role {
        Role::King => u32::MAX,
        role => piece_points(role),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    #[test]
    fn a_start_is_calm_where_nothing_hangs() {
        for (text, wanted) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true),
            // In check.
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false),
            // The rook attacks the unguarded pawn.
            ("4k3/8/8/8/8/8/r3P2K/8 w - - 0 1", false),
            // The pawn is guarded and worth less than the rook.
            ("4k3/8/8/8/8/8/r3PK2/8 w - - 0 1", true),
            // A king takes nothing that is guarded.
            ("8/8/8/8/4k3/4P3/3K4/8 b - - 0 1", true),
            // Rooks face each other.
            ("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ] {
            assert_eq!(is_calm(&fen::parse(text).unwrap()), wanted, "{text}");
        }
    }

    #[test]
    fn key_moves_hold_on_both_wings() {
        let filter = StartFilter {
            key_moves: StartSquares::parse_on_board([("K", "P[-1..0,1..2]")]).unwrap(),
            ..StartFilter::default()
        };
        let check = |text: &str, typed: &str, wanted: bool| {
            let position = fen::parse(text).unwrap();
            let mv = chess::notation::parse_move(&position, typed).unwrap();
            assert_eq!(filter.are_key_moves(&position, &[mv]), wanted, "{text} {typed}");
        };
        let left = "4k3/8/8/8/8/8/3P4/2K5 w - - 0 1";
        check(left, "Kc2", false);
        check(left, "d3", false);
        check("4k3/8/8/8/8/2K5/3P4/8 w - - 0 1", "Kc4", true);
        check("3k4/8/8/8/8/5K2/4P3/8 w - - 0 1", "Kf4", true);
    }
}
