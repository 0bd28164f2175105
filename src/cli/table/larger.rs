//! What the user's Syzygy tables say where our own end: a result and a DTZ, never a distance to mate.

use std::io::{self, Write};

use serde::Serialize;

use crate::chess::{Position, fen};
use crate::cli::arguments::Format;
use crate::cli::{form, prose};
use crate::solver::syzygy::{Dtz, Syzygy, SyzygyVerdict};
use crate::store::Places;
use crate::store::config::Loaded;

#[derive(Serialize)]
struct LargerForm {
    fen: String,
    turn: &'static str,
    material: String,
    syzygy: SyzygyForm,
}

#[derive(Serialize)]
struct SyzygyForm {
    result: &'static str,
    dtz: Option<u32>,
    dtz_rounded: Option<bool>,
}

/// Asks the folder that is set; None where there is none or it does not know. A folder that cannot be used
/// is told.
pub(super) fn verdict(position: &Position, errors: &mut dyn Write) -> io::Result<Option<SyzygyVerdict>> {
    let Some(places) = Places::of_user() else { return Ok(None) };
    let settings = Loaded::from_user_file(&places.config).config.engine;
    let Some(folder) = settings.syzygy_folder() else { return Ok(None) };
    match Syzygy::open(&folder) {
        Ok(tables) => Ok(tables.probe(position)),
        Err(error) => {
            writeln!(errors, "warning: {error}; engine.syzygy is set in {}", places.config.display())?;
            Ok(None)
        }
    }
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
                syzygy: SyzygyForm {
                    result: verdict.result.code(),
                    dtz: verdict.dtz.map(|(Dtz::Exactly(plies) | Dtz::About(plies))| plies),
                    dtz_rounded: verdict.dtz.map(|dtz| matches!(dtz, Dtz::About(_))),
                },
            },
        ),
    }
}
