//! Frame pacing: when the next frame is drawn: at once for input after a quiet moment, seldom enough
//! otherwise.

use std::time::{Duration, Instant};

/// The shortest time between two frames for user input.
const MIN_INPUT_INTERVAL: Duration = Duration::from_millis(16);
/// The shortest time between a frame and the next one for background results alone.
const MIN_BACKGROUND_INTERVAL: Duration = Duration::from_millis(40);

/// The cause of a frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum FrameReason {
    /// A background result, such as progress of the analysis: not urgent.
    Background,
    /// User input, whose effect should be seen at once.
    UserInput,
}

/// The times of recent frames, and of the next one.
#[derive(Clone, Default, Debug)]
pub(super) struct FramePacer {
    drawn_for_input: Option<Instant>,
    last_drawn: Option<Instant>,
    due: Option<(Instant, FrameReason)>,
}

impl FramePacer {
    /// Requests a frame. Frames for background results never delay those for user input.
    pub(super) fn request(&mut self, whom: FrameReason, now: Instant) {
        let earliest = match whom {
            FrameReason::UserInput => self.drawn_for_input.map(|last| last + MIN_INPUT_INTERVAL),
            FrameReason::Background => self.last_drawn.map(|last| last + MIN_BACKGROUND_INTERVAL),
        };
        let at = earliest.map_or(now, |earliest| earliest.max(now));
        self.due = Some(match self.due {
            Some((due, other)) => (due.min(at), other.max(whom)),
            None => (at, whom),
        });
    }

    /// When the next frame is to be drawn; None while none is needed.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.due.map(|(at, _)| at)
    }

    /// A frame was drawn.
    pub(super) fn frame_drawn(&mut self, now: Instant) {
        if let Some((_, FrameReason::UserInput)) = self.due.take() {
            self.drawn_for_input = Some(now);
        }
        self.last_drawn = Some(now);
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
        let mut pace = FramePacer::default();
        assert_eq!(pace.next_due(), None);
        pace.request(FrameReason::UserInput, begun);
        assert_eq!(pace.next_due(), Some(begun));
        pace.frame_drawn(begun);
        assert_eq!(pace.next_due(), None);
        for after in [1, 3, 9] {
            pace.request(FrameReason::UserInput, begun + ms(after));
        }
        assert_eq!(pace.next_due(), Some(begun + ms(16)));
    }

    #[test]
    fn analysis_never_makes_a_key_wait() {
        let begun = Instant::now();
        let mut pace = FramePacer::default();
        pace.request(FrameReason::Background, begun);
        pace.frame_drawn(begun);
        pace.request(FrameReason::Background, begun + ms(1));
        assert_eq!(pace.next_due(), Some(begun + ms(40)));
        pace.request(FrameReason::UserInput, begun + ms(2));
        assert_eq!(pace.next_due(), Some(begun + ms(2)));
    }
}
