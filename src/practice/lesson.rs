//! A lesson of the course: an exercise with its worked example, and what it takes to pass.

use super::exercise::Exercise;
use crate::game::Tree;

/// One lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The chapter of the course: `First mates`.
    pub chapter: String,
    /// What is practiced.
    pub exercise: Exercise,
    /// A worked example to step through, with comments.
    pub example: Option<Tree>,
    /// When it is passed.
    pub pass: PassCriteria,
}

/// What passes a level of a lesson: rounds in a row that reach the goal without help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassCriteria {
    /// Rounds in a row, 1 or more.
    pub rounds_in_a_row: u16,
    /// Moves lost in each of them, at most.
    pub max_moves_lost: u16,
}
