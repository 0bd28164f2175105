//! The settings by section, with their defaults.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::engines::{ExternalEngineConfig, expand_home};
use super::number::{ConfigNumber, ReviewNodesConfig};
use super::threads::ThreadsConfig;
use crate::game::TimeControl;

/// All settings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Display of the board.
    pub board: BoardConfig,
    /// Mouse and keyboard input.
    pub input: InputConfig,
    /// Engine and analysis.
    pub engine: EngineConfig,
    /// Defaults of a new game.
    pub play: PlayConfig,
    /// Practice.
    pub practice: PracticeConfig,
    /// Game review.
    pub review: ReviewConfig,
    /// External engines by name.
    pub engines: BTreeMap<String, ExternalEngineConfig>,
    /// Keys by action, replacing the action's default keys.
    pub keys: BTreeMap<String, Vec<String>>,
}

/// Display of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardConfig {
    /// The name of a color theme.
    pub theme: String,
    /// Style of the pieces.
    pub pieces: PieceStyleConfig,
    /// Color depth.
    pub color: ColorDepthConfig,
    /// Whether analysis shows arrows on the board.
    pub arrows: bool,
    /// Whether moves are animated.
    pub animation: bool,
}

/// Style of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PieceStyleConfig {
    /// Images where the terminal shows some, else sprites; letters where the terminal has no colors.
    #[default]
    Auto,
    /// Pictures of half-block characters.
    Sprites,
    /// Chess characters.
    Glyphs,
    /// `K` and `k`.
    Letters,
}

/// Color depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ColorDepthConfig {
    /// As the terminal reports it.
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
    /// No colors: only reverse video, bold and glyphs.
    #[serde(rename = "none")]
    None,
}

/// Mouse and keyboard input.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct InputConfig {
    /// Whether the mouse is used; without it the terminal selects text.
    pub mouse: bool,
    /// Whether a typed move is played without Enter once it can be no other.
    pub instant_moves: bool,
}

/// Engine and analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineConfig {
    /// Size of the transposition table in mebibytes, 1 to 32768.
    pub hash_mb: ConfigNumber<1, 32_768>,
    /// Search threads.
    pub threads: ThreadsConfig,
    /// Lines of analysis (`MultiPV`), 1 to 5.
    pub lines: ConfigNumber<1, 5>,
    /// Folder of Syzygy tables; an empty path for none. See
    /// [`syzygy_folder`](Self::syzygy_folder).
    pub syzygy: PathBuf,
    /// The name of the external engine that analyzes beside the built-in one; empty for none.
    pub analyst: String,
}

/// Defaults of a new game.
#[expect(clippy::struct_excessive_bools, reason = "keys of the file, none of which excludes another")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayConfig {
    /// The player's color.
    pub side: PlayerSideConfig,
    /// The name of the external engine to play against; empty for the built-in one.
    pub opponent: String,
    /// The built-in engine's strength, 1 to 10.
    pub level: ConfigNumber<1, 10>,
    /// Time control.
    pub time: TimeControlConfig,
    /// What happens with a stalemating move.
    pub stalemate_guard: StalemateGuardConfig,
    /// Whether a pawn that was moved with the mouse or the cursor becomes a queen without a question.
    pub auto_queen: bool,
    /// Whether moves in a game have to be confirmed.
    pub confirm_moves: bool,
    /// Whether the terminal's bell rings.
    pub bell: bool,
    /// Whether the evaluation bar is shown during a game.
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
    /// Random.
    Random,
}

/// What happens with a stalemating move in games and practice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StalemateGuardConfig {
    /// It is played.
    Off,
    /// It has to be confirmed.
    #[default]
    Warn,
    /// It is not played.
    Block,
}

/// Practice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PracticeConfig {
    /// Whether a round shows how many moves the goal takes.
    pub show_par: bool,
    /// Whether a round shows its seed, its guard, how the other side defends and the box in figures.
    pub details: bool,
    /// Defense of the opponent.
    pub defense: DefenseConfig,
    /// Whether repetition and the fifty-move rule end a round.
    pub counting: bool,
}

/// Defense of the opponent in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefenseConfig {
    /// The longest defense.
    #[default]
    Longest,
    /// The longest defense with the most losing replies.
    Trickiest,
}

/// Game review.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewConfig {
    /// Search nodes for each position of a game.
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
