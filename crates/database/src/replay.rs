//! A board on which the moves of a game are replayed from their codes: as small as it can be, for millions of games.

use chess::{Color, Position, Role};
use shakmaty::{Move, Piece, Position as _, Square};

/// An empty square of [`ReplayBoard`].
const EMPTY: u8 = 0;

/// The bit of a black piece; the others are the number of its role.
const BLACK: u8 = 8;

/// A move of a replay: the squares by their numbers from a1 to h8. Castling goes from the king's square to the rook's, a null
/// move nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ReplayMove {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) promotion: Option<Role>,
}

impl ReplayMove {
    /// A null move.
    pub(crate) const NULL: Self = Self { from: 0, to: 0, promotion: None };

    /// The move that shakmaty has.
    pub(crate) fn of(mv: Move) -> Self {
        let (from, to, promotion) = match mv {
            Move::Castle { king, rook } => (king, rook, None),
            Move::EnPassant { from, to } => (from, to, None),
            Move::Normal { from, to, promotion, .. } => (from, to, promotion),
            Move::Put { .. } => return Self::NULL,
        };
        Self { from: from as u8, to: to as u8, promotion }
    }
}

/// A position without counters, in the middle of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayBoard {
    /// By square from a1 to h8: [`EMPTY`], or the number of a role with the bit of its color.
    squares: [u8; 64],
    /// The squares of White's and of Black's pieces.
    occupied: [u64; 2],
    turn: Color,
    /// The squares of the rooks that may still castle.
    castling_rooks: u64,
    /// The square behind a pawn that has just made a double push beside an enemy pawn. It may turn out that it cannot be
    /// captured.
    en_passant: Option<u8>,
}

impl ReplayBoard {
    /// The board at the usual start of a game.
    #[must_use]
    pub fn start() -> Self {
        Self::of(&Position::start())
    }

    /// The board of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut board = Self {
            squares: [EMPTY; 64],
            occupied: [0; 2],
            turn: position.turn(),
            castling_rooks: position.chess().castles().castling_rights().0,
            en_passant: position.chess().legal_ep_square().map(|square| square as u8),
        };
        for (square, piece) in position.board().clone() {
            board.put(square as u8, code_of(piece.color, piece.role as u8));
        }
        board
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of the side to move, from a1 to h8.
    #[inline]
    pub(crate) fn own_squares(&self) -> impl Iterator<Item = u8> + use<> {
        let mut squares = self.occupied[self.turn as usize];
        std::iter::from_fn(move || {
            let square = (squares != 0).then(|| u8::try_from(squares.trailing_zeros()).unwrap_or(0));
            squares &= squares.wrapping_sub(1);
            square
        })
    }

    /// The number of the role of the piece on a square, from 1 for a pawn to 6 for a king; 0 on an empty square.
    #[inline]
    pub(crate) fn role_number(&self, square: u8) -> usize {
        usize::from(self.squares[usize::from(square & 63)] & 7)
    }

    /// Whether a piece of the side to move stands on a square.
    pub(crate) fn is_own(&self, square: u8) -> bool {
        self.occupied[self.turn as usize] >> square & 1 == 1
    }

    /// The square of the rook that castles with a king to the side of the h file, or to that of the a file.
    pub(crate) fn castling_rook(&self, king: u8, to_h_file: bool) -> Option<u8> {
        let mut rooks = self.castling_rooks & self.occupied[self.turn as usize];
        while rooks != 0 {
            let rook = u8::try_from(rooks.trailing_zeros()).unwrap_or(0);
            if (rook > king) == to_h_file {
                return Some(rook);
            }
            rooks &= rooks - 1;
        }
        None
    }

    /// Plays a move.
    #[inline]
    pub(crate) fn play(&mut self, mv: ReplayMove) {
        let turn = self.turn;
        self.turn = !turn;
        let behind = self.en_passant.take();
        if mv == ReplayMove::NULL {
            return;
        }
        let ReplayMove { from, to, promotion } = mv;
        let piece = self.squares[usize::from(from)];
        self.remove(from);
        if piece & 7 == Role::King as u8 {
            let castles = self.occupied[turn as usize] >> to & 1 == 1;
            self.castling_rooks &= !self.occupied[turn as usize];
            if castles {
                let rook = self.squares[usize::from(to)];
                self.remove(to);
                let rank = from - from % 8;
                let (king_file, rook_file) = if to > from { (6, 5) } else { (2, 3) };
                self.put(rank + king_file, piece);
                self.put(rank + rook_file, rook);
                return;
            }
        }
        self.castling_rooks &= !(1 << from | 1 << to);
        let captures = self.squares[usize::from(to)] != EMPTY;
        if captures {
            self.remove(to);
        }
        let mut piece = piece;
        if piece & 7 == Role::Pawn as u8 {
            if behind == Some(to) && !captures && from % 8 != to % 8 {
                self.remove(from - from % 8 + to % 8);
            }
            if to.abs_diff(from) == 16 {
                self.en_passant = self.has_pawn_beside(to, !turn).then_some(u8::midpoint(from, to));
            }
            if let Some(role) = promotion {
                piece = code_of(turn, role as u8);
            }
        }
        self.put(to, piece);
    }

    /// Whether a pawn of a color stands on the same rank beside a square.
    fn has_pawn_beside(&self, square: u8, color: Color) -> bool {
        let pawn = code_of(color, Role::Pawn as u8);
        let left = !square.is_multiple_of(8) && self.squares[usize::from(square - 1)] == pawn;
        left || (square % 8 < 7 && self.squares[usize::from(square + 1)] == pawn)
    }

    /// Whether it is the same position as another one that has no en passant capture which is not legal: the same pieces,
    /// side to move, castling rights and legal en passant capture.
    #[must_use]
    pub fn is_same(&self, position: &Self) -> bool {
        self.occupied == position.occupied
            && self.squares == position.squares
            && self.turn == position.turn
            && self.castling_rooks == position.castling_rooks
            && (self.en_passant == position.en_passant || self.legal_en_passant() == position.en_passant)
    }

    /// The square of a legal en passant capture.
    fn legal_en_passant(&self) -> Option<u8> {
        self.en_passant?;
        let position = self.to_setup().position::<shakmaty::Chess>(shakmaty::CastlingMode::Chess960).ok()?;
        position.legal_ep_square().map(|square| square as u8)
    }

    fn to_setup(&self) -> shakmaty::Setup {
        let mut setup = shakmaty::Setup::empty();
        for square in Square::ALL {
            if let Some(piece) = self.piece(square) {
                setup.board.set_piece_at(square, piece);
            }
        }
        setup.turn = self.turn;
        setup.castling_rights = shakmaty::Bitboard(self.castling_rooks);
        setup.ep_square = self.en_passant.map(|square| Square::new(square.into()));
        setup
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let code = self.squares[square.to_usize()];
        let role = Role::ALL.into_iter().find(|&role| role as u8 == code & 7)?;
        Some(Piece { color: Color::from_black(code & BLACK != 0), role })
    }

    #[inline]
    fn put(&mut self, square: u8, code: u8) {
        self.squares[usize::from(square)] = code;
        self.occupied[usize::from(code & BLACK == 0)] |= 1 << square;
    }

    #[inline]
    fn remove(&mut self, square: u8) {
        let code = std::mem::replace(&mut self.squares[usize::from(square)], EMPTY);
        self.occupied[usize::from(code & BLACK == 0)] &= !(1 << square);
    }
}

const fn code_of(color: Color, role: u8) -> u8 {
    if color as u8 == Color::White as u8 { role } else { role | BLACK }
}
