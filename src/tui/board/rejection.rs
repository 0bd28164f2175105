//! Why a typed text is not a legal move.

use crate::chess::notation::MoveError;
use crate::chess::{Position, notation};
use crate::tui::keymap::{BoardAction, KeyNames};

/// Why a typed text is not a legal move here, an example of one, and how to resolve an ambiguity.
pub(crate) fn rejection_text(keys: &KeyNames, position: &Position, error: &MoveError) -> String {
    match (error, keys.key(BoardAction::CompleteTyped)) {
        (MoveError::Ambiguous { .. }, Some(key)) => format!("{error}; {key} chooses"),
        (MoveError::Illegal(text), _) => match notation::why_illegal(position, text) {
            Some(why) => format!("\"{text}\" is not legal: {why}"),
            None => error.to_string(),
        },
        (MoveError::NoMove(text), _) => match notation::example_move(position) {
            Some(mv) => {
                let (san, squares) = (notation::san(position, mv), notation::uci(position, mv));
                format!("\"{text}\" is not a move: write one as {san} or {squares}")
            }
            None => format!("\"{text}\" is not a move"),
        },
        (MoveError::Ambiguous { .. }, None) | (MoveError::PassInCheck(_), _) => error.to_string(),
    }
}
