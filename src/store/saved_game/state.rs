//! The saved state of the running game and of the analysis board.

use std::time::Duration;

use crate::chess::GameTermination;
use crate::game::pgn::PgnHeader;
use crate::game::{GameId, GamePlayers, NodeId, TimeControl, Tree};

/// A game that is played here.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// Everything that was played.
    pub tree: Tree,
    /// Where the game stands.
    pub current: NodeId,
    /// Who plays which side.
    pub players: GamePlayers,
    /// How time is given.
    pub time_control: TimeControl,
    /// What the clocks of White and Black show, where the game has clocks.
    pub time_left: Option<(Duration, Duration)>,
    /// How the game ended, if it did.
    pub ending: Option<GameTermination>,
    /// What tells it from all other games. Files of older versions have none.
    pub game_id: Option<GameId>,
}

/// The analysis board.
#[derive(Clone, Debug)]
pub struct SavedAnalysis {
    /// Everything that was played.
    pub tree: Tree,
    /// Where the reader stands.
    pub current: NodeId,
    /// What the game's text says beside its moves.
    pub header: PgnHeader,
}
