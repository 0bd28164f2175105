//! Steps from one place to another: tabs, rows of a list, moves of a tree, squares, values of a setting.

use crate::chess::{Color, Square};
use crate::game::TreeCursor;
use crate::game::cursor::Sibling;

/// A page of rows, roughly.
const PAGE: isize = 10;

/// The screens that tabs lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tab {
    /// A game against the engine.
    Play,
    /// Analysis of any position.
    Analyze,
    /// Rounds.
    Practice,
    /// The tables of endings.
    Tables,
    /// The game list.
    Games,
}

impl Tab {
    /// All tabs, in the order of the keys `1` to `5`.
    pub const ALL: [Self; 5] = [Self::Play, Self::Analyze, Self::Practice, Self::Tables, Self::Games];

    /// The name on the tab.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Play => "Play",
            Self::Analyze => "Analyze",
            Self::Practice => "Practice",
            Self::Tables => "Tables",
            Self::Games => "Games",
        }
    }
}

/// A step up or down a list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum RowStep {
    Up,
    Down,
    PageUp,
    PageDown,
    Start,
    End,
}

impl RowStep {
    /// The row that the step leads to, in a list whose last row is given.
    pub(crate) fn from(self, row: usize, last: usize) -> usize {
        row.saturating_add_signed(self.delta()).min(last)
    }

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

/// What games have in common with the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardPart {
    /// The whole position.
    Position,
    /// The pawns of both sides.
    Pawns,
    /// The material, of either color.
    Material,
}

/// A step through the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TreeStep {
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

/// To the next mistake of a game or round, or to the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum MistakeDirection {
    Next,
    Previous,
}

/// A direction on the board, as it is seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// The neighboring square with this side at the bottom; None beyond the edge.
    pub(crate) fn neighbor(self, square: Square, bottom: Color) -> Option<Square> {
        let (right, up): (i32, i32) = match self {
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
            Self::Up => (0, 1),
            Self::Down => (0, -1),
        };
        let sign = bottom.fold_wb(1, -1);
        let next = square.file().offset(right * sign).zip(square.rank().offset(up * sign));
        next.map(|(file, rank)| Square::from_coords(file, rank))
    }
}

/// A step to the value before or after.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ValueStep {
    Less,
    More,
}

impl ValueStep {
    /// The offset: -1 or 1.
    pub(crate) const fn delta(self) -> isize {
        match self {
            Self::Less => -1,
            Self::More => 1,
        }
    }
}
