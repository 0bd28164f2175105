//! Requests about endgame tables: whether there can be one, to build or load one, to stop.

use crate::chess::table_policy::TablePolicy;
use crate::chess::{Material, Position};
use crate::tui::app::App;
use crate::tui::app::watch::ThreePieceTables;
use crate::tui::background::table_status::TableStatus;
use crate::tui::message::{Effect, Effects};
use crate::tui::tables::state::{PendingTable, TableNotBuiltReason};

/// Requests the table of a position: small ones are built, large ones are only loaded where they are saved.
pub(crate) fn request_if_wanted(app: &mut App, position: &Position, effects: &mut Effects) {
    let material = position.material();
    if !has_table(position) || app.tables.not_built_reason(&material).is_some() {
        return;
    }
    let policy = TablePolicy::of(&material);
    let is_wanted = match app.table_status(&material) {
        TableStatus::Ready | TableStatus::Building(_) => false,
        TableStatus::Saved => true,
        TableStatus::Missing => policy.is_built_unasked(),
    };
    // The smallest ones are built at the start.
    if is_wanted && (!policy.is_built_at_start() || app.oracle.three_piece_tables == ThreePieceTables::Ready)
    {
        request(app, &material, effects);
    }
}

/// Whether there can be a table for a position.
pub(crate) fn has_table(position: &Position) -> bool {
    use shakmaty::Position as _;
    TablePolicy::of(&position.material()).can_have_table() && position.chess().castles().is_empty()
}

/// Builds or loads a table.
pub(crate) fn request(app: &mut App, material: &Material, effects: &mut Effects) {
    let normalized = material.normalized();
    if app.tables.pending_table(&normalized).is_none() {
        app.tables.not_built.retain(|(of, _)| *of != normalized);
        app.tables.pending_tables.push(PendingTable { material: normalized, progress: None });
        effects.push(Effect::BuildTable(normalized));
    }
}

/// Stops building a table; it is built again only on request.
pub(crate) fn stop(app: &mut App, material: &Material, effects: &mut Effects) {
    let normalized = material.normalized();
    if app.tables.pending_table(&normalized).is_some() {
        app.tables.pending_tables.retain(|work| work.material != normalized);
        app.tables.not_built.push((normalized, TableNotBuiltReason::Stopped));
        effects.push(Effect::StopTableBuild(normalized));
    }
}
