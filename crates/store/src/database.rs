//! The database of the library: an index of all its games in segments, which lies beside the PGN files in a folder of its
//! own. It is derived from them: what is missing, damaged or out of date is made again from the files, and never believed.
//!
//! Reading order: `catalog` (which segment is of which part of which file), `update` (what is out of date, and indexing), and
//! here what is asked of it.

mod catalog;
mod error;
mod update;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use catalog::{Catalog, CatalogEntry};
use chess::thread::{ThreadBuilder, core_count, work_through};
use chess::{Color, Position, StopToken};
use database::game_sort::{GameSort, SegmentGame};
use database::opening_tree::CountedMoves;
use database::{IndexedGame, OpeningTree, OpeningTreeCounter, PositionQuery, Segment, SegmentQuery};
pub use error::DatabaseError;
use error::file_error;
use game::GameQuery;
use game::game_list::GamePlaces;
use game::pgn::GameResult;
pub use update::{DatabaseProgress, DatabaseUpdate};
use update::{IndexUpdate, SegmentSizes};

use super::disk::{self, SizeLimit};
use super::{Library, io_error};
use crate::library::{LibraryError, pgn_files, read_place};

/// The folder of the index in that of the library.
const FOLDER_NAME: &str = ".database";

/// The most bytes of segments that stay in memory between two questions.
const MAX_CACHED_BYTES: u64 = 512 << 20;

/// The games of the library, with an index.
#[derive(Debug)]
pub struct GameDatabase {
    /// The folder of the PGN files.
    games: PathBuf,
    /// The folder of the index.
    folder: PathBuf,
    catalog: Catalog,
    sizes: SegmentSizes,
    cached: Mutex<SegmentCache>,
}

/// Segments in memory, by their names.
#[derive(Default, Debug)]
struct SegmentCache {
    segments: HashMap<String, Arc<Segment>>,
    bytes: u64,
}

/// A game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundGame {
    /// The PGN file.
    pub file: PathBuf,
    /// The first byte of the game in its file.
    pub offset: u64,
    /// Length of its text in bytes.
    pub length: u32,
    /// White's name; empty if unknown, as are all texts here.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// White's rating.
    pub white_elo: Option<u16>,
    /// Black's rating.
    pub black_elo: Option<u16>,
    /// The result.
    pub result: GameResult,
    /// The date as in PGN.
    pub date: String,
    /// The event.
    pub event: String,
    /// The site.
    pub site: String,
    /// The round.
    pub round: String,
    /// The ECO code.
    pub eco: String,
    /// Half-moves of the main line.
    pub plies: u32,
    /// Half-moves from the start to the position that was looked for, or to the first that matches a pattern, if one was.
    pub ply: Option<u32>,
    /// Whether it is an analysis that was kept by itself, and no game that was played.
    pub is_analysis: bool,
}

/// The games that were found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FoundGames {
    /// Number of games.
    pub count: usize,
    /// The first of them.
    pub first: Vec<FoundGame>,
}

/// A search for games.
#[derive(Clone, Copy, Debug)]
pub struct GameSearch<'s> {
    /// What is said of the games.
    pub query: &'s GameQuery,
    /// A position that they reach: then games that were played, and no analyses that were kept.
    pub position: Option<&'s Position>,
    /// The order; None for that of the files.
    pub sort: Option<GameSort>,
    /// The most games to return; all are counted.
    pub limit: usize,
}

/// The games of a segment that were found, by their numbers, and after how many half-moves a position that was looked for.
type SegmentMatches = (Arc<Segment>, Vec<(usize, Option<u32>)>);

/// A segment with the games of it that count: the others are of files that have changed or are gone.
struct LiveSegment<'c> {
    entry: &'c CatalogEntry,
    segment: Arc<Segment>,
}

impl LiveSegment<'_> {
    /// The games that fit a query; None where all do.
    fn fitting(&self, query: &GameQuery) -> Option<SegmentQuery> {
        let is_any = query.terms().is_empty() && query.problem().is_none();
        (!is_any).then(|| SegmentQuery::compile(query, &self.segment, |game| self.entry.file_of(game)))
    }

    /// Whether a game counts.
    fn counts(&self, game: usize, fitting: Option<&SegmentQuery>) -> bool {
        self.entry.has_game(game) && fitting.is_none_or(|fitting| fitting.matches(game))
    }

    /// Whether a game counts that was played: an analysis that was kept is none.
    fn counts_as_played(&self, game: usize, fitting: Option<&SegmentQuery>) -> bool {
        self.counts(game, fitting) && !self.segment.game(game).is_analysis()
    }
}

impl GameDatabase {
    /// The database of a library, with as much of the index as is there.
    ///
    /// # Errors
    /// When there is an index that cannot be read.
    pub fn open(library: &Library) -> Result<Self, DatabaseError> {
        let games = library.folder().to_owned();
        let folder = games.join(FOLDER_NAME);
        let catalog = Catalog::read(&folder)?;
        Ok(Self { games, folder, catalog, sizes: SegmentSizes::DEFAULT, cached: Mutex::default() })
    }

    /// Brings the index up to date with the files. A canceled update goes on another time where it ended.
    ///
    /// # Errors
    /// When the index cannot be written, or the folder of the library cannot be read, and [`DatabaseError::Canceled`].
    pub fn update(&mut self, on_progress: DatabaseProgress<'_>) -> Result<DatabaseUpdate, DatabaseError> {
        let files = pgn_files(&self.games).map_err(file_error(&self.games))?;
        let Self { folder, catalog, sizes, .. } = self;
        let updated = IndexUpdate { folder, catalog, sizes: *sizes }.run(&files, on_progress);
        let known: HashSet<&str> =
            self.catalog.entries().iter().map(|entry| entry.segment.as_str()).collect();
        let cached = self.cached.get_mut().unwrap_or_else(PoisonError::into_inner);
        if cached.segments.keys().any(|name| !known.contains(name.as_str())) {
            *cached = SegmentCache::default();
        }
        updated
    }

    /// Number of games in the index.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.catalog.game_count()
    }

    /// The opening tree of a position, over the games that were played and fit a query.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn opening_tree(
        &self,
        position: &Position,
        query: &GameQuery,
        stop: &StopToken,
    ) -> Result<OpeningTree, DatabaseError> {
        let counter = OpeningTreeCounter::new(position);
        let parts = self.on_each_segment(stop, |live| {
            let fitting = live.fitting(query);
            counter.count(&live.segment, |game| live.counts_as_played(game, fitting.as_ref()))
        })?;
        let mut all = CountedMoves::default();
        for part in &parts {
            all.merge(part);
        }
        Ok(counter.tree(&all))
    }

    /// The games that a search finds: how many, and the first of them.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn find(&self, search: GameSearch<'_>, stop: &StopToken) -> Result<FoundGames, DatabaseError> {
        let mut first = Vec::new();
        let count = self.each_found(search, stop, |game| {
            first.push(game);
            true
        })?;
        Ok(FoundGames { count, first })
    }

    /// Calls a function with the games that a search finds, one after the other, until it returns false: how many there are.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`]: before the first of them.
    pub fn each_found(
        &self,
        search: GameSearch<'_>,
        stop: &StopToken,
        mut visit: impl FnMut(FoundGame) -> bool,
    ) -> Result<usize, DatabaseError> {
        let parts = self.matches(search.query, search.position, stop)?;
        let segments: Vec<&Segment> = parts.iter().map(|(segment, _)| &**segment).collect();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let games = parts.iter().enumerate().flat_map(|(segment, (_, found))| {
            found.iter().map(move |&(game, _)| SegmentGame { segment: number(segment), game: number(game) })
        });
        let mut games: Vec<SegmentGame> = games.collect();
        if let Some(sort) = search.sort {
            games = sort.sorted(&segments, &games);
        }
        for found in games.iter().take(search.limit) {
            let (segment, game) = (found.segment as usize, found.game as usize);
            let file = self.games.join(self.catalog.entries()[segment].file_of(game));
            let matches = &parts[segment].1;
            let at = matches.partition_point(|&(other, _)| other < game);
            if !visit(FoundGame::of(file, segments[segment].game(game), matches[at].1)) {
                break;
            }
        }
        Ok(games.len())
    }

    /// Where the games stand that were played, fit a query and reach a position.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn places(
        &self,
        query: &GameQuery,
        position: &Position,
        stop: &StopToken,
    ) -> Result<GamePlaces, DatabaseError> {
        let parts = self.matches(query, Some(position), stop)?;
        let mut places = GamePlaces::new();
        for (entry, (segment, found)) in self.catalog.entries().iter().zip(&parts) {
            for games in found.chunk_by(|&(a, _), &(b, _)| entry.file_of(a) == entry.file_of(b)) {
                let file = self.games.join(entry.file_of(games[0].0));
                let offsets = games.iter().map(|&(game, _)| segment.game(game).offset());
                places.entry(file).or_default().extend(offsets);
            }
        }
        Ok(places)
    }

    /// The games of each segment that fit a query and reach a position, if there is one, and after how many half-moves.
    fn matches(
        &self,
        query: &GameQuery,
        position: Option<&Position>,
        stop: &StopToken,
    ) -> Result<Vec<SegmentMatches>, DatabaseError> {
        let position = position.map(PositionQuery::new);
        self.on_each_segment(stop, |live| {
            let fitting = live.fitting(query);
            let mut found: Vec<(usize, Option<u32>)> = Vec::new();
            match &position {
                Some(position) => position.each_match(&live.segment, |place| {
                    let is_known = found.last().is_some_and(|&(game, _)| game == place.game);
                    if !is_known && live.counts_as_played(place.game, fitting.as_ref()) {
                        found.push((place.game, Some(place.ply)));
                    }
                }),
                None => found.extend(
                    (0..live.segment.len())
                        .filter(|&game| live.counts(game, fitting.as_ref()))
                        .map(|game| (game, fitting.as_ref().and_then(|fitting| fitting.ply(game)))),
                ),
            }
            (Arc::clone(&live.segment), found)
        })
    }

    /// Does a piece of work on each segment, on all cores: the results in the order of the segments.
    fn on_each_segment<T: Send>(
        &self,
        stop: &StopToken,
        work: impl Fn(&LiveSegment<'_>) -> T + Sync,
    ) -> Result<Vec<T>, DatabaseError> {
        let entries = self.catalog.entries();
        let jobs = entries.iter().enumerate().take_while(|_| !stop.is_stopped());
        let threads = if entries.len() > 1 { core_count().min(entries.len()) } else { 0 };
        let on_segment = |(): &mut (), (number, entry), report: &mut dyn FnMut(_)| {
            let segment = self.segment(entry);
            report((number, segment.map(|segment| work(&LiveSegment { entry, segment }))));
        };
        let mut results: Vec<Option<T>> = entries.iter().map(|_| None).collect();
        let mut failure = None;
        let on_report = |(number, result): (usize, Result<T, DatabaseError>)| {
            match result {
                Ok(result) => results[number] = Some(result),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        };
        work_through(jobs, threads, || ThreadBuilder::new("database"), || (), on_segment, on_report);
        let is_done = results.iter().all(Option::is_some);
        match failure {
            Some(error) => Err(error),
            None if is_done => Ok(results.into_iter().flatten().collect()),
            None => Err(DatabaseError::Canceled),
        }
    }

    /// A segment, from memory or from its file.
    fn segment(&self, entry: &CatalogEntry) -> Result<Arc<Segment>, DatabaseError> {
        let cached = || self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(segment) = cached().segments.get(&entry.segment) {
            return Ok(Arc::clone(segment));
        }
        let file = self.folder.join(&entry.segment);
        let damaged = |reason: String| {
            // What is not there is indexed again.
            let _ = disk::remove(&file);
            DatabaseError::Damaged { file: file.clone(), reason }
        };
        let bytes = disk::read(&file, SizeLimit::Segment)
            .map_err(|error| damaged(io_error::describe_io_error(&error)))?;
        let segment = Segment::from_bytes(&bytes).map_err(|error| damaged(error.to_string()))?;
        if segment.len() < entry.end() {
            return Err(damaged("it has fewer games than it should have".to_owned()));
        }
        let segment = Arc::new(segment);
        let mut cache = cached();
        let length = bytes.len() as u64;
        if cache.bytes + length <= MAX_CACHED_BYTES {
            let before = cache.segments.insert(entry.segment.clone(), Arc::clone(&segment));
            cache.bytes += if before.is_none() { length } else { 0 };
        }
        Ok(segment)
    }
}

impl FoundGame {
    /// The bytes of its text.
    ///
    /// # Errors
    /// When its file cannot be read, or has changed.
    pub fn read(&self) -> Result<Vec<u8>, LibraryError> {
        read_place(&self.file, self.offset, self.length.into())
    }

    fn of(file: PathBuf, game: IndexedGame<'_>, ply: Option<u32>) -> Self {
        Self {
            file,
            offset: game.offset(),
            length: game.length(),
            white: game.white().to_owned(),
            black: game.black().to_owned(),
            white_elo: game.elo(Color::White),
            black_elo: game.elo(Color::Black),
            result: game.result(),
            date: game.date(),
            event: game.event().to_owned(),
            site: game.site().to_owned(),
            round: game.round().to_owned(),
            eco: game.eco(),
            plies: game.plies(),
            ply,
            is_analysis: game.is_analysis(),
        }
    }
}

#[cfg(test)]
mod tests;
