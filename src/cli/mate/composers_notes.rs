//! What a composer would note about a diagram: promoted pieces, castling and en passant.

use crate::chess::names::{color_name, pluralized, role_name};
use crate::chess::{Bitboard, Color, Position};
use crate::solver::mate::composition::{ComposedRights, RetroCase, composed_rights, promoted_pieces};

/// The notes on a diagram; `with_rights` says that the position that is solved has the rights of composed problems.
pub(super) fn composers_notes(given: &Position, with_rights: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for color in Color::ALL {
        let pieces: Vec<String> = promoted_pieces(given)
            .into_iter()
            .filter(|&(owner, ..)| owner == color)
            .map(|(_, role, count)| pluralized(usize::try_from(count).unwrap_or_default(), role_name(role)))
            .collect();
        if !pieces.is_empty() {
            notes.push(format!("promoted pieces: {} has {}", color_name(color), pieces.join(", ")));
        }
    }
    let composed = composed_rights(given);
    notes.extend(if with_rights { rights_used(&composed) } else { rights_offered(&composed) });
    notes
}

fn rights_used(composed: &ComposedRights) -> Vec<String> {
    let mut notes = Vec::new();
    if composed.added.any() {
        let rooks = squares(composed.added);
        notes.push(format!("castling is allowed with the rook on {rooks}: nothing disproves it"));
    }
    if composed.disproved.any() {
        let rooks = squares(composed.disproved);
        notes.push(format!("castling with the rook on {rooks} is not allowed: it or the king has moved"));
    }
    if let Some(square) = composed.en_passant {
        notes.push(format!("en passant on {square} is allowed: nothing else can have been the last move"));
    }
    if composed.depends {
        notes.push("rights of this position depend on each other; --pra solves each case".to_owned());
    }
    notes
}

fn rights_offered(composed: &ComposedRights) -> Vec<String> {
    let mut notes = Vec::new();
    if composed.added.any() {
        let rooks = squares(composed.added);
        notes.push(format!(
            "castling with the rook on {rooks} is not allowed by the FEN; --composed allows it"
        ));
    }
    if let Some(square) = composed.en_passant {
        notes.push(format!("en passant on {square} is not allowed by the FEN; --composed allows it"));
    }
    notes
}

/// The rights of a case of partial retrograde analysis, in words.
pub(super) fn case_text(case: &RetroCase) -> String {
    let castling = if case.castling.any() {
        format!("castling with the rook on {} is allowed", squares(case.castling))
    } else {
        "castling is not allowed".to_owned()
    };
    match case.en_passant {
        Some(square) => format!("{castling}, en passant on {square} too"),
        None => castling,
    }
}

fn squares(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}
