//! The players of a game: a human or an engine on each side.

use chess::Color;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The human.
    Human,
    /// The built-in engine.
    BuiltIn {
        /// Its strength, by its number.
        level: u8,
    },
    /// The external engine of this name.
    External(String),
}

/// The name of a human in PGN.
const HUMAN_NAME: &str = "You";
/// The name of the built-in engine in PGN.
const BUILT_IN_PREFIX: &str = "Matescope level ";

impl Player {
    /// The player's name in PGN.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Human => HUMAN_NAME.to_owned(),
            Self::BuiltIn { level } => format!("{BUILT_IN_PREFIX}{level}"),
            Self::External(name) => name.clone(),
        }
    }

    /// The player type in PGN: human or program.
    #[must_use]
    pub const fn pgn_type(&self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::BuiltIn { .. } | Self::External(_) => "program",
        }
    }

    /// The player of this type and name. None if Matescope does not write such a player.
    #[must_use]
    pub fn from_pgn(kind: &str, name: &str) -> Option<Self> {
        match (kind, name.strip_prefix(BUILT_IN_PREFIX)) {
            ("human", _) => Some(Self::Human),
            ("program", Some(level)) => Some(Self::BuiltIn { level: level.parse().ok()? }),
            ("program", None) => Some(Self::External(name.to_owned())),
            _ => None,
        }
    }

    /// The name in the settings, for an external engine.
    #[must_use]
    pub fn external_name(&self) -> Option<&str> {
        match self {
            Self::External(name) => Some(name),
            Self::Human | Self::BuiltIn { .. } => None,
        }
    }
}

/// Whether a player's name is one of the user's names: upper and lower case are the same, as on chess sites.
/// In games that were played here the user has the name of [`Player::Human`]. Nobody has an empty name.
#[must_use]
pub fn is_my_name(name: &str, my_names: &[String]) -> bool {
    let name = name.trim();
    name == HUMAN_NAME || !name.is_empty() && my_names.iter().any(|mine| is_same_name(mine.trim(), name))
}

/// Whether two names differ in upper and lower case at most. Most are ASCII, and are compared without a copy.
fn is_same_name(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        a.eq_ignore_ascii_case(b)
    } else {
        a.to_lowercase() == b.to_lowercase()
    }
}

/// The side that the user played, by whether White and Black are the user. None if neither is, or both are.
#[must_use]
pub const fn color_of_user([is_white, is_black]: [bool; 2]) -> Option<Color> {
    match (is_white, is_black) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

/// The players of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlayers {
    /// The player of White.
    pub white: Player,
    /// The player of Black.
    pub black: Player,
}

impl GamePlayers {
    /// A human of this color against an engine.
    #[must_use]
    pub fn human_against(you: Color, engine: Player) -> Self {
        let (white, black) = you.fold_wb((Player::Human, engine.clone()), (engine, Player::Human));
        Self { white, black }
    }

    /// The player of a side.
    #[must_use]
    pub const fn player(&self, color: Color) -> &Player {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The player of a side, for a change.
    pub const fn player_mut(&mut self, color: Color) -> &mut Player {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// The color of the only human. None if there is none or two.
    #[must_use]
    pub fn human_color(&self) -> Option<Color> {
        match (&self.white, &self.black) {
            (Player::Human, Player::Human) => None,
            (Player::Human, _) => Some(Color::White),
            (_, Player::Human) => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether both players are engines.
    #[must_use]
    pub fn is_engine_game(&self) -> bool {
        self.white != Player::Human && self.black != Player::Human
    }

    /// Whether the external engine of this name plays.
    #[must_use]
    pub fn has_external(&self, name: &str) -> bool {
        [&self.white, &self.black].into_iter().any(|player| player.external_name() == Some(name))
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
        for player in [Player::Human, Player::BuiltIn { level: 7 }, Player::External("Ajax".to_owned())] {
            assert_eq!(Player::from_pgn(player.pgn_type(), &player.name()), Some(player));
        }
        assert_eq!(Player::from_pgn("program", "Matescope level x"), None);
        assert_eq!(Player::from_pgn("?", "You"), None);
    }

    #[test]
    fn one_person_has_a_color_two_and_none_have_not() {
        let engine = Player::BuiltIn { level: 4 };
        for (white, black, you, watched) in [
            (Player::Human, engine.clone(), Some(Color::White), false),
            (engine.clone(), Player::Human, Some(Color::Black), false),
            (Player::Human, Player::Human, None, false),
            (engine.clone(), engine, None, true),
        ] {
            let players = GamePlayers { white, black };
            assert_eq!((players.human_color(), players.is_engine_game()), (you, watched));
        }
    }
}
