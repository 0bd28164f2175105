//! Which day it is for the player: the system's clock in the system's time zone.

use std::time::SystemTime;

use chrono::{DateTime, Local, NaiveDate, TimeZone, Utc};

use practice::spaced_repetition::LAST_DAY;

/// The player's day, counted from 1970-01-01. A clock before that shows the first day.
#[must_use]
pub fn today() -> u32 {
    day_at(SystemTime::now(), &Local)
}

/// The day at a time. The clock may be wrong: before 1970 or far in the future.
fn day_at(time: SystemTime, zone: &impl TimeZone) -> u32 {
    let seconds = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_secs()).map_or(i64::MIN, |before| -before),
    };
    let latest = i64::from(LAST_DAY) * 86_400;
    let time: DateTime<Utc> = DateTime::from_timestamp(seconds.clamp(-latest, latest), 0).unwrap_or_default();
    let days = time.with_timezone(zone).date_naive().signed_duration_since(NaiveDate::default()).num_days();
    u32::try_from(days).unwrap_or(0).min(LAST_DAY)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::FixedOffset;

    use super::*;

    #[test]
    fn a_wrong_clock_shows_a_day() {
        let epoch = SystemTime::UNIX_EPOCH;
        let year = Duration::from_secs(31_556_952);
        for (time, day) in [
            (epoch, 0),
            (epoch - Duration::from_secs(1), 0),
            (epoch - 10 * year, 0),
            (epoch - 68 * year, 0),
            (epoch + Duration::from_hours(24), 1),
            (epoch + 50 * year, 18_262),
            (epoch + 300_000 * year, LAST_DAY),
        ] {
            assert_eq!(day_at(time, &Utc), day, "{time:?}");
            // A zone moves it by a day at most, and never beyond the first and the last day.
            for hours in [-12, 14] {
                let zone = FixedOffset::east_opt(hours * 3_600).unwrap();
                assert!(day_at(time, &zone).abs_diff(day) <= 1, "{time:?}");
            }
        }
    }
}
