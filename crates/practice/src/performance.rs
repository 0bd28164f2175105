//! Performance statistics of one player: results, openings, time classes, mistakes, clock and months.
//!
//! Plain values that are added up game by game: every game counts with its result, a game with a finished review
//! with its moves, too. Each figure remembers its games by the checksums of their texts only, so any number of games
//! takes little memory.
//!
//! Reading order: [`game_score`] (won, drawn, lost), [`opening_family`] (openings), [`phase`] (opening, middlegame
//! and endgame), [`mistake_kind`] (what a mistake cost), [`judged_moves`] (accuracy of moves, mistakes per 100
//! moves), [`clock_left`] (time on the clock), [`figure`] (what a figure is about), [`totals`] (all of it:
//! [`Performance`]).

pub mod clock_left;
pub mod figure;
pub mod game_score;
pub mod judged_moves;
pub mod mistake_kind;
pub mod opening_family;
pub mod phase;
pub mod totals;

pub use clock_left::ClockLeft;
pub use figure::PerformanceFigure;
pub use game_score::GameScore;
pub use judged_moves::JudgedMoves;
pub use mistake_kind::MistakeKind;
pub use opening_family::{OpeningFamily, OpeningVariation};
pub use phase::GamePhase;
pub use totals::{MonthlyPerformance, Performance};
