//! The user's own lessons: `course.toml` and `puzzle_lessons.toml` beside the settings, in the form of those that come
//! with the program.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::disk::{self, SizeLimit};
use super::io_error;
use practice::course::CourseError;
use practice::course::puzzle_lessons::{self, PuzzleLessons};
use practice::{Lesson, course};

/// The file of lessons that are played in rounds.
const LESSONS: &str = "course.toml";

/// The file of lessons of puzzles.
const PUZZLE_LESSONS: &str = "puzzle_lessons.toml";

/// All lessons: those that come with the program, and after them the user's own; one with an id of the program's takes
/// its place.
#[derive(Clone, Debug)]
pub struct LoadedLessons {
    /// The lessons that are played in rounds.
    pub lessons: Arc<[Lesson]>,
    /// The lessons of puzzles.
    pub puzzle_lessons: PuzzleLessons,
    /// What is wrong with a file of the user's, as a sentence; nothing of that file counts then.
    pub problems: Vec<String>,
}

/// Loads all lessons, given the file with the settings; without one there are no lessons of the user's own.
#[must_use]
pub fn load(config: Option<&Path>) -> LoadedLessons {
    let mut problems = Vec::new();
    let lessons = with_own(
        || course::built_in().to_vec(),
        config.map(|file| file.with_file_name(LESSONS)).as_deref(),
        course::parse,
        |lesson| &lesson.exercise.id,
        &mut problems,
    );
    let puzzle_lessons = with_own(
        || puzzle_lessons::built_in().to_vec(),
        config.map(|file| file.with_file_name(PUZZLE_LESSONS)).as_deref(),
        puzzle_lessons::parse,
        |lesson| &lesson.id,
        &mut problems,
    );
    LoadedLessons {
        lessons: lessons.unwrap_or_else(course::built_in),
        puzzle_lessons: puzzle_lessons.map_or(PuzzleLessons::BuiltIn, PuzzleLessons::WithOwn),
        problems,
    }
}

/// The lessons of the program with those of a file; None where the file has none that count.
fn with_own<L>(
    built_in: impl FnOnce() -> Vec<L>,
    file: Option<&Path>,
    parse: fn(&str) -> Result<Vec<L>, CourseError>,
    id: fn(&L) -> &String,
    problems: &mut Vec<String>,
) -> Option<Arc<[L]>> {
    let file = file?;
    let own = match disk::read_to_string(file, SizeLimit::Lessons) {
        Ok(text) => parse(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => Err(io_error::describe_io_error(&error)),
    };
    let own = match own {
        Ok(own) => own,
        Err(reason) => {
            problems.push(format!("{}: {reason}", file.display()));
            return None;
        }
    };
    let mut lessons = built_in();
    for lesson in own {
        match lessons.iter_mut().find(|known| id(known) == id(&lesson)) {
            Some(known) => *known = lesson,
            None => lessons.push(lesson),
        }
    }
    Some(lessons.into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

    const OWN: &str = r#"
        [[lesson]]
        id = "mine"
        chapter = "Mine"
        title = "My own"
        material = "KRvK"
        trainee = "stronger"
        goal = "mate"
        levels = [2]
        pass = { rounds = 1, lost = 0 }
        idea = ["Go."]
    "#;

    #[test]
    fn own_lessons_come_last_or_take_a_place() {
        let scratch = Scratch::new();
        let config = scratch.path().join("config.toml");
        let file = scratch.path().join(LESSONS);
        let all = course::built_in().len();
        let loaded = load(Some(&config));
        assert_eq!((loaded.lessons.len(), loaded.problems.len()), (all, 0));
        fs::write(&file, OWN).unwrap();
        let loaded = load(Some(&config));
        assert_eq!((loaded.lessons.len(), loaded.problems.len()), (all + 1, 0));
        assert_eq!(loaded.lessons.last().map(|lesson| lesson.exercise.id.as_str()), Some("mine"));
        fs::write(&file, OWN.replace("\"mine\"", "\"KRvK\"")).unwrap();
        let loaded = load(Some(&config));
        assert_eq!(loaded.lessons.len(), all);
        assert!(loaded.lessons.iter().any(|lesson| lesson.exercise.title == "My own"));
        fs::write(&file, OWN.replace("levels = [2]", "levels = [0]")).unwrap();
        let loaded = load(Some(&config));
        assert_eq!(loaded.lessons.len(), all);
        assert!(loaded.problems[0].contains("lesson \"mine\": levels"), "{:?}", loaded.problems);
    }

    #[test]
    fn own_lessons_of_puzzles_come_last() {
        let scratch = Scratch::new();
        let own = r#"
            [[puzzle_lesson]]
            id = "mine"
            chapter = "Mine"
            title = "My own"
            theme = "mate"
            idea = ["Look."]
            positions = [{ start = "7k/8/6K1/8/8/8/8/R7 w - - 0 1", moves = "1. Ra8#" }]
        "#;
        fs::write(scratch.path().join(PUZZLE_LESSONS), own).unwrap();
        let loaded = load(Some(&scratch.path().join("config.toml")));
        assert_eq!(loaded.problems, Vec::<String>::new());
        assert_eq!(loaded.puzzle_lessons.len(), puzzle_lessons::built_in().len() + 1);
        assert_eq!(loaded.puzzle_lessons.last().map(|lesson| lesson.id.as_str()), Some("mine"));
    }
}
