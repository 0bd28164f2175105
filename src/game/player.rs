//! Who sits at a board: a person or an engine at each side.

use crate::chess::Color;

/// Who plays one side of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The person at the keyboard.
    Person,
    /// The built-in engine.
    BuiltIn {
        /// Its strength, by its number.
        level: u8,
    },
    /// The engine outside of this name.
    Outside(String),
}

/// How a person is called in a game.
const PERSON: &str = "You";
/// How the built-in engine is called in a game.
const BUILT_IN: &str = "Matescope level ";

impl Player {
    /// The player's name in the record of a game.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Person => PERSON.to_owned(),
            Self::BuiltIn { level } => format!("{BUILT_IN}{level}"),
            Self::Outside(name) => name.clone(),
        }
    }

    /// Whether it is a person or a program, as PGN writes it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Person => "human",
            Self::BuiltIn { .. } | Self::Outside(_) => "program",
        }
    }

    /// The player of this kind and name. None where no game of ours says so.
    #[must_use]
    pub fn of(kind: &str, name: &str) -> Option<Self> {
        match (kind, name.strip_prefix(BUILT_IN)) {
            ("human", _) => Some(Self::Person),
            ("program", Some(level)) => Some(Self::BuiltIn { level: level.parse().ok()? }),
            ("program", None) => Some(Self::Outside(name.to_owned())),
            _ => None,
        }
    }

    /// The name in the settings, where it is an engine outside.
    #[must_use]
    pub fn outside(&self) -> Option<&str> {
        match self {
            Self::Outside(name) => Some(name),
            Self::Person | Self::BuiltIn { .. } => None,
        }
    }
}

/// Who plays which side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats {
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
}

impl Seats {
    /// A person of this color and an engine at the other side.
    #[must_use]
    pub fn facing(you: Color, engine: Player) -> Self {
        let (white, black) = you.fold_wb((Player::Person, engine.clone()), (engine, Player::Person));
        Self { white, black }
    }

    /// Who plays a side.
    #[must_use]
    pub const fn of(&self, color: Color) -> &Player {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// A side, to seat somebody else there.
    pub const fn of_mut(&mut self, color: Color) -> &mut Player {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// The color of the one person. None where nobody plays, or two do.
    #[must_use]
    pub fn you(&self) -> Option<Color> {
        match (&self.white, &self.black) {
            (Player::Person, Player::Person) => None,
            (Player::Person, _) => Some(Color::White),
            (_, Player::Person) => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether engines play each other.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.white != Player::Person && self.black != Player::Person
    }

    /// Whether the engine outside of this name plays.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        [&self.white, &self.black].into_iter().any(|player| player.outside() == Some(name))
    }

    /// Both players, each changed by `change`.
    #[must_use]
    pub fn map(self, change: impl Fn(Player) -> Player) -> Self {
        Self { white: change(self.white), black: change(self.black) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_known_again_by_its_kind_and_name() {
        for player in [Player::Person, Player::BuiltIn { level: 7 }, Player::Outside("Ajax".to_owned())] {
            assert_eq!(Player::of(player.kind(), &player.name()), Some(player));
        }
        assert_eq!(Player::of("program", "Matescope level x"), None);
        assert_eq!(Player::of("?", "You"), None);
    }

    #[test]
    fn one_person_has_a_color_two_and_none_have_not() {
        let engine = Player::BuiltIn { level: 4 };
        for (white, black, you, watched) in [
            (Player::Person, engine.clone(), Some(Color::White), false),
            (engine.clone(), Player::Person, Some(Color::Black), false),
            (Player::Person, Player::Person, None, false),
            (engine.clone(), engine, None, true),
        ] {
            let seats = Seats { white, black };
            assert_eq!((seats.you(), seats.is_watched()), (you, watched));
        }
    }
}
