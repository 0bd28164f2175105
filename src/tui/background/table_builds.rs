//! [`TableBuilds`]: the endgame tables that are saved, and those that are being built.

use std::collections::HashMap;

use crate::analysis::TableBuildState;
use crate::chess::Material;

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
    #[must_use]
    pub fn pending_of(&self, material: &Material) -> Option<&PendingTable> {
        let normalized = material.normalized();
        self.pending.iter().find(|pending| pending.material == normalized)
    }

    /// Why an ending is not being built.
    #[must_use]
    pub fn not_built_reason(&self, material: &Material) -> Option<&TableNotBuiltReason> {
        let normalized = material.normalized();
        self.not_built.iter().find(|(of, _)| *of == normalized).map(|(_, reason)| reason)
    }
}
