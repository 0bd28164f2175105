//! The box of the hunted king as the board shows it, with the move that the player thinks of.

use crate::chess::{Color, Move, Position, Role, notation};
use crate::practice::KingBox;
use crate::practice::king_box::{self, KingBoxChange};
use crate::tui::dialog::Dialog;

use crate::tui::app::{App, Tab};
use crate::tui::board::state::destination_square;

/// Whether the board shows where the hunted king can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoxAid {
    /// The pane of a round counts its squares.
    #[default]
    Hidden,
    /// The squares are marked.
    Shown,
}

impl BoxAid {
    /// The other one.
    #[must_use]
    pub const fn toggled(self) -> Self {
        match self {
            Self::Hidden => Self::Shown,
            Self::Shown => Self::Hidden,
        }
    }
}

/// The box in the position on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxView {
    /// Whose king it is.
    pub king: Color,
    /// The box now.
    pub now: KingBox,
    /// What the move that the player thinks of would do to it.
    pub considered_move: Option<BoxConsideredMove>,
}

/// A move that is not made yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxConsideredMove {
    /// The move in standard algebraic notation.
    pub san: String,
    /// What it does to the box.
    pub change: KingBoxChange,
}

impl App {
    /// The box in the position on the board, with the move that is typed or held over a square. None where no king is
    /// hunted: in a game, in a list, in what lies over the board.
    #[must_use]
    pub fn box_view(&self) -> Option<BoxView> {
        let covered = self.editor.is_some() || self.proof.is_some() || self.analyze.retry().is_some();
        if covered || matches!(self.dialog, Some(Dialog::Paste(_))) {
            return None;
        }
        let position = self.shown_position()?;
        let king = match self.tab {
            Tab::Practice => self.practice.active_round.as_deref()?.player_color().other(),
            Tab::Analyze => king_box::defending_side(&position, self.oracle.probe(&position)),
            Tab::Play | Tab::Tables | Tab::Games => return None,
        };
        let tried = self.considered_move(&position).map(|mv| BoxConsideredMove {
            san: notation::san(&position, mv),
            change: king_box::king_box_change(&position, &position.after(mv), king),
        });
        Some(BoxView { king, now: king_box::of(&position, king), considered_move: tried })
    }

    /// The move that the player is about to make, where that is plain.
    fn considered_move(&self, position: &Position) -> Option<Move> {
        if let Some(mv) = self.board.unconfirmed_move {
            return Some(mv).filter(|&mv| position.is_legal(mv));
        }
        let Some(from) = self.board.picked else {
            return self.prompt.parse_move(position).ok();
        };
        let to = self.board.dragged_over.or(self.board.cursor)?;
        let goes = |mv: &Move| mv.from() == Some(from) && destination_square(*mv) == to;
        let becomes = |mv: &Move| mv.promotion().is_none_or(|role| role == Role::Queen);
        position.legal_moves().into_iter().find(|mv| goes(mv) && becomes(mv))
    }
}
