//! Judges one move: its loss, its judgment (inaccuracy, mistake, blunder), the better move and the reason.

use super::move_review::{BetterMove, MoveJudgment, MoveReview, ResultChange, ReviewMove};
use super::reason;
use chess::{GameTermination, KnownResult, MoveCost, notation};

/// Scores in centipawns above which a created or missed mate is no mistake, and above which it is no blunder:
/// `MateAdvice` of Lichess.
const MATE_ADVICE: [i16; 2] = [999, 700];

impl MoveReview {
    /// Reviews a legal move.
    #[must_use]
    pub fn of(review_move: &ReviewMove<'_>) -> Self {
        let ReviewMove { position, mv, finding_before: was, finding_after: is, ending } = *review_move;
        let (fact_before, fact_after) = (was.known_result, is.known_result.map(KnownResult::for_mover));
        let (before, after) = (was.centipawns(), -is.centipawns());
        let chances = (was.winning_chances(), 1.0 - is.winning_chances());
        let best = was.line.as_ref().and_then(|line| line.moves.first().copied());
        // The best move and the only legal move lose nothing.
        let is_best = best == Some(mv) || position.legal_moves().len() == 1;
        let change = ResultChange::between(fact_before, fact_after).filter(|_| !is_best);
        let loss = if is_best { 0.0 } else { was.lost_by_move_to(is) };
        let pawns = if is_best { 0 } else { i32::from(before) - i32::from(after) };
        let judgment = match change {
            Some(_) => Some(MoveJudgment::Blunder),
            None if is_best => None,
            None => match (fact_before, fact_after) {
                (None, Some(KnownResult::Loss(_))) => mate_judgment(-before),
                (Some(KnownResult::Win(_)), None) => mate_judgment(after),
                _ => MoveJudgment::from_loss(loss),
            },
        };
        let cost = mate_moves_lost(fact_before, fact_after, ending).filter(|_| best != Some(mv));
        let has_reason = judgment.is_some() || cost.is_some();
        let better = was.line.as_ref().filter(|_| has_reason && best != Some(mv)).and_then(|line| {
            let san = notation::san(position, *line.moves.first()?);
            Some(BetterMove { san, line: line.moves.clone() })
        });
        let mut review = Self {
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
        review.reason = reason::explain(&review);
        review
    }

    /// The reason without the better move, for a user who is to find it.
    #[must_use]
    pub fn reason_without_better(&self) -> Option<String> {
        let without_better = Self { better: None, ..self.clone() };
        reason::explain(&without_better)
    }
}

/// The judgment of a created or missed forced mate, given the winner's score without the mate in centipawns.
/// None where the game was decided anyway: the mate may only have become slower.
fn mate_judgment(without: i16) -> Option<MoveJudgment> {
    let [decided, winning] = MATE_ADVICE;
    match without {
        value if value > decided => None,
        value if value > winning => Some(MoveJudgment::Mistake),
        _ => Some(MoveJudgment::Blunder),
    }
}

/// Moves lost on the way to a mate, where both distances are exact and at least one move was lost.
fn mate_moves_lost(
    before: Option<KnownResult>,
    after: Option<KnownResult>,
    ending: Option<GameTermination>,
) -> Option<MoveCost> {
    let cost = MoveCost::from_verdicts(before?.verdict()?, after?.verdict()?, ending);
    matches!(cost, MoveCost::Slower(_) | MoveCost::Sooner(_)).then_some(cost)
}
