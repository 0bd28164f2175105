//! `puzzle`: lists puzzles, imports sets of them, and checks their proofs.

mod import;

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::endgame_tables::load_tables;
use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::json;
use super::options::{OutputFormat, PuzzleOptions, PuzzleSelection};
use super::progress_line::ProgressLine;
use super::status::CommandStatus;
use crate::analysis::puzzle_check::{PuzzleCheck, PuzzleChecker};
use crate::chess::names::pluralized;
use crate::chess::thread::core_count;
use crate::chess::{Move, fen, notation};
use crate::practice::puzzle::set::{BUILT_IN_NAME, LESSONS_NAME};
use crate::practice::puzzle::{Puzzle, PuzzleProgress, PuzzleProof};
use crate::solver::Tables;
use crate::store::io_error::describe_io_error;
use crate::store::{day, practice_record, puzzle_sets};

#[derive(Serialize)]
struct PuzzleJson {
    id: String,
    fen: String,
    side: &'static str,
    task: String,
    /// The solution in SAN; empty where there are only moves to avoid.
    solution: Vec<String>,
    /// Other first moves that are as good.
    alternatives: Vec<String>,
    /// First moves to avoid.
    avoid: Vec<String>,
    themes: Vec<&'static str>,
    /// Null where it was imported without one.
    rating: Option<u16>,
    proof: ProofJson,
    /// How often it was answered.
    answers: u32,
    /// Whether the last answer solved it; null where it was not seen.
    solved: Option<bool>,
    /// `confirmed`, `refuted` or `unchecked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The proof that the solution is the only one.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ProofJson {
    Mate { moves: u16 },
    Table,
    Search { nodes: [u64; 2], gap_percent: [u8; 2] },
    None,
}

pub(super) fn run(options: &PuzzleOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    match options {
        PuzzleOptions::List { selection, format } => list(selection, *format, output),
        PuzzleOptions::Import { file, name, filter, format } => {
            import::run(file, name.as_deref(), filter, *format, output, errors)
        }
        PuzzleOptions::Check { selection, factor, format } => {
            check(selection, *factor, *format, output, errors)
        }
    }
}

/// The puzzles of a selection, the easiest first, and what the user has achieved.
fn select(selection: &PuzzleSelection) -> Result<(Vec<Puzzle>, PuzzleProgress), String> {
    let places = user_paths()?;
    let set = puzzle_sets::load(&places.puzzles_folder(), &selection.set);
    let set = set.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            let mut names = puzzle_sets::names(&places.puzzles_folder()).unwrap_or_default();
            names.splice(0..0, [BUILT_IN_NAME, LESSONS_NAME].map(str::to_owned));
            format!("there is no set {}; there are: {}", selection.set, names.join(", "))
        }
        _ => format!("the set {}: {}", selection.set, describe_io_error(&error)),
    })?;
    let progress = practice_record::read(&places.state).map_err(|error| error.to_string())?;
    let mut puzzles = set.puzzles().to_vec();
    puzzles.retain(|puzzle| selection.theme.is_none_or(|theme| puzzle.has(theme)));
    if let Some(count) = selection.sample {
        fastrand::Rng::with_seed(selection.seed).shuffle(&mut puzzles);
        puzzles.truncate(count);
        puzzles.sort_by_key(|puzzle| (puzzle.rating, puzzle.id()));
    }
    Ok((puzzles, progress.puzzles))
}

fn list(selection: &PuzzleSelection, format: OutputFormat, output: &mut dyn Write) -> CommandResult {
    let (puzzles, progress) = select(selection)?;
    for puzzle in &puzzles {
        print(puzzle, &progress, None, format, output)?;
    }
    if format == OutputFormat::Text {
        let rating = progress.rating_on(day::today());
        let (rating, deviation) = (rating.rating, 2.0 * rating.deviation);
        let rated = pluralized(progress.rated_count as usize, "rated puzzle");
        let count = pluralized(puzzles.len(), "puzzle");
        writeln!(output, "{count}; your rating is {rating:.0} (±{deviation:.0}) after {rated}")?;
    }
    Ok(CommandStatus::Done)
}

fn check(
    selection: &PuzzleSelection,
    factor: u64,
    format: OutputFormat,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let (puzzles, progress) = select(selection)?;
    let interrupt = Interrupt::install()?;
    let tables = load_tables();
    let mut checker = PuzzleChecker::new(Arc::clone(&tables) as Arc<_>);
    let (mut refuted, mut unchecked) = (0, 0);
    let mut line = ProgressLine::new(errors);
    for (index, puzzle) in puzzles.iter().enumerate() {
        line.show("Checking puzzles", &format!(" {} of {}", index + 1, puzzles.len()));
        build_table(puzzle, &tables, &interrupt);
        let found = checker.check(puzzle, factor, interrupt.token());
        let Ok(found) = found else {
            line.finish();
            drop(line);
            let words = format!("stopped after {}", pluralized(index, "puzzle"));
            return Err(CommandFailure::Interrupted(words));
        };
        match found {
            PuzzleCheck::Confirmed => {}
            PuzzleCheck::Refuted(_) => refuted += 1,
            PuzzleCheck::Unchecked => unchecked += 1,
        }
        // Thousands of confirmed puzzles would bury what is wrong.
        if format == OutputFormat::Json || found != PuzzleCheck::Confirmed {
            line.finish();
            print(puzzle, &progress, Some(&found), format, output)?;
            output.flush()?;
        }
    }
    line.finish();
    if format == OutputFormat::Text {
        let count = pluralized(puzzles.len(), "puzzle");
        writeln!(output, "{count} checked, {refuted} refuted, {unchecked} without a proof to check")?;
    }
    Ok(if refuted == 0 { CommandStatus::Done } else { CommandStatus::Negative })
}

/// Builds the table of a puzzle that is proven by one, where it is not saved.
fn build_table(puzzle: &Puzzle, tables: &Tables, interrupt: &Interrupt) {
    let material = puzzle.start.material();
    if puzzle.proof == PuzzleProof::Table && !tables.load(&material) {
        // Where it fails, the puzzle counts as not checked.
        let _ = tables.build(&material, core_count(), interrupt.token(), &mut |_| {});
    }
}

fn print(
    puzzle: &Puzzle,
    progress: &PuzzleProgress,
    check: Option<&PuzzleCheck>,
    format: OutputFormat,
    output: &mut dyn Write,
) -> io::Result<()> {
    let first_moves =
        |moves: &[Move]| moves.iter().map(|&mv| notation::san(&puzzle.start, mv)).collect::<Vec<_>>();
    let solution = notation::san_line(&puzzle.start, &puzzle.solution);
    let seen = progress.seen(puzzle.id());
    let (check, reason) = match check {
        None => (None, None),
        Some(PuzzleCheck::Confirmed) => (Some("confirmed"), None),
        Some(PuzzleCheck::Refuted(reason)) => (Some("refuted"), Some(reason.clone())),
        Some(PuzzleCheck::Unchecked) => (Some("unchecked"), None),
    };
    if format == OutputFormat::Json {
        return json::print(
            output,
            &PuzzleJson {
                id: puzzle.id().to_string(),
                fen: fen::format(&puzzle.start),
                side: json::color_name(puzzle.solver()),
                task: puzzle.task(),
                solution,
                alternatives: first_moves(&puzzle.alternatives),
                avoid: first_moves(&puzzle.avoid),
                themes: puzzle.themes.iter().map(|theme| theme.word()).collect(),
                rating: puzzle.rating,
                proof: ProofJson::of(puzzle.proof),
                answers: seen.map_or(0, |seen| seen.answers),
                solved: seen.map(|seen| seen.is_solved),
                check,
                reason,
            },
        );
    }
    let themes: String = puzzle.themes.iter().flat_map(|theme| [theme.name(), "; "]).collect();
    let result = match seen {
        None => "",
        Some(seen) if seen.is_solved => "  solved",
        Some(_) => "  not solved",
    };
    let verdict = match (check, reason) {
        (Some(check), Some(reason)) => format!("  {check}: {reason}"),
        (Some(check), None) => format!("  {check}"),
        (None, _) => String::new(),
    };
    let id = puzzle.id();
    let rating = puzzle.rating.map_or_else(|| "unrated".to_owned(), |rating| rating.to_string());
    writeln!(output, "{id}  {rating}  {}{result}{verdict}", puzzle.task())?;
    writeln!(output, "    {}", fen::format(&puzzle.start))?;
    let moves = if solution.is_empty() {
        format!("avoid {}", first_moves(&puzzle.avoid).join(" "))
    } else {
        solution.join(" ")
    };
    writeln!(output, "    {moves}  ({themes}{})", puzzle.proof.text())
}

impl ProofJson {
    fn of(proof: PuzzleProof) -> Self {
        match proof {
            PuzzleProof::Mate(moves) => Self::Mate { moves },
            PuzzleProof::Table => Self::Table,
            PuzzleProof::Search(gaps) => {
                Self::Search { nodes: gaps.map(|gap| gap.nodes), gap_percent: gaps.map(|gap| gap.percent) }
            }
            PuzzleProof::None => Self::None,
        }
    }
}
