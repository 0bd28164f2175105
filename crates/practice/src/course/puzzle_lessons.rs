//! Reads lessons of puzzles from `crates/practice/assets/puzzle_lessons.toml`, and those that users add in the same form.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::{CourseError, ExampleToml};
use crate::puzzle::lesson::{LessonPuzzle, PuzzleLesson};
use crate::puzzle::model::{Puzzle, PuzzleProof};
use crate::puzzle::text::parse_proof;
use crate::puzzle::theme::PuzzleTheme;
use chess::text::sanitize;
use chess::{Move, fen};
use game::pgn;

/// The lessons of puzzles that come with the program; the file explains its own form.
const BUILT_IN: &str = include_str!("../../assets/puzzle_lessons.toml");

/// What is to be found in the positions of a lesson.
const THEMES: [PuzzleTheme; 3] = [PuzzleTheme::Mate, PuzzleTheme::OnlyWin, PuzzleTheme::OnlyDraw];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonListToml {
    #[serde(default)]
    puzzle_lesson: Vec<PuzzleLessonToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleLessonToml {
    id: String,
    chapter: String,
    title: String,
    theme: String,
    idea: Vec<String>,
    #[serde(default)]
    example: Option<ExampleToml>,
    positions: Vec<PositionToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionToml {
    start: String,
    moves: String,
    #[serde(default)]
    proof: Option<String>,
}

/// All lessons of puzzles, in the order of the list. Those that come with the program are read when they are first
/// asked for, so that the start does not wait for them.
#[derive(Clone, Debug)]
pub enum PuzzleLessons {
    /// Those that come with the program.
    BuiltIn,
    /// Those and the user's own.
    WithOwn(Arc<[PuzzleLesson]>),
}

impl Deref for PuzzleLessons {
    type Target = [PuzzleLesson];

    fn deref(&self) -> &Self::Target {
        match self {
            Self::BuiltIn => built_in(),
            Self::WithOwn(lessons) => lessons,
        }
    }
}

/// The lessons of puzzles that come with the program, in the order of the course. They are read once.
#[must_use]
pub fn built_in() -> &'static [PuzzleLesson] {
    static LESSONS: LazyLock<Vec<PuzzleLesson>> = LazyLock::new(|| {
        parse(BUILT_IN).unwrap_or_else(|error| unreachable!("the lessons are tested: {error}"))
    });
    &LESSONS
}

/// Reads lessons of puzzles from TOML.
///
/// # Errors
/// The place of a syntax error, or the lesson that contradicts itself.
pub fn parse(text: &str) -> Result<Vec<PuzzleLesson>, CourseError> {
    let list: LessonListToml = toml::from_str(text).map_err(|error| super::syntax_error(text, &error))?;
    let mut lessons: Vec<PuzzleLesson> = Vec::with_capacity(list.puzzle_lesson.len());
    for entry in list.puzzle_lesson {
        let id = sanitize(&entry.id);
        let fault = |reason: String| CourseError::Lesson { id: id.clone(), reason };
        if lessons.iter().any(|other| other.id == id) {
            return Err(fault("there are two of them: rename one".to_owned()));
        }
        lessons.push(validate(entry).map_err(|reason| fault(sanitize(&reason)))?);
    }
    Ok(lessons)
}

fn validate(entry: PuzzleLessonToml) -> Result<PuzzleLesson, String> {
    super::check_texts(&entry.id, [&entry.chapter, &entry.title], &entry.idea)?;
    let theme = PuzzleTheme::of_word(&entry.theme)
        .filter(|theme| THEMES.contains(theme))
        .ok_or_else(|| format!("theme is mate, win or draw, not {}", entry.theme))?;
    if entry.positions.is_empty() {
        return Err("positions wants at least one".to_owned());
    }
    let example = entry.example.as_ref().map(super::parse_example).transpose()?;
    let positions = entry.positions.iter().enumerate();
    let positions = positions
        .map(|(at, position)| {
            parse_position(position, theme).map_err(|reason| format!("position {}: {reason}", at + 1))
        })
        .collect::<Result<_, _>>()?;
    let PuzzleLessonToml { id, chapter, title, idea, .. } = entry;
    Ok(PuzzleLesson { id, chapter, title, theme, idea, example, positions })
}

fn parse_position(entry: &PositionToml, theme: PuzzleTheme) -> Result<LessonPuzzle, String> {
    let start = fen::parse(&entry.start).map_err(|error| format!("FEN: {error}"))?;
    let reading = pgn::read(&entry.moves, &start);
    if let Some(fault) = reading.fault {
        return Err(format!("moves: {fault}"));
    }
    let notes = reading.game.tree;
    let line = notes.main_line_from(notes.start());
    let solution: Option<Vec<Move>> = line.iter().map(|&id| notes.node(id).mv()).collect();
    let solution = solution.ok_or("the solution passes a move")?;
    if solution.len().is_multiple_of(2) {
        return Err("the solution begins and ends with a move of the solver".to_owned());
    }
    let proof = entry.proof.as_deref().map_or(Ok(PuzzleProof::None), parse_proof)?;
    let (alternatives, avoid, themes) = (Vec::new(), Vec::new(), vec![theme]);
    let puzzle = Puzzle { start, solution, alternatives, avoid, themes, rating: None, proof };
    if let PuzzleProof::Mate(moves) = puzzle.proof
        && puzzle.move_count() != usize::from(moves)
    {
        return Err(format!("the solution has {} moves, the mate {moves}", puzzle.move_count()));
    }
    Ok(LessonPuzzle::new(puzzle, notes))
}

/// A lesson for tests: a mate in two with a tempting wrong move, and a mate in one.
#[cfg(test)]
pub(crate) const SAMPLE: &str = r#"
        [[puzzle_lesson]]
        id = "back-rank"
        chapter = "Patterns"
        title = "Back rank"
        theme = "mate"
        idea = ["Look at the rank."]
        example = { start = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", moves = "1. Rd8# {Mate.}" }
        positions = [
            { start = "3rr1k1/5ppp/8/8/8/4Q3/5PPP/4R1K1 w - - 0 1", proof = "mate 2", moves = "1. Qxe8+ {Give it.} (1. Qf3 {No threat.} Rxe1# {And mate.}) Rxe8 2. Rxe8# {Nobody guards it.}" },
            { start = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", moves = "1. Rd8#" },
        ]
    "#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lessons_that_come_with_the_program_read() {
        for lesson in built_in() {
            let id = &lesson.id;
            assert!(lesson.positions.len() >= 3, "{id}");
            for position in &lesson.positions {
                let puzzle = &position.puzzle;
                let first = puzzle.solution.first().copied().into_iter().collect::<Vec<_>>();
                let last = position.comment(&puzzle.solution);
                assert!(position.comment(&first).or(last).is_some(), "{id}: a solution without a comment");
                assert_ne!(puzzle.proof, PuzzleProof::None, "{id}");
                assert_eq!(lesson.theme == PuzzleTheme::Mate, matches!(puzzle.proof, PuzzleProof::Mate(_)));
            }
        }
    }

    #[test]
    fn a_refusal_says_where_and_what_to_do() {
        let check = |from: &str, to: &str, expected: &str| {
            let text = SAMPLE.replacen(from, to, 1);
            assert_ne!(text, SAMPLE, "{from} changes nothing");
            let error = parse(&text).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        };
        let twice = parse(&format!("{SAMPLE}{SAMPLE}")).unwrap_err().to_string();
        assert!(twice.contains("lesson \"back-rank\": there are two of them"), "{twice}");
        check("id = \"back-rank\"", "id = \"back rank\"", "no spaces");
        check("\"mate\"", "\"zugzwang\"", "theme is mate, win or draw, not zugzwang");
        check("\"Look at the rank.\"", "", "one to 4 sentences");
        check("3rr1k1", "3rr1k2", "position 1: FEN");
        check("Rxe8 2. Rxe8#", "Rxe8 2. Kxe8#", "position 1: moves");
        check("Rxe8 2. Rxe8# {Nobody guards it.}", "Rxe8", "begins and ends with a move of the solver");
        check("mate 2", "mate 3", "the solution has 2 moves, the mate 3");
        check("mate 2", "checked", "the proof is not mate, table, search");
        check("theme =", "themes =", "line 6, column 9: unknown field `themes`");
        let none = SAMPLE.split_once("positions").unwrap().0.to_owned() + "positions = []";
        assert!(parse(&none).unwrap_err().to_string().contains("at least one"));
    }
}
