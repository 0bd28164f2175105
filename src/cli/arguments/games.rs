//! Arguments of `games`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::chess::Position;
use crate::cli::options::{GamesCommand, GamesExport, GamesOptions, GamesSplit, OutputFormat, SplitKey};
use crate::cli::pattern;
use crate::cli::value_parser::{at_least, position};
use crate::database::game_sort::{GameSort, SortColumn};
use crate::game::PatternSequence;
use crate::game::game_labels::LabelChange;
use crate::game::pgn::TagChange;

#[derive(Args)]
pub(super) struct GamesArgs {
    #[command(subcommand)]
    command: GamesSubcommand,
}

#[derive(Subcommand)]
enum GamesSubcommand {
    /// Count the moves that were played from a position: games, results, ratings, the last year
    Tree(SearchArgs),
    /// List games, for example: matescope games find 'white:carlsen -result:draw elo:>2400'
    Find {
        #[command(flatten)]
        search: SearchArgs,
        #[command(flatten)]
        sort: SortArgs,
        /// List at most so many games
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least(1_usize))]
        limit: usize,
    },
    /// Write games: as PGN, with --games or --positions as CSV, with --json one JSON object for each game
    Export {
        #[command(flatten)]
        search: SearchArgs,
        #[command(flatten)]
        sort: SortArgs,
        /// Write a table of the games, as CSV
        #[arg(long, conflicts_with_all = ["positions", "json"])]
        games: bool,
        /// Write a table of all positions of the games with the moves played there, as CSV
        #[arg(long, conflicts_with = "json")]
        positions: bool,
    },
    /// Write games into several PGN files, for example: matescope games split --by event --out EVENTS
    Split(SplitArgs),
    /// List games that the library has several texts of, from different files for example; --merge makes one of them
    Duplicates(DuplicatesArgs),
    /// Change tags of games in their files, for example: matescope games tag 'white:berg date:2024' 'Event=Club Cup'
    Tag {
        #[command(flatten)]
        changed: ChangedGamesArgs,
        /// The tags with their new values; NAME= removes a tag
        #[arg(value_name = "NAME=VALUE", required = true)]
        changes: Vec<TagChange>,
    },
    /// Give games labels, which are collections, too: matescope games label 'eco:B90 elo:>2500' 'must study'; starred is the star
    Label {
        #[command(flatten)]
        changed: ChangedGamesArgs,
        /// The labels
        #[arg(value_name = "NAME", required = true)]
        names: Vec<String>,
        /// Take the labels from the games
        #[arg(long)]
        remove: bool,
    },
    /// List the labels with the numbers of their games
    Labels {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// The games that a command changes.
#[derive(Args)]
struct ChangedGamesArgs {
    /// What is said of the games, as in the search of the game list; several words in quotes
    #[arg(value_name = "QUERY", allow_hyphen_values = true, value_parser = search_text)]
    query: String,
    /// Games that reach this position, by whatever order of moves
    #[arg(long, value_name = "FEN", value_parser = position)]
    fen: Option<Position>,
    /// Change all games that fit, if they are more than one
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct DuplicatesArgs {
    /// What is said of one of the texts, as in the search of the game list; several words in quotes
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true, value_parser = search_text)]
    query: String,
    /// Put all tags, comments and variations into the text that says most; the others go to the trash
    #[arg(long)]
    merge: bool,
    /// Merge the texts of all games that fit, if they are more than one
    #[arg(long, requires = "merge")]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SplitArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    sort: SortArgs,
    #[command(flatten)]
    key: SplitKeyArgs,
    /// The folder of the files; it is made if it is missing. A file that is there is never written over
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The games of a PGN file, in place of those of the library
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Write nothing if there would be more files
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = at_least(1_usize))]
    max_files: usize,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct SplitKeyArgs {
    /// What the games of one file have in common; with player each game is in two files
    #[arg(long, value_name = "KEY", value_parser = split_key())]
    by: Option<SplitKey>,
    /// So many games in each file
    #[arg(long, value_name = "N", value_parser = at_least(1_usize))]
    every: Option<usize>,
}

#[derive(Args)]
struct SortArgs {
    /// Sort the games by a column
    #[arg(long, value_name = "COLUMN", value_parser = sort_column())]
    sort: Option<SortColumn>,
    /// The greatest value comes first
    #[arg(long, requires = "sort")]
    descending: bool,
}

#[derive(Args)]
struct SearchArgs {
    /// What is said of the games, as in the search of the game list; several words in quotes
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true, value_parser = search_text)]
    query: String,
    /// Games that reach this position, by whatever order of moves
    #[arg(long, value_name = "FEN", value_parser = position)]
    fen: Option<Position>,
    /// Games whose positions match: JSON with the rules of scoutfish, such as '{"material": "KRPKR"}'
    #[arg(long, value_name = "JSON", value_parser = pattern::parse)]
    pattern: Option<PatternSequence>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A search, which may begin with a minus sign: `-result:draw`. What begins with two is a mistyped option.
fn search_text(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        return Err("there is no such option; --help lists them".to_owned());
    }
    Ok(text.to_owned())
}

/// The columns by their names.
const SORT_COLUMNS: [(&str, SortColumn); 11] = [
    ("white", SortColumn::White),
    ("black", SortColumn::Black),
    ("white-elo", SortColumn::WhiteElo),
    ("black-elo", SortColumn::BlackElo),
    ("elo", SortColumn::AverageElo),
    ("date", SortColumn::Date),
    ("result", SortColumn::Result),
    ("opening", SortColumn::Opening),
    ("moves", SortColumn::Moves),
    ("event", SortColumn::Event),
    ("site", SortColumn::Site),
];

/// A parser for the name of a column.
fn sort_column() -> impl TypedValueParser<Value = SortColumn> {
    let names = PossibleValuesParser::new(SORT_COLUMNS.map(|(name, _)| name));
    names.try_map(|name| {
        let found = SORT_COLUMNS.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, column)| column).ok_or("no such column")
    })
}

/// What games can be split by, with the names.
const SPLIT_KEYS: [(&str, SplitKey); 10] = [
    ("event", SplitKey::Event),
    ("site", SplitKey::Site),
    ("year", SplitKey::Year),
    ("month", SplitKey::Month),
    ("eco", SplitKey::Eco),
    ("opening", SplitKey::Opening),
    ("result", SplitKey::Result),
    ("white", SplitKey::White),
    ("black", SplitKey::Black),
    ("player", SplitKey::Player),
];

/// A parser for the name of a key.
fn split_key() -> impl TypedValueParser<Value = SplitKey> {
    let names = PossibleValuesParser::new(SPLIT_KEYS.map(|(name, _)| name));
    names.try_map(|name| {
        let found = SPLIT_KEYS.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, key)| key).ok_or("no such key")
    })
}

impl SplitArgs {
    /// The search, and what becomes of the games.
    fn into_split(self) -> (SearchArgs, GamesSplit) {
        let Self { search, sort, key: SplitKeyArgs { by, every }, out, file, max_files } = self;
        // One of the two is there.
        let by = by.or_else(|| every.map(SplitKey::Count)).unwrap_or(SplitKey::Event);
        (search, GamesSplit { by, folder: out, file, sort: sort.into_sort(), max_files })
    }
}

impl SortArgs {
    fn into_sort(self) -> Option<GameSort> {
        let Self { sort, descending } = self;
        sort.map(|column| GameSort { column, is_descending: descending })
    }
}

impl ChangedGamesArgs {
    /// The search, and whether more than one game may change.
    fn into_search(self) -> (SearchArgs, bool) {
        let Self { query, fen, all, json } = self;
        (SearchArgs { query, fen, pattern: None, json }, all)
    }
}

impl GamesArgs {
    pub(super) fn into_options(self) -> GamesOptions {
        let (SearchArgs { query, fen, pattern, json }, command) = match self.command {
            GamesSubcommand::Tree(search) => (search, GamesCommand::Tree),
            GamesSubcommand::Find { search, sort, limit } => {
                (search, GamesCommand::Find { sort: sort.into_sort(), limit })
            }
            GamesSubcommand::Export { search, sort, games, positions } => {
                let contents = match (games, positions, search.json) {
                    (true, _, _) => GamesExport::GamesCsv,
                    (_, true, _) => GamesExport::PositionsCsv,
                    (_, _, true) => GamesExport::GamesJson,
                    _ => GamesExport::Pgn,
                };
                (search, GamesCommand::Export { sort: sort.into_sort(), contents })
            }
            GamesSubcommand::Split(split) => {
                let (search, split) = split.into_split();
                (search, GamesCommand::Split(split))
            }
            GamesSubcommand::Duplicates(DuplicatesArgs { query, merge, all, json }) => {
                let command = GamesCommand::Duplicates { is_merge: merge, all };
                (SearchArgs { query, fen: None, pattern: None, json }, command)
            }
            GamesSubcommand::Tag { changed, changes } => {
                let (search, all) = changed.into_search();
                (search, GamesCommand::Tag { changes, all })
            }
            GamesSubcommand::Label { changed, names, remove } => {
                let (search, all) = changed.into_search();
                let change = if remove {
                    LabelChange { remove: names, ..LabelChange::default() }
                } else {
                    LabelChange { add: names, ..LabelChange::default() }
                };
                (search, GamesCommand::Label { change, all })
            }
            GamesSubcommand::Labels { json } => {
                (SearchArgs { query: String::new(), fen: None, pattern: None, json }, GamesCommand::Labels)
            }
        };
        GamesOptions { command, query, position: fen, pattern, format: OutputFormat::of(json) }
    }
}
