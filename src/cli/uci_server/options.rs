//! What an interface can set, and what each setting changes.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use shakmaty::CastlingMode;

use crate::chess::Oracle;
use crate::engine::strength::{LEAST, MOST};
use crate::engine::{Elo, Level, Overhead, Settings};
use crate::store::memory;
use crate::uci::option::{Declaration, Kind, Value};

/// The most memory for the table where the system doesn't say how much there is, in mebibytes.
const USUAL_MEMORY: i64 = 32_768;
/// The strength that is offered first to whoever limits it.
const USUAL_ELO: Elo = Elo(1_400);
/// What the program says of itself.
const ABOUT: &str = concat!(
    "Matescope ",
    env!("CARGO_PKG_VERSION"),
    " by the Matescope authors; free software under the GPL-3.0-or-later"
);

/// Every setting, in the order in which it is told.
pub(super) static DECLARATIONS: LazyLock<[Declaration; 16]> = LazyLock::new(|| {
    let memory = memory::memory_mb().and_then(|megabytes| i64::try_from(megabytes).ok());
    let number = |least, default, most| Kind::Number { default, least, most };
    let switch = |default| Kind::Switch { default };
    [
        ("Hash", number(1, 64, memory.unwrap_or(USUAL_MEMORY).max(64))),
        ("Threads", number(1, 1, 1_024)),
        ("MultiPV", number(1, 1, 218)),
        ("Ponder", switch(false)),
        ("Contempt", number(-200, 0, 200)),
        ("Level", number(1, 10, 10)),
        ("UCI_LimitStrength", switch(false)),
        ("UCI_Elo", number(LEAST.0.into(), USUAL_ELO.0.into(), MOST.0.into())),
        ("Move Overhead", number(0, 12, 5_000)),
        ("BuildTables", switch(true)),
        ("SyzygyPath", Kind::Text { default: "".into() }),
        ("Clear Hash", Kind::Button),
        ("UCI_Chess960", switch(false)),
        ("UCI_ShowWDL", switch(false)),
        ("UCI_AnalyseMode", switch(false)),
        ("UCI_EngineAbout", Kind::Text { default: ABOUT.into() }),
    ]
    .map(|(name, kind)| Declaration { name: name.into(), kind })
});

/// Whether something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

/// The settings in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    hash_mb: usize,
    threads: usize,
    contempt: i16,
    /// Lines to report.
    pub(super) lines: usize,
    level: Level,
    /// Whether `elo` decides how well to play, and not `level`.
    limited: Switch,
    elo: Elo,
    /// Kept back of every clock.
    pub(super) overhead: Overhead,
    /// Whether tables of four men that are not there are made when a position asks for them.
    pub(super) tables: Switch,
    /// The folders with Syzygy tables, as the system writes a list of folders.
    pub(super) syzygy: String,
    /// How castling is written in every position, whatever the position says of itself.
    pub(super) castling: CastlingMode,
    /// Whether chances stand beside scores.
    pub(super) chances: Switch,
    analysis: Switch,
}

/// What a setting changes at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing until the next search.
    None,
    /// The engine's own settings.
    Engine,
    /// How well it plays.
    Level,
    /// What is done about tables.
    Tables,
    /// Where Syzygy tables are.
    Syzygy,
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
            limited: Switch::Off,
            elo: USUAL_ELO,
            overhead: Overhead::default(),
            tables: Switch::On,
            syzygy: String::new(),
            castling: CastlingMode::Standard,
            chances: Switch::Off,
            analysis: Switch::Off,
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
            .ok_or_else(|| format!("there is no setting \"{name}\"; uci lists them"))?;
        let change = match (&*declaration.name, declaration.read(value)?) {
            ("Clear Hash", _) => Change::Forget,
            (name, Value::Number(number)) => self.set_number(name, number),
            (name, Value::Switch(true)) => self.turn(name, Switch::On),
            (name, Value::Switch(false)) => self.turn(name, Switch::Off),
            ("SyzygyPath", Value::Text(folders)) => {
                self.syzygy = folders;
                Change::Syzygy
            }
            (_, Value::Text(_) | Value::Pressed) => Change::None,
        };
        Ok(change)
    }

    /// The number is within what was declared.
    fn set_number(&mut self, name: &str, number: i64) -> Change {
        let count = usize::try_from(number).unwrap_or(1);
        match name {
            "Hash" => self.hash_mb = count,
            "Threads" => self.threads = count,
            "Contempt" => self.contempt = i16::try_from(number).unwrap_or(0),
            "MultiPV" => self.lines = count,
            "Level" => self.level = Level::new(u8::try_from(number).unwrap_or(u8::MAX)),
            "UCI_Elo" => self.elo = Elo(u16::try_from(number).unwrap_or(u16::MAX)),
            "Move Overhead" => {
                self.overhead = Overhead(Duration::from_millis(u64::try_from(number).unwrap_or(0)));
            }
            _ => {}
        }
        match name {
            "Hash" | "Threads" | "Contempt" => Change::Engine,
            "Level" | "UCI_Elo" => Change::Level,
            _ => Change::None,
        }
    }

    fn turn(&mut self, name: &str, switch: Switch) -> Change {
        match name {
            "UCI_LimitStrength" => {
                self.limited = switch;
                return Change::Level;
            }
            "BuildTables" => {
                self.tables = switch;
                return Change::Tables;
            }
            "UCI_AnalyseMode" => {
                self.analysis = switch;
                return Change::Engine;
            }
            "UCI_ShowWDL" => self.chances = switch,
            "UCI_Chess960" => {
                self.castling = match switch {
                    Switch::On => CastlingMode::Chess960,
                    Switch::Off => CastlingMode::Standard,
                };
            }
            // That the interface may let us ponder changes nothing: it says so with each search.
            _ => {}
        }
        Change::None
    }

    /// How well to play; None for as well as it can.
    pub(super) fn limit(&self) -> Option<Elo> {
        match self.limited {
            Switch::On => Some(self.elo),
            Switch::Off => self.level.limit(),
        }
    }

    /// The size of the table that is wanted, in mebibytes.
    pub(super) const fn hash_mb(&self) -> usize {
        self.hash_mb
    }

    /// The engine's settings. Analysis knows no opponent to avoid a draw with.
    pub(super) fn settings(&self, oracle: Arc<dyn Oracle>) -> Settings {
        let contempt = match self.analysis {
            Switch::On => 0,
            Switch::Off => self.contempt,
        };
        let memory_mb = memory::usable_mb().unwrap_or(usize::MAX);
        Settings { hash_mb: self.hash_mb, memory_mb, threads: self.threads, contempt, oracle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::NoOracle;

    #[test]
    fn the_declared_defaults_are_the_ones_in_force() {
        let before = Options::default();
        for declaration in DECLARATIONS.iter() {
            let value = declaration.kind.default_text();
            let mut after = before.clone();
            after.set(&declaration.name.to_lowercase(), value.as_deref()).unwrap();
            assert_eq!(after, before, "{}", declaration.name);
        }
    }

    #[test]
    fn every_setting_changes_what_it_names() {
        let mut options = Options::default();
        for (name, value, change) in [
            ("Hash", "32", Change::Engine),
            ("Threads", "4", Change::Engine),
            ("MultiPV", "3", Change::None),
            ("Ponder", "true", Change::None),
            ("Contempt", "-15", Change::Engine),
            ("Level", "2", Change::Level),
            ("UCI_Elo", "1111", Change::Level),
            ("UCI_LimitStrength", "true", Change::Level),
            ("Move Overhead", "70", Change::None),
            ("BuildTables", "false", Change::Tables),
            ("SyzygyPath", "/a b", Change::Syzygy),
            ("UCI_Chess960", "true", Change::None),
            ("UCI_ShowWDL", "true", Change::None),
            ("UCI_AnalyseMode", "true", Change::Engine),
        ] {
            assert_eq!(options.set(name, Some(value)), Ok(change), "{name}");
        }
        let wanted = Options {
            hash_mb: 32,
            threads: 4,
            contempt: -15,
            lines: 3,
            level: Level::new(2),
            limited: Switch::On,
            elo: Elo(1_111),
            overhead: Overhead(Duration::from_millis(70)),
            tables: Switch::Off,
            syzygy: "/a b".to_owned(),
            castling: CastlingMode::Chess960,
            chances: Switch::On,
            analysis: Switch::On,
        };
        assert_eq!(options, wanted);
    }

    fn check_limit(set: &[(&str, &str)], limit: Option<u16>) {
        let mut options = Options::default();
        for (name, value) in set {
            options.set(name, Some(value)).unwrap();
        }
        assert_eq!(options.limit(), limit.map(Elo), "{set:?}");
    }

    #[test]
    fn an_elo_limit_stands_above_the_level() {
        check_limit(&[], None);
        check_limit(&[("Level", "3")], Some(1_000));
        check_limit(&[("UCI_Elo", "700")], None);
        check_limit(&[("Level", "3"), ("UCI_Elo", "1234"), ("UCI_LimitStrength", "true")], Some(1_234));
    }

    #[test]
    fn analysis_has_no_contempt() {
        let mut options = Options::default();
        options.set("Contempt", Some("30")).unwrap();
        assert_eq!(options.settings(Arc::new(NoOracle)).contempt, 30);
        options.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(options.settings(Arc::new(NoOracle)).contempt, 0);
    }
}
