//! State of the page of statistics: whose they are, what was read, what is unfolded, and the chosen row.

use std::collections::HashSet;
use std::sync::Arc;

use crate::game::PlayerMatch;
use crate::game::player_match::EXACT_SIGN;
use crate::practice::Performance;
use crate::tui::model::statistics_rows::statistics_rows;
use crate::tui::model::{StatisticsRow, StatisticsTarget};

/// The statistics of the games of the user or of another player.
#[derive(Clone, Debug, Default)]
pub struct StatisticsState {
    /// The player of a report; None for the user.
    pub report: Option<PlayerReport>,
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

/// A report on a player.
#[derive(Clone, Debug)]
pub struct PlayerReport {
    /// The names that were asked for, several of one player.
    pub typed: Vec<String>,
    /// The other player of the game from which the report was opened.
    pub other: Option<String>,
    /// The names that are counted and those that are not, once they were read.
    pub names: Option<Arc<PlayerMatch>>,
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
    /// So much of the games was read, in thousandths.
    Progress(u16),
    /// The statistics of the user with these names.
    Read(Vec<String>, Arc<Performance>),
    /// The statistics of the player who was asked for by these names, and whose names were found.
    ReportRead(Vec<String>, Arc<Performance>, Arc<PlayerMatch>),
    /// They could not be read: a sentence.
    Failed(String),
    /// The report on the player who was asked for by these names could not be read: a sentence.
    ReportFailed(Vec<String>, String),
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
        let (row, above) = self.rows.get(..=self.chosen)?.split_last()?;
        above.iter().rposition(|above| above.depth < row.depth).filter(|_| row.depth > 0)
    }

    /// Shows the statistics of another player, or of the user where there is none. What was read before is kept where it is of the
    /// same player.
    pub(crate) fn set_report(&mut self, report: Option<PlayerReport>) {
        let typed = |report: &Option<PlayerReport>| report.as_ref().map(|report| report.typed.clone());
        if typed(&self.report) != typed(&report) {
            (self.performance, self.chosen) = (None, 0);
            self.update_rows();
        }
        self.report = report;
    }
}

impl PlayerReport {
    /// A report on the player with these names.
    #[must_use]
    pub(crate) const fn new(typed: Vec<String>) -> Self {
        Self { typed, other: None, names: None }
    }

    /// The player's name: as it is written most often, or as it was asked for.
    #[must_use]
    pub fn name(&self) -> &str {
        let written = self.names.as_ref().and_then(|names| names.counted.first());
        let typed = || self.typed.first().map_or("", |name| name.trim_start_matches(EXACT_SIGN));
        written.map_or_else(typed, |written| &written.name)
    }

    /// The names that were asked for, as they are typed.
    #[must_use]
    pub fn typed_text(&self) -> String {
        self.typed.join(NAME_SEPARATOR)
    }
}

/// What stands between several names of a player where they are typed.
const NAME_SEPARATOR: &str = "; ";

/// The names that were typed.
pub(crate) fn typed_names(text: &str) -> Vec<String> {
    let names = text.split(NAME_SEPARATOR.trim_end()).map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}
