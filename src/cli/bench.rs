//! `bench`: prints the node signature of the search and its speed.

use std::io::Write;

use super::failure::CommandResult;
use super::options::BenchOptions;
use super::status::CommandStatus;
use crate::chess::Depth;
use crate::engine::signature::signature;

pub(super) fn run(options: BenchOptions, output: &mut dyn Write) -> CommandResult {
    let found = signature(Depth::new(i16::try_from(options.depth).unwrap_or(i16::MAX)));
    writeln!(output, "nodes {}", found.nodes)?;
    writeln!(output, "nps {}", found.nodes_per_second())?;
    Ok(CommandStatus::Done)
}
