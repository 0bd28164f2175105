//! The JSON that scripts read. Field names and shapes are a contract: they are added to, never changed.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::chess::text::is_printable;
use crate::chess::{
    Bound, Certainty, Color, Line, Position, RankedMove, Score, ScoreValue, Verdict, notation,
};
use crate::solver::SyzygyVerdict;
use crate::solver::syzygy::Dtz;

/// Prints one object on one line.
pub(super) fn print(output: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let mut text = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut text, Escaping)).map_err(io::Error::other)?;
    text.push(b'\n');
    output.write_all(&text)
}

/// Escapes characters that JSON allows but a terminal may interpret: C1 control characters and invisible
/// ones. The value is the same.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(|c| !is_printable(c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let Some(c) = rest[at..].chars().next() else { break };
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

/// A score from the side to move.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum ScoreJson {
    /// Hundredths of a pawn.
    Cp { value: i16 },
    /// The side to move wins by mate; in how many moves is not known.
    Win,
    /// The side to move is mated; in how many moves is not known.
    Loss,
    /// `moves` is negative where the side to move gets mated; `plies` counts half-moves.
    Mate {
        moves: i32,
        plies: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        certainty: Option<&'static str>,
    },
}

/// One line of play.
#[derive(Serialize)]
pub(super) struct LineJson {
    rank: usize,
    score: ScoreJson,
    bound: &'static str,
    uci: Vec<String>,
    san: Vec<String>,
    ends_in: Option<&'static str>,
}

/// One legal move with its distance.
#[derive(Serialize)]
pub(super) struct RankedMoveJson {
    uci: String,
    san: String,
    result: &'static str,
    dtm_plies: Option<u16>,
    moves_lost: Option<u16>,
    ending: Option<&'static str>,
}

/// What Syzygy tables say; half-moves to the next capture or pawn move, not to mate.
#[derive(Serialize)]
pub(super) struct SyzygyJson {
    result: &'static str,
    dtz: Option<u32>,
    dtz_rounded: Option<bool>,
}

impl SyzygyJson {
    pub(super) fn of(verdict: SyzygyVerdict) -> Self {
        Self {
            result: verdict.result.code(),
            dtz: verdict.dtz.map(|(Dtz::Precise(plies) | Dtz::Rounded(plies))| plies),
            dtz_rounded: verdict.dtz.map(|dtz| matches!(dtz, Dtz::Rounded(_))),
        }
    }
}

impl ScoreJson {
    pub(super) fn of(score: Score, certainty: Certainty) -> Self {
        let word = match certainty {
            Certainty::Proven => "exact",
            Certainty::Searched => "found",
            Certainty::Claimed => "claimed",
        };
        match score.value() {
            ScoreValue::Centipawns(value) => Self::Cp { value },
            ScoreValue::Wins => Self::Win,
            ScoreValue::Loses => Self::Loss,
            ScoreValue::Mates(plies) => {
                Self::Mate { moves: i32::from(plies.moves()), plies: plies.get(), certainty: Some(word) }
            }
            ScoreValue::Mated(plies) => {
                Self::Mate { moves: -i32::from(plies.moves()), plies: plies.get(), certainty: Some(word) }
            }
        }
    }

    /// Mate on the board.
    pub(super) const fn checkmated() -> Self {
        Self::Mate { moves: 0, plies: 0, certainty: None }
    }
}

impl LineJson {
    pub(super) fn of(rank: usize, line: &Line, position: &Position) -> Self {
        Self {
            rank,
            score: ScoreJson::of(line.score, line.certainty),
            bound: match line.bound {
                Bound::Exact => "exact",
                Bound::AtLeast => "lower",
                Bound::AtMost => "upper",
            },
            uci: notation::uci_line(position, &line.moves),
            san: notation::san_line(position, &line.moves),
            ends_in: line.ends_in.map(crate::chess::GameTermination::code),
        }
    }
}

impl RankedMoveJson {
    pub(super) fn of(ranked: &RankedMove, position: &Position) -> Self {
        Self {
            uci: notation::uci(position, ranked.mv),
            san: ranked.san.clone(),
            result: result_name(ranked.after),
            dtm_plies: ranked.after.distance().map(crate::chess::Ply::get),
            moves_lost: ranked.cost.moves_lost(),
            ending: ranked.termination.map(crate::chess::GameTermination::code),
        }
    }
}

/// `win`, `draw` or `loss`, for whoever the verdict is seen from.
pub(super) const fn result_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win(_) => "win",
        Verdict::Draw => "draw",
        Verdict::Loss(_) => "loss",
    }
}

/// `white` or `black`.
pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_keeps_its_value_and_steers_no_terminal() {
        let hostile = "a\u{9b}b\u{202e}c\u{e0041}d\u{7f}e\u{1b}\"\n½";
        let mut output = Vec::new();
        print(&mut output, &hostile).unwrap();
        let text = String::from_utf8(output).unwrap();
        let wanted = r#""a\u009bb\u202ec\udb40\udc41d\u007fe\u001b\"\n½""#;
        assert_eq!(text.trim_end(), wanted);
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), hostile);
    }

    #[test]
    fn a_win_of_unknown_length_has_a_kind_and_a_bound_but_no_number() {
        let position = Position::start();
        let (score, bound, certainty) = (-Score::WIN, Bound::AtMost, Certainty::Searched);
        let line = Line { score, bound, certainty, moves: Vec::new(), ends_in: None };
        let json = serde_json::to_value(LineJson::of(1, &line, &position)).unwrap();
        assert_eq!((&json["score"], &json["bound"]), (&serde_json::json!({"kind": "loss"}), &"upper".into()));
        let json = serde_json::to_value(ScoreJson::of(Score::WIN, certainty)).unwrap();
        assert_eq!(json, serde_json::json!({"kind": "win"}));
    }
}
