//! The command line of `matescope-tune`.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};

/// Makes training data for Matescope's evaluation and fits its weights.
#[derive(Parser, Debug)]
#[command(name = "matescope-tune", version)]
pub(super) struct TunerArguments {
    #[command(subcommand)]
    pub(super) command: TunerCommand,
}

#[derive(Subcommand, PartialEq, Debug)]
pub(super) enum TunerCommand {
    /// Play games of the engine against itself and store their quiet positions
    Selfplay(SelfplayOptions),
    /// Fit the weights of the hand-crafted evaluation to such positions
    Fit(FitOptions),
    /// Train the evaluation network on such positions
    Train(TrainOptions),
    /// Tune the parameters of the search by games (SPSA)
    Spsa(SpsaOptions),
    /// Play a match of the parameters of such a run against those of the engine
    Match(ParameterMatchOptions),
    /// Write made-up games to measure the database with, as PGN to standard output
    Games(MadeUpGamesOptions),
    /// Find puzzles in games and endgame tables
    Puzzles(PuzzlesOptions),
    /// Choose puzzles of all kinds out of those that were found
    ChoosePuzzles(ChoosePuzzlesOptions),
}

/// The arguments of `selfplay`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct SelfplayOptions {
    /// The file that the positions are added to; an interrupted run is resumed
    #[arg(value_name = "OUT")]
    pub(super) file: PathBuf,
    /// Number of games in the file at the end
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Random seed of the openings and of random moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many moves in a hundred are random ones, so that positions after a mistake are learned, too
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = value_parser!(u8).range(..=100))]
    pub(super) random_moves: u8,
    /// Number of games played in parallel
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

/// The arguments of `games`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct MadeUpGamesOptions {
    /// PGN files of real games, from which the openings, lengths, results and tags are drawn
    #[arg(value_name = "PGN", required = true)]
    pub(super) from: Vec<PathBuf>,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(super) count: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

/// The arguments of `fit`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct FitOptions {
    /// A file that selfplay has written
    #[arg(value_name = "POSITIONS")]
    pub(super) positions: PathBuf,
    /// The source file for the weights
    #[arg(value_name = "OUT")]
    pub(super) weights: PathBuf,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(super) epochs: u32,
}

/// The arguments of `train`.
#[derive(Args, Clone, PartialEq, Debug)]
pub(super) struct TrainOptions {
    /// Files that selfplay has written
    #[arg(value_name = "POSITIONS", required = true)]
    pub(super) positions: Vec<PathBuf>,
    /// The file of the network
    #[arg(long, value_name = "OUT")]
    pub(super) network: PathBuf,
    /// A network to go on from, of as many neurons or fewer; without it the weights are random at first
    #[arg(long, value_name = "NETWORK")]
    pub(super) from: Option<PathBuf>,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(1..=10_000))]
    pub(super) epochs: u32,
    /// Weight of the game result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.1)]
    pub(super) result_weight: f32,
    /// Learning rate at the start
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    pub(super) learning_rate: f32,
    /// Random seed of the first weights and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of threads; they do not change the outcome
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

/// The arguments of `spsa`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct SpsaOptions {
    /// The file of the run; an interrupted run is resumed
    #[arg(value_name = "RUN")]
    pub(super) file: PathBuf,
    /// Number of pairs of games
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub(super) pairs: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Random seed of openings and steps
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of pairs played in parallel
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

/// The arguments of `match`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct ParameterMatchOptions {
    /// The file of a run of spsa
    #[arg(value_name = "RUN")]
    pub(super) file: PathBuf,
    /// Number of pairs of games
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..))]
    pub(super) pairs: u64,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1_001)]
    pub(super) seed: u64,
    /// Number of pairs played in parallel
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
}

/// The arguments of `puzzles`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct PuzzlesOptions {
    /// The file that the puzzles are added to
    #[arg(value_name = "OUT")]
    pub(super) file: PathBuf,
    /// Files with games in PGN
    #[arg(value_name = "GAMES")]
    pub(super) games: Vec<PathBuf>,
    /// Number of puzzles of each ending and result from endgame tables
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) endings: usize,
    /// Puzzle files: searched puzzles are found anew with today's evaluation, mates and endings are copied
    #[arg(long, value_name = "PUZZLES")]
    pub(super) anew: Vec<PathBuf>,
    /// Random seed of the endings' positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

/// The arguments of `choose-puzzles`.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
pub(super) struct ChoosePuzzlesOptions {
    /// The file that the chosen puzzles are written to
    #[arg(value_name = "OUT")]
    pub(super) file: PathBuf,
    /// Files with puzzles
    #[arg(value_name = "PUZZLES", required = true)]
    pub(super) puzzles: Vec<PathBuf>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 2_100)]
    pub(super) count: usize,
    /// Random seed of the choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<TunerCommand, String> {
        let words = std::iter::once("matescope-tune").chain(line.split_whitespace());
        TunerArguments::try_parse_from(words)
            .map(|arguments| arguments.command)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_definition_is_sound() {
        TunerArguments::command().debug_assert();
    }

    #[test]
    fn every_option_arrives() {
        let Ok(TunerCommand::Selfplay(options)) =
            parse("selfplay --games 9 --nodes 80 --seed 3 --random-moves 4 --threads 2 out")
        else {
            panic!()
        };
        assert_eq!((options.games, options.nodes, options.seed, options.threads), (9, 80, 3, 2));
        assert_eq!(options.random_moves, 4);
        let Ok(TunerCommand::Fit(options)) = parse("fit positions weights.rs --epochs 7") else { panic!() };
        assert_eq!(options.epochs, 7);
        let Ok(TunerCommand::Train(options)) = parse("train one two --network out --from in") else {
            panic!()
        };
        assert_eq!((options.positions.len(), options.from), (2, Some(PathBuf::from("in"))));
    }

    #[test]
    fn missing_and_wrong_arguments_are_errors() {
        for (line, part) in
            [("selfplay out", "--games"), ("fit positions", "<OUT>"), ("selfplay --games 0 out", "'0'")]
        {
            assert!(parse(line).unwrap_err().contains(part), "{line}");
        }
    }
}
