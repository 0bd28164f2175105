//! A game that was played here as PGN: its tags say all that is needed to play it on.

use std::time::Duration;

use crate::chess::{Color, Ending};

use super::clock::TimeControl;
use super::pgn::{GameResult, Header, command};
use super::player::{Player, Seats};
use super::tree::{NodeId, Tree};

/// What a game that was played here is, beside its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Own {
    /// Who plays which side.
    pub seats: Seats,
    /// How time is given.
    pub control: TimeControl,
    /// What tells it from all other games.
    pub mark: Mark,
}

/// What tells a game from all other games: its day and a number thrown when it began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// The day on which it began, counted from 1970-01-01.
    pub day: u32,
    /// The number.
    pub number: u32,
}

impl Mark {
    /// The name of the game's file, without its ending: `2026-11-22-1a2b3c4d`.
    #[must_use]
    pub fn name(self) -> String {
        let (year, month, day) = date(self.day);
        format!("{year:04}-{month:02}-{day:02}-{:08x}", self.number)
    }
}

impl Own {
    /// The tags of the game.
    #[must_use]
    pub fn header(&self, over: Option<Ending>) -> Header {
        let Seats { white, black } = &self.seats;
        let (year, month, day) = date(self.mark.day);
        let result = over.map(GameResult::from).unwrap_or_default();
        let mut header = Header { result, ..Header::default() };
        for (name, value) in [
            ("Event", "Casual game".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", format!("{year:04}.{month:02}.{day:02}")),
            ("Round", "-".to_owned()),
            ("White", white.name()),
            ("Black", black.name()),
            ("Result", result.to_string()),
            ("WhiteType", white.kind().to_owned()),
            ("BlackType", black.kind().to_owned()),
            ("TimeControl", self.time_tag()),
            ("EngineTime", self.control.to_string()),
            ("Termination", termination(over).to_owned()),
            ("GameMark", format!("{}-{:08x}", self.mark.day, self.mark.number)),
        ] {
            header.set(name, value);
        }
        header
    }

    /// What the tags of a game say, where it was played here.
    #[must_use]
    pub fn of(header: &Header) -> Option<Self> {
        let (day, number) = header.tag("GameMark")?.split_once('-')?;
        let mark = Mark { day: day.parse().ok()?, number: u32::from_str_radix(number, 16).ok()? };
        let player = |kind: &str, name: &str| Player::of(header.tag(kind)?, header.tag(name)?);
        let seats = Seats { white: player("WhiteType", "White")?, black: player("BlackType", "Black")? };
        let control = header.tag("EngineTime")?.parse().ok()?;
        Some(Self { seats, control, mark })
    }

    /// The time as the standard writes it, in seconds.
    fn time_tag(&self) -> String {
        match self.control {
            TimeControl::PerMove(_) => "-".to_owned(),
            TimeControl::Clock { base, increment } => format!("{}+{}", base.as_secs(), increment.as_secs()),
        }
    }
}

/// What the clocks of White and Black showed when they were pressed last, on the way to a node.
#[must_use]
pub fn clocks(tree: &Tree, at: NodeId) -> (Option<Duration>, Option<Duration>) {
    let mut left = (None, None);
    for id in tree.line_to(at) {
        let node = tree.node(id);
        let shown = command::clock(&node.notes);
        // Whoever is to move now, the other one has pressed the clock.
        match node.position().turn() {
            Color::Black => left.0 = shown.or(left.0),
            Color::White => left.1 = shown.or(left.1),
        }
    }
    left
}

const fn termination(over: Option<Ending>) -> &'static str {
    match over {
        None => "unterminated",
        Some(Ending::Flag { .. } | Ending::FlagWithoutMaterial { .. }) => "time forfeit",
        Some(_) => "normal",
    }
}

/// Year, month and day of a day counted from 1970-01-01, after Howard Hinnant's `civil_from_days`.
#[must_use]
pub fn date(day: u32) -> (u32, u32, u32) {
    let days = u64::from(day) + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    (small(year), small(month), small(day))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::game::pgn;

    #[test]
    fn days_have_dates() {
        for (day, wanted) in
            [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (20_779, (2026, 11, 22))]
        {
            assert_eq!(date(day), wanted);
        }
    }

    #[test]
    fn the_tags_say_how_the_game_goes_on() {
        let (built_in, outside) = (Player::BuiltIn { level: 3 }, Player::Outside("Stockfish".to_owned()));
        for (seats, control) in [
            (Seats::facing(Color::White, built_in.clone()), "10+5"),
            (Seats::facing(Color::Black, outside.clone()), "0.5s"),
            (Seats { white: built_in, black: outside }, "3+2"),
            (Seats { white: Player::Person, black: Player::Person }, "1s"),
        ] {
            let mark = Mark { day: 20_779, number: 0x1a2b };
            let own = Own { seats, control: control.parse().unwrap(), mark };
            assert_eq!(mark.name(), "2026-11-22-00001a2b");
            let game = pgn::Game { header: own.header(None), tree: Tree::new(Position::start()) };
            let back = pgn::read(&pgn::write(&game), &Position::start()).game;
            assert_eq!(Own::of(&back.header), Some(own));
        }
        let foreign = pgn::read_tags("[White \"You\"]\n[Black \"Matescope level 3\"]\n");
        assert_eq!(Own::of(&foreign), None);
    }

    #[test]
    fn clocks_are_read_where_they_were_pressed() {
        let text = "1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:50]} 2. Nf3 {[%clk 0:09:40]} *";
        let tree = pgn::read(text, &Position::start()).game.tree;
        let end = tree.main_line_from(tree.start()).last().copied().unwrap();
        assert_eq!(clocks(&tree, end), (Some(Duration::from_secs(580)), Some(Duration::from_secs(590))));
    }
}
