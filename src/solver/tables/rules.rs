//! The rules of chess for few men in a fixed order, as far as tables need them: who attacks what.
//!
//! One man may be left free: its square is not given, and the answer is the set of squares on which the thing
//! is so. A whole row of 64 positions is answered at once.

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Piece, Rank, Role, Square};

use super::index::Squares;

/// What a man attacks; the way a pawn takes, not where it goes.
pub(super) fn reach(man: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    attacks::attacks(from, man, occupied)
}

/// Whether a man moves along lines that others can block.
pub(super) const fn slides(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook | Role::Bishop)
}

/// Squares that the men stand on, those of `gone` and `free` not counted.
pub(super) fn occupied(men: &[Piece], at: Squares, gone: Option<usize>, free: Option<usize>) -> Bitboard {
    let standing = (0..men.len()).filter(|&man| Some(man) != gone && Some(man) != free);
    standing.map(|man| at[man]).collect()
}

/// On which squares of the free man the king of `color` is attacked; all or none where no man is free. The
/// man that is gone does nothing. If the free man is that king, these are the squares that are attacked.
pub(super) fn attacked(
    men: &[Piece],
    at: Squares,
    color: Color,
    gone: Option<usize>,
    free: Option<usize>,
) -> Bitboard {
    let king = color.fold_wb(0, 1);
    let occupied = occupied(men, at, gone, free);
    let mut found = Bitboard::EMPTY;
    for (man, &piece) in men.iter().enumerate() {
        if piece.color == color || Some(man) == gone {
            continue;
        }
        if free == Some(king) {
            found |= reach(piece, at[man], occupied);
        } else if free == Some(man) {
            found |= reach(piece, at[king], occupied);
        } else if reach(piece, at[man], occupied).contains(at[king]) {
            if free.is_none() || !slides(piece.role) {
                return Bitboard::FULL;
            }
            found |= !attacks::between(at[man], at[king]);
        }
    }
    found
}

/// Whether a side has no legal move, en passant and castling not counted.
pub(super) fn is_stuck(men: &[Piece], at: Squares, turn: Color) -> bool {
    let all = occupied(men, at, None, None);
    let own = (0..men.len()).filter(|&man| men[man].color == turn);
    let blocked: Bitboard = own.clone().map(|man| at[man]).collect();
    let enemy_king = at[turn.fold_wb(1, 0)];
    own.into_iter().all(|man| {
        let targets = match men[man].role {
            Role::Pawn => (reach(men[man], at[man], all) & all) | pushes(at[man], turn, all),
            _ => reach(men[man], at[man], all),
        };
        (targets & !blocked & !Bitboard::from(enemy_king)).into_iter().all(|to| {
            let taken = (0..men.len()).find(|&other| other != man && at[other] == to);
            let mut after = at;
            after[man] = to;
            attacked(men, after, turn, taken, None).any()
        })
    })
}

/// Squares straight ahead that a pawn can go to, the last rank among them.
pub(super) fn pushes(from: Square, color: Color, occupied: Bitboard) -> Bitboard {
    let ahead = color.fold_wb(8, -8);
    let Some(one) = from.offset(ahead).filter(|&one| !occupied.contains(one)) else { return Bitboard::EMPTY };
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    let two = one.offset(ahead).filter(|&two| from.rank() == home && !occupied.contains(two));
    Bitboard::from(one) | two.map_or(Bitboard::EMPTY, Bitboard::from)
}

/// The rank on which a pawn becomes something else.
pub(super) const fn last_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    }
}
