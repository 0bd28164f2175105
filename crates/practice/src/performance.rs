//! Performance statistics of one player: results, openings, first moves, form, opponents, time, mistakes and months.
//!
//! Plain values that are added up game by game: every game counts with its result, a game with a finished review
//! with its moves, too. What the moves themselves say (first moves, how games end, time use) is added where the text of the
//! game can be read. Each figure remembers its games by the checksums of their texts only, so any number of games
//! takes little memory.
//!
//! Reading order: [`game_score`] (won, drawn, lost, performance rating), [`opening_family`] (openings), [`first_moves`] (their
//! first moves), [`form`] (the last games), [`opponent_rating`], [`game_length`], [`game_end`], [`game_moves`] (what is read of the moves), [`phase`] (opening, middlegame
//! and endgame), [`mistake_kind`] (what a mistake cost), [`judged_moves`] (accuracy of moves, mistakes per 100
//! moves), [`clock_left`] (time on the clock), [`time_use`] (time for a move, time trouble), [`figure`] (what a figure is about), [`totals`] (all of it:
//! [`Performance`]).

pub mod clock_left;
pub mod figure;
pub mod first_moves;
pub mod form;
pub mod game_end;
pub mod game_length;
pub mod game_moves;
pub mod game_score;
pub mod judged_moves;
pub mod mistake_kind;
pub mod opening_family;
pub mod opponent_rating;
pub mod phase;
pub mod time_use;
pub mod totals;

pub use clock_left::ClockLeft;
pub use figure::PerformanceFigure;
pub use first_moves::FirstMove;
pub use form::FormPeriod;
pub use game_end::GameEnd;
pub use game_length::GameLength;
pub use game_moves::GameMoves;
pub use game_score::GameScore;
pub use judged_moves::JudgedMoves;
pub use mistake_kind::MistakeKind;
pub use opening_family::{OpeningFamily, OpeningVariation};
pub use opponent_rating::RatingRange;
pub use phase::GamePhase;
pub use time_use::{MoveTimes, TimeUse};
pub use totals::{MonthlyPerformance, Performance};
