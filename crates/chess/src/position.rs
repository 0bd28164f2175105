//! A legal position with an incrementally updated Zobrist key.
//!
//! The rules are shakmaty's; the key is our own, because a search and a repetition count need one that is
//! cheap to update on every kind of move.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, MoveList, Piece,
    Position as _, Rank, Role, Setup, Square, attacks,
};

use super::material::Material;
use super::split_mix::split_mix;

/// A legal position with its key. It can only be made from a legal setup or by legal moves.
///
/// ```
/// use matescope_chess::{fen, notation};
///
/// let mut position = fen::parse("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")?;
/// let mv = notation::parse_move(&position, "qg7").expect("a legal move");
/// assert_eq!(notation::san(&position, mv), "Qg7#");
/// position.play(mv);
/// assert!(position.is_check() && position.legal_moves().is_empty());
///
/// let error = fen::parse("7k/8/5K2/6Q2/8/8/8/8 w - - 0 1").unwrap_err();
/// assert!(!error.repairs.is_empty(), "{error}");
/// # Ok::<(), fen::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    chess: Chess,
    key: u64,
}

impl Position {
    /// The standard starting position.
    #[must_use]
    pub fn start() -> Self {
        Self::from(Chess::default())
    }

    /// The shakmaty position.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The Zobrist key of the placement, the side to move, castling rights and a legal en passant capture:
    /// equal for positions that count as repetitions.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The pieces on their squares.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmoves(&self) -> u16 {
        u16::try_from(self.chess.halfmoves()).unwrap_or(u16::MAX)
    }

    /// The move number, from 1.
    #[must_use]
    pub fn fullmoves(&self) -> NonZeroU32 {
        self.chess.fullmoves()
    }

    /// Whether castling is written the standard way or as in Chess960.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// The same position with castling written as in Chess960, whatever the arrangement of king and rooks.
    #[must_use]
    pub fn to_chess960(&self) -> Self {
        let setup = self.chess.to_setup(EnPassantMode::Legal);
        setup.position::<Chess>(CastlingMode::Chess960).map_or_else(|_| self.clone(), Self::from)
    }

    /// Every legal move; none in checkmate and stalemate.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// Whether `mv` is among the legal moves.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.chess.is_legal(mv)
    }

    /// The checkers: the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.chess.checkers()
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// Insufficient material: whether no sequence of legal moves can lead to mate.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    /// The material on the board.
    #[must_use]
    pub fn material(&self) -> Material {
        Material::of(self.board())
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Plays a legal move. An illegal one gives an undefined position.
    pub fn play(&mut self, mv: Move) {
        let key = self.key ^ ZOBRIST.turn ^ self.rights_key() ^ move_key(self.turn(), mv);
        self.chess.play_unchecked(mv);
        self.key = key ^ self.rights_key();
    }

    /// The key after a legal move, without making it. It may differ from the true key only after a double
    /// pawn push past an enemy pawn: it assumes that every such pawn can be captured en passant.
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        let turn = self.turn();
        let mut key = self.key ^ ZOBRIST.turn ^ self.rights_key() ^ move_key(turn, mv);
        let mut lost_rights = Bitboard::EMPTY;
        let mut en_passant_file = None;
        match mv {
            Move::Normal { role, from, to, .. } => {
                lost_rights = Bitboard::from(from) | Bitboard::from(to);
                if role == Role::King {
                    lost_rights |= Bitboard::from(turn.fold_wb(Rank::First, Rank::Eighth));
                }
                let capturers = attacks::king_attacks(to) & Bitboard::from(to.rank());
                let enemies = self.board().pawns() & self.board().by_color(turn.other());
                if role == Role::Pawn && from.rank().distance(to.rank()) == 2 && (capturers & enemies).any() {
                    en_passant_file = Some(to.file());
                }
            }
            Move::Castle { king, .. } => lost_rights = Bitboard::from(king.rank()),
            Move::EnPassant { .. } | Move::Put { .. } => {}
        }
        for rook in self.chess.castles().castling_rights() & !lost_rights {
            key ^= ZOBRIST.rights[rook.to_usize()];
        }
        en_passant_file.map_or(key, |file| key ^ ZOBRIST.en_passant[file.to_usize()])
    }

    /// The position after a null move, for null move search and threats. None in check.
    #[must_use]
    pub fn after_null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        let mut next = Self { chess, key: self.key ^ ZOBRIST.turn ^ self.rights_key() };
        next.key ^= next.rights_key();
        Some(next)
    }

    /// The position after a null move in a game record, which is counted as a half-move. None in check.
    #[must_use]
    pub fn after_pass(&self) -> Option<Self> {
        let passed = self.after_null_move()?;
        let mut setup = passed.chess.to_setup(EnPassantMode::Always);
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn == Color::White {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        let chess = setup.position(passed.castling_mode()).ok()?;
        Some(Self { chess, ..passed })
    }

    /// The part of the key for castling rights and en passant.
    fn rights_key(&self) -> u64 {
        let mut key = 0;
        for rook in self.chess.castles().castling_rights() {
            key ^= ZOBRIST.rights[rook.to_usize()];
        }
        if let Some(square) = self.chess.legal_ep_square() {
            key ^= ZOBRIST.en_passant[square.file().to_usize()];
        }
        key
    }

    /// The key computed from scratch.
    #[must_use]
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = self.rights_key();
        for (square, piece) in self.board().clone() {
            key ^= piece_key(piece, square);
        }
        if self.turn() == Color::Black {
            key ^= ZOBRIST.turn;
        }
        key
    }

    /// The position as an editable setup.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        self.chess.to_setup(EnPassantMode::Legal)
    }
}

impl From<Chess> for Position {
    fn from(chess: Chess) -> Self {
        let mut position = Self { chess, key: 0 };
        position.key = position.key_from_scratch();
        position
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// Zobrist random numbers.
struct ZobristKeys {
    pieces: [[u64; 64]; 12],
    rights: [u64; 64],
    en_passant: [u64; 8],
    turn: u64,
}

static ZOBRIST: ZobristKeys = make_zobrist_keys();

/// The change of the key by the pieces that a move removes and adds.
fn move_key(turn: Color, mv: Move) -> u64 {
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            let captured = capture.map_or(0, |captured| piece_key(captured.of(turn.other()), to));
            piece_key(role.of(turn), from) ^ captured ^ piece_key(promotion.unwrap_or(role).of(turn), to)
        }
        Move::EnPassant { from, to } => {
            let captured = Square::from_coords(to.file(), from.rank());
            piece_key(turn.pawn(), from)
                ^ piece_key(turn.pawn(), to)
                ^ piece_key(turn.other().pawn(), captured)
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(rook > king);
            piece_key(turn.king(), king)
                ^ piece_key(turn.rook(), rook)
                ^ piece_key(turn.king(), Square::from_coords(side.king_to_file(), king.rank()))
                ^ piece_key(turn.rook(), Square::from_coords(side.rook_to_file(), king.rank()))
        }
        Move::Put { .. } => 0,
    }
}

/// The Zobrist number of a piece on a square; [`Position::key`] combines all numbers by XOR.
#[must_use]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    let side = if piece.color == Color::White { 0 } else { 6 };
    ZOBRIST.pieces[side + usize::from(piece.role) - 1][square.to_usize()]
}

/// The Zobrist number for Black to move.
pub(crate) fn turn_key() -> u64 {
    ZOBRIST.turn
}

/// The Zobrist number of the castling right of the rook on a square.
pub(crate) fn castling_key(rook: Square) -> u64 {
    ZOBRIST.rights[rook.to_usize()]
}

/// The Zobrist number of a legal en passant capture on a file.
pub(crate) fn en_passant_key(file: File) -> u64 {
    ZOBRIST.en_passant[file.to_usize()]
}

const fn make_zobrist_keys() -> ZobristKeys {
    let mut seed = 0x4d61_7465_7363_6f70;
    let mut keys = ZobristKeys { pieces: [[0; 64]; 12], rights: [0; 64], en_passant: [0; 8], turn: 0 };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 12 {
            (seed, keys.pieces[piece][square]) = split_mix(seed);
            piece += 1;
        }
        (seed, keys.rights[square]) = split_mix(seed);
        square += 1;
    }
    let mut file = 0;
    while file < 8 {
        (seed, keys.en_passant[file]) = split_mix(seed);
        file += 1;
    }
    (_, keys.turn) = split_mix(seed);
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fen, random_games};

    #[test]
    fn keys_from_moves_equal_keys_from_scratch() {
        random_games::each_position(60, 7, |position, mv| {
            let text = || fen::format(position);
            assert_eq!(position.key(), position.key_from_scratch(), "{}", text());
            if let Some(passed) = position.after_null_move() {
                assert_eq!(passed.key(), passed.key_from_scratch(), "{}", text());
            }
            if let Some(mv) = mv {
                let passing =
                    mv.role() == Role::Pawn && mv.from().is_some_and(|from| from.distance(mv.to()) == 2);
                assert!(position.key_after(mv) == position.after(mv).key() || passing, "{} {mv}", text());
            }
        });
    }
}
