//! Games of which the library has more than one text.

use std::collections::HashMap;
use std::sync::Arc;

use chess::StopToken;
use database::{GameListing, ListQuestion, SegmentGame};
use game::game_list::GameSet;
use game::known_games::games_with_several_texts;
use game::text_comparison::ComparedText;
use game::{GameListEntry, GameQuery};

use super::{DatabaseError, GameCollection, identity_of};
use crate::io_error::FileError;
use crate::library::{self, LibraryError};

/// A game of which there are several texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuplicateGame {
    /// Its texts; the one that says most comes first.
    pub texts: Vec<GameListEntry>,
}

impl DuplicateGame {
    /// What its texts say.
    ///
    /// # Errors
    /// When one cannot be read, or is not as it was listed.
    pub fn compare(&self) -> Result<Vec<ComparedText>, LibraryError> {
        let compared = |entry: &GameListEntry| {
            let place = &entry.location;
            let text = library::read(place)?;
            let line = library::first_line(place).map_err(FileError::of(&place.file))?;
            let file = place.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok(ComparedText::new(file, line, &text))
        };
        self.texts.iter().map(compared).collect()
    }
}

impl GameCollection {
    /// The games of which there is more than one text, and one of them fits a query. Kept analyses are no games, and games
    /// without players are the same only where their texts are. Texts are read where fingerprints are equal.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn duplicates(
        &self,
        query: &GameQuery,
        stop: &StopToken,
    ) -> Result<Vec<DuplicateGame>, DatabaseError> {
        let listed = self.listed()?;
        let mut fingerprints: Vec<(u64, SegmentGame)> = listed.fingerprints().collect();
        fingerprints.sort_unstable();
        let repeated = fingerprints.chunk_by(|one, next| one.0 == next.0).filter(|games| games.len() > 1);
        let mut repeated: HashMap<u64, &[(u64, SegmentGame)]> =
            repeated.map(|games| (games[0].0, games)).collect();
        let question = if query.needs_index() {
            let places = GameSet::ByPlace(self.places(query, None, stop)?);
            ListQuestion { sets: vec![Arc::new(places)], ..ListQuestion::default() }
        } else {
            ListQuestion { query: query.clone(), ..ListQuestion::default() }
        };
        let fitting = GameListing::new(&listed, &question);
        let mut duplicates = Vec::new();
        for entry in fitting.entries() {
            let Some(games) = repeated.remove(&entry.fingerprint) else { continue };
            stop.check().map_err(|_| DatabaseError::Canceled)?;
            let entries = games.iter().filter_map(|&(_, game)| listed.entry(game));
            let entries = entries.filter(|entry| !entry.is_analysis);
            let texts =
                entries.filter_map(|entry| identity_of(&entry.location).map(|identity| (entry, identity)));
            duplicates
                .extend(games_with_several_texts(texts).into_iter().map(|texts| DuplicateGame { texts }));
        }
        Ok(duplicates)
    }
}
