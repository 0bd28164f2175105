//! [`Activity`]: what the screen is for at this moment, out of a closed list, with the state of that alone. Who asks whether
//! a move may be made, which keys work or what is drawn asks it, and no other part of the state.

use crate::game::TreeCursor;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{
    AnalyzeState, Editor, GamesState, MistakeRetry, PlayState, PracticeActivity, PracticePage, ProofView,
};

/// What the screen is for at this moment, with its state.
#[derive(Clone, Copy, Debug)]
pub enum Activity<'a> {
    /// A position is set up, over whatever is on the screen below.
    Editor(&'a Editor),
    /// The proof of a mate is explored, over the screen below.
    Proof(&'a ProofView),
    /// A game.
    Game(&'a PlayState),
    /// A mistake of the reviewed game is tried again.
    Retry {
        /// The game on the analysis board.
        analyze: &'a AnalyzeState,
        /// The mistakes.
        retry: &'a MistakeRetry,
    },
    /// An analysis.
    Analysis(&'a AnalyzeState),
    /// Something stands on the board of the practice tab.
    Practice {
        /// What it is.
        board: &'a PracticeBoard,
        /// The same, whatever it is.
        activity: &'a dyn PracticeActivity,
    },
    /// A list of the practice tab.
    PracticeList(PracticePage),
    /// The positions of an ending.
    Ending,
    /// The list of endings.
    EndingList,
    /// The list of games, or their statistics.
    Games(&'a GamesState),
}

impl<'a> Activity<'a> {
    /// The moves on the board; None where no moves are made.
    pub(crate) fn walk(self) -> Option<&'a TreeCursor> {
        match self {
            Self::Game(play) => Some(&play.walk),
            Self::Analysis(analyze) | Self::Retry { analyze, .. } => Some(&analyze.walk),
            Self::Practice { activity, .. } => Some(activity.walk()),
            Self::Editor(_)
            | Self::Proof(_)
            | Self::PracticeList(_)
            | Self::Ending
            | Self::EndingList
            | Self::Games(_) => None,
        }
    }
}
