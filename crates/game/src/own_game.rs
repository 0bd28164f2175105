//! Metadata of a game played in Matescope, stored in PGN tags, so that the game can be resumed.

use std::time::Duration;

use super::clock::TimeControl;
use super::pgn::{GameResult, PgnHeader, command};
use super::player::{GamePlayers, Player};
use super::tree::{NodeId, Tree};
use chess::{Color, GameTermination};

/// The tag of a game that was played here: its id.
pub const GAME_TAG: &str = "GameMark";

/// The metadata of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnGame {
    /// The players.
    pub players: GamePlayers,
    /// The time control.
    pub control: TimeControl,
    /// The unique id of the game.
    pub id: GameId,
}

/// The unique id of a game: its date and a random number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId {
    /// The start date, in days since 1970-01-01; negative before.
    pub day: i32,
    /// The random number.
    pub number: u32,
}

impl GameId {
    /// The name of the game's file, without its ending: `2026-11-22-1a2b3c4d`.
    #[must_use]
    pub fn file_stem(self) -> String {
        let (year, month, day) = date(self.day);
        format!("{year:04}-{month:02}-{day:02}-{:08x}", self.number)
    }

    /// The id as a tag has it: `20779-1a2b3c4d`.
    #[must_use]
    pub fn mark(self) -> String {
        format!("{}-{:08x}", self.day, self.number)
    }

    /// The id of a tag.
    #[must_use]
    pub fn of_mark(mark: &str) -> Option<Self> {
        // A day before 1970 has a minus sign of its own.
        let (day, number) = mark.rsplit_once('-')?;
        Some(Self { day: day.parse().ok()?, number: u32::from_str_radix(number, 16).ok()? })
    }

    /// The date as in PGN: `2026.11.22`.
    #[must_use]
    pub fn date_tag(self) -> String {
        let (year, month, day) = date(self.day);
        format!("{year:04}.{month:02}.{day:02}")
    }
}

impl OwnGame {
    /// The tags of the game.
    #[must_use]
    pub fn header(&self, over: Option<GameTermination>) -> PgnHeader {
        let GamePlayers { white, black } = &self.players;
        let result = over.map(GameResult::from).unwrap_or_default();
        let mut header = PgnHeader { result, ..PgnHeader::default() };
        for (name, value) in [
            ("Event", "Casual game".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", self.id.date_tag()),
            ("Round", "-".to_owned()),
            ("White", white.name()),
            ("Black", black.name()),
            ("Result", result.to_string()),
            ("WhiteType", white.pgn_type().to_owned()),
            ("BlackType", black.pgn_type().to_owned()),
            ("TimeControl", self.time_tag()),
            ("EngineTime", self.control.to_string()),
            ("Termination", termination(over).to_owned()),
            (GAME_TAG, self.id.mark()),
        ] {
            header.set(name, value);
        }
        header
    }

    /// The metadata from the tags of a game; None if it was not played in Matescope.
    #[must_use]
    pub fn of(header: &PgnHeader) -> Option<Self> {
        let mark = GameId::of_mark(header.tag(GAME_TAG)?)?;
        let player = |kind: &str, name: &str| Player::from_pgn(header.tag(kind)?, header.tag(name)?);
        let players =
            GamePlayers { white: player("WhiteType", "White")?, black: player("BlackType", "Black")? };
        let control = header.tag("EngineTime")?.parse().ok()?;
        Some(Self { players, control, id: mark })
    }

    /// The time control as in PGN, in seconds.
    fn time_tag(&self) -> String {
        match self.control {
            TimeControl::PerMove(_) => "-".to_owned(),
            TimeControl::Clock { base, increment } => format!("{}+{}", base.as_secs(), increment.as_secs()),
        }
    }
}

/// The remaining times of White and Black after their last moves before a node.
#[must_use]
pub fn clocks(tree: &Tree, at: NodeId) -> (Option<Duration>, Option<Duration>) {
    let mut left = (None, None);
    for id in tree.line_to(at) {
        let node = tree.node(id);
        let shown = command::clock(&node.notes);
        // The side that is not to move has pressed its clock.
        match node.position().turn() {
            Color::Black => left.0 = shown.or(left.0),
            Color::White => left.1 = shown.or(left.1),
        }
    }
    left
}

const fn termination(over: Option<GameTermination>) -> &'static str {
    match over {
        None => "unterminated",
        Some(GameTermination::Flag { .. } | GameTermination::FlagWithoutMaterial { .. }) => "time forfeit",
        Some(_) => "normal",
    }
}

/// Year, month and day of a day counted from 1970-01-01, after Howard Hinnant's `civil_from_days`.
#[must_use]
pub fn date(day: i32) -> (i32, u32, u32) {
    let days = i64::from(day) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let small = |number: i64| u32::try_from(number).unwrap_or(0);
    (i32::try_from(year).unwrap_or(0), small(month), small(day))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;
    use chess::Position;

    #[test]
    fn days_have_dates() {
        for (day, wanted) in [
            (-719_162, (1, 1, 1)),
            (-135_081, (1600, 2, 29)),
            (-1_827, (1964, 12, 31)),
            (-1, (1969, 12, 31)),
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (20_779, (2026, 11, 22)),
            (2_932_896, (9999, 12, 31)),
        ] {
            assert_eq!(date(day), wanted);
        }
    }

    #[test]
    fn the_tags_say_how_the_game_goes_on() {
        let (built_in, external) = (Player::BuiltIn { level: 3 }, Player::External("Stockfish".to_owned()));
        for (players, control) in [
            (GamePlayers::human_against(Color::White, built_in.clone()), "10+5"),
            (GamePlayers::human_against(Color::Black, external.clone()), "0.5s"),
            (GamePlayers { white: built_in, black: external }, "3+2"),
            (GamePlayers { white: Player::Human, black: Player::Human }, "1s"),
        ] {
            let mark = GameId { day: 20_779, number: 0x1a2b };
            let own = OwnGame { players, control: control.parse().unwrap(), id: mark };
            assert_eq!(mark.file_stem(), "2026-11-22-00001a2b");
            let game = pgn::PgnGame { header: own.header(None), tree: Tree::new(Position::start()) };
            let back = pgn::read(&pgn::write(&game), &Position::start()).game;
            assert_eq!(OwnGame::of(&back.header), Some(own));
            let before = GameId { day: -mark.day, ..mark };
            assert_eq!(GameId::of_mark(&before.mark()), Some(before));
        }
        let foreign = pgn::read_tags("[White \"You\"]\n[Black \"Matescope level 3\"]\n");
        assert_eq!(OwnGame::of(&foreign), None);
    }

    #[test]
    fn clocks_are_read_where_they_were_pressed() {
        let text = "1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:50]} 2. Nf3 {[%clk 0:09:40]} *";
        let tree = pgn::read(text, &Position::start()).game.tree;
        let end = tree.main_line_from(tree.start()).last().copied().unwrap();
        assert_eq!(clocks(&tree, end), (Some(Duration::from_secs(580)), Some(Duration::from_secs(590))));
    }
}
