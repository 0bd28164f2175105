//! The user's own lessons: `course.toml` beside the settings, in the form of the course that comes with the program.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{disk, trouble};
use crate::practice::{Lesson, catalogue};

/// Where a user's own lessons lie, given the file with the settings.
#[must_use]
pub fn file(config: &Path) -> PathBuf {
    config.with_file_name("course.toml")
}

/// The course that comes with the program, and after it the user's own lessons; one with an id of the program's takes
/// its place. What is wrong with the file comes as a sentence, and then nothing of it counts.
#[must_use]
pub fn with_own(file: &Path) -> (Arc<[Lesson]>, Option<String>) {
    let built_in = catalogue::built_in();
    let own = match disk::read_to_string(file) {
        Ok(text) => catalogue::parse(&text).map_err(|error| error.to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (built_in, None),
        Err(error) => Err(trouble::in_words(&error)),
    };
    let own = match own {
        Ok(own) => own,
        Err(reason) => return (built_in, Some(format!("{}: {reason}", file.display()))),
    };
    let mut lessons = built_in.to_vec();
    for lesson in own {
        match lessons.iter_mut().find(|known| known.drill.id == lesson.drill.id) {
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
        let file = file(&scratch.path().join("config.toml"));
        let all = catalogue::built_in().len();
        assert_eq!(with_own(&file).0.len(), all);
        fs::write(&file, OWN).unwrap();
        let (lessons, trouble) = with_own(&file);
        assert_eq!((lessons.len(), trouble), (all + 1, None));
        assert_eq!(lessons.last().map(|lesson| lesson.drill.id.as_str()), Some("mine"));
        fs::write(&file, OWN.replace("\"mine\"", "\"KRvK\"")).unwrap();
        let (lessons, _) = with_own(&file);
        assert_eq!(lessons.len(), all);
        assert!(lessons.iter().any(|lesson| lesson.drill.title == "My own"));
        fs::write(&file, OWN.replace("levels = [2]", "levels = [0]")).unwrap();
        let (lessons, trouble) = with_own(&file);
        assert!(lessons.len() == all && trouble.is_some_and(|text| text.contains("lesson \"mine\": levels")));
    }
}
