//! Number of search threads: `"auto"` (all processor threads but one) or a number.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::number::ConfigNumber;
use chess::thread::core_count;

/// The text of [`ThreadsConfig::Auto`].
const AUTO: &str = "auto";

/// Number of search threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThreadsConfig {
    /// All processor threads but one.
    #[default]
    Auto,
    /// A fixed number.
    Count(ConfigNumber<1, 256>),
}

impl ThreadsConfig {
    /// The number of threads on this machine, 1 to 256.
    #[must_use]
    pub fn count(self) -> u16 {
        match self {
            Self::Auto => u16::try_from(core_count().saturating_sub(1)).unwrap_or(u16::MAX).clamp(1, 256),
            Self::Count(count) => count.get(),
        }
    }
}

impl fmt::Display for ThreadsConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str(AUTO),
            Self::Count(count) => write!(f, "{}", count.get()),
        }
    }
}

impl Serialize for ThreadsConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str(AUTO),
            Self::Count(count) => serializer.serialize_u16(count.get()),
        }
    }
}

impl<'de> Deserialize<'de> for ThreadsConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;

        impl Visitor<'_> for Written {
            type Value = ThreadsConfig;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"auto\" or a number from 1 to 256")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ThreadsConfig, E> {
                if text == AUTO {
                    return Ok(ThreadsConfig::Auto);
                }
                Err(E::invalid_value(de::Unexpected::Str(text), &self))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<ThreadsConfig, E> {
                ConfigNumber::try_from(number).map(ThreadsConfig::Count).map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<ThreadsConfig, E> {
                self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }

        deserializer.deserialize_any(Written)
    }
}
