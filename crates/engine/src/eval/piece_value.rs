//! Piece values for exchanges, independent of the square.

use chess::Role;

/// The value of a piece for static exchange evaluation (SEE), in centipawns.
pub(crate) const fn see_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}
