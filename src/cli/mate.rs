//! `mate`: the shortest mate of a position. Two searches look for it side by side: one goes through all
//! moves and decides what is shortest, the other follows forced play and finds long mates sooner.

mod proof_file;
mod solutions;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::chess::names::grouped;
use crate::chess::{Ending, Line, Oracle, Ply, Root, StopSource, StopToken, Stopped, notation};
use crate::engine::Stopwatch;
use crate::solver::{Answer, Method, Problem, Proof, Prover, ProverSettings, Standing, prove};

use super::arguments::{Format, MateOptions, Wanted};
use super::refusal::refused;
use super::{Status, form, prose, tables_for};
use crate::store::output::{self, Consent};

use proof_file::Certificate;
use solutions::{Found, Question};

/// The longest mate that a score can carry, in moves.
const LONGEST: u16 = Ply::MAX.moves();

/// What came of the search.
struct Finding {
    status: Status,
    line: Option<Line>,
    shortest: bool,
    none_within: u16,
    nodes: u64,
    time: Duration,
    method: &'static str,
}

#[derive(Serialize)]
struct MateForm {
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
    solutions: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateForm>,
}

#[derive(Serialize)]
struct CertificateForm {
    file: String,
    positions: usize,
    bytes: usize,
}

/// What a mate that was found still gets of time, as a multiple of what the search was given: its tree is
/// worked out afresh.
const TIME_FOR_TREES: u32 = 6;

pub(super) fn run(
    options: &MateOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    // A search is not to end at a file that must not be written.
    if let Some(file) = options.certificate.as_deref().filter(|file| !is_standard(Some(file)))
        && let Err(error) = output::check(file, Consent::forced(options.force))
    {
        writeln!(errors, "error: {}", refused(&error))?;
        return Ok(Status::BadInput);
    }
    let root = Root::new(options.position.clone());
    let within = options.within.unwrap_or(LONGEST);
    let oracle = tables_for(&root.position);
    let mut prover = None;
    let mut finding = if let Some(ending) = root.ending() {
        over(ending, within)
    } else {
        let (finding, found_by) = look(&root, within, options.time, &oracle);
        prover = Some(found_by);
        finding
    };
    let time = options.time.saturating_mul(TIME_FOR_TREES);
    let found = in_time(time, |stop| solve(options, &root, &finding, &*oracle, stop));
    if found.as_ref().is_some_and(Result::is_err) {
        writeln!(errors, "error: the time was over before all solutions were known; try --time MS")?;
        finding.status = Status::Undecided;
    }
    let mut certificate = None;
    if let (Some(file), Some(line)) = (&options.certificate, &finding.line) {
        let made = in_time(time, |stop| proof_file::certificate(&root, line, &*oracle, prover, stop))
            .map_err(|error| format!("{error}; more time may help: --time MS"));
        match made.and_then(|made| written(made, file, options.force)) {
            Ok(written) => certificate = Some(written),
            Err(error) => {
                writeln!(errors, "error: no certificate was written: {error}")?;
                finding.status = Status::Undecided;
            }
        }
    } else if options.certificate.is_some() {
        writeln!(errors, "error: no certificate was written: no mate was found")?;
    }
    let solutions = found.and_then(Result::ok);
    // Standard output has the certificate alone; what else is to be said goes beside it.
    let output: &mut dyn Write = match &certificate {
        Some(Certificate { text, .. }) if is_standard(options.certificate.as_deref()) => {
            output.write_all(text.as_bytes())?;
            errors
        }
        _ => output,
    };
    match options.format {
        Format::Json => {
            let file =
                options.certificate.as_deref().map(|file| file.display().to_string()).unwrap_or_default();
            let certificate = certificate.map(|Certificate { positions, text }| CertificateForm {
                file,
                positions,
                bytes: text.len(),
            });
            form::print(output, &MateForm { solutions, certificate, ..mate_form(&root, &finding) })?;
        }
        Format::Text => {
            let mut text = text(&root, &finding);
            if let Some(solutions) = solutions {
                text += &(solutions.text(&root.position).join("\n") + "\n");
            }
            output.write_all(text.as_bytes())?;
            if let (Some(written), Some(file)) = (certificate, &options.certificate) {
                let positions = grouped(u64::try_from(written.positions).unwrap_or(u64::MAX));
                writeln!(output, "\ncertificate: {}, {positions} positions", file.display())?;
            }
        }
    }
    Ok(finding.status)
}

/// Whether a file stands for standard output.
fn is_standard(file: Option<&Path>) -> bool {
    file.is_some_and(|file| file.as_os_str() == "-")
}

/// Writes a certificate to its file.
fn written(certificate: Certificate, file: &Path, force: bool) -> Result<Certificate, String> {
    if !is_standard(Some(file)) {
        let bytes = certificate.text.as_bytes();
        output::write(file, Consent::forced(force), |to| to.write_all(bytes))
            .map_err(|error| refused(&error))?;
    }
    Ok(certificate)
}

/// All keys and the set play, where they are asked for and there is a mate to ask about.
fn solve(
    options: &MateOptions,
    root: &Root,
    finding: &Finding,
    oracle: &dyn Oracle,
    stop: &StopToken,
) -> Option<Result<Found, Stopped>> {
    let line = finding.line.as_ref().filter(|line| line.score.is_mating())?;
    let moves = options.within.unwrap_or_else(|| line.score.mate_distance().map_or(0, Ply::moves));
    let questions = [(options.keys, Question::Keys), (options.set_play, Question::SetPlay)];
    let mut asked = questions.into_iter().filter(|(wanted, _)| *wanted == Wanted::Yes).peekable();
    asked.peek()?;
    let mut found = Found::new(moves, root.position.turn());
    Some(asked.try_for_each(|(_, question)| found.ask(question, root, oracle, stop)).map(|()| found))
}

/// Does something with a token that is stopped when the time is over.
fn in_time<T: Send>(time: Duration, work: impl FnOnce(&StopToken) -> T + Send) -> T {
    thread::scope(|scope| {
        let permission = StopSource::new();
        let token = permission.token();
        let (done, waits) = mpsc::channel::<()>();
        scope.spawn(move || {
            // Ends when the work has, or when the time is over: either way the permission is dropped.
            let _ = waits.recv_timeout(time);
            drop(permission);
        });
        let result = work(&token);
        drop(done);
        result
    })
}

/// A game that is over is decided by the rules.
fn over(ending: Ending, within: u16) -> Finding {
    let mated = matches!(ending, Ending::Checkmate { .. });
    let line = mated.then(|| Line {
        score: crate::chess::Score::mated_in(Ply::ZERO),
        bound: crate::chess::Bound::Exact,
        certainty: crate::chess::Certainty::Proven,
        moves: Vec::new(),
        ends_in: Some(ending),
    });
    Finding {
        status: if mated { Status::Done } else { Status::None },
        line,
        shortest: mated,
        none_within: if mated { 0 } else { within },
        nodes: 0,
        time: Duration::ZERO,
        method: "proof",
    }
}

/// Positions that the finder makes between two looks at what it has.
const SLICE: u64 = 20_000;

/// What one of the two searches has to say.
enum News {
    Found(Standing),
    Checked { none_within: u16, nodes: u64 },
    Proved(Proof),
}

fn look(root: &Root, within: u16, time: Duration, oracle: &Arc<dyn Oracle>) -> (Finding, Prover) {
    let settings = ProverSettings { within, ..ProverSettings::default() };
    let mut prover = Prover::new(root, Arc::clone(oracle), settings);
    let finding = thread::scope(|scope| {
        let (tell, news) = mpsc::channel();
        let (search, proof) = (StopSource::new(), StopSource::new());
        let (search_token, proof_token) = (search.token(), proof.token());
        let told = tell.clone();
        scope.spawn(move || {
            let problem = Problem { root, within, oracle: &**oracle, nodes: None };
            let found = prove(&problem, &proof_token, &mut |progress| {
                let (none_within, nodes) = (progress.none_within, progress.nodes);
                let _ = told.send(News::Checked { none_within, nodes });
            });
            let _ = told.send(News::Proved(found));
        });
        let prover = &mut prover;
        scope.spawn(move || {
            while !search_token.is_stopped() {
                let standing = prover.work(SLICE, &search_token).clone();
                let decided = standing.decided;
                let _ = tell.send(News::Found(standing));
                if decided {
                    return;
                }
            }
        });
        let mut watch = Watch::default();
        let began = Stopwatch::start();
        watch.wait(&news, began, time, within);
        watch.time = began.elapsed();
        // Both stop now; what they still have to say is their nodes.
        drop((search, proof));
        for heard in news {
            watch.hear(heard);
        }
        watch.judge(within)
    });
    (finding, prover)
}

/// What is known so far.
#[derive(Default)]
struct Watch {
    standing: Standing,
    proof: Option<Proof>,
    none_within: u16,
    proof_nodes: u64,
    time: Duration,
}

impl Watch {
    /// Listens until the question is decided or the time is over.
    fn wait(&mut self, news: &Receiver<News>, began: Stopwatch, time: Duration, within: u16) {
        while let Ok(heard) = news.recv_timeout(time.saturating_sub(began.elapsed())) {
            self.hear(heard);
            let proved = self.proof.as_ref().is_some_and(|proof| proof.answer != Answer::Undecided);
            if proved || self.is_shortest(within) || self.is_denied(within) {
                return;
            }
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Found(standing) => {
                self.none_within = self.none_within.max(standing.none_within);
                self.standing = standing;
            }
            News::Checked { none_within, nodes } => {
                self.none_within = self.none_within.max(none_within);
                self.proof_nodes = nodes;
            }
            News::Proved(proof) => {
                self.none_within = self.none_within.max(proof.none_within);
                self.proof_nodes = proof.nodes;
                self.proof = Some(proof);
            }
        }
    }

    /// The mate that was found within the wanted number of moves.
    fn found(&self, within: u16) -> Option<&Line> {
        let in_time = |line: &&Line| line.score.mate_distance().is_some_and(|plies| plies.moves() <= within);
        self.standing.best.as_ref().filter(in_time)
    }

    /// Whether the mate that was found is as short as can be.
    fn is_shortest(&self, within: u16) -> bool {
        let distance = self.found(within).and_then(|line| line.score.mate_distance());
        distance.is_some_and(|plies| self.none_within + 1 >= plies.moves())
    }

    /// Whether it is known that there is no mate within the wanted number of moves.
    fn is_denied(&self, within: u16) -> bool {
        self.standing.best.is_none() && self.none_within >= within
    }

    fn judge(self, within: u16) -> Finding {
        let shortest = self.is_shortest(within);
        let nodes = self.proof_nodes + self.standing.nodes;
        let (none_within, time) = (self.none_within, self.time);
        if let Some(proof) = &self.proof {
            let method = match proof.method {
                Method::Table => "table",
                Method::Proof => "proof",
            };
            let decided = match &proof.answer {
                Answer::Mates(line) | Answer::Mated(line) => Some((Status::Done, Some(line.clone()))),
                Answer::None => Some((Status::None, None)),
                Answer::Undecided => None,
            };
            if let Some((status, line)) = decided {
                let shortest = line.is_some();
                return Finding { status, line, shortest, none_within, nodes, time, method };
            }
        }
        let line = self.found(within).cloned();
        let (status, method) = match &line {
            Some(_) if shortest => (Status::Done, "proof"),
            Some(_) => (Status::Done, "search"),
            None if self.is_denied(within) => (Status::None, "proof"),
            None => (Status::Undecided, "search"),
        };
        Finding { status, line, shortest, none_within, nodes, time, method }
    }
}

fn mate_form(root: &Root, finding: &Finding) -> MateForm {
    let moves = finding.line.as_ref().map(|line| line.moves.as_slice()).unwrap_or_default();
    MateForm {
        status: match finding.status {
            Status::Done => "proven",
            Status::None => "none",
            Status::BadInput | Status::Undecided | Status::Interrupted => "undecided",
        },
        moves: finding.line.as_ref().map(signed_moves),
        shortest: finding.shortest,
        none_within: finding.none_within,
        uci: notation::uci_line(&root.position, moves),
        san: notation::san_line(&root.position, moves),
        nodes: finding.nodes,
        time_ms: u64::try_from(finding.time.as_millis()).unwrap_or(u64::MAX),
        method: finding.method,
        solutions: None,
        certificate: None,
    }
}

/// Moves to the mate, below nought where the side to move gets mated.
fn signed_moves(line: &Line) -> i32 {
    let moves = line.score.mate_distance().map_or(0, |plies| i32::from(plies.moves()));
    if line.score.is_mated() { -moves } else { moves }
}

fn text(root: &Root, finding: &Finding) -> String {
    let position = &root.position;
    let mut lines = vec![prose::heading(position)];
    match &finding.line {
        Some(line) if line.moves.is_empty() => {
            lines.push("checkmate stands on the board".to_owned());
            return lines.join("\n") + "\n";
        }
        Some(line) => {
            let certainty = if finding.shortest {
                crate::chess::Certainty::Proven
            } else {
                crate::chess::Certainty::Searched
            };
            let mut verdict = prose::verdict(&Line { certainty, ..line.clone() }, position.turn());
            if !finding.shortest && finding.none_within > 0 {
                let _ = write!(verdict, "; none in {} or less", finding.none_within);
            }
            lines.push(verdict);
        }
        None if finding.status == Status::None && finding.none_within >= LONGEST => {
            lines.push("no mate can be forced".to_owned());
        }
        None if finding.none_within == 0 => lines.push("no mate found".to_owned()),
        None => {
            lines.push(format!("M>={}  no mate in {} or less", finding.none_within + 1, finding.none_within));
        }
    }
    let by = match finding.method {
        "table" => "by table",
        "proof" => "by proof",
        _ => "by search",
    };
    lines.push(format!("{by} · {} nodes · {:.1} s", grouped(finding.nodes), finding.time.as_secs_f64()));
    if let Some(line) = &finding.line {
        lines.push(String::new());
        lines.extend(prose::wrapped(" ", &prose::numbered(position, line)));
    }
    lines.join("\n") + "\n"
}
