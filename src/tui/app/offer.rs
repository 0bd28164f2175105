//! What a new game is offered with: what was chosen last.

use crate::analysis::Level;
use crate::chess::Color;
use crate::game::{Player, Seats, TimeControl};
use crate::tui::dialog::new_game::{Part, Side};

/// The choices of the next new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// What the person does.
    pub part: Part,
    /// The engine outside that a person plays against; None for the built-in one.
    pub opponent: Option<String>,
    /// The built-in engine's strength against a person, and where it plays on for somebody else.
    pub level: Level,
    /// The time of the next game, where another one than the running game's was chosen.
    pub control: Option<TimeControl>,
    /// The engines that were watched last.
    pub watched: Option<Seats>,
}

impl Default for Offer {
    fn default() -> Self {
        let part = Part::Play(Side::White);
        Self { part, opponent: None, level: Level::new(4), control: None, watched: None }
    }
}

impl Offer {
    /// The built-in engine, as strong as it is offered.
    #[must_use]
    pub const fn built_in(&self) -> Player {
        Player::BuiltIn { level: self.level.number() }
    }

    /// The engine that a person plays against.
    #[must_use]
    pub fn engine(&self) -> Player {
        self.opponent.clone().map_or_else(|| self.built_in(), Player::Outside)
    }

    /// The engines that play each other where nobody has chosen yet: the built-in one, and one outside or one that
    /// is a little stronger.
    #[must_use]
    pub fn engines(&self, outside: Option<&str>) -> Seats {
        let stronger = Player::BuiltIn { level: Level::new(self.level.number() + 2).number() };
        let black = outside.map_or(stronger, |name| Player::Outside(name.to_owned()));
        self.watched.clone().unwrap_or_else(|| Seats { white: self.built_in(), black })
    }

    /// Takes over who plays in a game that is begun or taken up.
    pub fn follow(&mut self, seats: &Seats) {
        let Some(you) = seats.you() else {
            if seats.is_watched() {
                self.watched = Some(seats.clone());
            }
            return;
        };
        match seats.of(you.other()) {
            Player::BuiltIn { level } => (self.opponent, self.level) = (None, Level::new(*level)),
            Player::Outside(name) => self.opponent = Some(name.clone()),
            Player::Person => {}
        }
    }

    /// The part that takes a color.
    #[must_use]
    pub const fn of(color: Color) -> Part {
        Part::Play(match color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        })
    }
}
