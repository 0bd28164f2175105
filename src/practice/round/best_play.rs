//! When a win is as good as over, and how many moves it takes with best play.

use super::super::exercise::{Exercise, Goal, MOVES_TO_SAVE_DRAW};
use crate::chess::{Color, Material, Move, Oracle, Ply, Position, Ranking, Verdict};

/// Moves to the goal with best play of both sides; in an exercise of holding, the moves to be held. None where
/// the oracle does not know.
pub(super) fn par(
    exercise: &Exercise,
    start: &Position,
    verdict: Verdict,
    oracle: &dyn Oracle,
) -> Option<u16> {
    match exercise.goal {
        Goal::Mate | Goal::Resist => Some(verdict.distance().map_or(0, Ply::moves)),
        Goal::Hold { moves } => Some(moves),
        Goal::Stalemate => Some(MOVES_TO_SAVE_DRAW),
        Goal::Convert | Goal::Promote => moves_to_goal(exercise, start, oracle),
    }
}

/// The trainee's moves until it has promoted or converted, both sides playing as the oracle knows best.
fn moves_to_goal(exercise: &Exercise, start: &Position, oracle: &dyn Oracle) -> Option<u16> {
    let trainee = start.turn();
    let mut now = start.clone();
    let mut moves = 0;
    // A win ends with mate at the latest.
    while let Some(best) = Ranking::of(&now, oracle)?.best().next().map(|best| best.mv) {
        let is_trainees = now.turn() == trainee;
        moves += u16::from(is_trainees);
        now.play(best);
        let is_reached = match exercise.goal {
            Goal::Promote => is_trainees && is_safe_promotion(&now, best),
            _ => has_converted(&exercise.material, &now, trainee),
        };
        if is_reached {
            break;
        }
    }
    Some(moves)
}

/// Whether a move has promoted, and the new piece cannot be taken at once.
pub(super) fn is_safe_promotion(after: &Position, mv: Move) -> bool {
    mv.is_promotion() && !after.legal_moves().iter().any(|reply| reply.is_capture() && reply.to() == mv.to())
}

/// Whether a won position is only a simple mate any more: the other king is bare, the pieces are no longer those
/// of the exercise, and a queen or a rook mates.
pub(super) fn has_converted(material: &Material, position: &Position, trainee: Color) -> bool {
    let now = position.material();
    let own = now.side(trainee);
    now != *material && now.side(!trainee).iter().sum::<u8>() == 1 && own.queen + own.rook > 0
}
