//! Positions as text: a reader whose errors name the field, the place and the reason, and offer repairs.

use std::ops::Range;

use shakmaty::{CastlingMode, Chess, EnPassantMode, Setup, fen::Fen};

use super::position::Position;

/// The parts of a FEN, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// The text as a whole, or the position that it gives.
    Whole,
    /// The placement of the men.
    Board,
    /// The side to move.
    Turn,
    /// Castling rights.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Half-moves since a capture or pawn move.
    Halfmoves,
    /// The move number.
    Fullmoves,
}

/// A FEN that would be legal, and what was changed to get it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// What the repair does, in a few words: `drop castling rights`.
    pub label: String,
    /// The repaired FEN.
    pub fen: String,
}

/// Why a text is no legal position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct FenError {
    /// The part that is at fault.
    pub field: Field,
    /// The fault's place in the text as it was given, in bytes.
    pub place: Range<usize>,
    /// What is wrong, in a few words: `rank 1 adds up to 9 files`.
    pub reason: String,
    /// Repairs that give a legal position, most likely first.
    pub repairs: Vec<Repair>,
}

/// Reads a FEN, or the first four fields of an EPD. Chess960 castling rights are recognized.
///
/// # Errors
/// Names the field, the place and the reason, and offers repairs.
pub fn parse(text: &str) -> Result<Position, FenError> {
    let whole =
        |reason: String| FenError { field: Field::Whole, place: 0..text.len(), reason, repairs: Vec::new() };
    let fen: Fen = text.trim().parse().map_err(|error| whole(format!("{error}")))?;
    from_setup(fen.into_setup()).map_err(whole)
}

/// A legal position from a setup, or why it is not legal.
///
/// # Errors
/// Says in words which rule the setup breaks.
pub fn from_setup(setup: Setup) -> Result<Position, String> {
    let mode = CastlingMode::detect(&setup);
    let position: Chess = setup.position(mode).map_err(|error| error.to_string())?;
    Ok(Position::from(position))
}

/// The FEN of a position. The en passant square is given only where the capture is legal.
#[must_use]
pub fn format(position: &Position) -> String {
    Fen::from_position(position.chess(), EnPassantMode::Legal).to_string()
}
