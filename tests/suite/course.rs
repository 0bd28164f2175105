//! The course teaches what it says: starts are those of the lesson, the other side tests it, and people can pass
//! it.

mod comments;
mod five_piece_statements;
mod idea_pupils;
mod motifs;
mod pupils;
mod puzzle_lessons;
mod starts;
mod statements;

use std::sync::Arc;

use matescope::practice::{Lesson, course};
use matescope::solver::Tables;

use crate::practice;

/// The tables of the lessons: three pieces, and with `RUN_SLOW_TESTS` all.
fn tables() -> &'static Tables {
    practice::tables()
}

fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

/// The lessons whose tables are there.
fn lessons() -> Vec<Lesson> {
    let all: Arc<[Lesson]> = course::built_in();
    all.iter().filter(|lesson| tables().covers(&lesson.exercise.material)).cloned().collect()
}
