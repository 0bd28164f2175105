//! The games of an index as they were when it was brought up to date. Any number of threads may ask for them, while the index
//! goes on.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use chess::thread::{ThreadBuilder, core_count, work_through};
use chess::{Position, StopToken};
use database::game_sort::{GameSort, SegmentGame};
use database::opening_tree::CountedMoves;
use database::{
    CountedReplies, DefaultOrder, FileGames, GameHeaders, ListedGames, OpeningTree, OpeningTreeCounter,
    PositionQuery, RepertoireReplay, Segment, SegmentQuery,
};
use game::game_list::GamePlaces;
use game::repertoire::ReplyCounts;
use game::{GameListEntry, GameQuery, Repertoire};

use super::catalog::CatalogEntry;
use super::error::DatabaseError;
use super::found_game::{FoundGame, FoundGames, GameDeparture};
use super::segment_store::SegmentStore;

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

/// The games of an index.
#[derive(Default, Debug)]
pub struct GameCollection {
    /// The folder of the PGN files.
    folder: PathBuf,
    /// The PGN files by the names that the catalog has for them.
    files: BTreeMap<String, PathBuf>,
    /// The files that cannot be read, with the reasons.
    unreadable: Vec<(PathBuf, String)>,
    entries: Vec<CatalogEntry>,
    store: Arc<SegmentStore>,
    listed: OnceLock<Arc<ListedGames>>,
    default_order: DefaultOrder,
}

/// The games of a segment that were found, by their numbers, and after how many half-moves a position that was looked for.
type SegmentMatches = (Arc<GameHeaders>, Vec<(usize, Option<u32>)>);

/// The headers of a segment with the games of it that count: the others are of files that have changed or are gone.
struct LiveGames<'c> {
    entry: &'c CatalogEntry,
    headers: Arc<GameHeaders>,
    /// The segment, where moves are needed.
    segment: Option<&'c Segment>,
}

impl LiveGames<'_> {
    /// The games that fit a query; None where all do.
    fn fitting(&self, query: &GameQuery) -> Option<SegmentQuery> {
        let file_of = |game: usize| self.entry.file_of(game);
        (!query.is_any()).then(|| match self.segment {
            Some(segment) => SegmentQuery::compile(query, segment, file_of),
            None => SegmentQuery::of_headers(query, &self.headers, file_of),
        })
    }

    /// Whether a game counts.
    fn counts(&self, game: usize, fitting: Option<&SegmentQuery>) -> bool {
        self.entry.has_game(game) && fitting.is_none_or(|fitting| fitting.matches(game))
    }

    /// Whether a game counts that was played: an analysis that was kept is none.
    fn counts_as_played(&self, game: usize, fitting: Option<&SegmentQuery>) -> bool {
        self.counts(game, fitting) && !self.headers.game(game).is_analysis()
    }
}

impl GameCollection {
    /// The games of segments.
    pub(super) fn new(folder: PathBuf, entries: Vec<CatalogEntry>, store: Arc<SegmentStore>) -> Self {
        let (files, unreadable) = (BTreeMap::new(), Vec::new());
        Self {
            folder,
            files,
            unreadable,
            entries,
            store,
            listed: OnceLock::new(),
            default_order: DefaultOrder::NewestFirst,
        }
    }

    /// The same with the PGN files, and those that cannot be read.
    pub(super) fn with_files(
        self,
        files: BTreeMap<String, PathBuf>,
        unreadable: Vec<(PathBuf, String)>,
    ) -> Self {
        Self { files, unreadable, ..self }
    }

    /// The same with another default order of its lists.
    pub(super) fn in_order(self, default_order: DefaultOrder) -> Self {
        Self { default_order, ..self }
    }

    /// Number of games.
    #[must_use]
    pub fn game_count(&self) -> usize {
        self.entries.iter().map(CatalogEntry::live_games).sum()
    }

    /// Whether it has the same games as another collection of the same index.
    pub(super) fn has_games_of(&self, other: &Self) -> bool {
        (&self.entries, &self.files, &self.unreadable) == (&other.entries, &other.files, &other.unreadable)
    }

    /// Frees the memory of the moves that were read. The next question reads them again.
    pub fn forget_moves(&self) {
        self.store.forget_moves();
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
        let parts = self.on_each_segment(stop, |entry, segment| {
            let live = LiveGames { entry, headers: Arc::clone(segment.headers()), segment: Some(segment) };
            let fitting = live.fitting(query);
            counter.count(segment, |game| live.counts_as_played(game, fitting.as_ref()))
        })?;
        let mut all = CountedMoves::default();
        for part in &parts {
            all.merge(part);
        }
        Ok(counter.tree(&all))
    }

    /// How often opponents played their replies in the positions of a repertoire, over the games that were played and fit a
    /// query.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn reply_counts(
        &self,
        repertoire: &Arc<Repertoire>,
        query: &GameQuery,
        stop: &StopToken,
    ) -> Result<ReplyCounts, DatabaseError> {
        let replay = RepertoireReplay::new(Arc::clone(repertoire));
        let parts = self.on_each_segment(stop, |entry, segment| {
            let live = LiveGames { entry, headers: Arc::clone(segment.headers()), segment: Some(segment) };
            let fitting = live.fitting(query);
            replay.count_replies(segment, |game| live.counts_as_played(game, fitting.as_ref()))
        })?;
        let mut all = CountedReplies::default();
        for part in &parts {
            all.merge(part);
        }
        Ok(replay.replies(&all))
    }

    /// Where games left a repertoire, for those that were played, fit a query and were in it, the latest first.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn departures(
        &self,
        repertoire: &Arc<Repertoire>,
        query: &GameQuery,
        stop: &StopToken,
    ) -> Result<Vec<GameDeparture>, DatabaseError> {
        let replay = RepertoireReplay::new(Arc::clone(repertoire));
        let parts = self.on_each_segment(stop, |entry, segment| {
            let live = LiveGames { entry, headers: Arc::clone(segment.headers()), segment: Some(segment) };
            let fitting = live.fitting(query);
            let games = (0..segment.len()).filter(|&game| live.counts_as_played(game, fitting.as_ref()));
            let departure = |game: usize| {
                let departure = replay.departure(segment, game)?;
                let of = segment.game(game);
                let file = self.path_of(entry.file_of(game));
                Some(GameDeparture { game: FoundGame::of(file, of, None), departure, start: of.start() })
            };
            games.filter_map(departure).collect::<Vec<_>>()
        })?;
        let mut departures: Vec<GameDeparture> = parts.into_iter().flatten().collect();
        departures.sort_by(|one, other| other.game.date.cmp(&one.game.date));
        Ok(departures)
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
        let headers: Vec<&GameHeaders> = parts.iter().map(|(headers, _)| &**headers).collect();
        let games = (0..).zip(&parts).flat_map(|(segment, (_, found))| {
            found.iter().map(move |&(game, _)| segment_game(segment, game))
        });
        let mut games: Vec<SegmentGame> = games.collect();
        if let Some(sort) = search.sort {
            games = sort.sorted(&headers, &games);
        }
        for found in games.iter().take(search.limit) {
            let (segment, game) = (found.segment as usize, found.game as usize);
            let file = self.path_of(self.entries[segment].file_of(game));
            let matches = &parts[segment].1;
            let at = matches.partition_point(|&(other, _)| other < game);
            if !visit(FoundGame::of(file, headers[segment].game(game), matches[at].1)) {
                break;
            }
        }
        Ok(games.len())
    }

    /// Where the games stand that fit a query and reach a position, if there is one.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read, and [`DatabaseError::Canceled`].
    pub fn places(
        &self,
        query: &GameQuery,
        position: Option<&Position>,
        stop: &StopToken,
    ) -> Result<GamePlaces, DatabaseError> {
        let parts = self.matches(query, position, stop)?;
        let mut places = GamePlaces::new();
        for (entry, (headers, found)) in self.entries.iter().zip(&parts) {
            for games in found.chunk_by(|&(a, _), &(b, _)| entry.file_of(a) == entry.file_of(b)) {
                let file = self.path_of(entry.file_of(games[0].0));
                let offsets = games.iter().map(|&(game, _)| headers.game(game).offset());
                places.entry(file).or_default().extend(offsets);
            }
        }
        Ok(places)
    }

    /// The games for lists.
    ///
    /// # Errors
    /// When the index is damaged or cannot be read.
    pub fn listed(&self) -> Result<Arc<ListedGames>, DatabaseError> {
        if let Some(listed) = self.listed.get() {
            return Ok(Arc::clone(listed));
        }
        let headers = self.on_each_headers(&StopToken::never(), |live| Arc::clone(&live.headers))?;
        let parts = (0..)
            .zip(&self.entries)
            .flat_map(|(segment, entry)| entry.parts.iter().map(move |part| (segment, part)));
        let files = parts.map(|(segment, part)| FileGames {
            segment,
            games: part.game_range(),
            file: self.path_of(&part.file),
            modified: part.modified_seconds(),
        });
        let unreadable =
            self.unreadable.iter().map(|(file, reason)| GameListEntry::unreadable(file.clone(), reason, 0));
        let listed = ListedGames::new(headers, files.collect(), unreadable.collect(), self.default_order);
        Ok(Arc::clone(self.listed.get_or_init(|| Arc::new(listed))))
    }

    /// The path of a PGN file.
    fn path_of(&self, name: &str) -> PathBuf {
        self.files.get(name).cloned().unwrap_or_else(|| self.folder.join(name))
    }

    /// The games of each segment that fit a query and reach a position, if there is one, and after how many half-moves.
    fn matches(
        &self,
        query: &GameQuery,
        position: Option<&Position>,
        stop: &StopToken,
    ) -> Result<Vec<SegmentMatches>, DatabaseError> {
        let Some(position) = position.map(PositionQuery::new) else {
            let matches = |live: &LiveGames<'_>| {
                let fitting = live.fitting(query);
                let games = (0..live.headers.len()).filter(|&game| live.counts(game, fitting.as_ref()));
                let ply = |game: usize| fitting.as_ref().and_then(|fitting| fitting.ply(game));
                (Arc::clone(&live.headers), games.map(|game| (game, ply(game))).collect())
            };
            if !query.needs_index() {
                return self.on_each_headers(stop, matches);
            }
            return self.on_each_segment(stop, |entry, segment| {
                let headers = Arc::clone(segment.headers());
                matches(&LiveGames { entry, headers, segment: Some(segment) })
            });
        };
        self.on_each_segment(stop, |entry, segment| {
            let live = LiveGames { entry, headers: Arc::clone(segment.headers()), segment: Some(segment) };
            let fitting = live.fitting(query);
            let mut found: Vec<(usize, Option<u32>)> = Vec::new();
            position.each_match(segment, |place| {
                let is_known = found.last().is_some_and(|&(game, _)| game == place.game);
                if !is_known && live.counts_as_played(place.game, fitting.as_ref()) {
                    found.push((place.game, Some(place.ply)));
                }
            });
            (live.headers, found)
        })
    }

    /// Does a piece of work on the headers of each segment: the results in the order of the segments.
    fn on_each_headers<T: Send>(
        &self,
        stop: &StopToken,
        work: impl Fn(&LiveGames<'_>) -> T + Sync,
    ) -> Result<Vec<T>, DatabaseError> {
        self.on_each_entry(stop, |entry| {
            let headers = self.store.headers(entry)?;
            Ok(work(&LiveGames { entry, headers, segment: None }))
        })
    }

    /// Does a piece of work on each segment: the results in the order of the segments.
    fn on_each_segment<T: Send>(
        &self,
        stop: &StopToken,
        work: impl Fn(&CatalogEntry, &Segment) -> T + Sync,
    ) -> Result<Vec<T>, DatabaseError> {
        self.on_each_entry(stop, |entry| Ok(work(entry, &*self.store.segment(entry)?)))
    }

    /// Does a piece of work for each segment, on all cores: the results in their order.
    fn on_each_entry<T: Send>(
        &self,
        stop: &StopToken,
        work: impl Fn(&CatalogEntry) -> Result<T, DatabaseError> + Sync,
    ) -> Result<Vec<T>, DatabaseError> {
        let entries = &self.entries;
        let jobs = entries.iter().enumerate().take_while(|_| !stop.is_stopped());
        let threads = if entries.len() > 1 { core_count().min(entries.len()) } else { 0 };
        let on_entry =
            |(): &mut (), (number, entry), report: &mut dyn FnMut(_)| report((number, work(entry)));
        let mut results: Vec<Option<T>> = entries.iter().map(|_| None).collect();
        let mut failure = None;
        let on_report = |(number, result): (usize, Result<T, DatabaseError>)| {
            match result {
                Ok(result) => results[number] = Some(result),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        };
        work_through(jobs, threads, || ThreadBuilder::new("database"), || (), on_entry, on_report);
        let is_done = results.iter().all(Option::is_some);
        match failure {
            Some(error) => Err(error),
            None if is_done => Ok(results.into_iter().flatten().collect()),
            None => Err(DatabaseError::Canceled),
        }
    }
}

/// A game by the number of its segment and its own.
fn segment_game(segment: u32, game: usize) -> SegmentGame {
    SegmentGame { segment, game: u32::try_from(game).unwrap_or(u32::MAX) }
}
