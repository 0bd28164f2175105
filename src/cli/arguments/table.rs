//! What can be said after `table`.

use clap::{Args, Subcommand};

use super::number::whole;

use crate::chess::{Material, Position};
use crate::cli::Refusal;
use crate::solver::Tables;

use super::{Format, position};

/// What `table` is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum TableOptions {
    /// Every legal move of a position by its distance to mate.
    Show {
        /// The position.
        position: Position,
        /// How to answer.
        format: Format,
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
        format: Format,
    },
    /// What is kept, and where.
    List {
        /// How to answer.
        format: Format,
    },
    /// Whether all that is kept is whole.
    Check,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Table {
    #[command(subcommand)]
    command: Option<Command>,
    /// The position
    #[arg(long, required = true)]
    fen: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Build endings with all that they lead to, and keep them: seconds for four men, minutes for five
    Build {
        /// The endings
        #[arg(value_name = "KQvKR", required_unless_present = "all_four")]
        endings: Vec<Material>,
        /// Build every ending of up to four men
        #[arg(long)]
        all_four: bool,
        /// How many threads build; as many as the machine has cores where none is given
        #[arg(long, value_name = "T", value_parser = whole(1_u16..=256))]
        threads: Option<u16>,
    },
    /// Show what an ending holds: results, the longest wins, mutual zugzwangs
    Stats {
        /// The ending
        #[arg(value_name = "KQvKR")]
        material: Material,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show which tables are kept, how large and where
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Read all tables that are kept and verify them: exit status 1 where one is damaged
    Check,
}

impl Table {
    pub(super) fn understand(self) -> Result<TableOptions, Refusal> {
        Ok(match self.command {
            None => TableOptions::Show {
                position: position(&self.fen.unwrap_or_default())?,
                format: Format::of(self.json),
            },
            Some(Command::Build { mut endings, all_four, threads }) => {
                if all_four {
                    endings.extend(Tables::four_man_endings());
                }
                TableOptions::Build { endings, threads }
            }
            Some(Command::Stats { material, json }) => {
                TableOptions::Stats { material, format: Format::of(json) }
            }
            Some(Command::List { json }) => TableOptions::List { format: Format::of(json) },
            Some(Command::Check) => TableOptions::Check,
        })
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
            Ok(TableOptions::Stats { material: ending("KQvK"), format: Format::Json })
        );
        assert_eq!(read("list"), Ok(TableOptions::List { format: Format::Text }));
        assert_eq!(read("check"), Ok(TableOptions::Check));
        assert!(matches!(read("--fen 8/8/8/8/8/1Q6/8/k2K4_w_-_-_0_1"), Ok(TableOptions::Show { .. })));
        let Ok(TableOptions::Build { endings, threads: None }) = read("build --all-four") else { panic!() };
        assert_eq!(endings, Tables::four_man_endings());
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
        ] {
            let refusal = read(line).unwrap_err();
            assert!(refusal.contains(part), "{line}: {refusal}");
        }
    }
}
