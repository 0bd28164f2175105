//! Time left, as a chess clock shows it.

use std::time::Duration;

use ratatui::text::Span;

use crate::tui::theme::{Role, Theme};

/// Hours, minutes and seconds; tenths below twenty seconds: `1:02:03`, `4:59`, `0:09.3`.
#[must_use]
pub fn text(left: Duration) -> String {
    let (seconds, tenths) = (left.as_secs(), left.subsec_millis() / 100);
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, seconds) {
        (0, 0..20) => format!("0:{rest:02}.{tenths}"),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

/// The time as a piece of text: it stands out while it runs, and warns when little is left.
#[must_use]
pub fn face(left: Duration, running: Running, theme: Theme) -> Span<'static> {
    let role = match running {
        _ if left < Duration::from_secs(20) => Role::Warning,
        Running::Yes => Role::ActiveTab,
        Running::No => Role::Faint,
    };
    Span::styled(format!(" {} ", text(left)), theme.style(role))
}

/// Whether a clock runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Running {
    /// It does.
    Yes,
    /// It stands.
    No,
}

#[cfg(test)]
mod tests {
    use super::*;

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
