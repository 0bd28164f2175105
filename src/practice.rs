//! Floor 4: drills, and the review of games. Random starts, each move graded against the truth, an account at the end.
//!
//! A room of values: no clock, no file, no thread. The truth comes from a [`crate::chess::Oracle`], and a
//! correct solver never fails: every optimal move is accepted, a slower mate costs moves and nothing else.
//!
//! Reading order: [`lesson`] and [`exercise`] (what there is to practice), [`course`] (the course as text), [`deal`]
//! (a start from a seed) and [`start_squares`] (where its men stand), [`grade`] (a move and its reason), [`round`] (one
//! attempt), [`king_box`] (where the bare king can go), [`zugzwang`] (the same men, the other side to move),
//! [`record`] (what is kept of a round), [`progress`] (what was achieved so far), [`spaced_repetition`] (what is due again) and
//! [`symmetry`] (positions that count as one); apart from drills, [`quiz`] (traps against the clock) and [`review`] (a
//! whole game, move by move).

pub mod course;
pub mod deal;
pub mod exercise;
pub mod grade;
pub mod king_box;
pub mod lesson;
pub mod progress;
pub mod quiz;
pub mod record;
pub mod review;
pub mod round;
pub mod spaced_repetition;
pub mod start_squares;
pub mod symmetry;
pub mod zugzwang;

pub use deal::Seed;
pub use exercise::{Exercise, Goal, LessonLevel, StartConditions, Trainee};
pub use grade::Grade;
pub use king_box::KingBox;
pub use lesson::{Lesson, PassCriteria};
pub use progress::{LessonRecord, PracticeProgress};
pub use quiz::Quiz;
pub use record::FinishedRound;
pub use review::Review;
pub use round::{
    DefenseStyle, GuardVerdict, PlayError, Round, RoundDrawRules, RoundHint, RoundMistake, RoundOutcome,
    RoundReply, RoundSummary, RoundTurn, StalemateGuardMode,
};
pub use spaced_repetition::CardDeck;
pub use zugzwang::ZugzwangAnalysis;
