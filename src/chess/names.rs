//! Colors and men in the words that players read.

use shakmaty::{Color, Role};

/// `White` or `Black`.
#[must_use]
pub const fn named(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A man's name inside a sentence: `queen`.
#[must_use]
pub const fn man_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
