//! The options of each command, parsed and checked: every position is legal, every number in its range. What
//! is said of an option here is its help, too.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{BoolishValueParser, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};

pub use super::match_time::MatchTime;
use super::value_parser::{at_least, milliseconds, position, whole};
use crate::chess::{Color, Material, Position, fen};
use crate::config::HashMb;
use crate::database::game_sort::GameSort;
use crate::game::PatternSequence;
use crate::game::game_labels::LabelChange;
use crate::game::pgn::TagChange;
use crate::game::polyglot::BookCountOptions;
use crate::practice::puzzle::PuzzleTheme;
use crate::practice::puzzle::import::ImportFilter;
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
    /// Imports games into the library.
    Import(ImportOptions),
    /// Reviews games.
    Review(ReviewOptions),
    /// Reviews the games of the library.
    ReviewLibrary(LibraryReviewOptions),
    /// The mistake cards.
    Cards(CardsOptions),
    /// Lists, imports and checks puzzles.
    Puzzle(PuzzleOptions),
    /// Prints the user's performance statistics.
    Stats(StatsOptions),
    /// Asks the database of the library.
    Games(GamesOptions),
    /// Probes, builds, lists and verifies endgame tables.
    Table(TableOptions),
    /// Opening books.
    Book(BookOptions),
    /// Opening repertoires.
    Repertoire(RepertoireOptions),
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
#[derive(Clone, PartialEq, Debug, Args)]
pub struct AnalyzeOptions {
    /// The position [default: the starting position]
    #[arg(long = "fen", value_name = "FEN", value_parser = position, default_value = fen::START)]
    #[arg(hide_default_value = true)]
    pub position: Position,
    /// Depth limit, in half-moves
    #[arg(long, value_parser = at_least(1_u16))]
    pub depth: Option<u16>,
    /// Node limit
    #[arg(long, value_parser = at_least(1_u64))]
    pub nodes: Option<u64>,
    /// Time limit, in milliseconds [default: 3000 if there is no other limit]
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub time: Option<Duration>,
    /// Number of lines
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1_u16..=218))]
    pub lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole(1_u16..=256))]
    pub threads: u16,
    /// Size of the transposition table, in MiB
    #[arg(long = "hash", value_name = "MB", default_value_t = 64, value_parser = whole(1_u16..=HashMb::MAX))]
    pub hash_mb: u16,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `mate`.
#[derive(Clone, PartialEq, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct MateOptions {
    /// The position
    #[arg(long = "fen", value_name = "FEN", value_parser = position, required_unless_present = "epd")]
    pub position: Option<Position>,
    /// Solve every problem of a file, one FEN or EPD on each line; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "certificate"])]
    pub epd: Option<PathBuf>,
    /// Maximum length of the mate, in moves
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=500))]
    pub within: Option<u16>,
    /// Time limit for the mate and its solution, in milliseconds (for each problem of a file)
    #[arg(long, value_name = "MS", default_value = "10000", value_parser = milliseconds)]
    pub time: Duration,
    /// Print the whole solution of a composed problem: every key, threats, variations, cooks and duals
    #[arg(long = "all")]
    pub keys: bool,
    /// Add slower continuations: every answer and threat that mates within the length, not only the shortest
    #[arg(long)]
    pub slower: bool,
    /// Show the set play: the mates if it were the other side's turn
    #[arg(long)]
    pub set_play: bool,
    /// Show the tries: first moves that at most N defenses refute
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1",
          value_parser = whole(1_usize..=8))]
    pub tries: Option<usize>,
    /// Rights as in composed problems, whatever the FEN says: castling unless it is disproved, en passant if it is
    /// proved
    #[arg(long)]
    pub composed: bool,
    /// Partial retrograde analysis: as --composed, and where rights exclude each other each case is solved by itself
    #[arg(long, conflicts_with = "certificate")]
    pub pra: bool,
    /// Write the mating tree to a file for `matescope verify`; - is standard output
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Overwrite an existing certificate, create its folder
    #[arg(long, requires = "certificate")]
    pub force: bool,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

impl MateOptions {
    /// Whether castling and en passant follow the conventions of composed problems.
    #[must_use]
    pub const fn uses_composed_rights(&self) -> bool {
        self.composed || self.pra
    }
}

/// Options of `verify`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct VerifyOptions {
    /// The certificate; - reads standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `perft`.
#[derive(Clone, PartialEq, Debug, Args)]
pub struct PerftOptions {
    /// The position [default: the starting position]
    #[arg(long = "fen", value_name = "FEN", value_parser = position, default_value = fen::START)]
    #[arg(hide_default_value = true)]
    pub position: Position,
    /// Depth, in half-moves
    #[arg(long, value_parser = whole(0_u8..=20))]
    pub depth: u8,
    /// Split the count by first move
    #[arg(long = "divide")]
    pub splits_by_move: bool,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `config`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct ConfigOptions {
    /// Read settings from this file instead of the user's own
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `bench`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
pub struct BenchOptions {
    /// The depth of each search, in half-moves
    #[arg(long, default_value_t = 10, value_parser = whole(1_u16..=60))]
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

impl OutputFormat {
    pub(super) const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// Reads the flag `--json`.
fn json() -> impl TypedValueParser<Value = OutputFormat> {
    BoolishValueParser::new().map(OutputFormat::of)
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
        /// Where all mutual zugzwangs are written, `-` for standard output.
        zugzwangs: Option<PathBuf>,
        /// Whether that file may be replaced.
        force: bool,
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

/// Options of `book`.
#[derive(Clone, PartialEq, Debug)]
pub struct BookOptions {
    /// The subcommand.
    pub command: BookCommand,
    /// Output format.
    pub format: OutputFormat,
}

/// Subcommands of `book`.
#[derive(Clone, PartialEq, Debug)]
pub enum BookCommand {
    /// Makes a book.
    Make {
        /// What it is made of.
        source: BookSource,
        /// The file.
        out: PathBuf,
        /// Whether an existing file may be overwritten.
        force: bool,
    },
    /// Lists the moves of a position.
    Probe {
        /// The book.
        book: PathBuf,
        /// The position.
        position: Position,
    },
}

/// What a book is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum BookSource {
    /// The games of PGN files, and which of their moves.
    Files(Vec<PathBuf>, BookCountOptions),
    /// The repertoire of a side.
    Repertoire(Color),
}

/// Options of `repertoire`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepertoireOptions {
    /// The subcommand.
    pub command: RepertoireCommand,
    /// Output format.
    pub format: OutputFormat,
}

/// Subcommands of `repertoire`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RepertoireCommand {
    /// Lists the chapters and how the cards stand.
    List,
    /// Copies a PGN file into the repertoires.
    Add {
        /// The file.
        file: PathBuf,
        /// Whose repertoire it is; None for what its tags or its moves say.
        side: Option<Color>,
    },
    /// Says what is wrong with the repertoires.
    Check,
    /// Lists what opponents play and a repertoire does not answer.
    Gaps {
        /// A search for the games that are counted.
        query: String,
        /// Only the repertoire of this side.
        side: Option<Color>,
        /// The most gaps that are listed.
        limit: usize,
    },
    /// Lists where the user's games left a repertoire.
    Games {
        /// A search for the games.
        query: String,
        /// Only the repertoire of this side.
        side: Option<Color>,
        /// The most games that are listed.
        limit: usize,
    },
}

/// Options of `practice deal`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct DealOptions {
    /// The lesson's id, as in the list
    #[arg(value_name = "LESSON")]
    pub lesson: String,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(1_u16))]
    pub count: u16,
    /// Seed of the first position: up to four hex digits
    #[arg(long, value_name = "HEX")]
    pub seed: Option<Seed>,
    /// Difficulty
    #[arg(long, value_name = "LEVEL", default_value = "easy", value_parser = lesson_level())]
    pub level: LessonLevel,
    /// Print one JSON object for each position
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Reads a level by its name.
fn lesson_level() -> impl TypedValueParser<Value = LessonLevel> {
    let by_name = |name: String| LessonLevel::ALL.into_iter().find(|level| level.name() == name);
    PossibleValuesParser::new(LessonLevel::ALL.map(LessonLevel::name))
        .map(move |name| by_name(name).unwrap_or_default())
}

/// Options of `import`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct ImportOptions {
    /// PGN files, also compressed (zst, gz, bz2) or in a ZIP archive; - reads standard input
    #[arg(value_name = "FILE", required_unless_present = "my_names")]
    pub files: Vec<PathBuf>,
    /// List the games where they lie, all of them, instead of copying the new ones into the library
    #[arg(long)]
    pub link: bool,
    /// Your name as a player, kept in the settings; can be given several times
    #[arg(long = "me", value_name = "NAME")]
    pub my_names: Vec<String>,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `cards`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct CardsOptions {
    /// Only the cards that are due today, in their order
    #[arg(long)]
    pub due: bool,
    /// Search each card again with ten times the nodes, and withdraw those that the search overturns
    #[arg(long)]
    pub check: bool,
    /// At most so many cards
    #[arg(long, value_name = "N", value_parser = at_least(1_usize))]
    pub limit: Option<usize>,
    /// Print one JSON object for each card
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `puzzle`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleOptions {
    /// Lists puzzles.
    List {
        /// Which ones.
        selection: PuzzleSelection,
        /// Output format.
        format: OutputFormat,
    },
    /// Imports a set of puzzles.
    Import {
        /// The file; `-` is standard input.
        file: PathBuf,
        /// The name of the set; None for that of the file.
        name: Option<String>,
        /// Which puzzles are taken.
        filter: ImportFilter,
        /// Output format.
        format: OutputFormat,
    },
    /// Checks the proofs of puzzles.
    Check {
        /// Which ones.
        selection: PuzzleSelection,
        /// Factor on the nodes of a search, 1 or more.
        factor: u64,
        /// Output format.
        format: OutputFormat,
    },
}

/// Puzzles of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleSelection {
    /// The name of the set.
    pub set: String,
    /// Only those with this theme; None for all.
    pub theme: Option<PuzzleTheme>,
    /// At most so many, drawn at random; None for all.
    pub sample: Option<usize>,
    /// Random seed of the sample.
    pub seed: u64,
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

/// Options of `review --library`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryReviewOptions {
    /// Whether the games of other players are reviewed, too.
    pub all: bool,
    /// The number of games that are reviewed side by side, 1 to 256; None for one on each processor core.
    pub threads: Option<u16>,
    /// Search nodes for each position of a game; None for the number in the settings.
    pub nodes: Option<u64>,
    /// Output format.
    pub format: OutputFormat,
}

/// Options of `stats`.
#[derive(Clone, PartialEq, Eq, Debug, Args)]
pub struct StatsOptions {
    /// What is said of the games that count, as in the search of the game list; several words in quotes
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true)]
    pub query: String,
    /// A player, by a part of the name: a report on this player in place of you; several times for several spellings
    #[arg(long = "player", value_name = "NAME")]
    pub players: Vec<String>,
    /// Your name as a player, in place of those in the settings; can be given several times
    #[arg(long = "me", value_name = "NAME")]
    pub my_names: Vec<String>,
    /// Print one JSON object
    #[arg(long = "json", action = ArgAction::SetTrue, value_parser = json())]
    pub format: OutputFormat,
}

/// Options of `games`.
#[derive(Clone, PartialEq, Debug)]
pub struct GamesOptions {
    /// What is asked.
    pub command: GamesCommand,
    /// What is said of the games that count.
    pub query: String,
    /// The position.
    pub position: Option<Position>,
    /// What their positions match.
    pub pattern: Option<PatternSequence>,
    /// The form of the output.
    pub format: OutputFormat,
}

/// What `games` is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GamesCommand {
    /// The moves that were played from the position, or from the start of a game.
    Tree,
    /// The games.
    Find {
        /// The order; None for that of the files.
        sort: Option<GameSort>,
        /// The most games to list.
        limit: usize,
    },
    /// The games as PGN, or a table.
    Export {
        /// The order; None for that of the files.
        sort: Option<GameSort>,
        /// What is written of them.
        contents: GamesExport,
    },
    /// The games in several PGN files.
    Split(GamesSplit),
    /// Games with several texts.
    Duplicates {
        /// Whether one text is made of them.
        is_merge: bool,
        /// Whether more than one game may change.
        all: bool,
    },
    /// Changes labels of the games.
    Label {
        /// The labels.
        change: LabelChange,
        /// Whether more than one game may change.
        all: bool,
    },
    /// The labels, with the numbers of their games.
    Labels,
    /// Changes tags of the games in their files.
    Tag {
        /// The changes, in their order.
        changes: Vec<TagChange>,
        /// Whether more than one game may change.
        all: bool,
    },
}

/// What `games split` writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamesSplit {
    /// What the games of one file have in common.
    pub by: SplitKey,
    /// The folder of the files.
    pub folder: PathBuf,
    /// The PGN file whose games are split; None for the library.
    pub file: Option<PathBuf>,
    /// The order; None for that of the files.
    pub sort: Option<GameSort>,
    /// The most files that are written.
    pub max_files: usize,
}

/// What the games of one file have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitKey {
    /// The event.
    Event,
    /// The site.
    Site,
    /// The year.
    Year,
    /// The year and the month.
    Month,
    /// The ECO code.
    Eco,
    /// The opening, without its variation.
    Opening,
    /// The result.
    Result,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// The name of one of the players: each game is in two files.
    Player,
    /// Nothing: so many games in each file.
    Count(usize),
}

/// What `games export` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamesExport {
    /// The games as their files have them.
    Pgn,
    /// A table of games, as CSV.
    GamesCsv,
    /// One JSON object for each game.
    GamesJson,
    /// A table of the positions of the games, as CSV.
    PositionsCsv,
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
