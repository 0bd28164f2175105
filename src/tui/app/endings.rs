//! The tables of endings: which are there, which are being made, and what the page of one of them shows.

use std::collections::HashMap;
use std::sync::Arc;

use crate::analysis::{BuildCost, Building, Stats, Tables};
use crate::chess::{Material, Position};

use super::App;

/// The most men of an ending that is made without being asked for: it takes seconds.
pub const MADE_UNASKED: u8 = 4;

/// All that the screens know of tables, and the reader's place among them.
#[derive(Clone, Debug)]
pub struct Endings {
    /// The endings of the list, in its order.
    pub list: Arc<[Material]>,
    /// Those that are being made or read, in the order in which they were asked for.
    pub works: Vec<Work>,
    /// Those that could not be made, and why; and those that the player stopped.
    pub refused: Vec<(Material, Refusal)>,
    /// The tables in the folder with their sizes in bytes.
    pub kept: HashMap<Material, u64>,
    /// What has been counted so far.
    pub counted: HashMap<Material, Arc<Stats>>,
    /// What is being counted.
    pub counting: Option<Material>,
    /// The row of the list, an index of `list`.
    pub chosen: usize,
    /// The page of one ending, while it is shown.
    pub page: Option<Page>,
}

/// A table that is being made or read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// The ending that was asked for.
    pub wanted: Material,
    /// How far it has come; None while what is kept is being read.
    pub progress: Option<Building>,
}

/// Why a table is not being made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The player stopped it.
    Stopped,
    /// It failed, for this reason.
    Failed(String),
}

/// The page of one ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The ending.
    pub material: Material,
    /// The position that is chosen, an index of its samples.
    pub chosen: usize,
}

/// How an ending stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It answers.
    Ready,
    /// It is being made: so many thousandths are done, or what is kept is being read.
    Making(Option<u16>),
    /// Its table lies in the folder.
    Kept,
    /// There is no table of it.
    Missing,
}

/// Why a position is worth a look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Worth {
    /// White, the stronger side, takes longest to win.
    WhiteLongest,
    /// Black takes longest to win.
    BlackLongest,
    /// Whoever moves loses.
    FullPoint,
    /// White to move only draws; Black to move would lose.
    WhiteDraws,
    /// Black to move only draws; White to move would lose.
    BlackDraws,
}

impl Default for Endings {
    fn default() -> Self {
        Self {
            list: (3..=5).flat_map(Tables::endings).collect(),
            works: Vec::new(),
            refused: Vec::new(),
            kept: HashMap::new(),
            counted: HashMap::new(),
            counting: None,
            chosen: 0,
            page: None,
        }
    }
}

impl Endings {
    /// The ending that the reader looks at: its page, or its row.
    #[must_use]
    pub fn looked_at(&self) -> Option<Material> {
        self.page.as_ref().map(|page| page.material).or_else(|| self.list.get(self.chosen).copied())
    }

    /// The work on an ending.
    #[must_use]
    pub fn work(&self, material: &Material) -> Option<&Work> {
        let wanted = material.normalized();
        self.works.iter().find(|work| work.wanted == wanted)
    }

    /// Why an ending is not being made.
    #[must_use]
    pub fn refusal(&self, material: &Material) -> Option<&Refusal> {
        let wanted = material.normalized();
        self.refused.iter().find(|(of, _)| *of == wanted).map(|(_, refusal)| refusal)
    }

    /// What the page of an ending has counted.
    #[must_use]
    pub fn stats(&self, material: &Material) -> Option<&Arc<Stats>> {
        self.counted.get(&material.normalized())
    }

    /// The positions of the page that is shown.
    #[must_use]
    pub fn samples(&self) -> Vec<(Worth, &Position)> {
        let stats = self.page.as_ref().and_then(|page| self.stats(&page.material));
        stats.map_or_else(Vec::new, |stats| samples(stats))
    }

    /// The position that is chosen on the page that is shown.
    #[must_use]
    pub fn sample(&self) -> Option<&Position> {
        let chosen = self.page.as_ref()?.chosen;
        self.samples().get(chosen).map(|(_, position)| *position)
    }
}

/// The positions of an ending that are worth a look, in the order of the page.
#[must_use]
pub fn samples(stats: &Stats) -> Vec<(Worth, &Position)> {
    let zugzwangs = &stats.zugzwangs;
    let groups = [
        (Worth::WhiteLongest, &stats.stronger.longest_starts),
        (Worth::BlackLongest, &stats.weaker.longest_starts),
        (Worth::FullPoint, &zugzwangs.full_point.starts),
        (Worth::WhiteDraws, &zugzwangs.white_draws.starts),
        (Worth::BlackDraws, &zugzwangs.black_draws.starts),
    ];
    groups.into_iter().flat_map(|(worth, starts)| starts.iter().map(move |start| (worth, start))).collect()
}

impl App {
    /// About what it takes to build an ending with all that it leads to and that is not there.
    #[must_use]
    pub fn build_cost(&self, material: &Material) -> BuildCost {
        let missing = |part: &Material| self.standing(part) == Standing::Missing;
        let parts: Vec<Material> = Tables::family(material).into_iter().filter(missing).collect();
        BuildCost::of(&parts, self.engine_use.cores)
    }

    /// How an ending stands.
    #[must_use]
    pub fn standing(&self, material: &Material) -> Standing {
        if self.truth.oracle().covers(material) {
            Standing::Ready
        } else if let Some(work) = self.endings.work(material) {
            Standing::Making(work.progress.map(|progress| progress.permille))
        } else if self.endings.kept.contains_key(&material.normalized()) {
            Standing::Kept
        } else {
            Standing::Missing
        }
    }
}
