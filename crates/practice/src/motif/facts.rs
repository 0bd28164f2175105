//! A motif, and what is known of the move behind it.

use super::super::start_filter::keeping_moves;
use chess::{Color, Move, Oracle, Position, Square, Verdict};

/// Ideas of endgame theory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MotifKind {
    /// The kings face each other, and the side to move has to give way.
    Opposition,
    /// A king on a square from which its pawn promotes, whoever is to move.
    KeySquare,
    /// A king inside or outside the square within which it catches a pawn.
    PawnSquare,
    /// A king that blocks the way of a pawn.
    FrontOfPawn,
    /// A pawn that its king no longer guards.
    LonePawn,
    /// A rook that keeps a king away from a pawn.
    CutOff,
    /// A rook that keeps a king from stepping onto a rank.
    RankDefense,
    /// Checks by a rook, from far enough.
    CheckingDistance,
    /// A corner in which a bare king is safe.
    SafeCorner,
    /// A knight far from its king.
    KnightCutOff,
    /// The side to move would rather pass.
    Zugzwang,
}

impl MotifKind {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Opposition,
        Self::KeySquare,
        Self::PawnSquare,
        Self::FrontOfPawn,
        Self::LonePawn,
        Self::CutOff,
        Self::RankDefense,
        Self::CheckingDistance,
        Self::SafeCorner,
        Self::KnightCutOff,
        Self::Zugzwang,
    ];
}

/// An idea behind a move, with what to show on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motif {
    /// The idea.
    pub kind: MotifKind,
    /// What it means here, as a sentence without a full stop.
    pub text: String,
    /// The squares that matter.
    pub squares: Vec<Square>,
    /// Lines that matter, from one square to another.
    pub arrows: Vec<(Square, Square)>,
}

impl Motif {
    pub(super) fn new(
        kind: MotifKind,
        text: impl Into<String>,
        squares: impl IntoIterator<Item = Square>,
    ) -> Self {
        Self { kind, text: text.into(), squares: squares.into_iter().collect(), arrows: Vec::new() }
    }

    /// The text as it stands after a colon. Names of squares stay as they are.
    #[must_use]
    pub fn text_after_colon(&self) -> String {
        match self.text.chars().next() {
            Some(first) if first.is_ascii_uppercase() => {
                format!("{}{}", first.to_ascii_lowercase(), &self.text[1..])
            }
            _ => self.text.clone(),
        }
    }

    pub(super) fn with_arrow(mut self, from: Square, to: Square) -> Self {
        self.arrows.push((from, to));
        self
    }
}

/// The result of a game for one side, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ResultForSide {
    Loss,
    Draw,
    Win,
}

impl ResultForSide {
    pub(super) const fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win(_) => Self::Win,
            Verdict::Draw => Self::Draw,
            Verdict::Loss(_) => Self::Loss,
        }
    }

    pub(super) const fn for_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// A move and what the oracle knows about it.
pub(super) struct MoveFacts<'a> {
    pub(super) before: &'a Position,
    pub(super) mv: Move,
    pub(super) next: Position,
    /// The result before the move, for the side that moves.
    pub(super) result: ResultForSide,
    /// The moves that keep it.
    pub(super) keeping_moves: Vec<Move>,
    pub(super) oracle: &'a dyn Oracle,
}

impl<'a> MoveFacts<'a> {
    pub(super) fn of(before: &'a Position, mv: Move, oracle: &'a dyn Oracle) -> Option<Self> {
        let result = ResultForSide::of(oracle.probe(before)?);
        let keeping_moves = keeping_moves(before, oracle)?;
        Some(Self { before, mv, next: before.after(mv), result, keeping_moves, oracle })
    }

    pub(super) fn side(&self) -> Color {
        self.before.turn()
    }

    pub(super) fn keeps(&self) -> bool {
        self.keeping_moves.contains(&self.mv)
    }

    /// Whether so few moves keep the result that one of them deserves praise.
    pub(super) fn is_hard(&self) -> bool {
        2 * self.keeping_moves.len() <= self.before.legal_moves().len()
    }

    /// The result of a position for the side that moves in it.
    pub(super) fn result_of(&self, position: &Position) -> Option<ResultForSide> {
        self.oracle.probe(position).map(ResultForSide::of)
    }

    /// The result of a position for the side that moves in it, if the turn is passed to the other side.
    pub(super) fn result_of_pass(&self, position: &Position) -> Option<ResultForSide> {
        Some(self.result_of(&position.after_null_move()?)?.for_opponent())
    }

    /// The replies that make use of a move that gave something away.
    pub(super) fn refutations(&self) -> Vec<Move> {
        keeping_moves(&self.next, self.oracle).unwrap_or_default()
    }
}
