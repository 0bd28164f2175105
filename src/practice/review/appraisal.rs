//! One move of a game: what it lost, its mark, and what would have been better.

use crate::chess::names::numbered;
use crate::chess::score::expected_share;
use crate::chess::{Color, Cost, Ending, Fact, Finding, Move, Position, Value, notation};

use super::reason;

/// The score in centipawns beyond which a position counts as decided: more of it is worth nothing, and a mate
/// is worth as much.
pub const DECIDED: i16 = 1_000;

/// Losses of winning chances, from 0 to 1, from which a move is dubious, a mistake, a blunder.
pub const THRESHOLDS: [f64; 3] = [0.05, 0.10, 0.15];

/// The chances, from 0 to 1, from which a win is still taken for one where the mate was let go.
const STILL_WON: f64 = 0.85;

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
    /// What it lost in centipawns, 0 to twice [`DECIDED`].
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
        Self::ALL.into_iter().zip(THRESHOLDS).rev().find(|(_, least)| loss >= *least).map(|(mark, _)| mark)
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
        let (before, after) = (centipawns(was), -centipawns(is));
        let chances = (expected_share(before), expected_share(after));
        let best = was.line.as_ref().and_then(|line| line.moves.first().copied());
        // Who plays what was found best, or has no choice, loses nothing by it.
        let blameless = best == Some(mv) || position.legal_moves().len() == 1;
        let change = Change::between(fact_before, fact_after).filter(|_| !blameless);
        let loss = if blameless { 0.0 } else { (chances.0 - chances.1).max(0.0) };
        let pawns = if blameless { 0 } else { i32::from(before) - i32::from(after) };
        let mark = match change {
            Some(_) => Some(Mark::Blunder),
            None if is_a_win_still(fact_before, chances.1) => None,
            None => Mark::of(loss),
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

/// What a finding is worth to its side to move, a certain draw nothing, cut to what counts as decided.
pub(super) fn centipawns(finding: &Finding) -> i16 {
    match (finding.fact, finding.score().value()) {
        (Some(Fact::Win(_)), _) | (None, Value::Wins | Value::Mates(_)) => DECIDED,
        (Some(Fact::Loss(_)), _) | (None, Value::Loses | Value::Mated(_)) => -DECIDED,
        (Some(Fact::Draw), _) => 0,
        (None, Value::Centipawns(value)) => value.clamp(-DECIDED, DECIDED),
    }
}

/// Whether a certain win was led into a position that nobody has proved, but that is a win by all signs: then
/// the mate may merely be slower.
fn is_a_win_still(before: Option<Fact>, chances: f64) -> bool {
    matches!(before, Some(Fact::Win(_))) && chances >= STILL_WON
}

/// Moves lost on the way to a mate, where both distances are exact and any were.
fn slower(before: Option<Fact>, after: Option<Fact>, ending: Option<Ending>) -> Option<Cost> {
    let cost = Cost::between(before?.verdict()?, after?.verdict()?, ending);
    matches!(cost, Cost::Slower(_) | Cost::Sooner(_)).then_some(cost)
}
