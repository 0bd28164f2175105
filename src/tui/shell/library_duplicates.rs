//! What the library worker does with games of which the library has several texts.

use std::sync::Arc;

use crate::chess::StopToken;
use crate::database::ListedGames;
use crate::game::text_comparison::ComparedText;
use crate::game::{GameListEntry, GameQuery};
use crate::store::Library;
use crate::store::database::{DatabaseError, DuplicateGame};
use crate::store::library::LibraryError;
use crate::tui::model::LibraryEvent;
use crate::tui::shell::shared_database::SharedDatabase;

/// Looks for the games, or says why that fails.
///
/// # Errors
/// When it was canceled.
pub(super) fn find(
    database: &SharedDatabase,
    library: &Library,
    stop: &StopToken,
) -> Result<LibraryEvent, LibraryError> {
    let found = || {
        let games = database.update(library, &|_, _| !stop.is_stopped())?;
        games.duplicates(&GameQuery::new("", &[]), stop)
    };
    let games = match found() {
        // What is damaged is made again.
        Err(DatabaseError::Damaged { .. }) => found(),
        games => games,
    };
    match games.map_err(|error| library.index_error(error)) {
        Ok(games) => Ok(LibraryEvent::DuplicatesFound(games.into_iter().map(|game| game.texts).collect())),
        Err(LibraryError::Canceled) => Err(LibraryError::Canceled),
        Err(error) => Ok(LibraryEvent::DuplicatesFailed(error.to_string())),
    }
}

/// Reads the texts of a game.
pub(super) fn compare(texts: Vec<GameListEntry>) -> LibraryEvent {
    let game = DuplicateGame { texts };
    let compared: Result<Vec<ComparedText>, String> = game.compare().map_err(|error| error.to_string());
    LibraryEvent::TextsCompared(game.texts, compared)
}

/// Makes one text of the texts of a game, where the games of the library are known.
pub(super) fn merge(
    library: &Library,
    all: Result<Arc<ListedGames>, LibraryError>,
    texts: Vec<GameListEntry>,
) -> LibraryEvent {
    LibraryEvent::TextsMerged(match all.and_then(|all| library.merge(&all, &[texts])) {
        Ok(merged) => match merged.left.into_iter().next() {
            Some((_, problem)) => Err(format!("The game is left as it is, since {problem}")),
            None => Ok(merged.trashed),
        },
        Err(error) => Err(error.to_string()),
    })
}
