//! Errors of the FEN parser: the field, the place in the text, the reason, and repairs.

use std::ops::Range;

/// The parts of a FEN, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
    /// The text as a whole, or the position that it gives.
    Whole,
    /// The piece placement.
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

/// A suggested repair: a legal FEN and what was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The change in a few words: `drop castling rights`.
    pub label: String,
    /// The repaired FEN.
    pub fen: String,
}

/// The error for a text that is no legal position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct FenError {
    /// The field with the error.
    pub field: FenField,
    /// The byte range of the error in the original text.
    pub place: Range<usize>,
    /// The reason in a few words: `rank 1 adds up to 9 files`.
    pub reason: String,
    /// Repairs that give a legal position, most likely first.
    pub repairs: Vec<Repair>,
}

/// An error with candidate repairs that are not validated yet: each is a label and a FEN.
pub(super) struct FenFault {
    pub(super) field: FenField,
    pub(super) place: Range<usize>,
    pub(super) reason: String,
    pub(super) candidates: Vec<(String, String)>,
}
