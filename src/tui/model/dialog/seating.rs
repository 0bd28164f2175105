//! The players dialog: who plays the running game from now on, a person or an engine for each side.

use crate::game::{GamePlayers, Player};
use crate::tui::model::dialog::new_game::{NewGameRow, next_player};

/// The players while the dialog is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatingDialog {
    /// Every possible player: the person first, then the engines.
    pub players: Vec<Player>,
    /// Who is to play which side.
    pub seats: GamePlayers,
    /// The row that is chosen.
    pub row: NewGameRow,
}

impl SeatingDialog {
    /// The rows, from top to bottom.
    pub const ROWS: [NewGameRow; 3] = [NewGameRow::White, NewGameRow::Black, NewGameRow::Begin];

    /// The dialog with the players of a game, in the row of one of them.
    #[must_use]
    pub fn new(seats: GamePlayers, engines: Vec<Player>, row: NewGameRow) -> Self {
        let players = std::iter::once(Player::Human).chain(engines).collect();
        Self { players, seats, row }
    }

    /// Goes down or up by rows; it stops at the ends.
    pub fn move_row(&mut self, down: isize) {
        let at = Self::ROWS.iter().position(|&row| row == self.row).unwrap_or(0);
        self.row = Self::ROWS[at.saturating_add_signed(down).min(Self::ROWS.len() - 1)];
    }

    /// Chooses the next or the previous player in the current row.
    pub fn change_player(&mut self, by: isize) {
        let seat = match self.row {
            NewGameRow::White => &mut self.seats.white,
            NewGameRow::Black => &mut self.seats.black,
            _ => return,
        };
        *seat = next_player(&self.players, seat, by);
    }
}
