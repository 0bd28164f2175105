//! When a win is as good as over, and how many moves it takes with best play.

use super::exercise::{Exercise, Goal, MOVES_TO_SAVE_DRAW};
use chess::{Color, Material, Move, Oracle, Ply, Position, Ranking, Role, Verdict};

/// How the trainee's side plays a model line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModelPlay {
    /// The shortest way to mate.
    ShortestMate,
    /// A pawn goes forward wherever that keeps the win.
    PawnFirst,
}

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
        Goal::Convert => moves_to_goal(exercise, start, ModelPlay::ShortestMate, oracle),
        // The shortest way to mate is not always the shortest way to a promotion.
        Goal::Promote => {
            Some(moves_to_goal(exercise, start, ModelPlay::ShortestMate, oracle)?.min(moves_to_goal(
                exercise,
                start,
                ModelPlay::PawnFirst,
                oracle,
            )?))
        }
    }
}

/// The trainee's moves until it has promoted or converted, in a line in which the other side is mated as late as
/// can be.
fn moves_to_goal(exercise: &Exercise, start: &Position, play: ModelPlay, oracle: &dyn Oracle) -> Option<u16> {
    let trainee = start.turn();
    let mut now = start.clone();
    let mut moves = 0;
    // A win ends with mate at the latest.
    loop {
        let ranking = Ranking::of(&now, oracle)?;
        let Some(best) = ranking.best().next().map(|best| best.mv) else { break };
        let is_trainees = now.turn() == trainee;
        moves += u16::from(is_trainees);
        let mut keeping_moves = ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result());
        if is_trainees && keeping_moves.any(|ranked| reaches_goal(exercise, &now.after(ranked.mv), ranked.mv))
        {
            break;
        }
        let pawn_move = ranking
            .moves
            .iter()
            .find(|ranked| {
                is_trainees
                    && play == ModelPlay::PawnFirst
                    && ranked.mv.role() == Role::Pawn
                    && !ranked.mv.is_promotion()
                    && ranked.cost.keeps_result()
            })
            .map(|ranked| ranked.mv);
        now.play(pawn_move.unwrap_or(best));
    }
    Some(moves)
}

/// Whether the trainee's move, which keeps the win, leaves nothing to do.
fn reaches_goal(exercise: &Exercise, after: &Position, mv: Move) -> bool {
    let trainee = after.turn().other();
    match exercise.goal {
        Goal::Promote => is_safe_promotion(after, mv) || is_simple_mate(&exercise.material, after, trainee),
        _ => has_converted(&exercise.material, after, trainee),
    }
}

/// Whether a move has promoted, and the new piece cannot be taken at once.
pub(super) fn is_safe_promotion(after: &Position, mv: Move) -> bool {
    mv.is_promotion() && !after.legal_moves().iter().any(|reply| reply.is_capture() && reply.to() == mv.to())
}

/// Whether the task of a won position is done: the other king is bare, the pieces are no longer those of the
/// exercise, and a queen, a rook or a pawn is left to win with.
pub(super) fn has_converted(material: &Material, position: &Position, trainee: Color) -> bool {
    let material_now = position.material();
    let own = material_now.side(trainee);
    is_other_king_bare_anew(material, position, trainee) && own.queen + own.rook + own.pawn > 0
}

/// Whether a won position is only a simple mate any more: converted, and a queen or a rook mates.
pub(super) fn is_simple_mate(material: &Material, position: &Position, trainee: Color) -> bool {
    let material_now = position.material();
    let own = material_now.side(trainee);
    is_other_king_bare_anew(material, position, trainee) && own.queen + own.rook > 0
}

fn is_other_king_bare_anew(material: &Material, position: &Position, trainee: Color) -> bool {
    let now = position.material();
    now != *material && now.side(!trainee).iter().sum::<u8>() == 1
}
