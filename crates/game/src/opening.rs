//! Opening names by position, so that transpositions are recognized.
//!
//! Names and codes are those of lichess-org/chess-openings, which are in the public domain (CC0).

mod table;

use std::fmt;

use super::pgn::known;
use super::tree::{NodeId, Tree};
use chess::Position;

/// A named opening or variation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The index of its name in the table.
    name: u16,
    /// The letter and number of its ECO code.
    code: [u8; 2],
}

impl Opening {
    /// The opening of a position. Castling rights and a legal en passant capture count.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        let entry = table::find(position.key())?;
        Some(Self { name: entry.name, code: entry.code })
    }

    /// The opening of a game at a node: the last named position on the path, so that the name stays when the
    /// game leaves the book. A game from a custom start has the names of the positions that it reaches.
    #[must_use]
    pub fn at(tree: &Tree, id: NodeId) -> Option<Self> {
        let mut path = std::iter::successors(Some(id), |&id| tree.node(id).parent());
        path.find_map(|id| Self::of(tree.node(id).position()))
    }

    /// The ECO code (Encyclopaedia of Chess Openings), `A00` to `E99`.
    #[must_use]
    pub fn eco(self) -> String {
        let [letter, number] = self.code;
        format!("{}{number:02}", char::from(letter))
    }

    /// The name: `Ruy Lopez: Berlin Defense, Beverwijk Variation`.
    #[must_use]
    pub fn name(self) -> String {
        table::name_parts(self.name).concat()
    }
}

/// Code and name: `C65 Ruy Lopez: Berlin Defense`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco(), self.name())
    }
}

/// The ECO code and the name of an opening as a game list has it, in upper or lower case; an empty text for
/// what is missing.
#[must_use]
pub fn split_eco(opening: &str) -> (&str, &str) {
    let (first, rest) = opening.split_once(' ').unwrap_or((opening, ""));
    let is_code = matches!(first.as_bytes(), [b'A'..=b'E' | b'a'..=b'e', b'0'..=b'9', b'0'..=b'9']);
    if is_code { (first, rest.trim()) } else { ("", opening) }
}

/// The number of the ECO code that an opening begins with, in upper or lower case: from 1 for A00 to 500 for E99, and 0
/// without a code. Scid writes codes with something behind them, such as `B90a`.
#[must_use]
pub fn eco_number(opening: &str) -> u16 {
    match *opening.as_bytes() {
        [letter, tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] => {
            let letter = letter.to_ascii_uppercase();
            let [tens, ones] = [tens, ones].map(|digit| u16::from(digit - b'0'));
            let is_letter = letter.is_ascii_uppercase() && letter <= b'E';
            if is_letter { u16::from(letter - b'A') * 100 + tens * 10 + ones + 1 } else { 0 }
        }
        _ => 0,
    }
}

/// The opening of a game in a list: the name and the ECO code of its tags, else by its moves, else its code alone.
#[must_use]
pub fn listed(name_tag: &str, eco_tag: &str, by_moves: Option<Opening>) -> String {
    match (known(name_tag), known(eco_tag), by_moves) {
        ("", _, Some(opening)) => opening.to_string(),
        ("", eco, None) => eco.to_owned(),
        (name, eco, _) => [eco, name].join(" ").trim().to_owned(),
    }
}

/// The family of an opening as a game list has it: the name up to where a variation is named, with a colon in
/// the program's own names, with a comma in those of some files. The ECO code where there is no name.
#[must_use]
pub fn family_name(opening: &str) -> &str {
    let (eco, name) = split_eco(opening);
    let family = name.split([':', ',']).next().unwrap_or_default().trim();
    if family.is_empty() { eco } else { family }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;
    use chess::fen;

    /// The opening at the end of moves that are played from a position.
    fn named(start: &Position, moves: &str) -> String {
        let reading = pgn::read(moves, start);
        assert_eq!(reading.fault, None, "{moves}");
        let tree = reading.game.tree;
        let end = tree.main_line_from(tree.start()).last().copied();
        end.and_then(|end| Opening::at(&tree, end)).map(|opening| opening.to_string()).unwrap_or_default()
    }

    fn check(moves: &str, wanted: &str) {
        assert_eq!(named(&Position::start(), moves), wanted, "{moves}");
    }

    #[test]
    fn the_position_has_the_name_whatever_led_to_it() {
        check("1. e4", "B00 King's Pawn Game");
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6", "C65 Ruy Lopez: Berlin Defense");
        for moves in ["1. d4 d5 2. Nf3", "1. Nf3 d5 2. d4"] {
            check(moves, "D02 Queen's Pawn Game: Zukertort Variation");
        }
        for moves in ["1. d4 Nf6 2. c4 e6 3. Nc3 Bb4", "1. c4 e6 2. Nc3 Bb4 3. d4 Nf6"] {
            check(moves, "E20 Nimzo-Indian Defense");
        }
    }

    #[test]
    fn a_name_holds_until_another_one_comes() {
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "C70 Ruy Lopez: Morphy Defense");
        check("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. h4 h5 5. Rh3", "C70 Ruy Lopez: Morphy Defense");
        check("", "");
    }

    /// Kings that went out and came back may not castle, and the position is another one.
    #[test]
    fn rights_are_part_of_a_position() {
        let moves = "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8";
        let game = pgn::read(moves, &Position::start()).game;
        let end = game.tree.main_line_from(game.tree.start()).last().copied().unwrap();
        assert_eq!(Opening::of(game.tree.node(end).position()), None);
        check(moves, "C20 Bongcloud Attack");
    }

    #[test]
    fn a_game_from_elsewhere_has_the_names_that_it_reached() {
        let elsewhere = fen::parse("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").unwrap();
        assert!(Opening::of(&elsewhere).is_some());
        assert_eq!(named(&elsewhere, "2. Nf3 Nc6 3. Bb5"), "C60 Ruy Lopez");
        let chess960 = fen::parse("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1").unwrap();
        assert_eq!(named(&chess960, "1. e4 e5"), "");
    }
}
