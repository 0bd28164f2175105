//! The window in which the columns of the list of games are chosen.

use crate::config::{GameColumn, GameColumns};

/// The columns of the list of games, to choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnsDialog {
    /// All columns from left to right, each with whether it is shown.
    pub rows: Vec<(GameColumn, bool)>,
    /// The row that is chosen.
    pub chosen: usize,
}

impl ColumnsDialog {
    /// The window with these columns shown.
    #[must_use]
    pub fn new(columns: &GameColumns) -> Self {
        Self { rows: columns.all_in_order(), chosen: 0 }
    }

    /// The columns that are shown.
    #[must_use]
    pub fn columns(&self) -> GameColumns {
        let shown = self.rows.iter().filter(|(_, is_shown)| *is_shown).map(|&(column, _)| column);
        shown.collect::<Vec<_>>().into()
    }
}
