//! Piece moves, for a single piece and for a set of squares at once.

use shakmaty::attacks;

use crate::tables::rules::{attacks_of, is_slider};
use chess::{Bitboard, Piece, Role, Square};

/// Above this number of squares they are filled together, below one by one.
const MAX_ONE_BY_ONE: usize = 5;

/// One direction: the squares that lie that way from each square, nearest first.
type Rays = [([Square; 7], usize); 64];

/// One less, which is the largest number: adding it wraps to the square before, or over the edge.
const BACK: usize = usize::MAX;

/// The steps to the right and up in the eight directions: four along ranks and files, then four diagonals.
const DIRECTIONS: [(usize, usize); 8] =
    [(1, 0), (0, 1), (BACK, 0), (0, BACK), (1, 1), (BACK, 1), (BACK, BACK), (1, BACK)];

/// The rays of each direction.
static RAYS: [Rays; 8] = {
    let mut rays = [[([Square::A1; 7], 0); 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (right, up) = DIRECTIONS[direction];
        let mut from = 0;
        while from < 64 {
            let (mut file, mut rank) = ((from % 8_usize).wrapping_add(right), (from / 8).wrapping_add(up));
            while file < 8 && rank < 8 {
                let ray = &mut rays[direction][from];
                ray.0[ray.1] = Square::ALL[rank * 8 + file];
                ray.1 += 1;
                file = file.wrapping_add(right);
                rank = rank.wrapping_add(up);
            }
            from += 1;
        }
        direction += 1;
    }
    rays
};

const fn directions_of(role: Role) -> std::ops::Range<usize> {
    match role {
        Role::Queen => 0..8,
        Role::Rook => 0..4,
        Role::Bishop => 4..8,
        _ => 0..0,
    }
}

/// Calls `visit` with each square that a piece can move to (or come from) and the squares between, which must
/// be free of a piece that is not in `occupied`. Not for kings and pawns.
#[inline]
pub(super) fn each_path(
    role: Role,
    from: Square,
    occupied: Bitboard,
    mut visit: impl FnMut(Square, Bitboard),
) {
    if role == Role::Knight {
        for to in attacks::knight_attacks(from) & !occupied {
            visit(to, to.into());
        }
    }
    for direction in directions_of(role) {
        let (squares, count) = &RAYS[direction][from.to_usize()];
        let mut path = Bitboard::EMPTY;
        for &to in &squares[..*count] {
            if occupied.contains(to) {
                break;
            }
            path.add(to);
            visit(to, path);
        }
    }
}

/// The squares that a piece reaches from any square of a set.
pub(super) fn attacks_from_set(piece: Piece, set: Bitboard, occupied: Bitboard) -> Bitboard {
    if set.count() <= MAX_ONE_BY_ONE || !is_slider(piece.role) {
        return set.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks_of(piece, from, occupied));
    }
    let free = !occupied.0;
    let mut found = 0;
    if piece.role != Role::Bishop {
        found |= fill_up(set.0, free, 8, u64::MAX) | fill_down(set.0, free, 8, u64::MAX);
        found |= fill_up(set.0, free, 1, NOT_A) | fill_down(set.0, free, 1, NOT_H);
    }
    if piece.role != Role::Rook {
        found |= fill_up(set.0, free, 9, NOT_A) | fill_down(set.0, free, 9, NOT_H);
        found |= fill_up(set.0, free, 7, NOT_H) | fill_down(set.0, free, 7, NOT_A);
    }
    Bitboard(found)
}

/// Raises each value to the greatest one on the free squares that a slider reaches from there.
pub(super) fn slide_maxima(role: Role, values: &[u8; 64], occupied: Bitboard, maxima: &mut [u8; 64]) {
    for direction in directions_of(role) {
        let leads_to_higher_squares = matches!(DIRECTIONS[direction], (1, 0) | (_, 1));
        // From the far edge on, so that the square ahead is finished.
        let mut reached = [0_u8; 64];
        for n in 0..64_usize {
            let from = if leads_to_higher_squares { 63 - n } else { n };
            let (squares, count) = &RAYS[direction][from];
            if let Some(&to) = squares[..*count].first()
                && !occupied.contains(to)
            {
                reached[from] = values[to.to_usize()].max(reached[to.to_usize()]);
                maxima[from] = maxima[from].max(reached[from]);
            }
        }
    }
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// Kogge-Stone fill in one direction, up to and including the first blocker. `inside` prevents wrapping over
/// the edge.
const fn fill_up(set: u64, free: u64, by: u32, inside: u64) -> u64 {
    let (mut filled, mut free) = (set, free & inside);
    filled |= free & (filled << by);
    free &= free << by;
    filled |= free & (filled << (2 * by));
    free &= free << (2 * by);
    filled |= free & (filled << (4 * by));
    (filled << by) & inside
}

const fn fill_down(set: u64, free: u64, by: u32, inside: u64) -> u64 {
    let (mut filled, mut free) = (set, free & inside);
    filled |= free & (filled >> by);
    free &= free >> by;
    filled |= free & (filled >> (2 * by));
    free &= free >> (2 * by);
    filled |= free & (filled >> (4 * by));
    (filled >> by) & inside
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use chess::Color;

    proptest! {
        #[test]
        fn a_sweep_is_all_its_squares_together(set: u64, thin: u64, occupied: u64, mask: u64) {
            for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
                for set in [set, set & thin, set & thin & occupied] {
                    let (set, occupied) = (Bitboard(set), Bitboard(occupied & mask));
                    let piece = role.of(Color::White);
                    let one_by_one = set.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks_of(piece, from, occupied));
                    prop_assert_eq!(attacks_from_set(piece, set, occupied), one_by_one);
                }
            }
        }

        #[test]
        fn maxima_are_those_of_the_squares_reached(one: [u8; 32], other: [u8; 32], occupied: u64, mask: u64) {
            let values: [u8; 64] = std::array::from_fn(|n| if n < 32 { one[n] } else { other[n - 32] });
            let occupied = Bitboard(occupied & mask);
            for role in [Role::Queen, Role::Rook, Role::Bishop] {
                let mut maxima = [7; 64];
                slide_maxima(role, &values, occupied, &mut maxima);
                for from in Square::ALL {
                    let reached = attacks_of(role.of(Color::White), from, occupied) & !occupied;
                    let wanted = reached.into_iter().map(|to| values[to.to_usize()]).max().unwrap_or(0).max(7);
                    prop_assert_eq!(maxima[from.to_usize()], wanted);
                }
            }
        }

        #[test]
        fn paths_lead_where_a_piece_reaches(from in 0usize..64, one: u64, other: u64) {
            let (from, occupied) = (Square::ALL[from], Bitboard(one & other));
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let mut found = Bitboard::EMPTY;
                each_path(role, from, occupied, |to, path| {
                    found.add(to);
                    let between = if is_slider(role) { attacks::between(from, to) } else { Bitboard::EMPTY };
                    assert_eq!(path, between | Bitboard::from(to));
                });
                prop_assert_eq!(found, attacks_of(role.of(Color::White), from, occupied) & !occupied);
            }
        }
    }
}
