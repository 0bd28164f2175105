//! `practice`: lists the lessons with the user's progress, deals positions for scripts, exports and imports
//! the record.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::error::output_error_text;
use super::failure::{CommandFailure, CommandResult};
use super::options::{DealOptions, OutputFormat, PracticeOptions};
use super::status::CommandStatus;
use super::{json, table};
use crate::chess::{Oracle, fen};
use crate::practice::deal::deal;
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::{Goal, Lesson, LessonLevel, PracticeProgress, Round, Seed};
use crate::store::output::OverwriteConsent;
use crate::store::user_lessons::LoadedLessons;
use crate::store::{UserPaths, day, output, practice_record, user_lessons};

pub(super) fn run(
    options: &PracticeOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let places = UserPaths::find();
    let loaded = user_lessons::load(places.as_ref().map(|places| places.config.as_path()));
    for problem in &loaded.problems {
        writeln!(errors, "warning: {problem}")?;
    }
    match options {
        PracticeOptions::List { format } => {
            let progress = places.as_ref().map_or_else(
                || Ok(PracticeProgress::default()),
                |places| practice_record::read(&places.state),
            );
            list(&loaded, &progress.map_err(|error| error.to_string())?, *format, output)?;
            Ok(CommandStatus::Done)
        }
        PracticeOptions::Deal(options) => deal_starts(&loaded.lessons, options, output, errors),
        PracticeOptions::Export { file, force } => export(places.as_ref(), file, *force, output),
        PracticeOptions::Import { file } => with_record(
            places.as_ref(),
            |folder| practice_record::import(folder, file).map_err(|error| error.to_string()),
            "imported",
            output,
        ),
    }
}

/// Exports the record to a file, or to standard output without any other text.
fn export(places: Option<&UserPaths>, file: &Path, force: bool, output: &mut dyn Write) -> CommandResult {
    if file.as_os_str() != "-" {
        let work = |folder: &Path| {
            practice_record::ensure_other_file(folder, file).map_err(|error| error.to_string())?;
            let (rounds, text) = practice_record::export_text(folder).map_err(|error| error.to_string())?;
            let consent = OverwriteConsent::from_force(force);
            output::write(file, consent, |to| to.write_all(text.as_bytes()))
                .map_err(|error| output_error_text(&error))?;
            Ok(rounds)
        };
        return with_record(places, work, "exported", output);
    }
    let mut taken = String::new();
    let work = |folder: &Path| {
        let (rounds, text) = practice_record::export_text(folder).map_err(|error| error.to_string())?;
        taken = text;
        Ok(rounds)
    };
    let mut summary = Vec::new();
    let status = with_record(places, work, "exported", &mut summary)?;
    output.write_all(taken.as_bytes())?;
    Ok(status)
}

/// Runs `work` on the record and prints the number of rounds that it returns.
fn with_record(
    places: Option<&UserPaths>,
    work: impl FnOnce(&Path) -> Result<usize, String>,
    done: &str,
    output: &mut dyn Write,
) -> CommandResult {
    let places =
        places.ok_or_else(|| "there is no home folder, so there is no practice record".to_owned())?;
    let rounds = work(&places.state).map_err(CommandFailure::BadInput)?;
    writeln!(output, "{} {done}", crate::chess::names::pluralized(rounds, "round"))?;
    Ok(CommandStatus::Done)
}

#[derive(Serialize)]
struct LessonListJson<'a> {
    lessons: Vec<LessonJson<'a>>,
    puzzle_lessons: Vec<PuzzleLessonJson<'a>>,
}

#[derive(Serialize)]
struct PuzzleLessonJson<'a> {
    id: &'a str,
    chapter: &'a str,
    title: &'a str,
    theme: &'static str,
    positions: usize,
    /// Positions that were solved at once when they were last tried; with all of them the lesson is passed.
    solved: usize,
}

#[derive(Serialize)]
struct LessonJson<'a> {
    id: &'a str,
    chapter: &'a str,
    title: &'a str,
    material: String,
    trainee: &'static str,
    goal: &'static str,
    levels: &'a [u16],
    pass_rounds: u16,
    /// Moves lost in a round that passes, at most; null where the result and the number of moves decide.
    pass_lost: Option<u16>,
    /// Moves that a round that passes may take in any case; null where only its par decides.
    pass_moves: Option<u16>,
    levels_passed: usize,
    attempts: u32,
    solved: u32,
    perfect: u32,
    stalemates: u32,
    average_lost: Option<f64>,
    due: usize,
}

fn list(
    loaded: &LoadedLessons,
    progress: &PracticeProgress,
    format: OutputFormat,
    output: &mut dyn Write,
) -> io::Result<()> {
    let lessons: Vec<LessonJson<'_>> =
        loaded.lessons.iter().map(|lesson| lesson_json(lesson, progress)).collect();
    let puzzle_lessons: Vec<PuzzleLessonJson<'_>> =
        loaded.puzzle_lessons.iter().map(|lesson| puzzle_lesson_json(lesson, progress)).collect();
    if format == OutputFormat::Json {
        return json::print(output, &LessonListJson { lessons, puzzle_lessons });
    }
    let ids = lessons.iter().map(|lesson| lesson.id).chain(puzzle_lessons.iter().map(|lesson| lesson.id));
    let width = ids.map(|id| id.chars().count()).max().unwrap_or(0);
    let mut chapter = "";
    let mut line = |of_chapter, id, title, done: String| {
        if of_chapter != chapter {
            writeln!(output, "{}{of_chapter}", if chapter.is_empty() { "" } else { "\n" })?;
            chapter = of_chapter;
        }
        writeln!(output, "  {id:<width$}  {title}{done}")
    };
    for lesson in &lessons {
        let done = match lesson.attempts {
            0 => String::new(),
            attempts => format!(
                "  {}/{} levels, solved {}/{attempts}, {} due",
                lesson.levels_passed,
                lesson.levels.len(),
                lesson.solved,
                lesson.due
            ),
        };
        line(lesson.chapter, lesson.id, lesson.title, done)?;
    }
    for lesson in &puzzle_lessons {
        let done = format!("  {}/{} positions solved", lesson.solved, lesson.positions);
        line(lesson.chapter, lesson.id, lesson.title, done)?;
    }
    Ok(())
}

fn puzzle_lesson_json<'a>(lesson: &'a PuzzleLesson, progress: &PracticeProgress) -> PuzzleLessonJson<'a> {
    PuzzleLessonJson {
        id: &lesson.id,
        chapter: &lesson.chapter,
        title: &lesson.title,
        theme: lesson.theme.word(),
        positions: lesson.positions.len(),
        solved: lesson.solved_count(&progress.puzzles),
    }
}

fn lesson_json<'a>(lesson: &'a Lesson, progress: &PracticeProgress) -> LessonJson<'a> {
    let exercise = &lesson.exercise;
    let record = progress.lesson_record(&exercise.id).cloned().unwrap_or_default();
    LessonJson {
        id: &exercise.id,
        chapter: &lesson.chapter,
        title: &exercise.title,
        material: exercise.material.to_string(),
        trainee: if exercise.trainee_color().is_white() { "stronger" } else { "weaker" },
        goal: goal_name(exercise.goal),
        levels: &exercise.starts.levels,
        pass_rounds: lesson.pass.rounds_in_a_row,
        pass_lost: lesson.pass.max_moves_lost,
        pass_moves: lesson.pass.max_moves,
        levels_passed: progress.levels_passed(&exercise.id, &exercise.starts, lesson.pass),
        attempts: record.attempts,
        solved: record.solved,
        perfect: record.perfect,
        stalemates: record.stalemates,
        average_lost: record.average_lost(),
        due: progress.cards.due_count(&exercise.id, day::today()),
    }
}

const fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Mate => "mate",
        Goal::Convert => "convert",
        Goal::Promote => "promote",
        Goal::Hold { .. } => "hold",
        Goal::Stalemate => "stalemate",
        Goal::Resist => "resist",
    }
}

#[derive(Serialize)]
struct StartJson<'a> {
    lesson: &'a str,
    level: &'static str,
    seed: String,
    fen: String,
    goal: &'static str,
    /// Moves to the goal with best play, or moves for which the draw has to be held.
    par: u16,
}

fn deal_starts(
    lessons: &[Lesson],
    options: &DealOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let found = lessons.iter().find(|lesson| lesson.exercise.id.eq_ignore_ascii_case(&options.lesson));
    let Some(lesson) = found else {
        let known: Vec<&str> = lessons.iter().map(|lesson| lesson.exercise.id.as_str()).collect();
        let known = known.join(", ");
        let reason = format!("there is no lesson \"{}\"\n  = the lessons are {known}", options.lesson);
        return Err(CommandFailure::BadInput(reason));
    };
    let exercise = &lesson.exercise;
    let tables = table::tables_for_ending(&exercise.material, errors)?;
    let mut seed = options.seed.unwrap_or_else(|| Seed(fastrand::u16(..)));
    for _ in 0..options.count {
        let Some(start_json) = start_json(lesson, options.level, seed, &tables) else {
            return Err(format!("{} has no {} start", exercise.id, options.level.name()).into());
        };
        match options.format {
            OutputFormat::Json => json::print(output, &start_json)?,
            OutputFormat::Text => {
                writeln!(output, "{}  par {}  seed {}", start_json.fen, start_json.par, start_json.seed)?;
            }
        }
        seed = seed.next();
    }
    Ok(CommandStatus::Done)
}

fn start_json<'a>(
    lesson: &'a Lesson,
    level: LessonLevel,
    seed: Seed,
    oracle: &dyn Oracle,
) -> Option<StartJson<'a>> {
    let exercise = &lesson.exercise;
    let position = deal(exercise, level, seed, oracle)?;
    let round = Round::begin_at(exercise, seed, position.clone(), oracle)?;
    Some(StartJson {
        lesson: &exercise.id,
        level: exercise.starts.clamp_level(level).name(),
        seed: seed.to_string(),
        fen: fen::format(&position),
        goal: goal_name(exercise.goal),
        par: round.par(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::failure::exit_status;

    fn deal_text(lesson: &str, count: u16, format: OutputFormat) -> (CommandStatus, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let lessons = crate::practice::course::built_in();
        let lesson = lesson.to_owned();
        let options = DealOptions { lesson, count, seed: Some(Seed(7)), level: LessonLevel::Easy, format };
        let result = deal_starts(&lessons, &options, &mut output, &mut errors);
        let status = exit_status(result, &mut errors).unwrap();
        (status, String::from_utf8(output).unwrap(), String::from_utf8(errors).unwrap())
    }

    #[test]
    fn starts_are_dealt_for_scripts() {
        let (status, text, _) = deal_text("krvk", 3, OutputFormat::Json);
        assert_eq!((status, text.lines().count()), (CommandStatus::Done, 3));
        assert!(
            text.starts_with("{\"lesson\":\"KRvK\",\"level\":\"easy\",\"seed\":\"0007\",\"fen\":\""),
            "{text}"
        );
        assert_eq!(deal_text("KRvK", 3, OutputFormat::Json).1, text, "the same seed deals the same");
        let (_, text, _) = deal_text("KRvK", 1, OutputFormat::Text);
        assert!(text.contains("  par ") && text.ends_with("seed 0007\n"), "{text}");
    }

    #[test]
    fn a_lesson_that_is_not_there_is_reported_with_those_that_are() {
        let (status, _, errors) = deal_text("KXvK", 1, OutputFormat::Text);
        assert_eq!(status, CommandStatus::BadInput);
        assert!(errors.contains("no lesson \"KXvK\"") && errors.contains("KQvK, "), "{errors}");
    }

    #[test]
    fn the_list_holds_every_lesson() {
        let loaded = user_lessons::load(None);
        let lessons = &loaded.lessons;
        let mut output = Vec::new();
        list(&loaded, &PracticeProgress::default(), OutputFormat::Json, &mut output).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&output).unwrap();
        assert_eq!(value["lessons"].as_array().unwrap().len(), lessons.len());
        assert_eq!(value["lessons"][0]["id"], lessons[0].exercise.id);
        let mut output = Vec::new();
        list(&loaded, &PracticeProgress::default(), OutputFormat::Text, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(lessons.iter().all(|lesson| text.contains(&lesson.exercise.title)), "{text}");
        let row = |lesson: &PuzzleLesson| format!("{:<26}  {}", lesson.id, lesson.title);
        assert!(loaded.puzzle_lessons.iter().all(|lesson| text.contains(&row(lesson))), "{text}");
        assert_eq!(value["puzzle_lessons"].as_array().unwrap().len(), loaded.puzzle_lessons.len());
    }
}
