//! Any text as an endgame course: nothing panics, an error says what and where without a control character,
//! and an accepted course can be asked for starts and shown.
//!
//! `cargo +nightly fuzz run course` in the repository's root; `crates/practice/assets/course.toml` is a good seed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::{NoOracle, Position};
use matescope::practice::deal::deal;
use matescope::practice::{LessonLevel, Seed, course};

fuzz_target!(|text: &str| {
    let lessons = match course::parse(text) {
        Ok(lessons) => lessons,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.chars().any(char::is_control), "{message:?} of {text:?}");
            return;
        }
    };
    for lesson in lessons {
        let exercise = &lesson.exercise;
        let shown = [&exercise.id, &exercise.title, &lesson.chapter].into_iter().chain(&exercise.idea);
        assert!(!shown.into_iter().any(|text| text.chars().any(char::is_control)), "{text:?}");
        let _ = exercise.starts.squares.matches(Position::start().board());
        for level in LessonLevel::ALL {
            let (min, max) = exercise.starts.difficulty_bounds(level);
            assert!(min >= 1 && max.is_none_or(|max| max >= min), "{text:?}");
            // Without tables nothing is dealt, but pieces are put on their squares.
            assert_eq!(deal(exercise, level, Seed(7), &NoOracle), None);
        }
        if let Some(tree) = &lesson.example {
            assert!(tree.move_count() > 0);
        }
    }
});
