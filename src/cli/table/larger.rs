//! What the user's Syzygy tables say where our own end: a result and a DTZ, never a distance to mate.

use std::io::{self, Write};

use serde::Serialize;

use crate::chess::{Position, fen};
use crate::cli::arguments::Format;
use crate::cli::form::SyzygyForm;
use crate::cli::{form, prose, syzygy};
use crate::solver::SyzygyVerdict;

#[derive(Serialize)]
struct LargerForm {
    fen: String,
    turn: &'static str,
    material: String,
    syzygy: SyzygyForm,
}

/// Asks the folder that is set; None where there is none or it does not know.
pub(super) fn verdict(position: &Position, errors: &mut dyn Write) -> io::Result<Option<SyzygyVerdict>> {
    Ok(syzygy(errors)?.and_then(|tables| tables.probe(position)))
}

pub(super) fn print(
    position: &Position,
    verdict: SyzygyVerdict,
    format: Format,
    output: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Text => {
            writeln!(output, "{}\n{verdict}", prose::heading(position))?;
            if verdict.dtz.is_some() {
                writeln!(output, "DTZ counts half-moves to the next capture or pawn move, not to mate")?;
            }
            Ok(())
        }
        Format::Json => form::print(
            output,
            &LargerForm {
                fen: fen::format(position),
                turn: form::side(position.turn()),
                material: position.material().to_string(),
                syzygy: SyzygyForm::of(verdict),
            },
        ),
    }
}
