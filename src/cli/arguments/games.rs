//! Arguments of `games`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::chess::Position;
use crate::cli::options::{GamesCommand, GamesOptions, OutputFormat};
use crate::cli::value_parser::{at_least, position};
use crate::database::game_sort::{GameSort, SortColumn};

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
        /// Sort the games by a column
        #[arg(long, value_name = "COLUMN", value_parser = sort_column())]
        sort: Option<SortColumn>,
        /// The greatest value comes first
        #[arg(long, requires = "sort")]
        descending: bool,
        /// List at most so many games
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least(1_usize))]
        limit: usize,
    },
}

#[derive(Args)]
struct SearchArgs {
    /// What is said of the games, as in the search of the game list; several words in quotes
    #[arg(value_name = "QUERY", default_value = "", hide_default_value = true)]
    query: String,
    /// Games that reach this position, by whatever order of moves
    #[arg(long, value_name = "FEN", value_parser = position)]
    fen: Option<Position>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The columns by their names.
const SORT_COLUMNS: [(&str, SortColumn); 9] = [
    ("white", SortColumn::White),
    ("black", SortColumn::Black),
    ("white-elo", SortColumn::WhiteElo),
    ("black-elo", SortColumn::BlackElo),
    ("elo", SortColumn::AverageElo),
    ("date", SortColumn::Date),
    ("result", SortColumn::Result),
    ("opening", SortColumn::Opening),
    ("moves", SortColumn::Moves),
];

/// A parser for the name of a column.
fn sort_column() -> impl TypedValueParser<Value = SortColumn> {
    let names = PossibleValuesParser::new(SORT_COLUMNS.map(|(name, _)| name));
    names.try_map(|name| {
        let found = SORT_COLUMNS.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, column)| column).ok_or("no such column")
    })
}

impl GamesArgs {
    pub(super) fn into_options(self) -> GamesOptions {
        let (SearchArgs { query, fen, json }, command) = match self.command {
            GamesSubcommand::Tree(search) => (search, GamesCommand::Tree),
            GamesSubcommand::Find { search, sort, descending, limit } => {
                let sort = sort.map(|column| GameSort { column, is_descending: descending });
                (search, GamesCommand::Find { sort, limit })
            }
        };
        GamesOptions { command, query, position: fen, format: OutputFormat::of(json) }
    }
}
