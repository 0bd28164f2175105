//! Arguments of `table`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::chess::{Material, Position};
use crate::cli::options::{OutputFormat, TableOptions};
use crate::cli::value_parser::{position, whole};
use crate::solver::Tables;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct TableArgs {
    #[command(subcommand)]
    command: Option<TableCommand>,
    /// The position
    #[arg(long, required = true, value_parser = position)]
    fen: Option<Position>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum TableCommand {
    /// Build and save endings with their sub-endings: seconds for 4 pieces, minutes for 5
    Build {
        /// The endings
        #[arg(value_name = "KQvKR", required_unless_present_any = ["all_four", "all_five"])]
        endings: Vec<Material>,
        /// Build all endings of up to 4 pieces
        #[arg(long)]
        all_four: bool,
        /// Build all endings of up to 5 pieces: some 45 minutes on two cores, 4 GB of memory, 2.5 GB of disk
        #[arg(long)]
        all_five: bool,
        /// Number of threads [default: one for each processor core]
        #[arg(long, value_name = "T", value_parser = whole(1_u16..=256))]
        threads: Option<u16>,
    },
    /// Show statistics of an ending: results, longest wins, mutual zugzwangs
    Stats {
        /// The ending
        #[arg(value_name = "KQvKR")]
        material: Material,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        /// Write all mutual zugzwangs, one of each set of symmetric positions, to a file: EPD, or PGN where its name
        /// ends in .pgn; - prints EPD instead of the statistics
        #[arg(long, value_name = "FILE", conflicts_with = "json")]
        zugzwangs: Option<PathBuf>,
        /// Replace the file if it exists
        #[arg(long, requires = "zugzwangs")]
        force: bool,
    },
    /// List the saved tables with their size and folder
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Verify all saved tables: exit status 1 if one is damaged
    Check,
}

impl TableArgs {
    pub(super) fn into_options(self) -> TableOptions {
        match self.command {
            None => TableOptions::Show {
                // Without a command there is a position.
                position: self.fen.unwrap_or_else(Position::start),
                format: OutputFormat::of(self.json),
            },
            Some(TableCommand::Build { mut endings, all_four, all_five, threads }) => {
                if all_four || all_five {
                    endings.extend(Tables::four_piece_endings());
                }
                if all_five {
                    endings.extend(Tables::five_piece_endings());
                }
                TableOptions::Build { endings, threads }
            }
            Some(TableCommand::Stats { material, json, zugzwangs, force }) => {
                TableOptions::Stats { material, format: OutputFormat::of(json), zugzwangs, force }
            }
            Some(TableCommand::List { json }) => TableOptions::List { format: OutputFormat::of(json) },
            Some(TableCommand::Check) => TableOptions::Check,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Invocation, parse};

    fn read(line: &str) -> Result<TableOptions, String> {
        let words = ["matescope", "table"].into_iter().chain(line.split_whitespace());
        match parse(words.map(|word| word.replace('_', " ").into())) {
            Ok(Invocation::Table(options)) => Ok(options),
            Ok(other) => Err(format!("{other:?}")),
            Err(refusal) => Err(refusal.to_string()),
        }
    }

    fn ending(name: &str) -> Material {
        name.parse().unwrap()
    }

    #[test]
    fn what_is_asked_arrives() {
        let endings = vec![ending("KQvKR"), ending("KRPvKR")];
        assert_eq!(
            read("build kqvkr KRPvKR --threads 2"),
            Ok(TableOptions::Build { endings, threads: Some(2) })
        );
        assert_eq!(
            read("stats KQvK --json"),
            Ok(TableOptions::Stats {
                material: ending("KQvK"),
                format: OutputFormat::Json,
                zugzwangs: None,
                force: false
            })
        );
        let zugzwangs = Some("z.epd".into());
        let format = OutputFormat::Text;
        assert_eq!(
            read("stats krp-kr --zugzwangs z.epd"),
            Ok(TableOptions::Stats { material: ending("KRPvKR"), format, zugzwangs, force: false })
        );
        assert_eq!(read("list"), Ok(TableOptions::List { format: OutputFormat::Text }));
        assert_eq!(read("check"), Ok(TableOptions::Check));
        assert!(matches!(read("--fen 8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1"), Ok(TableOptions::Show { .. })));
        let Ok(TableOptions::Build { endings, threads: None }) = read("build --all-four") else { panic!() };
        assert_eq!(endings, Tables::four_piece_endings());
        let Ok(TableOptions::Build { endings, .. }) = read("build --all-five") else { panic!() };
        // Without those of three pieces, which are built at each start.
        assert_eq!(endings.len(), 140);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (line, part) in [
            ("", "--fen"),
            ("build", "KQvKR"),
            ("build KQ", "names no ending"),
            ("build KQvK --threads 0", "'0'"),
            ("stats", "KQvKR"),
            ("stats KQvK KRvK", "KRvK"),
            ("stats KQvK --force", "--zugzwangs"),
            ("stats KQvK --json --zugzwangs -", "--json"),
        ] {
            let refusal = read(line).unwrap_err();
            assert!(refusal.contains(part), "{line}: {refusal}");
        }
    }
}
