//! The settings by section, with their defaults.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::engines::{ExternalEngineConfig, expand_home};
use super::game_columns::GameColumns;
use super::number::{ConfigNumber, HashMb, ReviewNodes};
use super::threads::ThreadsConfig;
use engine::StrengthLevel;
use game::TimeControl;
use practice::{DefenseStyle, StalemateGuardMode};

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
    /// The game library.
    pub games: GamesConfig,
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
    pub pieces: PieceStyle,
    /// Color depth.
    pub color: ColorDepthConfig,
    /// Whether analysis shows arrows on the board.
    pub arrows: bool,
    /// Whether moves are animated.
    pub animation: bool,
}

/// How the pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum PieceStyle {
    /// Images where the terminal shows some, else pictures in block elements; letters where the terminal has no
    /// colors.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// Images, where the terminal supports them: never chosen by this name.
    #[serde(skip_deserializing, rename(serialize = "auto"))]
    Images,
    /// Pictures in block elements.
    #[serde(rename = "sprites")]
    Blocks,
    /// Chess symbols of the terminal's font.
    #[serde(rename = "glyphs")]
    Figurines,
    /// Letters, capitals for White.
    #[serde(rename = "letters")]
    Letters,
}

impl PieceStyle {
    /// Every style to choose from, in order.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Blocks, Self::Figurines, Self::Letters];

    /// The name that the configuration has for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Images => "images",
            Self::Blocks => "sprites",
            Self::Figurines => "glyphs",
            Self::Letters => "letters",
        }
    }
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
    pub hash_mb: HashMb,
    /// Search threads.
    pub threads: ThreadsConfig,
    /// Lines of analysis (`MultiPV`), 1 to 5.
    pub lines: ConfigNumber<1, 5>,
    /// Folder of Syzygy tables; an empty path for none. See
    /// [`syzygy_folder`](Self::syzygy_folder).
    pub syzygy: PathBuf,
    /// Whether tables of five pieces without pawns are built for the position on the board.
    pub five_piece_tables: bool,
    /// The name of the external engine that analyzes beside the built-in one; empty for none.
    pub analyst: String,
}

/// Defaults of a new game.
#[expect(clippy::struct_excessive_bools, reason = "keys of the file, none of which excludes another")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayConfig {
    /// The player's color.
    pub side: NewGameColor,
    /// The name of the external engine to play against; empty for the built-in one.
    pub opponent: String,
    /// The built-in engine's strength, 1 to 10.
    pub level: StrengthLevel,
    /// Time control.
    pub time: TimeControl,
    /// What happens with a stalemating move.
    pub stalemate_guard: StalemateGuardMode,
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
pub enum NewGameColor {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Random.
    Random,
}

impl NewGameColor {
    /// The choice as it is shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Random => "Random",
        }
    }
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
    pub defense: DefenseStyle,
    /// Whether repetition and the fifty-move rule end a round.
    pub counting: bool,
}

/// Game review.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewConfig {
    /// Search nodes for each position of a game.
    pub nodes: ReviewNodes,
}

/// The game library.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GamesConfig {
    /// The names that the user has as a player on chess sites.
    pub my_names: Vec<String>,
    /// The columns of the list of games, from left to right.
    pub columns: GameColumns,
}

impl Default for BoardConfig {
    fn default() -> Self {
        Self {
            theme: "slate".to_owned(),
            pieces: PieceStyle::default(),
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
            hash_mb: HashMb::new(64),
            threads: ThreadsConfig::default(),
            lines: ConfigNumber::new(3),
            syzygy: PathBuf::new(),
            five_piece_tables: true,
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

    /// Whether the built-in engine has the same threads, hash table and Syzygy tables with `other`.
    #[must_use]
    pub fn has_same_resources(&self, other: &Self) -> bool {
        (self.hash_mb, self.threads, &self.syzygy) == (other.hash_mb, other.threads, &other.syzygy)
    }
}

impl Default for PlayConfig {
    fn default() -> Self {
        Self {
            side: NewGameColor::default(),
            opponent: String::new(),
            level: StrengthLevel::new(4),
            time: TimeControl::PerMove(Duration::from_secs(1)),
            stalemate_guard: StalemateGuardMode::default(),
            auto_queen: false,
            confirm_moves: false,
            bell: true,
            eval_bar: false,
        }
    }
}

impl Default for PracticeConfig {
    fn default() -> Self {
        Self { show_par: true, details: false, defense: DefenseStyle::default(), counting: true }
    }
}
