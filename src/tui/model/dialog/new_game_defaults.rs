//! Defaults of a new game: what was chosen last.

use crate::analysis::StrengthLevel;
use crate::chess::Color;
pub use crate::config::NewGameColor;
use crate::game::{GamePlayers, Player, TimeControl};

/// What a person does in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGameMode {
    /// Plays this color.
    Play(NewGameColor),
    /// Watches two engines.
    Watch,
}

impl NewGameMode {
    /// All choices in order.
    pub const ALL: [Self; 4] = [
        Self::Play(NewGameColor::White),
        Self::Play(NewGameColor::Black),
        Self::Play(NewGameColor::Random),
        Self::Watch,
    ];

    /// The choice as it is shown.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Play(side) => side.name(),
            Self::Watch => "Watch",
        }
    }
}

/// The choices of the next new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGameDefaults {
    /// What the person does.
    pub mode: NewGameMode,
    /// The external engine that a person plays against; None for the built-in one.
    pub external_opponent: Option<String>,
    /// The built-in engine's strength against a person, and where it takes over a side.
    pub level: StrengthLevel,
    /// The time control of the next game, where it differs from that of the running game.
    pub control: Option<TimeControl>,
    /// The engines that were watched last.
    pub watched_players: Option<GamePlayers>,
}

impl Default for NewGameDefaults {
    fn default() -> Self {
        let mode = NewGameMode::Play(NewGameColor::White);
        Self {
            mode,
            external_opponent: None,
            level: StrengthLevel::new(4),
            control: None,
            watched_players: None,
        }
    }
}

impl NewGameDefaults {
    /// The built-in engine, as strong as it is offered.
    pub(crate) const fn built_in_player(&self) -> Player {
        Player::BuiltIn { level: self.level.number() }
    }

    /// The engine that a person plays against.
    pub(crate) fn opponent_player(&self) -> Player {
        self.external_opponent.clone().map_or_else(|| self.built_in_player(), Player::External)
    }

    /// The default engines of a game between engines: the built-in one, and an external one or one that is a
    /// little stronger.
    pub(crate) fn watched_engines(&self, external: Option<&str>) -> GamePlayers {
        let stronger = Player::BuiltIn { level: StrengthLevel::new(self.level.number() + 2).number() };
        let black = external.map_or(stronger, |name| Player::External(name.to_owned()));
        self.watched_players.clone().unwrap_or_else(|| GamePlayers { white: self.built_in_player(), black })
    }

    /// Uses the players of a game that is started or resumed.
    pub(crate) fn update_from(&mut self, players: &GamePlayers) {
        let Some(you) = players.human_color() else {
            if players.is_engine_game() {
                self.watched_players = Some(players.clone());
            }
            return;
        };
        match players.player(you.other()) {
            Player::BuiltIn { level } => {
                (self.external_opponent, self.level) = (None, StrengthLevel::new(*level));
            }
            Player::External(name) => self.external_opponent = Some(name.clone()),
            Player::Human => {}
        }
    }

    /// The choice that gives the person this color.
    pub(crate) const fn mode_for(color: Color) -> NewGameMode {
        NewGameMode::Play(match color {
            Color::White => NewGameColor::White,
            Color::Black => NewGameColor::Black,
        })
    }
}
