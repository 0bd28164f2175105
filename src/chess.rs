//! Floor 0: the vocabulary that every other room speaks.
//!
//! Positions are legal by construction and carry their key; scores, plies and depths are types of their
//! own, so that no two meanings can be mixed up. This room uses shakmaty and nothing else.
//!
//! Reading order: [`mod@unit`] and [`score`] (what a number means), [`position`], [`trail`] and [`root`] (where
//! we are and how we came), `board` (a position at the speed of a search), [`fen`] and [`notation`] (text at
//! the door), [`draft`] (a position in the making), [`ending`] (how a game stops), [`verdict`], [`ranking`],
//! [`mod@line`] and [`finding`] (what is known
//! about a position), [`material`], [`names`], [`perft`], [`chess960`], [`odds`],
//! [`stop`], [`text`].

pub(crate) mod board;
pub mod chess960;
pub mod draft;
pub mod ending;
pub mod fen;
pub mod finding;
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
pub mod reserve;
pub mod root;
pub mod score;
pub mod stop;
pub mod text;
pub mod trail;
pub mod unit;
pub mod verdict;

pub use draft::{Draft, Edit};
pub use ending::Ending;
pub use finding::{Distance, Fact, Finding};
pub use line::{Bound, Certainty, Line};
pub use material::Material;
pub use odds::Odds;
pub use position::Position;
pub use ranking::{Cost, RankedMove, Ranking};
pub use root::Root;
pub use score::{Score, StoredScore, Value, WhiteScore, Window};
pub use shakmaty::{Bitboard, Color, File, Move, MoveList, Piece, Rank, Role, Square};
pub use stop::{StopSource, StopToken, Stopped};
pub use trail::Trail;
pub use unit::{Depth, Ply};
pub use verdict::{NoOracle, Oracle, Verdict};
