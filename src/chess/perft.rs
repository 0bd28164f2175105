//! Counts the leaves of the tree of legal moves: the classic proof that the rules are right.

use shakmaty::Move;

use super::position::Position;

/// The number of move sequences of exactly `depth` half-moves.
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// The same count split by first move, in the order of generation.
#[must_use]
pub fn divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().iter().map(|&mv| (mv, perft(&position.after(mv), below))).collect()
}
