//! [`PracticeActivity`]: what is answered by whatever stands on the board of the practice tab.

use std::fmt::Debug;
use std::time::Instant;

use crate::chess::Color;
use crate::game::TreeCursor;
use crate::game::pgn::PgnHeader;
use crate::tui::keymap::{KeyContext, KeyNames};
use crate::tui::model::PaneId;
use crate::tui::navigation::TreeStep;

/// What is answered by whatever stands on the board of the practice tab.
pub trait PracticeActivity: Debug {
    /// The moves on the board.
    fn walk(&self) -> &TreeCursor;

    /// Whether a move may be made now, or why not and what to do.
    ///
    /// # Errors
    /// A sentence for the player.
    fn may_move(&self, now: Instant, keys: &KeyNames) -> Result<(), String>;

    /// The contexts of its keys, the innermost first.
    fn contexts(&self) -> Vec<KeyContext>;

    /// The side of the player, which is at the bottom; White where the player has none.
    fn own_color(&self) -> Color {
        Color::White
    }

    /// Whether the player has to see without help what a move does: the board does not tell, and no stalemate is guarded
    /// against.
    fn is_test(&self) -> bool {
        true
    }

    /// The moves for the analysis board with their tags; None while an analysis would give something away.
    fn to_analyze(&self) -> Option<(PgnHeader, TreeCursor)> {
        None
    }

    /// Shows another position of its moves.
    fn step(&mut self, _step: TreeStep) {}

    /// The pane whose text line mode reports.
    fn reported_pane(&self, _now: Instant) -> PaneId {
        PaneId::Retry
    }

    /// What is kept of it as it leaves the board, to be gone on with; None where nothing is.
    #[must_use]
    fn pause(self: Box<Self>) -> Option<Box<Self>>
    where
        Self: Sized,
    {
        None
    }
}
