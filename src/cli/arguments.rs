//! Definition of the command line (clap) and its conversion into checked options.

mod engine_match;
mod number;
mod position;
mod practice;
mod review;
mod table;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, CommandFactory, Parser, Subcommand};
use number::{at_least, whole};
use position::{position, position_or_start};

use super::error::CommandLineError;
use super::options::{
    AnalyzeOptions, BenchOptions, ConfigOptions, Invocation, MateExtraOutput, MateOptions, OutputFormat,
    PerftOptions, PerftSplit, ScreenModeOption, ScreenOptions, VerifyOptions,
};
use super::pages;

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
    #[arg(long, value_name = "FEN", conflicts_with = "practice")]
    fen: Option<String>,
    /// Open the games of a PGN file; - reads standard input
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
    Analyze(AnalyzeArgs),
    /// Search for the shortest mate: exit status 0 proven, 1 none, 3 undecided
    Mate(MateArgs),
    /// Verify a certificate of a mate by the rules of chess alone: exit status 0 proven, 1 refused
    Verify(VerifyArgs),
    /// Play a match between two engines: results, Elo difference with error, games as PGN
    Match(engine_match::MatchArgs),
    /// Review the moves of games: accuracy, mistakes with their reasons, better lines
    Review(review::ReviewArgs),
    /// Rank all legal moves by their distance to mate; build, show and verify endgame tables
    Table(table::TableArgs),
    /// List the lessons of the endgame course; deal positions, export and import the practice record
    Practice(practice::PracticeArgs),
    /// Run as a UCI engine for a chess interface
    Uci,
    /// Print the node signature of the search and its speed
    Bench(BenchArgs),
    /// Count move sequences (perft)
    Perft(PerftArgs),
    /// Print the paths of files and the effective settings
    Config(ConfigArgs),
    /// Print completions for bash, elvish, fish, powershell or zsh
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Args)]
struct AnalyzeArgs {
    /// The position [default: the starting position]
    #[arg(long)]
    fen: Option<String>,
    /// Depth limit, in half-moves
    #[arg(long, value_parser = at_least(1_u16))]
    depth: Option<u16>,
    /// Node limit
    #[arg(long, value_parser = at_least(1_u64))]
    nodes: Option<u64>,
    /// Time limit, in milliseconds [default: 3000 if there is no other limit]
    #[arg(long, value_name = "MS", value_parser = at_least(1_u64))]
    time: Option<u64>,
    /// Number of lines
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1_u16..=218))]
    lines: u16,
    /// Number of search threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole(1_u16..=256))]
    threads: u16,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = whole(1_u16..=32768))]
    hash: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
struct MateArgs {
    /// The position
    #[arg(long)]
    fen: String,
    /// Maximum length of the mate, in moves
    #[arg(long, value_name = "N", value_parser = whole(1_u16..=500))]
    within: Option<u16>,
    /// Time limit, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = at_least(1_u64))]
    time: u64,
    /// Find all key moves and all answers to each defense: cooks and duals
    #[arg(long)]
    all: bool,
    /// Show the set play: the mates if it were the other side's turn
    #[arg(long)]
    set_play: bool,
    /// Write the mating tree to a file for `matescope verify`; - is standard output
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Overwrite an existing certificate, create its folder
    #[arg(long, requires = "certificate")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct VerifyArgs {
    /// The certificate; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct BenchArgs {
    /// The depth of each search, in half-moves
    #[arg(long, default_value_t = 10, value_parser = whole(1_u16..=60))]
    depth: u16,
}

#[derive(Args)]
struct ConfigArgs {
    /// Read settings from this file instead of the user's own
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct PerftArgs {
    /// The position [default: the starting position]
    #[arg(long)]
    fen: Option<String>,
    /// Depth, in half-moves
    #[arg(long, value_parser = whole(0_u8..=20))]
    depth: u8,
    /// Split the count by first move
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Parses the command line.
pub(super) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Invocation, CommandLineError> {
    match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments.into_invocation(),
        // Clap returns help and version as errors, too.
        Err(error) if !error.use_stderr() => Ok(Invocation::Page(error.render().to_string())),
        Err(error) => Err(CommandLineError::Usage(error.render().to_string())),
    }
}

impl Arguments {
    fn into_invocation(self) -> Result<Invocation, CommandLineError> {
        Ok(match self.command {
            None => Invocation::Screen(ScreenOptions {
                position: self.fen.as_deref().map(position).transpose()?,
                practice: self.practice,
                games: self.pgn,
                mode: if self.linear { ScreenModeOption::Linear } else { ScreenModeOption::Screen },
                config: self.config,
            }),
            Some(CliCommand::Analyze(AnalyzeArgs {
                fen,
                depth,
                nodes,
                time,
                lines,
                threads,
                hash,
                json,
            })) => Invocation::Analyze(AnalyzeOptions {
                position: position_or_start(fen.as_deref())?,
                depth,
                nodes,
                time: time.map(Duration::from_millis),
                lines,
                threads,
                hash_mb: hash,
                format: OutputFormat::of(json),
            }),
            Some(CliCommand::Mate(MateArgs {
                fen,
                within,
                time,
                all,
                set_play,
                certificate,
                force,
                json,
            })) => Invocation::Mate(MateOptions {
                position: position(&fen)?,
                within,
                time: Duration::from_millis(time),
                keys: MateExtraOutput::of(all),
                set_play: MateExtraOutput::of(set_play),
                certificate,
                force,
                format: OutputFormat::of(json),
            }),
            Some(CliCommand::Verify(VerifyArgs { file, json })) => {
                Invocation::Verify(VerifyOptions { file, format: OutputFormat::of(json) })
            }
            Some(CliCommand::Match(contest)) => Invocation::Match(contest.into_options()),
            Some(CliCommand::Review(review)) => Invocation::Review(review.into_options()),
            Some(CliCommand::Practice(practice)) => Invocation::Practice(practice.into_options()),
            Some(CliCommand::Table(table)) => Invocation::Table(table.into_options()?),
            Some(CliCommand::Uci) => Invocation::Uci,
            Some(CliCommand::Bench(BenchArgs { depth })) => Invocation::Bench(BenchOptions { depth }),
            Some(CliCommand::Perft(PerftArgs { fen, depth, divide, json })) => {
                Invocation::Perft(PerftOptions {
                    position: position_or_start(fen.as_deref())?,
                    depth,
                    split: if divide { PerftSplit::ByMove } else { PerftSplit::Whole },
                    format: OutputFormat::of(json),
                })
            }
            Some(CliCommand::Config(ConfigArgs { config, json })) => {
                Invocation::Config(ConfigOptions { config, format: OutputFormat::of(json) })
            }
            Some(CliCommand::Completions { shell }) => {
                Invocation::Page(pages::completions(&mut Self::command(), shell))
            }
            Some(CliCommand::Man) => Invocation::Page(pages::manual(Self::command())?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::options::ReviewFormat;

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
        let Ok(Invocation::Perft(options)) = read("perft --depth 3 --divide") else { panic!() };
        assert_eq!(
            (options.depth, options.split, options.format),
            (3, PerftSplit::ByMove, OutputFormat::Text)
        );
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
        check_refused("review a.pgn --json --pgn", "--pgn");
        check_refused("selfplay out", "unrecognized subcommand");
        check_refused("mate", "--fen");
        check_refused("practice deal KQvK --seed x", "not a seed");
        check_refused("practice deal KQvK --level odd", "odd");
        check_refused("--fen 8/8/8/8/8/8/8/8 --practice KQvK", "--practice");
        check_refused("table --fen 8/8/8/8/8/1Q6/8/k2K5_w_-_-_0_1", "rank 1 adds up to 9 files");
    }
}
