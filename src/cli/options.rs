//! The options of each command, parsed and checked: every position is legal, every number in its range.

use std::path::PathBuf;
use std::time::Duration;

use crate::chess::{Material, Position};
use crate::practice::{LessonLevel, Seed};

pub use super::match_time::MatchTime;

/// What the command line asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Invocation {
    /// The screen.
    Screen(ScreenOptions),
    /// The best lines of a position.
    Analyze(AnalyzeOptions),
    /// The shortest mate of a position.
    Mate(MateOptions),
    /// A check of a certificate.
    Verify(VerifyOptions),
    /// A match between two engines.
    Match(MatchOptions),
    /// What each move of a game was worth.
    Review(ReviewOptions),
    /// Every legal move by its distance to mate.
    Table(TableOptions),
    /// The lessons of the course, starts and the record.
    Practice(PracticeOptions),
    /// The engine for a chess interface, on standard input and output.
    Uci,
    /// The node signature and the speed.
    Bench(BenchOptions),
    /// The number of move sequences.
    Perft(PerftOptions),
    /// The files and the settings in force.
    Config(ConfigOptions),
    /// Games of the engine against itself.
    Selfplay(SelfplayOptions),
    /// A fit of the evaluation's weights.
    Tune(TuneOptions),
    /// A text that is printed as it is: help, version, manual page, completions.
    Page(String),
}

/// How the screen begins.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ScreenOptions {
    /// A position to analyze.
    pub position: Option<Position>,
    /// A lesson to practice, by its id.
    pub practice: Option<String>,
    /// A file with games; `-` is standard input.
    pub games: Option<PathBuf>,
    /// How the program shows itself.
    pub mode: ScreenModeOption,
    /// A file with settings, in place of the user's own.
    pub config: Option<PathBuf>,
}

/// How the program shows itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScreenModeOption {
    /// On the whole terminal.
    #[default]
    Screen,
    /// In lines of text.
    Linear,
}

/// What `analyze` is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalyzeOptions {
    /// The position.
    pub position: Position,
    /// The deepest iteration.
    pub depth: Option<u16>,
    /// Positions to make.
    pub nodes: Option<u64>,
    /// Time to spend; where no limit is given there is one all the same.
    pub time: Option<Duration>,
    /// Lines to show, 1 to 218.
    pub lines: u16,
    /// Threads to search with, 1 to 256.
    pub threads: u16,
    /// Size of the transposition table in mebibytes, 1 to 32768.
    pub hash_mb: u16,
    /// How to answer.
    pub format: OutputFormat,
}

/// What `mate` is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct MateOptions {
    /// The position.
    pub position: Position,
    /// The longest mate looked for, in moves.
    pub within: Option<u16>,
    /// Time to spend.
    pub time: Duration,
    /// Whether every key is wanted, with the duals after it.
    pub keys: MateExtraOutput,
    /// Whether the set play is wanted.
    pub set_play: MateExtraOutput,
    /// Where the mating tree is to be written; `-` is standard output.
    pub certificate: Option<PathBuf>,
    /// Whether a file that is there may be replaced.
    pub force: bool,
    /// How to answer.
    pub format: OutputFormat,
}

/// What `verify` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyOptions {
    /// The certificate; `-` is standard input.
    pub file: PathBuf,
    /// How to answer.
    pub format: OutputFormat,
}

/// Whether something beside the answer is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateExtraOutput {
    /// It is.
    Yes,
    /// It is not.
    No,
}

/// What `perft` is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct PerftOptions {
    /// The position.
    pub position: Position,
    /// Half-moves to play, 0 to 20.
    pub depth: u8,
    /// Whether the count is split by first move.
    pub split: PerftSplit,
    /// How to answer.
    pub format: OutputFormat,
}

/// What `config` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigOptions {
    /// A file with settings, in place of the user's own.
    pub config: Option<PathBuf>,
    /// How to answer.
    pub format: OutputFormat,
}

/// What `bench` is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchOptions {
    /// The depth of each search.
    pub depth: u16,
}

/// How a command answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Text for people.
    Text,
    /// One JSON object for scripts.
    Json,
}

/// How a count is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftSplit {
    /// As one number.
    Whole,
    /// By first move.
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

/// What `table` is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum TableOptions {
    /// Every legal move of a position by its distance to mate.
    Show {
        /// The position.
        position: Position,
        /// How to answer.
        format: OutputFormat,
    },
    /// Build endings and keep them.
    Build {
        /// The endings, in the order in which they were named.
        endings: Vec<Material>,
        /// Threads to build with, 1 to 256; None for as many as the machine has cores.
        threads: Option<u16>,
    },
    /// What one ending holds.
    Stats {
        /// The ending.
        material: Material,
        /// How to answer.
        format: OutputFormat,
    },
    /// What is kept, and where.
    List {
        /// How to answer.
        format: OutputFormat,
    },
    /// Whether all that is kept is whole.
    Check,
}

/// What `practice` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PracticeOptions {
    /// Show the lessons, with what was achieved.
    List {
        /// How to print it.
        format: OutputFormat,
    },
    /// Deal starts.
    Deal(DealOptions),
    /// Write the record to a file.
    Export {
        /// The file; `-` is standard output.
        file: PathBuf,
        /// Whether a file that is there may be replaced.
        force: bool,
    },
    /// Take the rounds of a file into the record.
    Import {
        /// The file.
        file: PathBuf,
    },
}

/// Which starts are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealOptions {
    /// The lesson's id.
    pub lesson: String,
    /// How many.
    pub count: u16,
    /// What the first is dealt from; any seed where none is given.
    pub seed: Option<Seed>,
    /// How hard they are.
    pub level: LessonLevel,
    /// How to print them.
    pub format: OutputFormat,
}

/// What `review` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewOptions {
    /// The file with the games; `-` is standard input.
    pub file: PathBuf,
    /// Positions that the search makes for each position of a game; what the settings say where none are given.
    pub nodes: Option<u64>,
    /// The only game that is wanted, from 1.
    pub game: Option<usize>,
    /// How to answer.
    pub format: ReviewFormat,
}

/// How `review` answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReviewFormat {
    /// Text for people.
    Text,
    /// One JSON object for each game.
    Json,
    /// The games with glyphs, evaluations and better lines.
    Pgn,
}

/// What `selfplay` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfplayOptions {
    /// Games in the file when it is done.
    pub games: u64,
    /// Positions that the search makes for a move.
    pub nodes: u64,
    /// What the games follow from.
    pub seed: u64,
    /// Games played at once, 1 to 256.
    pub threads: u16,
    /// Where the positions go.
    pub file: PathBuf,
}

/// What `tune` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TuneOptions {
    /// Where the positions are.
    pub positions: PathBuf,
    /// Where the weights go, as a source file.
    pub weights: PathBuf,
    /// Times that all positions are looked at.
    pub rounds: u32,
}

/// What `match` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchOptions {
    /// The two players, as they were named.
    pub players: [String; 2],
    /// How many games.
    pub games: u32,
    /// How time is given.
    pub time: MatchTime,
    /// A file that the games are added to.
    pub pgn: Option<PathBuf>,
}
