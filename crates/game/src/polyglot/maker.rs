//! Makes a book of games: as Polyglot's `make-book`, byte for byte.

use std::cmp::Reverse;
use std::collections::HashMap;

use chess::{Color, Move, Position};

use super::{ENTRY_BYTES, packed_move, polyglot_key};
use crate::pgn::GameResult;

/// Where the count of a move comes to this, the counts of its position are halved.
const MAX_GAMES: u32 = 16_384;

/// Which moves go into a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookCountOptions {
    /// The most half-moves of a game that are looked at.
    pub max_plies: usize,
    /// The least number of games with a move.
    pub min_games: u32,
    /// The least score of a move, from 0.0 to 1.0.
    pub min_score: f64,
    /// Only moves of this side.
    pub only: Option<Color>,
    /// Whether all moves have the weight 1; else it is what they scored, two for a win.
    pub is_uniform: bool,
}

impl Default for BookCountOptions {
    /// Those of Polyglot.
    fn default() -> Self {
        Self { max_plies: 1024, min_games: 3, min_score: 0.0, only: None, is_uniform: false }
    }
}

/// A move in a position, counted.
#[derive(Clone, Copy, Debug)]
struct CountedMove {
    key: u64,
    packed: u16,
    side: Color,
    games: u32,
    /// Two for each win, one for each draw.
    half_points: u32,
}

/// Counts games for a book.
#[derive(Debug)]
pub struct BookMaker {
    options: BookCountOptions,
    /// In the order in which they came, which decides among equal weights.
    counted: Vec<CountedMove>,
    places: HashMap<(u64, u16), usize>,
}

impl BookMaker {
    /// A book without a move.
    #[must_use]
    pub fn new(options: BookCountOptions) -> Self {
        Self { options, counted: Vec::new(), places: HashMap::new() }
    }

    /// Adds a game. One without a known result counts as a draw.
    pub fn add_game(&mut self, start: &Position, moves: impl IntoIterator<Item = Move>, result: GameResult) {
        let mut position = start.clone();
        for mv in moves.into_iter().take(self.options.max_plies) {
            let half_points = match (result, position.turn()) {
                (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
                (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => 0,
                (GameResult::Draw | GameResult::Unknown, _) => 1,
            };
            self.add_move(&position, mv, half_points);
            position.play(mv);
        }
    }

    fn add_move(&mut self, position: &Position, mv: Move, half_points: u32) {
        let (key, packed) = (polyglot_key(position), packed_move(mv));
        let next = self.counted.len();
        let place = *self.places.entry((key, packed)).or_insert(next);
        if place == next {
            let side = position.turn();
            self.counted.push(CountedMove { key, packed, side, games: 0, half_points: 0 });
        }
        let counted = &mut self.counted[place];
        counted.games += 1;
        counted.half_points += half_points;
        if counted.games >= MAX_GAMES {
            for other in self.counted.iter_mut().filter(|other| other.key == key) {
                other.games = other.games.div_ceil(2);
                other.half_points = other.half_points.div_ceil(2);
            }
        }
    }

    /// The book, and the number of its entries.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let Self { options, mut counted, .. } = self;
        counted.retain(|of| {
            let score = f64::from(of.half_points) / f64::from(of.games) / 2.0;
            of.games >= options.min_games
                && of.half_points > 0
                && score >= options.min_score
                && options.only.is_none_or(|side| side == of.side)
        });
        let weight = |of: &CountedMove| if options.is_uniform { 1 } else { of.half_points };
        counted.sort_by_key(|of| (of.key, Reverse(weight(of))));
        let mut bytes = Vec::with_capacity(counted.len() * ENTRY_BYTES);
        for of in &counted {
            let weight = u16::try_from(weight(of)).unwrap_or(u16::MAX);
            bytes.extend(of.key.to_be_bytes());
            bytes.extend(of.packed.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use chess::notation;

    use super::*;
    use crate::polyglot::{BookMove, PolyglotBook};

    fn book(games: &[(&str, GameResult)], options: BookCountOptions) -> PolyglotBook {
        let mut maker = BookMaker::new(options);
        for (text, result) in games {
            let mut position = Position::start();
            let moves: Vec<Move> = text
                .split_whitespace()
                .map(|word| {
                    let mv = notation::parse_move(&position, word).unwrap();
                    position.play(mv);
                    mv
                })
                .collect();
            maker.add_game(&Position::start(), moves, *result);
        }
        PolyglotBook::read(&maker.finish()).unwrap()
    }

    fn first_moves(book: &PolyglotBook) -> Vec<(String, u16)> {
        let start = Position::start();
        book.moves(&start)
            .into_iter()
            .map(|BookMove { mv, weight }| (notation::san(&start, mv), weight))
            .collect()
    }

    #[test]
    fn weights_are_what_moves_scored() {
        let games = [
            ("e4 e5", GameResult::WhiteWins),
            ("d4 d5", GameResult::Draw),
            ("e4 c5", GameResult::BlackWins),
            ("e4", GameResult::Unknown),
            ("c4", GameResult::BlackWins),
        ];
        let all = BookCountOptions { min_games: 1, ..BookCountOptions::default() };
        let scored = book(&games, all);
        assert_eq!(
            first_moves(&scored),
            [("e4".to_owned(), 3), ("d4".to_owned(), 1)],
            "1. c4 scored nothing"
        );
        assert_eq!(scored.len(), 4, "and 1...c5 and 1...d5");
        assert_eq!(first_moves(&book(&games, BookCountOptions::default())), [("e4".to_owned(), 3)]);
        let uniform = book(&games, BookCountOptions { is_uniform: true, ..all });
        assert_eq!(first_moves(&uniform), [("e4".to_owned(), 1), ("d4".to_owned(), 1)]);
        let black = book(&games, BookCountOptions { only: Some(Color::Black), ..all });
        assert_eq!((first_moves(&black).len(), black.len()), (0, 2));
        let good = book(&games, BookCountOptions { min_score: 0.55, ..all });
        assert_eq!((first_moves(&good).len(), good.len()), (0, 1), "1...c5 alone won");
        assert_eq!(book(&games, BookCountOptions { max_plies: 1, ..all }).len(), 2);
    }

    #[test]
    fn counts_are_halved_before_they_are_too_large() {
        let mut maker = BookMaker::new(BookCountOptions { max_plies: 1, ..BookCountOptions::default() });
        let start = Position::start();
        let [e4, d4] = ["e4", "d4"].map(|san| notation::parse_move(&start, san).unwrap());
        for _ in 0..100 {
            maker.add_game(&start, [d4], GameResult::WhiteWins);
        }
        for _ in 0..16_384 {
            maker.add_game(&start, [e4], GameResult::WhiteWins);
        }
        let book = PolyglotBook::read(&maker.finish()).unwrap();
        assert_eq!(first_moves(&book), [("e4".to_owned(), 16_384), ("d4".to_owned(), 100)]);
    }
}
