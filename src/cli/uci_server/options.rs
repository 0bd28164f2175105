//! What an interface can set, and what each setting changes.

use std::sync::Arc;

use shakmaty::CastlingMode;

use crate::chess::Oracle;
use crate::engine::{Level, Settings};
use crate::uci::option::{Declaration, Kind, Value};

/// Every setting, in the order in which it is told.
pub(super) const DECLARATIONS: [Declaration; 8] = [
    Declaration { name: "Hash", kind: Kind::Number { default: 64, least: 1, most: 32_768 } },
    Declaration { name: "Threads", kind: Kind::Number { default: 1, least: 1, most: 256 } },
    Declaration { name: "MultiPV", kind: Kind::Number { default: 1, least: 1, most: 218 } },
    Declaration { name: "Contempt", kind: Kind::Number { default: 0, least: -200, most: 200 } },
    Declaration { name: "Level", kind: Kind::Number { default: 10, least: 1, most: 10 } },
    Declaration { name: "BuildTables", kind: Kind::Switch { default: true } },
    Declaration { name: "Clear Hash", kind: Kind::Button },
    Declaration { name: "UCI_Chess960", kind: Kind::Switch { default: false } },
];

/// Whether tables of four men that are not there are made when a position asks for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Making {
    /// They are, in the background.
    On,
    /// What is kept is read, nothing is made.
    Off,
}

/// The settings in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Options {
    hash_mb: usize,
    threads: usize,
    contempt: i16,
    /// Lines to report.
    pub(super) lines: usize,
    /// How well to play.
    pub(super) level: Level,
    /// Whether tables are made.
    pub(super) tables: Making,
    /// How castling is written in every position, whatever the position says of itself.
    pub(super) castling: CastlingMode,
}

/// What a setting changes at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing until the next search.
    None,
    /// The engine's own settings.
    Engine,
    /// What is done about tables.
    Tables,
    /// All that the engine remembers goes.
    Forget,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mb: 64,
            threads: 1,
            contempt: 0,
            lines: 1,
            level: Level::STRONGEST,
            tables: Making::On,
            castling: CastlingMode::Standard,
        }
    }
}

impl Options {
    /// Takes a setting over.
    ///
    /// # Errors
    /// Says that there is no such setting, or what values it takes.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, String> {
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("there is no setting \"{name}\""))?;
        let value = declaration.read(value)?;
        let (count, small) = match value {
            Value::Number(number) => {
                (usize::try_from(number).unwrap_or(1), i16::try_from(number).unwrap_or(0))
            }
            _ => (0, 0),
        };
        Ok(match declaration.name {
            "Hash" => {
                self.hash_mb = count;
                Change::Engine
            }
            "Threads" => {
                self.threads = count;
                Change::Engine
            }
            "Contempt" => {
                self.contempt = small;
                Change::Engine
            }
            "MultiPV" => {
                self.lines = count;
                Change::None
            }
            "Level" => {
                self.level = Level::new(u8::try_from(count).unwrap_or(u8::MAX));
                Change::None
            }
            "BuildTables" => {
                self.tables = if value == Value::Switch(true) { Making::On } else { Making::Off };
                Change::Tables
            }
            "UCI_Chess960" => {
                self.castling = match value {
                    Value::Switch(true) => CastlingMode::Chess960,
                    _ => CastlingMode::Standard,
                };
                Change::None
            }
            _ => Change::Forget,
        })
    }

    /// The engine's settings.
    pub(super) fn settings(&self, oracle: Arc<dyn Oracle>) -> Settings {
        Settings { hash_mb: self.hash_mb, threads: self.threads, contempt: self.contempt, oracle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declared_defaults_are_the_ones_in_force() {
        let before = Options::default();
        for declaration in DECLARATIONS {
            let value = match declaration.kind {
                Kind::Number { default, .. } => Some(default.to_string()),
                Kind::Switch { default } => Some(default.to_string()),
                Kind::Button => None,
            };
            let mut after = before;
            after.set(&declaration.name.to_lowercase(), value.as_deref()).unwrap();
            assert_eq!(after, before, "{}", declaration.name);
        }
    }

    #[test]
    fn every_setting_changes_what_it_names() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", "32"),
            ("Threads", "4"),
            ("MultiPV", "3"),
            ("Contempt", "-15"),
            ("Level", "2"),
            ("BuildTables", "false"),
            ("UCI_Chess960", "true"),
        ] {
            options.set(name, Some(value)).unwrap();
        }
        let wanted = Options {
            hash_mb: 32,
            threads: 4,
            contempt: -15,
            lines: 3,
            level: Level::new(2),
            tables: Making::Off,
            castling: CastlingMode::Chess960,
        };
        assert_eq!(options, wanted);
    }
}
