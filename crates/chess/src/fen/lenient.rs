//! A lenient FEN parser, for the board editor.

use std::num::NonZeroU32;

use shakmaty::fen::Fen;
use shakmaty::{Color, Piece, Setup, Square};

use super::fields::FenFields;

/// The setup of a FEN as far as it can be parsed: pieces beyond the end of a rank are ignored, an unknown
/// letter leaves its square empty, an invalid field has its default. None if the text has no board.
#[must_use]
pub fn parse_setup_lenient(text: &str) -> Option<Setup> {
    let (fields, _) = FenFields::split_lenient(text).ok()?;
    if !fields.board.text.contains('/') {
        return None;
    }
    let mut setup = Setup::empty();
    for (rank, letters) in (0..8_u32).rev().zip(fields.board.text.split('/')) {
        let mut file = 0;
        for letter in letters.chars().filter(|&letter| letter != '~') {
            if let Some(piece) = Piece::from_char(letter).filter(|_| file < 8) {
                setup.board.set_piece_at(Square::new(rank * 8 + file), piece);
            }
            file += letter.to_digit(10).unwrap_or(1).min(8);
            if file >= 8 {
                break;
            }
        }
    }
    setup.turn = if fields.turn.text.starts_with(['b', 'B']) { Color::Black } else { Color::White };
    let rights: String = fields.castling.text.chars().filter(char::is_ascii_alphabetic).collect();
    let board = setup.board.board_fen().to_string();
    if let Ok(fen) = format!("{board} w {rights} - 0 1").parse::<Fen>() {
        setup.castling_rights = fen.into_setup().castling_rights;
    }
    setup.ep_square = fields.en_passant.text.parse().ok();
    setup.halfmoves = fields.halfmoves.text.parse::<u16>().unwrap_or(0).into();
    let number = fields.fullmoves.text.parse::<u16>().unwrap_or(1);
    setup.fullmoves = NonZeroU32::new(number.into()).unwrap_or(NonZeroU32::MIN);
    Some(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &str) {
        let read = parse_setup_lenient(text).map(|setup| Fen::try_from_setup(setup).unwrap().to_string());
        assert_eq!(read.as_deref(), Some(wanted), "{text:?}");
    }

    #[test]
    fn valid_parts_of_a_faulty_text_are_used() {
        for (text, wanted) in [
            ("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"),
            ("8/8/8/8/8/1X1Q4/8/k2K3K b - - 7 40", "8/8/8/8/8/3Q4/8/k2K3K b - - 7 40"),
            ("8/8/8/8/8/8/k2K4 w - - 0 1", "8/8/8/8/8/8/k2K4/8 w - - 0 1"),
            ("PPPPPPPPPP/8/8/8/8/8/8/k2K4/8/8 Black KQ x9 z -5", "PPPPPPPP/8/8/8/8/8/8/k2K4 b HA - 0 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 and more", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ] {
            check(text, wanted);
        }
        assert_eq!(parse_setup_lenient("e4 e5"), None);
        assert_eq!(parse_setup_lenient(""), None);
    }
}
