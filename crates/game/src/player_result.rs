//! How a game ended for one of its players.

use super::pgn::GameResult;
use chess::Color;

/// The result of a game from one player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlayerResult {
    /// The player won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The player lost.
    Lost,
    /// The game has no result (`*` in PGN): abandoned or unknown.
    Unfinished,
}

impl PlayerResult {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Won, Self::Drawn, Self::Lost, Self::Unfinished];

    /// The result of a game for the player of this color.
    #[must_use]
    pub const fn of(result: GameResult, color: Color) -> Self {
        match (result, color) {
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => Self::Won,
            (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => Self::Lost,
            (GameResult::Draw, _) => Self::Drawn,
            (GameResult::Unknown, _) => Self::Unfinished,
        }
    }

    /// Its name: `won`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
            Self::Unfinished => "unfinished",
        }
    }
}
