//! Endgame tables: built for the position or the round at hand, and the page that lists them.

use crate::analysis::{EndingStats, TableBuildState};
use crate::chess::Material;
use crate::chess::table_policy::TablePolicy;
use crate::tui::app::{App, Tab};
use crate::tui::background::endgame_tables;
use crate::tui::background::table_status::TableStatus;
use crate::tui::keymap::TablesAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::navigation::RowStep;
use crate::tui::tables::state::{PendingTable, TableRequest, TablesTab, TablesTabPage};

/// Performs an action of the tables.
pub(crate) fn act(app: &mut App, action: TablesAction, effects: &mut Effects) {
    match action {
        TablesAction::Rows(step) => walk(app, step, effects),
        TablesAction::Open => open(app, effects),
        TablesAction::Build => {
            if let Some(material) = app.tables.selected_material() {
                toggle(app, &material, effects);
            }
        }
        TablesAction::BuildHere => toggle_here(app, effects),
        TablesAction::Samples(step) => walk_samples(app, step),
        TablesAction::AnalyzeSample => analyze(app, effects),
        TablesAction::PracticeSample => practice(app, effects),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: TablesAction) -> bool {
    let selected = || app.tables.selected_material().map(|material| app.table_status(&material));
    match action {
        TablesAction::Rows(_) => true,
        TablesAction::Open => matches!(selected(), Some(TableStatus::Ready | TableStatus::Saved)),
        TablesAction::Build => selected().is_some_and(|status| status != TableStatus::Ready),
        TablesAction::BuildHere => {
            let position = app.analyze.walk.position();
            endgame_tables::has_table(position)
                && app.table_status(&position.material()) != TableStatus::Ready
        }
        TablesAction::Samples(_) => app.tables.open_page.is_some(),
        TablesAction::AnalyzeSample | TablesAction::PracticeSample => app.tables.sample().is_some(),
    }
}

/// Builds a missing table, or stops building it.
fn toggle(app: &mut App, material: &Material, effects: &mut Effects) {
    match app.table_status(material) {
        TableStatus::Ready => {
            app.show_note(format!("The {material} table is already built"));
        }
        TableStatus::Building(_) => {
            endgame_tables::stop(app, material, effects);
            app.show_note(format!("Building {material} was stopped"));
        }
        TableStatus::Saved | TableStatus::Missing => endgame_tables::request(app, material, effects),
    }
}

/// Builds the table of the analyzed position, or stops building it.
fn toggle_here(app: &mut App, effects: &mut Effects) {
    let position = app.analyze.walk.position();
    let material = position.material();
    if endgame_tables::has_table(position) {
        toggle(app, &material, effects);
    } else {
        app.show_note("Tables cover up to five pieces, without castling rights");
    }
}

pub(crate) fn on_progress(app: &mut App, building: TableBuildState) {
    let material = building.requested;
    let known = app.tables.pending_tables.iter_mut().find(|pending| pending.material == material);
    if let Some(work) = known {
        work.progress = Some(building);
    } else if app.tables.not_built_reason(&material).is_none()
        && app.table_status(&material) != TableStatus::Ready
    {
        // A position of a game requested it.
        app.tables.pending_tables.push(PendingTable {
            material,
            request: TableRequest::Position,
            seconds: app.build_cost(&material).seconds,
            progress: Some(building),
        });
    }
}

pub(crate) fn on_counted(
    app: &mut App,
    material: Material,
    stats: Option<Box<EndingStats>>,
    effects: &mut Effects,
) {
    if app.tables.counting == Some(material) {
        app.tables.counting = None;
        app.tables.counting_step = None;
    }
    match stats {
        Some(stats) => {
            app.tables.cached_stats.insert(material, (*stats).into());
        }
        // The file in the folder is not a table.
        None => _ = app.tables.saved_sizes.remove(&material),
    }
    count(app, effects);
}

/// Computes the statistics of the selected ending, one at a time; of large ones only when their page is open.
pub(crate) fn count(app: &mut App, effects: &mut Effects) {
    let TablesTab { counting, open_page: page, .. } = &app.tables;
    let Some(material) = app.tables.selected_material().filter(|_| app.tab == Tab::Tables) else { return };
    let there = matches!(app.table_status(&material), TableStatus::Ready | TableStatus::Saved);
    let may = page.is_some() || TablePolicy::of(&material).is_built_unasked();
    if there && may && counting.is_none() && app.tables.stats(&material).is_none() {
        app.tables.counting = Some(material);
        effects.push(Effect::CountTable(material));
    }
}

/// Opens the list.
pub(crate) fn enter(app: &mut App, effects: &mut Effects) {
    effects.push(Effect::ListTables);
    count(app, effects);
}

/// Moves the selection in the list.
pub(crate) fn walk(app: &mut App, step: RowStep, effects: &mut Effects) {
    let last = app.tables.list.len().saturating_sub(1);
    app.tables.chosen = step.from(app.tables.chosen, last);
    count(app, effects);
}

/// Moves the selection among the positions of a page.
pub(crate) fn walk_samples(app: &mut App, step: RowStep) {
    let last = app.tables.samples().len().saturating_sub(1);
    if let Some(page) = &mut app.tables.open_page {
        page.chosen = step.from(page.chosen, last);
    }
}

/// A click on a row of the list: it is chosen; a click on the chosen one opens it.
pub(crate) fn click(app: &mut App, row: usize, effects: &mut Effects) {
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
fn click_sample(app: &mut App, sample: usize, effects: &mut Effects) {
    let known = sample < app.tables.samples().len();
    let Some(page) = app.tables.open_page.as_mut().filter(|_| known) else { return };
    if page.chosen == sample {
        return analyze(app, effects);
    }
    page.chosen = sample;
}

/// Opens the page of the chosen ending, or says what is missing for it.
fn open(app: &mut App, effects: &mut Effects) {
    let Some(material) = app.tables.selected_material() else { return };
    match app.table_status(&material) {
        TableStatus::Ready | TableStatus::Saved => {
            app.tables.open_page = Some(TablesTabPage { material, chosen: 0 });
            app.pane = 0;
            count(app, effects);
        }
        TableStatus::Building(_) => {
            app.show_note(format!("The {material} table is being built"));
        }
        TableStatus::Missing => {
            app.show_note(format!("There is no {material} table yet: b builds it"));
        }
    }
}

/// Closes the page of an ending. False where none is shown.
pub(crate) fn close(app: &mut App) -> bool {
    app.tables.open_page.take().is_some()
}

/// Analyzes the chosen position of the page.
fn analyze(app: &mut App, effects: &mut Effects) {
    if let Some(position) = app.tables.sample().cloned() {
        effects.request(Request::Analyze(Box::new(position)));
    }
}

/// Practices the chosen position of the page: the side to move mates, holds the draw or defends.
fn practice(app: &mut App, effects: &mut Effects) {
    if let Some(position) = app.tables.sample().cloned() {
        effects.request(Request::Practice(Box::new(position)));
    }
}
