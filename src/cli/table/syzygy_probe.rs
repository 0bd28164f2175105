//! Probes the user's Syzygy tables for endings beyond our own tables: result and distance to zeroing (DTZ).

use std::io::{self, Write};

use serde::Serialize;

use crate::chess::{Position, fen};
use crate::cli::endgame_tables::open_syzygy;
use crate::cli::json::SyzygyJson;
use crate::cli::options::OutputFormat;
use crate::cli::{json, prose};
use crate::solver::SyzygyVerdict;

#[derive(Serialize)]
struct SyzygyTableJson {
    fen: String,
    turn: &'static str,
    material: String,
    syzygy: SyzygyJson,
}

/// The result of the user's Syzygy tables; None where no folder is set or no table covers the position.
pub(super) fn verdict(position: &Position, errors: &mut dyn Write) -> io::Result<Option<SyzygyVerdict>> {
    Ok(open_syzygy(errors)?.and_then(|tables| tables.probe(position)))
}

pub(super) fn print(
    position: &Position,
    verdict: SyzygyVerdict,
    format: OutputFormat,
    output: &mut dyn Write,
) -> io::Result<()> {
    match format {
        OutputFormat::Text => {
            writeln!(output, "{}\n{verdict}", prose::heading(position))?;
            if verdict.dtz.is_some() {
                writeln!(output, "DTZ counts half-moves to the next capture or pawn move, not to mate")?;
            }
            Ok(())
        }
        OutputFormat::Json => json::print(
            output,
            &SyzygyTableJson {
                fen: fen::format(position),
                turn: json::color_name(position.turn()),
                material: position.material().to_string(),
                syzygy: SyzygyJson::of(verdict),
            },
        ),
    }
}
