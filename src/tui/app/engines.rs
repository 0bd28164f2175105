//! The engines outside: which ones are known, how it stands with each, and what the one that analyzes says.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::analysis::external::State;
use crate::analysis::{Declaration, Kind, Level, SET_BY_US, Snapshot, Standing, Task};
use crate::chess::text::is_harmless;
use crate::game::Player;

/// The setting by which an engine says that it can think on while the other side does.
const PONDER: &str = "Ponder";

/// All engines outside.
#[derive(Clone, Debug, Default)]
pub struct Engines {
    /// Those that are known, by name.
    pub list: Vec<Outside>,
    /// Engines that are on this machine, each as its program with arguments.
    pub found: Vec<Vec<String>>,
    /// The name of the one that analyzes too, or alone.
    pub analyst: Option<String>,
    /// What it says of the position on the analysis board.
    pub told: Option<Box<Snapshot>>,
    /// Why it says nothing of this position, if it has given up.
    pub refusal: Option<String>,
    /// The one that was asked last, and what for, while its answer is of use.
    pub asked: Option<(Guest, Task)>,
}

/// A process of an engine outside.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Guest {
    /// The engine's name.
    pub name: String,
    /// Which of its processes.
    pub process: Process,
}

/// Which process of an engine outside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Process {
    /// The one that analyzes and plays.
    First,
    /// The one that plays Black where the first one plays White.
    Second,
}

impl From<&str> for Guest {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), process: Process::First }
    }
}

/// An engine outside.
#[derive(Clone, Debug)]
pub struct Outside {
    /// What the user calls it.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder that it is started in.
    pub folder: Option<PathBuf>,
    /// What the user has set in it.
    pub settings: BTreeMap<String, String>,
    /// Whether it was just added and has not introduced itself yet: it is kept once it has.
    pub on_trial: bool,
    /// How it stands with it; None where it was not started.
    pub standing: Option<Standing>,
    /// The same of its second process, where it plays against itself.
    pub second: Option<Standing>,
}

impl Outside {
    /// An engine that was not started yet.
    #[must_use]
    pub const fn new(name: String, command: Vec<String>) -> Self {
        let settings = BTreeMap::new();
        Self { name, command, folder: None, settings, on_trial: false, standing: None, second: None }
    }

    /// How it stands with one of its processes.
    pub const fn standing_of(&mut self, process: Process) -> &mut Option<Standing> {
        match process {
            Process::First => &mut self.standing,
            Process::Second => &mut self.second,
        }
    }

    /// What it does, in a few words.
    #[must_use]
    pub fn state_text(&self) -> String {
        match &self.standing {
            None => "not started".to_owned(),
            Some(standing) => standing.state.to_string(),
        }
    }

    /// Why it is of no use, if it is not.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.standing.as_ref()?.failure().map(ToString::to_string)
    }

    /// The settings that the user may change, once it has told them.
    #[must_use]
    pub fn options(&self) -> Vec<&Declaration> {
        let identity = self.standing.as_ref().and_then(|standing| standing.identity.as_deref());
        let ours = |name: &str| SET_BY_US.iter().any(|own| own.eq_ignore_ascii_case(name));
        let all = identity.map_or(&[][..], |identity| identity.options.as_slice());
        all.iter().filter(|declaration| !ours(&declaration.name)).collect()
    }

    /// What the user has set a setting to; None where it has the engine's own value.
    #[must_use]
    pub fn set_to(&self, option: &str) -> Option<&str> {
        let named = |name: &&String| name.eq_ignore_ascii_case(option);
        let name = self.settings.keys().find(named)?;
        self.settings.get(name).map(String::as_str)
    }

    /// Whether it thinks on while the other side does: it declares that it can, and is set to.
    #[must_use]
    pub fn ponders(&self) -> bool {
        let declared =
            self.options().into_iter().find(|declaration| declaration.name.eq_ignore_ascii_case(PONDER));
        let Some(Kind::Switch { default }) = declared.map(|declaration| &declaration.kind) else {
            return false;
        };
        self.set_to(PONDER).map_or(*default, |value| value.eq_ignore_ascii_case("true"))
    }

    /// Whether it was started and is of use.
    #[must_use]
    pub fn is_up(&self) -> bool {
        let state = self.standing.as_ref().map(|standing| &standing.state);
        matches!(state, Some(State::Starting | State::Ready | State::Thinking))
    }
}

impl Engines {
    /// An engine by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Outside> {
        self.list.iter().find(|outside| outside.name == name)
    }

    /// A player, unless it is an engine that is not on the list any more: that one gives way to another player.
    #[must_use]
    pub fn still_listed(&self, player: Player, instead: &Player) -> Player {
        let gone = player.outside().is_some_and(|name| self.get(name).is_none());
        if gone { instead.clone() } else { player }
    }

    /// Every engine that can play: the built-in one at each level, then those outside.
    #[must_use]
    pub fn players(&self) -> Vec<Player> {
        let built_in = Level::all().map(|level| Player::BuiltIn { level: level.number() });
        let outside = self.list.iter().map(|outside| Player::Outside(outside.name.clone()));
        built_in.chain(outside).collect()
    }

    /// An engine by its name, to change what is known of it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Outside> {
        self.list.iter_mut().find(|outside| outside.name == name)
    }

    /// The one that analyzes.
    #[must_use]
    pub fn analyzing(&self) -> Option<&Outside> {
        self.get(self.analyst.as_deref()?)
    }

    /// Engines of this machine that are not on the list.
    #[must_use]
    pub fn offered(&self) -> Vec<&Vec<String>> {
        let same = |command: &[String], listed: &Outside| {
            let file = |words: &[String]| words.first().map(|word| file_name(word).to_owned());
            // A program that is named without a folder is found in one.
            listed.command.first() == command.first()
                || listed.command.first().is_some_and(|word| !word.contains('/'))
                    && file(&listed.command) == file(command)
        };
        let new = |command: &&Vec<String>| !self.list.iter().any(|listed| same(command, listed));
        self.found.iter().filter(new).collect()
    }

    /// Takes an engine in, in the order of the names. One of the same name is replaced.
    pub fn add(&mut self, outside: Outside) {
        self.list.retain(|known| known.name != outside.name);
        let at = self.list.partition_point(|known| known.name.to_lowercase() < outside.name.to_lowercase());
        self.list.insert(at, outside);
    }

    /// A name that no engine has yet, made from a program's: `/usr/games/stockfish` is called `stockfish`.
    #[must_use]
    pub fn name_for(&self, command: &[String]) -> String {
        let program = command.first().map_or("engine", String::as_str);
        let file = Some(file_name(program)).filter(|file| !file.is_empty()).unwrap_or("engine");
        let plain: String = file.chars().filter(|&c| is_harmless(c)).take(30).collect();
        let plain = if plain.trim().is_empty() { "engine".to_owned() } else { plain };
        let free = |name: &String| self.get(name).is_none();
        let numbered = (2..).map(|number| format!("{plain} {number}"));
        std::iter::once(plain.clone()).chain(numbered).find(free).unwrap_or(plain)
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}
