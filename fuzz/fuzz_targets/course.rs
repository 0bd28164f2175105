//! Any text as an endgame course: nothing panics, an error says what and where without a control character,
//! and an accepted course can be asked for starts and shown.
//!
//! `cargo +nightly fuzz run course` in the repository's root; `assets/course.toml` is a good seed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::{NoOracle, Position};
use matescope::practice::deal::deal;
use matescope::practice::{Level, Seed, course};

fuzz_target!(|text: &str| {
    let lessons = match course::parse(text) {
        Ok(lessons) => lessons,
        Err(error) => {
            let told = error.to_string();
            assert!(!told.is_empty() && !told.chars().any(char::is_control), "{told:?} of {text:?}");
            return;
        }
    };
    for lesson in lessons {
        let drill = &lesson.exercise;
        let shown = [&drill.id, &drill.title, &lesson.chapter].into_iter().chain(&drill.idea);
        assert!(!shown.into_iter().any(|text| text.chars().any(char::is_control)), "{text:?}");
        let _ = drill.starts.squares.matches(Position::start().board());
        for level in Level::ALL {
            let (least, most) = drill.starts.bounds(level);
            assert!(least >= 1 && most.is_none_or(|most| most >= least), "{text:?}");
            // Without tables nothing is dealt, but pieces are put on their squares.
            assert_eq!(deal(drill, level, Seed(7), &NoOracle), None);
        }
        if let Some(tree) = &lesson.example {
            assert!(tree.moves() > 0);
        }
    }
});
