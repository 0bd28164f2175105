//! Checks the piece placement field.

use std::ops::Range;

use super::super::text::quoted;
use super::error::{FenFault, FenField};
use super::fields::FenFields;

/// Finds the first invalid letter or rank.
pub(super) fn check_placement(fields: &FenFields<'_>) -> Result<(), FenFault> {
    let text = fields.board.text;
    let start = fields.board.place.start;
    for (at, letter) in text.char_indices() {
        if !is_known(letter) {
            return Err(wrong_letter(fields, at, letter));
        }
    }
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(wrong_rank_count(fields, &ranks));
    }
    let mut at = 0;
    for (n, rank) in ranks.iter().enumerate() {
        let files: usize = counts(rank).iter().sum();
        if files != 8 {
            let summands: Vec<String> = counts(rank).iter().map(usize::to_string).collect();
            let sum = if summands.len() > 1 { format!(" ({})", summands.join("+")) } else { String::new() };
            let name = 8 - n;
            return Err(FenFault {
                field: FenField::Board,
                place: start + at..start + at + rank.len(),
                reason: format!("rank {name} adds up to {files} files{sum}"),
                candidates: rank_repairs(rank)
                    .into_iter()
                    .map(|repaired| rank_repair(fields, at..at + rank.len(), name, &repaired))
                    .collect(),
            });
        }
        at += rank.len() + 1;
    }
    Ok(())
}

/// The byte range of the piece on a square; the whole board if there is none.
pub(super) fn piece_span(fields: &FenFields<'_>, square: shakmaty::Square) -> Range<usize> {
    let (mut rank, mut file) = (7, 0);
    for (at, letter) in fields.board.text.char_indices() {
        match letter {
            '/' => (rank, file) = (rank - 1, 0),
            '~' => {}
            '1'..='8' => file += letter.to_digit(10).unwrap_or(0),
            _ => {
                if rank == square.rank().to_u32() && file == square.file().to_u32() {
                    let start = fields.board.place.start + at;
                    return start..start + letter.len_utf8();
                }
                file += 1;
            }
        }
        if rank == 0 && file > 8 {
            break;
        }
    }
    fields.board.place.clone()
}

/// A tilde marks a promoted piece in some variants; it is ignored.
fn is_known(letter: char) -> bool {
    "pnbrqkPNBRQK12345678/~".contains(letter)
}

/// The number of files of each letter of a rank.
fn counts(rank: &str) -> Vec<usize> {
    let count = |letter: char| letter.to_digit(10).map_or(1, |digit| digit as usize);
    rank.chars().filter(|&letter| letter != '~').map(count).collect()
}

fn wrong_letter(fields: &FenFields<'_>, at: usize, letter: char) -> FenFault {
    let text = fields.board.text;
    let from = text[..at].rfind('/').map_or(0, |stroke| stroke + 1);
    let to = text[at..].find('/').map_or(text.len(), |stroke| at + stroke);
    let name = 8_usize.saturating_sub(text[..at].matches('/').count()).max(1);
    let before = &text[from..at];
    let after = &text[at + letter.len_utf8()..to];
    let empty = 8_usize.saturating_sub(counts(before).iter().chain(&counts(after)).sum());
    // In place of the letter: as many empty squares as are missing, or nothing.
    let filled = if empty > 0 { format!("{before}{empty}{after}") } else { format!("{before}{after}") };
    let merged = merge(&filled);
    let start = fields.board.place.start + at;
    FenFault {
        field: FenField::Board,
        place: start..start + letter.len_utf8(),
        reason: if letter.is_ascii_digit() {
            format!("\"{letter}\" is not a count of empty squares: use 1 to 8")
        } else {
            let letter = quoted(&letter.to_string());
            format!("\"{letter}\" is not a piece: use K Q R B N P for White, k q r b n p for Black")
        },
        candidates: vec![rank_repair(fields, from..to, name, &merged)],
    }
}

fn wrong_rank_count(fields: &FenFields<'_>, ranks: &[&str]) -> FenFault {
    let place = fields.board.place.clone();
    let reason = format!("the board has {} rank{} instead of 8", ranks.len(), plural(ranks.len()));
    match ranks {
        [eight @ .., ""] if eight.len() == 8 => FenFault {
            field: FenField::Board,
            place: place.end..place.end,
            reason,
            candidates: vec![(
                "drop the last \"/\"".to_owned(),
                fields.with_field(FenField::Board, &eight.join("/")),
            )],
        },
        _ => FenFault { field: FenField::Board, place, reason, candidates: Vec::new() },
    }
}

const fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The valid ranks that differ by one changed, removed or added digit; changes of the last digit come first.
fn rank_repairs(rank: &str) -> Vec<String> {
    let files: usize = counts(rank).iter().sum();
    let mut repairs = Vec::new();
    for (at, digit) in rank.char_indices().rev() {
        let Some(digit) = digit.to_digit(10) else { continue };
        let wanted = digit as usize + 8;
        if let Some(wanted @ 0..=8) = wanted.checked_sub(files) {
            let wanted = if wanted == 0 { String::new() } else { wanted.to_string() };
            repairs.push(format!("{}{wanted}{}", &rank[..at], &rank[at + 1..]));
        }
    }
    if files < 8 && !rank.ends_with(|letter: char| letter.is_ascii_digit()) {
        repairs.push(format!("{rank}{}", 8 - files));
    }
    repairs
}

/// Merges adjacent digits where they fit.
fn merge(rank: &str) -> String {
    let count = |empty: u32| if empty > 0 { empty.to_string() } else { String::new() };
    let mut merged = String::new();
    let mut empty = 0;
    for letter in rank.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty += digit;
            continue;
        }
        merged.push_str(&count(empty));
        merged.push(letter);
        empty = 0;
    }
    merged + &count(empty)
}

/// The repair that puts one rank in place of another.
fn rank_repair(fields: &FenFields<'_>, place: Range<usize>, name: usize, rank: &str) -> (String, String) {
    let text = fields.board.text;
    let board = format!("{}{rank}{}", &text[..place.start], &text[place.end..]);
    (format!("rank {name}: {rank}"), fields.with_field(FenField::Board, &board))
}
