//! Time classes: bullet, blitz, rapid, classical and correspondence, from the time control of a game.

use std::time::Duration;

/// The time class of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TimeClass {
    /// Less than 3 minutes for 40 moves.
    Bullet,
    /// Less than 8 minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
    /// Days for a move.
    Correspondence,
}

/// Moves of the game whose length decides the class, as on Lichess.
const MOVES: u64 = 40;

/// Seconds for a single move from which on a game is played by correspondence.
const CORRESPONDENCE_MOVE_SECONDS: u64 = 43_200;

impl TimeClass {
    /// All of them, the fastest first.
    pub const ALL: [Self; 5] =
        [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// Its name in lowercase.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }

    /// The class of a game by its PGN tags `TimeControl` (`180+2`, `600`, `40/7200:3600`, `1/259200`) and
    /// `Event`, by the thresholds of Lichess: the base time plus 40 increments. Of several time controls the
    /// first one counts. None if the tags do not say.
    #[must_use]
    pub fn of_game(time_control: &str, event: &str) -> Option<Self> {
        match Self::of_time_control(first_part(time_control)) {
            // Lichess gives these games no time control.
            None if event.to_ascii_lowercase().contains("correspondence") => Some(Self::Correspondence),
            class => class,
        }
    }

    fn of_time_control(text: &str) -> Option<Self> {
        let control = FirstControl::of(text)?;
        let time = match control.moves {
            Some(1) if control.seconds >= CORRESPONDENCE_MOVE_SECONDS => return Some(Self::Correspondence),
            Some(moves) => control.seconds.saturating_mul(MOVES) / moves,
            None => control.seconds,
        };
        Some(match time.saturating_add(control.increment.saturating_mul(MOVES)) {
            ..180 => Self::Bullet,
            180..480 => Self::Blitz,
            480..1_500 => Self::Rapid,
            1_500.. => Self::Classical,
        })
    }
}

/// The first time control of a game, in seconds.
struct FirstControl {
    /// The moves that it is for; None for the rest of the game.
    moves: Option<u64>,
    seconds: u64,
    increment: u64,
}

impl FirstControl {
    fn of(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let (moves, seconds) = match base.split_once('/') {
            Some((moves, time)) => (Some(number(moves).filter(|&moves| moves > 0)?), number(time)?),
            None => (None, number(base)?),
        };
        Some(Self { moves, seconds, increment: number(increment)? })
    }
}

/// The first of several time controls of a PGN tag.
fn first_part(time_control: &str) -> &str {
    time_control.trim().split(':').next().unwrap_or_default().trim_start_matches('*')
}

/// The base time and the increment of a PGN tag `TimeControl`, of the first one if there are several. None where it does not
/// say, and for games by correspondence, which have days for a move.
#[must_use]
pub fn base_and_increment(time_control: &str) -> Option<(Duration, Duration)> {
    let control = FirstControl::of(first_part(time_control)).filter(|control| control.seconds > 0)?;
    let is_correspondence = control.moves == Some(1);
    (!is_correspondence)
        .then(|| (Duration::from_secs(control.seconds), Duration::from_secs(control.increment)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thresholds_are_those_of_lichess() {
        for (tag, class) in [
            ("60", TimeClass::Bullet),
            ("60+2", TimeClass::Bullet),
            ("120+1", TimeClass::Bullet),
            ("180", TimeClass::Blitz),
            ("300+3", TimeClass::Blitz),
            ("300+5", TimeClass::Rapid),
            ("600", TimeClass::Rapid),
            ("900+10", TimeClass::Rapid),
            ("1800", TimeClass::Classical),
            ("40/7200:3600", TimeClass::Classical),
            ("1/86400", TimeClass::Correspondence),
            ("1/259200", TimeClass::Correspondence),
            ("*180", TimeClass::Blitz),
        ] {
            assert_eq!(TimeClass::of_game(tag, ""), Some(class), "{tag}");
        }
        for unknown in ["", "-", "?", "fast", "0/0", "1+", "18446744073709551616"] {
            assert_eq!(TimeClass::of_game(unknown, "Rated game"), None, "{unknown}");
        }
        assert_eq!(TimeClass::of_game("-", "Rated Correspondence game"), Some(TimeClass::Correspondence));
        assert_eq!(TimeClass::of_game("18446744073709551615+9", ""), Some(TimeClass::Classical));
    }

    #[test]
    fn the_base_time_is_that_of_the_first_control() {
        for (tag, expected) in [
            ("180+2", Some((180, 2))),
            ("600", Some((600, 0))),
            ("40/7200:3600", Some((7_200, 0))),
            ("1/86400", None),
            ("0+1", None),
            ("-", None),
        ] {
            let found =
                base_and_increment(tag).map(|(base, increment)| (base.as_secs(), increment.as_secs()));
            assert_eq!(found, expected, "{tag}");
        }
    }
}
