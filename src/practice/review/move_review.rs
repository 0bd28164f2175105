//! One move of a game: what it lost, its mark, and what would have been better.

use crate::chess::names::move_number;
use crate::chess::score::MISTAKE_THRESHOLDS;
use crate::chess::{Color, GameTermination, KnownResult, Move, MoveCost, Position, PositionEvaluation};

/// A move with all that bears on its worth.
#[derive(Clone, Copy, Debug)]
pub struct ReviewMove<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The move.
    pub mv: Move,
    /// What was found of the position before it.
    pub finding_before: &'a PositionEvaluation,
    /// What was found of the position after it, from the side that is to move then.
    pub finding_after: &'a PositionEvaluation,
    /// How the game ended with it, if it did.
    pub ending: Option<GameTermination>,
}

/// What a move was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// Who moved.
    pub mover: Color,
    /// The number of the move, from 1.
    pub number: u32,
    /// The move in standard algebraic notation.
    pub san: String,
    /// What was found of the position before it, from the mover's side.
    pub finding_before: PositionEvaluation,
    /// What was found of the position after it, from the other side.
    pub finding_after: PositionEvaluation,
    /// The mover's chances before and after the move, from 0 to 1.
    pub chances: (f64, f64),
    /// What of them the move lost, from 0 to 1. The best move loses nothing.
    pub winning_chances_loss: f64,
    /// What it lost in centipawns, 0 to twice [`DECIDED`](crate::chess::finding::DECIDED).
    pub centipawn_loss: u16,
    /// How the game ended with it, if it did.
    pub ending: Option<GameTermination>,
    /// The mark that it earns.
    pub judgment: Option<MoveJudgment>,
    /// Moves lost on the way to a mate, where both distances are exact: never a reason for a mark.
    pub cost: Option<MoveCost>,
    /// How it changed the result, where the result is certain before and after it.
    pub result_change: Option<ResultChange>,
    /// What would have been better, where there is a mark or a slower mate.
    pub better: Option<BetterMove>,
    /// Why the move has its mark or how much slower it is, in words without a full stop.
    pub reason: Option<String>,
}

/// A better move.
#[derive(Clone, PartialEq, Debug)]
pub struct BetterMove {
    /// The move in standard algebraic notation.
    pub san: String,
    /// The whole line, the move first.
    pub line: Vec<Move>,
}

/// The mark behind a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveJudgment {
    /// `?!`: something is lost.
    Inaccuracy,
    /// `?`: a mistake.
    Mistake,
    /// `??`: the result is lost, or so much that it may be.
    Blunder,
}

/// A certain change of the result for the worse, as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultChange {
    /// A win became a draw.
    WinToDraw,
    /// A win became a loss.
    WinToLoss,
    /// A draw became a loss.
    DrawToLoss,
}

impl MoveJudgment {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// How it is written behind a move.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number in PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// What a loss of chances, from 0 to 1, earns.
    #[must_use]
    pub fn from_loss(loss: f64) -> Option<Self> {
        Self::ALL
            .into_iter()
            .zip(MISTAKE_THRESHOLDS)
            .rev()
            .find(|(_, least)| loss >= *least)
            .map(|(mark, _)| mark)
    }
}

impl ResultChange {
    pub(super) fn between(was: Option<KnownResult>, is: Option<KnownResult>) -> Option<Self> {
        match (was?, is?) {
            (KnownResult::Win(_), KnownResult::Draw) => Some(Self::WinToDraw),
            (KnownResult::Win(_), KnownResult::Loss(_)) => Some(Self::WinToLoss),
            (KnownResult::Draw, KnownResult::Loss(_)) => Some(Self::DrawToLoss),
            _ => None,
        }
    }

    /// `win to draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WinToDraw => "win to draw",
            Self::WinToLoss => "win to loss",
            Self::DrawToLoss => "draw to loss",
        }
    }
}

impl MoveReview {
    /// The move's number with a move behind it: `23.Kd5`, `23...Kd5`.
    #[must_use]
    pub fn numbered(&self, san: &str) -> String {
        move_number(self.number, self.mover) + san
    }
}
