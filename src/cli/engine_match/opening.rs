//! Openings that are level and known to everybody, so that no two pairs of games are alike.

use crate::chess::{Move, Position, notation};

const LINES: [&str; 16] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6",
    "e4 e6 d4 d5 Nc3 Bb4",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6",
    "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5",
    "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5",
    "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6",
];

/// The moves of the opening with a number; after the last one they begin anew.
pub(super) fn opening_moves(number: u32) -> Vec<Move> {
    let line = LINES[number as usize % LINES.len()];
    let mut position = Position::start();
    let mut moves = Vec::new();
    for text in line.split(' ') {
        let Ok(mv) = notation::parse_move(&position, text) else { break };
        position.play(mv);
        moves.push(mv);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_can_be_played_and_is_another() {
        let mut all: Vec<Vec<Move>> = (0..16).map(opening_moves).collect();
        for (line, moves) in LINES.iter().zip(&all) {
            assert_eq!(line.split(' ').count(), moves.len(), "{line}");
        }
        all.sort_by_key(|moves| format!("{moves:?}"));
        all.dedup();
        assert_eq!(all.len(), LINES.len());
        assert_eq!(opening_moves(16), opening_moves(0));
    }
}
