//! Static exchange evaluation (SEE): the material gained or lost by a capture after all recaptures on its
//! square.
//!
//! Compares with a threshold, and captures with the least valuable attacker first ("Static Exchange
//! Evaluation", Chess Programming Wiki).

use shakmaty::attacks;

use crate::eval::piece_value::see_value;
use chess::board::{Board, BoardMove, BoardMoveKind};
use chess::{Bitboard, Color, Role, Square};

const LEAST_VALUABLE_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Whether the exchange that a move starts gains at least `threshold` centipawns for the side to move.
pub(crate) fn see_ge(board: &Board, mv: BoardMove, threshold: i32) -> bool {
    let BoardMove { from, to, role, capture, promotion, kind } = mv;
    if kind != BoardMoveKind::Normal {
        // Castling exchanges nothing, and en passant trades a pawn for a pawn at worst.
        return threshold <= 0;
    }
    let mut balance = capture.map_or(0, see_value) - threshold;
    let standing_piece = promotion.unwrap_or(role);
    balance += see_value(standing_piece) - see_value(role);
    if balance < 0 {
        return false;
    }
    balance -= see_value(standing_piece);
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied() ^ Bitboard::from_square(from);
    occupied.add(to);
    let mut attackers = attackers(board, to, occupied) & occupied;
    let mut side = board.turn().other();
    loop {
        let own = attackers & board.by_color(side);
        let Some((role, square)) = least_valuable_attacker(board, own) else { break };
        if role == Role::King && (attackers & board.by_color(side.other())).any() {
            break;
        }
        side = side.other();
        balance = -balance - 1 - see_value(role);
        if balance >= 0 {
            break;
        }
        occupied.discard(square);
        attackers |= discovered_sliders(board, to, occupied, role);
        attackers &= occupied;
    }
    side != board.turn()
}

fn least_valuable_attacker(board: &Board, attackers: Bitboard) -> Option<(Role, Square)> {
    LEAST_VALUABLE_FIRST
        .into_iter()
        .find_map(|role| (attackers & board.by_role(role)).first().map(|square| (role, square)))
}

fn attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    board.attackers(square, Color::White, occupied) | board.attackers(square, Color::Black, occupied)
}

/// X-rays: the sliders that attack the square once a piece has left their line.
fn discovered_sliders(board: &Board, square: Square, occupied: Bitboard, left: Role) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    if matches!(left, Role::Pawn | Role::Bishop | Role::Queen) {
        seen |= attacks::bishop_attacks(square, occupied) & board.bishops_and_queens();
    }
    if matches!(left, Role::Rook | Role::Queen) {
        seen |= attacks::rook_attacks(square, occupied) & board.rooks_and_queens();
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, notation};

    fn check_gain(text: &str, mv: &str, gain: i32) {
        let position = fen::parse(text).unwrap();
        let mv = notation::parse_move(&position, mv).unwrap();
        let board = Board::from(&position);
        let board_move = board.find_move(mv).unwrap();
        assert!(see_ge(&board, board_move, gain), "{text}: at least {gain}");
        assert!(!see_ge(&board, board_move, gain + 1), "{text}: not more than {gain}");
    }

    #[test]
    fn exchanges_on_one_square() {
        check_gain("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
        check_gain("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 310);
        check_gain("4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", 100);
        check_gain("4k3/4p3/3p4/8/8/8/3Q4/4K3 w - - 0 1", "d2d6", 100 - 950);
        check_gain("4k3/8/8/8/3p4/8/8/R3K3 w - - 0 1", "a1a4", 0);
        check_gain("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100);
    }
}
