//! Definition of the command line (clap) and its conversion into checked options.

mod book;
mod engine_match;
mod games;
mod practice;
mod puzzle;
mod repertoire;
mod review;
mod table;

use std::error::Error as _;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

use super::error::CommandLineError;
use super::options::{
    AnalyzeOptions, BenchOptions, CardsOptions, ConfigOptions, ImportOptions, Invocation, MateOptions,
    PerftOptions, ScreenModeOption, ScreenOptions, StatsOptions, VerifyOptions,
};
use super::pages;
use super::value_parser::position;
use crate::chess::Position;

/// Chess in the terminal: play, analyze and practice, with exact endgame tables.
///
/// Without a command the terminal interface opens. Settings are read from config.toml in the user's configuration folder
/// (~/.config/matescope on Linux); all of them have defaults.
#[derive(Parser)]
#[command(name = "matescope", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// Open this position for analysis
    #[arg(long, value_name = "FEN", value_parser = position, conflicts_with = "practice")]
    fen: Option<Position>,
    /// Open the games of a PGN file, compressed or not; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "practice"])]
    pgn: Option<PathBuf>,
    /// Start a lesson of the endgame course; practice --list shows their ids
    #[arg(long, value_name = "LESSON")]
    practice: Option<String>,
    /// Show everything as lines of text, for screen readers
    #[arg(long)]
    linear: bool,
    /// Read settings from this file instead of the user's own
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Show the best lines of a position
    Analyze(AnalyzeOptions),
    /// Search for the shortest mate: exit status 0 proven, 1 none, 3 undecided
    Mate(MateOptions),
    /// Verify a certificate of a mate by the rules of chess alone: exit status 0 proven, 1 refused
    Verify(VerifyOptions),
    /// Play a match between two engines: results, Elo difference with error, games as PGN
    Match(engine_match::MatchArgs),
    /// Bring the games of PGN files into the library: games that it has are left out
    Import(ImportOptions),
    /// Ask the games of the library: which moves were played from a position, which games reach it
    Games(games::GamesArgs),
    /// Review the moves of games: accuracy, mistakes with their reasons, better lines
    Review(review::ReviewArgs),
    /// List the positions of your games in which you are to find the better move
    Cards(CardsOptions),
    /// List, import and check puzzles
    Puzzle(puzzle::PuzzleArgs),
    /// Show results by color, opening, opponent, time and month, and mistakes: yours, or of any player
    Stats(StatsOptions),
    /// Make and read opening books in Polyglot's format
    Book(book::BookArgs),
    /// List, add and check opening repertoires; what they lack, and where your games left them
    Repertoire(repertoire::RepertoireArgs),
    /// Rank all legal moves by their distance to mate; build, show and verify endgame tables
    Table(table::TableArgs),
    /// List the lessons of the endgame course; deal positions, export and import the practice record
    Practice(practice::PracticeArgs),
    /// Run as a UCI engine for a chess interface
    Uci,
    /// Print the node signature of the search and its speed
    Bench(BenchOptions),
    /// Count move sequences (perft)
    Perft(PerftOptions),
    /// Print the paths of files and the effective settings
    Config(ConfigOptions),
    /// Print completions for bash, elvish, fish, powershell or zsh
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// Parses the command line.
pub(super) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Invocation, CommandLineError> {
    match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments.into_invocation(),
        // Clap returns help and version as errors, too.
        Err(error) if !error.use_stderr() => Ok(Invocation::Page(error.render().to_string())),
        Err(error) => Err(match error.source().and_then(|source| source.downcast_ref()) {
            Some(invalid @ CommandLineError::Position { .. }) => invalid.clone(),
            _ => CommandLineError::Usage(error.render().to_string()),
        }),
    }
}

impl Arguments {
    fn into_invocation(self) -> Result<Invocation, CommandLineError> {
        Ok(match self.command {
            None => Invocation::Screen(ScreenOptions {
                position: self.fen,
                practice: self.practice,
                games: self.pgn,
                mode: if self.linear { ScreenModeOption::Linear } else { ScreenModeOption::Screen },
                config: self.config,
            }),
            Some(CliCommand::Analyze(options)) => Invocation::Analyze(options),
            Some(CliCommand::Mate(options)) => Invocation::Mate(options),
            Some(CliCommand::Verify(options)) => Invocation::Verify(options),
            Some(CliCommand::Match(contest)) => Invocation::Match(contest.into_options()),
            Some(CliCommand::Import(options)) => Invocation::Import(options),
            Some(CliCommand::Games(games)) => Invocation::Games(games.into_options()),
            Some(CliCommand::Review(review)) => review.into_invocation(),
            Some(CliCommand::Cards(options)) => Invocation::Cards(options),
            Some(CliCommand::Puzzle(puzzle)) => Invocation::Puzzle(puzzle.into_options()),
            Some(CliCommand::Stats(options)) => Invocation::Stats(options),
            Some(CliCommand::Book(book)) => Invocation::Book(book.into_options()),
            Some(CliCommand::Repertoire(repertoire)) => Invocation::Repertoire(repertoire.into_options()),
            Some(CliCommand::Practice(practice)) => Invocation::Practice(practice.into_options()),
            Some(CliCommand::Table(table)) => Invocation::Table(table.into_options()),
            Some(CliCommand::Uci) => Invocation::Uci,
            Some(CliCommand::Bench(options)) => Invocation::Bench(options),
            Some(CliCommand::Perft(options)) => Invocation::Perft(options),
            Some(CliCommand::Config(options)) => Invocation::Config(options),
            Some(CliCommand::Completions { shell }) => {
                Invocation::Page(pages::completions(&mut Self::command(), shell))
            }
            Some(CliCommand::Man) => Invocation::Page(pages::manual(Self::command())?),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::cli::options::{OutputFormat, ReviewFormat};

    fn read(line: &str) -> Result<Invocation, CommandLineError> {
        let words = std::iter::once("matescope").chain(line.split_whitespace());
        // Underscores stand for the spaces inside one word.
        parse(words.map(|word| word.replace('_', " ").into()))
    }

    fn check_refused(line: &str, part: &str) {
        match read(line) {
            Err(refusal) => assert!(refusal.to_string().contains(part), "{line}: {refusal}"),
            Ok(invocation) => panic!("{line} was understood as {invocation:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn no_command_opens_the_screen() {
        assert_eq!(read("").unwrap(), Invocation::Screen(ScreenOptions::default()));
        let Ok(Invocation::Screen(options)) = read("--practice kqvk --config a.toml") else { panic!() };
        assert_eq!(options.practice.as_deref(), Some("kqvk"));
        assert_eq!(options.config, Some(PathBuf::from("a.toml")));
    }

    #[test]
    fn every_limit_arrives() {
        let line =
            "analyze --fen 8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1 --depth 9 --lines 3 --threads 2 --hash 8 --json";
        let Ok(Invocation::Analyze(options)) = read(line) else { panic!() };
        assert_eq!((options.depth, options.nodes, options.time), (Some(9), None, None));
        assert_eq!((options.lines, options.threads, options.hash_mb), (3, 2, 8));
        assert_eq!(options.format, OutputFormat::Json);
        let Ok(Invocation::Mate(options)) = read("mate --fen 8/8/8/8/8/1Q6/8/k2K4 --within 4 --time 50")
        else {
            panic!()
        };
        assert_eq!((options.within, options.time), (Some(4), Duration::from_millis(50)));
        let Ok(Invocation::Review(options)) = read("review a.pgn --nodes 500 --game 2 --pgn") else {
            panic!()
        };
        let wanted = (Some(500), Some(2), ReviewFormat::Pgn);
        assert_eq!((options.nodes, options.game, options.format), wanted);
        let Ok(Invocation::ReviewLibrary(options)) =
            read("review --library --all --threads 2 --nodes 500 --json")
        else {
            panic!()
        };
        assert_eq!((options.all, options.nodes, options.format), (true, Some(500), OutputFormat::Json));
        assert_eq!(options.threads, Some(2));
        let Ok(Invocation::Import(options)) = read("import a.pgn b.pgn --me Anna --me B_C --json") else {
            panic!()
        };
        assert_eq!(options.files, [PathBuf::from("a.pgn"), PathBuf::from("b.pgn")]);
        assert_eq!(
            (options.my_names, options.format),
            (vec!["Anna".into(), "B C".into()], OutputFormat::Json)
        );
        let Ok(Invocation::Import(options)) = read("import --link a.pgn") else { panic!() };
        assert!(options.link);
        let Ok(Invocation::Stats(options)) = read("stats --me Anna --me B_C --json") else { panic!() };
        assert_eq!(
            (options.my_names, options.format),
            (vec!["Anna".into(), "B C".into()], OutputFormat::Json)
        );
        let Ok(Invocation::Stats(options)) = read("stats --player Korchnoi date:2020.. --player K_V") else {
            panic!()
        };
        assert_eq!(
            (options.query.as_str(), options.players),
            ("date:2020..", vec!["Korchnoi".into(), "K V".into()])
        );
        let Ok(Invocation::Perft(options)) = read("perft --depth 3 --divide") else { panic!() };
        assert_eq!((options.depth, options.splits_by_move, options.format), (3, true, OutputFormat::Text));
    }

    #[test]
    fn help_and_version_are_pages() {
        for line in ["--help", "--version", "analyze --help", "help mate", "man", "completions bash"] {
            assert!(matches!(read(line), Ok(Invocation::Page(page)) if page.len() > 8), "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        check_refused("dance", "unrecognized subcommand 'dance'");
        check_refused("analyse", "analyze");
        check_refused("analyze --depth 0", "'0'");
        check_refused("analyze --lines many", "'many' for '--lines <K>': give a whole number from 1 to 218");
        check_refused("analyze --nodes -3", "'-3'");
        check_refused("perft --depth 21", "give a whole number from 0 to 20");
        check_refused("analyze --hash 99999", "give a whole number from 1 to 32768");
        check_refused("perft", "--depth");
        check_refused("review", "<FILE>");
        check_refused("import", "<FILE>");
        check_refused("review a.pgn --json --pgn", "--pgn");
        check_refused("review a.pgn --library", "--library");
        check_refused("review a.pgn --all", "--all");
        check_refused("review --library --pgn", "--pgn");
        check_refused("stats --player", "--player");
        check_refused("selfplay out", "unrecognized subcommand");
        check_refused("mate", "--fen");
        check_refused("practice deal KQvK --seed x", "not a seed");
        check_refused("practice deal KQvK --level odd", "odd");
        check_refused("--fen 8/8/8/8/8/1Q6/8/k2K4 --practice KQvK", "--practice");
        check_refused("table --fen 8/8/8/8/8/1Q6/8/k2K5_w_-_-_0_1", "rank 1 adds up to 9 files");
    }
}
