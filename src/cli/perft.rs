//! `perft`: counts move sequences, for comparison with other programs.

use std::io::Write;

use serde::Serialize;

use super::failure::CommandResult;
use super::json;
use super::options::{OutputFormat, PerftOptions};
use super::status::CommandStatus;
use crate::chess::{fen, notation, perft};

#[derive(Serialize)]
struct PerftJson {
    fen: String,
    depth: u8,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<PerftMoveJson>>,
}

#[derive(Serialize)]
struct PerftMoveJson {
    uci: String,
    nodes: u64,
}

pub(super) fn run(options: &PerftOptions, output: &mut dyn Write) -> CommandResult {
    let position = &options.position;
    let divided: Option<Vec<PerftMoveJson>> = options.splits_by_move.then(|| {
        let counts = perft::divide(position, options.depth);
        counts
            .into_iter()
            .map(|(mv, nodes)| PerftMoveJson { uci: notation::uci(position, mv), nodes })
            .collect()
    });
    let nodes = match &divided {
        Some(moves) if options.depth > 0 => moves.iter().map(|split| split.nodes).sum(),
        _ => perft::perft(position, options.depth),
    };
    match options.format {
        OutputFormat::Json => {
            let fen = fen::format(position);
            json::print(output, &PerftJson { fen, depth: options.depth, nodes, divide: divided })?;
        }
        OutputFormat::Text => {
            for split in divided.iter().flatten() {
                writeln!(output, "{} {}", split.uci, split.nodes)?;
            }
            writeln!(output, "nodes {nodes}")?;
        }
    }
    Ok(CommandStatus::Done)
}
