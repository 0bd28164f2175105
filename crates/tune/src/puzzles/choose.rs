//! `choose-puzzles`: as many puzzles of each kind, out of those that were found.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::arguments::ChoosePuzzlesOptions;
use crate::failure::TunerFailure;
use matescope::practice::puzzle::{Puzzle, PuzzleProof, PuzzleTheme, text};
use matescope::store::training_samples;

/// Rating below which a single move that wins material is left out: a piece that hangs.
const MIN_RATING: u16 = 550;

/// The kind of a puzzle: its main theme, a rarer one, and the number of moves.
type PuzzleKind = (Option<PuzzleTheme>, Option<PuzzleTheme>, usize);

pub(crate) fn run(options: &ChoosePuzzlesOptions, output: &mut dyn Write) -> Result<(), TunerFailure> {
    let mut kinds: BTreeMap<PuzzleKind, Vec<Puzzle>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for file in &options.puzzles {
        let text = super::read(file)?;
        for puzzle in text.lines().filter_map(|line| text::parse_line(line).ok()) {
            let is_too_easy = puzzle.rating < Some(MIN_RATING) && puzzle.has(PuzzleTheme::Material);
            if !is_too_easy && seen.insert(puzzle.id()) {
                kinds.entry(kind(&puzzle)).or_default().push(puzzle);
            }
        }
    }
    let mut random = fastrand::Rng::with_seed(options.seed);
    for puzzles in kinds.values_mut() {
        random.shuffle(puzzles);
    }
    let mut chosen: Vec<Puzzle> = Vec::new();
    while chosen.len() < options.count {
        let before = chosen.len();
        for puzzles in kinds.values_mut() {
            chosen.extend(puzzles.pop());
        }
        if chosen.len() == before {
            break;
        }
    }
    chosen.truncate(options.count);
    chosen.sort_by_key(|puzzle| (puzzle.rating, puzzle.id()));
    let lines: String = chosen.iter().map(|puzzle| text::to_line(puzzle) + "\n").collect();
    training_samples::replace(&options.file, lines.as_bytes())?;
    writeln!(output, "{} puzzles", chosen.len())?;
    Ok(())
}

fn kind(puzzle: &Puzzle) -> PuzzleKind {
    /// Themes that few puzzles have.
    const RARE: [PuzzleTheme; 3] = [PuzzleTheme::Stalemate, PuzzleTheme::Zugzwang, PuzzleTheme::Promotion];
    let rare = RARE.into_iter().find(|&theme| puzzle.has(theme));
    let is_mate = matches!(puzzle.proof, PuzzleProof::Mate(_));
    // A rare theme of a mate is a kind of its own, however long it is.
    let moves = if is_mate && rare.is_some() { 0 } else { puzzle.move_count().min(5) };
    (puzzle.themes.first().copied(), rare, moves)
}
