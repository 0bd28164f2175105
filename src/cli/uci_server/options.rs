//! What an interface can set, and what each setting changes.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use shakmaty::CastlingMode;

use crate::chess::Oracle;
use crate::config::HashMb;
use crate::engine::strength::{MAX_ELO, MIN_ELO};
use crate::engine::{Elo, EngineSettings, MoveOverhead, StrengthLevel};
use crate::platform::memory;
use crate::uci::option::{UciOption, UciOptionKind, UciOptionValue};

/// The strength that is offered first to whoever limits it.
const DEFAULT_ELO: Elo = Elo(1_400);
/// What the program says of itself.
const ABOUT: &str = concat!(
    "Matescope ",
    env!("CARGO_PKG_VERSION"),
    " by the Matescope authors; free software under the GPL-3.0-or-later"
);

/// All options in the order of their declaration.
pub(super) static DECLARATIONS: LazyLock<[UciOption; 16]> = LazyLock::new(|| {
    let memory = memory::total_mb().and_then(|megabytes| i64::try_from(megabytes).ok());
    // A server may use all memory; where the system doesn't say how much there is, what the settings allow.
    let max_hash = memory.unwrap_or(HashMb::MAX.into()).max(64);
    let number = |least, default, most| UciOptionKind::Spin { default, min: least, max: most };
    let switch = |default| UciOptionKind::Check { default };
    [
        ("Hash", number(1, 64, max_hash)),
        ("Threads", number(1, 1, 1_024)),
        ("MultiPV", number(1, 1, 218)),
        ("Ponder", switch(false)),
        ("Contempt", number(-200, 0, 200)),
        ("Level", number(1, 10, 10)),
        ("UCI_LimitStrength", switch(false)),
        ("UCI_Elo", number(MIN_ELO.0.into(), DEFAULT_ELO.0.into(), MAX_ELO.0.into())),
        ("Move Overhead", number(0, 12, 5_000)),
        ("BuildTables", switch(true)),
        ("SyzygyPath", UciOptionKind::Text { default: "".into() }),
        ("Clear Hash", UciOptionKind::Button),
        ("UCI_Chess960", switch(false)),
        ("UCI_ShowWDL", switch(false)),
        ("UCI_AnalyseMode", switch(false)),
        ("UCI_EngineAbout", UciOptionKind::Text { default: ABOUT.into() }),
    ]
    .map(|(name, kind)| UciOption { name: name.into(), kind })
});

/// The settings in force.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the protocol")]
pub(super) struct UciServerOptions {
    hash_mb: usize,
    threads: usize,
    contempt: i16,
    /// Lines to report.
    pub(super) lines: usize,
    level: StrengthLevel,
    /// Whether `elo` decides how well to play, and not `level`.
    limit_strength: bool,
    elo: Elo,
    /// Kept back of every clock.
    pub(super) overhead: MoveOverhead,
    /// Whether missing tables of 4-piece endings are built when a position needs them.
    pub(super) build_tables: bool,
    /// The folders with Syzygy tables, as the system writes a list of folders.
    pub(super) syzygy: String,
    /// How castling is written in every position, whatever the position says of itself.
    pub(super) castling_mode: CastlingMode,
    /// Whether chances stand beside scores.
    pub(super) show_wdl: bool,
    analyse_mode: bool,
}

/// What a setting changes at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ServerOptionChange {
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
    ClearHash,
}

impl Default for UciServerOptions {
    fn default() -> Self {
        Self {
            hash_mb: 64,
            threads: 1,
            contempt: 0,
            lines: 1,
            level: StrengthLevel::STRONGEST,
            limit_strength: false,
            elo: DEFAULT_ELO,
            overhead: MoveOverhead::default(),
            build_tables: true,
            syzygy: String::new(),
            castling_mode: CastlingMode::Standard,
            show_wdl: false,
            analyse_mode: false,
        }
    }
}

impl UciServerOptions {
    /// Takes a setting over.
    ///
    /// # Errors
    /// Says that there is no such setting, or what values it takes.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<ServerOptionChange, String> {
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("there is no setting \"{name}\"; uci lists them"))?;
        let change = match (&*declaration.name, declaration.parse_value(value)?) {
            ("Clear Hash", _) => ServerOptionChange::ClearHash,
            (name, UciOptionValue::Spin(number)) => self.set_number(name, number),
            (name, UciOptionValue::Check(on)) => self.set_switch(name, on),
            ("SyzygyPath", UciOptionValue::Text(folders)) => {
                self.syzygy = folders;
                ServerOptionChange::Syzygy
            }
            (_, UciOptionValue::Text(_) | UciOptionValue::Button) => ServerOptionChange::None,
        };
        Ok(change)
    }

    /// The number is within what was declared.
    fn set_number(&mut self, name: &str, number: i64) -> ServerOptionChange {
        let count = usize::try_from(number).unwrap_or(1);
        match name {
            "Hash" => self.hash_mb = count,
            "Threads" => self.threads = count,
            "Contempt" => self.contempt = i16::try_from(number).unwrap_or(0),
            "MultiPV" => self.lines = count,
            "Level" => self.level = StrengthLevel::new(u8::try_from(number).unwrap_or(u8::MAX)),
            "UCI_Elo" => self.elo = Elo(u16::try_from(number).unwrap_or(u16::MAX)),
            "Move Overhead" => {
                self.overhead = MoveOverhead(Duration::from_millis(u64::try_from(number).unwrap_or(0)));
            }
            _ => {}
        }
        match name {
            "Hash" | "Threads" | "Contempt" => ServerOptionChange::Engine,
            "Level" | "UCI_Elo" => ServerOptionChange::Level,
            _ => ServerOptionChange::None,
        }
    }

    fn set_switch(&mut self, name: &str, on: bool) -> ServerOptionChange {
        match name {
            "UCI_LimitStrength" => {
                self.limit_strength = on;
                return ServerOptionChange::Level;
            }
            "BuildTables" => {
                self.build_tables = on;
                return ServerOptionChange::Tables;
            }
            "UCI_AnalyseMode" => {
                self.analyse_mode = on;
                return ServerOptionChange::Engine;
            }
            "UCI_ShowWDL" => self.show_wdl = on,
            "UCI_Chess960" => {
                self.castling_mode = if on { CastlingMode::Chess960 } else { CastlingMode::Standard };
            }
            // That the interface may let us ponder changes nothing: it says so with each search.
            _ => {}
        }
        ServerOptionChange::None
    }

    /// How well to play; None for as well as it can.
    pub(super) fn limit(&self) -> Option<Elo> {
        if self.limit_strength { Some(self.elo) } else { self.level.limit() }
    }

    /// The size of the table that is wanted, in mebibytes.
    pub(super) const fn hash_mb(&self) -> usize {
        self.hash_mb
    }

    /// The engine's settings. Analysis knows no opponent to avoid a draw with.
    pub(super) fn settings(&self, oracle: Arc<dyn Oracle>) -> EngineSettings {
        let contempt = if self.analyse_mode { 0 } else { self.contempt };
        EngineSettings { hash_mb: self.hash_mb, threads: self.threads, contempt, oracle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::NoOracle;

    #[test]
    fn the_declared_defaults_are_the_ones_in_force() {
        let before = UciServerOptions::default();
        for declaration in DECLARATIONS.iter() {
            let value = declaration.kind.default_text();
            let mut after = before.clone();
            after.set(&declaration.name.to_lowercase(), value.as_deref()).unwrap();
            assert_eq!(after, before, "{}", declaration.name);
        }
    }

    #[test]
    fn every_setting_changes_what_it_names() {
        let mut options = UciServerOptions::default();
        for (name, value, change) in [
            ("Hash", "32", ServerOptionChange::Engine),
            ("Threads", "4", ServerOptionChange::Engine),
            ("MultiPV", "3", ServerOptionChange::None),
            ("Ponder", "true", ServerOptionChange::None),
            ("Contempt", "-15", ServerOptionChange::Engine),
            ("Level", "2", ServerOptionChange::Level),
            ("UCI_Elo", "1111", ServerOptionChange::Level),
            ("UCI_LimitStrength", "true", ServerOptionChange::Level),
            ("Move Overhead", "70", ServerOptionChange::None),
            ("BuildTables", "false", ServerOptionChange::Tables),
            ("SyzygyPath", "/a b", ServerOptionChange::Syzygy),
            ("UCI_Chess960", "true", ServerOptionChange::None),
            ("UCI_ShowWDL", "true", ServerOptionChange::None),
            ("UCI_AnalyseMode", "true", ServerOptionChange::Engine),
        ] {
            assert_eq!(options.set(name, Some(value)), Ok(change), "{name}");
        }
        let wanted = UciServerOptions {
            hash_mb: 32,
            threads: 4,
            contempt: -15,
            lines: 3,
            level: StrengthLevel::new(2),
            limit_strength: true,
            elo: Elo(1_111),
            overhead: MoveOverhead(Duration::from_millis(70)),
            build_tables: false,
            syzygy: "/a b".to_owned(),
            castling_mode: CastlingMode::Chess960,
            show_wdl: true,
            analyse_mode: true,
        };
        assert_eq!(options, wanted);
    }

    fn check_limit(set: &[(&str, &str)], limit: Option<u16>) {
        let mut options = UciServerOptions::default();
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
        let mut options = UciServerOptions::default();
        options.set("Contempt", Some("30")).unwrap();
        assert_eq!(options.settings(Arc::new(NoOracle)).contempt, 30);
        options.set("UCI_AnalyseMode", Some("true")).unwrap();
        assert_eq!(options.settings(Arc::new(NoOracle)).contempt, 0);
    }
}
