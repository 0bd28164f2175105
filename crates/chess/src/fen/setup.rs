//! Reads each field of a FEN by itself and gives the arrangement of pieces that they describe; whether it is a legal
//! position is checked by `rules`.

use shakmaty::fen::Fen;
use shakmaty::{Color, Setup, Square};

use super::super::text::quoted;
use super::error::{FenFault, FenField};
use super::fields::{FenFields, FenWord, en_passant_repair, side_to_move_repair};
use super::placement;

impl FenFields<'_> {
    /// Parses every field; whether they form a legal position is checked later.
    pub(super) fn setup(&self) -> Result<Setup, FenFault> {
        placement::check_placement(self)?;
        self.check_turn()?;
        self.check_castling()?;
        self.check_en_passant()?;
        self.check_counters()?;
        self.to_fen().parse::<Fen>().map(Fen::into_setup).map_err(|error| {
            let place = self.board.place.start..self.fullmoves.place.end.max(self.board.place.end);
            FenFault { field: FenField::Whole, place, reason: error.to_string(), candidates: Vec::new() }
        })
    }

    fn check_turn(&self) -> Result<(), FenFault> {
        if matches!(self.turn.text, "w" | "b") {
            return Ok(());
        }
        let mut sides = [Color::White, Color::Black];
        if self.turn.text.starts_with(['b', 'B']) {
            sides.reverse();
        }
        let candidates = sides.map(|side| side_to_move_repair(self, side)).to_vec();
        Err(self.turn.fault(FenField::Turn, "not a side to move: use w or b", candidates))
    }

    fn check_castling(&self) -> Result<(), FenFault> {
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
        let word = FenWord {
            text: &self.castling.text[at..at + wrong.len_utf8()],
            place: start..start + wrong.len_utf8(),
        };
        let candidates = vec![(
            format!("without {}", quoted(&wrong.to_string())),
            self.with_field(FenField::Castling, left),
        )];
        Err(word.fault(FenField::Castling, "not a castling right: use K, Q, k, q or -", candidates))
    }

    fn check_en_passant(&self) -> Result<(), FenFault> {
        let text = self.en_passant.text;
        if text == "-" || Square::from_ascii(text.as_bytes()).is_ok() {
            return Ok(());
        }
        let candidates = vec![en_passant_repair(self)];
        Err(self.en_passant.fault(FenField::EnPassant, "not a square: use one like e6, or -", candidates))
    }

    fn check_counters(&self) -> Result<(), FenFault> {
        let is_count = |word: &FenWord| {
            word.text == "-"
                || (word.text.bytes().all(|byte| byte.is_ascii_digit()) && word.text.parse::<u16>().is_ok())
        };
        if !is_count(&self.halfmoves) {
            let candidates = vec![("half-moves 0".to_owned(), self.with_field(FenField::Halfmoves, "0"))];
            let reason = "not a number of half-moves: use 0 or more";
            return Err(self.halfmoves.fault(FenField::Halfmoves, reason, candidates));
        }
        if !is_count(&self.fullmoves) {
            let candidates = vec![("move number 1".to_owned(), self.with_field(FenField::Fullmoves, "1"))];
            return Err(self.fullmoves.fault(
                FenField::Fullmoves,
                "not a move number: use 1 or more",
                candidates,
            ));
        }
        Ok(())
    }
}
