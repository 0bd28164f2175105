//! Arguments of `book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::chess::{Color, Position};
use crate::cli::options::{BookCommand, BookOptions, BookSource, OutputFormat};
use crate::cli::value_parser::{at_least, position, side, whole};
use crate::game::polyglot::BookCountOptions;

#[derive(Args)]
#[command(arg_required_else_help = true)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookSubcommand,
}

#[derive(Subcommand)]
enum BookSubcommand {
    /// Make a book of the games of PGN files, as polyglot make-book does, or of a repertoire
    Make(MakeArgs),
    /// List the moves that a book has in a position
    Probe {
        /// The book
        #[arg(value_name = "BOOK")]
        book: PathBuf,
        /// The position [default: the starting position]
        #[arg(long, value_name = "FEN", value_parser = position)]
        fen: Option<Position>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args)]
struct MakeArgs {
    /// PGN files, compressed or not
    #[arg(value_name = "FILE", required_unless_present = "repertoire")]
    files: Vec<PathBuf>,
    /// The moves of your repertoire for this side instead, all with the same weight
    #[arg(long, value_name = "SIDE", value_parser = side(), conflicts_with = "files")]
    repertoire: Option<Color>,
    /// The book
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// Replace a file of this name
    #[arg(long)]
    force: bool,
    /// Look at the first half-moves of each game alone
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = at_least(1_usize))]
    max_ply: usize,
    /// Leave out moves of fewer games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = at_least(1_u32))]
    min_games: u32,
    /// Leave out moves that scored less, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = whole(0_u8..=100))]
    min_score: u8,
    /// Moves of this side alone
    #[arg(long, value_name = "SIDE", value_parser = side())]
    only: Option<Color>,
    /// Give all moves the same weight; else it is what they scored
    #[arg(long)]
    uniform: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl BookArgs {
    pub(super) fn into_options(self) -> BookOptions {
        let (command, json) = match self.command {
            BookSubcommand::Make(args) => {
                let MakeArgs { files, repertoire, out, force, max_ply, min_games, min_score, .. } = args;
                let counted = BookCountOptions {
                    max_plies: max_ply,
                    min_games,
                    min_score: f64::from(min_score) / 100.0,
                    only: args.only,
                    is_uniform: args.uniform,
                };
                let source = match repertoire {
                    Some(side) => BookSource::Repertoire(side),
                    None => BookSource::Files(files, counted),
                };
                (BookCommand::Make { source, out, force }, args.json)
            }
            BookSubcommand::Probe { book, fen, json } => {
                (BookCommand::Probe { book, position: fen.unwrap_or_else(Position::start) }, json)
            }
        };
        BookOptions { command, format: if json { OutputFormat::Json } else { OutputFormat::Text } }
    }
}
