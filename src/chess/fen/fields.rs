//! Cuts a text into the fields of a FEN and reads each as far as it can be read by itself.

use std::ops::Range;

use shakmaty::{Color, Setup, Square, fen::Fen};

use super::super::text::quoted;
use super::{Fault, Field, board};

/// A word of the text with its place.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) place: Range<usize>,
}

/// The fields as they stand in the text; what is missing has its usual value and no length.
pub(super) struct Fields<'a> {
    pub(super) board: Word<'a>,
    pub(super) turn: Word<'a>,
    pub(super) castling: Word<'a>,
    pub(super) en_passant: Word<'a>,
    pub(super) halfmoves: Word<'a>,
    pub(super) fullmoves: Word<'a>,
}

/// Operations of an EPD that are known to follow the fourth field without a semicolon.
const OPERATIONS: [&str; 14] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "sm"];

impl<'a> Fields<'a> {
    /// Cuts the text. Quotes, a `FEN` in front and operations behind are passed over.
    pub(super) fn split(text: &'a str) -> Result<Self, Fault> {
        let (fields, spare) = Self::cut(text)?;
        match spare {
            None => Ok(fields),
            Some(place) => Err(Fault {
                field: Field::Whole,
                place,
                reason: "a FEN ends after its six fields".to_owned(),
                candidates: vec![("drop what follows".to_owned(), fields.to_fen())],
            }),
        }
    }

    /// The fields, and the place of what follows them and should not be there.
    pub(super) fn cut(text: &'a str) -> Result<(Self, Option<Range<usize>>), Fault> {
        let words = words(text);
        let (given, rest) = match words.iter().enumerate().skip(4).find(|&(n, _)| is_operation(&words[n..])) {
            Some((n, _)) => words.split_at(n),
            None => (words.as_slice(), &[][..]),
        };
        let Some(board) = given.first().cloned() else {
            return Err(Fault {
                field: Field::Whole,
                place: 0..text.len(),
                reason: "there is no position".to_owned(),
                candidates: Vec::new(),
            });
        };
        let end = given.last().map_or(0, |word| word.place.end);
        let nth =
            |n: usize, usual: &'a str| given.get(n).cloned().unwrap_or(Word { text: usual, place: end..end });
        let fields = Self {
            board,
            turn: nth(1, "w"),
            castling: nth(2, "-"),
            en_passant: nth(3, "-"),
            halfmoves: given.get(4).cloned().or_else(|| operand(rest, "hmvc")).unwrap_or(nth(4, "0")),
            fullmoves: given.get(5).cloned().or_else(|| operand(rest, "fmvn")).unwrap_or(nth(5, "1")),
        };
        let spare = given.get(6).map(|spare| spare.place.start..end);
        Ok((fields, spare))
    }

    /// Reads every field; whether they go together is not asked yet.
    pub(super) fn setup(&self) -> Result<Setup, Fault> {
        board::check(self)?;
        self.check_turn()?;
        self.check_castling()?;
        self.check_en_passant()?;
        self.check_counters()?;
        self.to_fen().parse::<Fen>().map(Fen::into_setup).map_err(|error| {
            let place = self.board.place.start..self.fullmoves.place.end.max(self.board.place.end);
            Fault { field: Field::Whole, place, reason: error.to_string(), candidates: Vec::new() }
        })
    }

    /// The fields as one clean line.
    pub(super) fn to_fen(&self) -> String {
        let counter = |word: &Word, usual: &str| {
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

    /// The clean line with one field changed.
    pub(super) fn with(&self, field: Field, text: &str) -> String {
        let changed = |own: Field, word: &Word<'a>| {
            let text = if own == field { text } else { word.text };
            Word { text, place: 0..0 }
        };
        Fields {
            board: changed(Field::Board, &self.board),
            turn: changed(Field::Turn, &self.turn),
            castling: changed(Field::Castling, &self.castling),
            en_passant: changed(Field::EnPassant, &self.en_passant),
            halfmoves: changed(Field::Halfmoves, &self.halfmoves),
            fullmoves: changed(Field::Fullmoves, &self.fullmoves),
        }
        .to_fen()
    }

    fn check_turn(&self) -> Result<(), Fault> {
        if matches!(self.turn.text, "w" | "b") {
            return Ok(());
        }
        let mut sides = [Color::White, Color::Black];
        if self.turn.text.starts_with(['b', 'B']) {
            sides.reverse();
        }
        let candidates = sides.map(|side| to_move(self, side)).to_vec();
        Err(self.turn.fault(Field::Turn, "no side to move: use w or b", candidates))
    }

    fn check_castling(&self) -> Result<(), Fault> {
        if self.castling.text == "-" {
            return Ok(());
        }
        let known = |letter: char| "KQkqABCDEFGHabcdefgh".contains(letter);
        let Some((at, wrong)) = self.castling.text.char_indices().find(|&(_, letter)| !known(letter)) else {
            return Ok(());
        };
        let left: String = self.castling.text.chars().filter(|&letter| known(letter)).collect();
        let left = if left.is_empty() { "-" } else { &left };
        let start = self.castling.place.start + at;
        let word = Word {
            text: &self.castling.text[at..at + wrong.len_utf8()],
            place: start..start + wrong.len_utf8(),
        };
        let candidates =
            vec![(format!("without {}", quoted(&wrong.to_string())), self.with(Field::Castling, left))];
        Err(word.fault(Field::Castling, "no castling right: use K, Q, k, q or -", candidates))
    }

    fn check_en_passant(&self) -> Result<(), Fault> {
        let text = self.en_passant.text;
        if text == "-" || Square::from_ascii(text.as_bytes()).is_ok() {
            return Ok(());
        }
        let candidates = vec![no_en_passant(self)];
        Err(self.en_passant.fault(Field::EnPassant, "no square: use one like e6, or -", candidates))
    }

    fn check_counters(&self) -> Result<(), Fault> {
        let is_count = |word: &Word| {
            word.text == "-"
                || (word.text.bytes().all(|byte| byte.is_ascii_digit()) && word.text.parse::<u16>().is_ok())
        };
        if !is_count(&self.halfmoves) {
            let candidates = vec![("half-moves 0".to_owned(), self.with(Field::Halfmoves, "0"))];
            let reason = "no number of half-moves: use 0 or more";
            return Err(self.halfmoves.fault(Field::Halfmoves, reason, candidates));
        }
        if !is_count(&self.fullmoves) {
            let candidates = vec![("move number 1".to_owned(), self.with(Field::Fullmoves, "1"))];
            return Err(self.fullmoves.fault(Field::Fullmoves, "no move number: use 1 or more", candidates));
        }
        Ok(())
    }
}

impl Word<'_> {
    /// A fault of this word: `"x" is …`.
    pub(super) fn fault(&self, field: Field, is: &str, candidates: Vec<(String, String)>) -> Fault {
        let text = quoted(&self.text.chars().take(20).collect::<String>());
        Fault { field, place: self.place.clone(), reason: format!("\"{text}\" is {is}"), candidates }
    }
}

/// The repair that gives the move to a side.
pub(super) fn to_move(fields: &Fields<'_>, side: Color) -> (String, String) {
    let label = format!("{} to move", crate::chess::names::named(side));
    (label, fields.with(Field::Turn, &side.char().to_string()))
}

/// The repair that forgets the en passant square.
pub(super) fn no_en_passant(fields: &Fields<'_>) -> (String, String) {
    ("no en passant".to_owned(), fields.with(Field::EnPassant, "-"))
}

/// The words of the position: what stands around it is left out.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let between = letter.is_whitespace() || is_wrapping(letter);
        match (start, between) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                words.push(Word { text: &text[from..at], place: from..at });
                start = None;
            }
            _ => {}
        }
    }
    let introduces = |word: &Word| {
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

/// Signs that people and programs put around a FEN, and that are never part of one.
fn is_wrapping(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '`' | '“' | '”' | '„' | '«' | '»' | '\u{feff}' | '\u{200b}')
}

/// Whether the operations of an EPD begin here.
fn is_operation(words: &[Word<'_>]) -> bool {
    let Some(first) = words.first() else { return false };
    let name = first.text.trim_end_matches(';');
    OPERATIONS.contains(&name)
        || (name.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && words.iter().any(|word| word.text.ends_with(';')))
}

/// What follows the name of an operation.
fn operand<'a>(words: &[Word<'a>], name: &str) -> Option<Word<'a>> {
    let at = words.iter().position(|word| word.text == name)?;
    let word = words.get(at + 1)?;
    let text = word.text.trim_end_matches(';');
    Some(Word { text, place: word.place.start..word.place.start + text.len() })
}
