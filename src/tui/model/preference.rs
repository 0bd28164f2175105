//! [`Preference`]: the settings that the dialog of settings changes.

use crate::game::TimeControl;
use crate::tui::model::AnalyzeEngine;

/// The settings that can be changed while the program runs, in the order of their dialog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// What happens with a stalemating move.
    Guard,
    /// How many lines are analyzed.
    Lines,
    /// Whether the engine analyzes by itself.
    Engine,
    /// Which side is at the bottom.
    Bottom,
    /// The theme.
    Theme,
    /// How the pieces are drawn.
    Pieces,
    /// Whether analysis draws arrows for its moves.
    Arrows,
    /// Whether moves are animated.
    Animation,
    /// Threads of the built-in engine.
    Threads,
    /// Size of its hash table.
    Hash,
    /// The folder with Syzygy tables.
    Syzygy,
    /// Whether tables of five pieces without pawns are built for the position on the board.
    FivePieceTables,
    /// How time is given in a game.
    Time,
    /// Whether a pawn becomes a queen without a question.
    AutoQueen,
    /// Whether a move in a game has to be confirmed.
    ConfirmMoves,
    /// Whether a typed move is played without Enter.
    InstantMoves,
    /// Whether a running game has an evaluation bar.
    EvalBar,
    /// Whether the bell rings.
    Bell,
    /// Whether a round of practice shows its details.
    Details,
}

impl Preference {
    /// All of them in order.
    pub const ALL: [Self; 19] = [
        Self::Guard,
        Self::Lines,
        Self::Engine,
        Self::Bottom,
        Self::Theme,
        Self::Pieces,
        Self::Arrows,
        Self::Animation,
        Self::Threads,
        Self::Hash,
        Self::Syzygy,
        Self::FivePieceTables,
        Self::Time,
        Self::AutoQueen,
        Self::ConfirmMoves,
        Self::InstantMoves,
        Self::EvalBar,
        Self::Bell,
        Self::Details,
    ];
}

/// The values of the settings that the screens keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PreferenceValues {
    /// How many lines are analyzed.
    pub lines: usize,
    /// Whether the built-in engine analyzes by itself.
    pub engine: AnalyzeEngine,
    /// How time is given in the next game.
    pub control: TimeControl,
}
