//! The tables of endings: what is made for the position or the drill at hand, and the page that lists them.

use crate::analysis::{Building, MOST_MEN, Stats, Update};
use crate::chess::{Material, Position};
use crate::tui::app::endings::{Endings, MADE_UNASKED, Page, Refusal, Standing, Work};
use crate::tui::app::{App, Tab, Tables, Tone};

use super::rows::Rows;
use super::{Effect, drill, study};

/// Asks for the table of a position: small ones are made unasked, large ones are read where they are kept.
pub(super) fn for_position(app: &mut App, position: &Position, effects: &mut Vec<Effect>) {
    let material = position.material();
    if !has_table(position) || app.endings.refusal(&material).is_some() {
        return;
    }
    let wanted = match app.standing(&material) {
        Standing::Ready | Standing::Making(_) => false,
        Standing::Kept => true,
        Standing::Missing => material.men() <= MADE_UNASKED,
    };
    // The smallest ones are made at the start.
    if wanted && (material.men() > 3 || app.truth.tables == Tables::Ready) {
        order(app, &material, effects);
    }
}

/// Whether there can be a table for a position.
pub(crate) fn has_table(position: &Position) -> bool {
    use shakmaty::Position as _;
    usize::from(position.material().men()) <= MOST_MEN && position.chess().castles().is_empty()
}

/// Has a table made, or read.
pub(super) fn order(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    let wanted = material.normalized();
    if app.endings.work(&wanted).is_none() {
        app.endings.refused.retain(|(of, _)| *of != wanted);
        app.endings.works.push(Work { wanted, progress: None });
        effects.push(Effect::Build(wanted));
    }
}

/// Has a table made that is not there, or stops the making of it.
pub(super) fn toggle(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    match app.standing(material) {
        Standing::Ready => app.say(Tone::Note, format!("The {material} table is already built")),
        Standing::Making(_) => {
            stop(app, material, effects);
            app.say(Tone::Note, format!("Building {material} was stopped"));
        }
        Standing::Kept | Standing::Missing => order(app, material, effects),
    }
}

/// Has the table of the analyzed position made, or stops the making of it.
pub(super) fn toggle_here(app: &mut App, effects: &mut Vec<Effect>) {
    let position = app.study.walk.position();
    let material = position.material();
    if has_table(position) {
        toggle(app, &material, effects);
    } else {
        app.say(Tone::Note, "Tables cover up to five pieces, without castling rights");
    }
}

/// Stops the making of a table, for good: it is not begun again unasked.
pub(super) fn stop(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    let wanted = material.normalized();
    if app.endings.work(&wanted).is_some() {
        app.endings.works.retain(|work| work.wanted != wanted);
        app.endings.refused.push((wanted, Refusal::Stopped));
        effects.push(Effect::StopBuilding(wanted));
    }
}

/// Takes in what the background says of tables.
pub(super) fn hear(app: &mut App, update: Update, effects: &mut Vec<Effect>) {
    match update {
        Update::Building(building) => on_progress(app, building),
        Update::Built(material) => on_built(app, &material, effects),
        Update::NotBuilt { material, reason } => {
            let asked = app.endings.work(&material).is_some();
            app.endings.works.retain(|work| work.wanted != material);
            if asked {
                app.say(Tone::Fault, format!("No {material} table: {reason}"));
                app.endings.refused.push((material, Refusal::Failed(reason)));
                drill::start::not_built(app, &material);
            }
        }
        Update::Counted(material, stats) => on_counted(app, material, stats, effects),
        _ => {}
    }
}

fn on_progress(app: &mut App, building: Building) {
    let wanted = building.wanted;
    let known = app.endings.works.iter_mut().find(|work| work.wanted == wanted);
    if let Some(work) = known {
        work.progress = Some(building);
    } else if app.endings.refusal(&wanted).is_none() && app.standing(&wanted) != Standing::Ready {
        // A position of a game asked for it.
        app.endings.works.push(Work { wanted, progress: Some(building) });
    }
}

/// A table is there: what waited for it goes on, what is shown is looked up.
fn on_built(app: &mut App, material: &Material, effects: &mut Vec<Effect>) {
    let told = app.endings.work(material).is_some_and(|work| work.progress.is_some());
    app.endings.works.retain(|work| work.wanted != *material);
    app.endings.refused.retain(|(of, _)| of != material);
    effects.push(Effect::ListTables);
    let waited = drill::start::is_waiting_for(app, material);
    drill::start::tables_ready(app, effects);
    study::table_came(app, material, effects);
    let here = app.walk().is_some_and(|walk| walk.position().material().normalized() == *material);
    if told && !here && !waited {
        app.say(Tone::Note, format!("The {material} table is ready"));
    }
    count(app, effects);
}

fn on_counted(app: &mut App, material: Material, stats: Option<Box<Stats>>, effects: &mut Vec<Effect>) {
    if app.endings.counting == Some(material) {
        app.endings.counting = None;
    }
    match stats {
        Some(stats) => {
            app.endings.counted.insert(material, (*stats).into());
        }
        // What lies in the folder is no table.
        None => _ = app.endings.kept.remove(&material),
    }
    count(app, effects);
}

/// Counts what is looked at, one ending at a time; large ones only when their page is open.
pub(super) fn count(app: &mut App, effects: &mut Vec<Effect>) {
    let Endings { counting, page, .. } = &app.endings;
    let Some(material) = app.endings.looked_at().filter(|_| app.tab == Tab::Tables) else { return };
    let there = matches!(app.standing(&material), Standing::Ready | Standing::Kept);
    let may = page.is_some() || material.men() <= MADE_UNASKED;
    if there && may && counting.is_none() && app.endings.stats(&material).is_none() {
        app.endings.counting = Some(material);
        effects.push(Effect::Count(material));
    }
}

/// It is known which tables are kept: one of them may be the one that is wanted.
pub(super) fn kept_is_known(app: &mut App, effects: &mut Vec<Effect>) {
    if app.tab == Tab::Analyze && app.study.ranking.is_none() {
        let position = app.study.walk.position().clone();
        for_position(app, &position, effects);
    }
    drill::start::kept_is_known(app, effects);
    count(app, effects);
}

/// The list comes into sight.
pub(super) fn enter(app: &mut App, effects: &mut Vec<Effect>) {
    effects.push(Effect::ListTables);
    count(app, effects);
}

/// Does a step of the reader in the list.
pub(super) fn walk(app: &mut App, way: Rows, effects: &mut Vec<Effect>) {
    let last = app.endings.list.len().saturating_sub(1);
    app.endings.chosen = moved(app.endings.chosen, way, last);
    count(app, effects);
}

/// Does a step of the reader among the positions of a page.
pub(super) fn walk_samples(app: &mut App, way: Rows) {
    let last = app.endings.samples().len().saturating_sub(1);
    if let Some(page) = &mut app.endings.page {
        page.chosen = moved(page.chosen, way, last);
    }
}

fn moved(at: usize, way: Rows, last: usize) -> usize {
    at.saturating_add_signed(way.count()).min(last)
}

/// A click on a row of the list: it is chosen; a click on the chosen one opens it.
pub(super) fn click(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
    if app.endings.page.is_some() {
        return click_sample(app, row, effects);
    }
    if row >= app.endings.list.len() {
        return;
    }
    if row == app.endings.chosen {
        return open(app, effects);
    }
    app.endings.chosen = row;
    count(app, effects);
}

/// A click on a position of the page: it is chosen; a click on the chosen one opens it.
fn click_sample(app: &mut App, sample: usize, effects: &mut Vec<Effect>) {
    let known = sample < app.endings.samples().len();
    let Some(page) = app.endings.page.as_mut().filter(|_| known) else { return };
    if page.chosen == sample {
        return analyze(app, effects);
    }
    page.chosen = sample;
}

/// Opens the page of the chosen ending, or says what is missing for it.
pub(super) fn open(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(material) = app.endings.looked_at() else { return };
    match app.standing(&material) {
        Standing::Ready | Standing::Kept => {
            app.endings.page = Some(Page { material, chosen: 0 });
            app.pane = 0;
            count(app, effects);
        }
        Standing::Making(_) => app.say(Tone::Note, format!("The {material} table is being built")),
        Standing::Missing => {
            app.say(Tone::Note, format!("There is no {material} table yet: b builds it"));
        }
    }
}

/// Puts the page of an ending away. False where none is shown.
pub(super) fn close(app: &mut App) -> bool {
    app.endings.page.take().is_some()
}

/// Analyzes the chosen position of the page.
pub(super) fn analyze(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(position) = app.endings.sample().cloned() {
        study::open_position(app, position, effects);
    }
}
