//! What the library worker does with labels and saved searches.

use std::collections::HashSet;
use std::sync::Arc;

use crate::database::ListedGames;
use crate::game::game_labels::{LabelChange, STARRED};
use crate::game::{GameLabels, GameLocation, SavedSearch};
use crate::store::Library;
use crate::store::library::{LabeledGames, LibraryError};
use crate::store::output::OverwriteConsent;
use crate::tui::model::{ExportConsent, LibraryEvent};

/// What was said already of labels and saved searches that cannot be read.
#[derive(Default)]
pub(super) struct ReportedProblems(HashSet<String>);

impl ReportedProblems {
    /// Says what was not said yet.
    fn report(&mut self, problems: &[String], send_event: &dyn Fn(LibraryEvent)) {
        let new: Vec<&String> = problems.iter().filter(|&problem| self.0.insert(problem.clone())).collect();
        if let Some((first, others)) = new.split_first() {
            let more =
                if others.is_empty() { String::new() } else { format!(" (and {} more)", others.len()) };
            send_event(LibraryEvent::KeepingFailed(format!("{first}{more}")));
        }
    }
}

/// Sends the labels of the games, and says once what cannot be read of them.
pub(super) fn send_labels(
    library: &Library,
    games: &ListedGames,
    reported: &mut ReportedProblems,
    send_event: &dyn Fn(LibraryEvent),
) {
    let (labels, problems) = match library.labels() {
        Ok(labels) => (labels.resolve(games), labels.problems().to_vec()),
        Err(error) => (GameLabels::default(), vec![error.to_string()]),
    };
    send_event(LibraryEvent::LabelsRead(Arc::new(labels)));
    reported.report(&problems, send_event);
}

/// Gives a game a star, or takes it.
pub(super) fn toggle_star(
    library: &Library,
    games: &ListedGames,
    place: GameLocation,
) -> Result<LibraryEvent, LibraryError> {
    let star = vec![STARRED.to_owned()];
    let change = if library.labels()?.resolve(games).is_starred(place.digest) {
        LabelChange { remove: star, ..LabelChange::default() }
    } else {
        LabelChange { add: star, ..LabelChange::default() }
    };
    change_labels(library, games, place, &change)
}

/// Changes the labels of a game.
pub(super) fn change_labels(
    library: &Library,
    games: &ListedGames,
    place: GameLocation,
    change: &LabelChange,
) -> Result<LibraryEvent, LibraryError> {
    match library.change_labels(games, &[place.digest].into(), change)? {
        LabeledGames { changed: 0, unchanged: 0, unfinished: 0 } => {
            Err(LibraryError::FileChanged(place.file))
        }
        LabeledGames { changed: 0, unchanged: 0, .. } => Err(LibraryError::NotOver),
        _ => Ok(LibraryEvent::Labeled(place, Arc::new(library.labels()?.resolve(games)))),
    }
}

/// The saved searches; says once what cannot be read of them.
pub(super) fn read_searches(
    library: &Library,
    reported: &mut ReportedProblems,
    send_event: &dyn Fn(LibraryEvent),
) -> Option<LibraryEvent> {
    match library.saved_searches() {
        Ok(file) => {
            reported.report(file.problems(), send_event);
            Some(LibraryEvent::SearchesRead(Arc::new(file.searches())))
        }
        Err(error) => {
            reported.report(&[error.to_string()], send_event);
            None
        }
    }
}

/// Saves a search.
pub(super) fn save_search(
    library: &Library,
    search: &SavedSearch,
    agreed: ExportConsent,
) -> Result<LibraryEvent, LibraryError> {
    library.save_search(search, OverwriteConsent::from_force(agreed == ExportConsent::Given))?;
    changed_searches(library, format!("Saved: @{} finds these games", search.name))
}

/// Deletes a saved search.
pub(super) fn delete_search(library: &Library, search: &SavedSearch) -> Result<LibraryEvent, LibraryError> {
    library.delete_search(&search.name)?;
    changed_searches(library, format!("Deleted: @{}, which stood for {}", search.name, search.query))
}

fn changed_searches(library: &Library, text: String) -> Result<LibraryEvent, LibraryError> {
    Ok(LibraryEvent::SearchesChanged(Arc::new(library.saved_searches()?.searches()), text))
}
