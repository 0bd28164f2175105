//! The steps of a reader through rows: of the tables, of a page's positions, of a proof.

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
    /// How many rows further down, negative for up; as far as there is any for the start and the end.
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
