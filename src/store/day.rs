//! Which day it is for the player: the system's clock in the system's time zone.

use chrono::{Local, NaiveDate};

/// The player's day, counted from 1970-01-01.
#[must_use]
pub fn today() -> u32 {
    let days = Local::now().date_naive().signed_duration_since(NaiveDate::default()).num_days();
    u32::try_from(days).unwrap_or(0)
}
