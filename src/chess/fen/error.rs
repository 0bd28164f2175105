//! Errors of the FEN parser: the field, the place in the text, the reason, and repairs.

use std::ops::Range;

/// The parts of a FEN, in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenField {
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
    pub field: FenField,
    /// The fault's place in the text as it was given, in bytes.
    pub place: Range<usize>,
    /// What is wrong, in a few words: `rank 1 adds up to 9 files`.
    pub reason: String,
    /// Repairs that give a legal position, most likely first.
    pub repairs: Vec<Repair>,
}

/// A fault before its repairs have been tried: each is a label and a text that may be a good FEN.
pub(super) struct FenFault {
    pub(super) field: FenField,
    pub(super) place: Range<usize>,
    pub(super) reason: String,
    pub(super) candidates: Vec<(String, String)>,
}
