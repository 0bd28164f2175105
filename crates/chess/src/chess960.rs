//! The 960 starting positions of Chess960 by their numbers (Reinhard Scharnagl): 518 is the standard one.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::position::Position;

/// The number of starting positions; their numbers begin at 0.
pub const COUNT: u16 = 960;

/// The number of the standard starting position.
pub const STANDARD: u16 = 518;

/// The placements of the knights on the five squares that bishops and queen leave free.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The starting position of a number; None from [`COUNT`] on. Castling is written as in Chess960, except in
/// the standard position.
#[must_use]
pub fn start_position(number: u16) -> Option<Position> {
    if number == STANDARD {
        return Some(Position::start());
    }
    let rank = first_rank(number)?;
    let white: String = rank.iter().map(char::to_ascii_uppercase).collect();
    let black: String = rank.iter().collect();
    let fen: Fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1").parse().ok()?;
    fen.into_position::<Chess>(CastlingMode::Chess960).ok().map(Position::from)
}

/// The letters of the back rank from the a-file on: `rnbqkbnr` is 518.
#[must_use]
pub fn pieces(number: u16) -> Option<String> {
    first_rank(number).map(|rank| rank.iter().collect())
}

/// The pieces of the back rank from the a-file on.
fn first_rank(number: u16) -> Option<[char; 8]> {
    if number >= COUNT {
        return None;
    }
    let number = usize::from(number);
    let mut rank = [' '; 8];
    let (rest, light) = (number / 4, number % 4);
    rank[2 * light + 1] = 'b';
    let (rest, dark) = (rest / 4, rest % 4);
    rank[2 * dark] = 'b';
    let (knights, queen) = (rest / 6, rest % 6);
    rank[free(&rank)[queen]] = 'q';
    let squares = free(&rank);
    for knight in KNIGHTS.get(knights)? {
        rank[squares[*knight]] = 'n';
    }
    for (square, letter) in free(&rank).into_iter().zip(['r', 'k', 'r']) {
        rank[square] = letter;
    }
    Some(rank)
}

/// The files that are still empty.
fn free(rank: &[char; 8]) -> Vec<usize> {
    (0..8).filter(|&file| rank[file] == ' ').collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::fen;

    fn check(number: u16, rank: &str) {
        let fen = fen::format(&start_position(number).unwrap());
        assert!(fen.starts_with(rank), "{number}: {fen}");
    }

    #[test]
    fn numbers_mean_what_they_mean_everywhere() {
        check(0, "bbqnnrkr/");
        check(STANDARD, "rnbqkbnr/");
        check(534, "rnbkqbnr/");
        check(959, "rkrnnqbb/");
        assert_eq!(start_position(COUNT), None);
    }

    #[test]
    fn all_are_there_and_each_can_be_read_again() {
        let fens: BTreeSet<String> =
            (0..COUNT).filter_map(start_position).map(|position| fen::format(&position)).collect();
        assert_eq!(fens.len(), usize::from(COUNT));
        for text in fens {
            assert_eq!(fen::parse(&text).map(|position| fen::format(&position)), Ok(text));
        }
    }
}
