//! What is on the screen, derived from the state: the position, the hint, the practice board; what the settings and the list
//! of games show of other screens.

use crate::tui::app::App;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{BoardSnapshot, GameOnBoard, HintState, PreferenceValues};

impl App {
    /// The values of the settings that the screens keep.
    pub(crate) fn preference_values(&self) -> PreferenceValues {
        PreferenceValues {
            lines: self.analyze.lines,
            engine: self.analyze.engine,
            control: self.play.next_time_control(&self.shared),
        }
    }

    /// The game of the Play tab.
    pub(crate) const fn game_on_board(&self) -> GameOnBoard {
        GameOnBoard { id: self.play.game_id, is_running: self.play.ending.is_none() }
    }

    /// The position on the board with the move that led to it.
    pub(crate) fn board_snapshot(&self) -> Option<BoardSnapshot> {
        Some((self.shown_position()?, self.last_move()))
    }

    /// What stands on the board of the practice tab, where that is on the screen; else nothing.
    #[must_use]
    pub fn shown_board(&self) -> &PracticeBoard {
        self.practice_tab.shown_board(&self.shared)
    }

    /// The hint for the position on the board, where one was requested.
    #[must_use]
    pub fn shown_hint(&self) -> Option<&HintState> {
        self.shared.shown_hint(&self.shown_position()?)
    }
}
