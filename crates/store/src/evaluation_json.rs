//! Lines of play and evaluations of positions as they lie on the disk.

use serde::{Deserialize, Serialize};

use chess::{
    Bound, Certainty, Depth, DistanceToMate, KnownResult, Line, Move, Ply, Position, PositionEvaluation,
    Root, Score, notation,
};

/// The most half-moves that are kept of a line without a mate.
const MAX_LINE: usize = 16;

/// A line: its score as a raw number, its bound, how certain it is, its moves in SAN.
#[derive(Serialize, Deserialize)]
pub(super) struct KeptLineJson {
    #[serde(rename = "s")]
    score: i16,
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    bound: Option<BoundJson>,
    #[serde(rename = "p", default, skip_serializing_if = "std::ops::Not::not")]
    is_proven: bool,
    #[serde(rename = "m")]
    moves: String,
}

/// A bound that is not exact.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum BoundJson {
    Lower,
    Upper,
}

/// The legal moves of a line in SAN.
pub(super) fn read_moves(start: &Position, text: &str) -> Option<Vec<Move>> {
    notation::play_line(&mut start.clone(), text.split_whitespace()).ok()
}

impl KeptLineJson {
    pub(super) fn of(line: &Line, position: &Position) -> Self {
        // The line of a mate is whole, or it is no mate.
        let kept = if line.score.is_mate() { line.moves.len() } else { line.moves.len().min(MAX_LINE) };
        Self {
            score: line.score.raw(),
            bound: match line.bound {
                Bound::Exact => None,
                Bound::AtLeast => Some(BoundJson::Lower),
                Bound::AtMost => Some(BoundJson::Upper),
            },
            is_proven: line.certainty == Certainty::Proven,
            moves: notation::san_line(position, &line.moves[..kept]).join(" "),
        }
    }

    pub(super) fn restore(&self, root: &Root) -> Option<Line> {
        let moves = read_moves(&root.position, &self.moves)?;
        let mut end = root.clone();
        for &mv in &moves {
            end.play(mv);
        }
        Some(Line {
            score: Score::from_raw(self.score.into()),
            bound: match self.bound {
                None => Bound::Exact,
                Some(BoundJson::Lower) => Bound::AtLeast,
                Some(BoundJson::Upper) => Bound::AtMost,
            },
            certainty: if self.is_proven { Certainty::Proven } else { Certainty::Searched },
            ends_in: end.termination(),
            moves,
        })
    }
}

/// The evaluation of a position.
#[derive(Serialize, Deserialize)]
pub(super) struct EvaluationJson {
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    line: Option<KeptLineJson>,
    #[serde(rename = "r", default, skip_serializing_if = "Option::is_none")]
    result: Option<ResultJson>,
    #[serde(rename = "d")]
    depth: i16,
}

/// A result that is certain.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ResultJson {
    Win(DistanceJson),
    Draw,
    Loss(DistanceJson),
}

/// A distance to mate in half-moves.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DistanceJson {
    Exactly(u16),
    Within(u16),
    Unknown,
}

impl EvaluationJson {
    pub(super) fn of(found: &PositionEvaluation, position: &Position) -> Self {
        let distance = |distance| match distance {
            DistanceToMate::Exactly(plies) => DistanceJson::Exactly(plies.get()),
            DistanceToMate::Within(plies) => DistanceJson::Within(plies.get()),
            DistanceToMate::Unknown => DistanceJson::Unknown,
        };
        Self {
            // What an external engine claims is never kept.
            line: found
                .line
                .as_ref()
                .filter(|line| line.certainty != Certainty::Claimed)
                .map(|line| KeptLineJson::of(line, position)),
            result: found.known_result.map(|result| match result {
                KnownResult::Win(plies) => ResultJson::Win(distance(plies)),
                KnownResult::Draw => ResultJson::Draw,
                KnownResult::Loss(plies) => ResultJson::Loss(distance(plies)),
            }),
            depth: found.depth.get(),
        }
    }

    pub(super) fn restore(&self, root: &Root) -> Option<PositionEvaluation> {
        let distance = |distance: &DistanceJson| match *distance {
            DistanceJson::Exactly(plies) => DistanceToMate::Exactly(Ply::new(plies)),
            DistanceJson::Within(plies) => DistanceToMate::Within(Ply::new(plies)),
            DistanceJson::Unknown => DistanceToMate::Unknown,
        };
        let line = match &self.line {
            Some(line) => Some(line.restore(root)?),
            None => None,
        };
        let known_result = self.result.as_ref().map(|result| match result {
            ResultJson::Win(plies) => KnownResult::Win(distance(plies)),
            ResultJson::Draw => KnownResult::Draw,
            ResultJson::Loss(plies) => KnownResult::Loss(distance(plies)),
        });
        // A position is evaluated by a line, or the game is over there.
        let is_evaluated = line.is_some() || known_result.is_some();
        is_evaluated.then_some(PositionEvaluation { line, known_result, depth: Depth::new(self.depth) })
    }
}
