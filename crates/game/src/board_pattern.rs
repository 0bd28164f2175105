//! Patterns of positions: what games are searched for by what stands on the board and what is played there, in the manner of
//! scoutfish.

use std::fmt;
use std::str::FromStr;

use chess::board::{BoardMove, BoardMoveKind};
use chess::{Bitboard, Color, Material, Position, Rank, Role, Square};
use shakmaty::san::San;
use shakmaty::{Board, CastlingSide};

use crate::pgn::GameResult;

/// Patterns of positions that follow each other in the main line of a game. A game matches if its positions match all
/// streaks in their order, each behind the last position of the one before, with anything between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatternSequence {
    /// The streaks. Each matches in consecutive positions, one pattern after the other; most have a single one.
    pub streaks: Vec<Vec<BoardPattern>>,
    /// The results that a game may have; any if there is none.
    pub results: Vec<GameResult>,
}

/// A pattern of a position and of the move that the game goes on with. All conditions must be met; a list is met by any of
/// its members, and an empty one by every position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardPattern {
    /// The side to move.
    pub turn: Option<Color>,
    /// Pieces on their squares.
    pub placements: Vec<PiecePlacement>,
    /// Squares that must all be empty.
    pub empty: Bitboard,
    /// The exact material.
    pub materials: Vec<Material>,
    /// The material imbalance.
    pub imbalances: Vec<MaterialImbalance>,
    /// All pawns of both sides.
    pub pawn_structures: Vec<PawnStructure>,
    /// The next move.
    pub moves: Vec<MovePattern>,
    /// The types of the piece that moves next; in castling the king moves.
    pub moved: Vec<Role>,
    /// What the next move captures.
    pub captured: Option<CapturePattern>,
}

/// Pieces on their squares: the placement field of a FEN, in which digits skip squares with anything on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PiecePlacement(Board);

/// All pawns of both sides, on their squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnStructure {
    /// The squares of White's pawns.
    pub white: Bitboard,
    /// The squares of Black's pawns.
    pub black: Bitboard,
}

/// Material imbalance: how many more pieces of each type White has than Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MaterialImbalance([i8; 5]);

/// A move by one side in SAN. What the SAN leaves out may be anything: `Nd2` is met by `Nbd2` and `Nxd2`, `d4` by `exd4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovePattern {
    color: Color,
    san: SanPattern,
}

/// What a move in SAN says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SanPattern {
    Castle { is_kingside: bool },
    Normal { role: Role, from: Bitboard, to: Square, is_capture: bool, promotion: Option<Role> },
}

/// What a move captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CapturePattern {
    /// Nothing: a quiet move.
    Nothing,
    /// A piece of one of these types; en passant it is a pawn.
    AnyOf(Vec<Role>),
}

impl PatternSequence {
    /// A single pattern.
    #[must_use]
    pub fn of(pattern: BoardPattern) -> Self {
        Self { streaks: vec![vec![pattern]], results: Vec::new() }
    }
}

impl BoardPattern {
    /// A position with exactly this material, of either color.
    #[must_use]
    pub fn of_material(material: Material) -> Self {
        let mut materials = vec![material];
        materials.extend(Some(material.swapped()).filter(|&swapped| swapped != material));
        Self { materials, ..Self::default() }
    }

    /// A position with exactly these pawns.
    #[must_use]
    pub fn of_pawns(pawns: PawnStructure) -> Self {
        Self { pawn_structures: vec![pawns], ..Self::default() }
    }
}

impl PiecePlacement {
    /// Reads the placement field of a FEN. None where it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Board::from_str(text).ok().map(Self)
    }

    /// The squares of the pieces of a color.
    #[must_use]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        self.0.by_color(color)
    }

    /// The squares of the pieces of a type.
    #[must_use]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        self.0.by_role(role)
    }
}

impl PawnStructure {
    /// The pawns of a position.
    #[must_use]
    pub fn of_position(position: &Position) -> Self {
        let board = position.board();
        let pawns = |color| board.by_role(Role::Pawn) & board.by_color(color);
        Self { white: pawns(Color::White), black: pawns(Color::Black) }
    }

    /// Reads the placement field of a FEN, of which only the pawns count. None where it is none, or where a pawn stands on the
    /// first or the eighth rank.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let PiecePlacement(board) = PiecePlacement::parse(text)?;
        let pawns = |color| board.by_role(Role::Pawn) & board.by_color(color);
        let is_legal = (board.by_role(Role::Pawn)
            & (Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth)))
        .is_empty();
        is_legal.then(|| Self { white: pawns(Color::White), black: pawns(Color::Black) })
    }

    /// The squares of a side's pawns.
    #[must_use]
    pub fn of(self, color: Color) -> Bitboard {
        color.fold_wb(self.white, self.black)
    }
}

/// As the placement field of a FEN.
impl fmt::Display for PawnStructure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut board = Board::empty();
        for (color, squares) in [(Color::White, self.white), (Color::Black, self.black)] {
            for square in squares {
                board.set_piece_at(square, color.pawn());
            }
        }
        fmt::Display::fmt(&board.board_fen(), f)
    }
}

impl MaterialImbalance {
    /// The types of pieces that can be more or fewer, in the order of their numbers.
    const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// Reads what White has more, a `v`, and what Black has more: `BvN`, `PPv`. None where it is something else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (white, black) = text.split_once('v')?;
        let mut more = [0; Self::ROLES.len()];
        for (letters, sign) in [(white, 1), (black, -1)] {
            if letters.len() > 16 {
                return None;
            }
            for letter in letters.chars() {
                let at = Self::ROLES.into_iter().position(|role| role.upper_char() == letter)?;
                more[at] += sign;
            }
        }
        Some(Self(more))
    }

    /// How many more pieces of a type White has than Black; 0 for kings.
    #[must_use]
    pub fn of(self, role: Role) -> i8 {
        let at = Self::ROLES.into_iter().position(|known| known == role);
        at.map_or(0, |at| self.0[at])
    }
}

impl MovePattern {
    /// Reads a move in SAN; signs for check and mate do not count. None where it is none.
    #[must_use]
    pub fn parse(color: Color, text: &str) -> Option<Self> {
        let san = match San::from_ascii(text.as_bytes()).ok()? {
            San::Castle(side) => SanPattern::Castle { is_kingside: side == CastlingSide::KingSide },
            San::Normal { role, file, rank, capture, to, promotion } => {
                let files = file.map_or(Bitboard::FULL, Bitboard::from_file);
                let from = files & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
                SanPattern::Normal { role, from, to, is_capture: capture, promotion }
            }
            San::Put { .. } | San::Null => return None,
        };
        Some(Self { color, san })
    }

    /// Whether a side's move is this one.
    #[inline]
    #[must_use]
    pub fn matches(self, turn: Color, mv: BoardMove) -> bool {
        let is_castling = mv.kind == BoardMoveKind::Castle;
        self.color == turn
            && match self.san {
                SanPattern::Castle { is_kingside } => is_castling && (mv.to > mv.from) == is_kingside,
                SanPattern::Normal { role, from, to, is_capture, promotion } => {
                    mv.to == to
                        && mv.role == role
                        && !is_castling
                        && from.contains(mv.from)
                        && (!is_capture || mv.capture.is_some())
                        && promotion.is_none_or(|promotion| mv.promotion == Some(promotion))
                }
            }
    }
}

/// Reads letters of types of pieces: `KP`. None where one is none.
#[must_use]
pub fn parse_roles(letters: &str) -> Option<Vec<Role>> {
    let role = |letter: char| Role::ALL.into_iter().find(|role| role.upper_char() == letter);
    letters.chars().map(role).collect()
}

/// Reads names of squares with blanks between them: `e4 f5`. None where one is none.
#[must_use]
pub fn parse_squares(text: &str) -> Option<Bitboard> {
    text.split_whitespace().map(|name| name.parse::<Square>().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_imbalance_is_read_with_one_v() {
        let more = |text: &str| {
            MaterialImbalance::parse(text)
                .map(|imbalance| MaterialImbalance::ROLES.map(|of| imbalance.of(of)))
        };
        for (text, wanted) in [
            ("BvN", Some([0, -1, 1, 0, 0])),
            ("PPv", Some([2, 0, 0, 0, 0])),
            ("vQ", Some([0, 0, 0, 0, -1])),
            ("PNvPR", Some([0, 1, 0, -1, 0])),
            ("v", Some([0; 5])),
            ("BN", None),
            ("KvN", None),
            ("bvn", None),
            ("BvvN", None),
            ("PPPPPPPPPPPPPPPPPv", None),
        ] {
            assert_eq!(more(text), wanted, "{text}");
        }
    }

    #[test]
    fn of_a_placement_only_the_pawns_make_the_structure() {
        let structure = PawnStructure::parse("rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R");
        let bare = PawnStructure::parse("8/pp2pppp/3p4/8/4P3/8/PPP2PPP/8");
        assert_eq!(structure, bare);
        assert_eq!(bare.map(|pawns| pawns.to_string()).as_deref(), Some("8/pp2pppp/3p4/8/4P3/8/PPP2PPP/8"));
        let count = bare.map(|pawns| Color::ALL.map(|color| pawns.of(color).count()));
        assert_eq!(count, Some([7, 7]));
        for text in ["", "8/8/8/8", "8/8/8/8/8/8/8/P7", "p7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/9", "e4"] {
            assert_eq!(PawnStructure::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_move_is_read_in_san() {
        for text in ["O-O-O", "Qxf7", "e8=Q", "Rac1", "exd5", "Nf3+", "Qh5#"] {
            assert!(MovePattern::parse(Color::White, text).is_some(), "{text}");
        }
        for text in ["", "--", "@e4", "Kk", "e9", "castles"] {
            assert_eq!(MovePattern::parse(Color::White, text), None, "{text}");
        }
    }

    #[test]
    fn letters_and_squares_are_read() {
        assert_eq!(parse_roles("KP"), Some(vec![Role::King, Role::Pawn]));
        assert_eq!((parse_roles(""), parse_roles("kx")), (Some(Vec::new()), None));
        assert_eq!(parse_squares("e4 f5").map(Bitboard::count), Some(2));
        assert_eq!((parse_squares(""), parse_squares("e4 i5")), (Some(Bitboard::EMPTY), None));
    }
}
