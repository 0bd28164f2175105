//! Settings of a new game: color, level, time, first position.

use std::time::Duration;

use crate::analysis::Level;
use crate::game::TimeControl;

/// The settings as they stand while the dialog is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The names of the engines outside.
    pub engines: Vec<String>,
    /// Which of them plays, by its place; None for the built-in one.
    pub opponent: Option<usize>,
    /// The row that is chosen.
    pub row: Row,
    /// The player's color.
    pub side: Side,
    /// The engine's strength.
    pub level: Level,
    /// Which of [`CONTROLS`] is chosen.
    pub control: usize,
    /// How the men stand at first.
    pub array: Array,
}

/// The rows of the dialog, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// The player's color.
    Side,
    /// Which engine plays; only where there is a choice.
    Opponent,
    /// The built-in engine's strength.
    Level,
    /// How time is given.
    Time,
    /// How the men stand at first.
    Array,
    /// Begin the game.
    Start,
}

/// The player's color, as it is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
    /// Decided by a throw when the game begins.
    Random,
}

impl Side {
    /// All choices in order.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    /// The choice as it is shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Random => "Random",
        }
    }
}

/// How the men stand at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Array {
    /// As ever.
    Usual,
    /// Drawn from the 960 positions of Chess960 when the game begins.
    Chess960,
}

impl Array {
    /// The choice as it is shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual => "Usual",
            Self::Chess960 => "Chess960",
        }
    }
}

/// The time controls on offer.
pub const CONTROLS: [TimeControl; 9] = [
    per_move(500),
    per_move(1_000),
    per_move(3_000),
    per_move(10_000),
    clock(1, 0),
    clock(3, 2),
    clock(5, 3),
    clock(10, 5),
    clock(30, 20),
];

const fn per_move(milliseconds: u64) -> TimeControl {
    TimeControl::PerMove(Duration::from_millis(milliseconds))
}

const fn clock(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::Clock { base: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) }
}

impl NewGame {
    /// The dialog with the color that was chosen last and the settings of the game before.
    #[must_use]
    pub fn like(side: Side, level: Level, control: TimeControl) -> Self {
        let control = CONTROLS.iter().position(|&offered| offered == control).unwrap_or(1);
        Self {
            engines: Vec::new(),
            opponent: None,
            row: Row::Side,
            side,
            level,
            control,
            array: Array::Usual,
        }
    }

    /// The same dialog with engines outside to choose from, and the name of the one that plays.
    #[must_use]
    pub fn against(self, engines: Vec<String>, opponent: Option<&str>) -> Self {
        let opponent = opponent.and_then(|name| engines.iter().position(|known| known == name));
        Self { engines, opponent, ..self }
    }

    /// The name of the engine outside that plays; None for the built-in one.
    #[must_use]
    pub fn opponent_name(&self) -> Option<&str> {
        self.engines.get(self.opponent?).map(String::as_str)
    }

    /// The rows that are shown, from top to bottom.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let all = [Row::Side, Row::Opponent, Row::Level, Row::Time, Row::Array, Row::Start];
        all.into_iter().filter(|&row| row != Row::Opponent || !self.engines.is_empty()).collect()
    }

    /// The time control that is chosen.
    #[must_use]
    pub fn time_control(&self) -> TimeControl {
        CONTROLS[self.control.min(CONTROLS.len() - 1)]
    }

    /// Goes down or up by rows; it stops at the ends.
    pub fn move_row(&mut self, down: isize) {
        let rows = self.rows();
        let at = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        self.row = rows[at.saturating_add_signed(down).min(rows.len() - 1)];
    }

    /// Changes the value of the row that is chosen.
    pub fn change(&mut self, by: isize) {
        match self.row {
            Row::Side => {
                let at = Side::ALL.iter().position(|&side| side == self.side).unwrap_or(0);
                self.side = Side::ALL[at.saturating_add_signed(by).min(Side::ALL.len() - 1)];
            }
            Row::Opponent => {
                let at = self.opponent.map_or(0, |at| at + 1).saturating_add_signed(by);
                self.opponent = at.min(self.engines.len()).checked_sub(1);
            }
            // An engine outside has settings of its own.
            Row::Level if self.opponent.is_some() => {}
            Row::Level => {
                let number = usize::from(self.level.number()).saturating_add_signed(by);
                self.level = Level::new(u8::try_from(number).unwrap_or(u8::MAX));
            }
            Row::Time => self.control = self.control.saturating_add_signed(by).min(CONTROLS.len() - 1),
            Row::Array => self.array = if by > 0 { Array::Chess960 } else { Array::Usual },
            Row::Start => {}
        }
    }
}
