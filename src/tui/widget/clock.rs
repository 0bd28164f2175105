//! Time left, as a chess clock shows it.

use std::time::Duration;

use ratatui::text::Span;

use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::span;

/// Hours, minutes and seconds; tenths below twenty seconds: `1:02:03`, `4:59`, `0:09.3`.
pub(crate) fn text(left: Duration) -> String {
    let is_short = left < WARNING_BELOW;
    let tenths = if is_short { format!(".{}", left.subsec_millis() / 100) } else { String::new() };
    elapsed(left) + &tenths
}

/// The time that has passed, in hours, minutes and seconds: `1:02:03`, `4:59`, `0:09`.
pub(crate) fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours == 0 { format!("{minutes}:{rest:02}") } else { format!("{hours}:{minutes:02}:{rest:02}") }
}

/// Below this a clock is urgent: it shows a sign and a color, and rings once for the person.
pub const URGENT_BELOW: Duration = Duration::from_secs(10);

/// Below this a clock warns.
const WARNING_BELOW: Duration = Duration::from_secs(20);

/// The time as one span: emphasized while it runs, a warning when little is left, an alarm at the very end.
pub(crate) fn time_span(left: Duration, running: ClockRunning, theme: Theme) -> Span<'static> {
    let sign = if left < URGENT_BELOW { "!" } else { " " };
    Span::styled(format!("{sign}{} ", text(left)), theme.style(role(left, running)))
}

const fn role(left: Duration, running: ClockRunning) -> Role {
    match running {
        _ if left.as_millis() < URGENT_BELOW.as_millis() => Role::Error,
        _ if left.as_millis() < WARNING_BELOW.as_millis() => Role::Warning,
        ClockRunning::Yes => Role::ActiveTab,
        ClockRunning::No => Role::Faint,
    }
}

/// Size of a clock's digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockSize {
    /// Three rows: a dot is half a cell tall.
    Large,
    /// Five rows: a dot is two cells wide and one tall.
    Huge,
}

/// The time in large digits made of blocks. What is emphasized by its background in the small clock is bold
/// in the large one.
pub(crate) fn large_figures(
    left: Duration,
    running: ClockRunning,
    size: ClockSize,
    theme: Theme,
) -> Vec<Span<'static>> {
    let role = match role(left, running) {
        Role::ActiveTab => Role::Strong,
        role => role,
    };
    let sign = if left < URGENT_BELOW { "!" } else { "" };
    // The sign comes last, so that the digits do not move.
    let text = format!("{}{sign}", text(left));
    let (rows, gap) = match size {
        ClockSize::Large => (3, " "),
        ClockSize::Huge => (5, "  "),
    };
    let row = |row| {
        let cells: Vec<String> = text.chars().map(|sign| figure(sign, row, size)).collect();
        span(theme, role, cells.join(gap))
    };
    (0..rows).map(row).collect()
}

/// One row of a digit, made of three columns of dots (the upper bit is the left one) or of one.
fn figure(sign: char, row: usize, size: ClockSize) -> String {
    let (width, dots): (u32, [u8; 6]) = match sign {
        '0' => (3, [7, 5, 5, 5, 7, 0]),
        '1' => (3, [2, 6, 2, 2, 7, 0]),
        '2' => (3, [7, 1, 7, 4, 7, 0]),
        '3' => (3, [7, 1, 3, 1, 7, 0]),
        '4' => (3, [5, 5, 7, 1, 1, 0]),
        '5' => (3, [7, 4, 7, 1, 7, 0]),
        '6' => (3, [7, 4, 7, 5, 7, 0]),
        '7' => (3, [7, 1, 1, 1, 1, 0]),
        '8' => (3, [7, 5, 7, 5, 7, 0]),
        '9' => (3, [7, 5, 7, 1, 7, 0]),
        '!' => (1, [1, 1, 1, 0, 1, 0]),
        ':' => (1, [0, 1, 0, 1, 0, 0]),
        _ => (1, [0, 0, 0, 0, 1, 0]),
    };
    let is_set = |row: usize, column: u32| dots[row] >> column & 1 == 1;
    let cell = |column: u32| match size {
        ClockSize::Huge if is_set(row, column) => "██",
        ClockSize::Huge => "  ",
        ClockSize::Large => match (is_set(2 * row, column), is_set(2 * row + 1, column)) {
            (true, true) => "█",
            (true, false) => "▀",
            (false, true) => "▄",
            (false, false) => " ",
        },
    };
    (0..width).rev().map(cell).collect()
}

/// Whether a clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockRunning {
    /// It does.
    Yes,
    /// It is stopped.
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_seconds_cry_in_color_and_without() {
        let shown = |seconds| {
            time_span(Duration::from_secs(seconds), ClockRunning::Yes, Theme::default()).content.into_owned()
        };
        assert_eq!([shown(21), shown(12), shown(9)], [" 0:21 ", " 0:12.0 ", "!0:09.0 "]);
        let role = |seconds| role(Duration::from_secs(seconds), ClockRunning::Yes);
        assert_eq!([role(21), role(12), role(9)], [Role::ActiveTab, Role::Warning, Role::Error]);
    }

    #[test]
    fn large_figures_are_rows_of_one_width() {
        let rows = |seconds, size| -> Vec<String> {
            let rows = large_figures(Duration::from_secs(seconds), ClockRunning::Yes, size, Theme::default());
            rows.into_iter().map(|row| row.content.into_owned()).collect()
        };
        assert_eq!(rows(299, ClockSize::Large), ["█ █ ▄ █▀▀ █▀█", "▀▀█ ▄ ▀▀█ ▀▀█", "  ▀   ▀▀▀ ▀▀▀"]);
        assert_eq!(rows(60, ClockSize::Huge)[0], "  ██        ██████  ██████");
        for seconds in 0..7_300 {
            for size in [ClockSize::Large, ClockSize::Huge] {
                let rows = rows(seconds, size);
                assert!(rows.iter().all(|row| row.chars().count() == rows[0].chars().count()));
            }
        }
    }

    #[test]
    fn little_time_shows_tenths() {
        for (milliseconds, shown) in [
            (0, "0:00.0"),
            (9_300, "0:09.3"),
            (19_999, "0:19.9"),
            (20_000, "0:20"),
            (299_000, "4:59"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(text(Duration::from_millis(milliseconds)), shown);
        }
    }
}
