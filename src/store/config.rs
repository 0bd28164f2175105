//! What the user has set. Every field has a default, so an empty file is a good one, and a bad file never
//! stops the program: what cannot be used is left out and told, the rest counts.

mod engines;
mod lenient_parse;
mod nearest;
mod save;
mod threads;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use crate::game::TimeControl;
use crate::practice::review::DEFAULT_NODES;

use super::{disk, io_error};

pub use engines::{EngineCommandConfig, EngineOptionConfig, ExternalEngineConfig};
pub use nearest::nearest;
pub use save::{ConfigChange, ConfigSaveError, save};
pub use threads::ThreadsConfig;

/// All settings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// How the board is drawn.
    pub board: BoardConfig,
    /// How the program is handled.
    pub input: InputConfig,
    /// What analysis may use.
    pub engine: EngineConfig,
    /// How a new game begins.
    pub play: PlayConfig,
    /// How drills are shown.
    pub practice: PracticeConfig,
    /// How games are reviewed.
    pub review: ReviewConfig,
    /// Engines outside, by name.
    pub engines: BTreeMap<String, ExternalEngineConfig>,
    /// Keys by action, in place of that action's default keys.
    pub keys: BTreeMap<String, Vec<String>>,
}

/// How the board is drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardConfig {
    /// The name of a color theme.
    pub theme: String,
    /// How men are drawn.
    pub pieces: PieceStyleConfig,
    /// How many colors are used.
    pub color: ColorDepthConfig,
    /// Whether analysis points its moves out on the board.
    pub arrows: bool,
    /// Whether moves are seen on their way.
    pub animation: bool,
}

/// How men are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceStyleConfig {
    /// Images where the terminal shows some, else sprites; letters where the terminal has no colors.
    #[default]
    Auto,
    /// Pictures made of half blocks.
    Sprites,
    /// Chess characters.
    Glyphs,
    /// `K` and `k`.
    Letters,
}

/// How many colors are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ColorDepthConfig {
    /// What the terminal says that it can show.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// 24 bits.
    #[serde(rename = "truecolor")]
    Truecolor,
    /// The palette of 256.
    #[serde(rename = "256")]
    Palette,
    /// The sixteen of the terminal's own scheme.
    #[serde(rename = "16")]
    Sixteen,
    /// None: reverse, bold and glyphs carry every meaning.
    #[serde(rename = "none")]
    None,
}

/// How the program is handled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct InputConfig {
    /// Whether the mouse is used; without it the terminal selects text as ever.
    pub mouse: bool,
    /// Whether a typed move is played without Enter once it can be no other.
    pub instant_moves: bool,
}

/// What analysis may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineConfig {
    /// Size of the transposition table in mebibytes, 1 to 32768.
    pub hash_mb: ConfigNumber<1, 32_768>,
    /// Threads that search together.
    pub threads: ThreadsConfig,
    /// Lines that analysis shows, 1 to 5.
    pub lines: ConfigNumber<1, 5>,
    /// A folder with Syzygy tables for larger endings; an empty path for none. See
    /// [`syzygy_folder`](Self::syzygy_folder).
    pub syzygy: PathBuf,
    /// The name of the external engine that analyzes too; empty for none.
    pub analyst: String,
}

/// How a new game begins.
#[expect(clippy::struct_excessive_bools, reason = "keys of the file, none of which excludes another")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayConfig {
    /// The player's color.
    pub side: PlayerSideConfig,
    /// The name of the engine outside that plays; empty for the built-in one.
    pub opponent: String,
    /// The built-in engine's strength, 1 to 10.
    pub level: ConfigNumber<1, 10>,
    /// How time is given.
    pub time: TimeControlConfig,
    /// What happens with a move that stalemates.
    pub stalemate_guard: StalemateGuardConfig,
    /// Whether a pawn that was moved with the mouse or the cursor becomes a queen without a question.
    pub auto_queen: bool,
    /// Whether a move in a game wants to be confirmed.
    pub confirm_moves: bool,
    /// Whether the terminal's bell rings.
    pub bell: bool,
    /// Whether the bar beside a running game shows what the engine thinks of it.
    pub eval_bar: bool,
}

/// The player's color in a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerSideConfig {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Decided by a throw.
    Random,
}

/// What happens with a move that stalemates, in games and in drills.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StalemateGuardConfig {
    /// It is played like any other.
    Off,
    /// It wants to be confirmed.
    #[default]
    Warn,
    /// It is not played.
    Block,
}

/// How rounds of practice are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PracticeConfig {
    /// Whether a round tells how many moves the goal takes.
    pub show_par: bool,
    /// Whether a round shows its seed, its guard, how the other side defends and the box in figures.
    pub details: bool,
    /// How the other side defends.
    pub defense: DefenseConfig,
    /// Whether repetition and the fifty-move rule end a round.
    pub counting: bool,
}

/// How the other side of a round defends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefenseConfig {
    /// As long as can be.
    #[default]
    Longest,
    /// As long as can be, and so that most moves go wrong.
    Trickiest,
}

/// How games are reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewConfig {
    /// Positions that the search makes for each position of a game.
    pub nodes: ReviewNodesConfig,
}

/// Positions that a search makes, [`ReviewNodesConfig::MIN`] to [`ReviewNodesConfig::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct ReviewNodesConfig(u32);

impl ReviewNodesConfig {
    /// The fewest that are worth a look.
    pub const MIN: u32 = 100;
    /// More than a night's work for a game.
    pub const MAX: u32 = 1_000_000_000;

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0 as u64
    }
}

impl Default for ReviewNodesConfig {
    fn default() -> Self {
        Self(DEFAULT_NODES)
    }
}

impl TryFrom<i64> for ReviewNodesConfig {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        let fits = u32::try_from(number).ok().filter(|number| (Self::MIN..=Self::MAX).contains(number));
        fits.map(Self).ok_or_else(|| {
            format!("{number} is out of range: give a number from {} to {}", Self::MIN, Self::MAX)
        })
    }
}

impl From<ReviewNodesConfig> for i64 {
    fn from(nodes: ReviewNodesConfig) -> Self {
        Self::from(nodes.0)
    }
}

/// A whole number between two ends, both included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct ConfigNumber<const LEAST: u16, const MOST: u16>(u16);

impl<const LEAST: u16, const MOST: u16> ConfigNumber<LEAST, MOST> {
    /// The number, cut to its range.
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(if number < LEAST {
            LEAST
        } else if number > MOST {
            MOST
        } else {
            number
        })
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl<const LEAST: u16, const MOST: u16> TryFrom<i64> for ConfigNumber<LEAST, MOST> {
    type Error = String;

    fn try_from(number: i64) -> Result<Self, String> {
        u16::try_from(number)
            .ok()
            .filter(|number| (LEAST..=MOST).contains(number))
            .map(Self)
            .ok_or_else(|| format!("{number} is out of range: give a number from {LEAST} to {MOST}"))
    }
}

impl<const LEAST: u16, const MOST: u16> From<ConfigNumber<LEAST, MOST>> for i64 {
    fn from(number: ConfigNumber<LEAST, MOST>) -> Self {
        Self::from(number.0)
    }
}

/// A time control as it is written: `3s` for each move, or `10+5` for minutes and seconds added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControlConfig(pub TimeControl);

impl TryFrom<String> for TimeControlConfig {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|error: crate::game::clock::TimeControlError| error.to_string())
    }
}

impl From<TimeControlConfig> for String {
    fn from(pace: TimeControlConfig) -> Self {
        pace.0.to_string()
    }
}

impl Default for BoardConfig {
    fn default() -> Self {
        Self {
            theme: "slate".to_owned(),
            pieces: PieceStyleConfig::default(),
            color: ColorDepthConfig::default(),
            arrows: true,
            animation: true,
        }
    }
}

impl Default for InputConfig {
    fn default() -> Self {
        Self { mouse: true, instant_moves: false }
    }
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            hash_mb: ConfigNumber::new(64),
            threads: ThreadsConfig::default(),
            lines: ConfigNumber::new(3),
            syzygy: PathBuf::new(),
            analyst: String::new(),
        }
    }
}

impl EngineConfig {
    /// The folder with Syzygy tables, `~` in front standing for the user's own; None where none is set.
    #[must_use]
    pub fn syzygy_folder(&self) -> Option<PathBuf> {
        if self.syzygy.as_os_str().is_empty() {
            return None;
        }
        Some(engines::expand_home(&self.syzygy).unwrap_or_else(|| self.syzygy.clone()))
    }
}

impl Default for PlayConfig {
    fn default() -> Self {
        Self {
            side: PlayerSideConfig::default(),
            opponent: String::new(),
            level: ConfigNumber::new(4),
            time: TimeControlConfig(TimeControl::PerMove(std::time::Duration::from_secs(1))),
            stalemate_guard: StalemateGuardConfig::default(),
            auto_queen: false,
            confirm_moves: false,
            bell: true,
            eval_bar: false,
        }
    }
}

impl Default for PracticeConfig {
    fn default() -> Self {
        Self { show_par: true, details: false, defense: DefenseConfig::default(), counting: true }
    }
}

/// Settings as far as they could be read, and what could not.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LoadedConfig {
    /// What counts.
    pub config: Config,
    /// What was left out, in the order of the file.
    pub warnings: Vec<ConfigWarning>,
}

/// A part of the file that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigWarning {
    /// The file, as it was named.
    pub file: PathBuf,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1, in characters.
    pub column: usize,
    /// What is wrong and what to do, in one line.
    pub text: String,
    /// The line of the file with a caret under the place: two lines.
    pub excerpt: String,
}

impl ConfigWarning {
    /// The same for a line on the screen: the file by its name alone.
    #[must_use]
    pub fn brief(&self) -> String {
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        format!("{name}:{}:{}: {}", self.line, self.column, self.text)
    }
}

impl fmt::Display for ConfigWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file.display(), self.line, self.column, self.text)
    }
}

impl LoadedConfig {
    /// Reads settings from a text; `file` is how warnings call it.
    #[must_use]
    pub fn from_text(text: &str, file: &Path) -> Self {
        lenient_parse::parse_lenient(text, file)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read at all: it may not exist, or not be text.
    pub fn from_file(file: &Path) -> io::Result<Self> {
        // The usual name for a file with nothing in it.
        let is_nothing = cfg!(unix) && file == Path::new("/dev/null");
        let text = if is_nothing { String::new() } else { disk::read_to_string(file)? };
        Ok(Self::from_text(&text, file))
    }

    /// Reads the user's own file. That there is none is fine; one that cannot be read is warned of.
    #[must_use]
    pub fn from_user_file(file: &Path) -> Self {
        match Self::from_file(file) {
            Ok(loaded) => loaded,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => {
                let text = format!("{}; using the default settings", io_error::describe_io_error(&error));
                let warning =
                    ConfigWarning { file: file.to_owned(), line: 1, column: 1, text, excerpt: String::new() };
                Self { config: Config::default(), warnings: vec![warning] }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = include_str!("../../config.example.toml");

    fn read(text: &str) -> LoadedConfig {
        LoadedConfig::from_text(text, Path::new("config.toml"))
    }

    /// Checks the only warning of a text, and that the rest of the text counts.
    fn check_warning(text: &str, wanted: &str) {
        let loaded = read(&format!("input.mouse = false\n{text}\n"));
        let warnings: Vec<String> = loaded.warnings.iter().map(ConfigWarning::to_string).collect();
        assert_eq!(warnings, [wanted.to_owned()], "{text}");
        assert!(!loaded.config.input.mouse, "the good part was lost: {text}");
    }

    #[test]
    fn the_example_is_the_default() {
        let loaded = read(EXAMPLE);
        assert_eq!(loaded.warnings, []);
        assert_eq!(loaded.config, Config::default());
    }

    #[test]
    fn the_example_names_every_setting() {
        let written = toml::to_string(&Config::default()).unwrap();
        let names = |text: &str| -> Vec<String> {
            let mut section = String::new();
            let mut names = Vec::new();
            for line in text.lines() {
                if line.starts_with('[') {
                    line.clone_into(&mut section);
                } else if let Some((name, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                    names.push(format!("{section} {name}"));
                }
            }
            names
        };
        assert_eq!(names(EXAMPLE), names(&written));
    }

    #[test]
    fn every_setting_of_the_example_says_what_it_takes() {
        for line in EXAMPLE.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')) {
            assert!(line.contains(" # "), "no comment: {line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_settings_but_the_null_device_has_none() {
        assert_eq!(LoadedConfig::from_file(Path::new("/dev/null")).unwrap(), LoadedConfig::default());
        let loaded = LoadedConfig::from_user_file(Path::new("/dev/zero"));
        let wanted = "/dev/zero:1:1: this is a pipe or a device, no regular file; using the default settings";
        assert_eq!(loaded.warnings[0].to_string(), wanted);
        let changes = [ConfigChange::Bell(false)];
        assert!(
            save(
                Path::new("/dev/null"),
                &changes,
                &super::super::settings_watch::KnownSettingsText::default()
            )
            .is_err()
        );
    }

    #[test]
    fn an_empty_file_is_a_good_one() {
        assert_eq!(read(""), LoadedConfig::default());
    }

    #[test]
    fn settings_are_taken() {
        let text = "[board]\ncolor = \"256\"\n[engine]\nthreads = 2\n[play]\nside = \"black\"\ntime = \"3+2\"\n\
                    [keys]\nflip = [\"F\", \"ctrl-f\"]\n";
        let LoadedConfig { config, warnings } = read(text);
        assert_eq!(warnings, []);
        assert_eq!(config.board.color, ColorDepthConfig::Palette);
        assert_eq!(config.engine.threads.count(), 2);
        assert_eq!(read("engine.threads = \"auto\"").config.engine.threads, ThreadsConfig::Auto);
        assert_eq!(config.play.side, PlayerSideConfig::Black);
        assert_eq!(config.play.time.0, "3+2".parse().unwrap());
        assert_eq!(config.keys["flip"], ["F", "ctrl-f"]);
    }

    #[test]
    fn a_folder_for_syzygy_may_begin_at_home() {
        let folder = |text: &str| read(text).config.engine.syzygy_folder();
        assert_eq!(folder(""), None);
        assert_eq!(folder("[engine]\nsyzygy = \"/tables/syzygy\""), Some(PathBuf::from("/tables/syzygy")));
        let home = std::env::home_dir().unwrap_or_else(|| PathBuf::from("~"));
        assert_eq!(folder("[engine]\nsyzygy = \"~/syzygy\""), Some(home.join("syzygy")));
    }

    #[test]
    fn engines_are_taken_with_their_settings() {
        let text = "[engines.stockfish]\ncommand = \"stockfish -x 'a b'\"\nfolder = \"/tmp\"\n\
                    options = { Hash = 64, \"Use NNUE\" = true, EvalFile = \"x.nnue\" }\n\
                    [engines.\"Far away\"]\ncommand = [\"ssh\", \"host\"]\n";
        let LoadedConfig { config, warnings } = read(text);
        assert_eq!(warnings, []);
        let stockfish = &config.engines["stockfish"];
        assert_eq!(stockfish.command_words(), ["stockfish", "-x", "a b"]);
        assert_eq!(stockfish.start_folder(), Some(PathBuf::from("/tmp")));
        let options: Vec<String> =
            stockfish.options.iter().map(|(name, value)| format!("{name}={}", value.0)).collect();
        assert_eq!(options, ["EvalFile=x.nnue", "Hash=64", "Use NNUE=true"]);
        assert_eq!(config.engines["Far away"].command_words(), ["ssh", "host"]);
    }

    #[test]
    fn a_faulty_engine_is_told_with_its_place() {
        check_warning(
            "engines.x.command = \"sh -c 'oops\"",
            "config.toml:2:21: engines.x.command: a quote is not closed: '; leaving it out",
        );
        check_warning(
            "engines.x = { command = \"x\", options = { Hash = 1.5 } }",
            "config.toml:2:49: engines.x.options.Hash: invalid type: floating point `1.5`, expected a text, a \
             whole number, true or false; leaving it out",
        );
        check_warning(
            "engines.x.comand = \"x\"",
            "config.toml:2:11: unknown setting engines.x.comand: did you mean command?",
        );
        check_warning(
            "engines.x.folder = \"/\"",
            "config.toml:2:9: engines.x: the engine has no command: write command = \"/path/to/engine\"; it is \
             left out",
        );
        check_warning(
            "engines.\"a\\u001bb\".command = \"x\"",
            "config.toml:2:9: engines.a b: an engine needs a name of 1 to 40 plain characters; it is left out",
        );
        check_warning(
            "engines.x.command = 3",
            "config.toml:2:21: engines.x.command: invalid type: integer `3`, expected a command: \"program \
             argument\" or [\"program\", \"argument\"]; leaving it out",
        );
    }

    #[test]
    fn a_bad_value_is_left_out_and_told() {
        check_warning(
            "engine.threads = 0",
            "config.toml:2:18: engine.threads: 0 is out of range: give a number from 1 to 256; using \"auto\"",
        );
        check_warning(
            "engine.threads = \"two\"",
            "config.toml:2:18: engine.threads: invalid value: string \"two\", expected \"auto\" or a number from 1 to \
             256; using \"auto\"",
        );
        check_warning(
            "board.pieces = \"ascii\"",
            "config.toml:2:16: board.pieces: unknown variant `ascii`, expected one of `auto`, `sprites`, \
             `glyphs`, `letters`; using \"auto\"",
        );
        check_warning(
            "play.time = \"5\"",
            "config.toml:2:13: play.time: \"5\" is no time control: write 5s for seconds a move, or 10+5 for \
             minutes and seconds added; using \"1s\"",
        );
        check_warning(
            "keys.flip = \"F\"",
            "config.toml:2:13: keys.flip: invalid type: string \"F\", expected a sequence; leaving it out",
        );
    }

    #[test]
    fn an_unknown_name_brings_the_nearest_one() {
        check_warning(
            "board.thme = \"green\"",
            "config.toml:2:7: unknown setting board.thme: did you mean theme?",
        );
        check_warning("bord.theme = \"green\"", "config.toml:2:1: unknown setting bord: did you mean board?");
        check_warning("colour = 3", "config.toml:2:1: unknown setting colour: it is left out");
    }

    #[test]
    fn two_faults_are_both_told() {
        let loaded = read("[engine]\nthreads = 0\nhash_mb = -1\nlines = 4\n");
        assert_eq!(loaded.warnings.len(), 2, "{:?}", loaded.warnings);
        assert_eq!(loaded.config.engine.lines.get(), 4);
    }

    #[test]
    fn a_text_that_is_no_toml_points_at_the_place() {
        let loaded = read("[input]\nmouse = false\n\n[board\ntheme = \"green\"\n");
        assert!(!loaded.warnings.is_empty());
        assert_eq!(loaded.warnings[0].line, 4, "{:?}", loaded.warnings);
        assert!(!loaded.config.input.mouse);
    }

    #[test]
    fn an_excerpt_has_its_caret_under_the_place() {
        let loaded = read("[play]\nlevel = 11 # é\n");
        assert_eq!(loaded.warnings[0].excerpt, "level = 11 # é\n        ^^");
    }

    proptest::proptest! {
        #[test]
        fn no_text_stops_the_program(text in "[a-z\\[\\]=\"#.0-9 \n{},é]{0,120}") {
            let _ = read(&text);
        }

        #[test]
        fn no_value_stops_the_program(
            name in proptest::sample::select(vec![
                "board", "board.theme", "engine", "engine.lines", "play.time", "keys", "keys.flip", "input.mouse",
            ]),
            value in "(-?[0-9]{1,25}|\"[a-z+0-9]{0,9}\"|\\[\\]|\\{\\}|true|1\\.5|\\[\"x\", 3\\]|\\{theme = 1\\})",
        ) {
            let loaded = read(&format!("{name} = {value}\n"));
            proptest::prop_assert!(loaded.warnings.len() <= 2, "{:?}", loaded.warnings);
        }
    }
}
