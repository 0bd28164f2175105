//! Writes all mutual zugzwangs of an ending as EPD or PGN.

use std::io::Write;
use std::path::Path;

use super::stats::ZUGZWANG_KINDS;
use crate::chess::names::{group_digits, pluralized};
use crate::chess::{Material, Position, fen};
use crate::cli::error::output_error_text;
use crate::cli::failure::{CommandFailure, CommandResult};
use crate::cli::status::CommandStatus;
use crate::game::Tree;
use crate::game::pgn::{self, PgnGame, PgnHeader};
use crate::solver::tables::EndingStats;
use crate::store::output::{self, OverwriteConsent};

/// Says why the file cannot be written, before anything is counted.
pub(super) fn check(file: &Path, force: bool) -> Result<(), String> {
    if is_stdout(file) {
        return Ok(());
    }
    output::check_target(file, OverwriteConsent::from_force(force)).map_err(|error| output_error_text(&error))
}

/// Writes the positions, and says how many there are.
pub(super) fn write(stats: &EndingStats, file: &Path, force: bool, output: &mut dyn Write) -> CommandResult {
    if is_stdout(file) {
        output.write_all(epd(stats).as_bytes())?;
        return Ok(CommandStatus::Done);
    }
    let is_pgn = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let text = if is_pgn { pgn(stats) } else { epd(stats) };
    let consent = OverwriteConsent::from_force(force);
    output::write(file, consent, |to| to.write_all(text.as_bytes()))
        .map_err(|error| CommandFailure::BadInput(output_error_text(&error)))?;
    let (count, classes) = (stats.zugzwangs.count(), stats.zugzwangs.count_up_to_symmetry());
    writeln!(
        output,
        "{} written, one of each set of symmetric positions: {} in all",
        pluralized(classes, "mutual zugzwang"),
        group_digits(count)
    )?;
    Ok(CommandStatus::Done)
}

fn is_stdout(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Every position with its name and kind.
fn named(stats: &EndingStats) -> impl Iterator<Item = (String, &'static str, &Position)> {
    let material = stats.material;
    let kinds = ZUGZWANG_KINDS.into_iter().zip(stats.zugzwangs.kinds());
    let all = kinds.flat_map(|(kind, of)| of.positions.iter().map(move |position| (kind, position)));
    all.enumerate().map(move |(index, (kind, position))| (name(&material, index), kind, position))
}

fn name(material: &Material, index: usize) -> String {
    format!("{material} {}", index + 1)
}

/// A line for each position: its first four fields, its name and what it is.
fn epd(stats: &EndingStats) -> String {
    let line = |(name, kind, position): (String, &str, &Position)| {
        format!("{} id \"{name}\"; c0 \"{kind}\";\n", fen::epd(position))
    };
    named(stats).map(line).collect()
}

/// A game without moves for each position.
fn pgn(stats: &EndingStats) -> String {
    let game = |(name, kind, position): (String, &str, &Position)| {
        let mut header = PgnHeader::default();
        header.set("Event", format!("Mutual zugzwang {name}"));
        let mut tree = Tree::new(position.clone());
        let start = tree.start();
        tree.node_mut(start).notes.after = vec![kind.to_owned()];
        pgn::write(&PgnGame { header, tree }) + "\n"
    };
    named(stats).map(game).collect()
}
