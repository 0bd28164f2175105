//! A game against the engine.

use std::time::{Duration, Instant};

use crate::analysis::Level;
use crate::chess::{Color, Ending, Position, Ranking, WhiteScore};
use crate::game::{Clock, Mark, NodeId, Own, TimeControl, Walk};

use super::Premove;

/// What a game is played under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The player's color.
    pub you: Color,
    /// The name of the engine outside that plays; None for the built-in one.
    pub opponent: Option<String>,
    /// The built-in engine's strength.
    pub level: Level,
    /// How time is given.
    pub control: TimeControl,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            you: Color::White,
            opponent: None,
            level: Level::new(4),
            control: TimeControl::PerMove(Duration::from_secs(1)),
        }
    }
}

/// The running game.
#[derive(Clone, Debug)]
pub struct Play {
    /// The moves, and the position that is looked at.
    pub walk: Walk,
    /// Where the game itself stands. Stepping back only looks; moves are played here.
    pub tip: NodeId,
    /// What it is played under.
    pub setup: Setup,
    /// Both clocks, where the game has them.
    pub clock: Option<Clock>,
    /// How the game ended, once it has.
    pub over: Option<Ending>,
    /// When the engine began to think about its move, while it does.
    pub thinking_since: Option<Instant>,
    /// The move that waits for the engine's.
    pub premove: Option<Premove>,
    /// Why the engine has not moved and does not think, where it has failed.
    pub stalled: Option<String>,
    /// The engine's own view of the game at its last move.
    pub opinion: Option<WhiteScore>,
    /// Places that were taken back, the nearest last: what redo returns to.
    pub undone: Vec<NodeId>,
    /// What tells the game from all others.
    pub mark: Mark,
    /// Every legal move of the position that is looked at by its cost, while it is asked for and covered.
    pub ranking: Option<Ranking>,
}

impl Play {
    /// A new game from a position; its clocks stand until the first move.
    #[must_use]
    pub fn new(start: Position, setup: Setup) -> Self {
        let clock = match setup.control {
            TimeControl::PerMove(_) => None,
            TimeControl::Clock { base, increment } => Some(Clock::new(base, increment)),
        };
        let walk = Walk::new(start);
        let tip = walk.at();
        let over = walk.ending();
        Self {
            walk,
            tip,
            setup,
            clock,
            over,
            thinking_since: None,
            premove: None,
            stalled: None,
            opinion: None,
            undone: Vec::new(),
            mark: Mark { day: 0, number: 0 },
            ranking: None,
        }
    }

    /// What the game is, beside its moves.
    #[must_use]
    pub fn own(&self) -> Own {
        let Setup { you, opponent, level, control } = self.setup.clone();
        Own { you, opponent, level: level.number(), control, mark: self.mark }
    }

    /// Whether the position that is looked at is the one that the game stands at.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.walk.at() == self.tip
    }

    /// Who is to move in the game, wherever the reader stands.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.walk.tree().node(self.tip).position().turn()
    }

    /// Whether the player may move now.
    #[must_use]
    pub fn is_your_turn(&self) -> bool {
        self.over.is_none() && self.turn() == self.setup.you
    }
}
