//! Names of colors and pieces, and number formats for users.

use std::time::Duration;

use shakmaty::{Color, Role};

/// `White` or `Black`.
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The name of a piece in a sentence: `queen`.
#[must_use]
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// A share in percent, rounded half up to tenths: `12.3 %`. Only nothing is `0 %`, only all is `100 %`; what is
/// nearly so is `<0.1 %` or `99.9 %`.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    let (count, all) = (u128::from(part), u128::from(whole.max(1)));
    match (count * 2_000 + all) / (all * 2) {
        0 if part == 0 => "0 %".to_owned(),
        0 => "<0.1 %".to_owned(),
        1_000.. if part < whole => "99.9 %".to_owned(),
        1_000.. => "100 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// Parts of a whole as numbers of `units` that add up to them: the largest remainder method. Percentages have 100
/// units, tenths of a percent 1,000.
#[must_use]
pub fn shares(parts: &[u64], units: u64) -> Vec<u64> {
    let whole = parts.iter().map(|&part| u128::from(part)).sum::<u128>().max(1);
    let exact = |part: u64| u128::from(part) * u128::from(units);
    let mut shares: Vec<u128> = parts.iter().map(|&part| exact(part) / whole).collect();
    let mut by_remainder: Vec<usize> = (0..parts.len()).collect();
    by_remainder.sort_by_key(|&index| std::cmp::Reverse(exact(parts[index]) % whole));
    let missing = u128::from(units).saturating_sub(shares.iter().sum());
    let missing = usize::try_from(missing).unwrap_or(usize::MAX);
    for &index in by_remainder.iter().filter(|&&index| exact(parts[index]) % whole > 0).take(missing) {
        shares[index] += 1;
    }
    shares.into_iter().map(|share| u64::try_from(share).unwrap_or(u64::MAX)).collect()
}

/// The parts of a whole in percent, as by [`percent`], but so that the tenths add up to 100 %.
#[must_use]
pub fn percentages(parts: &[u64]) -> Vec<String> {
    let whole = parts.iter().sum();
    let text = |(&part, tenths): (&u64, u64)| match tenths {
        0 if part > 0 => "<0.1 %".to_owned(),
        1_000.. if part < whole => "99.9 %".to_owned(),
        0 => "0 %".to_owned(),
        1_000.. => "100 %".to_owned(),
        _ => format!("{}.{} %", tenths / 10, tenths % 10),
    };
    parts.iter().zip(shares(parts, 1_000)).map(text).collect()
}

/// A probability, 0.0 to 1.0, in whole percent.
#[must_use]
pub fn whole_percent(probability: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0 to 100")]
    let percent = (100.0 * probability).round().clamp(0.0, 100.0) as u8;
    percent
}

/// The number of a move as it stands before it: `23.` for White, `23...` for Black.
#[must_use]
pub fn move_number(number: u32, mover: Color) -> String {
    format!("{number}{}", move_number_dots(mover))
}

/// What stands behind the number of a side's move.
#[must_use]
pub const fn move_number_dots(mover: Color) -> &'static str {
    match mover {
        Color::White => ".",
        Color::Black => "...",
    }
}

/// Hundredths of a pawn with a sign: `+0.35`, `-1.20`, `0.00`.
#[must_use]
pub fn centipawns_as_pawns(value: i16) -> String {
    let sign = match value {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    sign.to_owned() + &hundredths(value.unsigned_abs().into())
}

/// So many hundredths as a decimal: `0.35`, `12.00`.
#[must_use]
pub fn hundredths(value: u32) -> String {
    format!("{}.{:02}", value / 100, value % 100)
}

/// A number to the last figure, in groups of three: `24,163,328`.
#[must_use]
pub fn group_digits(number: u64) -> String {
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
pub fn pluralized(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{} {word}s", group_digits(number as u64)) }
}

/// A size in bytes as people read it: `812 kB`, `1.2 MB`.
#[must_use]
pub fn byte_size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000),
    }
}

/// A time as people say it: `40 s`, `12 min`, `3 h 20 min`, `2 days`.
#[must_use]
pub fn rough_duration(time: Duration) -> String {
    let minutes = time.as_secs().saturating_add(30) / 60;
    match (time.as_secs(), minutes) {
        (seconds @ 0..100, _) => format!("{} s", seconds.max(1)),
        (_, 0..60) => format!("{minutes} min"),
        (_, 60..600) => format!("{} h {} min", minutes / 60, minutes % 60 / 10 * 10),
        (_, 600..2_880) => format!("{} h", (minutes + 30) / 60),
        _ => format!("{} days", (minutes + 720) / 1_440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_exact_as_people_say_them() {
        for (seconds, text) in [
            (0, "1 s"),
            (99, "99 s"),
            (100, "2 min"),
            (3_540, "59 min"),
            (12_100, "3 h 20 min"),
            (40_000, "11 h"),
            (172_800, "2 days"),
        ] {
            assert_eq!(rough_duration(Duration::from_secs(seconds)), text, "{seconds}");
        }
    }

    #[test]
    fn shares_add_up() {
        assert_eq!(shares(&[356, 297, 347], 100), [35, 30, 35]);
        assert_eq!(shares(&[1, 1, 1], 100), [34, 33, 33]);
        assert_eq!(shares(&[0, 0, 7], 100), [0, 0, 100]);
        assert_eq!(shares(&[0, 0], 100), [0, 0]);
        assert_eq!(shares(&[u64::MAX, u64::MAX], 1_000), [500, 500]);
        assert_eq!(percentages(&[1, 1, 1]), ["33.4 %", "33.3 %", "33.3 %"]);
        assert_eq!(percentages(&[0, 99_999, 1]), ["0 %", "99.9 %", "<0.1 %"]);
        assert_eq!(percentages(&[5, 0, 0]), ["100 %", "0 %", "0 %"]);
    }

    #[test]
    fn percents_never_claim_all_or_nothing() {
        for (part, whole, text) in [
            (0, 7, "0 %"),
            (1, 1_000_000, "<0.1 %"),
            (1, 3, "33.3 %"),
            (2, 3, "66.7 %"),
            (99_999, 100_000, "99.9 %"),
            (5, 5, "100 %"),
            (0, 0, "0 %"),
        ] {
            assert_eq!(percent(part, whole), text);
        }
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (24_163_328, "24,163,328")]
        {
            assert_eq!(group_digits(number), text);
        }
    }
}
