//! Why a move has its mark, in words. Nothing is said that was not worked out.

use crate::chess::names::{counted, named, pawns};
use crate::chess::{Bound, Color, Cost, Distance, Ending, Fact, Finding, Ply, Value};

use super::appraisal::{Appraisal, Change};

/// The reason of a mark or of a slower mate; None where there is neither.
pub(super) fn of(appraisal: &Appraisal) -> Option<String> {
    if let Some(change) = appraisal.change {
        return Some(of_change(appraisal, change));
    }
    let better = better(appraisal);
    if appraisal.mark.is_some() {
        return Some(of_loss(appraisal, better.as_deref()));
    }
    let (better, fact) = (better?, appraisal.was.fact?);
    match appraisal.cost? {
        Cost::Slower(moves) => {
            Some(format!("{} slower: {better} {}", counted(usize::from(moves), "move"), outcome(fact)))
        }
        Cost::Sooner(moves) => {
            let longest = distance(of_mate(fact)?);
            Some(format!(
                "mated {} sooner: {better} holds out longer (mated{longest})",
                counted(usize::from(moves), "move")
            ))
        }
        _ => None,
    }
}

/// What has become of the result, and which move would have kept it.
fn of_change(appraisal: &Appraisal, change: Change) -> String {
    let gives = match change {
        Change::WinToDraw => "gives a win away",
        Change::WinToLoss => "turns a win into a loss",
        Change::DrawToLoss => "gives a draw away",
    };
    let after = appraisal.is.fact.map(|fact| outcome(fact.for_mover()));
    let does = appraisal.ending.and_then(ends).map(str::to_owned).or(after).unwrap_or_default();
    let played = appraisal.numbered(&appraisal.san);
    match (better(appraisal), appraisal.was.fact) {
        (Some(better), Some(fact)) => format!("{gives}: {played} {does}, {better} {}", outcome(fact)),
        _ => format!("{gives}: {played} {does}"),
    }
}

/// How a move draws by the rules; None where it does not.
const fn ends(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Stalemate { .. } => Some("is stalemate"),
        Ending::Threefold => Some("repeats the position for the third time"),
        Ending::FiftyMoves => Some("is the fiftieth move without capture or pawn move"),
        Ending::DeadPosition => Some("leaves nothing to mate with"),
        _ => None,
    }
}

/// What of the chances has gone, and which move would have kept them.
fn of_loss(appraisal: &Appraisal, better: Option<&str>) -> String {
    let (was, is) = (told(&appraisal.was, appraisal.mover), told(&appraisal.is, appraisal.mover.other()));
    match (appraisal.was.fact, appraisal.is.fact.map(Fact::for_mover)) {
        (_, Some(Fact::Loss(mate))) if mate != Distance::Unknown => {
            let better = better.map(|better| format!("; better {better} ({was})")).unwrap_or_default();
            format!("allows mate{}{better}", distance(mate))
        }
        (Some(fact @ Fact::Win(_)), _) => {
            let missed = better.map(|better| format!("{better} {}, ", outcome(fact)));
            format!("lets a win go: {}now {is}", missed.unwrap_or_default())
        }
        _ => {
            let share = |chance: f64| format!("{:.0}%", 100.0 * chance);
            let (from, to) = (share(appraisal.chances.0), share(appraisal.chances.1));
            let played = || appraisal.numbered(&appraisal.san);
            let ends = appraisal
                .ending
                .and_then(ends)
                .map(|ends| format!("{} {ends}: ", played()))
                .unwrap_or_default();
            let better = better.map(|better| format!("; better {better} ({was}, now {is})"));
            format!("{ends}chances fall from {from} to {to}{}", better.unwrap_or_default())
        }
    }
}

/// The better move with its number.
fn better(appraisal: &Appraisal) -> Option<String> {
    appraisal.better.as_ref().map(|better| appraisal.numbered(&better.san))
}

/// What a certain result means for the side that it is seen from: `wins (mate in 3)`.
fn outcome(fact: Fact) -> String {
    match fact {
        Fact::Win(Distance::Unknown) => "wins".to_owned(),
        Fact::Win(mate) => format!("wins (mate{})", distance(mate)),
        Fact::Draw => "draws".to_owned(),
        Fact::Loss(Distance::Unknown) => "loses".to_owned(),
        Fact::Loss(mate) => format!("loses (mated{})", distance(mate)),
    }
}

fn of_mate(fact: Fact) -> Option<Distance> {
    match fact {
        Fact::Win(distance) | Fact::Loss(distance) => Some(distance),
        Fact::Draw => None,
    }
}

/// ` in 3`, ` in 3 or less`, or nothing where the distance is not known.
fn distance(distance: Distance) -> String {
    match distance {
        Distance::Exactly(Ply::ZERO) | Distance::Unknown => String::new(),
        Distance::Exactly(plies) => format!(" in {}", plies.moves()),
        Distance::Within(plies) => format!(" in {} or less", plies.moves()),
    }
}

/// What was found, as everybody reads it: a score from White's side, `a draw`, `mate in 3 by White`.
pub(super) fn told(finding: &Finding, turn: Color) -> String {
    match finding.fact {
        Some(Fact::Draw) => return "a draw".to_owned(),
        Some(Fact::Win(mate)) => return by(mate, turn),
        Some(Fact::Loss(mate)) => return by(mate, turn.other()),
        None => {}
    }
    let bound = match finding.line.as_ref().map(|line| (line.bound, turn)) {
        None | Some((Bound::Exact, _)) => "",
        Some((Bound::AtLeast, Color::White) | (Bound::AtMost, Color::Black)) => ">=",
        Some((Bound::AtMost, Color::White) | (Bound::AtLeast, Color::Black)) => "<=",
    };
    match finding.score().for_white(turn).value() {
        Value::Centipawns(value) => format!("{bound}{}", pawns(value)),
        // Somebody's mate that nobody has shown.
        Value::Wins | Value::Mates(_) => format!("winning for {}", named(Color::White)),
        Value::Loses | Value::Mated(_) => format!("winning for {}", named(Color::Black)),
    }
}

fn by(mate: Distance, winner: Color) -> String {
    match mate {
        Distance::Unknown => format!("a win for {}", named(winner)),
        Distance::Exactly(Ply::ZERO) => format!("mate by {}", named(winner)),
        mate => format!("mate{} by {}", distance(mate), named(winner)),
    }
}
