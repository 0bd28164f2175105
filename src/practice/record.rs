//! What is kept of a finished round, and of a run of the trap quiz: enough to add it up again, now and in years.

use std::collections::{BTreeMap, BTreeSet};

use crate::chess::MoveCost;

use super::deal::Seed;
use super::exercise::LessonLevel;
use super::lesson::PassCriteria;
use super::round::{Round, RoundOutcome};
use super::spaced_repetition::{CardDeck, CardRating, CardReview, position_card_id};
use super::symmetry;

/// A finished round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedRound {
    /// When it ended, in seconds since 1970-01-01; nought until it is kept.
    pub ended_at: u64,
    /// The player's day on which it ended, counted from 1970-01-01.
    pub day: u32,
    /// The drill's id.
    pub lesson_id: String,
    /// How hard the start was.
    pub level: LessonLevel,
    /// What the start was dealt from.
    pub seed: Seed,
    /// Where the start came from.
    pub start_origin: StartOrigin,
    /// How it ended.
    pub outcome: RoundOutcome,
    /// Moves that the trainee needed.
    pub moves_played: u16,
    /// Moves that best play needs.
    pub par: u16,
    /// Moves lost in all.
    pub moves_lost: u16,
    /// Whether help was taken.
    pub helped: bool,
    /// The move that gave stalemate, in standard algebraic notation.
    pub stalemate: Option<String>,
    /// What it says of the trainee's memory.
    pub card_reviews: Vec<CardReview>,
}

/// What is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PracticeEntry {
    /// A round.
    Round(FinishedRound),
    /// A run of the trap quiz.
    QuizRun(QuizRun),
}

/// A run of the trap quiz that came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuizRun {
    /// When it ended, in seconds since 1970-01-01; nought until it is kept.
    pub ended_at: u64,
    /// The player's day on which it ended, counted from 1970-01-01.
    pub day: u32,
    /// What its positions were dealt from.
    pub seed: Seed,
    /// Positions solved.
    pub solved: u16,
    /// Moves that threw a win away.
    pub wrong: u16,
}

impl PracticeEntry {
    /// When it ended, in seconds since 1970-01-01.
    #[must_use]
    pub const fn ended_at(&self) -> u64 {
        match self {
            Self::Round(round) => round.ended_at,
            Self::QuizRun(run) => run.ended_at,
        }
    }

    /// The same with the time at which it ended.
    #[must_use]
    pub fn with_end_time(self, at: u64) -> Self {
        match self {
            Self::Round(round) => Self::Round(FinishedRound { ended_at: at, ..round }),
            Self::QuizRun(run) => Self::QuizRun(QuizRun { ended_at: at, ..run }),
        }
    }
}

/// Where a start came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StartOrigin {
    /// Dealt by the drill's rule.
    Dealt,
    /// A slip that was due again.
    Due,
    /// A position of the player's own.
    Chosen,
}

impl FinishedRound {
    /// What is kept of a round that is over, but for its time; None while it runs. A lesson has a mark to pass, and is
    /// itself a card where its start was dealt.
    #[must_use]
    pub fn from_round(
        round: &Round,
        origin: StartOrigin,
        pass: Option<PassCriteria>,
        day: u32,
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
        // What is known is asked for when it is due; to practice more often teaches, but says little.
        let counts = |rating: &CardRating| {
            let card = &finished.lesson_id;
            *rating == CardRating::Again || !memory.contains(card) || memory.is_due(card, day)
        };
        if let Some(rating) = lesson_rating.filter(counts) {
            finished.card_reviews.push(CardReview { card: finished.lesson_id.clone(), rating });
        }
        Some(finished)
    }

    fn lesson_rating(&self, pass: PassCriteria) -> CardRating {
        match self.outcome.is_solved() {
            true if !self.helped && self.moves_lost <= pass.max_moves_lost => CardRating::Good,
            true => CardRating::Hard,
            false => CardRating::Again,
        }
    }
}

/// What a round says of single positions: those that went wrong, and those that were due and went right.
fn position_reviews(round: &Round, day: u32, memory: &CardDeck) -> Vec<CardReview> {
    let lesson_id = &round.exercise().id;
    let card = |position| position_card_id(lesson_id, &symmetry::canonical(position));
    let missed: BTreeSet<String> = round.missed_positions().iter().map(card).collect();
    let helped = round.summary().is_some_and(|account| account.helped);
    // A position that comes twice counts by its worse answer.
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
