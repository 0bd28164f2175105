//! Why a move has its mark, in words. Nothing is said that was not worked out.

use crate::chess::names::{centipawns_as_pawns, color_name, pluralized};
use crate::chess::{
    Bound, Color, DistanceToMate, GameTermination, KnownResult, MoveCost, Ply, PositionEvaluation, ScoreValue,
};

use super::move_review::{MoveReview, ResultChange};

/// The reason of a mark or of a slower mate; None where there is neither.
pub(super) fn explain(appraisal: &MoveReview) -> Option<String> {
    if let Some(change) = appraisal.result_change {
        return Some(change_reason(appraisal, change));
    }
    let better = better(appraisal);
    if appraisal.judgment.is_some() {
        return Some(loss_reason(appraisal, better.as_deref()));
    }
    let (better, fact) = (better?, appraisal.finding_before.known_result?);
    match appraisal.cost? {
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

/// What has become of the result, and which move would have kept it.
fn change_reason(appraisal: &MoveReview, change: ResultChange) -> String {
    let gives = match change {
        ResultChange::WinToDraw => "gives a win away",
        ResultChange::WinToLoss => "turns a win into a loss",
        ResultChange::DrawToLoss => "gives a draw away",
    };
    let after = appraisal.finding_after.known_result.map(|fact| result_text(fact.for_mover()));
    let does = appraisal.ending.and_then(draw_text).map(str::to_owned).or(after).unwrap_or_default();
    let played = appraisal.numbered(&appraisal.san);
    match (better(appraisal), appraisal.finding_before.known_result) {
        (Some(better), Some(fact)) => format!("{gives}: {played} {does}, {better} {}", result_text(fact)),
        _ => format!("{gives}: {played} {does}"),
    }
}

/// How a move draws by the rules; None where it does not.
const fn draw_text(ending: GameTermination) -> Option<&'static str> {
    match ending {
        GameTermination::Stalemate { .. } => Some("is stalemate"),
        GameTermination::Threefold => Some("repeats the position for the third time"),
        GameTermination::FiftyMoves => Some("is the fiftieth move without capture or pawn move"),
        GameTermination::DeadPosition => Some("leaves nothing to mate with"),
        _ => None,
    }
}

/// What of the chances has gone, and which move would have kept them.
fn loss_reason(appraisal: &MoveReview, better: Option<&str>) -> String {
    let (was, is) = (
        finding_text(&appraisal.finding_before, appraisal.mover),
        finding_text(&appraisal.finding_after, appraisal.mover.other()),
    );
    match (
        appraisal.finding_before.known_result,
        appraisal.finding_after.known_result.map(KnownResult::for_mover),
    ) {
        (_, Some(KnownResult::Loss(mate))) if mate != DistanceToMate::Unknown => {
            let better = better.map(|better| format!("; better {better} ({was})")).unwrap_or_default();
            format!("allows mate{}{better}", distance_text(mate))
        }
        (Some(fact @ KnownResult::Win(_)), _) => {
            let missed = better.map(|better| format!("{better} {}, ", result_text(fact)));
            format!("lets a win go: {}now {is}", missed.unwrap_or_default())
        }
        _ => {
            let share = |chance: f64| format!("{:.0}%", 100.0 * chance);
            let (from, to) = (share(appraisal.chances.0), share(appraisal.chances.1));
            let played = || appraisal.numbered(&appraisal.san);
            let ends = appraisal
                .ending
                .and_then(draw_text)
                .map(|ends| format!("{} {ends}: ", played()))
                .unwrap_or_default();
            let better = better.map(|better| format!("; better {better} ({was}, now {is})"));
            format!("{ends}chances fall from {from} to {to}{}", better.unwrap_or_default())
        }
    }
}

/// The better move with its number.
fn better(appraisal: &MoveReview) -> Option<String> {
    appraisal.better.as_ref().map(|better| appraisal.numbered(&better.san))
}

/// What a certain result means for the side that it is seen from: `wins (mate in 3)`.
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

/// What was found, as everybody reads it: a score from White's side, `a draw`, `mate in 3 mate_text White`.
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
        // Somebody's mate that nobody has shown.
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
