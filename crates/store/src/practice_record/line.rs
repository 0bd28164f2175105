//! A line of the practice record.

use std::io;

use serde::{Deserialize, Deserializer, Serialize};

use chess::Color;
use chess::text::is_printable;
use practice::deal::Seed;
use practice::guess::GuessedGame;
use practice::puzzle::{PuzzleAnswer, PuzzleRun, PuzzleRunKind};
use practice::record::{CardAnswer, FinishedRound, PracticeEntry, ResultQuizRun, StartOrigin, TrapQuizRun};
use practice::spaced_repetition::{CardRating, CardReview};
use practice::{LessonLevel, RoundOutcome};

/// What a line keeps; None where it is damaged, or a newer program has written what is not known here.
pub(super) fn parse_line(line: &[u8]) -> Option<PracticeEntry> {
    serde_json::from_slice::<RecordLineJson>(line).ok()?.into_entry()
}

/// What is kept as a line.
pub(super) fn to_line(entry: &PracticeEntry) -> io::Result<String> {
    let json_line = match entry {
        PracticeEntry::Round(round) => RecordLineJson::Round(RoundJson::of(round)),
        PracticeEntry::TrapQuizRun(run) => RecordLineJson::Run(TrapQuizRunJson::of(run)),
        PracticeEntry::ResultQuizRun(run) => RecordLineJson::ResultRun(ResultQuizRunJson::of(run)),
        PracticeEntry::CardAnswer(answer) => RecordLineJson::Answer(CardAnswerJson::of(answer)),
        PracticeEntry::PuzzleAnswer(answer) => RecordLineJson::Puzzle(PuzzleAnswerJson::of(answer)),
        PracticeEntry::PuzzleRun(run) => RecordLineJson::PuzzleRun(PuzzleRunJson::of(run)),
        PracticeEntry::GuessedGame(game) => RecordLineJson::GuessedGame(GuessedGameJson::of(game)),
    };
    let mut line = serde_json::to_string(&json_line).map_err(io::Error::other)?;
    line.push('\n');
    Ok(line)
}

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum RecordLineJson {
    Round(RoundJson),
    Run(TrapQuizRunJson),
    ResultRun(ResultQuizRunJson),
    Answer(CardAnswerJson),
    Puzzle(PuzzleAnswerJson),
    PuzzleRun(PuzzleRunJson),
    GuessedGame(GuessedGameJson),
}

impl RecordLineJson {
    /// None where a newer program has written what is not known here.
    fn into_entry(self) -> Option<PracticeEntry> {
        Some(match self {
            Self::Round(entry) => PracticeEntry::Round(entry.into_round()),
            Self::Run(TrapQuizRunJson { at, day, quiz, solved, wrong }) => {
                PracticeEntry::TrapQuizRun(TrapQuizRun { ended_at: at, day, seed: Seed(quiz), solved, wrong })
            }
            Self::ResultRun(ResultQuizRunJson { at, day, result_quiz, right, count, seconds }) => {
                PracticeEntry::ResultQuizRun(ResultQuizRun {
                    ended_at: at,
                    day,
                    seed: Seed(result_quiz),
                    right: right.min(count),
                    count,
                    seconds,
                })
            }
            Self::Answer(CardAnswerJson { at, day, card: (card, rating) }) => {
                let rating = value_of_name(&RATINGS, &rating).unwrap_or(CardRating::Again);
                PracticeEntry::CardAnswer(CardAnswer {
                    ended_at: at,
                    day,
                    review: CardReview { card, rating },
                })
            }
            Self::Puzzle(answer) => PracticeEntry::PuzzleAnswer(answer.into_answer()?),
            Self::PuzzleRun(run) => PracticeEntry::PuzzleRun(run.into_run()?),
            Self::GuessedGame(game) => PracticeEntry::GuessedGame(game.into_game()?),
        })
    }
}

/// Reads a day. One beyond those that fit, of a clock that was wrong, is the last or the first that does.
fn read_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    let day = i64::deserialize(deserializer)?.clamp(i32::MIN.into(), i32::MAX.into());
    Ok(i32::try_from(day).unwrap_or_default())
}

/// An answer to a puzzle.
#[derive(Serialize, Deserialize)]
struct PuzzleAnswerJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    /// The puzzle's id.
    puzzle: String,
    rating: u16,
    solved: bool,
    rated: bool,
}

impl PuzzleAnswerJson {
    fn of(answer: &PuzzleAnswer) -> Self {
        let PuzzleAnswer { ended_at, day, puzzle, rating, is_solved, is_rated } = *answer;
        Self { at: ended_at, day, puzzle: puzzle.to_string(), rating, solved: is_solved, rated: is_rated }
    }

    fn into_answer(self) -> Option<PuzzleAnswer> {
        Some(PuzzleAnswer {
            ended_at: self.at,
            day: self.day,
            puzzle: self.puzzle.parse().ok()?,
            rating: self.rating,
            is_solved: self.solved,
            is_rated: self.rated,
        })
    }
}

/// A run of puzzles.
#[derive(Serialize, Deserialize)]
struct PuzzleRunJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    /// The kind of the run.
    puzzles: String,
    solved: u16,
    wrong: u16,
    seconds: u32,
    /// The ids of a woodpecker set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set: Vec<String>,
}

impl PuzzleRunJson {
    fn of(run: &PuzzleRun) -> Self {
        Self {
            at: run.ended_at,
            day: run.day,
            puzzles: run.kind.word().to_owned(),
            solved: run.solved,
            wrong: run.wrong,
            seconds: run.seconds,
            set: run.puzzles.iter().map(ToString::to_string).collect(),
        }
    }

    fn into_run(self) -> Option<PuzzleRun> {
        Some(PuzzleRun {
            ended_at: self.at,
            day: self.day,
            kind: PuzzleRunKind::ALL.into_iter().find(|kind| kind.word() == self.puzzles)?,
            solved: self.solved,
            wrong: self.wrong,
            seconds: self.seconds,
            puzzles: self.set.iter().map(|id| id.parse().ok()).collect::<Option<_>>()?,
        })
    }
}

/// A game whose moves were guessed.
#[derive(Serialize, Deserialize)]
struct GuessedGameJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    /// The game's fingerprint in hexadecimal digits.
    guessed: String,
    side: char,
    moves: u16,
    same: u16,
    as_good: u16,
    /// Tenths of a percent.
    accuracy: u16,
    game_accuracy: u16,
}

impl GuessedGameJson {
    fn of(game: &GuessedGame) -> Self {
        Self {
            at: game.ended_at,
            day: game.day,
            guessed: format!("{:016x}", game.game),
            side: game.side.char(),
            moves: game.guessed,
            same: game.same,
            as_good: game.as_good,
            accuracy: game.accuracy,
            game_accuracy: game.game_accuracy,
        }
    }

    fn into_game(self) -> Option<GuessedGame> {
        let is_possible = self.moves > 0
            && u32::from(self.same) + u32::from(self.as_good) <= u32::from(self.moves)
            && self.accuracy.max(self.game_accuracy) <= 1_000;
        Some(GuessedGame {
            ended_at: self.at,
            day: self.day,
            game: u64::from_str_radix(&self.guessed, 16).ok()?,
            side: Color::from_char(self.side)?,
            guessed: self.moves,
            same: self.same,
            as_good: self.as_good,
            accuracy: self.accuracy,
            game_accuracy: self.game_accuracy,
        })
        .filter(|_| is_possible)
    }
}

/// A run of the trap quiz.
#[derive(Serialize, Deserialize)]
struct TrapQuizRunJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    /// The seed.
    quiz: u16,
    solved: u16,
    wrong: u16,
}

impl TrapQuizRunJson {
    const fn of(run: &TrapQuizRun) -> Self {
        Self { at: run.ended_at, day: run.day, quiz: run.seed.0, solved: run.solved, wrong: run.wrong }
    }
}

/// A run of the result quiz.
#[derive(Serialize, Deserialize)]
struct ResultQuizRunJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    /// The seed.
    result_quiz: u16,
    right: u16,
    count: u16,
    seconds: u32,
}

impl ResultQuizRunJson {
    const fn of(run: &ResultQuizRun) -> Self {
        Self {
            at: run.ended_at,
            day: run.day,
            result_quiz: run.seed.0,
            right: run.right,
            count: run.count,
            seconds: run.seconds,
        }
    }
}

/// An answer to a mistake card.
#[derive(Serialize, Deserialize)]
struct CardAnswerJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    /// The card's id and the rating.
    card: (String, u8),
}

impl CardAnswerJson {
    fn of(answer: &CardAnswer) -> Self {
        let CardAnswer { ended_at, day, review } = answer;
        Self { at: *ended_at, day: *day, card: (review.card.clone(), name_of_value(&RATINGS, review.rating)) }
    }
}

/// A round.
#[derive(Serialize, Deserialize)]
struct RoundJson {
    at: i64,
    #[serde(deserialize_with = "read_day")]
    day: i32,
    #[serde(rename = "drill")]
    lesson: String,
    level: String,
    seed: u16,
    origin: String,
    outcome: String,
    played: u16,
    par: u16,
    lost: u16,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    helped: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stalemate: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    recalls: Vec<(String, u8)>,
}

const ORIGINS: [(StartOrigin, &str); 3] =
    [(StartOrigin::Dealt, "dealt"), (StartOrigin::Due, "due"), (StartOrigin::Chosen, "chosen")];

const OUTCOMES: [(RoundOutcome, &str); 5] = [
    (RoundOutcome::Perfect, "perfect"),
    (RoundOutcome::Solved, "solved"),
    (RoundOutcome::Stalemated, "stalemate"),
    (RoundOutcome::Drawn, "draw"),
    (RoundOutcome::Lost, "loss"),
];

const RATINGS: [(CardRating, u8); 3] = [(CardRating::Again, 1), (CardRating::Hard, 2), (CardRating::Good, 3)];

impl RoundJson {
    fn of(round: &FinishedRound) -> Self {
        let recall = |recall: &CardReview| (recall.card.clone(), name_of_value(&RATINGS, recall.rating));
        Self {
            at: round.ended_at,
            day: round.day,
            lesson: round.lesson_id.clone(),
            level: round.level.name().to_owned(),
            seed: round.seed.0,
            origin: name_of_value(&ORIGINS, round.start_origin).to_owned(),
            outcome: name_of_value(&OUTCOMES, round.outcome).to_owned(),
            played: round.moves_played,
            par: round.par,
            lost: round.moves_lost,
            helped: round.helped,
            stalemate: round.stalemate.clone(),
            recalls: round.card_reviews.iter().map(recall).collect(),
        }
    }

    /// What a newer program may call by names that are not known here is taken for the mildest.
    fn into_round(self) -> FinishedRound {
        let level = LessonLevel::ALL.into_iter().find(|level| level.name() == self.level).unwrap_or_default();
        let recall = |(card, recalled)| CardReview {
            card,
            rating: value_of_name(&RATINGS, &recalled).unwrap_or(CardRating::Again),
        };
        FinishedRound {
            ended_at: self.at,
            day: self.day,
            lesson_id: self.lesson,
            level,
            seed: Seed(self.seed),
            start_origin: value_of_name(&ORIGINS, &self.origin.as_str()).unwrap_or(StartOrigin::Chosen),
            outcome: value_of_name(&OUTCOMES, &self.outcome.as_str()).unwrap_or(RoundOutcome::Drawn),
            moves_played: self.played,
            par: self.par,
            moves_lost: self.lost,
            helped: self.helped,
            // A record may come from elsewhere, and this is shown.
            stalemate: self.stalemate.filter(|mv| mv.chars().all(is_printable)),
            card_reviews: self.recalls.into_iter().map(recall).collect(),
        }
    }
}

fn name_of_value<T: PartialEq + Copy, N: Copy>(names: &[(T, N)], wanted: T) -> N {
    // Every value has its name in the list; the first one stands in for what cannot be.
    names.iter().find(|(value, _)| *value == wanted).map_or(names[0].1, |(_, name)| *name)
}

fn value_of_name<T: Copy, N: PartialEq>(names: &[(T, N)], name: &N) -> Option<T> {
    names.iter().find(|(_, known)| known == name).map(|(value, _)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_before_1970_is_written_and_read_back() {
        let line =
            r#"{"at":-43200,"day":-1,"puzzle":"0000000000000007","rating":1480,"solved":true,"rated":true}"#;
        let entry = parse_line(line.as_bytes()).unwrap();
        assert_eq!((entry.ended_at(), entry.day()), (-43_200, -1));
        assert_eq!(to_line(&entry).unwrap().trim_end(), line);
        // A clock that was far ahead has left days beyond those that fit.
        let future = parse_line(line.replace("\"day\":-1", "\"day\":4294967295").as_bytes()).unwrap();
        assert_eq!(future.day(), i32::MAX);
    }

    #[test]
    fn every_outcome_has_a_name_of_its_own() {
        for (outcome, name) in OUTCOMES {
            assert_eq!(value_of_name(&OUTCOMES, &name), Some(outcome));
        }
    }

    #[test]
    fn what_a_newer_program_has_written_is_left_out() {
        assert!(
            parse_line(br#"{"at":1,"day":2,"puzzles":"storm","solved":1,"wrong":0,"seconds":9}"#).is_none()
        );
        assert!(
            parse_line(br#"{"at":1,"day":2,"puzzle":"x","rating":9,"solved":true,"rated":true}"#).is_none()
        );
        let guessed = r#"{"at":1,"day":2,"guessed":"2a","side":"w","moves":3,"same":2,"as_good":1,"accuracy":900,"game_accuracy":950}"#;
        assert!(parse_line(guessed.as_bytes()).is_some());
        for (known, unknown) in [("2a", "x"), (r#""w""#, r#""x""#), ("900", "1001"), (":3", ":2")] {
            assert!(parse_line(guessed.replace(known, unknown).as_bytes()).is_none(), "{unknown}");
        }
        let results = r#"{"at":1,"day":2,"result_quiz":7,"right":18,"count":20,"seconds":95}"#;
        let Some(PracticeEntry::ResultQuizRun(run)) = parse_line(results.as_bytes()) else { panic!() };
        assert_eq!((run.seed, run.right, run.count, run.seconds), (Seed(7), 18, 20, 95));
        assert_eq!(to_line(&PracticeEntry::ResultQuizRun(run)).unwrap().trim_end(), results);
        assert!(parse_line(b"{}").is_none());
    }
}
