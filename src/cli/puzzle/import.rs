//! `puzzle import`: imports a set of puzzles.

use std::io::{self, BufRead, Write};
use std::path::Path;

use serde::Serialize;

use crate::analysis::mate_puzzle;
use crate::chess::names::pluralized;
use crate::chess::text::sanitize;
use crate::cli::failure::{CommandFailure, CommandResult, user_paths};
use crate::cli::interrupt::Interrupt;
use crate::cli::interruptible_input::InterruptibleInput;
use crate::cli::json;
use crate::cli::options::OutputFormat;
use crate::cli::progress_line::ProgressLine;
use crate::cli::status::CommandStatus;
use crate::practice::puzzle::import::{self, ImportFilter, ImportedPuzzle, PuzzleImport};
use crate::practice::puzzle::{Puzzle, PuzzleProof, PuzzleSet};
use crate::store::foreign_format::foreign_format;
use crate::store::input_file;
use crate::store::io_error::describe_io_error;
use crate::store::puzzle_sets::{self, SetImport};

/// Nodes of the search for the solution of an imported mate.
const MATE_NODES: u64 = 5_000_000;

/// Faults that an import prints in words.
const MAX_PRINTED_FAULTS: usize = 10;

#[derive(Serialize)]
struct PuzzleImportJson {
    set: String,
    /// `new`, `there` where a set with the same puzzles is, or `replaced`.
    result: &'static str,
    puzzles: usize,
    /// Puzzles whose solution is proven to be the only one.
    proven: usize,
    doubles: usize,
    left_out: usize,
    faulty: usize,
    /// Whether there were more puzzles than the limit.
    cut: bool,
    faults: Vec<FaultJson>,
}

#[derive(Serialize)]
struct FaultJson {
    line: u64,
    reason: String,
}

pub(super) fn run(
    file: &Path,
    name: Option<&str>,
    filter: &ImportFilter,
    format: OutputFormat,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    if filter.ratings.is_empty() {
        let reason = "no rating lies between --from and --to: --from is the lower one";
        return Err(CommandFailure::BadInput(reason.to_owned()));
    }
    let folder = user_paths()?.puzzles_folder();
    let shown = if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() };
    let interrupt = Interrupt::install()?;
    let mut line = ProgressLine::new(errors);
    let source = InterruptibleInput::open(file, input_file::MAX_PUZZLE_BYTES, interrupt.token());
    let imported = source.and_then(|mut source| {
        if let Some(format) = foreign_format(source.fill_buf()?) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("it is {format}")));
        }
        import::read(source, filter, &mut |count| {
            if count % 1_000 == 0 {
                line.show(&format!("Importing {shown}"), &format!(" {}", pluralized(count, "puzzle")));
            }
            !interrupt.token().is_stopped()
        })
    });
    line.finish();
    drop(line);
    let mut imported = match imported {
        Ok(imported) => imported,
        // What was being read is left out.
        Err(_) if interrupt.token().is_stopped() => PuzzleImport::default(),
        Err(error) => return Err(format!("{shown}: {}", describe_io_error(&error)).into()),
    };
    let puzzles = complete(&mut imported, &interrupt, errors);
    if interrupt.token().is_stopped() {
        return Err(CommandFailure::Interrupted("canceled: no puzzle was imported".to_owned()));
    }
    let count = puzzles.len();
    let own_name = name.map_or_else(|| puzzle_sets::name_of_file(file), str::to_owned);
    let set = PuzzleSet::new(own_name, puzzles);
    let faults = &imported.faults;
    let mut summary = PuzzleImportJson {
        set: set.name.clone(),
        result: "new",
        puzzles: set.puzzles().len(),
        proven: set.puzzles().iter().filter(|puzzle| puzzle.proof != PuzzleProof::None).count(),
        doubles: count - set.puzzles().len(),
        left_out: imported.left_out,
        faulty: imported.fault_count,
        cut: imported.is_cut,
        faults: faults
            .iter()
            .map(|fault| FaultJson { line: fault.line, reason: fault.reason.clone() })
            .collect(),
    };
    if format == OutputFormat::Text {
        for fault in faults.iter().take(MAX_PRINTED_FAULTS) {
            writeln!(errors, "{}:{}: {}", sanitize(&shown), fault.line, sanitize(&fault.reason))?;
        }
    }
    if set.puzzles().is_empty() {
        let reason = "there is no puzzle: EPD with bm, am or dm, Lichess' CSV and PGN with FEN tags are read";
        return Err((format!("{shown}: {reason}")).into());
    }
    let saved =
        if name.is_some() { puzzle_sets::replace(&folder, &set) } else { puzzle_sets::import(&folder, &set) };
    let replaced = match saved {
        Ok(SetImport::New(name)) => {
            summary.set = name;
            None
        }
        Ok(SetImport::AlreadyThere(name)) => {
            (summary.set, summary.result) = (name, "there");
            None
        }
        Ok(SetImport::Replaced(name, count)) => {
            (summary.set, summary.result) = (name, "replaced");
            Some(count)
        }
        Err(error) => {
            return Err((format!("the set {}: {}", set.name, describe_io_error(&error))).into());
        }
    };
    match format {
        OutputFormat::Json => json::print(output, &summary)?,
        OutputFormat::Text => {
            print_import(&summary, output)?;
            if summary.result == "there" {
                writeln!(output, "The set {} has these puzzles already: nothing has changed", summary.set)?;
            } else if summary.set != set.name {
                writeln!(output, "There is another set {}: --name NAME chooses a name", set.name)?;
            }
            if let Some(count) = replaced {
                writeln!(output, "It replaces the {} that the set had", pluralized(count, "puzzle"))?;
            }
        }
    }
    Ok(CommandStatus::Done)
}

/// Finds the solutions of imported mates; those without one become faults.
fn complete(imported: &mut PuzzleImport, interrupt: &Interrupt, errors: &mut dyn Write) -> Vec<Puzzle> {
    let all = std::mem::take(&mut imported.puzzles);
    let count = all.len();
    let mut puzzles = Vec::with_capacity(count);
    let mut line = ProgressLine::new(errors);
    for (index, puzzle) in all.into_iter().enumerate() {
        match puzzle {
            ImportedPuzzle::Complete(puzzle) => puzzles.push(puzzle),
            ImportedPuzzle::MateIn { position, moves, line: number } => {
                line.show("Solving mates", &format!(" {} of {count}", index + 1));
                match mate_puzzle::shortest_mate(&position, moves, MATE_NODES, interrupt.token()) {
                    Ok(puzzle) => puzzles.push(puzzle),
                    Err(reason) => imported.add_fault(number, reason),
                }
            }
        }
        if interrupt.token().is_stopped() {
            break;
        }
    }
    line.finish();
    puzzles
}

fn print_import(import: &PuzzleImportJson, output: &mut dyn Write) -> io::Result<()> {
    let mut parts = vec![format!("{} in the set {}", pluralized(import.puzzles, "puzzle"), import.set)];
    for (count, what) in [
        (import.proven, "proven"),
        (import.doubles, "twice in the file"),
        (import.left_out, "left out by rating"),
        (import.faulty, "faulty"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    let more = if import.cut { "; the file has more: --limit, --from and --to choose" } else { "" };
    writeln!(output, "{}{more}", parts.join(", "))
}
