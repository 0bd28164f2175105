//! Colors, men and numbers in the words that players read.

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

/// Hundredths of a pawn with a sign: `+0.35`, `-1.20`, `0.00`.
#[must_use]
pub fn pawns(value: i16) -> String {
    let size = value.unsigned_abs();
    let sign = match value {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// A number to the last figure, in groups of three: `24,163,328`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let figures = number.to_string();
    let mut text = String::with_capacity(figures.len() + figures.len() / 3);
    for (index, figure) in figures.chars().enumerate() {
        if index > 0 && (figures.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(figure);
    }
    text
}

/// A count with its word: `1 move`, `3 moves`.
#[must_use]
pub fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{} {word}s", grouped(number as u64)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (24_163_328, "24,163,328")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
