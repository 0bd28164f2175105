//! Floor 4: drills, and the review of games. Random starts, each move graded against the truth, an account at the end.
//!
//! A room of values: no clock, no file, no thread. The truth comes from a [`crate::chess::Oracle`], and a
//! correct solver never fails: every optimal move is accepted, a slower mate costs moves and nothing else.
//!
//! Reading order: [`lesson`] and [`drill`] (what there is to practice), [`catalogue`] (the course as text), [`deal`]
//! (a start from a seed) and [`squares`] (where its men stand), [`grade`] (a move and its reason), [`round`] (one
//! attempt), [`king_box`] (where the bare king can go), [`other_turn`] (the same men, the other side to move),
//! [`finished`] (what is kept of a round), [`progress`] (what was achieved so far), [`memory`] (what is due again) and
//! [`alike`] (positions that count as one); apart from drills, [`quiz`] (traps against the clock) and [`review`] (a
//! whole game, move by move).

pub mod alike;
pub mod catalogue;
pub mod deal;
pub mod drill;
pub mod finished;
pub mod grade;
pub mod king_box;
pub mod lesson;
pub mod memory;
pub mod other_turn;
pub mod progress;
pub mod quiz;
pub mod review;
pub mod round;
pub mod squares;

pub use deal::Seed;
pub use drill::{Drill, Goal, Level, Starts, Trainee};
pub use finished::Finished;
pub use grade::Grade;
pub use king_box::KingBox;
pub use lesson::{Lesson, Pass};
pub use memory::Memory;
pub use other_turn::OtherTurn;
pub use progress::{Progress, Record};
pub use quiz::Quiz;
pub use review::Review;
pub use round::{
    Account, Caution, Counting, Defense, Guard, Hint, Outcome, PlayError, Reply, Round, Slip, Turn,
};
