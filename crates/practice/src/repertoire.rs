//! Training of an opening repertoire. Each position with the player to move is a card of
//! [spaced repetition](super::spaced_repetition), whatever lines lead to it; all moves that the repertoire has there are right.
//!
//! Reading order: `card_id`, [`schedule`] (what is due on a day), [`run`] (the lines that are played, and what is asked in them).

pub(crate) mod card_id;
pub mod run;
pub mod schedule;

pub use card_id::repertoire_card_id;
pub use run::{RepertoireAnswer, RepertoireRun, ReplyChoice, RunCards, TrainingStep};
pub use schedule::{NEW_POSITIONS_A_DAY, RepertoireCards};
