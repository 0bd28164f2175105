//! Splits a text into the fields of a FEN.

use std::ops::Range;

use shakmaty::Color;

use super::super::text::quoted;
use super::error::{FenFault, FenField};

/// A word of the text with its byte range.
#[derive(Clone, Debug)]
pub(super) struct FenWord<'a> {
    pub(super) text: &'a str,
    pub(super) place: Range<usize>,
}

/// The fields of a FEN; a missing field has its default and an empty range.
pub(super) struct FenFields<'a> {
    pub(super) board: FenWord<'a>,
    pub(super) turn: FenWord<'a>,
    pub(super) castling: FenWord<'a>,
    pub(super) en_passant: FenWord<'a>,
    pub(super) halfmoves: FenWord<'a>,
    pub(super) fullmoves: FenWord<'a>,
}

/// EPD operations that are recognized without a semicolon.
const OPERATIONS: [&str; 14] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "sm"];

impl<'a> FenFields<'a> {
    /// Splits the text. Quotes, a leading `FEN` and EPD operations are ignored.
    pub(super) fn split(text: &'a str) -> Result<Self, FenFault> {
        let (fields, trailing) = Self::split_lenient(text)?;
        match trailing {
            None => Ok(fields),
            Some(place) => Err(FenFault {
                field: FenField::Whole,
                place,
                reason: "a FEN ends after its six fields".to_owned(),
                candidates: vec![("drop what follows".to_owned(), fields.to_fen())],
            }),
        }
    }

    /// The fields, and the range of superfluous text behind them.
    pub(super) fn split_lenient(text: &'a str) -> Result<(Self, Option<Range<usize>>), FenFault> {
        let words = words(text);
        let (given, rest) = match words.iter().enumerate().skip(4).find(|&(n, _)| is_operation(&words[n..])) {
            Some((n, _)) => words.split_at(n),
            None => (words.as_slice(), &[][..]),
        };
        let Some(board) = given.first().cloned() else {
            return Err(FenFault {
                field: FenField::Whole,
                place: 0..text.len(),
                reason: "there is no position".to_owned(),
                candidates: Vec::new(),
            });
        };
        let end = given.last().map_or(0, |word| word.place.end);
        let nth = |n: usize, usual: &'a str| {
            given.get(n).cloned().unwrap_or(FenWord { text: usual, place: end..end })
        };
        let fields = Self {
            board,
            turn: nth(1, "w"),
            castling: nth(2, "-"),
            en_passant: nth(3, "-"),
            halfmoves: given.get(4).cloned().or_else(|| operand(rest, "hmvc")).unwrap_or(nth(4, "0")),
            fullmoves: given.get(5).cloned().or_else(|| operand(rest, "fmvn")).unwrap_or(nth(5, "1")),
        };
        let trailing = given.get(6).map(|spare| spare.place.start..end);
        Ok((fields, trailing))
    }

    /// The fields as a normalized FEN.
    pub(super) fn to_fen(&self) -> String {
        let counter = |word: &FenWord, usual: &str| {
            if word.text == "-" { usual.to_owned() } else { word.text.to_owned() }
        };
        format!(
            "{} {} {} {} {} {}",
            self.board.text,
            self.turn.text,
            self.castling.text,
            self.en_passant.text,
            counter(&self.halfmoves, "0"),
            counter(&self.fullmoves, "1"),
        )
    }

    /// The normalized FEN with one field replaced.
    pub(super) fn with_field(&self, field: FenField, text: &str) -> String {
        let changed = |own: FenField, word: &FenWord<'a>| {
            let text = if own == field { text } else { word.text };
            FenWord { text, place: 0..0 }
        };
        FenFields {
            board: changed(FenField::Board, &self.board),
            turn: changed(FenField::Turn, &self.turn),
            castling: changed(FenField::Castling, &self.castling),
            en_passant: changed(FenField::EnPassant, &self.en_passant),
            halfmoves: changed(FenField::Halfmoves, &self.halfmoves),
            fullmoves: changed(FenField::Fullmoves, &self.fullmoves),
        }
        .to_fen()
    }
}

impl FenWord<'_> {
    /// An error at this word: `"x" is …`.
    pub(super) fn fault(&self, field: FenField, is: &str, candidates: Vec<(String, String)>) -> FenFault {
        let text = quoted(&self.text.chars().take(20).collect::<String>());
        FenFault { field, place: self.place.clone(), reason: format!("\"{text}\" is {is}"), candidates }
    }
}

/// The repair that sets the side to move.
pub(super) fn side_to_move_repair(fields: &FenFields<'_>, side: Color) -> (String, String) {
    let label = format!("{} to move", crate::names::color_name(side));
    (label, fields.with_field(FenField::Turn, &side.char().to_string()))
}

/// The repair that removes the en passant square.
pub(super) fn en_passant_repair(fields: &FenFields<'_>) -> (String, String) {
    ("no en passant".to_owned(), fields.with_field(FenField::EnPassant, "-"))
}

/// The words of the FEN, without surrounding quotes and labels.
fn words(text: &str) -> Vec<FenWord<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let between = letter.is_whitespace() || is_quote(letter);
        match (start, between) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                words.push(FenWord { text: &text[from..at], place: from..at });
                start = None;
            }
            _ => {}
        }
    }
    let introduces = |word: &FenWord| {
        let plain = word.text.trim_start_matches('[').trim_end_matches(':');
        ["fen", "position", "setboard"].iter().any(|known| plain.eq_ignore_ascii_case(known))
    };
    let skipped = words.iter().take_while(|word| introduces(word)).count();
    words.drain(..skipped);
    if skipped > 0 {
        words.retain(|word| word.text != "]");
    }
    words
}

/// Characters around a FEN that are never part of one.
fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '`' | '“' | '”' | '„' | '«' | '»' | '\u{feff}' | '\u{200b}')
}

/// Whether EPD operations begin here.
fn is_operation(words: &[FenWord<'_>]) -> bool {
    let Some(first) = words.first() else { return false };
    let name = first.text.trim_end_matches(';');
    OPERATIONS.contains(&name)
        || (name.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && words.iter().any(|word| word.text.ends_with(';')))
}

/// The operand of an EPD operation.
fn operand<'a>(words: &[FenWord<'a>], name: &str) -> Option<FenWord<'a>> {
    let at = words.iter().position(|word| word.text == name)?;
    let word = words.get(at + 1)?;
    let text = word.text.trim_end_matches(';');
    Some(FenWord { text, place: word.place.start..word.place.start + text.len() })
}
