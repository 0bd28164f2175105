//! The answer of `stats --json`.

use serde::Serialize;

use crate::chess::Color;
use crate::game::TimeClass;
use crate::practice::Performance;
use crate::practice::performance::{
    ClockLeft, GamePhase, GameScore, JudgedMoves, MistakeKind, OpeningFamily, OpeningVariation,
};

/// All statistics of a player.
#[derive(Serialize)]
pub(super) struct PerformanceJson<'a> {
    names: &'a [String],
    games: u32,
    reviewed: u32,
    results: ScoreOfGamesJson,
    white: ScoreOfGamesJson,
    black: ScoreOfGamesJson,
    openings: OpeningsJson,
    time_classes: Vec<TimeClassJson>,
    /// The mean accuracy of reviewed games, from 0 to 100.
    accuracy: Option<f64>,
    /// The moves of reviewed games.
    moves: JudgedMovesJson,
    phases: Vec<PhaseJson>,
    kinds: Vec<MistakeKindJson>,
    clock: Vec<ClockLeftJson>,
    months: Vec<MonthJson>,
    undated: u32,
}

/// Results from the player's side; `score` is in percent of the games with a result.
#[derive(Serialize)]
struct ScoreOfGamesJson {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    unfinished: u32,
    score: Option<f64>,
}

#[derive(Serialize)]
struct OpeningsJson {
    white: Vec<OpeningFamilyJson>,
    black: Vec<OpeningFamilyJson>,
}

#[derive(Serialize)]
struct OpeningFamilyJson {
    name: String,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
    variations: Vec<OpeningVariationJson>,
}

#[derive(Serialize)]
struct OpeningVariationJson {
    eco: String,
    name: String,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
}

/// `class` is null where it is unknown.
#[derive(Serialize)]
struct TimeClassJson {
    class: Option<&'static str>,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
}

#[derive(Serialize)]
struct JudgedMovesJson {
    moves: u32,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    average_centipawn_loss: Option<u64>,
}

#[derive(Serialize)]
struct PhaseJson {
    phase: &'static str,
    #[serde(flatten)]
    moves: JudgedMovesJson,
}

#[derive(Serialize)]
struct MistakeKindJson {
    kind: &'static str,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
}

/// `under_seconds` is null for the last range, which has no limit.
#[derive(Serialize)]
struct ClockLeftJson {
    under_seconds: Option<u64>,
    #[serde(flatten)]
    moves: JudgedMovesJson,
}

#[derive(Serialize)]
struct MonthJson {
    month: String,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
    reviewed: u32,
    accuracy: Option<f64>,
}

impl<'a> PerformanceJson<'a> {
    pub(super) fn of(performance: &Performance, names: &'a [String]) -> Self {
        let [white, black] = performance.scores.map(ScoreOfGamesJson::of);
        let openings =
            |color| performance.openings(color).into_iter().map(OpeningFamilyJson::of).collect::<Vec<_>>();
        let classes = performance.time_classes().into_iter().map(|(class, score)| TimeClassJson {
            class: class.map(TimeClass::name),
            results: ScoreOfGamesJson::of(score),
        });
        let phases = GamePhase::ALL.into_iter().zip(&performance.phases);
        let kinds = MistakeKind::ALL.into_iter().zip(performance.kinds);
        let clock = ClockLeft::ALL.into_iter().zip(&performance.clock);
        let months = performance.months.iter().map(|(month, of)| MonthJson {
            month: month.clone(),
            results: ScoreOfGamesJson::of(of.score),
            reviewed: of.reviewed,
            accuracy: of.accuracy(),
        });
        Self {
            names,
            games: performance.score().games(),
            reviewed: performance.reviewed,
            results: ScoreOfGamesJson::of(performance.score()),
            white,
            black,
            openings: OpeningsJson { white: openings(Color::White), black: openings(Color::Black) },
            time_classes: classes.collect(),
            accuracy: performance.accuracy(),
            moves: JudgedMovesJson::of(&performance.moves),
            phases: phases
                .map(|(phase, moves)| PhaseJson { phase: phase.name(), moves: JudgedMovesJson::of(moves) })
                .collect(),
            kinds: kinds
                .map(|(kind, [inaccuracies, mistakes, blunders])| MistakeKindJson {
                    kind: kind.code(),
                    inaccuracies,
                    mistakes,
                    blunders,
                })
                .collect(),
            clock: clock
                .map(|(range, moves)| ClockLeftJson {
                    under_seconds: range.limit_seconds(),
                    moves: JudgedMovesJson::of(moves),
                })
                .collect(),
            months: months.collect(),
            undated: performance.undated.games(),
        }
    }
}

impl ScoreOfGamesJson {
    fn of(score: GameScore) -> Self {
        let GameScore { won, drawn, lost, unfinished } = score;
        Self { games: score.games(), won, drawn, lost, unfinished, score: score.percent() }
    }
}

impl JudgedMovesJson {
    fn of(judged: &JudgedMoves) -> Self {
        let [inaccuracies, mistakes, blunders] = judged.judgments;
        Self {
            moves: judged.moves,
            inaccuracies,
            mistakes,
            blunders,
            average_centipawn_loss: judged.average_centipawn_loss(),
        }
    }
}

impl OpeningFamilyJson {
    fn of(family: OpeningFamily) -> Self {
        let OpeningFamily { name, score, variations } = family;
        let variations = variations.into_iter().map(|OpeningVariation { eco, name, score }| {
            OpeningVariationJson { eco, name, results: ScoreOfGamesJson::of(score) }
        });
        Self { name, results: ScoreOfGamesJson::of(score), variations: variations.collect() }
    }
}
