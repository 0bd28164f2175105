//! Positions, moves, scores, and their text forms. Every other crate uses them.
//!
//! A [`Position`] is legal by construction and carries its Zobrist key; scores, plies and depths are types of
//! their own, so that they cannot be mixed up. The crate depends on shakmaty, and of the program on
//! `platform` alone.
//!
//! Reading order: [`mod@unit`] and [`score`] (plies, depths, scores), [`position`], [`repetition`] and
//! [`root`] (a position with its game), [`half_move`] (a move or a null move of a record), `board` (a fast position for
//! searches), [`fen`] and [`notation`] (text), [`move_squares`] (which squares mean a move), [`draft`] (a position being
//! edited), [`termination`] (how a game ends), [`verdict`], [`fifty_moves`], [`ranking`], [`mod@line`], [`mod@score_text`],
//! [`evaluation`] and `position_analysis` (what is known about a position), [`material`], [`names`],
//! [`mod@nearest`] (suggestions for misspelled names), [`perft`],
//! [`chess960`], [`odds`], [`stop`], [`text`].

pub mod allocation;
pub mod board;
pub mod chess960;
pub mod draft;
pub mod evaluation;
pub mod fen;
pub mod fifty_moves;
pub mod fnv;
pub mod half_move;
pub mod line;
pub mod material;
pub mod mistake_search;
pub mod move_squares;
pub mod names;
pub mod nearest;
pub mod notation;
pub mod odds;
pub mod perft;
pub mod position;
mod position_analysis;
#[cfg(any(test, feature = "testing"))]
pub mod random_games;
pub mod ranking;
pub mod reconcile;
pub mod repetition;
pub mod root;
pub mod score;
pub mod score_text;
pub mod split_mix;
pub mod stop;
pub mod table_policy;
pub mod termination;
pub mod text;
pub mod thread;
pub mod unit;
pub mod verdict;

pub use draft::{Draft, DraftEdit};
pub use evaluation::{DistanceToMate, KnownResult, PositionEvaluation};
pub use fifty_moves::{CountedVerdict, FiftyMoveEffect};
pub use half_move::HalfMove;
pub use line::{Bound, Certainty, Line};
pub use material::Material;
pub use move_squares::{destination_square, moves_between};
pub use odds::Odds;
pub use position::Position;
pub use position_analysis::PositionAnalysis;
pub use ranking::{MoveCost, RankedMove, Ranking};
pub use repetition::RepetitionHistory;
pub use root::Root;
pub use score::{Score, ScoreValue, TtScore, WhiteScore, Window};
pub use shakmaty::{Bitboard, Color, File, Move, MoveList, Piece, Rank, Role, Square};
pub use stop::{StopSource, StopToken, Stopped};
pub use termination::GameTermination;
pub use unit::{Depth, Ply};
pub use verdict::{NoOracle, Oracle, Verdict};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
