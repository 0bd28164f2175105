//! Settings of a new game: who plays, time, first position.

use std::time::Duration;

use crate::analysis::Level;
use crate::chess::{Odds, Position, chess960};
use crate::game::{Player, Seats, TimeControl};
use crate::tui::app::Offer;

/// The settings as they stand while the dialog is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Every engine that can play: the built-in one at each level, then those outside.
    pub players: Vec<Player>,
    /// The row that is chosen.
    pub row: Row,
    /// What the person does.
    pub part: Part,
    /// The name of the engine outside that a person plays against; None for the built-in one.
    pub opponent: Option<String>,
    /// The built-in engine's strength against a person.
    pub level: Level,
    /// The engines that play each other where the person only watches.
    pub watched: Seats,
    /// Which of [`CONTROLS`] is chosen, or the own one behind them.
    pub control: usize,
    /// The time control that is not among those.
    pub own_control: TimeControl,
    /// What was typed into the chosen row.
    pub typed: String,
    /// The number of the Chess960 start; none for one by chance.
    pub number: Option<u16>,
    /// How the men stand at first.
    pub array: Array,
    /// The position that the game may begin from in place of the first one.
    pub here: Option<Position>,
}

/// The rows of the dialog, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// What the person does.
    Part,
    /// Which engine plays against a person; only where there is a choice.
    Opponent,
    /// The built-in engine's strength against a person.
    Level,
    /// Who plays White.
    White,
    /// Who plays Black.
    Black,
    /// How time is given.
    Time,
    /// How the men stand at first.
    Array,
    /// Begin the game.
    Start,
}

/// What a person does in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Plays this color.
    Play(Side),
    /// Watches two engines.
    Watch,
}

impl Part {
    /// All choices in order.
    pub const ALL: [Self; 4] =
        [Self::Play(Side::White), Self::Play(Side::Black), Self::Play(Side::Random), Self::Watch];

    /// The choice as it is shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play(side) => side.name(),
            Self::Watch => "Watch",
        }
    }
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
    /// As they stand on the board that was left for this.
    Here,
    /// As ever.
    Standard,
    /// One of the 960 positions of Chess960, by its number or by chance.
    Chess960,
    /// One side, the engine where there is one, begins without a piece.
    Odds(Odds),
}

impl Array {
    /// The choice as it is shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Here => "From here",
            Self::Standard => "Standard",
            Self::Chess960 => "Chess960",
            Self::Odds(Odds::Pawn) => "Pawn odds",
            Self::Odds(Odds::Knight) => "Knight odds",
            Self::Odds(Odds::Rook) => "Rook odds",
            Self::Odds(Odds::Queen) => "Queen odds",
        }
    }
}

/// The time controls on offer.
pub const CONTROLS: [TimeControl; 11] = [
    per_move(100),
    per_move(500),
    per_move(1_000),
    per_move(3_000),
    per_move(10_000),
    clock(1, 0),
    clock(3, 2),
    clock(5, 0),
    clock(10, 0),
    clock(15, 10),
    clock(30, 20),
];

const fn per_move(milliseconds: u64) -> TimeControl {
    TimeControl::PerMove(Duration::from_millis(milliseconds))
}

const fn clock(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::Clock { base: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) }
}

/// The longest text that is typed into a row.
const MOST_TYPED: usize = 8;

impl NewGame {
    /// The dialog with what was chosen last, and everybody who can play.
    #[must_use]
    pub fn like(offer: &Offer, players: Vec<Player>, control: TimeControl) -> Self {
        let offered = CONTROLS.iter().position(|&offered| offered == control);
        let own_control = if offered.is_some() { clock(10, 5) } else { control };
        let control = offered.unwrap_or(CONTROLS.len());
        let listed = |name: &str| players.iter().any(|player| player.outside() == Some(name));
        let opponent = offer.opponent.clone().filter(|name| listed(name));
        let first = players.iter().find_map(Player::outside);
        let there = |player: Player| if players.contains(&player) { player } else { offer.built_in() };
        let watched = offer.engines(first).map(there);
        let (row, part, level) = (Row::Part, offer.part, offer.level);
        let (array, here, typed, number) = (Array::Standard, None, String::new(), None);
        Self {
            players,
            row,
            part,
            opponent,
            level,
            watched,
            control,
            own_control,
            typed,
            number,
            array,
            here,
        }
    }

    /// The same dialog for a game from a position; the person is offered the side to move.
    #[must_use]
    pub fn from_here(self, position: Position) -> Self {
        let part = Offer::of(position.turn());
        Self { part, array: Array::Here, here: Some(position), ..self }
    }

    /// The names of the engines outside.
    #[must_use]
    pub fn outside(&self) -> Vec<&str> {
        self.players.iter().filter_map(Player::outside).collect()
    }

    /// The engine that a person plays against.
    #[must_use]
    pub fn engine(&self) -> Player {
        let built_in = || Player::BuiltIn { level: self.level.number() };
        self.opponent.clone().map_or_else(built_in, Player::Outside)
    }

    /// The rows that are shown, from top to bottom.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        match self.part {
            Part::Watch => vec![Row::Part, Row::White, Row::Black, Row::Time, Row::Array, Row::Start],
            Part::Play(_) if self.outside().is_empty() => {
                vec![Row::Part, Row::Level, Row::Time, Row::Array, Row::Start]
            }
            Part::Play(_) => vec![Row::Part, Row::Opponent, Row::Level, Row::Time, Row::Array, Row::Start],
        }
    }

    /// The time control that is chosen.
    #[must_use]
    pub fn time_control(&self) -> TimeControl {
        CONTROLS.get(self.control).copied().unwrap_or(self.own_control)
    }

    /// Whether a character can be typed into the chosen row: a time control, or the number of a start.
    #[must_use]
    pub fn takes(&self, c: char) -> bool {
        match self.row {
            Row::Time => c.is_ascii_digit() || (!self.typed.is_empty() && "+.s".contains(c)),
            Row::Array => c.is_ascii_digit(),
            _ => false,
        }
    }

    /// Types a character into the chosen row.
    pub fn type_in(&mut self, c: char) {
        if self.takes(c) && self.typed.len() < MOST_TYPED {
            self.typed.push(c);
            self.read_typed();
        }
    }

    /// Takes back the character that was typed last.
    pub fn untype(&mut self) {
        if self.typed.pop().is_some() {
            self.read_typed();
        }
    }

    fn read_typed(&mut self) {
        match self.row {
            Row::Time => {
                self.control = CONTROLS.len();
                if let Ok(control) = self.typed.parse() {
                    self.own_control = control;
                }
            }
            Row::Array => {
                self.array = Array::Chess960;
                self.number = self.typed.parse().ok().filter(|&number| number < chess960::COUNT);
            }
            _ => {}
        }
    }

    /// What is wrong with what was typed, if anything is.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        match self.row {
            _ if self.typed.is_empty() => None,
            Row::Time if self.typed.parse::<TimeControl>().is_err() => {
                Some("write 10+5, or 5s for 5 s a move")
            }
            Row::Array if self.number.is_none() => Some("the numbers are 0 to 959"),
            _ => None,
        }
    }

    /// Goes down or up by rows; it stops at the ends.
    pub fn move_row(&mut self, down: isize) {
        self.typed.clear();
        let rows = self.rows();
        let at = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        self.row = rows[at.saturating_add_signed(down).min(rows.len() - 1)];
    }

    /// Changes the value of the row that is chosen.
    pub fn change(&mut self, by: isize) {
        self.typed.clear();
        match self.row {
            Row::Part => self.part = neighbor(&Part::ALL, &self.part, by),
            Row::Opponent => {
                let outside = self.outside();
                let now = outside.iter().position(|&name| Some(name) == self.opponent.as_deref());
                let at = now.map_or(0, |at| at + 1).saturating_add_signed(by).min(outside.len());
                self.opponent = at.checked_sub(1).map(|at| outside[at].to_owned());
            }
            // An engine outside has settings of its own.
            Row::Level if self.opponent.is_some() => {}
            Row::Level => {
                let number = usize::from(self.level.number()).saturating_add_signed(by);
                self.level = Level::new(u8::try_from(number).unwrap_or(u8::MAX));
            }
            Row::White => self.watched.white = stepped(&self.players, &self.watched.white, by),
            Row::Black => self.watched.black = stepped(&self.players, &self.watched.black, by),
            Row::Time => self.control = self.control.saturating_add_signed(by).min(CONTROLS.len()),
            Row::Array => {
                let mut offered = vec![Array::Standard, Array::Chess960];
                offered.extend(Odds::ALL.map(Array::Odds));
                if self.here.is_some() {
                    offered.insert(0, Array::Here);
                }
                self.array = neighbor(&offered, &self.array, by);
                self.number = None;
            }
            Row::Start => {}
        }
    }
}

/// A choice further on or back, with the ends as ends.
fn neighbor<T: Copy + PartialEq>(choices: &[T], now: &T, by: isize) -> T {
    let at = choices.iter().position(|choice| choice == now).unwrap_or(0);
    choices[at.saturating_add_signed(by).min(choices.len() - 1)]
}

/// The player after another one, or before it, in a ring: there are many, and the last is as near as the first.
pub(super) fn stepped(players: &[Player], now: &Player, by: isize) -> Player {
    let at = players.iter().position(|player| player == now).unwrap_or(0);
    let step = if by > 0 { 1 } else { players.len().saturating_sub(1) };
    players.get((at + step) % players.len().max(1)).unwrap_or(now).clone()
}
