//! One move of a game: what it lost, its mark, and what would have been better.

use crate::chess::names::numbered;
use crate::chess::score::{LOSSES, expected_share};
use crate::chess::{Color, Cost, Ending, Fact, Finding, Move, Position, notation};

use super::reason;

/// Scores in centipawns above which a mate that was created or let go changed nothing, and above which it was no
/// blunder: Lichess' `MateAdvice`.
const MATE_ADVICE: [i16; 2] = [999, 700];

/// A move with all that bears on its worth.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The move.
    pub mv: Move,
    /// What was found of the position before it.
    pub was: &'a Finding,
    /// What was found of the position after it, from the side that is to move then.
    pub is: &'a Finding,
    /// How the game ended with it, if it did.
    pub ending: Option<Ending>,
}

/// What a move was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal {
    /// Who moved.
    pub mover: Color,
    /// The number of the move, from 1.
    pub number: u32,
    /// The move in standard algebraic notation.
    pub san: String,
    /// What was found of the position before it, from the mover's side.
    pub was: Finding,
    /// What was found of the position after it, from the other side.
    pub is: Finding,
    /// The mover's chances before and after the move, from 0 to 1.
    pub chances: (f64, f64),
    /// What of them the move lost, from 0 to 1. The best move loses nothing.
    pub loss: f64,
    /// What it lost in centipawns, 0 to twice [`DECIDED`](crate::chess::finding::DECIDED).
    pub centipawns: u16,
    /// How the game ended with it, if it did.
    pub ending: Option<Ending>,
    /// The mark that it earns.
    pub mark: Option<Mark>,
    /// Moves lost on the way to a mate, where both distances are exact: never a reason for a mark.
    pub cost: Option<Cost>,
    /// How it changed the result, where the result is certain before and after it.
    pub change: Option<Change>,
    /// What would have been better, where there is a mark or a slower mate.
    pub better: Option<Better>,
    /// Why the move has its mark or how much slower it is, in words without a full stop.
    pub reason: Option<String>,
}

/// A better move.
#[derive(Clone, PartialEq, Debug)]
pub struct Better {
    /// The move in standard algebraic notation.
    pub san: String,
    /// The whole line, the move first.
    pub line: Vec<Move>,
}

/// The mark behind a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// `?!`: something is lost.
    Dubious,
    /// `?`: a mistake.
    Mistake,
    /// `??`: the result is lost, or so much that it may be.
    Blunder,
}

/// A certain change of the result for the worse, as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A win became a draw.
    WinToDraw,
    /// A win became a loss.
    WinToLoss,
    /// A draw became a loss.
    DrawToLoss,
}

impl Mark {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Dubious, Self::Mistake, Self::Blunder];

    /// How it is written behind a move.
    #[must_use]
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Dubious => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number in PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Dubious => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// What a loss of chances, from 0 to 1, earns.
    #[must_use]
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().zip(LOSSES).rev().find(|(_, least)| loss >= *least).map(|(mark, _)| mark)
    }
}

impl Change {
    fn between(was: Option<Fact>, is: Option<Fact>) -> Option<Self> {
        match (was?, is?) {
            (Fact::Win(_), Fact::Draw) => Some(Self::WinToDraw),
            (Fact::Win(_), Fact::Loss(_)) => Some(Self::WinToLoss),
            (Fact::Draw, Fact::Loss(_)) => Some(Self::DrawToLoss),
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

impl Appraisal {
    /// Grades a legal move.
    #[must_use]
    pub fn of(step: &Step<'_>) -> Self {
        let Step { position, mv, was, is, ending } = *step;
        let (fact_before, fact_after) = (was.fact, is.fact.map(Fact::for_mover));
        let (before, after) = (was.centipawns(), -is.centipawns());
        let chances = (expected_share(before), expected_share(after));
        let best = was.line.as_ref().and_then(|line| line.moves.first().copied());
        // Who plays what was found best, or has no choice, loses nothing by it.
        let blameless = best == Some(mv) || position.legal_moves().len() == 1;
        let change = Change::between(fact_before, fact_after).filter(|_| !blameless);
        let loss = if blameless { 0.0 } else { (chances.0 - chances.1).max(0.0) };
        let pawns = if blameless { 0 } else { i32::from(before) - i32::from(after) };
        let mark = match change {
            Some(_) => Some(Mark::Blunder),
            None if blameless => None,
            None => match (fact_before, fact_after) {
                (None, Some(Fact::Loss(_))) => of_mate(-before).max(Mark::of(loss)),
                (Some(Fact::Win(_)), None) => of_mate(after).max(Mark::of(loss)),
                _ => Mark::of(loss),
            },
        };
        let cost = slower(fact_before, fact_after, ending).filter(|_| best != Some(mv));
        let tells = mark.is_some() || cost.is_some();
        let better = was.line.as_ref().filter(|_| tells && best != Some(mv)).and_then(|line| {
            let san = notation::san(position, *line.moves.first()?);
            Some(Better { san, line: line.moves.clone() })
        });
        let mut appraisal = Self {
            mover: position.turn(),
            number: position.fullmoves().get(),
            san: notation::san(position, mv),
            was: was.clone(),
            is: is.clone(),
            chances,
            loss,
            centipawns: u16::try_from(pawns.max(0)).unwrap_or(u16::MAX),
            ending,
            mark,
            cost,
            change,
            better,
            reason: None,
        };
        appraisal.reason = reason::of(&appraisal);
        appraisal
    }
}

impl Appraisal {
    /// The move's number with a move behind it: `23.Kd5`, `23...Kd5`.
    #[must_use]
    pub fn numbered(&self, san: &str) -> String {
        numbered(self.number, self.mover) + san
    }

    /// The reason without what would have been better, for somebody who is to find it.
    #[must_use]
    pub fn told_alone(&self) -> Option<String> {
        let alone = Self { better: None, ..self.clone() };
        reason::of(&alone)
    }
}

/// What a forced mate that came up or went earns, by what the winner has without it. Where all was decided anyway
/// it earns nothing: a mate may merely have become slower.
fn of_mate(without: i16) -> Option<Mark> {
    let [decided, winning] = MATE_ADVICE;
    match without {
        value if value > decided => None,
        value if value > winning => Some(Mark::Mistake),
        _ => Some(Mark::Blunder),
    }
}

/// Moves lost on the way to a mate, where both distances are exact and any were.
fn slower(before: Option<Fact>, after: Option<Fact>, ending: Option<Ending>) -> Option<Cost> {
    let cost = Cost::between(before?.verdict()?, after?.verdict()?, ending);
    matches!(cost, Cost::Slower(_) | Cost::Sooner(_)).then_some(cost)
}
