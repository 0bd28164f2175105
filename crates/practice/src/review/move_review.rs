//! The review of one move: its loss, its judgment and the better move.

use chess::names::{move_number, whole_percent};
use chess::score::MISTAKE_THRESHOLDS;
use chess::{Color, GameTermination, KnownResult, Move, MoveCost, Position, PositionEvaluation, Root};

/// A move to review, with the evaluations before and after it.
#[derive(Clone, Copy, Debug)]
pub struct ReviewMove<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The move.
    pub mv: Move,
    /// The evaluation before it.
    pub finding_before: &'a PositionEvaluation,
    /// The evaluation after it, from the point of view of the side to move.
    pub finding_after: &'a PositionEvaluation,
    /// How the game ended with it, if it did.
    pub ending: Option<GameTermination>,
}

/// The review of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveReview {
    /// The side that moved.
    pub mover: Color,
    /// The number of the move, from 1.
    pub number: u32,
    /// The move in standard algebraic notation.
    pub san: String,
    /// The evaluation before it, from the mover's point of view.
    pub finding_before: PositionEvaluation,
    /// The evaluation after it, from the opponent's point of view.
    pub finding_after: PositionEvaluation,
    /// The mover's winning chances before and after the move, from 0 to 1.
    pub chances: (f64, f64),
    /// Loss of winning chances from 0 to 1; 0 for the best move.
    pub winning_chances_loss: f64,
    /// Centipawn loss, 0 or more.
    pub centipawn_loss: u16,
    /// How the game ended with it, if it did.
    pub ending: Option<GameTermination>,
    /// Its judgment, if it is at least an inaccuracy.
    pub judgment: Option<MoveJudgment>,
    /// Moves lost on the way to a mate, where both distances are exact. Never a reason for a judgment.
    pub cost: Option<MoveCost>,
    /// How it changed the result, where the result is certain before and after it.
    pub result_change: Option<ResultChange>,
    /// The better move, where there is a judgment or a slower mate.
    pub better: Option<BetterMove>,
    /// The reason for the judgment or the slower mate, as text without a full stop.
    pub reason: Option<String>,
}

impl MoveReview {
    /// The mover's winning chances before and after the move, in whole percent.
    #[must_use]
    pub fn percents(&self) -> (u8, u8) {
        (whole_percent(self.chances.0), whole_percent(self.chances.1))
    }

    /// The loss of winning chances in whole percent: the difference of the numbers that [`Self::percents`] gives.
    #[must_use]
    pub fn loss_percent(&self) -> u8 {
        let (before, after) = self.percents();
        if self.winning_chances_loss > 0.0 { before.saturating_sub(after) } else { 0 }
    }
}

/// A better move.
#[derive(Clone, PartialEq, Debug)]
pub struct BetterMove {
    /// The move in standard algebraic notation.
    pub san: String,
    /// The whole line, the move first.
    pub line: Vec<Move>,
}

/// Judgment of a move, as on Lichess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveJudgment {
    /// `?!`.
    Inaccuracy,
    /// `?`.
    Mistake,
    /// `??`.
    Blunder,
}

/// A certain change of the result for the worse, from the mover's point of view.
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

    /// The annotation glyph.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The numeric annotation glyph (NAG) of PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// The judgment of a loss of winning chances from 0 to 1.
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
    /// The review of a move in a position with its repetition history, by the evaluations before and after it.
    #[must_use]
    pub fn from_root(
        root: &Root,
        mv: Move,
        finding_before: &PositionEvaluation,
        finding_after: &PositionEvaluation,
    ) -> Self {
        let mut after = root.clone();
        after.play(mv);
        // Where the game went on though a draw could be claimed, there is a line.
        let ending = after.termination().filter(|_| finding_after.line.is_none());
        Self::of(&ReviewMove { position: &root.position, mv, finding_before, finding_after, ending })
    }

    /// A move with this move's number: `23.Kd5`, `23...Kd5`.
    #[must_use]
    pub fn numbered(&self, san: &str) -> String {
        move_number(self.number, self.mover) + san
    }
}
