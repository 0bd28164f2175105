//! Reports about endgame tables from the background, passed to the features that wait for them.

use crate::analysis::AnalysisEvent;
use crate::chess::Material;
use crate::tui::app::App;
use crate::tui::background::endgame_tables;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::TableNotBuiltReason;
use crate::tui::navigation::Tab;
use crate::tui::{analyze, practice, tables};

/// Handles a report about tables from the background.
pub(crate) fn receive_update(app: &mut App, update: AnalysisEvent, effects: &mut Effects) {
    match update {
        AnalysisEvent::TableBuilding(building) => tables::update::on_progress(&mut app.shared, building),
        AnalysisEvent::TableBuilt(material) => on_built(app, &material, effects),
        AnalysisEvent::TableBuildFailed { material, reason } => {
            let was_pending = app.shared.table_builds.pending_of(&material).is_some();
            app.shared.table_builds.pending.retain(|pending| pending.material != material);
            if was_pending {
                app.shared.show_error(format!("No {material} table: {reason}"));
                app.shared.table_builds.not_built.push((material, TableNotBuiltReason::Failed(reason)));
                practice::start::table_not_built(&mut app.practice, &app.practice_tab, &material);
            }
        }
        AnalysisEvent::TableCounting(material, step) if app.tables.counting == Some(material) => {
            app.tables.counting_step = Some(step);
        }
        AnalysisEvent::TableStats(material, stats) => {
            tables::update::on_counted(&mut app.tables, &mut app.shared.with(effects), material, stats);
        }
        _ => {}
    }
}

/// A table is ready: what waited for it goes on, the current position is probed.
fn on_built(app: &mut App, material: &Material, effects: &mut Effects) {
    let was_announced =
        app.shared.table_builds.pending_of(material).is_some_and(|work| work.progress.is_some());
    app.shared.table_builds.pending.retain(|pending| pending.material != *material);
    app.shared.table_builds.not_built.retain(|(of, _)| of != material);
    effects.push(Effect::ListTables);
    let waited = practice::start::is_waiting_for(&app.practice, &app.practice_tab, &app.shared, material);
    practice::start::tables_ready(
        &app.key_names(),
        &mut app.practice,
        &mut app.practice_tab.with(&mut app.shared, effects),
    );
    analyze::update::table_ready(&mut app.analyze, &mut app.shared.with(effects), material);
    let here = app.shown_walk().is_some_and(|walk| walk.position().material().normalized() == *material);
    if was_announced && !here && !waited {
        app.shared.show_note(format!("The {material} table is ready"));
    }
    tables::update::count(&mut app.tables, &mut app.shared.with(effects));
}

/// The saved tables are known: one of them may be awaited.
pub(crate) fn saved_tables_listed(app: &mut App, effects: &mut Effects) {
    if app.shared.tab == Tab::Analyze && app.analyze.ranking.is_none() {
        let position = app.analyze.walk.position().clone();
        endgame_tables::request_if_wanted(&mut app.shared.with(effects), &position);
    }
    practice::start::saved_tables_listed(
        &mut app.practice,
        &mut app.practice_tab.with(&mut app.shared, effects),
    );
    tables::update::count(&mut app.tables, &mut app.shared.with(effects));
}
