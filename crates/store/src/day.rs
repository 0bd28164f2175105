//! Which day it is for the player: the system's clock in the system's time zone.

use std::time::SystemTime;

use chrono::{DateTime, Local, NaiveDate, TimeZone, Utc};

use practice::spaced_repetition::{FIRST_DAY, LAST_DAY};

/// The player's day, counted from 1970-01-01; negative before.
#[must_use]
pub fn today() -> i32 {
    day_at(SystemTime::now(), &Local)
}

/// The day at a time. The clock may be wrong: before 1970 or far in the future.
fn day_at(time: SystemTime, zone: &impl TimeZone) -> i32 {
    let (earliest, latest) = (i64::from(FIRST_DAY) * 86_400, i64::from(LAST_DAY) * 86_400);
    let seconds = seconds(time).clamp(earliest, latest);
    let time: DateTime<Utc> = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    let days = time.with_timezone(zone).date_naive().signed_duration_since(NaiveDate::default()).num_days();
    i32::try_from(days).unwrap_or(0).clamp(FIRST_DAY, LAST_DAY)
}

/// Whole seconds from 1970-01-01 to a time, rounded down; negative before.
#[must_use]
pub fn seconds(time: SystemTime) -> i64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => {
            let before = before.duration();
            let whole = before.as_secs().saturating_add(u64::from(before.subsec_nanos() > 0));
            i64::try_from(whole).map_or(i64::MIN, |whole| -whole)
        }
    }
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
            (epoch - Duration::from_nanos(1), -1),
            (epoch - Duration::from_hours(24), -1),
            (epoch - Duration::from_hours(24) - Duration::from_secs(1), -2),
            (epoch - 5 * year, -1_827),
            (epoch - 68 * year, -24_837),
            (epoch - 3_000 * year, FIRST_DAY),
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
