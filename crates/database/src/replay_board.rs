//! A board for replaying games from the codes of their moves, and for nothing else: it has no hash, and no moves are generated
//! on it. Where pieces were neither captured nor promoted, which codes belong to which type of piece stays as it was.

use chess::board::{Board, BoardChange, BoardMove, BoardMoveKind, normal_move};
use chess::{Bitboard, Color, Role, Square};

use crate::move_code::{CodedBoard, ESCAPE, NULL_MOVE, SLOTS, move_in_slot};

/// The position of a game that is replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReplayBoard {
    by_role: [Bitboard; 8],
    by_color: [Bitboard; 2],
    /// The number of the role on each square, 0 for none.
    roles: [u8; 64],
    turn: Color,
    /// The rooks with castling rights at the start. A king that castles has its rights, so nobody has to keep them up to date.
    castling: Bitboard,
    counts: [PieceCounts; 2],
    /// The first code of each type of piece of either side, by its number, and the first that no piece has.
    first_codes: [[u16; 8]; 2],
}

/// The number of pieces of a side by types: 8 bits for each, so that sides are compared and subtracted as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct PieceCounts(u64);

impl PieceCounts {
    const fn one(role: Role) -> u64 {
        1 << (8 * (role as u64 - 1))
    }

    /// The counts of a number of pieces of each type.
    pub(crate) fn of(count: impl Fn(Role) -> usize) -> Self {
        Self(Role::ALL.into_iter().map(|role| Self::one(role) * count(role) as u64).sum())
    }

    pub(crate) const fn get(self, role: Role) -> u64 {
        self.0 >> (8 * (role as u64 - 1)) & 0xff
    }

    /// The number that stands for the difference to other counts: equal where the differences of all types are.
    pub(crate) const fn difference(self, other: Self) -> u64 {
        self.0.wrapping_sub(other.0)
    }
}

impl CodedBoard for ReplayBoard {
    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    fn role_on(&self, square: Square) -> Option<Role> {
        ROLES[usize::from(self.roles[square as usize] & 7)]
    }

    #[inline]
    fn castling_rooks(&self) -> Bitboard {
        self.castling & self.by_color(self.turn) & self.by_role(Role::Rook)
    }
}

impl ReplayBoard {
    #[inline]
    pub(crate) const fn by_role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    #[inline]
    pub(crate) const fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color as usize]
    }

    #[inline]
    pub(crate) fn pawns(&self, color: Color) -> Bitboard {
        self.by_role(Role::Pawn) & self.by_color(color)
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    #[inline]
    pub(crate) const fn counts(&self, color: Color) -> PieceCounts {
        self.counts[color as usize]
    }

    /// The first move of some codes (None for a null move), and the number of its bytes. The outer None is their end, or a code
    /// that no piece of the board has.
    #[inline]
    pub(crate) fn decode(&self, codes: &[u8]) -> Option<(Option<BoardMove>, usize)> {
        let &code = codes.first()?;
        if code == ESCAPE {
            return self.decode_escaped(codes);
        }
        let first_codes = &self.first_codes[self.turn as usize];
        let number = (2..8).map(|role| usize::from(first_codes[role] <= u16::from(code))).sum::<usize>();
        let role = *Role::ALL.get(number)?;
        let slots = usize::from(SLOTS[role as usize]);
        let within = usize::from(code) - usize::from(first_codes[role as usize]);
        let (before, slot) = SPLIT[role as usize][within & 0xff];
        debug_assert_eq!((usize::from(before), usize::from(slot)), (within / slots, within % slots));
        let from = nth_square(self.by_color(self.turn) & self.by_role(role), before)?;
        Some((Some(move_in_slot(self, role, from, slot)?), 1))
    }

    /// Decodes a move of three bytes. It was legal when it was written.
    #[cold]
    fn decode_escaped(&self, codes: &[u8]) -> Option<(Option<BoardMove>, usize)> {
        let &bytes = codes.get(1..3)?.first_chunk::<2>()?;
        if bytes == NULL_MOVE {
            return Some((None, 3));
        }
        let packed = u16::from_le_bytes(bytes);
        let square = |bits: u16| Square::try_from(bits & 63).ok();
        let (from, to) = (square(packed)?, square(packed >> 6)?);
        let role = self.role_on(from)?;
        let promotion = Role::ALL.into_iter().find(|&role| role as u16 == packed >> 12 & 7);
        let target = self.role_on(to);
        let normal = BoardMove { promotion, ..normal_move(role, from, to, target) };
        let mv = if self.by_color(self.turn).contains(to) {
            BoardMove { kind: BoardMoveKind::Castle, ..normal_move(role, from, to, None) }
        } else if role == Role::Pawn && from.file() != to.file() && target.is_none() {
            BoardMove { kind: BoardMoveKind::EnPassant, capture: Some(Role::Pawn), ..normal }
        } else {
            normal
        };
        Some((Some(mv), 3))
    }

    /// Plays a move that [`decode`](Self::decode) returned; None is a null move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Option<BoardMove>) {
        let color = self.turn;
        self.turn = !color;
        let Some(mv) = mv else { return };
        let BoardMove { from, to, role, capture, promotion, kind } = mv;
        if kind != BoardMoveKind::Normal {
            return self.play_special(mv, color);
        }
        if let Some(captured) = capture {
            self.by_role[captured as usize].toggle(to);
            self.by_color[!color as usize].toggle(to);
            self.counts[!color as usize].0 -= PieceCounts::one(captured);
            self.update_first_codes(!color);
        }
        let arrived = promotion.unwrap_or(role);
        self.roles[from as usize] = 0;
        self.roles[to as usize] = arrived as u8;
        self.by_role[role as usize].toggle(from);
        self.by_role[arrived as usize].toggle(to);
        self.by_color[color as usize] ^= Bitboard::from_square(from) | Bitboard::from_square(to);
        if arrived != role {
            self.counts[color as usize].0 += PieceCounts::one(arrived);
            self.counts[color as usize].0 -= PieceCounts::one(role);
            self.update_first_codes(color);
        }
    }

    /// Plays a castling move or a capture en passant.
    #[cold]
    fn play_special(&mut self, mv: BoardMove, color: Color) {
        mv.each_piece_change(color, |change, role, color, square| {
            self.by_role[role as usize].toggle(square);
            self.by_color[color as usize].toggle(square);
            self.roles[square as usize] = match change {
                BoardChange::Added => role as u8,
                BoardChange::Removed => 0,
            };
        });
        if mv.kind == BoardMoveKind::EnPassant {
            self.counts[!color as usize].0 -= PieceCounts::one(Role::Pawn);
            self.update_first_codes(!color);
        }
    }

    #[inline]
    fn update_first_codes(&mut self, color: Color) {
        let mut first = 0;
        let first_codes = &mut self.first_codes[color as usize];
        for role in Role::ALL {
            first_codes[role as usize] = first;
            let count = self.counts[color as usize].get(role);
            first += u16::try_from(count).unwrap_or(u16::MAX) * u16::from(SLOTS[role as usize]);
        }
        first_codes[7] = first;
    }
}

impl From<&Board> for ReplayBoard {
    fn from(board: &Board) -> Self {
        let mut by_role = [Bitboard::EMPTY; 8];
        let mut roles = [0; 64];
        for role in Role::ALL {
            by_role[role as usize] = board.by_role(role);
            for square in board.by_role(role) {
                roles[square as usize] = role as u8;
            }
        }
        let mut replay = Self {
            by_role,
            by_color: [Bitboard::EMPTY; 2],
            roles,
            turn: board.turn(),
            castling: board.castling(),
            counts: [PieceCounts::default(); 2],
            first_codes: [[0; 8]; 2],
        };
        for color in Color::ALL {
            replay.by_color[color as usize] = board.by_color(color);
            let count = |role| (board.by_color(color) & board.by_role(role)).count();
            replay.counts[color as usize] = PieceCounts::of(count);
            replay.update_first_codes(color);
        }
        replay
    }
}

/// The square of a set before which it has so many.
#[inline]
fn nth_square(squares: Bitboard, before: u8) -> Option<Square> {
    let mut rest = squares.0;
    if before > 1 {
        for _ in 0..before {
            rest &= rest.wrapping_sub(1);
        }
    } else {
        // Most sets have one square or two: no branch that depends on which.
        rest &= rest.wrapping_sub(u64::from(before));
    }
    Bitboard(rest).first()
}

/// The roles by their numbers.
const ROLES: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
];

/// The number of pieces before that of a code, and the slot of its move, by its type and the code less the first of its type.
static SPLIT: [[(u8, u8); 256]; 7] = split();

#[expect(clippy::cast_possible_truncation, reason = "codes have 8 bits")]
const fn split() -> [[(u8, u8); 256]; 7] {
    let mut all = [[(0, 0); 256]; 7];
    let mut role = Role::Pawn as usize;
    while role <= Role::King as usize {
        let mut code = 0;
        while code < 256 {
            let slots = SLOTS[role] as usize;
            all[role][code] = ((code / slots) as u8, (code % slots) as u8);
            code += 1;
        }
        role += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use chess::{Move, Position, fen, random_games};

    use super::*;
    use crate::move_code::encode;

    /// Plays a move by its code, and compares the board with that of the position after it.
    fn check(position: &Position, mv: Move) -> usize {
        let board = Board::from(position);
        let mut codes = Vec::new();
        encode(&board, board.find_move(mv), &mut codes);
        let mut replay = ReplayBoard::from(&board);
        let (decoded, length) = replay.decode(&codes).unwrap();
        assert_eq!((decoded, length), (board.find_move(mv), codes.len()), "{} {mv:?}", fen::format(position));
        replay.play(decoded);
        let after = ReplayBoard::from(&Board::from(&position.after(mv)));
        assert_eq!(replay, ReplayBoard { castling: replay.castling, ..after }, "{}", fen::format(position));
        length
    }

    #[test]
    fn every_move_is_replayed_from_its_code() {
        random_games::each_position(30, 1, |position, _| {
            for mv in position.legal_moves() {
                check(position, mv);
            }
        });
    }

    #[test]
    fn moves_of_three_bytes_are_replayed() {
        let position = fen::parse("QQQQ4/QQQQQ3/RR6/BBNN4/8/8/K5pp/6nk w - - 0 1").unwrap();
        assert!(position.legal_moves().iter().map(|&mv| check(&position, mv)).any(|length| length == 3));
        let crowded = fen::parse("8/QQ4pk/QQ4pp/Q7/QQ6/QQ6/8/4K2R w K - 0 1").unwrap();
        let castling = crowded.legal_moves().into_iter().find(|mv| mv.is_castle()).unwrap();
        assert_eq!(check(&crowded, castling), 3);
    }

    #[test]
    fn codes_of_another_board_are_no_move() {
        let board = Board::from(&fen::parse("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1").unwrap());
        let replay = ReplayBoard::from(&board);
        for codes in [&[][..], &[200], &[22], &[ESCAPE, 1], &[ESCAPE, 40, 1]] {
            assert_eq!(replay.decode(codes), None, "{codes:?}");
        }
        assert!(replay.decode(&[21]).is_none(), "no rook may castle");
    }
}
