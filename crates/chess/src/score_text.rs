//! How scores and mates are written, on the screen and by the command line.

use shakmaty::Color;

use crate::names::centipawns_as_pawns;
use crate::{Bound, Certainty, Ply, Score, ScoreValue};

/// A mate with its certainty: `M3=` an exact distance, `M<=5` proven but perhaps not the shortest, `M5?` claimed by
/// an external engine, `#` checkmate.
#[must_use]
pub fn mate_text(moves: u16, certainty: Certainty) -> String {
    match (moves, certainty) {
        (0, _) => "#".to_owned(),
        (_, Certainty::Proven) => format!("M{moves}="),
        (_, Certainty::Searched) => format!("M<={moves}"),
        (_, Certainty::Claimed) => format!("M{moves}?"),
    }
}

/// `1 ply`, `5 plies`.
#[must_use]
pub fn ply_count(plies: Ply) -> String {
    if plies.get() == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// No mate in fewer moves: `M>=4`.
#[must_use]
pub fn least_mate_text(moves: u16) -> String {
    format!("M>={moves}")
}

/// A score of the side `turn` as White's reader sees it: `+0.35`, `>=-1.20`, `-M<=4`, `M?` for a win of unknown length,
/// and `half` with `=` for a proven draw.
#[must_use]
pub fn score_text(score: Score, bound: Bound, certainty: Certainty, turn: Color, half: &str) -> String {
    match score.for_white(turn).value() {
        ScoreValue::Mates(plies) => mate_text(plies.moves(), certainty),
        ScoreValue::Mated(plies) => format!("-{}", mate_text(plies.moves(), certainty)),
        ScoreValue::Wins => "M?".to_owned(),
        ScoreValue::Loses => "-M?".to_owned(),
        ScoreValue::Centipawns(0) if certainty == Certainty::Proven => format!("{half}="),
        ScoreValue::Centipawns(value) => {
            // A bound is reversed with the point of view.
            let sign = match (bound, turn) {
                (Bound::Exact, _) => "",
                (Bound::AtLeast, Color::White) | (Bound::AtMost, Color::Black) => ">=",
                (Bound::AtMost, Color::White) | (Bound::AtLeast, Color::Black) => "<=",
            };
            format!("{sign}{}", centipawns_as_pawns(value))
        }
    }
}
