//! Endgame tables: built for the position or the round at hand, and the page that lists them.

use crate::analysis::{EndingStats, TableBuildState};
use crate::chess::table_policy::TablePolicy;
use crate::chess::{Material, Position};
use crate::tui::background::endgame_tables;
use crate::tui::context::UpdateContext;
use crate::tui::keymap::TablesAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::{PendingTable, Shared, TableRequest, TableStatus, TablesTab, TablesTabPage};
use crate::tui::navigation::{RowStep, Tab};

/// Performs an action of the tables.
pub(crate) fn act(tables: &mut TablesTab, cx: &mut UpdateContext, action: TablesAction) {
    match action {
        TablesAction::Rows(step) => walk(tables, cx, step),
        TablesAction::Open => open(tables, cx),
        TablesAction::Build => {
            if let Some(material) = tables.selected_material() {
                toggle(cx, &material);
            }
        }
        TablesAction::Samples(step) => walk_samples(tables, step),
        TablesAction::AnalyzeSample => analyze(tables, cx.effects),
        TablesAction::PracticeSample => practice(tables, cx.effects),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(tables: &TablesTab, shared: &Shared, action: TablesAction) -> bool {
    let selected = || tables.selected_material().map(|material| shared.table_status(&material));
    match action {
        TablesAction::Rows(_) => true,
        TablesAction::Open => matches!(selected(), Some(TableStatus::Ready | TableStatus::Saved)),
        TablesAction::Build => selected().is_some_and(|status| status != TableStatus::Ready),
        TablesAction::Samples(_) => tables.open_page.is_some(),
        TablesAction::AnalyzeSample | TablesAction::PracticeSample => tables.sample().is_some(),
    }
}

/// Builds a missing table, or stops building it.
fn toggle(cx: &mut UpdateContext, material: &Material) {
    match cx.shared.table_status(material) {
        TableStatus::Ready => cx.shared.show_note(format!("The {material} table is already built")),
        TableStatus::Building(_) => {
            endgame_tables::stop(cx, material);
            cx.shared.show_note(format!("Building {material} was stopped"));
        }
        TableStatus::Saved | TableStatus::Missing => endgame_tables::request(cx, material),
    }
}

/// Whether the table of a position can be built.
pub(crate) fn can_build(shared: &Shared, position: &Position) -> bool {
    endgame_tables::has_table(position) && shared.table_status(&position.material()) != TableStatus::Ready
}

/// Builds the table of the analyzed position, or stops building it.
pub(crate) fn toggle_here(cx: &mut UpdateContext, position: &Position) {
    let material = position.material();
    if endgame_tables::has_table(position) {
        toggle(cx, &material);
    } else {
        cx.shared.show_note("Tables cover up to five pieces, without castling rights");
    }
}

pub(crate) fn on_progress(shared: &mut Shared, building: TableBuildState) {
    let material = building.requested;
    let known = shared.table_builds.pending.iter_mut().find(|pending| pending.material == material);
    if let Some(work) = known {
        work.progress = Some(building);
    } else if shared.table_builds.not_built_reason(&material).is_none()
        && shared.table_status(&material) != TableStatus::Ready
    {
        // A position of a game requested it.
        shared.table_builds.pending.push(PendingTable {
            material,
            request: TableRequest::Position,
            seconds: shared.build_cost(&material).seconds,
            progress: Some(building),
        });
    }
}

pub(crate) fn on_counted(
    tables: &mut TablesTab,
    cx: &mut UpdateContext,
    material: Material,
    stats: Option<Box<EndingStats>>,
) {
    if tables.counting == Some(material) {
        tables.counting = None;
        tables.counting_step = None;
    }
    match stats {
        Some(stats) => _ = tables.cached_stats.insert(material, (*stats).into()),
        // The file in the folder is not a table.
        None => _ = cx.shared.table_builds.saved_sizes.remove(&material),
    }
    count(tables, cx);
}

/// Computes the statistics of the selected ending, one at a time; of large ones only when their page is open.
pub(crate) fn count(tables: &mut TablesTab, cx: &mut UpdateContext) {
    let Some(material) = tables.selected_material().filter(|_| cx.shared.tab == Tab::Tables) else {
        return;
    };
    let there = matches!(cx.shared.table_status(&material), TableStatus::Ready | TableStatus::Saved);
    let may = tables.open_page.is_some() || TablePolicy::of(&material).is_built_unasked();
    if there && may && tables.counting.is_none() && tables.stats(&material).is_none() {
        tables.counting = Some(material);
        cx.effects.push(Effect::CountTable(material));
    }
}

/// Opens the list.
pub(crate) fn enter(tables: &mut TablesTab, cx: &mut UpdateContext) {
    cx.effects.push(Effect::ListTables);
    count(tables, cx);
}

/// Moves the selection in the list.
pub(crate) fn walk(tables: &mut TablesTab, cx: &mut UpdateContext, step: RowStep) {
    let last = tables.list.len().saturating_sub(1);
    tables.chosen = step.from(tables.chosen, last);
    count(tables, cx);
}

/// Moves the selection among the positions of a page.
fn walk_samples(tables: &mut TablesTab, step: RowStep) {
    let last = tables.samples().len().saturating_sub(1);
    if let Some(page) = &mut tables.open_page {
        page.chosen = step.from(page.chosen, last);
    }
}

/// A click on a row of the list: it is chosen; a click on the chosen one opens it.
pub(crate) fn click(tables: &mut TablesTab, cx: &mut UpdateContext, row: usize) {
    if tables.open_page.is_some() {
        return click_sample(tables, row, cx.effects);
    }
    if row >= tables.list.len() {
        return;
    }
    if row == tables.chosen {
        return open(tables, cx);
    }
    tables.chosen = row;
    count(tables, cx);
}

/// A click on a position of the page: it is chosen; a click on the chosen one opens it.
fn click_sample(tables: &mut TablesTab, sample: usize, effects: &mut Effects) {
    let known = sample < tables.samples().len();
    let Some(page) = tables.open_page.as_mut().filter(|_| known) else { return };
    if page.chosen == sample {
        return analyze(tables, effects);
    }
    page.chosen = sample;
}

/// Opens the page of the chosen ending, or says what is missing for it.
fn open(tables: &mut TablesTab, cx: &mut UpdateContext) {
    let Some(material) = tables.selected_material() else { return };
    match cx.shared.table_status(&material) {
        TableStatus::Ready | TableStatus::Saved => {
            tables.open_page = Some(TablesTabPage { material, chosen: 0 });
            cx.shared.pane = 0;
            count(tables, cx);
        }
        TableStatus::Building(_) => cx.shared.show_note(format!("The {material} table is being built")),
        TableStatus::Missing => cx.shared.show_note(format!("There is no {material} table yet: b builds it")),
    }
}

/// Closes the page of an ending. False where none is shown.
pub(crate) fn close(tables: &mut TablesTab) -> bool {
    tables.open_page.take().is_some()
}

/// Analyzes the chosen position of the page.
fn analyze(tables: &TablesTab, effects: &mut Effects) {
    if let Some(position) = tables.sample().cloned() {
        effects.request(Request::Analyze(Box::new(position)));
    }
}

/// Practices the chosen position of the page: the side to move mates, holds the draw or defends.
fn practice(tables: &TablesTab, effects: &mut Effects) {
    if let Some(position) = tables.sample().cloned() {
        effects.request(Request::Practice(Box::new(position)));
    }
}
