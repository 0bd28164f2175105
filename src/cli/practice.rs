//! `practice`: the lessons of the course with what was achieved, starts dealt for scripts, the record in and out.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use crate::chess::{Oracle, fen};
use crate::practice::deal::deal;
use crate::practice::{Goal, Lesson, Level, Progress, Round, Seed};
use crate::store::output::Consent;
use crate::store::progress;
use crate::store::{Places, course, day, output};

use super::arguments::{DealOptions, Format, PracticeOptions};
use super::refusal::refused;
use super::{Status, form, table};

/// Does what is asked.
pub(super) fn run(
    options: &PracticeOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let places = Places::of_user();
    let lessons = match &places {
        Some(places) => {
            let (lessons, trouble) = course::with_own(&course::file(&places.config));
            if let Some(trouble) = trouble {
                writeln!(errors, "warning: {trouble}")?;
            }
            lessons
        }
        None => crate::practice::catalogue::built_in(),
    };
    match options {
        PracticeOptions::List { format } => {
            let progress = places
                .as_ref()
                .map_or_else(|| Ok(Progress::default()), |places| progress::read(&places.state));
            match progress {
                Ok(progress) => list(&lessons, &progress, *format, output)?,
                Err(error) => {
                    writeln!(errors, "error: {error}")?;
                    return Ok(Status::BadInput);
                }
            }
            Ok(Status::Done)
        }
        PracticeOptions::Deal(options) => deal_starts(&lessons, options, output, errors),
        PracticeOptions::Export { file, force } => export(places.as_ref(), file, *force, output, errors),
        PracticeOptions::Import { file } => with_record(
            places.as_ref(),
            errors,
            |folder| progress::import(folder, file).map_err(|error| error.to_string()),
            "imported",
            output,
        ),
    }
}

/// Writes the record to a file, or to standard output: then nothing else is said there.
fn export(
    places: Option<&Places>,
    file: &Path,
    force: bool,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    if file.as_os_str() != "-" {
        let work = |folder: &Path| {
            progress::refuse_itself(folder, file).map_err(|error| error.to_string())?;
            let (rounds, text) = progress::export(folder).map_err(|error| error.to_string())?;
            let consent = Consent::forced(force);
            output::write(file, consent, |to| to.write_all(text.as_bytes()))
                .map_err(|error| refused(&error))?;
            Ok(rounds)
        };
        return with_record(places, errors, work, "exported", output);
    }
    let mut taken = String::new();
    let work = |folder: &Path| {
        let (rounds, text) = progress::export(folder).map_err(|error| error.to_string())?;
        taken = text;
        Ok(rounds)
    };
    let mut said = Vec::new();
    let status = with_record(places, errors, work, "exported", &mut said)?;
    output.write_all(taken.as_bytes())?;
    Ok(status)
}

/// Does something with the record, and says how many rounds it was about.
fn with_record(
    places: Option<&Places>,
    errors: &mut dyn Write,
    work: impl FnOnce(&Path) -> Result<usize, String>,
    done: &str,
    output: &mut dyn Write,
) -> io::Result<Status> {
    let worked = match places {
        Some(places) => work(&places.state),
        None => Err("the system knows no home folder, so no record is kept".to_owned()),
    };
    match worked {
        Ok(rounds) => {
            writeln!(output, "{} {done}", crate::chess::names::counted(rounds, "round"))?;
            Ok(Status::Done)
        }
        Err(reason) => {
            writeln!(errors, "error: {reason}")?;
            Ok(Status::BadInput)
        }
    }
}

#[derive(Serialize)]
struct ListForm<'a> {
    lessons: Vec<LessonForm<'a>>,
}

#[derive(Serialize)]
struct LessonForm<'a> {
    id: &'a str,
    chapter: &'a str,
    title: &'a str,
    material: String,
    trainee: &'static str,
    goal: &'static str,
    levels: &'a [u16],
    pass_rounds: u16,
    pass_lost: u16,
    levels_passed: usize,
    attempts: u32,
    solved: u32,
    perfect: u32,
    stalemates: u32,
    average_lost: Option<f64>,
    due: usize,
}

fn list(lessons: &[Lesson], progress: &Progress, format: Format, output: &mut dyn Write) -> io::Result<()> {
    let forms: Vec<LessonForm<'_>> = lessons.iter().map(|lesson| lesson_form(lesson, progress)).collect();
    match format {
        Format::Json => form::print(output, &ListForm { lessons: forms }),
        Format::Text => {
            let mut chapter = "";
            for form in forms {
                if form.chapter != chapter {
                    writeln!(output, "{}{}", if chapter.is_empty() { "" } else { "\n" }, form.chapter)?;
                    chapter = form.chapter;
                }
                let done = match form.attempts {
                    0 => String::new(),
                    attempts => format!(
                        "  {}/{} levels, solved {}/{attempts}, {} due",
                        form.levels_passed,
                        form.levels.len(),
                        form.solved,
                        form.due
                    ),
                };
                writeln!(output, "  {:<18}{}{done}", form.id, form.title)?;
            }
            Ok(())
        }
    }
}

fn lesson_form<'a>(lesson: &'a Lesson, progress: &Progress) -> LessonForm<'a> {
    let drill = &lesson.drill;
    let record = progress.record(&drill.id).cloned().unwrap_or_default();
    LessonForm {
        id: &drill.id,
        chapter: &lesson.chapter,
        title: &drill.title,
        material: drill.material.to_string(),
        trainee: if drill.color().is_white() { "stronger" } else { "weaker" },
        goal: goal_name(drill.goal),
        levels: &drill.starts.levels,
        pass_rounds: lesson.pass.rounds,
        pass_lost: lesson.pass.lost,
        levels_passed: progress.levels_passed(&drill.id, &drill.starts, lesson.pass),
        attempts: record.attempts,
        solved: record.solved,
        perfect: record.perfect,
        stalemates: record.stalemates,
        average_lost: record.average_lost(),
        due: progress.memory.due(&drill.id, day::today()),
    }
}

const fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Mate => "mate",
        Goal::Promote => "promote",
        Goal::Hold { .. } => "hold",
        Goal::Stalemate => "stalemate",
        Goal::Resist => "resist",
    }
}

#[derive(Serialize)]
struct StartForm<'a> {
    lesson: &'a str,
    level: &'static str,
    seed: String,
    fen: String,
    goal: &'static str,
    /// Moves to mate, or moves for which a draw is to be held.
    par: u16,
}

fn deal_starts(
    lessons: &[Lesson],
    options: &DealOptions,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    let found = lessons.iter().find(|lesson| lesson.drill.id.eq_ignore_ascii_case(&options.lesson));
    let Some(lesson) = found else {
        let known: Vec<&str> = lessons.iter().map(|lesson| lesson.drill.id.as_str()).collect();
        writeln!(
            errors,
            "error: there is no lesson \"{}\"\n  = the lessons are {}",
            options.lesson,
            known.join(", ")
        )?;
        return Ok(Status::BadInput);
    };
    let drill = &lesson.drill;
    let tables = match table::tables_of(&drill.material, errors)? {
        Ok(tables) => tables,
        Err(status) => return Ok(status),
    };
    let mut seed = options.seed.unwrap_or_else(|| Seed(fastrand::u16(..)));
    for _ in 0..options.count {
        let Some(form) = start(lesson, options.level, seed, &tables) else {
            writeln!(errors, "error: {} has no {} start", drill.id, options.level.name())?;
            return Ok(Status::BadInput);
        };
        match options.format {
            Format::Json => form::print(output, &form)?,
            Format::Text => writeln!(output, "{}  par {}  seed {}", form.fen, form.par, form.seed)?,
        }
        seed = seed.next();
    }
    Ok(Status::Done)
}

fn start<'a>(lesson: &'a Lesson, level: Level, seed: Seed, oracle: &dyn Oracle) -> Option<StartForm<'a>> {
    let drill = &lesson.drill;
    let position = deal(drill, level, seed, oracle)?;
    let round = Round::begin_at(drill, seed, position.clone(), oracle)?;
    Some(StartForm {
        lesson: &drill.id,
        level: drill.starts.nearest(level).name(),
        seed: seed.to_string(),
        fen: fen::format(&position),
        goal: goal_name(drill.goal),
        par: round.par(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal_text(lesson: &str, count: u16, format: Format) -> (Status, String, String) {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let lessons = crate::practice::catalogue::built_in();
        let lesson = lesson.to_owned();
        let options = DealOptions { lesson, count, seed: Some(Seed(7)), level: Level::Easy, format };
        let status = deal_starts(&lessons, &options, &mut output, &mut errors).unwrap();
        (status, String::from_utf8(output).unwrap(), String::from_utf8(errors).unwrap())
    }

    #[test]
    fn starts_are_dealt_for_scripts() {
        let (status, text, _) = deal_text("krvk", 3, Format::Json);
        assert_eq!((status, text.lines().count()), (Status::Done, 3));
        assert!(
            text.starts_with("{\"lesson\":\"KRvK\",\"level\":\"easy\",\"seed\":\"0007\",\"fen\":\""),
            "{text}"
        );
        assert_eq!(deal_text("KRvK", 3, Format::Json).1, text, "the same seed deals the same");
        let (_, text, _) = deal_text("KRvK", 1, Format::Text);
        assert!(text.contains("  par ") && text.ends_with("seed 0007\n"), "{text}");
    }

    #[test]
    fn a_lesson_that_is_not_there_is_told_with_those_that_are() {
        let (status, _, errors) = deal_text("KXvK", 1, Format::Text);
        assert_eq!(status, Status::BadInput);
        assert!(errors.contains("no lesson \"KXvK\"") && errors.contains("KQvK, "), "{errors}");
    }

    #[test]
    fn the_list_holds_every_lesson() {
        let lessons = crate::practice::catalogue::built_in();
        let mut output = Vec::new();
        list(&lessons, &Progress::default(), Format::Json, &mut output).unwrap();
        let value: serde_json::Value = serde_json::from_slice(&output).unwrap();
        assert_eq!(value["lessons"].as_array().unwrap().len(), lessons.len());
        assert_eq!(value["lessons"][0]["id"], lessons[0].drill.id);
        let mut output = Vec::new();
        list(&lessons, &Progress::default(), Format::Text, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(lessons.iter().all(|lesson| text.contains(&lesson.drill.title)), "{text}");
    }
}
