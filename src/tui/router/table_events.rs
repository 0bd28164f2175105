//! Reports about endgame tables from the background, passed to the features that wait for them.

use crate::analysis::AnalysisEvent;
use crate::chess::Material;
use crate::tui::app::{App, Tab};
use crate::tui::background::endgame_tables;
use crate::tui::message::{Effect, Effects};
use crate::tui::tables::state::TableNotBuiltReason;
use crate::tui::{analyze, practice, tables};

/// Handles a report about tables from the background.
pub(crate) fn receive_update(app: &mut App, update: AnalysisEvent, effects: &mut Effects) {
    match update {
        AnalysisEvent::TableBuilding(building) => tables::update::on_progress(app, building),
        AnalysisEvent::TableBuilt(material) => on_built(app, &material, effects),
        AnalysisEvent::TableBuildFailed { material, reason } => {
            let was_pending = app.tables.pending_table(&material).is_some();
            app.tables.pending_tables.retain(|pending| pending.material != material);
            if was_pending {
                app.show_error(format!("No {material} table: {reason}"));
                app.tables.not_built.push((material, TableNotBuiltReason::Failed(reason)));
                practice::start::table_not_built(app, &material);
            }
        }
        AnalysisEvent::TableCounting(material, step) if app.tables.counting == Some(material) => {
            app.tables.counting_step = Some(step);
        }
        AnalysisEvent::TableStats(material, stats) => {
            tables::update::on_counted(app, material, stats, effects);
        }
        _ => {}
    }
}

/// A table is ready: what waited for it goes on, the current position is probed.
fn on_built(app: &mut App, material: &Material, effects: &mut Effects) {
    let was_announced = app.tables.pending_table(material).is_some_and(|work| work.progress.is_some());
    app.tables.pending_tables.retain(|pending| pending.material != *material);
    app.tables.not_built.retain(|(of, _)| of != material);
    effects.push(Effect::ListTables);
    let waited = practice::start::is_waiting_for(app, material);
    practice::start::tables_ready(app, effects);
    analyze::update::table_ready(app, material, effects);
    let here = app.shown_walk().is_some_and(|walk| walk.position().material().normalized() == *material);
    if was_announced && !here && !waited {
        app.show_note(format!("The {material} table is ready"));
    }
    tables::update::count(app, effects);
}

/// The saved tables are known: one of them may be awaited.
pub(crate) fn saved_tables_listed(app: &mut App, effects: &mut Effects) {
    if app.tab == Tab::Analyze && app.analyze.ranking.is_none() {
        let position = app.analyze.walk.position().clone();
        endgame_tables::request_if_wanted(app, &position, effects);
    }
    practice::start::saved_tables_listed(app, effects);
    tables::update::count(app, effects);
}
