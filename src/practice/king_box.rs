//! The box: where the bare king can still go.

use crate::chess::{Bitboard, Color, Position};

/// The squares that are open to a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingBox {
    /// Squares that it could step to at once and be safe.
    pub steps: Bitboard,
    /// Squares that it could walk to while the other men stand still, its own square not counted.
    pub region: Bitboard,
}

/// The box of the king of `color`, whoever is to move.
#[must_use]
pub fn of(position: &Position, color: Color) -> KingBox {
    let _ = (position, color);
    KingBox { steps: Bitboard::EMPTY, region: Bitboard::EMPTY }
}
