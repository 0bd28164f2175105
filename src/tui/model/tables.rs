//! State of the screen of endgame tables: the list, their statistics, and the page of one of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::analysis::{EndingStats, StatsStep, Tables};
use crate::chess::{Material, Position};

/// The list of endgame tables, and the page of one of them.
#[derive(Clone, Debug)]
pub struct TablesTab {
    /// The endings of the list, in its order.
    pub list: Arc<[Material]>,
    /// The statistics computed so far.
    pub cached_stats: HashMap<Material, Arc<EndingStats>>,
    /// The endings whose statistics are being computed.
    pub counting: Option<Material>,
    /// The step of that count.
    pub counting_step: Option<StatsStep>,
    /// The row of the list, an index of `list`.
    pub chosen: usize,
    /// The page of one ending, while it is shown.
    pub open_page: Option<TablesTabPage>,
}

/// The page of one ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablesTabPage {
    /// The ending.
    pub material: Material,
    /// The position that is chosen, an index of its samples.
    pub chosen: usize,
}

/// The kind of a sample position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableSampleKind {
    /// White, the stronger side, takes longest to win.
    WhiteLongest,
    /// Black takes longest to win.
    BlackLongest,
    /// White has the longest run of only moves.
    WhiteOnlyMoves,
    /// Black has the longest run of only moves.
    BlackOnlyMoves,
    /// Full-point mutual zugzwang: the side to move loses.
    FullPointZugzwang,
    /// White to move only draws; Black to move would lose.
    WhiteDraws,
    /// Black to move only draws; White to move would lose.
    BlackDraws,
}

impl Default for TablesTab {
    fn default() -> Self {
        Self {
            list: (3..=5).flat_map(Tables::endings).collect(),
            cached_stats: HashMap::new(),
            counting: None,
            counting_step: None,
            chosen: 0,
            open_page: None,
        }
    }
}

impl TablesTab {
    /// The ending that the user looks at: its page, or its row.
    pub(crate) fn selected_material(&self) -> Option<Material> {
        self.open_page.as_ref().map(|page| page.material).or_else(|| self.list.get(self.chosen).copied())
    }

    /// The statistics of the page's ending.
    pub(crate) fn stats(&self, material: &Material) -> Option<&Arc<EndingStats>> {
        self.cached_stats.get(&material.normalized())
    }

    /// The sample positions of the page that is shown.
    #[must_use]
    pub fn samples(&self) -> Vec<(TableSampleKind, &Position)> {
        let stats = self.open_page.as_ref().and_then(|page| self.stats(&page.material));
        stats.map_or_else(Vec::new, |stats| samples(stats))
    }

    /// The position that is chosen on the page that is shown.
    pub(crate) fn sample(&self) -> Option<&Position> {
        let chosen = self.open_page.as_ref()?.chosen;
        self.samples().get(chosen).map(|(_, position)| *position)
    }
}

/// The sample positions of an ending, in the order of the page.
pub(crate) fn samples(stats: &EndingStats) -> Vec<(TableSampleKind, &Position)> {
    let zugzwangs = &stats.zugzwangs;
    let groups = [
        (TableSampleKind::WhiteLongest, stats.stronger.longest_examples.as_slice()),
        (TableSampleKind::BlackLongest, stats.weaker.longest_examples.as_slice()),
        (TableSampleKind::WhiteOnlyMoves, stats.stronger.only_moves.examples.as_slice()),
        (TableSampleKind::BlackOnlyMoves, stats.weaker.only_moves.examples.as_slice()),
        (TableSampleKind::FullPointZugzwang, zugzwangs.full_point.examples()),
        (TableSampleKind::WhiteDraws, zugzwangs.white_draws.examples()),
        (TableSampleKind::BlackDraws, zugzwangs.black_draws.examples()),
    ];
    groups.into_iter().flat_map(|(kind, starts)| starts.iter().map(move |start| (kind, start))).collect()
}
