//! State of the external engines: which ones are known, the status of each, and the output of the one that
//! analyzes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::analysis::external::ExternalEngineState;
use crate::analysis::{
    AnalysisPurpose, AnalysisSnapshot, ExternalEngineStatus, MANAGED_OPTIONS, StrengthLevel, UciOption,
    UciOptionKind,
};
use crate::chess::Move;
use crate::chess::text::is_printable;
use crate::config::{Config, ExternalEngineConfig};
use crate::game::Player;
use crate::platform::folders::program_name;

/// The UCI option by which an engine declares that it can ponder.
const PONDER: &str = "Ponder";

/// The external engines that play the game of the Play tab.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEngines {
    /// Their processes.
    pub processes: Vec<EngineProcessId>,
    /// Whether the game is over.
    pub is_over: bool,
}

impl GameEngines {
    /// Whether an engine is one of them.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.processes.iter().any(|process| process.name == name)
    }
}

/// All external engines.
#[derive(Clone, Debug, Default)]
pub struct EnginesState {
    /// Those that are known, by name.
    pub list: Vec<ExternalEngineEntry>,
    /// Engines that are on this machine, each as its program with arguments.
    pub detected: Vec<Vec<String>>,
    /// The name of the one that analyzes too, or alone.
    pub analyst: Option<String>,
    /// Its output for the position on the analysis board.
    pub snapshot: Option<Box<AnalysisSnapshot>>,
    /// Why it has no output for this position, if it has failed.
    pub failure: Option<String>,
    /// The last engine asked, and what for, while its reply is of use.
    pub current_request: Option<(EngineProcessId, AnalysisPurpose)>,
    /// The reply that the engine expects, while it ponders.
    pub pondering: Option<Move>,
}

/// A process of an external engine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EngineProcessId {
    /// The engine's name.
    pub name: String,
    /// Which of its processes.
    pub instance: EngineInstance,
}

/// Which process of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EngineInstance {
    /// The one that analyzes and plays.
    First,
    /// The one that plays Black where the first one plays White.
    Second,
}

impl From<&str> for EngineProcessId {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), instance: EngineInstance::First }
    }
}

/// An external engine.
#[derive(Clone, Debug)]
pub struct ExternalEngineEntry {
    /// What the user calls it.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder that it is started in.
    pub folder: Option<PathBuf>,
    /// What the user has set in it.
    pub settings: BTreeMap<String, String>,
    /// Whether it was just added and has not completed the UCI handshake yet: it is saved once it has.
    pub on_trial: bool,
    /// Its status; None where it was not started.
    pub status: Option<ExternalEngineStatus>,
    /// The same of its second process, where it plays against itself.
    pub second_status: Option<ExternalEngineStatus>,
}

impl ExternalEngineEntry {
    /// An engine that was not started yet.
    #[must_use]
    pub const fn new(name: String, command: Vec<String>) -> Self {
        let settings = BTreeMap::new();
        Self { name, command, folder: None, settings, on_trial: false, status: None, second_status: None }
    }

    /// The status of one of its processes.
    pub(crate) const fn status_of(&mut self, process: EngineInstance) -> &mut Option<ExternalEngineStatus> {
        match process {
            EngineInstance::First => &mut self.status,
            EngineInstance::Second => &mut self.second_status,
        }
    }

    /// What it does, in a few words.
    pub(crate) fn state_text(&self) -> String {
        match &self.status {
            None => "not started".to_owned(),
            Some(status) => status.state.to_string(),
        }
    }

    /// Why it cannot be used, if it cannot.
    pub(crate) fn failure_text(&self) -> Option<String> {
        self.status.as_ref()?.failure().map(ToString::to_string)
    }

    /// The options that the user may change, once the engine has declared them.
    pub(crate) fn options(&self) -> Vec<&UciOption> {
        let identity = self.status.as_ref().and_then(|standing| standing.identity.as_deref());
        let ours = |name: &str| MANAGED_OPTIONS.iter().any(|own| own.eq_ignore_ascii_case(name));
        let all = identity.map_or(&[][..], |identity| identity.options.as_slice());
        all.iter().filter(|declaration| !ours(&declaration.name)).collect()
    }

    /// What the user has set a setting to; None where it has the engine's own value.
    pub(crate) fn option_value(&self, option: &str) -> Option<&str> {
        let named = |name: &&String| name.eq_ignore_ascii_case(option);
        let name = self.settings.keys().find(named)?;
        self.settings.get(name).map(String::as_str)
    }

    /// Whether it ponders: it declares that it can, and is set to.
    pub(crate) fn ponders(&self) -> bool {
        let declared =
            self.options().into_iter().find(|declaration| declaration.name.eq_ignore_ascii_case(PONDER));
        let Some(UciOptionKind::Check { default }) = declared.map(|declaration| &declaration.kind) else {
            return false;
        };
        self.option_value(PONDER).map_or(*default, |value| value.eq_ignore_ascii_case("true"))
    }

    /// Whether it was started and is of use.
    pub(crate) fn is_running(&self) -> bool {
        let state = self.status.as_ref().map(|standing| &standing.state);
        matches!(
            state,
            Some(ExternalEngineState::Starting | ExternalEngineState::Ready | ExternalEngineState::Thinking)
        )
    }
}

impl EnginesState {
    /// An engine by its name.
    pub(crate) fn get(&self, name: &str) -> Option<&ExternalEngineEntry> {
        self.list.iter().find(|external| external.name == name)
    }

    /// A player, unless it is an engine that is not on the list any more: that one is replaced.
    pub(crate) fn listed_or(&self, player: Player, instead: &Player) -> Player {
        let gone = player.external_name().is_some_and(|name| self.get(name).is_none());
        if gone { instead.clone() } else { player }
    }

    /// Every engine that can play: the built-in one at each level, then the external ones.
    pub(crate) fn players(&self) -> Vec<Player> {
        let built_in = StrengthLevel::all().map(|level| Player::BuiltIn { level: level.number() });
        let external_players = self.list.iter().map(|outside| Player::External(outside.name.clone()));
        built_in.chain(external_players).collect()
    }

    /// An engine by its name, to change what is known of it.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut ExternalEngineEntry> {
        self.list.iter_mut().find(|external| external.name == name)
    }

    /// The one that analyzes.
    pub(crate) fn analyst_entry(&self) -> Option<&ExternalEngineEntry> {
        self.get(self.analyst.as_deref()?)
    }

    /// Engines of this machine that are not on the list.
    #[must_use]
    pub fn detected_unlisted(&self) -> Vec<&Vec<String>> {
        let same = |command: &[String], listed: &ExternalEngineEntry| {
            let file = |words: &[String]| words.first().map(|word| program_name(word).to_owned());
            // A program that is named without a folder is found in one.
            listed.command.first() == command.first()
                || listed.command.first().is_some_and(|word| !word.contains('/'))
                    && file(&listed.command) == file(command)
        };
        let new = |command: &&Vec<String>| !self.list.iter().any(|listed| same(command, listed));
        self.detected.iter().filter(new).collect()
    }

    /// Adds an engine, in the order of the names. One of the same name is replaced.
    pub fn add(&mut self, external: ExternalEngineEntry) {
        self.list.retain(|known| known.name != external.name);
        let at = self.list.partition_point(|known| known.name.to_lowercase() < external.name.to_lowercase());
        self.list.insert(at, external);
    }

    /// A name that no engine has yet, made from a program's: `/usr/games/stockfish` is called `stockfish`.
    pub(crate) fn unused_name_for(&self, command: &[String]) -> String {
        let program = command.first().map_or("engine", String::as_str);
        let file = Some(program_name(program)).filter(|file| !file.is_empty()).unwrap_or("engine");
        let plain: String = file.chars().filter(|&c| is_printable(c)).take(30).collect();
        let plain = if plain.trim().is_empty() { "engine".to_owned() } else { plain };
        let free = |name: &String| self.get(name).is_none();
        let numbered = (2..).map(|number| format!("{plain} {number}"));
        std::iter::once(plain.clone()).chain(numbered).find(free).unwrap_or(plain)
    }
}

/// The external engines of the settings.
pub(in crate::tui) fn entries_from_config(config: &Config) -> Vec<ExternalEngineEntry> {
    let of = |(name, engine): (&String, &ExternalEngineConfig)| {
        let settings = engine.options.iter().map(|(name, value)| (name.clone(), value.0.clone())).collect();
        let entry = ExternalEngineEntry::new(name.clone(), engine.command_words());
        ExternalEngineEntry { folder: engine.start_folder(), settings, ..entry }
    };
    config.engines.iter().map(of).collect()
}

/// Whether the engine works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnalyzeEngine {
    /// It analyzes every position that is looked at.
    On,
    /// It rests; tables still answer.
    Off,
}
