//! State of the game library: the user's own games, those of a file, or those of a pasted text.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use tui_input::Input;

use crate::chess::{Position, PositionAnalysis};
use crate::config::{GameColumn, GameColumns};
use crate::database::{GameListing, GameSort, ListQuestion, ListedGames, PatternSearch, SortColumn};
use crate::game::game_list::{GamePlaces, GameSet, ImportedGames};
use crate::game::game_query::QueryNames;
use crate::game::game_query::term::GameTerm;
use crate::game::pgn::{self, PgnError, PgnGame, PgnHeader, UnplayableGame};
use crate::game::text_comparison::ComparedText;
use crate::game::{
    GameId, GameLabels, GameListEntry, GameLocation, GameQuery, GameResumable, PositionText, SavedSearches,
    TrashedGame, TreeCursor,
};
use crate::practice::MistakeDeck;
use crate::practice::puzzle::PuzzleSet;
use crate::practice::review::{KeptReview, ReviewSummary};
use crate::tui::model::explorer::ListedSearch;
use crate::tui::model::{
    KnownReviews, RepertoireEvent, SideAccuracies, StatisticsResult, StatisticsState, WriteObstacle,
};

/// The game of the Play tab, as the list marks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOnBoard {
    /// Its identity, which names its file.
    pub id: GameId,
    /// Whether it is not over yet.
    pub is_running: bool,
}

/// The state of the game library, and the selected row.
#[derive(Clone, Debug, Default)]
pub struct GamesState {
    /// The game of the Play tab, whose file the list marks. It is brought up to date after every message.
    pub on_board: Option<GameOnBoard>,
    /// Which page is shown.
    pub page: GamesPage,
    /// The statistics of the games of the user, or of another player.
    pub statistics: StatisticsState,
    /// The list as it was before the statistics were shown.
    pub list_before: Option<ListBefore>,
    /// The only games that are listed; None where all are.
    pub game_set: Option<GameSetFilter>,
    /// Whose games are shown.
    pub source: GameListSource,
    /// The saved searches.
    pub searches: Arc<SavedSearches>,
    /// The labels of the library's games.
    pub labels: Arc<GameLabels>,
    /// The reviews that are kept.
    pub reviews: KnownReviews,
    /// The game whose labels are being typed.
    pub labeled_game: Option<LabeledGame>,
    /// The rows, and the games that they are of.
    pub listing: GameListing,
    /// What the rows are of.
    pub listed_question: ListQuestion,
    /// Whether the rows are up to date with the disk.
    pub load_state: GameListLoadState,
    /// While they are being read: how much of the files has been read, in thousandths.
    pub progress: u16,
    /// Progress of a running import, from 0 to 1000.
    pub import_progress: Option<u16>,
    /// What is searched for.
    pub filter_input: Input,
    /// What is wrong with it.
    pub filter_problem: Option<String>,
    /// The search of positions in the index, if the filter asks for one.
    pub board_search: Option<BoardSearch>,
    /// The last search that came from the analysis board: from it one goes back there.
    pub search_of_board: Option<String>,
    /// Whether keys go to the filter.
    pub filter_focus: GameFilterFocus,
    /// By which column the rows are sorted.
    pub order: GameListOrder,
    /// The game that is chosen as soon as it is listed.
    pub awaited: Option<AwaitedGame>,
    /// The chosen row of the listing.
    pub chosen: usize,
    /// The chosen game, once it was read.
    pub preview: Option<GamePreview>,
    /// What was deleted since the program was started, the newest last.
    pub deleted: Vec<TrashedGame>,
}

/// A game that is about to be listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AwaitedGame {
    /// The first one of a file.
    FirstOf(PathBuf),
    /// The one that begins at an offset of a file.
    At(PathBuf, u64),
}

/// A game whose labels are being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabeledGame {
    /// Its place.
    pub place: GameLocation,
    /// The labels that it had when the typing began.
    pub labels: Vec<String>,
}

/// A page of the Games tab.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GamesPage {
    /// The list of games.
    #[default]
    List,
    /// The statistics of the games of the user, or of another player.
    Statistics,
}

/// A filter of the list: the games of one figure of the statistics, or those with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetFilter {
    /// Which games they are, in a few words.
    pub label: String,
    /// The games.
    pub games: Arc<GameSet>,
    /// The key of the position that they reach, at which they are opened; None for a figure of the statistics.
    pub position: Option<u64>,
}

/// A list of games, to come back to.
#[derive(Clone, Debug)]
pub struct ListBefore {
    /// What was searched for.
    pub filter_input: Input,
    /// The only games that were listed.
    pub game_set: Option<GameSetFilter>,
    /// The chosen game.
    pub chosen: Option<GameLocation>,
}

/// A search of the games whose positions match, in the index of the library.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSearch {
    /// What is searched for.
    pub query: GameQuery,
    /// The games, once they were found.
    pub matches: Option<Arc<GameSet>>,
}

/// Whose games are shown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum GameListSource {
    /// The user's own.
    #[default]
    Library,
    /// Those of a file.
    File(PathBuf),
    /// Those of a text that was pasted or came through a pipe.
    Text(Arc<str>),
}

impl GameListSource {
    /// The file whose games are shown.
    pub(crate) const fn file(&self) -> Option<&PathBuf> {
        match self {
            Self::File(file) => Some(file),
            Self::Library | Self::Text(_) => None,
        }
    }

    /// Whether there is an index of the positions of its games.
    const fn has_index(&self) -> bool {
        matches!(self, Self::Library | Self::File(_))
    }
}

/// Whether the rows are up to date with the disk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameListLoadState {
    /// Not read yet.
    #[default]
    NotLoaded,
    /// They are being read.
    Loading,
    /// They were read.
    Loaded,
}

/// Whether keys go to the filter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameFilterFocus {
    /// They do.
    Typing,
    /// They move through the list.
    #[default]
    Browsing,
}

/// By what the list is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameListOrder {
    /// The column.
    pub column: GameListColumn,
    /// Whether the order is reversed.
    pub reversed: bool,
}

/// A column of the list.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum GameListColumn {
    /// The order of the source: the user's own games the newest first.
    #[default]
    Date,
    /// White's name.
    White,
    /// Black's name.
    Black,
    /// White's rating, the highest first.
    WhiteElo,
    /// Black's rating.
    BlackElo,
    /// The event, where the list shows it.
    Event,
    /// The site, where the list shows it.
    Site,
    /// The opening, by its code.
    Opening,
    /// How it ended.
    Result,
    /// How many moves, the longest first.
    Moves,
}

impl GameListColumn {
    /// All of them, in the order in which the key goes through them.
    pub const ALL: [Self; 10] = [
        Self::Date,
        Self::White,
        Self::Black,
        Self::WhiteElo,
        Self::BlackElo,
        Self::Event,
        Self::Site,
        Self::Opening,
        Self::Result,
        Self::Moves,
    ];

    /// The column in words.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::White => "White",
            Self::Black => "Black",
            Self::WhiteElo => "White's Elo",
            Self::BlackElo => "Black's Elo",
            Self::Event => "event",
            Self::Site => "site",
            Self::Opening => "opening",
            Self::Result => "result",
            Self::Moves => "moves",
        }
    }

    /// The next column to sort by in a list with these columns.
    pub(crate) fn next(self, shown: &GameColumns) -> Self {
        let is_sorted_by = |column: &Self| match column {
            Self::Event => shown.has(GameColumn::Event),
            Self::Site => shown.has(GameColumn::Site),
            _ => true,
        };
        let behind = Self::ALL.into_iter().skip_while(|&column| column != self).skip(1);
        behind.chain(Self::ALL).find(is_sorted_by).unwrap_or_default()
    }
}

impl GameListOrder {
    /// The order of the games; None for the usual one, the newest first.
    fn sort(self) -> Option<GameSort> {
        let (column, is_descending) = match self.column {
            GameListColumn::Date if !self.reversed => return None,
            GameListColumn::Date => (SortColumn::Date, true),
            GameListColumn::White => (SortColumn::White, false),
            GameListColumn::Black => (SortColumn::Black, false),
            GameListColumn::WhiteElo => (SortColumn::WhiteElo, true),
            GameListColumn::BlackElo => (SortColumn::BlackElo, true),
            GameListColumn::Event => (SortColumn::Event, false),
            GameListColumn::Site => (SortColumn::Site, false),
            GameListColumn::Opening => (SortColumn::Opening, false),
            GameListColumn::Result => (SortColumn::Result, false),
            GameListColumn::Moves => (SortColumn::Moves, true),
        };
        Some(GameSort { column, is_descending: is_descending != self.reversed })
    }
}

/// The preview of a game: a position of it and the header above its moves.
#[derive(Clone, Debug)]
pub struct GamePreview {
    /// The file and place of the game.
    pub place: GameLocation,
    /// Its moves, with the position that is shown as the current one: the last one, until the user steps through them.
    pub walk: TreeCursor,
    /// Its tags.
    pub header: PgnHeader,
    /// What could not be read.
    pub error: Option<PgnError>,
    /// Why it is kept as text, with its moves as they were written; the position means nothing then.
    pub text_only: Option<(UnplayableGame, String)>,
    /// The summaries of White and Black, if a review was kept.
    pub summaries: Option<[ReviewSummary; 2]>,
}

impl GamePreview {
    /// Whether its last position is shown.
    pub(crate) fn is_at_end(&self) -> bool {
        self.walk.tree().node(self.walk.node_id()).children().is_empty()
    }

    /// Whether it has moves to step through.
    pub(crate) fn has_moves(&self) -> bool {
        self.text_only.is_none() && self.walk.tree().has_moves()
    }
}

/// The purpose of reading a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameReadPurpose {
    /// To be shown beside the list.
    Preview,
    /// To be analyzed.
    Open,
    /// To be reviewed.
    Review,
    /// To be played on.
    Resume,
    /// To be copied to the clipboard.
    Copy,
    /// To have its moves guessed.
    Guess,
}

impl GameReadPurpose {
    /// Whether the game comes to a board.
    pub(crate) const fn opens_board(self) -> bool {
        matches!(self, Self::Open | Self::Review | Self::Guess)
    }
}

/// Whether the user has agreed to what is lost or created besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportConsent {
    /// A file may be replaced, a folder may be created.
    Given,
    /// Only a new file in an existing folder.
    NotGiven,
}

/// A game as it was read from its text.
#[derive(Clone, Debug)]
pub struct PastedGame {
    /// The game, as far as it could be read.
    pub parsed: pgn::PgnReadResult,
    /// The line of an illegal position, where the text is a position only.
    pub illegal_position_line: Option<String>,
    /// The review that was kept of it, if any.
    pub kept_review: Option<Box<KeptReview>>,
    /// The whole text of a game that is kept as text.
    pub whole_text: Option<String>,
    /// The line of its file or text on which it begins, from 1.
    pub first_line: usize,
}

impl PastedGame {
    /// Reads the text of one game. Of a very long one this takes some tenths of a second.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let parsed = pgn::read(text, &Position::start());
        let is_faulty = parsed.fault.is_some() && parsed.game.tree.move_count() == 0;
        let is_position = |line: &&str| PositionText::from_line(line).is_some();
        let faulty = is_faulty && PositionText::from_text(text).is_some();
        let illegal_position_line =
            faulty.then(|| text.lines().find(is_position).unwrap_or_default().to_owned());
        let whole_text = parsed.unplayable.is_some().then(|| text.to_owned());
        Self { parsed, illegal_position_line, kept_review: None, whole_text, first_line: 1 }
    }
}

/// Results of the library worker.
#[derive(Clone, Debug)]
pub enum LibraryEvent {
    /// So much of the files was read, in thousandths.
    Progress(u16),
    /// Progress of an import, from 0 to 1000.
    ImportProgress(u16),
    /// These games are there.
    Listed(GameListSource, Arc<ListedGames>),
    /// A game that was read.
    GameRead(GameLocation, GameReadPurpose, Box<PastedGame>),
    /// Where the games of a list are whose positions match a search.
    BoardMatches(GameListSource, GameQuery, GamePlaces),
    /// A result of reading the statistics.
    Statistics(StatisticsResult),
    /// The labels of the library's games were read.
    LabelsRead(Arc<GameLabels>),
    /// The games whose review is kept, by their fingerprints.
    ReviewsListed(Arc<HashSet<u64>>),
    /// The review of the game with this fingerprint was kept.
    ReviewKept(u64),
    /// The accuracies of games by their fingerprints; None where there is no review after all.
    AccuraciesRead(Vec<(u64, Option<SideAccuracies>)>),
    /// The labels of a game have changed: all labels.
    Labeled(GameLocation, Arc<GameLabels>),
    /// The saved searches were read.
    SearchesRead(Arc<SavedSearches>),
    /// The saved searches have changed, and how: a sentence.
    SearchesChanged(Arc<SavedSearches>, String),
    /// A game was deleted.
    Deleted(TrashedGame),
    /// A deleted game was restored.
    Restored,
    /// The games with several texts, each with its texts.
    DuplicatesFound(Vec<Vec<GameListEntry>>),
    /// They cannot be looked for: a sentence.
    DuplicatesFailed(String),
    /// What the texts of a game say, or why they cannot be read: a sentence.
    TextsCompared(Vec<GameListEntry>, Result<Vec<ComparedText>, String>),
    /// A game has one text now, and so many lie in the trash; or why it was left as it is: a sentence.
    TextsMerged(Result<usize, String>),
    /// The games of a file were copied into the library.
    Imported(ImportedGames),
    /// The import failed: a sentence.
    ImportFailed(String),
    /// So many games were written to a file.
    Exported(usize, PathBuf),
    /// The file of a game that is played here was changed by another program: the game goes on in a file of
    /// its own.
    Renamed {
        /// The old identity of the game.
        from: GameId,
        /// The new one.
        to: GameId,
    },
    /// No file was written under this name: the user has to confirm first.
    NeedsConsent(PathBuf, WriteObstacle),
    /// A path, completed as far as it is unambiguous, and its completions.
    PathCompleted {
        /// What was typed.
        typed: String,
        /// What it becomes.
        completed: String,
        /// The names that it may go on with, where there are several.
        choices: Vec<String>,
    },
    /// The analysis was saved in the library, in this file.
    AnalysisSaved(PathBuf),
    /// Tags of the game at this place were changed.
    TagsEdited(GameLocation),
    /// The games of the library without a review.
    UnreviewedListed(Vec<GameListEntry>),
    /// The next game of the queue, None where there is nothing to review, and the review that was kept of it.
    UnreviewedRead(Option<Box<PgnGame>>, Option<Box<KeptReview>>),
    /// The library cannot be reviewed: a sentence.
    LibraryReviewFailed(String),
    /// What was found out about positions in earlier sessions.
    AnalysesRead(Vec<PositionAnalysis>),
    /// The mistake cards of earlier sessions.
    MistakeCardsRead(Box<MistakeDeck>),
    /// The imported sets of puzzles were read, but those files, each with the reason.
    PuzzleSetsRead(Vec<PuzzleSet>, Vec<String>),
    /// What has become of a request about the opening repertoires.
    Repertoire(RepertoireEvent),
    /// A review, an analysis, labels or searches could not be kept or read: a sentence.
    KeepingFailed(String),
    /// A review or cards could not be written, and the next ones cannot be either: a sentence.
    FindingsUnsaved(String),
    /// An error as a sentence, and whether the list may be out of date.
    Failed(String),
}

impl LibraryEvent {
    /// The games of entries are there.
    #[must_use]
    pub fn listed(source: GameListSource, entries: &[GameListEntry]) -> Self {
        Self::Listed(source, Arc::new(ListedGames::of_entries(entries)))
    }

    /// Whether the library has other games now, or games with other labels.
    pub(crate) const fn changes_library(&self) -> bool {
        matches!(
            self,
            Self::Imported(_)
                | Self::Deleted(_)
                | Self::Restored
                | Self::TextsMerged(Ok(_))
                | Self::AnalysisSaved(_)
                | Self::TagsEdited(_)
                | Self::Labeled(..)
        )
    }
}

impl GamesState {
    /// Whether a file of the list is the one that a game is saved in: a copy has another name or folder.
    pub(crate) fn is_file_of(&self, place: &GameLocation, game: GameId) -> bool {
        let named = place.file.file_stem().is_some_and(|stem| stem == game.file_stem().as_str());
        self.source == GameListSource::Library && place.offset == 0 && named
    }

    /// Whether a file of the list is that of the game of the Play tab.
    pub(crate) fn is_on_board(&self, place: &GameLocation) -> bool {
        self.on_board.is_some_and(|game| self.is_file_of(place, game.id))
    }

    /// Whether a file of the list is that of a game that is being played.
    pub(crate) fn is_running(&self, place: &GameLocation) -> bool {
        self.is_on_board(place) && self.on_board.is_some_and(|game| game.is_running)
    }

    /// The chosen game. None on the page of the statistics.
    #[must_use]
    pub fn selected_game(&self) -> Option<GameListEntry> {
        self.listing.entry(self.chosen).filter(|_| self.page == GamesPage::List)
    }

    /// The preview of the chosen game, once it was read.
    pub(crate) fn shown_preview(&self) -> Option<&GamePreview> {
        let place = self.selected_game()?.location;
        self.preview.as_ref().filter(|preview| preview.place == place)
    }

    /// The same, to step through its moves.
    pub(crate) fn shown_preview_mut(&mut self) -> Option<&mut GamePreview> {
        let place = self.selected_game()?.location;
        self.preview.as_mut().filter(|preview| preview.place == place)
    }

    /// Whether the chosen game can be resumed.
    pub(crate) fn can_resume(&self) -> bool {
        self.selected_game().is_some_and(|row| row.resumes == GameResumable::Yes)
    }

    /// Takes the games that were read; the chosen one stays chosen where it is still listed.
    pub(crate) fn set_games(&mut self, games: &Arc<ListedGames>, my_names: &[String]) {
        let chosen = self.listing.entry(self.chosen).map(|row| row.location);
        self.keep_located_games(games);
        // Places are those of the games before.
        self.board_search = None;
        self.list(games, my_names);
        let awaited = self.awaited.as_ref().and_then(|game| match game {
            AwaitedGame::FirstOf(file) => self.listing.first_row_of(file),
            AwaitedGame::At(file, offset) => self.listing.row_at(file, *offset),
        });
        if let Some(awaited) = awaited {
            (self.chosen, self.awaited) = (awaited, None);
        } else {
            self.choose_again(chosen.as_ref());
        }
    }

    /// Chooses the row of a game, where it is listed.
    pub(crate) fn choose_again(&mut self, place: Option<&GameLocation>) {
        let row = place.and_then(|place| self.listing.row_of(place));
        self.chosen = row.unwrap_or(self.chosen).min(self.listing.len().saturating_sub(1));
    }

    /// Has the filter know its games by their texts from now on: places change when games come and go.
    fn keep_located_games(&mut self, games: &Arc<ListedGames>) {
        if let Some(GameSetFilter { games: set, .. }) = &mut self.game_set
            && matches!(**set, GameSet::ByPlace(_))
        {
            let question = ListQuestion { sets: vec![Arc::clone(set)], ..ListQuestion::default() };
            *set = Arc::new(GameSet::ByText(GameListing::new(games, &question).digests().collect()));
        }
    }

    /// Sorts the rows by another column; the chosen game stays chosen.
    pub(crate) fn sort(&mut self, order: GameListOrder, my_names: &[String]) {
        let chosen = self.listing.entry(self.chosen).map(|row| row.location);
        self.order = order;
        self.apply_filter(my_names);
        self.choose_again(chosen.as_ref());
    }

    /// Lists the games of a set alone; all games where there is none.
    pub(crate) fn show_only(&mut self, filter: Option<GameSetFilter>, my_names: &[String]) {
        self.game_set = filter;
        self.apply_filter(my_names);
    }

    /// The key of the position at which a game of the list is opened: the one to which the user has stepped in the
    /// preview, or else the one that it was found by.
    pub(crate) fn position_in(&self, game: &PgnGame) -> Option<u64> {
        if let Some(preview) = self.shown_preview().filter(|preview| !preview.is_at_end()) {
            return Some(preview.walk.position().key());
        }
        if let Some(filter) = &self.game_set {
            return filter.position;
        }
        let terms = self.board_search.as_ref()?.query.terms().iter().filter(|part| !part.is_negated);
        let pattern = terms.filter_map(|part| match &part.term {
            GameTerm::Board(pattern) => Some(pattern),
            _ => None,
        });
        let ply = PatternSearch::new(pattern.into_iter().next()?).first_match_in(game)?;
        let tree = &game.tree;
        let mut line = std::iter::once(tree.start()).chain(tree.main_line_from(tree.start()));
        line.nth(ply as usize).map(|node| tree.node(node).position().key())
    }

    /// What stands before the cursor in the search.
    pub(crate) fn filter_before_cursor(&self) -> &str {
        let text = self.filter_input.value();
        let end = text.char_indices().nth(self.filter_input.cursor()).map_or(text.len(), |(at, _)| at);
        &text[..end]
    }

    /// The search that the index has to be asked for now.
    pub(crate) fn next_board_search(&mut self, my_names: &[String]) -> Option<GameQuery> {
        if !self.source.has_index() || self.load_state != GameListLoadState::Loaded {
            return None;
        }
        let query = self.list_query(my_names);
        if !query.needs_index() || query.problem().is_some() {
            self.board_search = None;
            return None;
        }
        if self.board_search.as_ref().is_some_and(|search| search.query == query) {
            return None;
        }
        self.board_search = Some(BoardSearch { query: query.clone(), matches: None });
        Some(query)
    }

    /// Takes what the index has found, if it is still asked for.
    pub(crate) fn set_board_matches(
        &mut self,
        (source, query): (&GameListSource, &GameQuery),
        places: GamePlaces,
        my_names: &[String],
    ) {
        let is_asked = self.source == *source;
        let search = self.board_search.as_mut().filter(|search| is_asked && search.query == *query);
        if let Some(search) = search {
            search.matches = Some(Arc::new(GameSet::ByPlace(places)));
            self.apply_filter(my_names);
        }
    }

    /// Whether the index is being searched.
    pub(crate) fn is_board_searched(&self) -> bool {
        self.board_search.as_ref().is_some_and(|search| search.matches.is_none())
    }

    /// Lists the games again that fit the filter.
    pub(crate) fn apply_filter(&mut self, my_names: &[String]) {
        let games = Arc::clone(self.listing.all());
        self.list(&games, my_names);
    }

    /// What is searched for among the games of the list.
    fn list_query(&self, my_names: &[String]) -> GameQuery {
        let query = self.listed_search().query(my_names);
        match self.source {
            GameListSource::Library => query.with_labels(&self.labels),
            GameListSource::File(_) => query,
            GameListSource::Text(_) => query.for_text(),
        }
    }

    /// The search of the list, and where its games are.
    pub(crate) fn listed_search(&self) -> ListedSearch<'_> {
        let (search, file) = (self.filter_input.value(), self.source.file());
        ListedSearch { search, searches: &self.searches, file }
    }

    /// The names that a search may have of the user's own.
    pub(crate) fn query_names(&self) -> QueryNames<'_> {
        QueryNames { labels: &self.labels, searches: &self.searches }
    }

    /// Takes the saved searches that were read.
    pub(crate) fn set_searches(&mut self, searches: Arc<SavedSearches>, my_names: &[String]) {
        self.searches = searches;
        self.apply_filter(my_names);
    }

    /// Takes the labels that were read; the chosen game stays chosen where it is still listed.
    pub(crate) fn set_labels(&mut self, labels: Arc<GameLabels>, my_names: &[String]) {
        let chosen = self.listing.entry(self.chosen).map(|row| row.location);
        self.labels = labels;
        self.apply_filter(my_names);
        self.choose_again(chosen.as_ref());
    }

    /// The labels of a game of the list.
    pub(crate) fn labels_of(&self, place: &GameLocation) -> impl Iterator<Item = &str> {
        let labels = (self.source == GameListSource::Library).then_some(&self.labels);
        let digest = place.digest;
        labels.into_iter().flat_map(move |labels| labels.of(digest))
    }

    /// Whether a game of the list has a star.
    pub(crate) fn is_starred(&self, row: &GameListEntry) -> bool {
        self.source == GameListSource::Library && self.labels.is_starred(row.location.digest)
    }

    /// Whether the list can have reviewed games: those of a text are not looked up.
    pub(crate) fn shows_reviews(&self) -> bool {
        !matches!(self.source, GameListSource::Text(_)) && !self.reviews.is_empty()
    }

    /// Whether a game of the list has a finished review.
    pub(crate) fn is_reviewed(&self, row: &GameListEntry) -> bool {
        self.shows_reviews() && self.reviews.has(row.fingerprint)
    }

    /// The accuracies of a reviewed game, once they were read.
    pub(crate) fn accuracies(&self, row: &GameListEntry) -> Option<SideAccuracies> {
        self.reviews.accuracies(row.fingerprint).filter(|_| self.is_reviewed(row))
    }

    fn list(&mut self, games: &Arc<ListedGames>, my_names: &[String]) {
        let mut sets: Vec<Arc<GameSet>> =
            self.game_set.iter().map(|filter| Arc::clone(&filter.games)).collect();
        let mut query = self.list_query(my_names);
        if query.needs_index() && query.problem().is_none() {
            // What stands on the board is searched in the index.
            let found = self.board_search.as_ref().filter(|search| search.query == query);
            let matches = found.and_then(|search| search.matches.clone());
            sets.push(matches.unwrap_or_else(|| Arc::new(GameSet::ByPlace(GamePlaces::new()))));
            query = GameQuery::default();
        }
        self.filter_problem = query.problem().map(ToString::to_string);
        let question = ListQuestion { query, sets, sort: self.order.sort() };
        // While a term is being typed the question often stays the same.
        if question != self.listed_question || !Arc::ptr_eq(games, self.listing.all()) {
            self.listing = GameListing::new(games, &question);
            self.listed_question = question;
        }
        self.chosen = self.chosen.min(self.listing.len().saturating_sub(1));
    }
}
