//! What the moves of a game say for the statistics: read once, on any thread, before games are added up in their order.

use super::first_moves::{MAX_PLIES, beginnings};
use super::game_end::GameEnd;
use super::time_use::GameTimeUse;
use chess::Color;
use game::GameListEntry;
use game::pgn::PgnReadResult;

/// The moves of a game, as far as the statistics count them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameMoves {
    /// The beginnings of the game, the shortest first; none where it has a start of its own.
    pub(super) beginnings: Vec<String>,
    /// How it ended; None for a game without a result.
    pub(super) end: Option<GameEnd>,
    /// The player's time; None where the clock is not known.
    pub(super) time: Option<GameTimeUse>,
}

impl GameMoves {
    /// Those of a game that the player had with this color.
    #[must_use]
    pub fn of(game: &GameListEntry, color: Color, read: &PgnReadResult) -> Self {
        let tree = &read.game.tree;
        let line = tree.main_line_from(tree.start());
        let first = line.iter().take(MAX_PLIES).map(|&node| tree.node(node).san());
        Self {
            beginnings: if tree.starts_from_standard_position() { beginnings(first) } else { Vec::new() },
            end: GameEnd::of(read, game.result),
            time: GameTimeUse::of(tree, &line, &game.time_control, color),
        }
    }
}
