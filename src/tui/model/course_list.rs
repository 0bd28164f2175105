//! [`CourseList`]: the lessons in the order of their list.

use std::sync::Arc;

use crate::practice::course::puzzle_lessons::PuzzleLessons;
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::{Exercise, Lesson, course};

/// The lessons in the order of their list, and the chosen one.
#[derive(Clone, Debug)]
pub struct CourseList {
    /// The lessons of the course that are played in rounds.
    pub lessons: Arc<[Lesson]>,
    /// The lessons of puzzles, which are listed after them.
    pub puzzle_lessons: PuzzleLessons,
    /// The chosen row of the list: an index of `lessons`, and after those of `puzzle_lessons`.
    pub chosen: usize,
}

impl Default for CourseList {
    /// The built-in course.
    fn default() -> Self {
        Self { lessons: course::built_in(), puzzle_lessons: PuzzleLessons::BuiltIn, chosen: 0 }
    }
}

impl CourseList {
    /// Number of rows of the list: lessons of both kinds.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.lessons.len() + self.puzzle_lessons.len()
    }

    /// A lesson of puzzles by its row in the list; None where the row is that of another lesson.
    pub(crate) fn puzzle_lesson_at(&self, row: usize) -> Option<&PuzzleLesson> {
        let at = row.checked_sub(self.lessons.len())?;
        self.puzzle_lessons.get(at)
    }

    /// The lesson of puzzles that is chosen; None where another lesson is.
    pub(crate) fn puzzle_lesson(&self) -> Option<&PuzzleLesson> {
        self.puzzle_lesson_at(self.chosen)
    }

    /// The row of a lesson by its id, in whatever case.
    #[must_use]
    pub fn row_of(&self, lesson_id: &str) -> Option<usize> {
        self.lesson_ids().position(|id| id.eq_ignore_ascii_case(lesson_id))
    }

    /// The ids of all lessons, in the order of the list.
    pub fn lesson_ids(&self) -> impl Iterator<Item = &str> {
        let ids = self.lessons.iter().map(|lesson| lesson.exercise.id.as_str());
        ids.chain(self.puzzle_lessons.iter().map(|lesson| lesson.id.as_str()))
    }

    /// The lesson that is chosen; None where a lesson of puzzles is.
    #[must_use]
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lessons.get(self.chosen)
    }

    /// The lesson that a round belongs to, played from either side.
    pub(crate) fn lesson_by_id(&self, lesson_id: &str) -> Option<&Lesson> {
        let is_of = |of: &Exercise| of.id == lesson_id || of.defense_id().is_some_and(|id| id == lesson_id);
        self.lessons.iter().find(|lesson| is_of(&lesson.exercise))
    }
}
