//! A lesson of the course: a drill with its worked example, and what it takes to pass.

use crate::game::Tree;

use super::drill::Drill;

/// One lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The part of the course that it stands in: `First mates`.
    pub chapter: String,
    /// What is practiced.
    pub drill: Drill,
    /// A worked example to step through, with comments.
    pub example: Option<Tree>,
    /// When it is passed.
    pub pass: Pass,
}

/// What passes a level of a lesson: rounds in a row that reach the goal without help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Rounds in a row, 1 or more.
    pub rounds: u16,
    /// Moves lost in each of them, at most.
    pub lost: u16,
}
