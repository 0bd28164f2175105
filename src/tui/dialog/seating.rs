//! Who plays the running game from here on: a side is taken over, or handed to an engine.

use crate::game::{Player, Seats};

use super::new_game::{Row, stepped};

/// The players as they stand while the dialog is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// Everybody who can play: the person first, then the engines.
    pub players: Vec<Player>,
    /// Who is to play which side.
    pub seats: Seats,
    /// The row that is chosen.
    pub row: Row,
}

impl Seating {
    /// The rows, from top to bottom.
    pub const ROWS: [Row; 3] = [Row::White, Row::Black, Row::Start];

    /// The dialog with the players of a game, in the row of one of them.
    #[must_use]
    pub fn of(seats: Seats, engines: Vec<Player>, row: Row) -> Self {
        let players = std::iter::once(Player::Person).chain(engines).collect();
        Self { players, seats, row }
    }

    /// Goes down or up by rows; it stops at the ends.
    pub fn move_row(&mut self, down: isize) {
        let at = Self::ROWS.iter().position(|&row| row == self.row).unwrap_or(0);
        self.row = Self::ROWS[at.saturating_add_signed(down).min(Self::ROWS.len() - 1)];
    }

    /// Seats the next player, or the one before, where the row is.
    pub fn change(&mut self, by: isize) {
        let seat = match self.row {
            Row::White => &mut self.seats.white,
            Row::Black => &mut self.seats.black,
            _ => return,
        };
        *seat = stepped(&self.players, seat, by);
    }
}
