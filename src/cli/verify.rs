//! `verify`: verifies a certificate of a mate by the rules of chess alone.

use std::io::Write;

use serde::Serialize;

use super::failure::CommandResult;
use super::options::{OutputFormat, VerifyOptions};
use super::status::CommandStatus;
use super::{json, prose};
use crate::chess::fen;
use crate::chess::names::{color_name, group_digits};
use crate::chess::text::sanitize;
use crate::solver::mate::certificate::{CertificateError, VerifiedCertificate, verify};
use crate::store::input_file;
use crate::store::io_error::FileError;

#[derive(Serialize)]
struct VerifyJson {
    status: &'static str,
    #[serde(flatten)]
    proven: Option<ProvenJson>,
    #[serde(flatten)]
    fault: Option<CertificateFaultJson>,
}

#[derive(Serialize)]
struct ProvenJson {
    fen: String,
    winner: &'static str,
    moves: u16,
    positions: usize,
}

#[derive(Serialize)]
struct CertificateFaultJson {
    line: usize,
    column: usize,
    reason: String,
    advice: &'static str,
}

pub(super) fn run(options: &VerifyOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let bytes = input_file::read(&options.file, input_file::MAX_CERTIFICATE_BYTES)
        .map_err(|error| FileError::of(&options.file)(error).to_string())?;
    let verified = verify(&bytes);
    let status = if verified.is_ok() { CommandStatus::Done } else { CommandStatus::Negative };
    match (options.format, verified) {
        (OutputFormat::Json, judged) => json::print(output, &json(judged))?,
        (OutputFormat::Text, Ok(verified)) => output.write_all(text(&verified).as_bytes())?,
        (OutputFormat::Text, Err(fault)) => writeln!(errors, "{}", fault_text(&fault))?,
    }
    Ok(status)
}

fn json(verified: Result<VerifiedCertificate, CertificateError>) -> VerifyJson {
    match verified {
        Ok(VerifiedCertificate { position, winner, moves, positions }) => {
            let proven = ProvenJson {
                fen: fen::format(&position),
                winner: json::color_name(winner),
                moves,
                positions,
            };
            VerifyJson { status: "proven", proven: Some(proven), fault: None }
        }
        Err(CertificateError { line, column, reason, advice, .. }) => {
            let fault = CertificateFaultJson { line, column, reason, advice: advice.as_str() };
            VerifyJson { status: "refused", proven: None, fault: Some(fault) }
        }
    }
}

fn text(VerifiedCertificate { position, winner, moves, positions }: &VerifiedCertificate) -> String {
    let positions = group_digits(u64::try_from(*positions).unwrap_or(u64::MAX));
    let claim = match moves {
        0 => format!("{} has mated", color_name(*winner)),
        1 => format!("{} mates in 1 move", color_name(*winner)),
        _ => format!("{} mates in {moves} moves", color_name(*winner)),
    };
    format!(
        "{}\n{}\nproven by the rules alone: {claim} against every defense\n{positions} {} checked\n",
        prose::heading(position),
        fen::format(position),
        if positions == "1" { "position" } else { "positions" },
    )
}

/// The fault with the part of its line where it is.
fn fault_text(fault: &CertificateError) -> String {
    /// Characters that are shown before and after the place.
    const BEFORE: usize = 40;
    const AFTER: usize = 36;
    let before: String = fault.text.chars().take(fault.column - 1).collect();
    let letters: Vec<char> = sanitize(&fault.text).chars().collect();
    let at = sanitize(&before).chars().count().min(letters.len());
    let from = at.saturating_sub(BEFORE);
    let to = (at + AFTER).min(letters.len());
    let shown: String = letters[from..to].iter().collect();
    let (front, back) = (if from > 0 { "…" } else { "" }, if to < letters.len() { "…" } else { "" });
    let indent = " ".repeat(at - from + front.chars().count());
    let marks = "^".repeat(fault.width.clamp(1, AFTER));
    format!(
        "error: not proven: {reason}\n  |\n  | {front}{shown}{back}\n  | {indent}{marks}\n  = at line {line}, column {column}; {advice}",
        reason = sanitize(&fault.reason),
        line = fault.line,
        column = fault.column,
        advice = fault.advice.as_str(),
    )
}
