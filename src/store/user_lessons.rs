//! The user's own lessons: `course.toml` beside the settings, in the form of the course that comes with the program.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{disk, io_error};
use crate::practice::{Lesson, course};

/// The longest file of lessons that is read; the built-in course has less than 40 KB.
const MAX_BYTES: u64 = 1 << 20;

/// Where a user's own lessons lie, given the file with the settings.
#[must_use]
pub fn lessons_file(config: &Path) -> PathBuf {
    config.with_file_name("course.toml")
}

/// The course that comes with the program, and after it the user's own lessons; one with an id of the program's takes
/// its place. What is wrong with the file comes as a sentence, and then nothing of it counts.
#[must_use]
pub fn load_lessons(file: &Path) -> (Arc<[Lesson]>, Option<String>) {
    let built_in = course::built_in();
    let own = match disk::read_to_string_within(file, MAX_BYTES) {
        Ok(text) => course::parse(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (built_in, None),
        Err(error) => Err(io_error::describe_io_error(&error)),
    };
    let own = match own {
        Ok(own) => own,
        Err(reason) => return (built_in, Some(format!("{}: {reason}", file.display()))),
    };
    let mut lessons = built_in.to_vec();
    for lesson in own {
        match lessons.iter_mut().find(|known| known.exercise.id == lesson.exercise.id) {
            Some(known) => *known = lesson,
            None => lessons.push(lesson),
        }
    }
    (lessons.into(), None)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::scratch::Scratch;

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
        let file = lessons_file(&scratch.path().join("config.toml"));
        let all = course::built_in().len();
        assert_eq!(load_lessons(&file).0.len(), all);
        fs::write(&file, OWN).unwrap();
        let (lessons, error) = load_lessons(&file);
        assert_eq!((lessons.len(), error), (all + 1, None));
        assert_eq!(lessons.last().map(|lesson| lesson.exercise.id.as_str()), Some("mine"));
        fs::write(&file, OWN.replace("\"mine\"", "\"KRvK\"")).unwrap();
        let (lessons, _) = load_lessons(&file);
        assert_eq!(lessons.len(), all);
        assert!(lessons.iter().any(|lesson| lesson.exercise.title == "My own"));
        fs::write(&file, OWN.replace("levels = [2]", "levels = [0]")).unwrap();
        let (lessons, error) = load_lessons(&file);
        assert!(lessons.len() == all && error.is_some_and(|text| text.contains("lesson \"mine\": levels")));
    }
}
