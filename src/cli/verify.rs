//! `verify`: holds a certificate of a mate against the rules of chess, and against nothing else.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::chess::fen;
use crate::chess::names::{grouped, named};
use crate::chess::text::clean;
use crate::solver::mate::certificate::{Fault, Verified, verify};
use crate::store::{certificates, trouble};

use super::arguments::{Format, VerifyOptions};
use super::{Status, form, prose};

#[derive(Serialize)]
struct VerifyForm {
    status: &'static str,
    #[serde(flatten)]
    proven: Option<ProvenForm>,
    #[serde(flatten)]
    fault: Option<FaultForm>,
}

#[derive(Serialize)]
struct ProvenForm {
    fen: String,
    winner: &'static str,
    moves: u16,
    positions: usize,
}

#[derive(Serialize)]
struct FaultForm {
    line: usize,
    column: usize,
    reason: String,
    advice: &'static str,
}

pub(super) fn run(
    options: &VerifyOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let bytes = if options.file == Path::new("-") {
        certificates::read_from(io::stdin())
    } else {
        certificates::read(&options.file)
    };
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => {
            writeln!(errors, "error: {}: {}", options.file.display(), trouble::in_words(&error))?;
            return Ok(Status::BadInput);
        }
    };
    let judged = verify(&bytes);
    let status = if judged.is_ok() { Status::Done } else { Status::None };
    match (options.format, judged) {
        (Format::Json, judged) => form::print(output, &json(judged))?,
        (Format::Text, Ok(verified)) => output.write_all(text(&verified).as_bytes())?,
        (Format::Text, Err(fault)) => writeln!(errors, "{}", refused(&fault))?,
    }
    Ok(status)
}

fn json(judged: Result<Verified, Fault>) -> VerifyForm {
    match judged {
        Ok(Verified { position, winner, moves, positions }) => {
            let proven =
                ProvenForm { fen: fen::format(&position), winner: form::side(winner), moves, positions };
            VerifyForm { status: "proven", proven: Some(proven), fault: None }
        }
        Err(Fault { line, column, reason, advice, .. }) => {
            let fault = FaultForm { line, column, reason, advice: advice.words() };
            VerifyForm { status: "refused", proven: None, fault: Some(fault) }
        }
    }
}

fn text(Verified { position, winner, moves, positions }: &Verified) -> String {
    let positions = grouped(u64::try_from(*positions).unwrap_or(u64::MAX));
    let claim = match moves {
        0 => format!("{} has mated", named(*winner)),
        1 => format!("{} mates in 1 move", named(*winner)),
        _ => format!("{} mates in {moves} moves", named(*winner)),
    };
    format!(
        "{}\n{}\nproven by the rules alone: {claim} against every defense\n{positions} {} checked\n",
        prose::heading(position),
        fen::format(position),
        if positions == "1" { "position" } else { "positions" },
    )
}

/// The fault with the part of its line where it is.
fn refused(fault: &Fault) -> String {
    /// Characters that are shown before and after the place.
    const BEFORE: usize = 40;
    const AFTER: usize = 36;
    let before: String = fault.text.chars().take(fault.column - 1).collect();
    let letters: Vec<char> = clean(&fault.text).chars().collect();
    let at = clean(&before).chars().count().min(letters.len());
    let from = at.saturating_sub(BEFORE);
    let to = (at + AFTER).min(letters.len());
    let shown: String = letters[from..to].iter().collect();
    let (front, back) = (if from > 0 { "…" } else { "" }, if to < letters.len() { "…" } else { "" });
    let indent = " ".repeat(at - from + front.chars().count());
    let marks = "^".repeat(fault.width.clamp(1, AFTER));
    format!(
        "error: not proven: {reason}\n  |\n  | {front}{shown}{back}\n  | {indent}{marks}\n  = at line {line}, column {column}; {advice}",
        reason = clean(&fault.reason),
        line = fault.line,
        column = fault.column,
        advice = fault.advice.words(),
    )
}
