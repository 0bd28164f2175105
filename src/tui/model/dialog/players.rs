//! The players dialog: who plays the running game from now on, a person or an engine for each side.

use crate::game::{GamePlayers, Player};
use crate::tui::model::NewGameRow;
use crate::tui::model::dialog::new_game::next_player;

/// The players while the dialog is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayersDialog {
    /// Everyone who can play: the person first, then the engines.
    pub choices: Vec<Player>,
    /// Who is to play which side.
    pub players: GamePlayers,
    /// The row that is chosen.
    pub row: NewGameRow,
}

impl PlayersDialog {
    /// The rows, from top to bottom.
    pub const ROWS: [NewGameRow; 3] = [NewGameRow::White, NewGameRow::Black, NewGameRow::Begin];

    /// The dialog with the players of a game, in the row of one of them.
    pub(crate) fn new(players: GamePlayers, engines: Vec<Player>, row: NewGameRow) -> Self {
        let choices = std::iter::once(Player::Human).chain(engines).collect();
        Self { choices, players, row }
    }

    /// Goes down or up by rows; it stops at the ends.
    pub(crate) fn move_row(&mut self, down: isize) {
        let at = Self::ROWS.iter().position(|&row| row == self.row).unwrap_or(0);
        self.row = Self::ROWS[at.saturating_add_signed(down).min(Self::ROWS.len() - 1)];
    }

    /// Chooses the next or the previous player in the current row.
    pub(crate) fn change_player(&mut self, by: isize) {
        let player = match self.row {
            NewGameRow::White => &mut self.players.white,
            NewGameRow::Black => &mut self.players.black,
            _ => return,
        };
        *player = next_player(&self.choices, player, by);
    }
}
