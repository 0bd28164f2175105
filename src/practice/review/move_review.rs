//! One move of a game: what it lost, its mark, and what would have been better.

use crate::chess::names::move_number;
use crate::chess::score::{MISTAKE_THRESHOLDS, winning_chances};
use crate::chess::{
    Color, GameTermination, KnownResult, Move, MoveCost, Position, PositionEvaluation, notation,
};

use super::reason;

/// Scores in centipawns above which a mate that was created or let go changed nothing, and above which it was no
/// blunder: Lichess' `MateAdvice`.
const MATE_ADVICE: [i16; 2] = [999, 700];

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
    fn between(was: Option<KnownResult>, is: Option<KnownResult>) -> Option<Self> {
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
    /// Grades a legal move.
    #[must_use]
    pub fn of(review_move: &ReviewMove<'_>) -> Self {
        let ReviewMove { position, mv, finding_before: was, finding_after: is, ending } = *review_move;
        let (fact_before, fact_after) = (was.known_result, is.known_result.map(KnownResult::for_mover));
        let (before, after) = (was.centipawns(), -is.centipawns());
        let chances = (winning_chances(before), winning_chances(after));
        let best = was.line.as_ref().and_then(|line| line.moves.first().copied());
        // Who plays what was found best, or has no choice, loses nothing by it.
        let blameless = best == Some(mv) || position.legal_moves().len() == 1;
        let change = ResultChange::between(fact_before, fact_after).filter(|_| !blameless);
        let loss = if blameless { 0.0 } else { (chances.0 - chances.1).max(0.0) };
        let pawns = if blameless { 0 } else { i32::from(before) - i32::from(after) };
        let judgment = match change {
            Some(_) => Some(MoveJudgment::Blunder),
            None if blameless => None,
            None => match (fact_before, fact_after) {
                (None, Some(KnownResult::Loss(_))) => {
                    mate_judgment(-before).max(MoveJudgment::from_loss(loss))
                }
                (Some(KnownResult::Win(_)), None) => mate_judgment(after).max(MoveJudgment::from_loss(loss)),
                _ => MoveJudgment::from_loss(loss),
            },
        };
        let cost = mate_moves_lost(fact_before, fact_after, ending).filter(|_| best != Some(mv));
        let has_reason = judgment.is_some() || cost.is_some();
        let better = was.line.as_ref().filter(|_| has_reason && best != Some(mv)).and_then(|line| {
            let san = notation::san(position, *line.moves.first()?);
            Some(BetterMove { san, line: line.moves.clone() })
        });
        let mut appraisal = Self {
            mover: position.turn(),
            number: position.fullmoves().get(),
            san: notation::san(position, mv),
            finding_before: was.clone(),
            finding_after: is.clone(),
            chances,
            winning_chances_loss: loss,
            centipawn_loss: u16::try_from(pawns.max(0)).unwrap_or(u16::MAX),
            ending,
            judgment,
            cost,
            result_change: change,
            better,
            reason: None,
        };
        appraisal.reason = reason::explain(&appraisal);
        appraisal
    }
}

impl MoveReview {
    /// The move's number with a move behind it: `23.Kd5`, `23...Kd5`.
    #[must_use]
    pub fn numbered(&self, san: &str) -> String {
        move_number(self.number, self.mover) + san
    }

    /// The reason without what would have been better, for somebody who is to find it.
    #[must_use]
    pub fn reason_without_better(&self) -> Option<String> {
        let without_better = Self { better: None, ..self.clone() };
        reason::explain(&without_better)
    }
}

/// What a forced mate that came up or went earns, by what the winner has without it. Where all was decided anyway
/// it earns nothing: a mate may merely have become slower.
fn mate_judgment(without: i16) -> Option<MoveJudgment> {
    let [decided, winning] = MATE_ADVICE;
    match without {
        value if value > decided => None,
        value if value > winning => Some(MoveJudgment::Mistake),
        _ => Some(MoveJudgment::Blunder),
    }
}

/// Moves lost on the way to a mate, where both distances are exact and any were.
fn mate_moves_lost(
    before: Option<KnownResult>,
    after: Option<KnownResult>,
    ending: Option<GameTermination>,
) -> Option<MoveCost> {
    let cost = MoveCost::from_verdicts(before?.verdict()?, after?.verdict()?, ending);
    matches!(cost, MoveCost::Slower(_) | MoveCost::Sooner(_)).then_some(cost)
}
