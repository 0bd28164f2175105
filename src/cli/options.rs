//! The options of each command, parsed and checked: every position is legal, every number in its range.

use std::path::PathBuf;
use std::time::Duration;

pub use super::match_time::MatchTime;
use crate::chess::{Material, Position};
use crate::practice::{LessonLevel, Seed};

/// A parsed command line.
#[derive(Clone, PartialEq, Debug)]
pub enum Invocation {
    /// Opens the terminal interface.
    Screen(ScreenOptions),
    /// Analyzes a position.
    Analyze(AnalyzeOptions),
    /// Searches for the shortest mate.
    Mate(MateOptions),
    /// Verifies a certificate of a mate.
    Verify(VerifyOptions),
    /// Plays a match between two engines.
    Match(MatchOptions),
    /// Reviews games.
    Review(ReviewOptions),
    /// Probes, builds, lists and verifies endgame tables.
    Table(TableOptions),
    /// Lists lessons, deals positions, exports and imports the practice record.
    Practice(PracticeOptions),
    /// Runs the UCI engine on standard input and output.
    Uci,
    /// Prints the node signature of the search and its speed.
    Bench(BenchOptions),
    /// Counts move sequences (perft).
    Perft(PerftOptions),
    /// Prints the paths of files and the effective settings.
    Config(ConfigOptions),
    /// Prints a text: help, version, manual page, completions.
    Page(String),
}

/// What the terminal interface starts with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScreenOptions {
    /// A position to analyze.
    pub position: Option<Position>,
    /// The id of a lesson to practice.
    pub practice: Option<String>,
    /// A PGN file; `-` is standard input.
    pub games: Option<PathBuf>,
    /// Full screen or linear.
    pub mode: ScreenModeOption,
    /// A settings file in place of the user's own.
    pub config: Option<PathBuf>,
}

/// The form of the terminal interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScreenModeOption {
    /// Full screen.
    #[default]
    Screen,
    /// Lines of text, for screen readers.
    Linear,
}

/// Options of `analyze`.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalyzeOptions {
    /// The position.
    pub position: Position,
    /// Depth limit in plies.
    pub depth: Option<u16>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time limit. Without any limit the command has a default time.
    pub time: Option<Duration>,
    /// Number of lines (`MultiPV`), 1 to 218.
    pub lines: u16,
    /// Search threads, 1 to 256.
    pub threads: u16,
    /// Size of the transposition table in mebibytes, 1 to 32768.
    pub hash_mb: u16,
    /// Output format.
    pub format: OutputFormat,
}

/// Options of `mate`.
#[derive(Clone, PartialEq, Debug)]
pub struct MateOptions {
    /// The position.
    pub position: Position,
    /// Maximum length of the mate in moves.
    pub within: Option<u16>,
    /// Time limit.
    pub time: Duration,
    /// Whether to find all key moves, and the duals after them.
    pub keys: MateExtraOutput,
    /// Whether to find the set play.
    pub set_play: MateExtraOutput,
    /// The file for the certificate; `-` is standard output.
    pub certificate: Option<PathBuf>,
    /// Whether an existing file may be overwritten.
    pub force: bool,
    /// Output format.
    pub format: OutputFormat,
}

/// Options of `verify`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyOptions {
    /// The certificate file; `-` is standard input.
    pub file: PathBuf,
    /// Output format.
    pub format: OutputFormat,
}

/// Whether additional output is requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateExtraOutput {
    /// Requested.
    Yes,
    /// Not requested.
    No,
}

/// Options of `perft`.
#[derive(Clone, PartialEq, Debug)]
pub struct PerftOptions {
    /// The position.
    pub position: Position,
    /// Depth in plies, 0 to 20.
    pub depth: u8,
    /// Whether the count is split by first move (divide).
    pub split: PerftSplit,
    /// Output format.
    pub format: OutputFormat,
}

/// Options of `config`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigOptions {
    /// A settings file in place of the user's own.
    pub config: Option<PathBuf>,
    /// Output format.
    pub format: OutputFormat,
}

/// Options of `bench`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchOptions {
    /// The depth of each search in plies.
    pub depth: u16,
}

/// Output format of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Text.
    Text,
    /// A JSON object.
    Json,
}

/// Whether perft counts are split by first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftSplit {
    /// One total.
    Whole,
    /// One count for each first move.
    ByMove,
}

impl MateExtraOutput {
    pub(super) const fn of(flag: bool) -> Self {
        if flag { Self::Yes } else { Self::No }
    }
}

impl OutputFormat {
    pub(super) const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// Subcommands of `table`.
#[derive(Clone, PartialEq, Debug)]
pub enum TableOptions {
    /// Ranks all legal moves of a position by their distance to mate.
    Show {
        /// The position.
        position: Position,
        /// Output format.
        format: OutputFormat,
    },
    /// Builds and saves endings.
    Build {
        /// The endings in the order of the command line.
        endings: Vec<Material>,
        /// Threads, 1 to 256; None for one on each processor core.
        threads: Option<u16>,
    },
    /// Prints statistics of an ending.
    Stats {
        /// The ending.
        material: Material,
        /// Output format.
        format: OutputFormat,
    },
    /// Lists the saved tables.
    List {
        /// Output format.
        format: OutputFormat,
    },
    /// Verifies the saved tables.
    Check,
}

/// Subcommands of `practice`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PracticeOptions {
    /// Lists the lessons with the user's progress.
    List {
        /// Output format.
        format: OutputFormat,
    },
    /// Deals starting positions of a lesson.
    Deal(DealOptions),
    /// Exports the practice record.
    Export {
        /// The file; `-` is standard output.
        file: PathBuf,
        /// Whether an existing file may be overwritten.
        force: bool,
    },
    /// Imports rounds into the practice record.
    Import {
        /// The file.
        file: PathBuf,
    },
}

/// Options of `practice deal`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealOptions {
    /// The lesson's id.
    pub lesson: String,
    /// Number of positions.
    pub count: u16,
    /// Seed of the first position; random where none is given.
    pub seed: Option<Seed>,
    /// Difficulty.
    pub level: LessonLevel,
    /// Output format.
    pub format: OutputFormat,
}

/// Options of `review`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewOptions {
    /// The PGN file; `-` is standard input.
    pub file: PathBuf,
    /// Search nodes for each position of a game; None for the number in the settings.
    pub nodes: Option<u64>,
    /// The number of the only game to review, from 1.
    pub game: Option<usize>,
    /// Output format.
    pub format: ReviewFormat,
}

/// Output format of `review`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewFormat {
    /// Text.
    Text,
    /// One JSON object for each game.
    Json,
    /// PGN with annotation glyphs, evaluations and better lines.
    Pgn,
}

/// Options of `match`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchOptions {
    /// The two engines: names in the settings, commands, or `built-in`.
    pub players: [String; 2],
    /// Number of games.
    pub games: u32,
    /// Time control.
    pub time: MatchTime,
    /// A PGN file that the games are appended to.
    pub pgn: Option<PathBuf>,
}
