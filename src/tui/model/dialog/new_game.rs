//! The new-game dialog: who plays, the time control, the first position.

use std::time::Duration;

use crate::analysis::StrengthLevel;
use crate::chess::{Odds, Position, chess960};
use crate::game::{GamePlayers, Player, TimeControl};
use crate::tui::model::{NewGameDefaults, NewGameMode};

/// The settings while the dialog is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGameDialog {
    /// Every engine that can play: the built-in one at each level, then the external ones.
    pub players: Vec<Player>,
    /// The row that is chosen.
    pub row: NewGameRow,
    /// What the person does.
    pub mode: NewGameMode,
    /// The name of the external engine that a person plays against; None for the built-in one.
    pub opponent: Option<String>,
    /// The built-in engine's strength against a person.
    pub level: StrengthLevel,
    /// The engines that play each other where the person only watches.
    pub watched_players: GamePlayers,
    /// Which of [`CONTROLS`] is chosen, or the own one behind them.
    pub control_index: usize,
    /// The time control that is not among those.
    pub custom_control: TimeControl,
    /// What was typed into the chosen row.
    pub typed: String,
    /// The number of the Chess960 start; none for one by chance.
    pub chess960_number: Option<u16>,
    /// The first position.
    pub start_position: NewGameStartPosition,
    /// The position that the game may begin from in place of the first one.
    pub board_position: Option<Position>,
}

/// The rows of the dialog, from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGameRow {
    /// What the person does.
    Mode,
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
    /// The first position.
    StartPosition,
    /// Begin the game.
    Begin,
}

/// The first position of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGameStartPosition {
    /// The position on the board from which the dialog was opened.
    FromBoard,
    /// The usual one.
    Standard,
    /// One of the 960 positions of Chess960, by its number or at random.
    Chess960,
    /// One side, the engine where there is one, gives piece odds.
    Odds(Odds),
}

impl NewGameStartPosition {
    /// The choice as it is shown.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::FromBoard => "From here",
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
const MAX_TYPED: usize = 8;

impl NewGameDialog {
    /// The dialog with the last choices, and every player to choose from.
    pub(crate) fn from_defaults(offer: &NewGameDefaults, players: Vec<Player>, control: TimeControl) -> Self {
        let offered = CONTROLS.iter().position(|&offered| offered == control);
        let custom_control = if offered.is_some() { clock(10, 5) } else { control };
        let control_index = offered.unwrap_or(CONTROLS.len());
        let listed = |name: &str| players.iter().any(|player| player.external_name() == Some(name));
        let opponent = offer.external_opponent.clone().filter(|name| listed(name));
        let first = players.iter().find_map(Player::external_name);
        let there = |player: Player| if players.contains(&player) { player } else { offer.built_in_player() };
        let watched_players = offer.watched_engines(first).map(there);
        let (row, mode, level) = (NewGameRow::Mode, offer.mode, offer.level);
        let (start_position, board_position, typed, chess960_number) =
            (NewGameStartPosition::Standard, None, String::new(), None);
        Self {
            players,
            row,
            mode,
            opponent,
            level,
            watched_players,
            control_index,
            custom_control,
            typed,
            chess960_number,
            start_position,
            board_position,
        }
    }

    /// The same dialog for a game from a position; the person is offered the side to move.
    pub(crate) fn with_board_position(self, position: Position) -> Self {
        let mode = NewGameDefaults::mode_for(position.turn());
        Self { mode, start_position: NewGameStartPosition::FromBoard, board_position: Some(position), ..self }
    }

    /// The names of the external engines.
    pub(crate) fn external_engines(&self) -> Vec<&str> {
        self.players.iter().filter_map(Player::external_name).collect()
    }

    /// The engine that a person plays against.
    pub(crate) fn opponent_player(&self) -> Player {
        let built_in = || Player::BuiltIn { level: self.level.number() };
        self.opponent.clone().map_or_else(built_in, Player::External)
    }

    /// The rows that are shown, from top to bottom.
    pub(crate) fn rows(&self) -> Vec<NewGameRow> {
        match self.mode {
            NewGameMode::Watch => vec![
                NewGameRow::Mode,
                NewGameRow::White,
                NewGameRow::Black,
                NewGameRow::Time,
                NewGameRow::StartPosition,
                NewGameRow::Begin,
            ],
            NewGameMode::Play(_) if self.external_engines().is_empty() => {
                vec![
                    NewGameRow::Mode,
                    NewGameRow::Level,
                    NewGameRow::Time,
                    NewGameRow::StartPosition,
                    NewGameRow::Begin,
                ]
            }
            NewGameMode::Play(_) => vec![
                NewGameRow::Mode,
                NewGameRow::Opponent,
                NewGameRow::Level,
                NewGameRow::Time,
                NewGameRow::StartPosition,
                NewGameRow::Begin,
            ],
        }
    }

    /// The time control that is chosen.
    #[must_use]
    pub fn time_control(&self) -> TimeControl {
        CONTROLS.get(self.control_index).copied().unwrap_or(self.custom_control)
    }

    /// Whether a character can be typed into the chosen row: a time control, or the number of a start.
    pub(crate) fn accepts_char(&self, c: char) -> bool {
        match self.row {
            NewGameRow::Time => c.is_ascii_digit() || (!self.typed.is_empty() && "+.s".contains(c)),
            NewGameRow::StartPosition => c.is_ascii_digit(),
            _ => false,
        }
    }

    /// Types a character into the chosen row.
    pub(crate) fn type_in(&mut self, c: char) {
        if self.accepts_char(c) && self.typed.len() < MAX_TYPED {
            self.typed.push(c);
            self.parse_typed();
        }
    }

    /// Takes back the character that was typed last.
    pub(crate) fn backspace(&mut self) {
        if self.typed.pop().is_some() {
            self.parse_typed();
        }
    }

    fn parse_typed(&mut self) {
        match self.row {
            NewGameRow::Time => {
                self.control_index = CONTROLS.len();
                if let Ok(control) = self.typed.parse() {
                    self.custom_control = control;
                }
            }
            NewGameRow::StartPosition => {
                self.start_position = NewGameStartPosition::Chess960;
                self.chess960_number = self.typed.parse().ok().filter(|&number| number < chess960::COUNT);
            }
            _ => {}
        }
    }

    /// What is wrong with what was typed, if anything is.
    pub(crate) fn error(&self) -> Option<&'static str> {
        match self.row {
            _ if self.typed.is_empty() => None,
            NewGameRow::Time if self.typed.parse::<TimeControl>().is_err() => {
                Some("write 10+5, or 5s for 5 s a move")
            }
            NewGameRow::StartPosition if self.chess960_number.is_none() => Some("the numbers are 0 to 959"),
            _ => None,
        }
    }

    /// Goes down or up by rows; it stops at the ends.
    pub(crate) fn move_row(&mut self, down: isize) {
        self.typed.clear();
        let rows = self.rows();
        let at = rows.iter().position(|&row| row == self.row).unwrap_or(0);
        self.row = rows[at.saturating_add_signed(down).min(rows.len() - 1)];
    }

    /// Changes the value of the row that is chosen.
    pub(crate) fn change_value(&mut self, by: isize) {
        self.typed.clear();
        match self.row {
            NewGameRow::Mode => self.mode = neighbor(&NewGameMode::ALL, &self.mode, by),
            NewGameRow::Opponent => {
                let external_engines = self.external_engines();
                let now = external_engines.iter().position(|&name| Some(name) == self.opponent.as_deref());
                let at = now.map_or(0, |at| at + 1).saturating_add_signed(by).min(external_engines.len());
                self.opponent = at.checked_sub(1).map(|at| external_engines[at].to_owned());
            }
            // An external engine has settings of its own.
            NewGameRow::Level if self.opponent.is_some() => {}
            NewGameRow::Level => {
                let number = usize::from(self.level.number()).saturating_add_signed(by);
                self.level = StrengthLevel::new(u8::try_from(number).unwrap_or(u8::MAX));
            }
            NewGameRow::White => {
                self.watched_players.white = next_player(&self.players, &self.watched_players.white, by);
            }
            NewGameRow::Black => {
                self.watched_players.black = next_player(&self.players, &self.watched_players.black, by);
            }
            NewGameRow::Time => {
                self.control_index = self.control_index.saturating_add_signed(by).min(CONTROLS.len());
            }
            NewGameRow::StartPosition => {
                let mut offered = vec![NewGameStartPosition::Standard, NewGameStartPosition::Chess960];
                offered.extend(Odds::ALL.map(NewGameStartPosition::Odds));
                if self.board_position.is_some() {
                    offered.insert(0, NewGameStartPosition::FromBoard);
                }
                self.start_position = neighbor(&offered, &self.start_position, by);
                self.chess960_number = None;
            }
            NewGameRow::Begin => {}
        }
    }
}

/// The next or the previous choice, without wrapping around.
fn neighbor<T: Copy + PartialEq>(choices: &[T], now: &T, by: isize) -> T {
    let at = choices.iter().position(|choice| choice == now).unwrap_or(0);
    choices[at.saturating_add_signed(by).min(choices.len() - 1)]
}

/// The next or the previous player, wrapping around, since there are many.
pub(crate) fn next_player(players: &[Player], now: &Player, by: isize) -> Player {
    let at = players.iter().position(|player| player == now).unwrap_or(0);
    let step = if by > 0 { 1 } else { players.len().saturating_sub(1) };
    players.get((at + step) % players.len().max(1)).unwrap_or(now).clone()
}
