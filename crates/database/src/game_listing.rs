//! Lists of games: those that a search finds, in an order. A row is made when it is shown.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use chess::thread::{core_count, run_in_parallel};
use game::game_list::{FileGameSet, GameSet};
use game::player_match::WrittenName;
use game::{GameListEntry, GameLocation, GameQuery};

use crate::game_headers::{GameHeaders, IndexedGame};
use crate::game_sort::{GameSort, SegmentGame, SortColumn, TextRanks};
use crate::header_builder::{HeaderBuilder, IndexedHeader};
use crate::list_extent::ListExtent;
use crate::segment_query::SegmentQuery;

/// The least number of segments for which a thread is worth starting.
const MIN_SHARE: usize = 4;

/// What a list is of.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ListQuestion {
    /// What is said of the games.
    pub query: GameQuery,
    /// Sets that the games are in; none where all are listed.
    pub sets: Vec<Arc<GameSet>>,
    /// The order; None for the default one of these games.
    pub sort: Option<GameSort>,
}

/// The games of a segment that are of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileGames {
    /// The number of the segment.
    pub segment: u32,
    /// The games, by their numbers in the segment.
    pub games: Range<usize>,
    /// The PGN file.
    pub file: PathBuf,
    /// The modification time of the file in Unix seconds.
    pub modified: u64,
}

impl FileGames {
    /// A game of it, by its number in the segment.
    fn game(&self, number: usize) -> SegmentGame {
        SegmentGame { segment: self.segment, game: u32::try_from(number).unwrap_or(u32::MAX) }
    }
}

/// All games that a list may show, by their headers.
#[derive(Default, Debug)]
pub struct ListedGames {
    headers: Vec<Arc<GameHeaders>>,
    /// The games of each file: the files that were changed last come first.
    files: Vec<FileGames>,
    /// The parts of each segment by their first games, as numbers of `files`.
    by_segment: Vec<Vec<usize>>,
    /// Entries that say which files cannot be read, and why.
    unreadable: Vec<GameListEntry>,
    count: usize,
    extent: OnceLock<ListExtent>,
    /// The names of all players, once they were counted.
    players: OnceLock<Arc<[WrittenName]>>,
    default_order: DefaultOrder,
    /// All games in their default order, once a list was made.
    ordered: OnceLock<Arc<[SegmentGame]>>,
    /// The ranks of the texts of each column, once the games were sorted by it.
    ranks: [OnceLock<TextRanks>; SortColumn::ALL.len()],
}

/// The default order of a list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum DefaultOrder {
    /// That of the texts of the games.
    #[default]
    AsWritten,
    /// The newest first: by date, then by when their files were changed.
    NewestFirst,
}

/// A list of games.
#[derive(Clone, Default, Debug)]
pub struct GameListing {
    all: Arc<ListedGames>,
    games: Arc<[SegmentGame]>,
    /// Whether all games are listed, so that files that cannot be read come behind them.
    is_whole: bool,
}

impl ListedGames {
    /// The games of files in segments. `unreadable` says of which other files why they cannot be read.
    #[must_use]
    pub fn new(
        headers: Vec<Arc<GameHeaders>>,
        mut files: Vec<FileGames>,
        unreadable: Vec<GameListEntry>,
        default_order: DefaultOrder,
    ) -> Self {
        if default_order == DefaultOrder::NewestFirst {
            let first = |part: &FileGames| (part.segment, part.games.start);
            files.sort_by(|a, b| {
                let by_place = || a.file.cmp(&b.file).then_with(|| first(a).cmp(&first(b)));
                b.modified.cmp(&a.modified).then_with(by_place)
            });
        }
        let mut by_segment = vec![Vec::new(); headers.len()];
        for (number, part) in files.iter().enumerate() {
            by_segment[part.segment as usize].push(number);
        }
        for parts in &mut by_segment {
            parts.sort_by_key(|&part| files[part].games.start);
        }
        let count = files.iter().map(|part| part.games.len()).sum();
        Self { headers, files, by_segment, unreadable, count, default_order, ..Self::default() }
    }

    /// The games of entries, in their order.
    #[must_use]
    pub fn of_entries(entries: &[GameListEntry]) -> Self {
        let mut builder = HeaderBuilder::default();
        let mut files: Vec<FileGames> = Vec::new();
        for entry in entries {
            let at = &entry.location;
            let length = u32::try_from(at.length).unwrap_or(u32::MAX);
            let number = builder.len();
            builder.push((at.offset, length, at.digest), &IndexedHeader::of_entry(entry));
            match files.last_mut() {
                Some(part) if part.file == at.file && part.modified == entry.modified => {
                    part.games.end = number + 1;
                }
                _ => files.push(FileGames {
                    segment: 0,
                    games: number..number + 1,
                    file: at.file.clone(),
                    modified: entry.modified,
                }),
            }
        }
        Self::new(vec![Arc::new(builder.finish())], files, Vec::new(), DefaultOrder::AsWritten)
    }

    /// Number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there is neither a game nor a file that cannot be read.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0 && self.unreadable.is_empty()
    }

    /// What the columns of a list need to know of all games.
    #[must_use]
    pub fn extent(&self) -> ListExtent {
        *self.extent.get_or_init(|| ListExtent::of(self.games().map(|(_, game)| game)))
    }

    /// Number of games that fit a query, by what their headers say.
    #[must_use]
    pub fn count(&self, query: &GameQuery) -> usize {
        let fitting = self.fitting(query);
        let games = self.files.iter().map(|part| match &fitting[part.segment as usize] {
            Some(fitting) => part.games.clone().filter(|&game| fitting.matches(game)).count(),
            None => part.games.len(),
        });
        games.sum()
    }

    /// Number of games of a file.
    #[must_use]
    pub fn count_in_file(&self, file: &Path) -> usize {
        self.files.iter().filter(|part| part.file == file).map(|part| part.games.len()).sum()
    }

    /// All games, in no order.
    pub fn entries(&self) -> impl Iterator<Item = GameListEntry> {
        self.games().filter_map(|(at, _)| self.entry(at))
    }

    /// The games of each segment that fit a query, by what their headers say; None for all of them.
    fn fitting(&self, query: &GameQuery) -> Vec<Option<SegmentQuery>> {
        if query.is_any() {
            return self.headers.iter().map(|_| None).collect();
        }
        let of_segment = |(headers, parts): (&Arc<GameHeaders>, &Vec<usize>)| {
            let file_of = |game: usize| {
                let part = self.part_with(parts, game).map(|part| &self.files[part]);
                part.and_then(|part| part.file.file_name()?.to_str()).unwrap_or_default()
            };
            Some(SegmentQuery::of_headers(query, headers, file_of))
        };
        let segments: Vec<_> = self.headers.iter().zip(&self.by_segment).collect();
        let share = segments.len().div_ceil(core_count()).max(MIN_SHARE);
        let shares = segments.chunks(share);
        let work = shares.map(|share| || share.iter().copied().map(of_segment).collect::<Vec<_>>());
        run_in_parallel(work).into_iter().flatten().collect()
    }

    /// The checksum of the text of each game.
    pub fn digests(&self) -> impl Iterator<Item = (u64, SegmentGame)> {
        self.games().map(|(at, game)| (game.digest(), at))
    }

    /// The names of all players as they are written, that with the most games first, then by name. Analyses that were kept are no
    /// games.
    #[must_use]
    pub fn players(&self) -> Arc<[WrittenName]> {
        Arc::clone(self.players.get_or_init(|| self.count_players().into()))
    }

    fn count_players(&self) -> Vec<WrittenName> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for (headers, parts) in self.headers.iter().zip(&self.by_segment) {
            // Most names are in many games of a segment: they are counted by their numbers there.
            let mut in_segment: Vec<usize> = vec![0; headers.names.len()];
            let games = parts.iter().flat_map(|&part| self.files[part].games.clone());
            for game in games.filter(|&game| !headers.game(game).is_analysis()) {
                let (white, black) = (headers.white[game], headers.black[game]);
                in_segment[white as usize] += 1;
                in_segment[black as usize] += usize::from(black != white);
            }
            for (name, count) in headers.names.iter().zip(in_segment).filter(|&(_, count)| count > 0) {
                *counts.entry(name).or_default() += count;
            }
        }
        let known = counts.into_iter().filter(|(name, _)| !matches!(name.trim(), "" | "?"));
        let mut players: Vec<WrittenName> =
            known.map(|(name, games)| WrittenName { name: name.to_owned(), games }).collect();
        players.sort_unstable_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
        players
    }

    /// The fingerprint of each game.
    pub fn fingerprints(&self) -> impl Iterator<Item = (u64, SegmentGame)> {
        self.games().map(|(at, game)| (game.fingerprint(), at))
    }

    /// Each game, by files.
    fn games(&self) -> impl Iterator<Item = (SegmentGame, IndexedGame<'_>)> {
        self.files.iter().flat_map(|part| {
            let headers = &self.headers[part.segment as usize];
            part.games.clone().map(|game| (part.game(game), headers.game(game)))
        })
    }

    /// All games in their default order.
    fn in_default_order(&self) -> Arc<[SegmentGame]> {
        let order = || {
            let games: Vec<SegmentGame> = self.games().map(|(at, _)| at).collect();
            match self.default_order {
                DefaultOrder::AsWritten => games.into(),
                DefaultOrder::NewestFirst => {
                    let newest_first = GameSort { column: SortColumn::Date, is_descending: true };
                    self.sorted(newest_first, &games).into()
                }
            }
        };
        Arc::clone(self.ordered.get_or_init(order))
    }

    fn sorted(&self, sort: GameSort, games: &[SegmentGame]) -> Vec<SegmentGame> {
        let headers: Vec<&GameHeaders> = self.headers.iter().map(|headers| &**headers).collect();
        let ranks = SortColumn::ALL.iter().zip(&self.ranks).find(|(column, _)| **column == sort.column);
        let new = || TextRanks::of(sort.column, &headers);
        match ranks {
            Some((_, ranks)) => sort.sorted_by_ranks(&headers, ranks.get_or_init(new), games),
            None => sort.sorted(&headers, games),
        }
    }

    /// The number of the part of a file that a game is of, if it counts.
    fn part_of(&self, at: SegmentGame) -> Option<usize> {
        self.part_with(self.by_segment.get(at.segment as usize)?, at.game as usize)
    }

    /// The number of the part, among those of a segment, that has a game.
    fn part_with(&self, parts: &[usize], game: usize) -> Option<usize> {
        let after = parts.partition_point(|&part| self.files[part].games.start <= game);
        let part = *parts.get(after.checked_sub(1)?)?;
        self.files[part].games.contains(&game).then_some(part)
    }

    /// The entry of a game in a list. None where it does not count.
    #[must_use]
    pub fn entry(&self, at: SegmentGame) -> Option<GameListEntry> {
        let part = &self.files[self.part_of(at)?];
        let game = self.headers.get(at.segment as usize)?.game(at.game as usize);
        Some(game.list_entry(part.file.clone(), part.modified))
    }
}

impl GameListing {
    /// The games that a question is about.
    #[must_use]
    pub fn new(all: &Arc<ListedGames>, question: &ListQuestion) -> Self {
        let is_whole = question.sets.is_empty() && question.query.is_any();
        let mut games = all.in_default_order();
        if !is_whole {
            let fitting = all.fitting(&question.query);
            let in_file =
                |part: &FileGames| question.sets.iter().map(|set| set.in_file(&part.file)).collect();
            let sets: Vec<Vec<FileGameSet<'_>>> = all.files.iter().map(in_file).collect();
            let is_in_sets = |at: SegmentGame| {
                let game = all.headers[at.segment as usize].game(at.game as usize);
                let sets = all.part_of(at).map(|part| &sets[part]);
                sets.is_some_and(|sets| sets.iter().all(|set| set.contains(game.offset(), game.digest())))
            };
            let is_listed = |at: &&SegmentGame| {
                let fitting = fitting[at.segment as usize].as_ref();
                fitting.is_none_or(|fitting| fitting.matches(at.game as usize))
                    && (question.sets.is_empty() || is_in_sets(**at))
            };
            games = games.iter().filter(is_listed).copied().collect();
        }
        if let Some(sort) = question.sort {
            games = all.sorted(sort, &games).into();
        }
        Self { all: Arc::clone(all), games, is_whole }
    }

    /// All games that it may show.
    #[must_use]
    pub const fn all(&self) -> &Arc<ListedGames> {
        &self.all
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len() + if self.is_whole { self.all.unreadable.len() } else { 0 }
    }

    /// Whether it has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row, from 0.
    #[must_use]
    pub fn entry(&self, row: usize) -> Option<GameListEntry> {
        match self.games.get(row) {
            Some(&at) => self.all.entry(at),
            None if self.is_whole => self.all.unreadable.get(row - self.games.len()).cloned(),
            None => None,
        }
    }

    /// The rows in their order.
    pub fn entries(&self) -> impl Iterator<Item = GameListEntry> {
        (0..self.len()).filter_map(|row| self.entry(row))
    }

    /// The checksums of the texts of the games.
    pub fn digests(&self) -> impl Iterator<Item = u64> {
        self.games.iter().map(|at| self.all.headers[at.segment as usize].game(at.game as usize).digest())
    }

    /// The first row of a file.
    #[must_use]
    pub fn first_row_of(&self, file: &Path) -> Option<usize> {
        let is_of_file: Vec<bool> = self.all.files.iter().map(|part| part.file == file).collect();
        self.games.iter().position(|&at| self.all.part_of(at).is_some_and(|part| is_of_file[part]))
    }

    /// The row of the game that begins at an offset of a file.
    #[must_use]
    pub fn row_at(&self, file: &Path, offset: u64) -> Option<usize> {
        self.games.iter().position(|&at| {
            let game = self.all.headers[at.segment as usize].game(at.game as usize);
            let is_of_file = || self.all.part_of(at).is_some_and(|part| self.all.files[part].file == file);
            game.offset() == offset && is_of_file()
        })
    }

    /// The row of the game at a place with the same text.
    #[must_use]
    pub fn row_of(&self, place: &GameLocation) -> Option<usize> {
        self.games.iter().zip(0..).find_map(|(&at, row)| {
            let game = self.all.headers[at.segment as usize].game(at.game as usize);
            // Of most games the offset is another one already.
            let may_be = (game.offset(), game.digest()) == (place.offset, place.digest);
            (may_be && self.all.entry(at)?.location == *place).then_some(row)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::segment_of;

    fn listed() -> Arc<ListedGames> {
        let game = |white: &str, date: &str| format!("[White \"{white}\"]\n[Date \"{date}\"]\n\n1. e4 *\n\n");
        let club = game("Ann", "2024.05.01") + &game("Bob", "2023.??.??") + &game("Cem", "????.??.??");
        let own = game("Dan", "2024.05.01") + &game("Eve", "2025.01.02");
        let headers = [segment_of(&club), segment_of(&own)].map(|segment| Arc::clone(segment.headers()));
        let part = |segment, games, file: &str, modified| FileGames {
            segment,
            games,
            file: PathBuf::from(file),
            modified,
        };
        // The second game of the second segment does not count any more.
        let files = vec![part(0, 0..1, "a.pgn", 5), part(0, 1..3, "b.pgn", 9), part(1, 0..1, "c.pgn", 7)];
        let unreadable = vec![GameListEntry::unreadable("d.pgn".into(), "no", 0)];
        Arc::new(ListedGames::new(headers.to_vec(), files, unreadable, DefaultOrder::NewestFirst))
    }

    fn names(listing: &GameListing) -> String {
        listing.entries().map(|row| row.white).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn games_are_listed_the_newest_first_and_behind_them_what_cannot_be_read() {
        let all = listed();
        let listing = GameListing::new(&all, &ListQuestion::default());
        assert_eq!(names(&listing), "Dan Ann Bob Cem ?", "of games of one day that of the newer file");
        assert_eq!((all.len(), listing.len(), listing.is_empty()), (4, 5, false));
        let entry = listing.entry(2).expect("a row");
        assert_eq!((entry.location.file.as_path(), entry.modified), (PathBuf::from("b.pgn").as_path(), 9));
        assert_eq!(listing.entry(5), None);
        for row in 0..4 {
            let place = listing.entry(row).expect("a row").location;
            assert_eq!(listing.row_of(&place), Some(row));
            assert_eq!(listing.row_at(&place.file, place.offset), Some(row));
            assert_eq!(listing.row_of(&GameLocation { digest: place.digest ^ 1, ..place }), None);
        }
        let first = ["a.pgn", "b.pgn", "c.pgn", "d.pgn"].map(|file| listing.first_row_of(Path::new(file)));
        assert_eq!(first, [Some(1), Some(2), Some(0), None]);
        let extent = all.extent();
        assert_eq!((extent.is_dated, extent.is_rated, extent.longest_title), (true, false, 7));
    }

    #[test]
    fn players_are_counted_over_all_segments() {
        let names: Vec<String> = listed().players().iter().map(WrittenName::to_string).collect();
        // Eve's game does not count any more.
        assert_eq!(names, ["Ann (1 game)", "Bob (1 game)", "Cem (1 game)", "Dan (1 game)"]);
        let text = "[White \"Bob\"]\n[Black \"Ann\"]\n\n1. e4 *\n\n[White \"Ann\"]\n[Black \"?\"]\n\n1. d4 *\n\n\
                    [White \"Ann\"]\n[Black \"Ann\"]\n\n1. c4 *\n\n";
        let headers = Arc::clone(segment_of(text).headers());
        let part = |segment, games| FileGames { segment, games, file: PathBuf::from("a.pgn"), modified: 0 };
        let all = vec![part(0, 0..2), part(1, 0..3)];
        let all =
            ListedGames::new(vec![Arc::clone(&headers), headers], all, Vec::new(), DefaultOrder::AsWritten);
        let counted: Vec<String> = all.players().iter().map(WrittenName::to_string).collect();
        assert_eq!(counted, ["Ann (5 games)", "Bob (2 games)"]);
    }

    #[test]
    fn entries_are_listed_as_they_are() {
        let entries: Vec<GameListEntry> = listed().entries().collect();
        let again = Arc::new(ListedGames::of_entries(&entries));
        assert!(GameListing::new(&again, &ListQuestion::default()).entries().eq(entries));
        let sort = Some(GameSort { column: SortColumn::White, is_descending: false });
        let by_name = GameListing::new(&again, &ListQuestion { sort, ..ListQuestion::default() });
        assert_eq!(names(&by_name), "Ann Bob Cem Dan");
    }

    #[test]
    fn a_search_and_a_set_leave_games_out() {
        let all = listed();
        let list = |query: &str, set: Option<GameSet>, sort: Option<GameSort>| {
            let query = GameQuery::new(query, &["Ann".to_owned()]);
            names(&GameListing::new(
                &all,
                &ListQuestion { query, sets: set.into_iter().map(Arc::new).collect(), sort },
            ))
        };
        assert_eq!(list("date:2024", None, None), "Dan Ann");
        assert_eq!(list("file:b", None, None), "Bob Cem");
        assert_eq!(list("nobody", None, None), "");
        assert_eq!(list("wite:ann", None, None), "", "a search that has a problem");
        let sort = Some(GameSort { column: SortColumn::White, is_descending: true });
        assert_eq!(list("-ann", None, sort), "Dan Cem Bob");
        let place = all.entries().find(|row| row.white == "Cem").expect("a game").location;
        let by_text = GameSet::ByText([place.digest].into());
        let by_place = GameSet::ByPlace([(place.file, [place.offset].into())].into());
        for set in [by_text, by_place] {
            assert_eq!(list("", Some(set.clone()), None), "Cem");
            assert_eq!(list("ann", Some(set), None), "");
        }
        assert_eq!(all.count(&GameQuery::new("is:mine", &["Ann".to_owned()])), 1);
        assert_eq!(all.count(&GameQuery::default()), 4);
    }
}
