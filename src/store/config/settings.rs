//! The settings by section, with their defaults.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::game::TimeControl;

use super::engines::{ExternalEngineConfig, expand_home};
use super::number::{ConfigNumber, ReviewNodesConfig};
use super::threads::ThreadsConfig;

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
        Some(expand_home(&self.syzygy).unwrap_or_else(|| self.syzygy.clone()))
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
