//! The endgame trainer and the review of games.
//!
//! Plain values: no clock, no files, no threads. A round starts at a random position, each move is graded by
//! an exact [`Oracle`](chess::Oracle), and a summary follows. Every optimal move is accepted; a slower
//! mate only costs moves.
//!
//! Reading order: [`lesson`] and [`exercise`], [`course`] (the course as text), [`deal`] (a random start
//! position from a seed), [`start_squares`] (its rules for squares) and [`start_filter`] (its rules for moves),
//! [`grade`] (a move and the reason for its grade), [`motif`] (the idea behind a move), [`guide`] (what the coach says before one), [`round`] (one attempt),
//! [`outcome`] (how it ended), [`king_box`] (the area of the bare king), [`zugzwang`] (the same position with the
//! other side to move), [`record`] (what is saved of a round), [`progress`], [`spaced_repetition`] (cards and due
//! dates) and [`symmetry`] (equivalent positions); apart from lessons, [`trap_quiz`] (stalemate traps against
//! the clock), [`result_quiz`] ("which result?"), [`review`] (a whole game), [`performance`] (statistics of all games of
//! a player), [`mistake_card`] (a mistake of one's own, to be tried again until the better move is known),
//! [`mistake_deck`] (all of them, and what is due), [`puzzle`] (positions with one solution, each with its proof)
//! [`guess`] (the moves of a game, guessed one by one) and [`repertoire`] (openings, asked position by position). [`run_clock`] times runs of quizzes and puzzles.

mod best_play;
pub mod course;
pub mod deal;
pub mod exercise;
pub mod grade;
pub mod guess;
pub mod guide;
pub mod king_box;
pub mod lesson;
pub mod mistake_card;
pub mod mistake_deck;
pub mod motif;
pub mod outcome;
pub mod performance;
pub mod progress;
pub mod puzzle;
pub mod record;
pub mod repertoire;
pub mod result_quiz;
pub mod review;
pub mod round;
pub mod run_clock;
pub mod spaced_repetition;
pub mod start_filter;
pub mod start_squares;
pub mod symmetry;
pub mod trap_quiz;
pub mod zugzwang;

pub use deal::Seed;
pub use exercise::{CriticalMoment, Exercise, Goal, LessonLevel, StartConditions, Trainee};
pub use grade::Grade;
pub use king_box::KingBox;
pub use lesson::{Lesson, PassCriteria};
pub use mistake_card::{MistakeCard, MistakeCardId};
pub use mistake_deck::MistakeDeck;
pub use motif::{Motif, MotifKind};
pub use outcome::{Medal, RoundOutcome, RoundResult};
pub use performance::Performance;
pub use progress::{LessonRecord, PracticeProgress};
pub use puzzle::Puzzle;
pub use record::FinishedRound;
pub use result_quiz::ResultQuiz;
pub use review::Review;
pub use round::{
    DefenseStyle, GuardVerdict, PlayError, Round, RoundHint, RoundMistake, RoundReply, RoundSummary,
    RoundTurn, StalemateGuardMode,
};
pub use spaced_repetition::CardDeck;
pub use start_filter::StartFilter;
pub use trap_quiz::TrapQuiz;
pub use zugzwang::ZugzwangAnalysis;
