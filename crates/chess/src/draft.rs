//! A position in the board editor: it may be illegal until it is finished.

use std::num::NonZeroU32;

use shakmaty::fen::{Fen, LossyFenError};
use shakmaty::{
    Bitboard, Board, Color, EnPassantMode, File, Piece, Position as _, Rank, Role, Setup, Square,
};

use super::fen::{self, FenError, FenRuleCheck};
use super::position::Position;

/// The largest half-move counter and move number that can be set.
pub const MAX_COUNTER: u16 = 9_999;

/// The state of the editor: pieces, side to move, castling rights, en passant square and counters. Castling
/// rights and the en passant square always have their pieces on the board; an edit that removes such a piece
/// removes the right too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    setup: Setup,
}

/// One change of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DraftEdit {
    /// Puts a piece on a square, or clears it.
    SetPiece(Square, Option<Piece>),
    /// Moves a piece to another square and replaces what was there.
    MovePiece(Square, Square),
    /// Sets the side to move.
    SideToMove(Color),
    /// Toggles the right to castle with the rook on this square. There is at most one such rook on each side
    /// of the king.
    ToggleCastlingRight(Square),
    /// Toggles castling rights by square: of the rook on it, of both rooks of the king on it, or all possible
    /// ones.
    ToggleCastlingRights(Square),
    /// Sets the en passant square; none if no pawn can have passed it.
    EnPassant(Option<Square>),
    /// Half-moves since the last capture or pawn move, at most [`MAX_COUNTER`].
    Halfmoves(u16),
    /// The number of the move to be played, 1 to [`MAX_COUNTER`].
    Fullmoves(u16),
    /// Clears the board.
    Clear,
    /// The standard starting position.
    StartPosition,
    /// Mirrors files. Castling rights are removed, because they are not symmetric.
    FlipHorizontal,
    /// Flips colors and ranks: the same position with the colors exchanged.
    SwapColors,
}

impl Draft {
    /// An empty board, White to move.
    #[must_use]
    pub fn empty() -> Self {
        Self { setup: Setup::empty() }
    }

    /// The standard starting position.
    #[must_use]
    pub fn start_position() -> Self {
        Self { setup: Setup::initial() }
    }

    /// Parses a FEN leniently; None if it has no board.
    #[must_use]
    pub fn parse_lenient(text: &str) -> Option<Self> {
        let setup = fen::parse_setup_lenient(text)?;
        let counted = |count: u32| count.min(MAX_COUNTER.into());
        let fullmoves = NonZeroU32::new(counted(setup.fullmoves.get())).unwrap_or(NonZeroU32::MIN);
        let mut draft = Self { setup: Setup { halfmoves: counted(setup.halfmoves), fullmoves, ..setup } };
        draft.normalize();
        Some(draft)
    }

    /// The pieces on their squares.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The rooks with which castling is allowed.
    #[must_use]
    pub const fn castling_rights(&self) -> Bitboard {
        self.setup.castling_rights
    }

    /// The rooks that could get castling rights: those on the back rank of a king on its back rank.
    #[must_use]
    pub fn possible_castling_rights(&self) -> Bitboard {
        let of_side = |color: Color| {
            let home = self.board().king_of(color).is_some_and(|king| king.rank() == color.backrank());
            let rooks = self.board().rooks() & self.board().by_color(color) & color.backrank();
            if home { rooks } else { Bitboard::EMPTY }
        };
        of_side(Color::White) | of_side(Color::Black)
    }

    /// The FEN letter of the castling right of a rook: `K`, or `G` where it is not the outermost rook.
    #[must_use]
    pub fn castling_letter(&self, rook: Square) -> char {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let at_home = self.board().king_of(color).is_some_and(|king| king.file() == File::E);
        let letter = match rook.file() {
            File::H if at_home => 'k',
            File::A if at_home => 'q',
            file => file.char(),
        };
        color.fold_wb(letter.to_ascii_uppercase(), letter)
    }

    /// The en passant square.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.setup.ep_square
    }

    /// The possible en passant squares.
    #[must_use]
    pub fn possible_en_passant(&self) -> Bitboard {
        let waiting = self.turn().other();
        let pawns = self.board().pawns() & self.board().by_color(waiting);
        let step = waiting.fold_wb(8, -8);
        let is_free = |square: Square| self.board().piece_at(square).is_none();
        let passed = |file: File| {
            let from = Square::from_coords(file, waiting.relative_rank(Rank::Second));
            let over = from.offset(step)?;
            let to = over.offset(step)?;
            (is_free(from) && is_free(over) && pawns.contains(to)).then_some(over)
        };
        File::ALL.into_iter().filter_map(passed).collect()
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmoves(&self) -> u16 {
        u16::try_from(self.setup.halfmoves).unwrap_or(MAX_COUNTER)
    }

    /// The move number.
    #[must_use]
    pub fn fullmoves(&self) -> u16 {
        u16::try_from(self.setup.fullmoves.get()).unwrap_or(MAX_COUNTER)
    }

    /// The draft as a FEN, legal or not.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::try_from_setup(self.setup.clone()).unwrap_or_else(LossyFenError::ignore).to_string()
    }

    /// The finished position.
    ///
    /// # Errors
    /// The rule that it breaks, with the place in [`Draft::fen`].
    pub fn position(&self) -> Result<Position, FenError> {
        fen::parse(&self.fen())
    }

    /// The result of every rule check.
    #[must_use]
    pub fn checks(&self) -> Vec<FenRuleCheck> {
        fen::check(&self.fen()).unwrap_or_default()
    }

    /// Applies a change.
    pub fn apply(&mut self, edit: DraftEdit) {
        match edit {
            DraftEdit::SetPiece(square, Some(piece)) => self.setup.board.set_piece_at(square, piece),
            DraftEdit::SetPiece(square, None) => self.setup.board.discard_piece_at(square),
            DraftEdit::MovePiece(from, to) => {
                if let Some(piece) = self.setup.board.remove_piece_at(from) {
                    self.setup.board.set_piece_at(to, piece);
                }
            }
            DraftEdit::SideToMove(color) => self.setup.turn = color,
            DraftEdit::ToggleCastlingRight(rook) => self.toggle_castling_right(rook),
            DraftEdit::ToggleCastlingRights(near) => self.toggle_castling_rights(near),
            DraftEdit::EnPassant(square) => self.setup.ep_square = square,
            DraftEdit::Halfmoves(count) => self.setup.halfmoves = count.min(MAX_COUNTER).into(),
            DraftEdit::Fullmoves(number) => {
                let number = NonZeroU32::new(number.min(MAX_COUNTER).into());
                self.setup.fullmoves = number.unwrap_or(NonZeroU32::MIN);
            }
            DraftEdit::Clear => *self = Self::empty(),
            DraftEdit::StartPosition => *self = Self::start_position(),
            DraftEdit::FlipHorizontal => {
                self.setup.board.flip_horizontal();
                self.setup.castling_rights = Bitboard::EMPTY;
                self.setup.ep_square = self.setup.ep_square.map(Square::flip_horizontal);
            }
            DraftEdit::SwapColors => self.setup.mirror(),
        }
        self.normalize();
    }

    /// Removes rights whose pieces are gone.
    fn normalize(&mut self) {
        self.setup.promoted = Bitboard::EMPTY;
        self.setup.castling_rights &= self.possible_castling_rights();
        for color in Color::ALL {
            for wing in self.wings(color) {
                // If a text gives the right to two rooks, the outermost keeps it.
                let outermost_rook: Bitboard = outermost(self.castling_rights(), wing).into_iter().collect();
                self.setup.castling_rights &= !wing | outermost_rook;
            }
        }
        self.setup.ep_square = self.setup.ep_square.filter(|&ep| self.possible_en_passant().contains(ep));
    }

    /// The squares of a side's back rank to both sides of its king; none if the king is not there.
    fn wings(&self, color: Color) -> [Bitboard; 2] {
        let Some(king) = self.board().king_of(color).filter(|king| king.rank() == color.backrank()) else {
            return [Bitboard::EMPTY; 2];
        };
        let wing = |is_of: fn(&File, &File) -> bool| {
            let files = File::ALL.into_iter().filter(|file| is_of(file, &king.file()));
            files.map(|file| Square::from_coords(file, king.rank())).collect()
        };
        [wing(File::lt), wing(File::gt)]
    }

    fn toggle_castling_right(&mut self, rook: Square) {
        if self.castling_rights().contains(rook) {
            self.setup.castling_rights.discard(rook);
        } else if self.possible_castling_rights().contains(rook) {
            let wings = [Color::White, Color::Black].map(|color| self.wings(color)).concat();
            for wing in wings.into_iter().filter(|wing| wing.contains(rook)) {
                self.setup.castling_rights &= !wing;
            }
            self.setup.castling_rights.add(rook);
        }
    }

    fn toggle_castling_rights(&mut self, near: Square) {
        let possible = self.possible_castling_rights();
        if possible.contains(near) {
            return self.toggle_castling_right(near);
        }
        let king = self.board().piece_at(near).filter(|piece| piece.role == Role::King);
        let wings = match king {
            Some(king) => self.wings(king.color).to_vec(),
            None => [Color::White, Color::Black].map(|color| self.wings(color)).concat(),
        };
        let all: Bitboard = wings.iter().fold(Bitboard::EMPTY, |all, &wing| all | wing);
        let wanted: Bitboard = wings.iter().filter_map(|&wing| outermost(possible, wing)).collect();
        // A wing whose inner rook has the right has one already.
        let missing =
            wings.iter().any(|&wing| (possible & wing).any() && (self.castling_rights() & wing).is_empty());
        let before = self.castling_rights();
        self.setup.castling_rights &= !all;
        if missing {
            let kept_rights = wings.iter().filter(|&&wing| (before & wing).any());
            let kept_wings = kept_rights.fold(Bitboard::EMPTY, |all, &wing| all | wing);
            self.setup.castling_rights |= (before & kept_wings) | (wanted & !kept_wings);
        }
    }
}

/// The outermost rook of a wing.
fn outermost(rooks: Bitboard, wing: Bitboard) -> Option<Square> {
    let is_left = wing.into_iter().any(|square| square.file() == File::A);
    if is_left { (rooks & wing).first() } else { (rooks & wing).last() }
}

impl From<&Position> for Draft {
    fn from(position: &Position) -> Self {
        let mut draft = Self { setup: position.chess().to_setup(EnPassantMode::Always) };
        draft.normalize();
        draft
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fen::FenRuleStatus;

    fn check(from: &str, edits: &[DraftEdit], wanted: &str) {
        let mut draft = Draft::parse_lenient(from).unwrap();
        for &edit in edits {
            draft.apply(edit);
        }
        assert_eq!(draft.fen(), wanted, "{from} {edits:?}");
    }

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";

    #[test]
    fn pieces_are_set_moved_and_removed() {
        let queen = Color::White.queen();
        check(
            "8/8/8/8/8/8/8/8 w - - 0 1",
            &[DraftEdit::SetPiece(Square::E4, Some(queen))],
            "8/8/8/8/4Q3/8/8/8 w - - 0 1",
        );
        check(
            "8/8/8/8/4Q3/8/8/8",
            &[DraftEdit::MovePiece(Square::E4, Square::A8)],
            "Q7/8/8/8/8/8/8/8 w - - 0 1",
        );
        check(
            "8/8/8/8/4Q3/8/8/8",
            &[DraftEdit::MovePiece(Square::E5, Square::E4)],
            "8/8/8/8/4Q3/8/8/8 w - - 0 1",
        );
        check("8/8/8/8/4Q3/8/8/8", &[DraftEdit::SetPiece(Square::E4, None)], "8/8/8/8/8/8/8/8 w - - 0 1");
    }

    #[test]
    fn castling_needs_king_and_rook() {
        let all = DraftEdit::ToggleCastlingRights(Square::D4);
        check(CASTLES, &[all], "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        check(CASTLES, &[all, all], CASTLES);
        check(CASTLES, &[DraftEdit::ToggleCastlingRights(Square::E1)], "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        check(CASTLES, &[DraftEdit::ToggleCastlingRights(Square::A8)], "r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1");
        check(
            CASTLES,
            &[DraftEdit::ToggleCastlingRight(Square::H1), all],
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        );
        check(CASTLES, &[all, DraftEdit::SetPiece(Square::H1, None)], "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
        check(
            CASTLES,
            &[all, DraftEdit::MovePiece(Square::E8, Square::E7)],
            "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 0 1",
        );
        check(CASTLES, &[DraftEdit::ToggleCastlingRight(Square::E1)], CASTLES);
        check(CASTLES, &[all, DraftEdit::FlipHorizontal], "r2k3r/8/8/8/8/8/8/R2K3R w - - 0 1");
        let two = "4k3/8/8/8/8/8/8/R1R1K3 w - - 0 1";
        check(two, &[DraftEdit::ToggleCastlingRight(Square::C1)], "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1");
        check(
            two,
            &[DraftEdit::ToggleCastlingRight(Square::C1), DraftEdit::ToggleCastlingRight(Square::A1)],
            "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
        );
        check("r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", &[], "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1");
    }

    #[test]
    fn en_passant_needs_a_pawn_that_has_passed() {
        let pawns = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1";
        check(pawns, &[DraftEdit::EnPassant(Some(Square::D6))], "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        check(pawns, &[DraftEdit::EnPassant(Some(Square::E6))], pawns);
        let taken = [DraftEdit::EnPassant(Some(Square::D6)), DraftEdit::SideToMove(Color::Black)];
        check(pawns, &taken, "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1");
        let swapped = [DraftEdit::EnPassant(Some(Square::D6)), DraftEdit::SwapColors];
        check(pawns, &swapped, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
        let mirrored = [DraftEdit::EnPassant(Some(Square::D6)), DraftEdit::FlipHorizontal];
        check(pawns, &mirrored, "3k4/8/8/3Pp3/8/8/8/3K4 w - e6 0 1");
    }

    #[test]
    fn counters_keep_to_their_bounds() {
        let bare = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        check(bare, &[DraftEdit::Halfmoves(99), DraftEdit::Fullmoves(0)], "4k3/8/8/8/8/8/8/4K3 w - - 99 1");
        check(bare, &[DraftEdit::Halfmoves(u16::MAX)], "4k3/8/8/8/8/8/8/4K3 w - - 9999 1");
        check(
            bare,
            &[DraftEdit::Clear, DraftEdit::StartPosition],
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        );
    }

    fn square() -> impl Strategy<Value = Square> {
        // The first ranks are where the rules are.
        prop_oneof![(0_u32..64), (0_u32..8), (56_u32..64)].prop_map(Square::new)
    }

    fn edit() -> impl Strategy<Value = DraftEdit> {
        let color = prop_oneof![Just(Color::White), Just(Color::Black)];
        let role = proptest::sample::select(Role::ALL.to_vec());
        let piece = (role, color.clone()).prop_map(|(role, color)| role.of(color));
        prop_oneof![
            8 => (square(), proptest::option::of(piece)).prop_map(|(square, piece)| DraftEdit::SetPiece(square, piece)),
            3 => (square(), square()).prop_map(|(from, to)| DraftEdit::MovePiece(from, to)),
            1 => color.prop_map(DraftEdit::SideToMove),
            2 => square().prop_map(DraftEdit::ToggleCastlingRight),
            2 => square().prop_map(DraftEdit::ToggleCastlingRights),
            2 => proptest::option::of(square()).prop_map(DraftEdit::EnPassant),
            1 => any::<u16>().prop_map(DraftEdit::Halfmoves),
            1 => any::<u16>().prop_map(DraftEdit::Fullmoves),
            1 => proptest::sample::select(vec![DraftEdit::StartPosition, DraftEdit::FlipHorizontal, DraftEdit::SwapColors]),
        ]
    }

    fn start() -> impl Strategy<Value = Draft> {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
        ];
        proptest::sample::select(fens.to_vec()).prop_map(|fen| Draft::parse_lenient(fen).unwrap())
    }

    proptest! {
        #[test]
        fn any_edits_give_a_text_that_is_taken_or_refused_with_its_place(
            (mut draft, edits) in (start(), proptest::collection::vec(edit(), 0..24)),
        ) {
            for edit in edits {
                draft.apply(edit);
            }
            let text = draft.fen();
            prop_assert_eq!(Draft::parse_lenient(&text), Some(draft.clone()), "{}", text);
            let checks = draft.checks();
            let all_satisfied = checks.iter().all(|checked| checked.status == FenRuleStatus::Satisfied);
            match draft.position() {
                Ok(position) => {
                    prop_assert!(all_satisfied && checks.len() == fen::FenRule::ALL.len(), "{}", text);
                    prop_assert_eq!(position.board(), draft.board(), "{}", text);
                    prop_assert_eq!(position.turn(), draft.turn(), "{}", text);
                }
                Err(error) => {
                    prop_assert!(!all_satisfied, "{}", text);
                    prop_assert!(!text[error.place].is_empty() && !error.reason.is_empty(), "{}", text);
                }
            }
        }

        #[test]
        fn twice_mirrored_and_twice_swapped_is_the_same(
            (mut draft, edits) in (start(), proptest::collection::vec(edit(), 0..12)),
        ) {
            for edit in edits {
                draft.apply(edit);
            }
            let mut again = draft.clone();
            again.apply(DraftEdit::SwapColors);
            again.apply(DraftEdit::SwapColors);
            prop_assert_eq!(&again, &draft);
            draft.apply(DraftEdit::FlipHorizontal);
            let mut again = draft.clone();
            again.apply(DraftEdit::FlipHorizontal);
            again.apply(DraftEdit::FlipHorizontal);
            prop_assert_eq!(again, draft);
        }
    }
}
