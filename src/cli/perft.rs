//! `perft`: counts move sequences, to be held against what other programs count.

use std::io::{self, Write};

use serde::Serialize;

use crate::chess::{fen, notation, perft};

use super::arguments::{Format, PerftOptions, Split};
use super::{Status, form};

#[derive(Serialize)]
struct CountForm {
    fen: String,
    depth: u8,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<MoveForm>>,
}

#[derive(Serialize)]
struct MoveForm {
    uci: String,
    nodes: u64,
}

pub(super) fn run(options: &PerftOptions, output: &mut dyn Write) -> io::Result<Status> {
    let position = &options.position;
    let divided: Option<Vec<MoveForm>> = (options.split == Split::ByMove).then(|| {
        let counts = perft::divide(position, options.depth);
        counts.into_iter().map(|(mv, nodes)| MoveForm { uci: notation::uci(position, mv), nodes }).collect()
    });
    let nodes = match &divided {
        Some(moves) if options.depth > 0 => moves.iter().map(|split| split.nodes).sum(),
        _ => perft::perft(position, options.depth),
    };
    match options.format {
        Format::Json => {
            let fen = fen::format(position);
            form::print(output, &CountForm { fen, depth: options.depth, nodes, divide: divided })?;
        }
        Format::Text => {
            for split in divided.iter().flatten() {
                writeln!(output, "{} {}", split.uci, split.nodes)?;
            }
            writeln!(output, "nodes {nodes}")?;
        }
    }
    Ok(Status::Done)
}
