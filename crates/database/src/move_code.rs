//! Moves as one byte each, decoded without generating moves.
//!
//! The pieces of the side to move are counted by roles from pawns to the king, and within a role from a1 to h8. Each has a
//! fixed number of slots, one for every square that it reaches on an empty board; the code of a move is the number of slots
//! of the pieces before it, and the slot of its move. The start of a game has 203 slots. A move that does not fit (of a side
//! with many queens), and a null move, take three bytes: [`ESCAPE`] and the move in two bytes.

use chess::board::{Board, BoardMove, BoardMoveKind, normal_move, promotion_rank};
use chess::{Bitboard, Color, Role, Square};

/// Begins a move of three bytes.
pub(crate) const ESCAPE: u8 = 255;

/// The two bytes behind [`ESCAPE`] that are a null move.
pub(crate) const NULL_MOVE: [u8; 2] = [0, 0];

/// Number of slots of each role, by the number of the role from pawn to king.
///
/// A pawn has a push, two captures and a double push, or three moves with four promotions each; a king has eight squares and
/// two castling moves.
pub(crate) const SLOTS: [u8; 7] = [0, 12, 8, 13, 14, 27, 10];

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

/// A board on which the slots of pieces are moves.
pub(crate) trait CodedBoard {
    /// The side to move.
    fn turn(&self) -> Color;
    /// The type of the piece on a square.
    fn role_on(&self, square: Square) -> Option<Role>;
    /// The rooks of the side to move that may castle, as far as its king may.
    fn castling_rooks(&self) -> Bitboard;
}

impl CodedBoard for Board {
    #[inline]
    fn turn(&self) -> Color {
        self.turn()
    }

    #[inline]
    fn role_on(&self, square: Square) -> Option<Role> {
        if self.occupied().contains(square) { self.role_at(square) } else { None }
    }

    #[inline]
    fn castling_rooks(&self) -> Bitboard {
        self.castling() & self.by_color(self.turn())
    }
}

/// Appends the code of a legal move on a board, or of a null move (None).
pub(crate) fn encode(board: &Board, mv: Option<BoardMove>, codes: &mut Vec<u8>) {
    let Some(mv) = mv else {
        codes.push(ESCAPE);
        return codes.extend(NULL_MOVE);
    };
    let own = board.by_color(board.turn());
    let slots = |role: Role, pieces: Bitboard| pieces.count() * usize::from(SLOTS[role as usize]);
    let before = Role::ALL.into_iter().take_while(|&role| role < mv.role);
    let before: usize = before.map(|role| slots(role, own & board.by_role(role))).sum();
    let same = own & board.by_role(mv.role) & Bitboard((1 << mv.from as u32) - 1);
    match u8::try_from(before + slots(mv.role, same) + usize::from(slot_of(mv))) {
        Ok(code) if code != ESCAPE => codes.push(code),
        _ => {
            codes.push(ESCAPE);
            codes.extend(mv.packed().to_le_bytes());
        }
    }
}

/// The slot of a move among those of its piece.
fn slot_of(mv: BoardMove) -> u8 {
    let BoardMove { from, to, role, promotion, kind, .. } = mv;
    if kind == BoardMoveKind::Castle {
        return CASTLE_SLOTS[usize::from(to < from)];
    }
    if role == Role::Pawn {
        let direction = (to as u8 % 8 + 3 - from as u8 % 8) % 3;
        return match promotion {
            Some(role) => 4 * direction + (role as u8 - Role::Knight as u8),
            None if (to as u8).abs_diff(from as u8) == 16 => DOUBLE_PUSH_SLOT,
            None => direction,
        };
    }
    let targets = TARGETS[role as usize][from as usize].iter();
    targets.zip(0..).find(|&(&target, _)| target == to as u8).map_or(0, |(_, slot)| slot)
}

/// The first move of some codes (None for a null move), and the number of its bytes. The outer None is their end, or a code
/// that no piece of the board has.
#[inline]
fn decode(board: &Board, codes: &[u8]) -> Option<(Option<BoardMove>, usize)> {
    let &code = codes.first()?;
    if code == ESCAPE {
        let &packed = codes.get(1..3)?.first_chunk::<2>()?;
        let mv =
            if packed == NULL_MOVE { None } else { Some(board.unpack_move(u16::from_le_bytes(packed))?) };
        return Some((mv, 3));
    }
    let own = board.by_color(board.turn());
    let mut slot = code;
    for role in Role::ALL {
        let mut pieces = own & board.by_role(role);
        let slots = SLOTS[role as usize];
        let (before, of_piece) = (slot / slots, slot % slots);
        if usize::from(before) < pieces.count() {
            for _ in 0..before {
                pieces.discard(pieces.first()?);
            }
            return Some((Some(move_in_slot(board, role, pieces.first()?, of_piece)?), 1));
        }
        slot -= u8::try_from(pieces.count()).ok()? * slots;
    }
    None
}

/// The move in a slot of a piece.
#[inline]
pub(crate) fn move_in_slot(board: &impl CodedBoard, role: Role, from: Square, slot: u8) -> Option<BoardMove> {
    if role == Role::Pawn {
        return pawn_move(board, from, slot);
    }
    if role == Role::King && slot >= CASTLE_SLOTS[0] {
        let to_h_file = slot == CASTLE_SLOTS[0];
        let rook = board.castling_rooks().into_iter().find(|&rook| (rook > from) == to_h_file)?;
        return Some(BoardMove { kind: BoardMoveKind::Castle, ..normal_move(role, from, rook, None) });
    }
    let to = Square::try_from(TARGETS[role as usize][from as usize][usize::from(slot)]).ok()?;
    Some(normal_move(role, from, to, board.role_on(to)))
}

#[inline]
fn pawn_move(board: &impl CodedBoard, from: Square, slot: u8) -> Option<BoardMove> {
    let turn = board.turn();
    let promotes = from.rank() == promotion_rank(turn);
    let (direction, promotion) =
        if promotes { (slot / 4, Some(Role::ALL[usize::from(slot % 4) + 1])) } else { (slot, None) };
    let (forward, sideways) = match direction {
        DOUBLE_PUSH_SLOT => (16, 0),
        0 => (8, 0),
        1 => (8, 1),
        _ => (8, -1),
    };
    let to = from.offset(turn.fold_wb(forward, -forward) + sideways)?;
    let capture = board.role_on(to);
    if sideways != 0 && capture.is_none() {
        return Some(BoardMove {
            kind: BoardMoveKind::EnPassant,
            ..normal_move(Role::Pawn, from, to, Some(Role::Pawn))
        });
    }
    Some(BoardMove { promotion, ..normal_move(Role::Pawn, from, to, capture) })
}

/// Plays the first move of some codes: the number of its bytes. None at their end.
#[inline]
pub(crate) fn play_next(board: &mut Board, codes: &[u8]) -> Option<usize> {
    let (mv, length) = decode(board, codes)?;
    *board = match mv {
        Some(mv) => board.after(mv),
        None => board.after_null_move()?,
    };
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
        let mut board = Board::from(position);
        let board_move = board.find_move(mv);
        let mut codes = Vec::new();
        encode(&board, board_move, &mut codes);
        assert_eq!(decode(&board, &codes), Some((board_move, codes.len())), "{mv:?}");
        assert_eq!(play_next(&mut board, &codes), Some(codes.len()));
        assert_eq!(board, Board::from(&position.after(mv)), "{} {mv:?}", fen::format(position));
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
        let board = Board::from(&fen::parse("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1").unwrap());
        assert_eq!(decode(&board, &[]), None);
        assert_eq!(decode(&board, &[200]), None);
        assert_eq!(decode(&board, &[ESCAPE, 1]), None);
    }
}
