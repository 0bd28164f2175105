//! The tables of endings: what is made for the position or the drill at hand, and the page that lists them.

use crate::analysis::{AnalysisEvent, EndingStats, MAX_TABLE_PIECES, TableBuildState};
use crate::chess::{Material, Position};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::watch::ThreePieceTables;
use crate::tui::app::{App, Tab};
use crate::tui::tables::state::{
    MAX_AUTO_BUILD_PIECES, PendingTable, TableNotBuiltReason, TablesTab, TablesTabPage, TablesTabStatus,
};

use crate::tui::message::Effect;
use crate::tui::navigation::RowStep;
use crate::tui::{analyze, practice};

/// Asks for the table of a position: small ones are made unasked, large ones are read where they are kept.
pub(crate) fn request_for_position(app: &mut App, position: &Position, effects: &mut Vec<Effect>) {
    let material = position.material();
    if !has_table(position) || app.tables.not_built_reason(&material).is_some() {
        return;
    }
    let is_wanted = match app.table_status(&material) {
        TablesTabStatus::Ready | TablesTabStatus::Building(_) => false,
        TablesTabStatus::Saved => true,
        TablesTabStatus::Missing => material.piece_count() <= MAX_AUTO_BUILD_PIECES,
    };
    // The smallest ones are made at the start.
    if is_wanted && (material.piece_count() > 3 || app.oracle.three_piece_tables == ThreePieceTables::Ready) {
        request(app, &material, effects);
    }
}

/// Whether there can be a table for a position.
pub(crate) fn has_table(position: &Position) -> bool {
    use shakmaty::Position as _;
    usize::from(position.material().piece_count()) <= MAX_TABLE_PIECES
        && position.chess().castles().is_empty()
}

/// Has a table made, or read.
pub(crate) fn request(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    let normalized = material.normalized();
    if app.tables.pending_table(&normalized).is_none() {
        app.tables.not_built.retain(|(of, _)| *of != normalized);
        app.tables.pending_tables.push(PendingTable { material: normalized, progress: None });
        effects.push(Effect::BuildTable(normalized));
    }
}

/// Has a table made that is not there, or stops the making of it.
pub(crate) fn toggle(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    match app.table_status(material) {
        TablesTabStatus::Ready => {
            app.show_toast(ToastLevel::Note, format!("The {material} table is already built"));
        }
        TablesTabStatus::Building(_) => {
            stop(app, material, effects);
            app.show_toast(ToastLevel::Note, format!("Building {material} was stopped"));
        }
        TablesTabStatus::Saved | TablesTabStatus::Missing => request(app, material, effects),
    }
}

/// Has the table of the analyzed position made, or stops the making of it.
pub(crate) fn toggle_here(app: &mut App, effects: &mut Vec<Effect>) {
    let position = app.analyze.walk.position();
    let material = position.material();
    if has_table(position) {
        toggle(app, &material, effects);
    } else {
        app.show_toast(ToastLevel::Note, "Tables cover up to five pieces, without castling rights");
    }
}

/// Stops the making of a table, for good: it is not begun again unasked.
pub(crate) fn stop(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    let normalized = material.normalized();
    if app.tables.pending_table(&normalized).is_some() {
        app.tables.pending_tables.retain(|work| work.material != normalized);
        app.tables.not_built.push((normalized, TableNotBuiltReason::Stopped));
        effects.push(Effect::StopTableBuild(normalized));
    }
}

/// Takes in what the background says of tables.
pub(crate) fn receive_update(app: &mut App, update: AnalysisEvent, effects: &mut Vec<Effect>) {
    match update {
        AnalysisEvent::TableBuilding(building) => on_progress(app, building),
        AnalysisEvent::TableBuilt(material) => on_built(app, &material, effects),
        AnalysisEvent::TableBuildFailed { material, reason } => {
            let was_pending = app.tables.pending_table(&material).is_some();
            app.tables.pending_tables.retain(|pending| pending.material != material);
            if was_pending {
                app.show_toast(ToastLevel::Error, format!("No {material} table: {reason}"));
                app.tables.not_built.push((material, TableNotBuiltReason::Failed(reason)));
                practice::start::table_not_built(app, &material);
            }
        }
        AnalysisEvent::TableStats(material, stats) => on_counted(app, material, stats, effects),
        _ => {}
    }
}

fn on_progress(app: &mut App, building: TableBuildState) {
    let material = building.requested;
    let known = app.tables.pending_tables.iter_mut().find(|pending| pending.material == material);
    if let Some(work) = known {
        work.progress = Some(building);
    } else if app.tables.not_built_reason(&material).is_none()
        && app.table_status(&material) != TablesTabStatus::Ready
    {
        // A position of a game asked for it.
        app.tables.pending_tables.push(PendingTable { material, progress: Some(building) });
    }
}

/// A table is there: what waited for it goes on, what is shown is looked up.
fn on_built(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    let was_announced = app.tables.pending_table(material).is_some_and(|work| work.progress.is_some());
    app.tables.pending_tables.retain(|pending| pending.material != *material);
    app.tables.not_built.retain(|(of, _)| of != material);
    effects.push(Effect::ListTables);
    let waited = practice::start::is_waiting_for(app, material);
    practice::start::tables_ready(app, effects);
    analyze::update::table_ready(app, material, effects);
    let here = app.shown_walk().is_some_and(|walk| walk.position().material().normalized() == *material);
    if was_announced && !here && !waited {
        app.show_toast(ToastLevel::Note, format!("The {material} table is ready"));
    }
    count(app, effects);
}

fn on_counted(app: &mut App, material: Material, stats: Option<Box<EndingStats>>, effects: &mut Vec<Effect>) {
    if app.tables.counting == Some(material) {
        app.tables.counting = None;
    }
    match stats {
        Some(stats) => {
            app.tables.cached_stats.insert(material, (*stats).into());
        }
        // What lies in the folder is no table.
        None => _ = app.tables.saved_sizes.remove(&material),
    }
    count(app, effects);
}

/// Counts what is looked at, one ending at a time; large ones only when their page is open.
pub(crate) fn count(app: &mut App, effects: &mut Vec<Effect>) {
    let TablesTab { counting, open_page: page, .. } = &app.tables;
    let Some(material) = app.tables.selected_material().filter(|_| app.tab == Tab::Tables) else { return };
    let there = matches!(app.table_status(&material), TablesTabStatus::Ready | TablesTabStatus::Saved);
    let may = page.is_some() || material.piece_count() <= MAX_AUTO_BUILD_PIECES;
    if there && may && counting.is_none() && app.tables.stats(&material).is_none() {
        app.tables.counting = Some(material);
        effects.push(Effect::CountTable(material));
    }
}

/// It is known which tables are kept: one of them may be the one that is wanted.
pub(crate) fn saved_tables_listed(app: &mut App, effects: &mut Vec<Effect>) {
    if app.tab == Tab::Analyze && app.analyze.ranking.is_none() {
        let position = app.analyze.walk.position().clone();
        request_for_position(app, &position, effects);
    }
    practice::start::saved_tables_listed(app, effects);
    count(app, effects);
}

/// The list comes into sight.
pub(crate) fn enter(app: &mut App, effects: &mut Vec<Effect>) {
    effects.push(Effect::ListTables);
    count(app, effects);
}

/// Does a step of the reader in the list.
pub(crate) fn walk(app: &mut App, step: RowStep, effects: &mut Vec<Effect>) {
    let last = app.tables.list.len().saturating_sub(1);
    app.tables.chosen = moved_index(app.tables.chosen, step, last);
    count(app, effects);
}

/// Does a step of the reader among the positions of a page.
pub(crate) fn walk_samples(app: &mut App, step: RowStep) {
    let last = app.tables.samples().len().saturating_sub(1);
    if let Some(page) = &mut app.tables.open_page {
        page.chosen = moved_index(page.chosen, step, last);
    }
}

fn moved_index(at: usize, step: RowStep, last: usize) -> usize {
    at.saturating_add_signed(step.delta()).min(last)
}

/// A click on a row of the list: it is chosen; a click on the chosen one opens it.
pub(crate) fn click(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
    if app.tables.open_page.is_some() {
        return click_sample(app, row, effects);
    }
    if row >= app.tables.list.len() {
        return;
    }
    if row == app.tables.chosen {
        return open(app, effects);
    }
    app.tables.chosen = row;
    count(app, effects);
}

/// A click on a position of the page: it is chosen; a click on the chosen one opens it.
fn click_sample(app: &mut App, sample: usize, effects: &mut Vec<Effect>) {
    let known = sample < app.tables.samples().len();
    let Some(page) = app.tables.open_page.as_mut().filter(|_| known) else { return };
    if page.chosen == sample {
        return analyze(app, effects);
    }
    page.chosen = sample;
}

/// Opens the page of the chosen ending, or says what is missing for it.
pub(crate) fn open(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(material) = app.tables.selected_material() else { return };
    match app.table_status(&material) {
        TablesTabStatus::Ready | TablesTabStatus::Saved => {
            app.tables.open_page = Some(TablesTabPage { material, chosen: 0 });
            app.pane = 0;
            count(app, effects);
        }
        TablesTabStatus::Building(_) => {
            app.show_toast(ToastLevel::Note, format!("The {material} table is being built"));
        }
        TablesTabStatus::Missing => {
            app.show_toast(ToastLevel::Note, format!("There is no {material} table yet: b builds it"));
        }
    }
}

/// Puts the page of an ending away. False where none is shown.
pub(crate) fn close(app: &mut App) -> bool {
    app.tables.open_page.take().is_some()
}

/// Analyzes the chosen position of the page.
pub(crate) fn analyze(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(position) = app.tables.sample().cloned() {
        analyze::update::open_position(app, position, effects);
    }
}
