//! `mate`: finds the shortest mate of a position. Two searches run side by side: an exhaustive one that
//! proves which mate is shortest, and a proof-number search (df-pn) that finds long mates sooner.

mod proof_file;
mod solutions;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use proof_file::CertificateText;
use serde::Serialize;
use solutions::{MateQuestion, MateSolutions};

use super::endgame_tables::tables_for;
use super::error::output_error_text;
use super::options::{MateExtraOutput, MateOptions, OutputFormat};
use super::status::CommandStatus;
use super::{json, prose};
use crate::chess::names::group_digits;
use crate::chess::{GameTermination, Line, Oracle, Ply, Root, StopSource, StopToken, Stopped, notation};
use crate::engine::Stopwatch;
use crate::solver::{
    MateAnswer, MateProblem, MateProof, MateProofMethod, ProofStatus, Prover, ProverSettings, prove,
};
use crate::store::output::{self, OverwriteConsent};

/// The longest mate that a score can carry, in moves.
const MAX_MATE_MOVES: u16 = Ply::MAX.moves();

/// The result of the search.
struct MateResult {
    status: CommandStatus,
    line: Option<Line>,
    shortest: bool,
    none_within: u16,
    nodes: u64,
    time: Duration,
    method: &'static str,
}

#[derive(Serialize)]
struct MateJson {
    status: &'static str,
    moves: Option<i32>,
    shortest: bool,
    none_within: u16,
    uci: Vec<String>,
    san: Vec<String>,
    nodes: u64,
    time_ms: u64,
    method: &'static str,
    #[serde(flatten)]
    solutions: Option<MateSolutions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateJson>,
}

#[derive(Serialize)]
struct CertificateJson {
    file: String,
    positions: usize,
    bytes: usize,
}

/// Time limit for the mating tree as a multiple of the search's: the tree is computed anew.
const TREE_TIME_FACTOR: u32 = 6;

pub(super) fn run(
    options: &MateOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    // Check the file before the search, not after it.
    if let Some(file) = options.certificate.as_deref().filter(|file| !is_stdout(Some(file)))
        && let Err(error) = output::check_target(file, OverwriteConsent::from_force(options.force))
    {
        writeln!(errors, "error: {}", output_error_text(&error))?;
        return Ok(CommandStatus::BadInput);
    }
    let root = Root::new(options.position.clone());
    let within = options.within.unwrap_or(MAX_MATE_MOVES);
    let oracle = tables_for(&root.position);
    let mut prover = None;
    let mut result = if let Some(ending) = root.termination() {
        finished_game_result(ending, within)
    } else {
        let (finding, found_by) = search_mate(&root, within, options.time, &oracle);
        prover = Some(found_by);
        finding
    };
    let time = options.time.saturating_mul(TREE_TIME_FACTOR);
    let solved = with_time_limit(time, |stop| solve(options, &root, &result, &*oracle, stop));
    if solved.as_ref().is_some_and(Result::is_err) {
        writeln!(errors, "error: time ran out before all solutions were found; try a larger --time")?;
        result.status = CommandStatus::Undecided;
    }
    let mut certificate = None;
    if let (Some(file), Some(line)) = (&options.certificate, &result.line) {
        let made = with_time_limit(time, |stop| proof_file::certificate(&root, line, &*oracle, prover, stop))
            .map_err(|error| format!("{error}; a larger --time may help"));
        match made.and_then(|made| write_certificate(made, file, options.force)) {
            Ok(written) => certificate = Some(written),
            Err(error) => {
                writeln!(errors, "error: no certificate was written: {error}")?;
                result.status = CommandStatus::Undecided;
            }
        }
    } else if options.certificate.is_some() {
        writeln!(errors, "error: no certificate was written: no mate was found")?;
    }
    let solutions = solved.and_then(Result::ok);
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
            json::print(output, &MateJson { solutions, certificate, ..mate_json(&root, &result) })?;
        }
        OutputFormat::Text => {
            let mut text = text(&root, &result);
            if let Some(solutions) = solutions {
                text += &(solutions.text(&root.position).join("\n") + "\n");
            }
            output.write_all(text.as_bytes())?;
            if let (Some(written), Some(file)) = (certificate, &options.certificate) {
                let positions = group_digits(u64::try_from(written.positions).unwrap_or(u64::MAX));
                writeln!(output, "\ncertificate: {}, {positions} positions", file.display())?;
            }
        }
    }
    Ok(result.status)
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

/// Finds all key moves and the set play, where requested and where there is a mate.
fn solve(
    options: &MateOptions,
    root: &Root,
    result: &MateResult,
    oracle: &dyn Oracle,
    stop: &StopToken,
) -> Option<Result<MateSolutions, Stopped>> {
    let line = result.line.as_ref().filter(|line| line.score.is_mating())?;
    let moves = options.within.unwrap_or_else(|| line.score.mate_distance().map_or(0, Ply::moves));
    let questions = [(options.keys, MateQuestion::Keys), (options.set_play, MateQuestion::SetPlay)];
    let mut requested =
        questions.into_iter().filter(|(wanted, _)| *wanted == MateExtraOutput::Yes).peekable();
    requested.peek()?;
    let mut found = MateSolutions::new(moves, root.position.turn());
    Some(requested.try_for_each(|(_, question)| found.solve(question, root, oracle, stop)).map(|()| found))
}

/// Runs `work` with a token that is stopped after `time`.
fn with_time_limit<T: Send>(time: Duration, work: impl FnOnce(&StopToken) -> T + Send) -> T {
    thread::scope(|scope| {
        let permission = StopSource::new();
        let token = permission.token();
        let (done, waits) = mpsc::channel::<()>();
        scope.spawn(move || {
            // Returns when the work is done or the time is over; either way the token is stopped.
            let _ = waits.recv_timeout(time);
            drop(permission);
        });
        let result = work(&token);
        drop(done);
        result
    })
}

/// The result of a position in which the game is over.
fn finished_game_result(ending: GameTermination, within: u16) -> MateResult {
    let mated = matches!(ending, GameTermination::Checkmate { .. });
    let line = mated.then(|| Line {
        score: crate::chess::Score::mated_in(Ply::ZERO),
        bound: crate::chess::Bound::Exact,
        certainty: crate::chess::Certainty::Proven,
        moves: Vec::new(),
        ends_in: Some(ending),
    });
    MateResult {
        status: if mated { CommandStatus::Done } else { CommandStatus::Negative },
        line,
        shortest: mated,
        none_within: if mated { 0 } else { within },
        nodes: 0,
        time: Duration::ZERO,
        method: "proof",
    }
}

/// Nodes of the proof-number search between two status reports.
const NODES_PER_SLICE: u64 = 20_000;

/// A report of one of the two searches.
enum MateSearchUpdate {
    Found(ProofStatus),
    Checked { none_within: u16, nodes: u64 },
    Proved(MateProof),
}

fn search_mate(root: &Root, within: u16, time: Duration, oracle: &Arc<dyn Oracle>) -> (MateResult, Prover) {
    let settings = ProverSettings { within, ..ProverSettings::default() };
    let mut prover = Prover::new(root, Arc::clone(oracle), settings);
    let finding = thread::scope(|scope| {
        let (sender, updates) = mpsc::channel();
        let (search, proof) = (StopSource::new(), StopSource::new());
        let (search_token, proof_token) = (search.token(), proof.token());
        let proof_sender = sender.clone();
        scope.spawn(move || {
            let problem = MateProblem { root, within, oracle: &**oracle, nodes: None };
            let found = prove(&problem, &proof_token, &mut |progress| {
                let (none_within, nodes) = (progress.none_within, progress.nodes);
                let _ = proof_sender.send(MateSearchUpdate::Checked { none_within, nodes });
            });
            let _ = proof_sender.send(MateSearchUpdate::Proved(found));
        });
        let prover = &mut prover;
        scope.spawn(move || {
            while !search_token.is_stopped() {
                let status = prover.work(NODES_PER_SLICE, &search_token).clone();
                let decided = status.decided;
                let _ = sender.send(MateSearchUpdate::Found(status));
                if decided {
                    return;
                }
            }
        });
        let mut state = MateSearchState::default();
        let began = Stopwatch::start();
        state.run(&updates, began, time, within);
        state.time = began.elapsed();
        // Both searches stop; their last reports have the final node counts.
        drop((search, proof));
        for update in updates {
            state.apply(update);
        }
        state.into_result(within)
    });
    (finding, prover)
}

/// The combined result so far.
#[derive(Default)]
struct MateSearchState {
    finder_status: ProofStatus,
    proof: Option<MateProof>,
    none_within: u16,
    proof_nodes: u64,
    time: Duration,
}

impl MateSearchState {
    /// Receives reports until the result is decided or the time is over.
    fn run(&mut self, updates: &Receiver<MateSearchUpdate>, began: Stopwatch, time: Duration, within: u16) {
        while let Ok(update) = updates.recv_timeout(time.saturating_sub(began.elapsed())) {
            self.apply(update);
            let proved = self.proof.as_ref().is_some_and(|proof| proof.answer != MateAnswer::Undecided);
            if proved || self.is_shortest(within) || self.is_refuted(within) {
                return;
            }
        }
    }

    fn apply(&mut self, update: MateSearchUpdate) {
        match update {
            MateSearchUpdate::Found(status) => {
                self.none_within = self.none_within.max(status.none_within);
                self.finder_status = status;
            }
            MateSearchUpdate::Checked { none_within, nodes } => {
                self.none_within = self.none_within.max(none_within);
                self.proof_nodes = nodes;
            }
            MateSearchUpdate::Proved(proof) => {
                self.none_within = self.none_within.max(proof.none_within);
                self.proof_nodes = proof.nodes;
                self.proof = Some(proof);
            }
        }
    }

    /// The mate found, if it is within the maximum length.
    fn found_within(&self, within: u16) -> Option<&Line> {
        let in_time = |line: &&Line| line.score.mate_distance().is_some_and(|plies| plies.moves() <= within);
        self.finder_status.best.as_ref().filter(in_time)
    }

    /// Whether the mate found is proven to be the shortest.
    fn is_shortest(&self, within: u16) -> bool {
        let distance = self.found_within(within).and_then(|line| line.score.mate_distance());
        distance.is_some_and(|plies| self.none_within + 1 >= plies.moves())
    }

    /// Whether a mate within the maximum length is refuted.
    fn is_refuted(&self, within: u16) -> bool {
        self.finder_status.best.is_none() && self.none_within >= within
    }

    fn into_result(self, within: u16) -> MateResult {
        let shortest = self.is_shortest(within);
        let nodes = self.proof_nodes + self.finder_status.nodes;
        let (none_within, time) = (self.none_within, self.time);
        if let Some(proof) = &self.proof {
            let method = match proof.method {
                MateProofMethod::Table => "table",
                MateProofMethod::Proof => "proof",
            };
            let decided = match &proof.answer {
                MateAnswer::Mates(line) | MateAnswer::Mated(line) => {
                    Some((CommandStatus::Done, Some(line.clone())))
                }
                MateAnswer::None => Some((CommandStatus::Negative, None)),
                MateAnswer::Undecided => None,
            };
            if let Some((status, line)) = decided {
                let shortest = line.is_some();
                return MateResult { status, line, shortest, none_within, nodes, time, method };
            }
        }
        let line = self.found_within(within).cloned();
        let (status, method) = match &line {
            Some(_) if shortest => (CommandStatus::Done, "proof"),
            Some(_) => (CommandStatus::Done, "search"),
            None if self.is_refuted(within) => (CommandStatus::Negative, "proof"),
            None => (CommandStatus::Undecided, "search"),
        };
        MateResult { status, line, shortest, none_within, nodes, time, method }
    }
}

fn mate_json(root: &Root, result: &MateResult) -> MateJson {
    let moves = result.line.as_ref().map(|line| line.moves.as_slice()).unwrap_or_default();
    MateJson {
        status: match result.status {
            CommandStatus::Done => "proven",
            CommandStatus::Negative => "none",
            CommandStatus::BadInput | CommandStatus::Undecided | CommandStatus::Interrupted => "undecided",
        },
        moves: result.line.as_ref().map(signed_moves),
        shortest: result.shortest,
        none_within: result.none_within,
        uci: notation::uci_line(&root.position, moves),
        san: notation::san_line(&root.position, moves),
        nodes: result.nodes,
        time_ms: u64::try_from(result.time.as_millis()).unwrap_or(u64::MAX),
        method: result.method,
        solutions: None,
        certificate: None,
    }
}

/// Moves to the mate, negative where the side to move gets mated.
fn signed_moves(line: &Line) -> i32 {
    let moves = line.score.mate_distance().map_or(0, |plies| i32::from(plies.moves()));
    if line.score.is_mated() { -moves } else { moves }
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
            let certainty = if result.shortest {
                crate::chess::Certainty::Proven
            } else {
                crate::chess::Certainty::Searched
            };
            let mut verdict = prose::verdict(&Line { certainty, ..line.clone() }, position.turn());
            if !result.shortest && result.none_within > 0 {
                let _ = write!(verdict, "; none in {} or less", result.none_within);
            }
            lines.push(verdict);
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
