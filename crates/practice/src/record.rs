//! The practice record: one entry for each finished round, each run of a quiz, each answer to a mistake card or a puzzle, each run of puzzles, and each game whose moves were guessed. Progress is computed from it.

use std::collections::{BTreeMap, BTreeSet};

use super::deal::Seed;
use super::exercise::{LessonLevel, is_defense_id};
use super::guess::GuessedGame;
use super::lesson::PassCriteria;
use super::outcome::{RoundOutcome, RoundResult};
use super::puzzle::{PuzzleAnswer, PuzzleRun};
use super::round::Round;
use super::spaced_repetition::{CardDeck, CardRating, CardReview, position_card_id};
use super::symmetry;
use chess::MoveCost;

/// A finished round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRound {
    /// When it ended, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it ended, counted from 1970-01-01.
    pub day: i32,
    /// The lesson's id.
    pub lesson_id: String,
    /// Difficulty of the start position.
    pub level: LessonLevel,
    /// Seed of the start position.
    pub seed: Seed,
    /// Where the start position came from.
    pub start_origin: StartOrigin,
    /// Result of the round.
    pub outcome: RoundOutcome,
    /// Moves of the trainee.
    pub moves_played: u16,
    /// Moves of best play.
    pub par: u16,
    /// Total number of moves lost against best play.
    pub moves_lost: u16,
    /// Whether hints were used.
    pub helped: bool,
    /// The move that gave stalemate, in standard algebraic notation.
    pub stalemate: Option<String>,
    /// The reviews of cards that follow from the round.
    pub card_reviews: Vec<CardReview>,
}

/// An entry of the practice record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PracticeEntry {
    /// A round.
    Round(FinishedRound),
    /// A run of the trap quiz.
    TrapQuizRun(TrapQuizRun),
    /// A run of the result quiz.
    ResultQuizRun(ResultQuizRun),
    /// An answer to a mistake card, or in a position of a repertoire.
    CardAnswer(CardAnswer),
    /// An answer to a puzzle.
    PuzzleAnswer(PuzzleAnswer),
    /// Several puzzles in a row.
    PuzzleRun(PuzzleRun),
    /// A game whose moves were guessed.
    GuessedGame(GuessedGame),
}

/// An answer to a mistake card, or in a position of a repertoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardAnswer {
    /// When it was given, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it was given, counted from 1970-01-01.
    pub day: i32,
    /// The card, and how well it was remembered.
    pub review: CardReview,
}

/// A finished run of the trap quiz.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrapQuizRun {
    /// When it ended, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it ended, counted from 1970-01-01.
    pub day: i32,
    /// Seed of its positions.
    pub seed: Seed,
    /// Positions solved.
    pub solved: u16,
    /// Moves that threw a win away.
    pub wrong: u16,
}

/// A finished run of the result quiz.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultQuizRun {
    /// When it ended, in seconds since 1970-01-01; 0 until it is saved.
    pub ended_at: i64,
    /// The local day on which it ended, counted from 1970-01-01.
    pub day: i32,
    /// Seed of its positions.
    pub seed: Seed,
    /// Positions answered right.
    pub right: u16,
    /// Number of positions.
    pub count: u16,
    /// Seconds until all answers were given.
    pub seconds: u32,
}

impl PracticeEntry {
    /// When it ended, in seconds since 1970-01-01.
    #[must_use]
    pub const fn ended_at(&self) -> i64 {
        match self {
            Self::Round(round) => round.ended_at,
            Self::TrapQuizRun(run) => run.ended_at,
            Self::ResultQuizRun(run) => run.ended_at,
            Self::CardAnswer(answer) => answer.ended_at,
            Self::PuzzleAnswer(answer) => answer.ended_at,
            Self::PuzzleRun(run) => run.ended_at,
            Self::GuessedGame(game) => game.ended_at,
        }
    }

    /// The local day on which it ended, counted from 1970-01-01.
    #[must_use]
    pub const fn day(&self) -> i32 {
        match self {
            Self::Round(round) => round.day,
            Self::TrapQuizRun(run) => run.day,
            Self::ResultQuizRun(run) => run.day,
            Self::CardAnswer(answer) => answer.day,
            Self::PuzzleAnswer(answer) => answer.day,
            Self::PuzzleRun(run) => run.day,
            Self::GuessedGame(game) => game.day,
        }
    }

    /// The entry with the time at which it ended, in seconds since 1970-01-01.
    #[must_use]
    pub fn with_end_time(self, at: i64) -> Self {
        match self {
            Self::Round(round) => Self::Round(FinishedRound { ended_at: at, ..round }),
            Self::TrapQuizRun(run) => Self::TrapQuizRun(TrapQuizRun { ended_at: at, ..run }),
            Self::ResultQuizRun(run) => Self::ResultQuizRun(ResultQuizRun { ended_at: at, ..run }),
            Self::CardAnswer(answer) => Self::CardAnswer(CardAnswer { ended_at: at, ..answer }),
            Self::PuzzleAnswer(answer) => Self::PuzzleAnswer(PuzzleAnswer { ended_at: at, ..answer }),
            Self::PuzzleRun(run) => Self::PuzzleRun(PuzzleRun { ended_at: at, ..run }),
            Self::GuessedGame(game) => Self::GuessedGame(GuessedGame { ended_at: at, ..game }),
        }
    }
}

/// Origin of a start position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartOrigin {
    /// Dealt at random.
    Dealt,
    /// A card that was due.
    Due,
    /// A position that the user set up.
    Chosen,
}

impl FinishedRound {
    /// The entry of a finished round, without its time; None while the round runs. A lesson with a pass
    /// criterion is itself a card, which rounds from dealt start positions review.
    #[must_use]
    pub fn from_round(
        round: &Round,
        origin: StartOrigin,
        pass: Option<PassCriteria>,
        day: i32,
        memory: &CardDeck,
    ) -> Option<Self> {
        let summary = round.summary()?;
        let stalemating_mistake =
            summary.mistakes.last().filter(|_| summary.outcome == RoundOutcome::Stalemated);
        let mut finished = Self {
            ended_at: 0,
            day,
            lesson_id: round.exercise().id.clone(),
            level: summary.level,
            seed: summary.seed,
            start_origin: origin,
            outcome: summary.outcome,
            moves_played: summary.moves_played,
            par: summary.par,
            moves_lost: summary.moves_lost,
            helped: summary.helped,
            stalemate: stalemating_mistake.map(|mistake| mistake.grade.san.clone()),
            card_reviews: position_reviews(round, day, memory),
        };
        let lesson_rating =
            pass.filter(|_| origin == StartOrigin::Dealt).map(|pass| finished.lesson_rating(pass));
        // A success before the due date says little about memory and is no review.
        let counts = |rating: &CardRating| {
            let card = &finished.lesson_id;
            *rating == CardRating::Again || !memory.contains(card) || memory.is_due(card, day)
        };
        if let Some(rating) = lesson_rating.filter(counts) {
            finished.card_reviews.push(CardReview { card: finished.lesson_id.clone(), rating });
        }
        Some(finished)
    }

    /// What counts of it for passing the lesson.
    #[must_use]
    pub fn result(&self) -> RoundResult {
        RoundResult {
            resists: is_defense_id(&self.lesson_id),
            outcome: self.outcome,
            helped: self.helped,
            moves_played: self.moves_played,
            par: self.par,
            moves_lost: self.moves_lost,
        }
    }

    fn lesson_rating(&self, pass: PassCriteria) -> CardRating {
        match self.outcome.is_solved() {
            true if pass.accepts(self.result()) => CardRating::Good,
            true => CardRating::Hard,
            false => CardRating::Again,
        }
    }
}

/// The reviews of position cards: mistakes, and due positions that were played correctly.
fn position_reviews(round: &Round, day: i32, memory: &CardDeck) -> Vec<CardReview> {
    let lesson_id = &round.exercise().id;
    let card = |position| position_card_id(lesson_id, &symmetry::canonical(position));
    let missed: BTreeSet<String> = round.missed_positions().iter().map(card).collect();
    let helped = round.summary().is_some_and(|account| account.helped);
    // A position that occurs twice has its lower rating.
    let mut ratings: BTreeMap<String, CardRating> = BTreeMap::new();
    for turn in round.turns() {
        let rating =
            if turn.grade.cost == MoveCost::Keeps && !helped { CardRating::Good } else { CardRating::Hard };
        let worst = ratings.entry(card(&turn.before.position)).or_insert(rating);
        *worst = rating.min(*worst);
    }
    ratings.retain(|card, _| !missed.contains(card) && memory.is_due(card, day));
    let forgotten = missed.into_iter().map(|card| (card, CardRating::Again));
    forgotten.chain(ratings).map(|(card, rating)| CardReview { card, rating }).collect()
}
