//! Moves as one byte each, decoded without generating moves.
//!
//! The pieces of the side to move are counted from a1 to h8. Each has a fixed number of slots, one for every square that it
//! reaches on an empty board; the code of a move is the number of slots of the pieces before it, and the slot of its move.
//! The start of a game has 203 slots. A move that does not fit (of a side with many queens), and a null move, take three
//! bytes: [`ESCAPE`] and the squares.

use chess::{Color, Role};

use crate::replay::{ReplayBoard, ReplayMove};

/// Begins a move of three bytes.
pub(crate) const ESCAPE: u8 = 255;

/// Number of slots of each role, by the number of the role from pawn to king.
///
/// A pawn has a push, two captures and a double push, or three moves with four promotions each; a king has eight squares and
/// two castling moves.
const SLOTS: [u8; 7] = [0, 12, 8, 13, 14, 27, 10];

/// The slots of castling: to the side of the h file, and to that of the a file.
const CASTLE_SLOTS: [u8; 2] = [8, 9];

/// The slot of a double push.
const DOUBLE_PUSH_SLOT: u8 = 3;

/// The most squares that a piece reaches: a queen.
const MAX_TARGETS: usize = 27;

/// No square: the end of a list of squares.
const NONE: u8 = 64;

/// The squares that a piece reaches on an empty board, in the order of their slots: by role and its square.
static TARGETS: [[[u8; MAX_TARGETS]; 64]; 7] = targets();

/// Appends the code of a legal move on a board.
pub(crate) fn encode(board: &ReplayBoard, mv: ReplayMove, codes: &mut Vec<u8>) {
    let before = board.own_squares().take_while(|&square| square < mv.from);
    let before: usize = before.map(|square| usize::from(SLOTS[board.role_number(square)])).sum();
    let code = before + usize::from(slot_of(board, mv));
    match u8::try_from(code) {
        Ok(code) if code != ESCAPE && mv != ReplayMove::NULL => codes.push(code),
        _ => {
            let promotion = mv.promotion.map_or(0, |role| role as u8);
            codes.extend([ESCAPE, mv.from | (promotion & 3) << 6, mv.to | (promotion >> 2) << 6]);
        }
    }
}

/// The slot of a move among those of its piece.
fn slot_of(board: &ReplayBoard, mv: ReplayMove) -> u8 {
    let ReplayMove { from, to, promotion } = mv;
    let role = board.role_number(from);
    if role == Role::Pawn as usize {
        let direction = (to % 8 + 3 - from % 8) % 3;
        return match promotion {
            Some(role) => 4 * direction + (role as u8 - Role::Knight as u8),
            None if to.abs_diff(from) == 16 => DOUBLE_PUSH_SLOT,
            None => direction,
        };
    }
    if role == Role::King as usize && board.is_own(to) {
        return CASTLE_SLOTS[usize::from(to < from)];
    }
    let targets = TARGETS[role][usize::from(from)].iter();
    targets.zip(0..).find(|&(&target, _)| target == to).map_or(0, |(_, slot)| slot)
}

/// The first move of some codes, and the number of its bytes. None at their end, and where no piece has the code: then they
/// are not of this board.
#[inline]
pub(crate) fn decode(board: &ReplayBoard, codes: &[u8]) -> Option<(ReplayMove, usize)> {
    let &code = codes.first()?;
    if code == ESCAPE {
        let &[from, to] = codes.get(1..3)?.first_chunk::<2>()?;
        let promotion = from >> 6 | (to >> 6) << 2;
        let promotion = Role::ALL.into_iter().find(|&role| role as u8 == promotion);
        return Some((ReplayMove { from: from & 63, to: to & 63, promotion }, 3));
    }
    let mut slot = code;
    for from in board.own_squares() {
        let role = board.role_number(from);
        match slot.checked_sub(SLOTS[role]) {
            Some(rest) => slot = rest,
            None => return Some((move_in_slot(board, from, role, slot)?, 1)),
        }
    }
    None
}

/// The move in a slot of a piece.
#[inline]
fn move_in_slot(board: &ReplayBoard, from: u8, role: usize, slot: u8) -> Option<ReplayMove> {
    let (to, promotion) = if role == Role::Pawn as usize {
        pawn_move(board, from, slot)
    } else if role == Role::King as usize && slot >= CASTLE_SLOTS[0] {
        (board.castling_rook(from, slot == CASTLE_SLOTS[0])?, None)
    } else {
        (TARGETS[role][usize::from(from)][usize::from(slot)], None)
    };
    (to < NONE).then_some(ReplayMove { from, to, promotion })
}

/// Where a pawn goes, and what it becomes.
#[inline]
fn pawn_move(board: &ReplayBoard, from: u8, slot: u8) -> (u8, Option<Role>) {
    let is_white = board.turn() == Color::White;
    let forward = |squares: u8| if is_white { from + squares } else { from.wrapping_sub(squares) };
    let promotes = from / 8 == if is_white { 6 } else { 1 };
    if !promotes && slot == DOUBLE_PUSH_SLOT {
        return (forward(16), None);
    }
    let (direction, promotion) =
        if promotes { (slot / 4, Some(Role::ALL[usize::from(slot % 4) + 1])) } else { (slot, None) };
    let to = match direction {
        0 => forward(8),
        1 => forward(8).wrapping_add(1),
        _ => forward(8).wrapping_sub(1),
    };
    (to, promotion)
}

/// Plays the first move of some codes: the number of its bytes. None at their end.
#[inline]
pub(crate) fn play_next(board: &mut ReplayBoard, codes: &[u8]) -> Option<usize> {
    let (mv, length) = decode(board, codes)?;
    board.play(mv);
    Some(length)
}

/// The steps of a role as differences of files and ranks.
const fn steps_of(role: usize) -> &'static [(i8, i8)] {
    const KNIGHT: &[(i8, i8)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    const BISHOP: &[(i8, i8)] = &[(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const ROOK: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
    const QUEEN: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    match role {
        2 => KNIGHT,
        3 => BISHOP,
        4 => ROOK,
        5 | 6 => QUEEN,
        _ => &[],
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "files and ranks are from 0 to 7"
)]
const fn targets() -> [[[u8; MAX_TARGETS]; 64]; 7] {
    let mut all = [[[NONE; MAX_TARGETS]; 64]; 7];
    let mut role = Role::Knight as usize;
    while role <= Role::King as usize {
        let slides = !(role == Role::Knight as usize || role == Role::King as usize);
        let steps = steps_of(role);
        let mut from = 0;
        while from < 64 {
            let (mut slot, mut step) = (0, 0);
            while step < steps.len() {
                let (files, ranks) = steps[step];
                let mut file = (from % 8) as i8 + files;
                let mut rank = (from / 8) as i8 + ranks;
                while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                    all[role][from][slot] = (rank * 8 + file) as u8;
                    slot += 1;
                    if !slides {
                        break;
                    }
                    file += files;
                    rank += ranks;
                }
                step += 1;
            }
            from += 1;
        }
        role += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use chess::{Move, Position, fen, random_games};

    use super::*;

    /// Encodes a move, decodes it, plays it, and compares the board with that of the position after it.
    fn check(position: &Position, mv: Move) -> usize {
        let mut board = ReplayBoard::of(position);
        let mut codes = Vec::new();
        encode(&board, ReplayMove::of(mv), &mut codes);
        assert_eq!(decode(&board, &codes), Some((ReplayMove::of(mv), codes.len())), "{mv:?}");
        assert_eq!(play_next(&mut board, &codes), Some(codes.len()));
        let after = ReplayBoard::of(&position.after(mv));
        assert!(board.is_same(&after), "{} {mv:?}\n{board:?}\n{after:?}", fen::format(position));
        codes.len()
    }

    #[test]
    fn every_move_comes_back_from_its_code() {
        random_games::each_position(30, 1, |position, _| {
            for mv in position.legal_moves() {
                check(position, mv);
            }
        });
    }

    #[test]
    fn moves_of_many_queens_take_three_bytes() {
        let position = fen::parse("QQQQ4/QQQQQ3/RR6/BBNN4/8/8/K5pp/6nk w - - 0 1").unwrap();
        let lengths: std::collections::BTreeSet<usize> =
            position.legal_moves().iter().map(|&mv| check(&position, mv)).collect();
        assert_eq!(lengths.into_iter().collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn codes_of_another_board_are_no_move() {
        let board = ReplayBoard::of(&fen::parse("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1").unwrap());
        assert_eq!(decode(&board, &[]), None);
        assert_eq!(decode(&board, &[200]), None);
        assert_eq!(decode(&board, &[ESCAPE, 1]), None);
    }
}
