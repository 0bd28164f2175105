//! `table list` and `table check`: lists and verifies the saved tables.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use crate::chess::Material;
use crate::chess::names::pluralized;
use crate::cli::failure::{CommandResult, user_paths};
use crate::cli::options::OutputFormat;
use crate::cli::status::CommandStatus;
use crate::cli::{json, prose};
use crate::solver::tables::packed::PackedTable;
use crate::store::tables::{TableFile, TableFileKind};
use crate::store::{TableFolder, UserPaths};

#[derive(Serialize)]
struct TableListJson {
    folder: String,
    tables: Vec<TableFileJson>,
}

#[derive(Serialize)]
struct TableFileJson {
    material: String,
    bytes: u64,
    finished: bool,
}

/// Lists the saved tables.
pub(super) fn list(format: OutputFormat, output: &mut dyn Write) -> CommandResult {
    let (folder, files) = table_files()?;
    // The parts of an unfinished build are one row.
    let mut sizes: BTreeMap<(u8, String, bool), u64> = BTreeMap::new();
    for TableFile { material, kind, size, .. } in &files {
        let is_part = *kind != TableFileKind::Table;
        *sizes.entry((material.piece_count(), material.to_string(), is_part)).or_default() += size;
    }
    if format == OutputFormat::Json {
        let tables = sizes
            .into_iter()
            .map(|((_, material, is_part), bytes)| TableFileJson { material, bytes, finished: !is_part })
            .collect();
        json::print(output, &TableListJson { folder: folder.path().display().to_string(), tables })?;
        return Ok(CommandStatus::Done);
    }
    let place = folder.path().display();
    if sizes.is_empty() {
        writeln!(output, "No tables in {place}; \"matescope table build --all-four\" builds them")?;
        return Ok(CommandStatus::Done);
    }
    for ((_, name, is_part), size) in &sizes {
        let note = if *is_part { "  unfinished: the next build continues from here" } else { "" };
        writeln!(output, "{name:<10} {:>9}{note}", prose::bytes(*size))?;
    }
    let tables = pluralized(sizes.len(), "table");
    writeln!(output, "{tables}, {} in {place}", prose::bytes(sizes.values().sum()))?;
    Ok(CommandStatus::Done)
}

/// Verifies the saved tables.
pub(super) fn check(output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let (folder, files) = table_files()?;
    let mut faults = 0;
    for table_file in &files {
        let fault = match folder.verify(table_file) {
            Err(error) => Some(error.to_string()),
            Ok(Err(fault)) => Some(format!("{}: {fault}", table_file.file.display())),
            Ok(Ok(bytes)) if table_file.kind == TableFileKind::Table => {
                let opened = PackedTable::open_source(Arc::new(bytes));
                opened.err().map(|fault| format!("{}: {fault}", table_file.file.display()))
            }
            Ok(Ok(_)) => None,
        };
        if let Some(fault) = fault {
            faults += 1;
            writeln!(errors, "damaged: {fault}")?;
        }
    }
    let place = folder.path().display();
    match (files.len(), faults) {
        (0, _) => writeln!(output, "No tables in {place}")?,
        (1, 0) => writeln!(output, "1 file is undamaged, in {place}")?,
        (all, 0) => writeln!(output, "All {all} files are undamaged, in {place}")?,
        (all, _) => {
            writeln!(output, "{faults} of {all} files in {place} are damaged; they are rebuilt when needed")?;
        }
    }
    Ok(if faults == 0 { CommandStatus::Done } else { CommandStatus::Negative })
}

/// The folder and its files.
///
/// # Errors
/// A sentence where there is no folder or it cannot be read.
fn table_files() -> Result<(TableFolder, Vec<TableFile>), String> {
    let folder = TableFolder::new(user_paths()?.tables_folder());
    let files = folder.list().map_err(|error| error.to_string())?;
    Ok((folder, files))
}

/// The file size of a saved table in bytes; None where it is not saved.
pub(super) fn size(material: &Material) -> Option<u64> {
    let folder = TableFolder::new(UserPaths::find()?.tables_folder());
    let files = folder.list().ok()?;
    let table = |table_file: &&TableFile| {
        table_file.kind == TableFileKind::Table && table_file.material == material.normalized()
    };
    files.iter().find(table).map(|kept| kept.size)
}
