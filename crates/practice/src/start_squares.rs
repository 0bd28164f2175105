//! Conditions on the squares of pieces: squares, rectangles, square colors, squares relative to another
//! piece.
//!
//! One wing is described; the other one is meant, too.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use shakmaty::Board;

use chess::{Bitboard, Piece, Square};

/// The conditions for all pieces; those that others refer to come first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StartSquares {
    places: Vec<(Piece, PieceSquares)>,
}

/// The squares of one piece: any of its terms will do.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PieceSquares {
    alternatives: Vec<Vec<SquareFactor>>,
}

/// A part of a term; all of them must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SquareFactor {
    /// One of these squares.
    Within(Bitboard),
    /// An offset in files and ranks from one of these pieces.
    RelativeTo(Piece, RangeInclusive<i32>, RangeInclusive<i32>),
}

/// Why places cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartSquaresError {
    /// No piece has this letter.
    #[error("\"{0}\" is not a piece: write a letter as in a FEN, K for White's king, k for Black's")]
    Piece(String),
    /// A term says nothing.
    #[error(
        "\"{0}\" is not a place: write e4, b2-g7, light, dark or P[-1..1,2], joined by & where all must hold"
    )]
    Term(String),
    /// Pieces refer to one another in a circle, or to one without a place of its own here.
    #[error("the place of {0} refers to a piece that is placed after it: give that piece squares of its own")]
    CircularReference(char),
}

impl StartSquares {
    /// Reads places of pieces that are on the board already, in which they may refer to any piece.
    ///
    /// # Errors
    /// When a piece or a term is not valid.
    pub fn parse_on_board<'a>(
        texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, StartSquaresError> {
        let place = |(letter, terms): (&str, &str)| Ok((parse_piece(letter)?, terms.parse()?));
        Ok(Self { places: texts.into_iter().map(place).collect::<Result<_, _>>()? })
    }

    /// Reads places, each a piece's letter and its terms.
    ///
    /// # Errors
    /// When a piece or a term is not valid.
    pub fn parse<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, StartSquaresError> {
        let mut waiting = Vec::new();
        for (letter, terms) in texts {
            waiting.push((parse_piece(letter)?, terms.parse::<PieceSquares>()?));
        }
        // The same order whatever the text's, for a seed must deal the same start always.
        waiting.sort_by_key(|(piece, _)| piece.char());
        let mut places: Vec<(Piece, PieceSquares)> = Vec::new();
        while !waiting.is_empty() {
            let ready = waiting.iter().position(|(_, place)| {
                place.references().all(|other| places.iter().any(|(placed, _)| *placed == other))
            });
            let Some(ready) = ready else {
                return Err(StartSquaresError::CircularReference(waiting[0].0.char()));
            };
            places.push(waiting.remove(ready));
        }
        Ok(Self { places })
    }

    /// Whether there is no condition at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The pieces that have places, in the order in which they are to be put on the board.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.places.iter().map(|(piece, _)| *piece)
    }

    /// The squares on which a piece may stand, given those that stand already.
    #[must_use]
    pub fn squares_of(&self, piece: Piece, board: &Board) -> Bitboard {
        self.places
            .iter()
            .find(|(of, _)| *of == piece)
            .map_or(Bitboard::FULL, |(_, place)| place.squares(board))
    }

    /// The squares on which a piece may stand; none for a piece without a place.
    #[must_use]
    pub fn named_squares_of(&self, piece: Piece, board: &Board) -> Bitboard {
        let place = self.places.iter().find(|(of, _)| *of == piece);
        place.map_or(Bitboard::EMPTY, |(_, place)| place.squares(board))
    }

    /// Whether all pieces stand where they may, on this wing or on the other one.
    #[must_use]
    pub fn matches(&self, board: &Board) -> bool {
        let mut mirrored = board.clone();
        mirrored.flip_horizontal();
        [board, &mirrored].into_iter().any(|board| {
            self.places.iter().all(|(piece, place)| board.by_piece(*piece).is_subset(place.squares(board)))
        })
    }
}

impl PieceSquares {
    fn references(&self) -> impl Iterator<Item = Piece> {
        self.alternatives.iter().flatten().filter_map(|factor| match factor {
            SquareFactor::RelativeTo(piece, ..) => Some(*piece),
            SquareFactor::Within(_) => None,
        })
    }

    fn squares(&self, board: &Board) -> Bitboard {
        let term = |factors: &Vec<SquareFactor>| {
            factors.iter().fold(Bitboard::FULL, |squares, factor| squares & factor.squares(board))
        };
        self.alternatives.iter().map(term).fold(Bitboard::EMPTY, |all, squares| all | squares)
    }
}

impl SquareFactor {
    fn squares(&self, board: &Board) -> Bitboard {
        match self {
            Self::Within(squares) => *squares,
            Self::RelativeTo(piece, files, ranks) => {
                let near = |from: Square| {
                    Square::ALL.into_iter().filter(move |to| {
                        files.contains(&(i32::from(to.file()) - i32::from(from.file())))
                            && ranks.contains(&(i32::from(to.rank()) - i32::from(from.rank())))
                    })
                };
                board.by_piece(*piece).into_iter().flat_map(near).collect()
            }
        }
    }
}

impl FromStr for PieceSquares {
    type Err = StartSquaresError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let term = |text: &str| -> Result<Vec<SquareFactor>, StartSquaresError> {
            let wrong = || StartSquaresError::Term(text.to_owned());
            text.split('&').map(|factor| parse_factor(factor).ok_or_else(wrong)).collect()
        };
        let any = text.split_whitespace().map(term).collect::<Result<Vec<_>, _>>()?;
        if any.is_empty() {
            Err(StartSquaresError::Term(text.to_owned()))
        } else {
            Ok(Self { alternatives: any })
        }
    }
}

impl fmt::Display for StartSquares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.pieces().map(|piece| piece.char().to_string()).collect();
        write!(f, "{}", letters.join(" "))
    }
}

fn parse_piece(text: &str) -> Result<Piece, StartSquaresError> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none());
    piece.ok_or_else(|| StartSquaresError::Piece(text.to_owned()))
}

fn parse_factor(text: &str) -> Option<SquareFactor> {
    match text {
        "light" => return Some(SquareFactor::Within(Bitboard::LIGHT_SQUARES)),
        "dark" => return Some(SquareFactor::Within(Bitboard::DARK_SQUARES)),
        _ => {}
    }
    if let Some((letter, offsets)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        let (files, ranks) = offsets.split_once(',')?;
        return Some(SquareFactor::RelativeTo(
            parse_piece(letter).ok()?,
            parse_range(files)?,
            parse_range(ranks)?,
        ));
    }
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
    let (files, ranks) = (between(from.file(), to.file()), between(from.rank(), to.rank()));
    let within = |square: &Square| files.contains(&square.file()) && ranks.contains(&square.rank());
    Some(SquareFactor::Within(Square::ALL.into_iter().filter(within).collect()))
}

fn between<T: Ord + Copy>(one: T, other: T) -> RangeInclusive<T> {
    one.min(other)..=one.max(other)
}

/// A number of squares, or a range of them: `2`, `-1..1`.
fn parse_range(text: &str) -> Option<RangeInclusive<i32>> {
    let number = |text: &str| text.trim().parse::<i32>().ok().filter(|number| number.abs() < 8);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    Some(between(number(from)?, number(to)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        Board::from_ascii_board_fen(text.as_bytes()).unwrap()
    }

    fn check(places: &[(&str, &str)], fen: &str, wanted: bool) {
        let squares = StartSquares::parse(places.iter().copied()).unwrap();
        assert_eq!(squares.matches(&board(fen)), wanted, "{places:?} {fen}");
    }

    #[test]
    fn places_hold_on_both_wings() {
        let corner = [("k", "a1 b1"), ("P", "b2-d7")];
        check(&corner, "8/8/8/2P5/8/8/8/1k2K3", true);
        check(&corner, "8/8/8/5P2/8/8/8/3K2k1", true);
        check(&corner, "8/8/8/5P2/8/8/8/1k2K3", false);
        check(&[("B", "light")], "8/8/8/8/8/8/8/k3K1B1", true);
        check(&[("B", "dark&a1-h4")], "8/8/8/8/8/8/8/k1B1K3", true);
        check(&[("B", "dark&a1-h4 e8")], "8/8/5B2/8/8/8/8/k3K3", false);
    }

    #[test]
    fn a_place_beside_another_piece() {
        let ahead = [("K", "P[0,1]"), ("P", "a2-d6"), ("k", "K[-1..1,2..3]")];
        check(&ahead, "8/2k5/8/2K5/2P5/8/8/8", true);
        check(&ahead, "8/2k5/8/1K6/2P5/8/8/8", false);
        check(&ahead, "4k3/8/8/2K5/2P5/8/8/8", false);
        let order: String = StartSquares::parse(ahead).unwrap().pieces().map(Piece::char).collect();
        assert_eq!(order, "PKk");
    }

    fn check_refused(letter: &str, terms: &str, wanted: &str) {
        let error = StartSquares::parse([(letter, terms)]).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        check_refused("x", "e4", "\"x\" is not a piece");
        check_refused("KQ", "e4", "\"KQ\" is not a piece");
        for term in ["", "e9", "e4-", "P[1]", "P[1,9]", "P[1,x]", "X[1,1]", "light&", "lite"] {
            check_refused("K", term, "is not a place");
        }
        check_refused("K", "P[0,1]", "refers to a piece");
        let circle = StartSquares::parse([("K", "k[0,2]"), ("k", "K[0,-2]")]).unwrap_err();
        assert!(matches!(circle, StartSquaresError::CircularReference('K')), "{circle}");
    }
}
