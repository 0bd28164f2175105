//! [`TableBuilds`]: the endgame tables that are saved, and those that are being built.

use std::collections::HashMap;
use std::time::Duration;

use crate::analysis::{BuildCost, TableBuildState};
use crate::chess::Material;
use crate::chess::names::rough_duration;

/// The endgame tables that are saved, and those that are being built.
#[derive(Clone, Debug, Default)]
pub struct TableBuilds {
    /// Those that are being built or loaded, in the order of the requests.
    pub pending: Vec<PendingTable>,
    /// Those that could not be built, and why; and those that the player stopped.
    pub not_built: Vec<(Material, TableNotBuiltReason)>,
    /// The tables in the folder with their sizes in bytes.
    pub saved_sizes: HashMap<Material, u64>,
}

/// A table that is being built or loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PendingTable {
    /// The ending that was requested.
    pub material: Material,
    /// Who wants it.
    pub request: TableRequest,
    /// What it takes from start to end on idle cores, in seconds, roughly.
    pub seconds: u64,
    /// The progress; None while a saved table is being loaded.
    pub progress: Option<TableBuildState>,
}

/// Who wants a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableRequest {
    /// The player, who asked for it or chose a lesson that needs it.
    Player,
    /// The position on the board.
    Position,
}

/// Why a table is not being built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableNotBuiltReason {
    /// The player stopped it.
    Stopped,
    /// It failed, for this reason.
    Failed(String),
}

impl TableBuilds {
    /// The build of an ending.
    pub(crate) fn pending_of(&self, material: &Material) -> Option<&PendingTable> {
        let normalized = material.normalized();
        self.pending.iter().find(|pending| pending.material == normalized)
    }

    /// Why an ending is not being built.
    pub(crate) fn not_built_reason(&self, material: &Material) -> Option<&TableNotBuiltReason> {
        let normalized = material.normalized();
        self.not_built.iter().find(|(of, _)| *of == normalized).map(|(_, reason)| reason)
    }
}

/// `about 100 s, 1.9 GB of memory, 454 MB on disk`.
pub(crate) fn cost_text(cost: &BuildCost) -> String {
    let time = build_time_text(cost.seconds);
    let size = |bytes: u64| match bytes / 1_000_000 {
        megabytes @ 0..1_000 => format!("{} MB", megabytes.max(1)),
        megabytes => format!("{}.{} GB", megabytes / 1_000, megabytes % 1_000 / 100),
    };
    format!("about {time}, {} of memory, {} on disk", size(cost.memory), size(cost.disk))
}

/// `14 s`, `3 min`: the time that a build takes, roughly.
pub(crate) fn build_time_text(seconds: u64) -> String {
    rough_duration(Duration::from_secs(seconds))
}
