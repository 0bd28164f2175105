//! The reason for a judgment, as text. It only says what the evaluations contain.

use super::move_review::{MoveReview, ResultChange};
use chess::names::{centipawns_as_pawns, color_name, pluralized};
use chess::{
    Bound, Color, DistanceToMate, GameTermination, KnownResult, MoveCost, Ply, PositionEvaluation, ScoreValue,
};

/// The reason for a judgment or a slower mate; None where there is neither.
pub(super) fn explain(review: &MoveReview) -> Option<String> {
    if let Some(change) = review.result_change {
        return Some(change_reason(review, change));
    }
    let better = better(review);
    if review.judgment.is_some() {
        return Some(loss_reason(review, better.as_deref()));
    }
    let (better, fact) = (better?, review.finding_before.known_result?);
    match review.cost? {
        MoveCost::Slower(moves) => {
            Some(format!("{} slower: {better} {}", pluralized(usize::from(moves), "move"), result_text(fact)))
        }
        MoveCost::Sooner(moves) => {
            let longest = distance_text(mate_distance(fact)?);
            Some(format!(
                "mated {} sooner: {better} holds out longer (mated{longest})",
                pluralized(usize::from(moves), "move")
            ))
        }
        _ => None,
    }
}

/// The change of the result, and the move that would have kept it.
fn change_reason(review: &MoveReview, change: ResultChange) -> String {
    let gives = match change {
        ResultChange::WinToDraw => "gives a win away",
        ResultChange::WinToLoss => "turns a win into a loss",
        ResultChange::DrawToLoss => "gives a draw away",
    };
    let after = review.finding_after.known_result.map(|fact| result_text(fact.for_mover()));
    let does = review.ending.and_then(draw_text).map(str::to_owned).or(after).unwrap_or_default();
    let played = review.numbered(&review.san);
    match (better(review), review.finding_before.known_result) {
        (Some(better), Some(fact)) => format!("{gives}: {played} {does}, {better} {}", result_text(fact)),
        _ => format!("{gives}: {played} {does}"),
    }
}

/// How a move ends the game with a draw by rule; None where it does not.
const fn draw_text(ending: GameTermination) -> Option<&'static str> {
    match ending {
        GameTermination::Stalemate { .. } => Some("is stalemate"),
        GameTermination::Threefold => Some("repeats the position for the third time"),
        GameTermination::FiftyMoves => Some("is the fiftieth move without capture or pawn move"),
        GameTermination::DeadPosition => Some("leaves nothing to mate with"),
        _ => None,
    }
}

/// The loss of winning chances, and the better move.
fn loss_reason(review: &MoveReview, better: Option<&str>) -> String {
    let (was, is) = (
        finding_text(&review.finding_before, review.mover),
        finding_text(&review.finding_after, review.mover.other()),
    );
    match (review.finding_before.known_result, review.finding_after.known_result.map(KnownResult::for_mover))
    {
        (_, Some(KnownResult::Loss(mate))) if mate != DistanceToMate::Unknown => {
            let better = better.map(|better| format!("; better {better} ({was})")).unwrap_or_default();
            format!("allows mate{}{better}", distance_text(mate))
        }
        (Some(fact @ KnownResult::Win(_)), _) => {
            let missed = better.map(|better| format!("{better} {}, ", result_text(fact)));
            format!("lets a win go: {}now {is}", missed.unwrap_or_default())
        }
        _ => {
            let (from, to) = review.percents();
            let played = || review.numbered(&review.san);
            let ends = review
                .ending
                .and_then(draw_text)
                .map(|ends| format!("{} {ends}: ", played()))
                .unwrap_or_default();
            let better = better.map(|better| format!("; better {better} ({was}, now {is})"));
            format!("{ends}chances fall from {from}% to {to}%{}", better.unwrap_or_default())
        }
    }
}

/// The better move with its number.
fn better(review: &MoveReview) -> Option<String> {
    review.better.as_ref().map(|better| review.numbered(&better.san))
}

/// A certain result from the point of view of one side: `wins (mate in 3)`.
fn result_text(fact: KnownResult) -> String {
    match fact {
        KnownResult::Win(DistanceToMate::Unknown) => "wins".to_owned(),
        KnownResult::Win(mate) => format!("wins (mate{})", distance_text(mate)),
        KnownResult::Draw => "draws".to_owned(),
        KnownResult::Loss(DistanceToMate::Unknown) => "loses".to_owned(),
        KnownResult::Loss(mate) => format!("loses (mated{})", distance_text(mate)),
    }
}

fn mate_distance(fact: KnownResult) -> Option<DistanceToMate> {
    match fact {
        KnownResult::Win(distance) | KnownResult::Loss(distance) => Some(distance),
        KnownResult::Draw => None,
    }
}

/// ` in 3`, ` in 3 or less`, or nothing where the distance is not known.
fn distance_text(distance: DistanceToMate) -> String {
    match distance {
        DistanceToMate::Exactly(Ply::ZERO) | DistanceToMate::Unknown => String::new(),
        DistanceToMate::Exactly(plies) => format!(" in {}", plies.moves()),
        DistanceToMate::Within(plies) => format!(" in {} or less", plies.moves()),
    }
}

/// An evaluation as text: a score from White's point of view, `a draw`, `mate in 3 for White`.
pub(super) fn finding_text(finding: &PositionEvaluation, turn: Color) -> String {
    match finding.known_result {
        Some(KnownResult::Draw) => return "a draw".to_owned(),
        Some(KnownResult::Win(mate)) => return mate_text(mate, turn),
        Some(KnownResult::Loss(mate)) => return mate_text(mate, turn.other()),
        None => {}
    }
    let bound = match finding.line.as_ref().map(|line| (line.bound, turn)) {
        None | Some((Bound::Exact, _)) => "",
        Some((Bound::AtLeast, Color::White) | (Bound::AtMost, Color::Black)) => ">=",
        Some((Bound::AtMost, Color::White) | (Bound::AtLeast, Color::Black)) => "<=",
    };
    match finding.score().for_white(turn).value() {
        ScoreValue::Centipawns(value) => format!("{bound}{}", centipawns_as_pawns(value)),
        // A win or loss without a known mate.
        ScoreValue::Wins | ScoreValue::Mates(_) => format!("winning for {}", color_name(Color::White)),
        ScoreValue::Loses | ScoreValue::Mated(_) => format!("winning for {}", color_name(Color::Black)),
    }
}

fn mate_text(mate: DistanceToMate, winner: Color) -> String {
    match mate {
        DistanceToMate::Unknown => format!("a win for {}", color_name(winner)),
        DistanceToMate::Exactly(Ply::ZERO) => format!("mate by {}", color_name(winner)),
        mate => format!("mate{} by {}", distance_text(mate), color_name(winner)),
    }
}
