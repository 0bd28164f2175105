//! When the next frame is drawn: at once for a person after a quiet moment, seldom enough otherwise.

use std::time::{Duration, Instant};

/// The shortest time between two frames that a person's doing asks for.
const PERSON: Duration = Duration::from_millis(16);
/// The shortest time between a frame and the next one that the background alone asks for.
const BACKGROUND: Duration = Duration::from_millis(40);

/// Who wants to see a frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum For {
    /// Nobody waits for it: analysis went on.
    Background,
    /// Somebody did something and waits for its effect.
    Person,
}

/// The frames of the past, as far as they matter, and the next one.
#[derive(Clone, Default, Debug)]
pub(super) struct Pace {
    for_person: Option<Instant>,
    for_any: Option<Instant>,
    due: Option<(Instant, For)>,
}

impl Pace {
    /// Asks for a frame. The frames of the background never make a person wait.
    pub(super) fn ask(&mut self, whom: For, now: Instant) {
        let earliest = match whom {
            For::Person => self.for_person.map(|last| last + PERSON),
            For::Background => self.for_any.map(|last| last + BACKGROUND),
        };
        let at = earliest.map_or(now, |earliest| earliest.max(now));
        self.due = Some(match self.due {
            Some((due, other)) => (due.min(at), other.max(whom)),
            None => (at, whom),
        });
    }

    /// When the next frame is to be drawn; None while nobody wants one.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due.map(|(at, _)| at)
    }

    /// A frame was drawn.
    pub(super) fn drawn(&mut self, now: Instant) {
        if let Some((_, For::Person)) = self.due.take() {
            self.for_person = Some(now);
        }
        self.for_any = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_first_key_is_drawn_at_once_and_a_burst_costs_one_frame_each_16_ms() {
        let begun = Instant::now();
        let mut pace = Pace::default();
        assert_eq!(pace.due(), None);
        pace.ask(For::Person, begun);
        assert_eq!(pace.due(), Some(begun));
        pace.drawn(begun);
        assert_eq!(pace.due(), None);
        for after in [1, 3, 9] {
            pace.ask(For::Person, begun + ms(after));
        }
        assert_eq!(pace.due(), Some(begun + ms(16)));
    }

    #[test]
    fn analysis_never_makes_a_key_wait() {
        let begun = Instant::now();
        let mut pace = Pace::default();
        pace.ask(For::Background, begun);
        pace.drawn(begun);
        pace.ask(For::Background, begun + ms(1));
        assert_eq!(pace.due(), Some(begun + ms(40)));
        pace.ask(For::Person, begun + ms(2));
        assert_eq!(pace.due(), Some(begun + ms(2)));
    }
}
