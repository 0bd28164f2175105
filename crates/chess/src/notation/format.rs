//! Writes legal moves: in standard algebraic notation (SAN) and in the notation of the UCI protocol.

use shakmaty::san::SanPlus;
use shakmaty::{Color, Move};

use crate::names::move_number;
use crate::position::Position;

/// A legal move in standard algebraic notation, with `+` or `#`.
#[must_use]
pub fn san(position: &Position, mv: Move) -> String {
    SanPlus::from_move(position.chess().clone(), mv).to_string()
}

/// A legal move in UCI notation; castling by the position's castling mode.
#[must_use]
pub fn uci(position: &Position, mv: Move) -> String {
    mv.to_uci(position.castling_mode()).to_string()
}

/// A line of legal moves in standard algebraic notation.
#[must_use]
pub fn san_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    moves
        .iter()
        .map(|&mv| {
            let text = san(&position, mv);
            position.play(mv);
            text
        })
        .collect()
}

/// A line of legal moves in standard algebraic notation with the numbers of the moves: `1.e4 e5 2.Nf3`, `6...a6 7.Nf3`.
#[must_use]
pub fn numbered_line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        let san = san(&position, mv);
        let has_number = words.is_empty() || position.turn() == Color::White;
        let number = move_number(position.fullmoves().get(), position.turn());
        words.push(if has_number { number + &san } else { san });
        position.play(mv);
    }
    words.join(" ")
}

/// A line of legal moves in UCI notation.
#[must_use]
pub fn uci_line(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| uci(position, mv)).collect()
}
