//! `table list` and `table check`: what is kept, where, and whether it is whole.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::chess::Material;
use crate::chess::names::counted;
use crate::cli::arguments::Format;
use crate::cli::{Status, form, prose};
use crate::solver::tables::packed::Packed;
use crate::store::tables::{Kept, Kind};
use crate::store::{Places, TableFolder};

#[derive(Serialize)]
struct ListForm {
    folder: String,
    tables: Vec<TableForm>,
}

#[derive(Serialize)]
struct TableForm {
    material: String,
    bytes: u64,
    finished: bool,
}

/// Shows what is kept.
pub(super) fn list(format: Format, output: &mut dyn Write, errors: &mut dyn Write) -> io::Result<Status> {
    let Some((folder, kept)) = kept(errors)? else { return Ok(Status::BadInput) };
    // The parts of a build that is not finished count as one.
    let mut sizes: BTreeMap<(u8, String, bool), u64> = BTreeMap::new();
    for Kept { material, kind, size, .. } in &kept {
        let is_part = *kind != Kind::Table;
        *sizes.entry((material.men(), material.to_string(), is_part)).or_default() += size;
    }
    if format == Format::Json {
        let tables = sizes
            .into_iter()
            .map(|((_, material, is_part), bytes)| TableForm { material, bytes, finished: !is_part })
            .collect();
        form::print(output, &ListForm { folder: folder.path().display().to_string(), tables })?;
        return Ok(Status::Done);
    }
    let place = folder.path().display();
    if sizes.is_empty() {
        writeln!(output, "No tables in {place}; \"matescope table build --all-four\" makes them")?;
        return Ok(Status::Done);
    }
    for ((_, name, is_part), size) in &sizes {
        let note = if *is_part { "  not finished: building goes on from here" } else { "" };
        writeln!(output, "{name:<10} {:>9}{note}", prose::bytes(*size))?;
    }
    let tables = counted(sizes.len(), "table");
    writeln!(output, "{tables}, {} in {place}", prose::bytes(sizes.values().sum()))?;
    Ok(Status::Done)
}

/// Verifies what is kept.
pub(super) fn check(output: &mut dyn Write, errors: &mut dyn Write) -> io::Result<Status> {
    let Some((folder, kept)) = kept(errors)? else { return Ok(Status::BadInput) };
    let mut faults = 0;
    for kept in &kept {
        let fault = match folder.examine(kept) {
            Err(error) => Some(error.to_string()),
            Ok(Err(fault)) => Some(format!("{}: {fault}", kept.file.display())),
            Ok(Ok(bytes)) if kept.kind == Kind::Table => {
                Packed::open(bytes).err().map(|fault| format!("{}: {fault}", kept.file.display()))
            }
            Ok(Ok(_)) => None,
        };
        if let Some(fault) = fault {
            faults += 1;
            writeln!(errors, "damaged: {fault}")?;
        }
    }
    let place = folder.path().display();
    match (kept.len(), faults) {
        (0, _) => writeln!(output, "No tables in {place}")?,
        (1, 0) => writeln!(output, "1 file is whole, in {place}")?,
        (all, 0) => writeln!(output, "All {all} files are whole, in {place}")?,
        (all, _) => {
            writeln!(
                output,
                "{faults} of {all} files in {place} cannot be used; they are rebuilt when needed"
            )?;
        }
    }
    Ok(if faults == 0 { Status::Done } else { Status::None })
}

/// The folder and its files; None where there is no folder, or none that can be read.
fn kept(errors: &mut dyn Write) -> io::Result<Option<(TableFolder, Vec<Kept>)>> {
    let Some(places) = Places::of_user() else {
        writeln!(errors, "error: no folder for tables: this user has no home folder; set HOME")?;
        return Ok(None);
    };
    let folder = TableFolder::new(places.tables());
    match folder.list() {
        Ok(kept) => Ok(Some((folder, kept))),
        Err(error) => {
            writeln!(errors, "error: {error}")?;
            Ok(None)
        }
    }
}

/// The size of a finished table on the disk; None where it is not kept.
pub(super) fn size(material: &Material) -> Option<u64> {
    let folder = TableFolder::new(Places::of_user()?.tables());
    let kept = folder.list().ok()?;
    let table = |kept: &&Kept| kept.kind == Kind::Table && kept.material == material.normalized();
    kept.iter().find(table).map(|kept| kept.size)
}
