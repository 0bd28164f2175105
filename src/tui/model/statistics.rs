//! State of the page of statistics: what was read, what is unfolded, and the chosen row.

use std::collections::HashSet;
use std::sync::Arc;

use crate::practice::Performance;
use crate::tui::model::statistics_rows::statistics_rows;
use crate::tui::model::{FoldState, StatisticsRow, StatisticsTarget};

/// The statistics of the user's games.
#[derive(Clone, Debug, Default)]
pub struct StatisticsState {
    /// Whether they are being read.
    pub reading: StatisticsReading,
    /// What was read last.
    pub performance: Option<Arc<Performance>>,
    /// The rows of the page.
    pub rows: Vec<StatisticsRow>,
    /// The chosen row, an index of `rows`.
    pub chosen: usize,
    /// The openings whose variations are shown, and the sections that are shown as a whole.
    pub unfolded: HashSet<StatisticsTarget>,
}

/// Whether the statistics are being read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum StatisticsReading {
    /// They are not, or no longer.
    #[default]
    Stopped,
    /// They are: so much of the games was read, in thousandths.
    Running(u16),
    /// They could not be read: a sentence.
    Failed(String),
}

/// Results of reading the statistics in the background.
#[derive(Clone, Debug)]
pub enum StatisticsResult {
    /// So much of the user's games was read, in thousandths.
    Progress(u16),
    /// The statistics of the player with these names.
    Read(Vec<String>, Arc<Performance>),
    /// They could not be read: a sentence.
    Failed(String),
}

impl StatisticsState {
    /// The chosen row.
    #[must_use]
    pub fn row(&self) -> Option<&StatisticsRow> {
        self.rows.get(self.chosen)
    }

    /// Makes the rows again; the chosen one stays chosen where it is still there.
    pub(crate) fn update_rows(&mut self) {
        let chosen = self.row().map(|row| row.target.clone());
        let performance = self.performance.as_deref().filter(|of| of.score().games() > 0);
        self.rows = performance.map_or_else(Vec::new, |of| statistics_rows(of, &self.unfolded));
        let index = self.rows.iter().position(|row| Some(&row.target) == chosen.as_ref());
        self.chosen = index.unwrap_or(self.chosen).min(self.rows.len().saturating_sub(1));
    }

    /// Shows the rows that belong to the chosen one, or hides them.
    pub(crate) fn toggle_fold(&mut self) {
        let Some(row) = self.rows.get(self.chosen) else { return };
        if !self.unfolded.remove(&row.target) {
            self.unfolded.insert(row.target.clone());
        }
        self.update_rows();
    }

    /// The row that the chosen one belongs to.
    pub(crate) fn parent(&self) -> Option<usize> {
        let above = self.rows.get(..=self.chosen)?;
        let is_child = above.last().is_some_and(|row| row.fold == FoldState::Child);
        above.iter().rposition(|row| row.fold != FoldState::Child).filter(|_| is_child)
    }
}
