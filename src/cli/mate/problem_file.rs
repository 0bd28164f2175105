//! `mate --epd`: solves every problem of a file, with a summary at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::mate_json::{MateJson, mate_json, signed_moves};
use super::problem::{CaseRights, MAX_MATE_MOVES, ProblemCase, cases_of, notes, solve};
use super::search::{MateResult, finished_game_result, search_mate};
use super::solutions::{MateSolutions, Soundness};
use super::verdict::sign;
use crate::chess::names::pluralized;
use crate::chess::text::{lines, sanitize};
use crate::chess::{Certainty, Line, Position, Root, StopToken, fen, notation};
use crate::cli::endgame_tables::tables_for;
use crate::cli::failure::CommandResult;
use crate::cli::interrupt::Interrupt;
use crate::cli::options::{MateOptions, OutputFormat};
use crate::cli::status::CommandStatus;
use crate::cli::{json, prose};
use crate::engine::Stopwatch;
use crate::game::pgn;
use crate::game::position_text::{PositionText, is_comment_line};
use crate::store::{input_file, io_error};

/// A problem of the file.
struct ListedProblem {
    /// The number of its line, from 1.
    line: usize,
    id: Option<String>,
    position: Position,
    /// The length that the file gives, in moves; negative where the side to move is mated.
    stated: Option<i32>,
}

/// A solved problem, or a case of it.
struct SolvedProblem {
    root: Root,
    rights: Option<CaseRights>,
    result: MateResult,
    solutions: Option<MateSolutions>,
}

/// Why a solution is not complete.
const OUT_OF_TIME: &str = "incomplete: time ran out";

/// The numbers of the problems with a property, by what is said of them, in the order of the summary.
#[derive(Default)]
struct ProblemSummary {
    /// Problems with a mate by the side to move that is proven shortest, in every case.
    solved: usize,
    groups: BTreeMap<SummaryGroup, BTreeSet<usize>>,
}

/// What is worth a word about a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SummaryGroup {
    Mated,
    NoMate,
    Undecided,
    OtherLength,
    Cooked,
    CastlingDecides,
    ShortSolution,
    Duals,
    Incomplete,
}

#[derive(Serialize)]
struct ListedProblemJson {
    problem: usize,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    fen: String,
    /// Moves to mate as the file gives them.
    stated: Option<i32>,
    #[serde(flatten)]
    mate: MateJson,
}

pub(super) fn run(
    options: &MateOptions,
    file: &Path,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let name = if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() };
    let bytes = input_file::read(file, input_file::MAX_POSITION_LIST_BYTES)
        .map_err(|error| format!("{name}: {}", io_error::describe_io_error(&error)))?;
    let mut problems = Vec::new();
    let mut faults = 0;
    for (index, text) in lines(&pgn::decode(&bytes)).enumerate().filter(|(_, text)| !is_comment_line(text)) {
        match read_problem(index + 1, text) {
            Ok(problem) => problems.push(problem),
            Err(reason) => {
                faults += 1;
                writeln!(errors, "error: {name}, line {}: {reason}", index + 1)?;
            }
        }
    }
    if problems.is_empty() {
        let reason = "has no problem that can be read: write one FEN or EPD on each line";
        return Err(format!("{name} {reason}").into());
    }
    let interrupt = Interrupt::install()?;
    let watch = Stopwatch::start();
    let mut summary = ProblemSummary::default();
    let mut done = 0;
    for (index, problem) in problems.iter().enumerate() {
        let cases = cases_of(&problem.position, options).into_iter();
        let solved = cases.map(|case| solve_case(options, problem, case, interrupt.token()));
        let solved = solved.collect::<io::Result<Vec<SolvedProblem>>>()?;
        if interrupt.token().is_stopped() {
            break;
        }
        done += 1;
        summary.add(index + 1, problem, &solved);
        for case in solved {
            match options.format {
                OutputFormat::Json => json::print(output, &problem_json(index + 1, problem, case, options))?,
                OutputFormat::Text => {
                    for line in rows(index + 1, problems.len(), problem, &case, options) {
                        writeln!(output, "{line}")?;
                    }
                }
            }
        }
        output.flush()?;
    }
    // In JSON, the objects stand alone on standard output.
    let to: &mut dyn Write = if options.format == OutputFormat::Json { errors } else { output };
    for line in summary.text(done, watch.elapsed()) {
        writeln!(to, "{line}")?;
    }
    if faults > 0 {
        writeln!(to, "  {} could not be read", pluralized(faults, "line"))?;
    }
    Ok(match () {
        () if done < problems.len() => CommandStatus::Interrupted,
        () if faults > 0 => CommandStatus::BadInput,
        () if summary.has(SummaryGroup::Undecided) || summary.has(SummaryGroup::Incomplete) => {
            CommandStatus::Undecided
        }
        () if summary.has(SummaryGroup::NoMate) => CommandStatus::Negative,
        () => CommandStatus::Done,
    })
}

/// Reads one line.
fn read_problem(line: usize, text: &str) -> Result<ListedProblem, String> {
    let found = PositionText::from_line(text)
        .ok_or_else(|| format!("\"{}\" is not a position", sanitize(text.trim())))?;
    let position = fen::parse(&found.fen).map_err(|error| {
        format!(
            "{} (column {})",
            sanitize(&error.reason),
            text.find(&found.fen).unwrap_or(0) + error.place.start + 1
        )
    })?;
    let stated = found.operations.split("; ").find_map(stated_length);
    Ok(ListedProblem { line, id: found.id.map(|id| sanitize(&id)), position, stated })
}

/// The length of the mate that an operation of an EPD gives: `bm #3`, `dm 3`.
fn stated_length(operation: &str) -> Option<i32> {
    let number = operation.strip_prefix("bm #").or_else(|| operation.strip_prefix("dm "))?;
    number.trim().parse().ok().filter(|&moves: &i32| moves != 0)
}

fn solve_case(
    options: &MateOptions,
    problem: &ListedProblem,
    case: ProblemCase,
    stop: &StopToken,
) -> io::Result<SolvedProblem> {
    let ProblemCase { root, rights } = case;
    let stated = problem.stated.and_then(|moves| u16::try_from(moves.unsigned_abs()).ok());
    let asked = options.within.or(stated);
    let within = asked.unwrap_or(MAX_MATE_MOVES).min(MAX_MATE_MOVES);
    let oracle = tables_for(&root.position);
    let result = match root.termination() {
        Some(ending) => finished_game_result(ending, within),
        None => search_mate(&root, within, options.time, &oracle, stop)?.0,
    };
    let solutions = solve(options, asked, &root, &result, &*oracle, stop)?;
    Ok(SolvedProblem { root, rights, result, solutions })
}

impl SolvedProblem {
    fn is_out_of_time(&self) -> bool {
        self.solutions.as_ref().is_some_and(MateSolutions::is_out_of_time)
    }

    /// Whether the side to move is mated, now or in some moves.
    fn is_mated(&self) -> bool {
        self.result.line.as_ref().is_some_and(|line| line.score.is_mated())
    }
}

/// The lines of one problem.
fn rows(
    number: usize,
    count: usize,
    problem: &ListedProblem,
    solved: &SolvedProblem,
    options: &MateOptions,
) -> Vec<String> {
    let SolvedProblem { root, result, .. } = solved;
    let width = count.to_string().len();
    let id = problem.id.as_ref().map(|id| format!("{id}: ")).unwrap_or_default();
    let found = match &result.line {
        Some(line) => {
            let certainty = if result.shortest { Certainty::Proven } else { Certainty::Searched };
            let score = sign(&Line { certainty, ..line.clone() });
            let first = line.moves.first().map(|&mv| notation::san(&root.position, mv)).unwrap_or_default();
            format!("{score:<6} {first}")
        }
        None if result.status == CommandStatus::Negative => {
            format!("no mate in {} or less", result.none_within)
        }
        None => format!("undecided; none in {} or less", result.none_within),
    };
    let mut words = vec![format!("{id}{found}")];
    if let Some(stated) = problem.stated.filter(|_| differs(problem, result)) {
        words.push(format!("the file says #{stated}"));
    }
    words
        .extend(solved.solutions.as_ref().and_then(MateSolutions::soundness).into_iter().flat_map(faults_of));
    if solved.is_out_of_time() {
        words.push(OUT_OF_TIME.to_owned());
    }
    words.extend(solved.rights.as_ref().map(CaseRights::text));
    words.push(format!("{:.1} s", result.time.as_secs_f64()));
    let mut rows = vec![format!("{number:>width$}/{count}  {}", words.join(" · "))];
    if let Some(solutions) = &solved.solutions {
        rows.extend(solutions.text().iter().cloned());
        rows.extend(notes(options, &problem.position));
        rows.push(String::new());
    }
    rows
}

fn faults_of(soundness: &Soundness) -> Vec<String> {
    let duals = soundness.duals.iter().sum();
    let (cooked, decides) = (soundness.is_cooked(), soundness.castling_decides);
    [
        (cooked && !decides, "cooked".to_owned()),
        (cooked && decides, "cooked if castling is allowed".to_owned()),
        (!cooked && decides, "no key if castling is allowed".to_owned()),
        (soundness.short_solution, "short solution".to_owned()),
        (duals > 0 && !cooked, pluralized(duals, "dual")),
    ]
    .into_iter()
    .filter_map(|(applies, word)| applies.then_some(word))
    .collect()
}

/// Whether the mate has another length than the file gives, as far as that is known.
fn differs(problem: &ListedProblem, result: &MateResult) -> bool {
    problem.stated.is_some_and(|stated| match &result.line {
        Some(line) => result.shortest && signed_moves(line) != stated,
        None => result.status == CommandStatus::Negative,
    })
}

fn problem_json(
    number: usize,
    problem: &ListedProblem,
    solved: SolvedProblem,
    options: &MateOptions,
) -> ListedProblemJson {
    let SolvedProblem { root, rights, result, solutions } = solved;
    let notes = notes(options, &problem.position);
    ListedProblemJson {
        problem: number,
        line: problem.line,
        id: problem.id.clone(),
        fen: fen::format(&problem.position),
        stated: problem.stated,
        mate: MateJson { case: rights, solutions, notes, ..mate_json(&root, &result) },
    }
}

impl ProblemSummary {
    fn add(&mut self, number: usize, problem: &ListedProblem, cases: &[SolvedProblem]) {
        let proven = |case: &SolvedProblem| {
            case.result.status == CommandStatus::Done && case.result.shortest && !case.is_mated()
        };
        self.solved += usize::from(cases.iter().all(proven));
        for case in cases {
            self.add_case(number, problem, case);
        }
    }

    fn add_case(&mut self, number: usize, problem: &ListedProblem, solved: &SolvedProblem) {
        let result = &solved.result;
        let soundness = solved.solutions.as_ref().and_then(MateSolutions::soundness);
        let undecided = result.status != CommandStatus::Negative && !result.shortest;
        let cooked = soundness.is_some_and(Soundness::is_cooked);
        let castling_decides = soundness.is_some_and(|found| found.castling_decides);
        let duals = soundness.is_some_and(|found| found.duals.iter().any(|&count| count > 0));
        for (group, applies) in [
            (SummaryGroup::Mated, solved.is_mated()),
            (SummaryGroup::NoMate, result.status == CommandStatus::Negative),
            (SummaryGroup::Undecided, undecided),
            (SummaryGroup::OtherLength, differs(problem, result)),
            (SummaryGroup::Cooked, cooked && !castling_decides),
            (SummaryGroup::CastlingDecides, castling_decides),
            (SummaryGroup::ShortSolution, soundness.is_some_and(|found| found.short_solution)),
            (SummaryGroup::Duals, !cooked && duals),
            (SummaryGroup::Incomplete, solved.is_out_of_time()),
        ] {
            if applies {
                self.groups.entry(group).or_default().insert(number);
            }
        }
    }

    fn has(&self, group: SummaryGroup) -> bool {
        self.groups.contains_key(&group)
    }

    fn text(&self, done: usize, time: Duration) -> Vec<String> {
        let mut lines = vec![format!(
            "{} in {:.1} s: {} with a mate that is proven shortest",
            pluralized(done, "problem"),
            time.as_secs_f64(),
            self.solved
        )];
        for (group, numbers) in &self.groups {
            let label = format!("  {} {}:", numbers.len(), group.words());
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            lines.extend(prose::wrapped(&label, &numbers));
        }
        lines
    }
}

impl SummaryGroup {
    const fn words(self) -> &'static str {
        match self {
            Self::Mated => "where the side to move is mated",
            Self::NoMate => "without a mate",
            Self::Undecided => "undecided",
            Self::OtherLength => "with another length than the file gives",
            Self::Cooked => "cooked",
            Self::CastlingDecides => "sound only if castling is not allowed",
            Self::ShortSolution => "with a short solution",
            Self::Duals => "with duals",
            Self::Incomplete => "without all solutions, for lack of time",
        }
    }
}
