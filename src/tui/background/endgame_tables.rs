//! Requests about endgame tables: whether there can be one, to build or load one, to stop.

use crate::chess::table_policy::TablePolicy;
use crate::chess::{Material, Position};
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{
    PendingTable, Shared, TableNotBuiltReason, TableRequest, TableStatus, ThreePieceTables,
};

/// Requests the table of a position: those that come by themselves are built, others only loaded where they are
/// saved. A larger one that was being built for another position gives way.
pub(crate) fn request_if_wanted(cx: &mut UpdateContext, position: &Position) {
    let material = position.material();
    stop_outdated(cx, &material);
    if !has_table(position) || cx.shared.table_builds.not_built_reason(&material).is_some() {
        return;
    }
    let policy = TablePolicy::of(&material);
    let is_wanted = match cx.shared.table_status(&material) {
        TableStatus::Ready | TableStatus::Building(_) => false,
        TableStatus::Saved => true,
        TableStatus::Missing => comes_by_itself(cx.shared, &material),
    };
    // The smallest ones are built at the start.
    if is_wanted
        && (!policy.is_built_at_start() || cx.shared.oracle.three_piece_tables == ThreePieceTables::Ready)
    {
        enqueue(cx, &material, TableRequest::Position);
    }
}

/// Whether the table of an ending is built for a position on the board without being asked for.
fn comes_by_itself(shared: &Shared, material: &Material) -> bool {
    let policy = TablePolicy::of(material);
    policy.is_built_unasked()
        || policy.is_built_in_background()
            && shared.config.engine.five_piece_tables
            && shared.machine.has_room_for(&shared.build_cost(material))
}

/// Stops larger tables that are being built for a position that is no longer on the board.
fn stop_outdated(cx: &mut UpdateContext, shown: &Material) {
    let shown = shown.normalized();
    let pending = &mut cx.shared.table_builds.pending;
    pending.retain(|build| {
        let is_outdated = build.request == TableRequest::Position
            && !TablePolicy::of(&build.material).is_built_unasked()
            && build.material != shown;
        if is_outdated {
            cx.effects.push(Effect::StopTableBuild(build.material));
        }
        !is_outdated
    });
}

/// Whether there can be a table for a position.
pub(crate) fn has_table(position: &Position) -> bool {
    use shakmaty::Position as _;
    TablePolicy::of(&position.material()).can_have_table() && position.chess().castles().is_empty()
}

/// Builds or loads a table that the player wants.
pub(crate) fn request(cx: &mut UpdateContext, material: &Material) {
    enqueue(cx, material, TableRequest::Player);
}

fn enqueue(cx: &mut UpdateContext, material: &Material, request: TableRequest) {
    let normalized = material.normalized();
    let pending = cx.shared.table_builds.pending.iter_mut().find(|build| build.material == normalized);
    match pending {
        // What the player asks for goes on whatever is on the board.
        Some(pending) if request == TableRequest::Player => pending.request = request,
        Some(_) => {}
        None => {
            let seconds = cx.shared.build_cost(&normalized).seconds;
            cx.shared.table_builds.not_built.retain(|(of, _)| *of != normalized);
            let build = PendingTable { material: normalized, request, seconds, progress: None };
            cx.shared.table_builds.pending.push(build);
            cx.effects.push(Effect::BuildTable(normalized));
        }
    }
}

/// Stops building a table; it is built again only on request.
pub(crate) fn stop(cx: &mut UpdateContext, material: &Material) {
    let normalized = material.normalized();
    if cx.shared.table_builds.pending_of(&normalized).is_some() {
        cx.shared.table_builds.pending.retain(|work| work.material != normalized);
        cx.shared.table_builds.not_built.push((normalized, TableNotBuiltReason::Stopped));
        cx.effects.push(Effect::StopTableBuild(normalized));
    }
}
