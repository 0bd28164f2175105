//! Floor 0: the vocabulary that every other room speaks.
//!
//! Positions are legal by construction and carry their key; scores, plies and depths are types of their
//! own, so that no two meanings can be mixed up. This room uses shakmaty and nothing else.
//!
//! Reading order: [`mod@unit`] and [`score`] (what a number means), [`position`], [`repetition`] and [`root`] (where
//! we are and how we came), `board` (a position at the speed of a search), [`fen`] and [`notation`] (text at
//! the door), [`draft`] (a position in the making), [`termination`] (how a game stops), [`verdict`], [`ranking`],
//! [`mod@line`] and [`evaluation`] (what is known
//! about a position), [`material`], [`names`], [`perft`], [`chess960`], [`odds`],
//! [`stop`], [`text`].

pub mod allocation;
pub(crate) mod board;
pub mod chess960;
pub mod draft;
pub mod evaluation;
pub mod fen;
pub mod line;
pub mod material;
pub mod names;
pub mod notation;
pub mod odds;
pub mod perft;
pub mod position;
#[cfg(test)]
pub(crate) mod random_games;
pub mod ranking;
pub mod reconcile;
pub mod repetition;
pub mod root;
pub mod score;
pub mod stop;
pub mod termination;
pub mod text;
pub mod thread;
pub mod unit;
pub mod verdict;

pub use draft::{Draft, DraftEdit};
pub use evaluation::{DistanceToMate, KnownResult, PositionEvaluation};
pub use line::{Bound, Certainty, Line};
pub use material::Material;
pub use odds::Odds;
pub use position::Position;
pub use ranking::{MoveCost, RankedMove, Ranking};
pub use repetition::RepetitionHistory;
pub use root::Root;
pub use score::{Score, ScoreValue, TtScore, WhiteScore, Window};
pub use shakmaty::{Bitboard, Color, File, Move, MoveList, Piece, Rank, Role, Square};
pub use stop::{StopSource, StopToken, Stopped};
pub use termination::GameTermination;
pub use unit::{Depth, Ply};
pub use verdict::{NoOracle, Oracle, Verdict};
