//! The answer of `stats --json`.

use serde::Serialize;

use crate::chess::Color;
use crate::game::player_match::WrittenName;
use crate::game::{PlayerMatch, TimeClass};
use crate::practice::Performance;
use crate::practice::performance::{
    ClockLeft, FirstMove, FormPeriod, GameEnd, GameLength, GamePhase, GameScore, JudgedMoves, MistakeKind,
    OpeningFamily, OpeningVariation, RatingRange, TimeUse,
};

/// All statistics of a player.
#[derive(Serialize)]
pub(super) struct PerformanceJson<'a> {
    names: &'a [String],
    /// The player's names as they are written in the games that count.
    spellings: Vec<WrittenNameJson>,
    /// How the names of a report were found; null for the user.
    not_counted: Option<NotCountedJson>,
    games: u32,
    reviewed: u32,
    results: ScoreOfGamesJson,
    white: ScoreOfGamesJson,
    black: ScoreOfGamesJson,
    form: Vec<FormJson>,
    first_moves: BothColorsJson<FirstMoveJson>,
    openings: BothColorsJson<OpeningFamilyJson>,
    opponents: Vec<OpponentsJson>,
    lengths: Vec<LengthJson>,
    ends: Vec<GameEndJson>,
    time_use: Vec<TimeUseJson>,
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

/// A name with the number of its games.
#[derive(Serialize)]
struct WrittenNameJson {
    name: String,
    games: usize,
}

/// Names that are not counted: of other players or of unclear ones, and of likely other spellings.
#[derive(Serialize)]
struct NotCountedJson {
    others: Vec<WrittenNameJson>,
    spellings: Vec<WrittenNameJson>,
}

/// Results from the player's side; `score` is in percent of the games with a result. Of these those are `rated` whose opponent has
/// a rating, over which the average rating and the performance are.
#[derive(Serialize)]
struct ScoreOfGamesJson {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    unfinished: u32,
    score: Option<f64>,
    rated: u32,
    average_opponent: Option<u64>,
    performance: Option<i32>,
}

#[derive(Serialize)]
struct BothColorsJson<T> {
    white: Vec<T>,
    black: Vec<T>,
}

#[derive(Serialize)]
struct FormJson {
    period: &'static str,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
}

/// `moves` are those from the start to this one.
#[derive(Serialize)]
struct FirstMoveJson {
    moves: String,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
    replies: Vec<FirstMoveJson>,
}

/// The ratings are null for opponents without one.
#[derive(Serialize)]
struct OpponentsJson {
    from: Option<u16>,
    to: Option<u16>,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
}

/// `up_to_moves` is null for the last range, which has no limit.
#[derive(Serialize)]
struct LengthJson {
    up_to_moves: Option<u32>,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
}

#[derive(Serialize)]
struct GameEndJson {
    end: &'static str,
    #[serde(flatten)]
    results: ScoreOfGamesJson,
}

/// The games of a time class with the player's clock.
#[derive(Serialize)]
struct TimeUseJson {
    class: &'static str,
    games: u32,
    phases: Vec<MoveTimesJson>,
    time_trouble: ScoreOfGamesJson,
}

#[derive(Serialize)]
struct MoveTimesJson {
    phase: &'static str,
    moves: u32,
    average_seconds: Option<f64>,
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
    /// The player's average rating.
    rating: Option<u64>,
}

impl<'a> PerformanceJson<'a> {
    pub(super) fn of(performance: &Performance, names: &'a [String], found: Option<&PlayerMatch>) -> Self {
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
            rating: of.rating(),
        });
        let written = performance.names.iter();
        let spellings =
            written.map(|(name, &games)| WrittenNameJson { name: name.clone(), games: games as usize });
        let first_moves =
            |color| performance.first_moves(color).into_iter().map(FirstMoveJson::of).collect::<Vec<_>>();
        Self {
            names,
            spellings: spellings.collect(),
            not_counted: found.map(NotCountedJson::of),
            games: performance.score().games(),
            reviewed: performance.reviewed,
            results: ScoreOfGamesJson::of(performance.score()),
            white,
            black,
            form: performance.form().into_iter().map(FormJson::of).collect(),
            first_moves: BothColorsJson {
                white: first_moves(Color::White),
                black: first_moves(Color::Black),
            },
            openings: BothColorsJson { white: openings(Color::White), black: openings(Color::Black) },
            opponents: performance.opponents().into_iter().map(OpponentsJson::of).collect(),
            lengths: GameLength::ALL.into_iter().zip(performance.lengths).map(LengthJson::of).collect(),
            ends: GameEnd::ALL.into_iter().zip(performance.ends).map(GameEndJson::of).collect(),
            time_use: performance.time_use.iter().map(TimeUseJson::of).collect(),
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
        let GameScore { won, drawn, lost, unfinished, rated, .. } = score;
        let (average_opponent, performance) = (score.average_opponent(), score.performance_rating());
        let (games, score) = (score.games(), score.percent());
        Self { games, won, drawn, lost, unfinished, score, rated, average_opponent, performance }
    }
}

impl WrittenNameJson {
    fn of(written: &WrittenName) -> Self {
        Self { name: written.name.clone(), games: written.games }
    }
}

impl NotCountedJson {
    fn of(found: &PlayerMatch) -> Self {
        let [others, spellings] =
            [&found.others, &found.spellings].map(|names| names.iter().map(WrittenNameJson::of).collect());
        Self { others, spellings }
    }
}

impl FormJson {
    fn of((period, score): (FormPeriod, GameScore)) -> Self {
        Self { period: period.code(), results: ScoreOfGamesJson::of(score) }
    }
}

impl FirstMoveJson {
    fn of(first: FirstMove) -> Self {
        let FirstMove { moves, score, replies } = first;
        let replies = replies.into_iter().map(Self::of).collect();
        Self { moves, results: ScoreOfGamesJson::of(score), replies }
    }
}

impl OpponentsJson {
    fn of((range, score): (Option<RatingRange>, GameScore)) -> Self {
        let (from, to) = (range.map(RatingRange::first), range.map(RatingRange::last));
        Self { from, to, results: ScoreOfGamesJson::of(score) }
    }
}

impl LengthJson {
    fn of((length, score): (GameLength, GameScore)) -> Self {
        Self { up_to_moves: length.max_moves(), results: ScoreOfGamesJson::of(score) }
    }
}

impl GameEndJson {
    fn of((end, score): (GameEnd, GameScore)) -> Self {
        Self { end: end.code(), results: ScoreOfGamesJson::of(score) }
    }
}

impl TimeUseJson {
    fn of((class, of): (&TimeClass, &TimeUse)) -> Self {
        let phases = GamePhase::ALL.into_iter().zip(of.phases).map(|(phase, times)| MoveTimesJson {
            phase: phase.name(),
            moves: times.moves,
            average_seconds: times.average().map(|time| time.as_secs_f64()),
        });
        Self {
            class: class.name(),
            games: of.games.games(),
            phases: phases.collect(),
            time_trouble: ScoreOfGamesJson::of(of.trouble),
        }
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
