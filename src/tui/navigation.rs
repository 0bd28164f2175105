//! Steps through rows: of the tables, of a page's positions, of a proof.

use crate::game::TreeCursor;
use crate::game::cursor::Sibling;

/// A page of rows, roughly.
const PAGE: isize = 10;

/// A step up or down.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowStep {
    Up,
    Down,
    PageUp,
    PageDown,
    Start,
    End,
}

impl RowStep {
    /// The offset in rows, negative for up; unbounded for the start and the end.
    pub(crate) const fn delta(self) -> isize {
        match self {
            Self::Up => -1,
            Self::Down => 1,
            Self::PageUp => -PAGE,
            Self::PageDown => PAGE,
            Self::Start => isize::MIN,
            Self::End => isize::MAX,
        }
    }
}

/// A step through the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TreeStep {
    Back,
    Forward,
    Start,
    End,
    Up,
    Down,
}

/// Steps through a tree. False where nothing changed.
pub(crate) fn step_tree(walk: &mut TreeCursor, step: TreeStep) -> bool {
    let before = walk.node_id();
    match step {
        TreeStep::Back => _ = walk.back(),
        TreeStep::Forward => _ = walk.forward(),
        TreeStep::Start => walk.go_to_start(),
        TreeStep::End => walk.go_to_end(),
        TreeStep::Up => _ = walk.go_to_sibling(Sibling::Previous),
        TreeStep::Down => _ = walk.go_to_sibling(Sibling::Next),
    }
    walk.node_id() != before
}

/// Which of two neighbors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MistakeDirection {
    Next,
    Previous,
}
