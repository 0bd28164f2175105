//! The rules of chess that the table builder needs, for a few pieces in a fixed order: attacks and legality.
//!
//! One piece may be left free: the result is then the set of its squares for which the property holds, so 64
//! positions are handled at once.

use shakmaty::attacks;

use super::index::TableSquares;
use chess::{Bitboard, Color, Piece, Rank, Role, Square};

/// The attacks of a piece; for a pawn its captures.
pub(super) fn attacks_of(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::attacks(from, piece, occupied)
}

/// Whether a piece is a slider.
pub(super) const fn is_slider(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook | Role::Bishop)
}

/// The occupied squares, without the pieces `removed` and `free`.
pub(super) fn occupied(
    pieces: &[Piece],
    at: TableSquares,
    removed: Option<usize>,
    free: Option<usize>,
) -> Bitboard {
    let standing =
        (0..pieces.len()).filter(|&piece_index| Some(piece_index) != removed && Some(piece_index) != free);
    standing.map(|piece_index| at[piece_index]).collect()
}

/// The squares of the free piece for which the king of `color` is attacked; all or none if no piece is free.
/// The removed piece is ignored. If the free piece is that king, these are the attacked squares.
pub(super) fn attacked(
    pieces: &[Piece],
    at: TableSquares,
    color: Color,
    removed: Option<usize>,
    free: Option<usize>,
) -> Bitboard {
    let king = color.fold_wb(0, 1);
    let occupied = occupied(pieces, at, removed, free);
    let mut found = Bitboard::EMPTY;
    for (piece_index, &piece) in pieces.iter().enumerate() {
        if piece.color == color || Some(piece_index) == removed {
            continue;
        }
        if free == Some(king) {
            found |= attacks_of(piece, at[piece_index], occupied);
        } else if free == Some(piece_index) {
            found |= attacks_of(piece, at[king], occupied);
        } else if attacks_of(piece, at[piece_index], occupied).contains(at[king]) {
            if free.is_none() || !is_slider(piece.role) {
                return Bitboard::FULL;
            }
            found |= !attacks::between(at[piece_index], at[king]);
        }
    }
    found
}

/// Whether a side has no legal move, without en passant and castling.
pub(super) fn has_no_legal_move(pieces: &[Piece], at: TableSquares, turn: Color) -> bool {
    let all = occupied(pieces, at, None, None);
    let own = (0..pieces.len()).filter(|&piece_index| pieces[piece_index].color == turn);
    let blocked: Bitboard = own.clone().map(|piece_index| at[piece_index]).collect();
    let enemy_king = at[turn.fold_wb(1, 0)];
    own.into_iter().all(|piece_index| {
        let targets = match pieces[piece_index].role {
            Role::Pawn => {
                (attacks_of(pieces[piece_index], at[piece_index], all) & all)
                    | pushes(at[piece_index], turn, all)
            }
            _ => attacks_of(pieces[piece_index], at[piece_index], all),
        };
        (targets & !blocked & !Bitboard::from(enemy_king)).into_iter().all(|to| {
            let taken = (0..pieces.len()).find(|&other| other != piece_index && at[other] == to);
            let mut after = at;
            after[piece_index] = to;
            attacked(pieces, after, turn, taken, None).any()
        })
    })
}

/// The pushes of a pawn, those to the last rank included.
pub(super) fn pushes(from: Square, color: Color, occupied: Bitboard) -> Bitboard {
    let ahead = color.fold_wb(8, -8);
    let Some(one) = from.offset(ahead).filter(|&one| !occupied.contains(one)) else { return Bitboard::EMPTY };
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    let two = one.offset(ahead).filter(|&two| from.rank() == home && !occupied.contains(two));
    Bitboard::from(one) | two.map_or(Bitboard::EMPTY, Bitboard::from)
}

/// The promotion rank.
pub(super) const fn last_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    }
}
