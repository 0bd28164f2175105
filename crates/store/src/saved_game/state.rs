//! The saved state of the running game and of the analysis board.

use std::time::Duration;

use chess::GameTermination;
use game::pgn::PgnHeader;
use game::{GameId, GamePlayers, NodeId, TimeControl, Tree};

/// The running game.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The moves with variations and comments.
    pub tree: Tree,
    /// The current position.
    pub current: NodeId,
    /// The players.
    pub players: GamePlayers,
    /// Time control.
    pub time_control: TimeControl,
    /// Time left on White's and Black's clocks, where the game has clocks.
    pub time_left: Option<(Duration, Duration)>,
    /// How the game ended, if it did.
    pub ending: Option<GameTermination>,
    /// Unique id of the game. Files of older versions have none.
    pub game_id: Option<GameId>,
}

/// The analysis board.
#[derive(Clone, Debug)]
pub struct SavedAnalysis {
    /// The moves with variations and comments.
    pub tree: Tree,
    /// The current position.
    pub current: NodeId,
    /// The PGN tags and result.
    pub header: PgnHeader,
    /// Whether the list of games has all of it, or need not have it. Files of older versions do not say.
    pub is_kept: bool,
    /// The digest of the text that the library has of it, where it has a file of its own.
    pub kept_digest: Option<u64>,
}
