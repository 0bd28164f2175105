//! A pattern of a position in the form in which it is compared: sets of squares and numbers of pieces.

use chess::board::{BoardMove, PROMOTIONS};
use chess::{Bitboard, Color, Material, Rank, Role};
use game::board_pattern::{
    BoardPattern, CapturePattern, MaterialImbalance, MovePattern, PawnStructure, PiecePlacement,
};

use crate::move_code::CodedBoard;
use crate::replay_board::{PieceCounts, ReplayBoard};

/// A pattern that is compared with positions. An empty list of alternatives is met by any position.
#[derive(Debug)]
pub(crate) struct CompiledPattern {
    turn: Option<Color>,
    move_condition: Option<MoveCondition>,
    empty: Bitboard,
    materials: Vec<[PieceCounts; 2]>,
    imbalances: Vec<u64>,
    pawn_structures: Vec<PawnStructure>,
    placements: Vec<CompiledPlacement>,
    /// What each of the lists asks for at least, by its alternatives.
    requirements: Vec<Vec<Requirement>>,
}

/// What is asked of the next move.
#[derive(Debug)]
struct MoveCondition {
    /// The types that may move, and those that may be captured: the bit of each role. Bit 0 of the captures is a quiet move.
    moved: u8,
    captured: u8,
    moves: Vec<MovePattern>,
}

/// Pieces on squares: those of both colors, and the types that it has.
#[derive(Debug)]
struct CompiledPlacement {
    colors: [Bitboard; 2],
    roles: Vec<(Role, Bitboard)>,
}

/// What a position must have at least, so that one that matches may follow: enough pieces, or pawns to become them, and the pawns
/// that have not moved from their first rank, since none moves back.
#[derive(Debug)]
struct Requirement {
    counts: [PieceCounts; 2],
    home_pawns: [Bitboard; 2],
}

impl CompiledPattern {
    pub(crate) fn new(pattern: &BoardPattern) -> Self {
        let BoardPattern { turn, placements, empty, materials, imbalances, pawn_structures, .. } = pattern;
        let requirements = [
            materials.iter().map(Requirement::of_material).collect::<Vec<_>>(),
            pawn_structures.iter().map(Requirement::of_pawns).collect(),
            placements.iter().map(Requirement::of_placement).collect(),
        ];
        Self {
            turn: *turn,
            move_condition: MoveCondition::new(pattern),
            empty: *empty,
            materials: materials.iter().map(counts_of_material).collect(),
            imbalances: imbalances.iter().copied().map(imbalance_number).collect(),
            pawn_structures: pawn_structures.clone(),
            placements: placements.iter().map(CompiledPlacement::new).collect(),
            requirements: requirements.into_iter().filter(|alternatives| !alternatives.is_empty()).collect(),
        }
    }

    /// Whether a position from which a game goes on by a move matches. None is a null move, or the end of the game.
    #[inline]
    pub(crate) fn matches(&self, board: &ReplayBoard, mv: Option<BoardMove>) -> bool {
        self.turn.is_none_or(|turn| turn == board.turn())
            && self.move_condition.as_ref().is_none_or(|condition| condition.matches(board.turn(), mv))
            && (board.occupied() & self.empty).is_empty()
            && (self.materials.is_empty() || self.has_material(board))
            && (self.imbalances.is_empty() || self.has_imbalance(board))
            && (self.pawn_structures.is_empty() || self.has_pawns(board))
            && (self.placements.is_empty() || self.placements.iter().any(|pieces| pieces.stand_on(board)))
    }

    #[inline]
    fn has_material(&self, board: &ReplayBoard) -> bool {
        let counts = Color::ALL.map(|color| board.counts(color));
        self.materials.contains(&counts)
    }

    #[inline]
    fn has_imbalance(&self, board: &ReplayBoard) -> bool {
        self.imbalances.contains(&board.counts(Color::White).difference(board.counts(Color::Black)))
    }

    #[inline]
    fn has_pawns(&self, board: &ReplayBoard) -> bool {
        let pawns = PawnStructure { white: board.pawns(Color::White), black: board.pawns(Color::Black) };
        self.pawn_structures.contains(&pawns)
    }

    /// Whether [`can_follow`](Self::can_follow) depends on the number of pieces.
    pub(crate) fn needs_pieces(&self) -> bool {
        !self.requirements.is_empty()
    }

    /// Whether [`can_follow`](Self::can_follow) depends on pawns that have not moved.
    pub(crate) fn needs_home_pawns(&self) -> bool {
        self.requirements.iter().flatten().any(|least| least.home_pawns.iter().any(|pawns| pawns.any()))
    }

    /// Whether a position that matches may follow on one, or be the one itself, as far as its pieces and pawns say it.
    pub(crate) fn can_follow(&self, board: &ReplayBoard) -> bool {
        let any_can =
            |alternatives: &Vec<Requirement>| alternatives.iter().any(|least| least.can_follow(board));
        self.requirements.iter().all(any_can)
    }

    /// The fewest captures after which a position matches that comes from one with so many pieces.
    pub(crate) fn least_captures(&self, pieces: u64) -> u64 {
        let piece_count = |counts: &[PieceCounts; 2]| -> u64 {
            counts.iter().flat_map(|side| Role::ALL.map(|role| side.get(role))).sum()
        };
        self.materials.iter().map(|counts| pieces.saturating_sub(piece_count(counts))).min().unwrap_or(0)
    }
}

impl MoveCondition {
    /// None where any move will do, or none at all.
    fn new(pattern: &BoardPattern) -> Option<Self> {
        let bits = |roles: &[Role]| roles.iter().fold(0, |bits: u8, &role| bits | 1 << role as u8);
        let BoardPattern { moves, moved, captured, .. } = pattern;
        let is_any = moves.is_empty() && moved.is_empty() && captured.is_none();
        (!is_any).then(|| Self {
            moved: if moved.is_empty() { u8::MAX } else { bits(moved) },
            captured: match captured {
                None => u8::MAX,
                Some(CapturePattern::Nothing) => 1,
                Some(CapturePattern::AnyOf(roles)) => bits(roles),
            },
            moves: moves.clone(),
        })
    }

    #[inline]
    fn matches(&self, turn: Color, mv: Option<BoardMove>) -> bool {
        let Some(mv) = mv else { return false };
        let captured = mv.capture.map_or(0, |role| role as u8);
        self.moved >> mv.role as u8 & 1 == 1
            && self.captured >> captured & 1 == 1
            && (self.moves.is_empty() || self.moves.iter().any(|pattern| pattern.matches(turn, mv)))
    }
}

impl CompiledPlacement {
    fn new(placement: &PiecePlacement) -> Self {
        let roles = Role::ALL.into_iter().map(|role| (role, placement.by_role(role)));
        Self {
            colors: Color::ALL.map(|color| placement.by_color(color)),
            roles: roles.filter(|(_, squares)| squares.any()).collect(),
        }
    }

    #[inline]
    fn stand_on(&self, board: &ReplayBoard) -> bool {
        let has = |squares: Bitboard, on: Bitboard| (squares & !on).is_empty();
        Color::ALL.into_iter().zip(self.colors).all(|(color, squares)| has(squares, board.by_color(color)))
            && self.roles.iter().all(|&(role, squares)| has(squares, board.by_role(role)))
    }
}

impl Requirement {
    fn of_material(material: &Material) -> Self {
        Self { counts: counts_of_material(material), home_pawns: [Bitboard::EMPTY; 2] }
    }

    fn of_pawns(pawns: &PawnStructure) -> Self {
        let count =
            |color| PieceCounts::of(|role| if role == Role::Pawn { pawns.of(color).count() } else { 0 });
        Self {
            counts: Color::ALL.map(count),
            home_pawns: Color::ALL.map(|color| pawns.of(color) & home_rank(color)),
        }
    }

    fn of_placement(placement: &PiecePlacement) -> Self {
        let pieces = |color, role| placement.by_color(color) & placement.by_role(role);
        Self {
            counts: Color::ALL.map(|color| PieceCounts::of(|role| pieces(color, role).count())),
            home_pawns: Color::ALL.map(|color| pieces(color, Role::Pawn) & home_rank(color)),
        }
    }

    fn can_follow(&self, board: &ReplayBoard) -> bool {
        Color::ALL
            .into_iter()
            .zip(self.home_pawns)
            .all(|(color, home)| (home & !board.pawns(color)).is_empty())
            && Color::ALL
                .into_iter()
                .zip(self.counts)
                .all(|(color, least)| can_become(board.counts(color), least))
    }
}

/// Whether a side with these pieces may have these later at least: pawns become what is missing, and nothing else is added.
fn can_become(pieces: PieceCounts, least: PieceCounts) -> bool {
    let promoted = PROMOTIONS.into_iter().flatten();
    let missing: u64 = promoted.map(|role| least.get(role).saturating_sub(pieces.get(role))).sum();
    pieces.get(Role::Pawn) >= least.get(Role::Pawn) + missing
}

/// The rank on which a side's pawns begin.
fn home_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.fold_wb(Rank::Second, Rank::Seventh))
}

fn counts_of_material(material: &Material) -> [PieceCounts; 2] {
    Color::ALL.map(|color| PieceCounts::of(|role| usize::from(*material.side(color).get(role))))
}

/// The difference of the counts of both sides that an imbalance is.
fn imbalance_number(imbalance: MaterialImbalance) -> u64 {
    let more = |sign: i8| PieceCounts::of(|role| usize::try_from(sign * imbalance.of(role)).unwrap_or(0));
    more(1).difference(more(-1))
}
