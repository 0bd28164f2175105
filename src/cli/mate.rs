//! `mate`: finds the shortest mate of a position or of every position of a file, and the solution of composed
//! problems.
//!
//! Reading order: `search`, `verdict`, `problem`, `solutions` with `solution_text`, `solution_json`, `mate_json` and
//! `composers_notes`, `proof_file`, `problem_file`.

mod composers_notes;
mod mate_json;
mod problem;
mod problem_file;
mod proof_file;
mod search;
mod solution_json;
mod solution_text;
mod solutions;
mod verdict;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use mate_json::{CertificateJson, MateJson, mate_json};
use problem::{MAX_MATE_MOVES, ProblemCase, TREE_TIME_FACTOR, cases_of, notes, solve};
use proof_file::CertificateText;
use search::{MateResult, finished_game_result, search_mate, with_time_limit};
use solutions::MateSolutions;
use verdict::verdict;

use super::endgame_tables::tables_for;
use super::error::output_error_text;
use super::failure::{CommandFailure, CommandResult};
use super::options::{MateOptions, OutputFormat};
use super::status::CommandStatus;
use super::{json, prose};
use crate::chess::names::group_digits;
use crate::chess::{Certainty, Line, Oracle, Position, Root, StopToken};
use crate::solver::Prover;
use crate::solver::mate::certificate::CertificateWriteError;
use crate::store::output::{self, OverwriteConsent};

pub(super) fn run(options: &MateOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    match (&options.position, &options.epd) {
        (_, Some(file)) => problem_file::run(options, file, output, errors),
        (Some(position), None) => run_one(options, position, output, errors),
        (None, None) => Err(CommandFailure::BadInput("no position was given; use --fen or --epd".to_owned())),
    }
}

/// Solves one position.
fn run_one(
    options: &MateOptions,
    given: &Position,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    // Check the file before the search, not after it.
    if let Some(file) = options.certificate.as_deref().filter(|file| !is_stdout(Some(file))) {
        output::check_target(file, OverwriteConsent::from_force(options.force))
            .map_err(|error| CommandFailure::BadInput(output_error_text(&error)))?;
    }
    let mut status = CommandStatus::Done;
    for (index, case) in cases_of(given, options).into_iter().enumerate() {
        if index > 0 && options.format == OutputFormat::Text {
            writeln!(output)?;
        }
        status = status.or_worse(run_case(options, given, case, output, errors)?);
    }
    Ok(status)
}

/// Solves one case of a position.
fn run_case(
    options: &MateOptions,
    given: &Position,
    case: ProblemCase,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let ProblemCase { root, rights } = case;
    let within = options.within.unwrap_or(MAX_MATE_MOVES);
    let oracle = tables_for(&root.position);
    let mut prover = None;
    let result = if let Some(ending) = root.termination() {
        finished_game_result(ending, within)
    } else {
        let (finding, found_by) = search_mate(&root, within, options.time, &oracle, &StopToken::never())?;
        prover = Some(found_by);
        finding
    };
    let solutions = solve(options, options.within, &root, &result, &*oracle, &StopToken::never())?;
    let mut status = result.status;
    if solutions.as_ref().is_some_and(MateSolutions::is_out_of_time) {
        status = CommandStatus::Undecided;
    }
    let certificate = match make_certificate(options, &root, &result, &*oracle, prover)? {
        None => None,
        Some(Ok(written)) => Some(written),
        Some(Err((error, failed))) => {
            writeln!(errors, "error: no certificate was written: {error}")?;
            // Without a mate the status says that there is none.
            status = if result.line.is_some() { failed } else { status };
            None
        }
    };
    let notes = notes(options, given);
    // Where the certificate goes to standard output, all other output goes to standard error.
    let output: &mut dyn Write = match &certificate {
        Some(CertificateText { text, .. }) if is_stdout(options.certificate.as_deref()) => {
            output.write_all(text.as_bytes())?;
            errors
        }
        _ => output,
    };
    match options.format {
        OutputFormat::Json => {
            let file =
                options.certificate.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
            let certificate = certificate.map(|CertificateText { positions, text }| CertificateJson {
                file,
                positions,
                bytes: text.len(),
            });
            let json = mate_json(&root, &result);
            json::print(output, &MateJson { case: rights, solutions, notes, certificate, ..json })?;
        }
        OutputFormat::Text => {
            let mut text = rights.map(|rights| rights.text() + "\n").unwrap_or_default();
            text += &self::text(&root, &result);
            if let Some(solutions) = solutions {
                text += &(solutions.text().join("\n") + "\n");
            }
            if !notes.is_empty() {
                text += &("\n".to_owned() + &notes.join("\n") + "\n");
            }
            output.write_all(text.as_bytes())?;
            if let (Some(written), Some(file)) = (certificate, &options.certificate) {
                let positions = group_digits(u64::try_from(written.positions).unwrap_or(u64::MAX));
                writeln!(output, "\ncertificate: {}, {positions} positions", file.display())?;
            }
        }
    }
    Ok(status)
}

/// The certificate where one is wanted, written to its file; or why there is none, with the exit status.
///
/// # Errors
/// When no thread can be started.
fn make_certificate(
    options: &MateOptions,
    root: &Root,
    result: &MateResult,
    oracle: &dyn Oracle,
    prover: Option<Prover>,
) -> io::Result<Option<Result<CertificateText, (String, CommandStatus)>>> {
    let Some(file) = options.certificate.as_deref() else { return Ok(None) };
    let Some(line) = &result.line else {
        return Ok(Some(Err(("no mate was found".to_owned(), result.status))));
    };
    let time = options.time.saturating_mul(TREE_TIME_FACTOR);
    let made = with_time_limit(time, &StopToken::never(), |stop| {
        proof_file::certificate(root, line, oracle, prover, stop)
    })?;
    Ok(Some(match made {
        Ok(made) => {
            write_certificate(made, file, options.force).map_err(|error| (error, CommandStatus::BadInput))
        }
        Err(error @ CertificateWriteError::Stopped) => {
            Err((format!("{error}; a larger --time may help"), CommandStatus::Undecided))
        }
        Err(error) => Err((error.to_string(), CommandStatus::Undecided)),
    }))
}

/// Whether a file name means standard output.
fn is_stdout(file: Option<&Path>) -> bool {
    file.is_some_and(|file| file.as_os_str() == "-")
}

/// Writes a certificate to its file.
fn write_certificate(
    certificate: CertificateText,
    file: &Path,
    force: bool,
) -> Result<CertificateText, String> {
    if !is_stdout(Some(file)) {
        let bytes = certificate.text.as_bytes();
        output::write(file, OverwriteConsent::from_force(force), |to| to.write_all(bytes))
            .map_err(|error| output_error_text(&error))?;
    }
    Ok(certificate)
}

fn text(root: &Root, result: &MateResult) -> String {
    let position = &root.position;
    let mut lines = vec![prose::heading(position)];
    match &result.line {
        Some(line) if line.moves.is_empty() => {
            lines.push("checkmate stands on the board".to_owned());
            return lines.join("\n") + "\n";
        }
        Some(line) => {
            let certainty = if result.shortest { Certainty::Proven } else { Certainty::Searched };
            let mut sentence = verdict(&Line { certainty, ..line.clone() }, position.turn());
            if !result.shortest && result.none_within > 0 {
                let _ = write!(sentence, "; none in {} or less", result.none_within);
            }
            lines.push(sentence);
        }
        None if result.status == CommandStatus::Negative && result.none_within >= MAX_MATE_MOVES => {
            lines.push("no mate can be forced".to_owned());
        }
        None if result.none_within == 0 => lines.push("no mate found".to_owned()),
        None => {
            lines.push(format!("M>={}  no mate in {} or less", result.none_within + 1, result.none_within));
        }
    }
    let by = match result.method {
        "table" => "by table",
        "proof" => "by proof",
        _ => "by search",
    };
    lines.push(format!("{by} · {} nodes · {:.1} s", group_digits(result.nodes), result.time.as_secs_f64()));
    if let Some(line) = &result.line {
        lines.push(String::new());
        lines.extend(prose::wrapped(" ", &prose::numbered(position, line)));
    }
    lines.join("\n") + "\n"
}
