//! A chess clock as a value: the current time is passed in.

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shakmaty::ByColor;

use chess::Color;

/// The time control of a game, written as `3s` for each move, or as `10+5` for minutes and seconds added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// A fixed time per engine move; the player has no limit.
    PerMove(Duration),
    /// A clock for each side.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Time that each move adds.
        increment: Duration,
    },
}

/// Why a time control could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a time control: write 5s for seconds a move, or 10+5 for minutes and seconds added")]
pub struct TimeControlError(String);

impl std::str::FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || TimeControlError(text.to_owned());
        let number = |digits: &str, most: f64| {
            let value: f64 = digits.trim().parse().map_err(|_| wrong())?;
            if (0.0..=most).contains(&value) { Ok(value) } else { Err(wrong()) }
        };
        let trimmed = text.trim();
        if let Some(seconds) = trimmed.strip_suffix('s') {
            let time = Duration::from_secs_f64(number(seconds, 3600.0)?);
            return if time.is_zero() { Err(wrong()) } else { Ok(Self::PerMove(time)) };
        }
        let (minutes, seconds) = trimmed.split_once('+').ok_or_else(wrong)?;
        let base = Duration::from_secs_f64(60.0 * number(minutes, 600.0)?);
        let increment = Duration::from_secs_f64(number(seconds, 600.0)?);
        if base.is_zero() { Err(wrong()) } else { Ok(Self::Clock { base, increment }) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PerMove(time) => write!(f, "{}s", time.as_secs_f64()),
            Self::Clock { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64() / 60.0, increment.as_secs_f64())
            }
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// The clocks of both sides; at most one runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    remaining: ByColor<Duration>,
    increment: Duration,
    running: Option<(Color, Instant)>,
}

impl Clock {
    /// Both clocks full and stopped.
    #[must_use]
    pub const fn new(base: Duration, increment: Duration) -> Self {
        Self { remaining: ByColor { white: base, black: base }, increment, running: None }
    }

    /// Both clocks at the given times and stopped, for a resumed game.
    #[must_use]
    pub const fn with_remaining(white: Duration, black: Duration, increment: Duration) -> Self {
        Self { remaining: ByColor { white, black }, increment, running: None }
    }

    /// Time that each move adds.
    #[must_use]
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// The side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// The remaining time of a side at `now`; never negative.
    #[must_use]
    pub fn remaining(&self, color: Color, now: Instant) -> Duration {
        let left = *self.remaining.get(color);
        match self.running {
            Some((turn, since)) if turn == color => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// Starts the clock of `color` and stops the other one.
    pub fn run(&mut self, color: Color, now: Instant) {
        self.pause(now);
        self.running = Some((color, now));
    }

    /// Stops both clocks.
    pub fn pause(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            *self.remaining.get_mut(color) = self.remaining(color, now);
            self.running = None;
        }
    }

    /// Presses the clock: the running clock stops and gains the increment, the other one starts.
    pub fn press(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.run(color.other(), now);
            *self.remaining.get_mut(color) += self.increment;
        }
    }

    /// The side that has run out of time.
    #[must_use]
    pub fn flagged(&self, now: Instant) -> Option<Color> {
        let (color, _) = self.running?;
        self.remaining(color, now).is_zero().then_some(color)
    }

    /// The time until the displayed time changes or a flag falls: tenths below twenty seconds, whole seconds
    /// above. None while both clocks are stopped.
    #[must_use]
    pub fn next_change(&self, now: Instant) -> Option<Duration> {
        let (color, _) = self.running?;
        let left = self.remaining(color, now);
        let step: u64 = if left < Duration::from_secs(20) { 100 } else { 1000 };
        let beyond = u64::try_from(left.as_millis()).unwrap_or(u64::MAX) % step;
        Some(Duration::from_millis(beyond + 1).min(left.max(Duration::from_millis(1))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn a_press_stops_one_clock_adds_and_starts_the_other() {
        let begun = Instant::now();
        let mut clock = Clock::new(seconds(60), seconds(2));
        clock.run(Color::White, begun);
        clock.press(begun + seconds(10));
        assert_eq!(clock.remaining(Color::White, begun + seconds(15)), seconds(52));
        assert_eq!(clock.remaining(Color::Black, begun + seconds(15)), seconds(55));
        assert_eq!(clock.flagged(begun + seconds(15)), None);
        assert_eq!(clock.flagged(begun + seconds(70)), Some(Color::Black));
    }

    #[test]
    fn the_next_change_is_never_zero() {
        let begun = Instant::now();
        let mut clock = Clock::new(seconds(21), Duration::ZERO);
        assert_eq!(clock.next_change(begun), None);
        clock.run(Color::White, begun);
        let mut now = begun;
        let mut steps = 0;
        while clock.flagged(now).is_none() {
            now += clock.next_change(now).unwrap();
            steps += 1;
        }
        assert!((190..=230).contains(&steps), "{steps} redraws");
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["5s", "0.5s", "10+5", "3+2", "0.5+0"] {
            assert_eq!(text.parse::<TimeControl>().map(|t| t.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "5", "0s", "-1+0", "0+1", "5+x", "nans", "1e9+0"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
