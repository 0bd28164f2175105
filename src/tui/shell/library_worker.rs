//! The library worker, a thread between the game library and the disk: it carries out requests one after the
//! other and sends back the results. It is started with the first request.

use std::cell::Cell;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::chess::text::line_at;
use crate::chess::thread::ThreadBuilder;
use crate::chess::{PositionAnalysis, StopSource, StopToken, Stopped};
use crate::database::{GameListing, ListQuestion, ListedGames};
use crate::game::game_labels::LabelChange;
use crate::game::game_list::{GamePlaces, ImportedGames};
use crate::game::pgn::PgnGame;
use crate::game::player_match::UnknownPlayer;
use crate::game::{CountedPlayer, GameListEntry, GameLocation, GameQuery, PlayerMatch, game_list};
use crate::practice::Performance;
use crate::practice::mistake_deck::MistakeDeckChange;
use crate::practice::review::KeptReview;
use crate::store::database::DatabaseProgress;
use crate::store::game_reviews::{GameReviewsError, LibraryReviewLock};
use crate::store::library::{self, LibraryError};
use crate::store::open_games::open_games;
use crate::store::output::{OutputError, OverwriteConsent};
use crate::store::paths::{self, expand_home};
use crate::store::performance::{ReportGames, read_performance};
use crate::store::puzzle_sets::ImportedSets;
use crate::store::{
    GameReviews, Library, UserPaths, io_error, mistake_cards, position_analyses, puzzle_sets,
};
use crate::tui::event::TuiEvent;
use crate::tui::message::{LibraryRequest, Message};
use crate::tui::model::{
    ExportConsent, GameListSource, GameReadPurpose, LibraryEvent, PastedGame, RepertoireEvent,
    RepertoireRequest, StatisticsResult, WriteObstacle,
};
use crate::tui::shell::library_duplicates;
use crate::tui::shell::library_labels::{self, ReportedProblems};
use crate::tui::shell::repertoire_reader::RepertoireReader;
use crate::tui::shell::shared_database::SharedDatabase;

/// The interval of progress reports.
pub(crate) const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// How long the end of the thread is waited for.
pub(super) const MAX_CLOSE_TIME: Duration = Duration::from_secs(1);

/// The handle of the library worker: sends it requests.
pub(super) struct LibraryWorker {
    database: SharedDatabase,
    events: Sender<TuiEvent>,
    work: Option<Sender<LibraryWork>>,
    /// What it returns could not be kept: a sentence.
    thread: Option<JoinHandle<Option<String>>>,
    /// Stops the newest listing of a file.
    listing: Option<StopSource>,
    /// Cancels the import when it is dropped.
    import: Option<StopSource>,
    /// Stops reading the statistics when it is dropped.
    statistics: Option<StopSource>,
    /// Stops the newest search of positions.
    board_search: Option<StopSource>,
    /// Stops finding games with several texts when it is dropped.
    duplicates: Option<StopSource>,
}

/// Why there is no report on a player.
#[derive(Debug, thiserror::Error)]
enum ReportError {
    /// The games cannot be read.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Nobody has the name.
    #[error(transparent)]
    Unknown(#[from] UnknownPlayer),
}

/// What the thread carries out: a request, and when it has to stop.
type LibraryWork = (LibraryRequest, StopToken);

/// What the thread works with: the folders of the user, where there is a home folder.
struct LibraryFiles {
    library: Option<Library>,
    database: SharedDatabase,
    reviews: Option<GameReviews>,
    /// The file with the analyses of positions.
    analyses: Option<PathBuf>,
    /// The file with the mistake cards.
    cards: Option<PathBuf>,
    /// The folder of the imported puzzles.
    puzzles: Option<PathBuf>,
    /// The opening repertoires.
    repertoires: Option<RepertoireReader>,
    /// Held while the library is reviewed.
    review_lock: Option<LibraryReviewLock>,
    /// The cards that could not be written yet.
    unsaved_cards: Vec<MistakeDeckChange>,
    /// Why the last review and the last analysis could not be kept: sentences.
    unkept_review: Option<String>,
    unkept_analysis: Option<String>,
    /// What was said already of labels and saved searches that cannot be read.
    reported: ReportedProblems,
}

impl LibraryWorker {
    pub(super) const fn new(database: SharedDatabase, events: Sender<TuiEvent>) -> Self {
        Self {
            database,
            events,
            work: None,
            thread: None,
            listing: None,
            import: None,
            statistics: None,
            board_search: None,
            duplicates: None,
        }
    }

    /// Has a request about the library carried out. A listing, an import or statistics can be canceled, so that the next
    /// request does not wait; a canceled import leaves the library as it was.
    pub(crate) fn perform(&mut self, request: LibraryRequest) {
        let stop = match &request {
            LibraryRequest::ListFile(_) => self.listing.insert(StopSource::new()).token(),
            LibraryRequest::ImportGames(_) | LibraryRequest::LinkFile(_) => {
                self.import.insert(StopSource::new()).token()
            }
            LibraryRequest::ReadPerformance(_) | LibraryRequest::ReadReport(_) => {
                self.statistics.insert(StopSource::new()).token()
            }
            LibraryRequest::SearchBoards(..) => self.board_search.insert(StopSource::new()).token(),
            LibraryRequest::FindDuplicates => self.duplicates.insert(StopSource::new()).token(),
            LibraryRequest::CancelListing => return self.listing = None,
            LibraryRequest::CancelImport => return self.import = None,
            LibraryRequest::CancelPerformance => return self.statistics = None,
            LibraryRequest::CancelDuplicates => return self.duplicates = None,
            _ => StopToken::never(),
        };
        self.send((request, stop));
    }

    /// Reads the mistake cards, and what was found out about positions in earlier sessions.
    pub(crate) fn read_findings(&mut self) {
        self.perform(LibraryRequest::ReadMistakeCards);
        self.perform(LibraryRequest::ReadAnalyses);
        self.perform(LibraryRequest::Repertoire(RepertoireRequest::Read));
    }

    /// Ends the thread: what it has to keep is kept, other work is waited for a second at most. Returns why something
    /// could not be kept.
    pub(crate) fn close(mut self) -> Option<String> {
        (self.listing, self.import, self.statistics) = (None, None, None);
        (self.board_search, self.duplicates, self.work) = (None, None, None);
        let end = Instant::now() + MAX_CLOSE_TIME;
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < end {
            thread::park_timeout(Duration::from_millis(2));
        }
        let thread = self.thread.take().filter(JoinHandle::is_finished)?;
        thread.join().ok().flatten()
    }

    /// Sends a request; its result comes as [`Message::Library`].
    fn send(&mut self, work: LibraryWork) {
        // A failed send returns the request.
        let refused = match &self.work {
            Some(thread) => thread.send(work).err().map(|lost| lost.0),
            None => Some(work),
        };
        if let Some(work) = refused {
            self.spawn(work);
        }
    }

    fn spawn(&mut self, work: LibraryWork) {
        let (send, inbox) = channel();
        let places = UserPaths::find();
        let mut files = LibraryFiles {
            library: self.database.library(),
            database: self.database.clone(),
            reviews: places.as_ref().map(|places| GameReviews::new(places.reviews_folder())),
            analyses: places.as_ref().map(UserPaths::position_analyses),
            cards: places.as_ref().map(UserPaths::mistake_cards),
            puzzles: places.as_ref().map(UserPaths::puzzles_folder),
            repertoires: places.as_ref().map(|places| RepertoireReader::new(places.repertoires_folder())),
            review_lock: None,
            unsaved_cards: Vec::new(),
            unkept_review: None,
            unkept_analysis: None,
            reported: ReportedProblems::default(),
        };
        let events = self.events.clone();
        let is_import = matches!(work.0, LibraryRequest::ImportGames(_) | LibraryRequest::LinkFile(_));
        let failed = if is_import { LibraryEvent::ImportFailed } else { LibraryEvent::Failed };
        let _ = send.send(work);
        let worker = move || {
            run_worker(&mut files, &inbox, &events);
            files.finish()
        };
        // Without a thread the list stays empty.
        match ThreadBuilder::new("library").spawn(worker) {
            Ok(thread) => (self.work, self.thread) = (Some(send), Some(thread)),
            Err(error) => {
                let reason = format!("The games cannot be read: {error}");
                let _ = self.events.send(TuiEvent::Message(Message::Library(failed(reason))));
            }
        }
    }
}

/// Carries out requests until the channel is closed.
fn run_worker(files: &mut LibraryFiles, inbox: &Receiver<LibraryWork>, events: &Sender<TuiEvent>) {
    while let Ok(first) = inbox.recv() {
        let waiting: Vec<LibraryWork> = std::iter::once(first).chain(inbox.try_iter()).collect();
        let is_preview = |work: &LibraryWork| {
            matches!(
                work.0,
                LibraryRequest::ReadGame(_, GameReadPurpose::Preview)
                    | LibraryRequest::ParseGame(_, GameReadPurpose::Preview, _)
            )
        };
        let last = waiting.iter().rposition(is_preview);
        for (index, work) in waiting.into_iter().enumerate() {
            // The user scrolls quickly through the list: only the last selected game is worth reading.
            if is_preview(&work) && Some(index) != last {
                continue;
            }
            // The receiver is closed once the program ends.
            let send_event =
                |library_event| drop(events.send(TuiEvent::Message(Message::Library(library_event))));
            let is_preview = is_preview(&work);
            match execute(files, work, &send_event) {
                Ok(Some(library_event)) => send_event(library_event),
                // Nothing to say, or the request was superseded.
                Ok(None) | Err(LibraryError::Canceled) => {}
                Err(error) => {
                    let library = files.library.as_ref();
                    let own = match &error {
                        LibraryError::FileChanged(file) => library.filter(|library| library.contains(file)),
                        _ => None,
                    };
                    // A game of one's own goes on while its row is shown: no request was made for it.
                    let is_own = own.is_some();
                    if !(is_own && is_preview) {
                        send_event(LibraryEvent::Failed(error.to_string()));
                    }
                    if is_own && let Ok(games) = files.list_with_labels(&|_, _| true, &send_event) {
                        send_event(LibraryEvent::Listed(GameListSource::Library, games));
                    }
                }
            }
        }
    }
}

fn execute(
    files: &mut LibraryFiles,
    (request, stop): LibraryWork,
    send_event: &dyn Fn(LibraryEvent),
) -> Result<Option<LibraryEvent>, LibraryError> {
    let library = files.library.as_ref();
    let own = || library.ok_or(LibraryError::NoHomeFolder);
    let last = Cell::new(Instant::now());
    let report = |event: fn(u16) -> LibraryEvent, done: u64, all: u64| {
        if last.get().elapsed() >= REPORT_INTERVAL {
            last.set(Instant::now());
            send_event(event(thousandths(done, all)));
        }
        true
    };
    let on_import = |done, all| !stop.is_stopped() && report(LibraryEvent::ImportProgress, done, all);
    let on_statistics = |done, all| !stop.is_stopped() && report(statistics_progress, done, all);
    Ok(Some(match request {
        LibraryRequest::ListGames => {
            let report = |done, all| report(LibraryEvent::Progress, done, all);
            LibraryEvent::Listed(GameListSource::Library, files.list_with_labels(&report, send_event)?)
        }
        LibraryRequest::ListFile(file) => {
            let report = |done, all| !stop.is_stopped() && report(LibraryEvent::Progress, done, all);
            let games = files.database.list_file(&file, &report)?;
            files.send_reviews(send_event);
            LibraryEvent::Listed(GameListSource::File(file), games)
        }
        LibraryRequest::SearchBoards(source, query) => {
            let places = files.search_boards(&source, &query, &stop)?;
            LibraryEvent::BoardMatches(source, query, places)
        }
        LibraryRequest::ReadGame(place, purpose) => {
            let game = files.read_game(&place)?;
            LibraryEvent::GameRead(place, purpose, Box::new(game))
        }
        LibraryRequest::ParseGame(place, purpose, text) => {
            let game = parse_game(&place, &text);
            LibraryEvent::GameRead(place, purpose, Box::new(game))
        }
        LibraryRequest::ReadSearches => return Ok(files.read_searches(send_event)),
        LibraryRequest::SaveSearch(search, agreed) => library_labels::save_search(own()?, &search, agreed)?,
        LibraryRequest::DeleteSearch(search) => library_labels::delete_search(own()?, &search)?,
        LibraryRequest::ToggleStar(place) => library_labels::toggle_star(own()?, &*files.current()?, place)?,
        LibraryRequest::ChangeLabels(place, change) => files.change_labels(place, &change)?,
        LibraryRequest::DeleteGame(place) => LibraryEvent::Deleted(own()?.delete(&place)?),
        LibraryRequest::RestoreGame(trashed) => {
            own()?.restore(&trashed)?;
            LibraryEvent::Restored
        }
        LibraryRequest::ImportGames(file) => {
            import_event(own().and_then(|library| library.import(&expand_home(&file), &on_import)))?
        }
        LibraryRequest::LinkFile(file) => {
            import_event(own().and_then(|library| library.link(&expand_home(&file), &on_import)))?
        }
        LibraryRequest::ExportGames(places, typed, agreed) => export(&places, typed, agreed)?,
        LibraryRequest::ReadPerformance(my_names) => {
            LibraryEvent::Statistics(files.statistics_of_user(my_names, &on_statistics)?)
        }
        LibraryRequest::ReadReport(typed) => {
            LibraryEvent::Statistics(files.report_on(typed, &on_statistics)?)
        }
        LibraryRequest::CompletePath(typed) => {
            let (completed, choices) = paths::complete_path(&typed);
            LibraryEvent::PathCompleted { typed, completed, choices }
        }
        LibraryRequest::AddToLibrary(mark, text) => LibraryEvent::AnalysisSaved(own()?.add(mark, &text)?),
        LibraryRequest::EditTags(place, changes) => {
            let all = files.list(own()?, &|_, _| true)?;
            own()?.edit_tags(&all, std::slice::from_ref(&place), &changes)?;
            LibraryEvent::TagsEdited(place)
        }
        LibraryRequest::KeepAnalysis { id, before, text } => {
            return Ok(own()?.keep_analysis(id, before, &text).err().map(analysis_unkept));
        }
        LibraryRequest::FindDuplicates => library_duplicates::find(&files.database, own()?, &stop)?,
        LibraryRequest::CompareTexts(texts) => library_duplicates::compare(texts),
        LibraryRequest::MergeTexts(texts) => library_duplicates::merge(own()?, files.current(), texts),
        LibraryRequest::CancelListing
        | LibraryRequest::CancelImport
        | LibraryRequest::CancelPerformance
        | LibraryRequest::CancelDuplicates => return Ok(None),
        LibraryRequest::ListUnreviewed(my_names) => match files.list_unreviewed(&my_names) {
            Ok(rows) => LibraryEvent::UnreviewedListed(rows),
            Err(reason) => LibraryEvent::LibraryReviewFailed(reason),
        },
        LibraryRequest::ReadUnreviewed(place) => files.read_unreviewed(&place),
        LibraryRequest::EndLibraryReview => {
            files.review_lock = None;
            return Ok(None);
        }
        LibraryRequest::ReadAccuracies(games) => files.read_accuracies(games),
        LibraryRequest::KeepReview(fingerprint, review) => return Ok(files.keep_review(fingerprint, &review)),
        LibraryRequest::ReadAnalyses => return Ok(files.read_analyses()),
        LibraryRequest::ReadMistakeCards => return Ok(files.read_mistake_cards()),
        LibraryRequest::ReadPuzzleSets => return Ok(files.read_puzzle_sets()),
        LibraryRequest::Repertoire(request) => {
            return files.perform_for_repertoires(request, &stop, send_event);
        }
        LibraryRequest::KeepMistakeCards(changes) => return Ok(files.keep_mistake_cards(changes)),
        LibraryRequest::KeepAnalyses(analyses) => return Ok(files.keep_analyses(&analyses)),
    }))
}

/// Says why an analysis could not be kept.
#[expect(clippy::needless_pass_by_value, reason = "the error ends here")]
fn analysis_unkept(error: LibraryError) -> LibraryEvent {
    LibraryEvent::KeepingFailed(format!("The analysis before could not be kept: {error}"))
}

/// How much is done, from 0 to 1000.
fn thousandths(done: u64, all: u64) -> u16 {
    u16::try_from(done.saturating_mul(1_000) / all.max(1)).unwrap_or(1_000).min(1_000)
}

/// What an import or a link has brought.
///
/// # Errors
/// When it was canceled.
fn import_event(imported: Result<ImportedGames, LibraryError>) -> Result<LibraryEvent, LibraryError> {
    match imported {
        Ok(imported) => Ok(LibraryEvent::Imported(imported)),
        Err(LibraryError::Canceled) => Err(LibraryError::Canceled),
        Err(error) => Ok(LibraryEvent::ImportFailed(error.to_string())),
    }
}

impl LibraryFiles {
    /// Does what is asked about the repertoires.
    fn perform_for_repertoires(
        &mut self,
        request: RepertoireRequest,
        stop: &StopToken,
        send_event: &dyn Fn(LibraryEvent),
    ) -> Result<Option<LibraryEvent>, LibraryError> {
        let repertoires = self.repertoires.as_mut().ok_or(LibraryError::NoHomeFolder)?;
        let event = match request {
            RepertoireRequest::Read => repertoires.read(),
            RepertoireRequest::Edit(side, edit) => Some(repertoires.edit(side, &edit, send_event)),
            RepertoireRequest::CountReplies(repertoire) => {
                let library = self.library.as_ref().ok_or(LibraryError::NoHomeFolder)?;
                let counts = self.database.reply_counts(library, &repertoire, stop);
                let counts = counts.map_err(|error| library.index_error(error))?;
                Some(LibraryEvent::Repertoire(RepertoireEvent::RepliesCounted(repertoire, counts)))
            }
        };
        Ok(event)
    }

    /// Where the games of a list are that a search of positions finds.
    fn search_boards(
        &self,
        source: &GameListSource,
        query: &GameQuery,
        stop: &StopToken,
    ) -> Result<GamePlaces, LibraryError> {
        let library = self.library.as_ref().ok_or(LibraryError::NoHomeFolder)?;
        let places = match source.file().and_then(|file| self.database.games_of_file(file)) {
            Some(games) => games.places(query, None, stop),
            None => self.database.places(library, query, stop),
        };
        places.map_err(|error| library.index_error(error))
    }

    /// Reads a game with the review that was kept of it.
    fn read_game(&self, place: &GameLocation) -> Result<PastedGame, LibraryError> {
        let mut game = PastedGame::parse(&library::read(place)?);
        if game.parsed.fault.is_some() {
            game.first_line = library::first_line(place).unwrap_or(1);
        }
        game.kept_review = self.kept_review(&game.parsed.game).map(Box::new);
        Ok(game)
    }

    /// Reads a game of the queue with the review that was kept of it. One that cannot be read any more is passed over.
    fn read_unreviewed(&self, place: &GameLocation) -> LibraryEvent {
        let read = library::read(place).ok();
        let game = read.map(|text| PastedGame::parse(&text).parsed.game);
        let has_moves = |game: &PgnGame| !game.tree.node(game.tree.start()).children().is_empty();
        let game = game.filter(has_moves).map(Box::new);
        let review = game.as_deref().and_then(|game| self.kept_review(game)).map(Box::new);
        LibraryEvent::UnreviewedRead(game, review)
    }

    /// Reads the accuracies of reviewed games.
    fn read_accuracies(&self, games: Vec<u64>) -> LibraryEvent {
        let read = |fingerprint| {
            let review = self.reviews.as_ref().and_then(|reviews| reviews.read(fingerprint));
            let summaries = review.and_then(|review| review.summaries());
            (fingerprint, summaries.map(|sides| sides.map(|side| side.accuracy)))
        };
        LibraryEvent::AccuraciesRead(games.into_iter().map(read).collect())
    }

    /// Keeps a review, and says so. None where there is no home folder.
    fn keep_review(&mut self, fingerprint: u64, review: &KeptReview) -> Option<LibraryEvent> {
        let error = self.reviews.as_ref()?.write(fingerprint, review).err();
        let is_newer = matches!(error, Some(GameReviewsError::Newer));
        let reason = error.map(|error| format!("The review was not kept: {error}"));
        self.unkept_review = reason.clone().filter(|_| !is_newer);
        let failed = if is_newer { LibraryEvent::KeepingFailed } else { LibraryEvent::FindingsUnsaved };
        Some(reason.map_or(LibraryEvent::ReviewKept(fingerprint), failed))
    }

    fn read_analyses(&self) -> Option<LibraryEvent> {
        Some(match position_analyses::read(self.analyses.as_ref()?) {
            Ok(kept) if kept.is_empty() => return None,
            Ok(kept) => LibraryEvent::AnalysesRead(kept),
            Err(error) => unreadable("What was analyzed before", &error),
        })
    }

    fn keep_mistake_cards(&mut self, changes: Vec<MistakeDeckChange>) -> Option<LibraryEvent> {
        self.unsaved_cards.extend(changes);
        self.save_cards().err().map(LibraryEvent::FindingsUnsaved)
    }

    fn read_mistake_cards(&self) -> Option<LibraryEvent> {
        Some(match mistake_cards::read(self.cards.as_ref()?) {
            Ok(deck) => LibraryEvent::MistakeCardsRead(Box::new(deck)),
            Err(error) => unreadable("The cards of your mistakes", &error),
        })
    }

    fn read_puzzle_sets(&self) -> Option<LibraryEvent> {
        Some(match puzzle_sets::load_imported(self.puzzles.as_ref()?) {
            Ok(ImportedSets { sets, problems }) => LibraryEvent::PuzzleSetsRead(sets, problems),
            Err(error) => unreadable("The imported puzzles", &error),
        })
    }

    fn keep_analyses(&mut self, analyses: &[PositionAnalysis]) -> Option<LibraryEvent> {
        let result = position_analyses::append(self.analyses.as_ref()?, analyses);
        let reason = |error| format!("The analysis was not kept: {}", io_error::describe_io_error(&error));
        self.unkept_analysis = result.err().map(reason);
        self.unkept_analysis.clone().map(LibraryEvent::KeepingFailed)
    }

    /// Writes the cards that are not written yet.
    fn save_cards(&mut self) -> Result<(), String> {
        if let Some(file) = &self.cards {
            mistake_cards::append(file, &self.unsaved_cards).map_err(|error| {
                let reason = io_error::describe_io_error(&error);
                format!("The cards of your mistakes were not kept: {}: {reason}", file.display())
            })?;
        }
        self.unsaved_cards.clear();
        Ok(())
    }

    /// The last attempt to keep what could not be kept: why it fails.
    fn finish(mut self) -> Option<String> {
        self.save_cards().err().or(self.unkept_review).or(self.unkept_analysis)
    }

    /// The statistics of the user, or why they cannot be read.
    ///
    /// # Errors
    /// When it was canceled.
    fn statistics_of_user(
        &self,
        my_names: Vec<String>,
        on_progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<StatisticsResult, LibraryError> {
        match self.read_performance(&my_names, on_progress) {
            Ok(performance) => Ok(StatisticsResult::Read(my_names, Arc::new(performance))),
            Err(LibraryError::Canceled) => Err(LibraryError::Canceled),
            Err(error) => Ok(StatisticsResult::Failed(error.to_string())),
        }
    }

    /// The report on a player, or why it cannot be read.
    ///
    /// # Errors
    /// When it was canceled.
    fn report_on(
        &self,
        typed: Vec<String>,
        on_progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<StatisticsResult, LibraryError> {
        match self.read_report(&typed, on_progress) {
            Ok((performance, names)) => {
                Ok(StatisticsResult::ReportRead(typed, Arc::new(performance), Arc::new(names)))
            }
            Err(ReportError::Library(LibraryError::Canceled)) => Err(LibraryError::Canceled),
            Err(error) => Ok(StatisticsResult::ReportFailed(typed, error.to_string())),
        }
    }

    /// The statistics of the player with these names. `on_progress` receives how many games were read, of how many;
    /// returning `false` cancels.
    fn read_performance(
        &self,
        my_names: &[String],
        on_progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<Performance, LibraryError> {
        let (Some(library), Some(reviews)) = (&self.library, &self.reviews) else {
            return Err(LibraryError::NoHomeFolder);
        };
        let rows = self.games_of(library, my_names, &|_, _| on_progress(0, 1))?;
        let on_progress = |done: usize, all: usize| on_progress(done as u64, all as u64);
        read_performance(&rows, reviews, &CountedPlayer::User(my_names.to_vec()), &on_progress)
            .map_err(|Stopped| LibraryError::Canceled)
    }

    /// The report on a player, and whose names were found.
    fn read_report(
        &self,
        typed: &[String],
        on_progress: &dyn Fn(u64, u64) -> bool,
    ) -> Result<(Performance, PlayerMatch), ReportError> {
        let (Some(library), Some(reviews)) = (&self.library, &self.reviews) else {
            return Err(LibraryError::NoHomeFolder.into());
        };
        let games = self.list(library, &|_, _| on_progress(0, 1))?;
        let found = ReportGames::find(&games, typed, ListQuestion::default())?;
        let on_progress = |done: usize, all: usize| on_progress(done as u64, all as u64);
        let performance = read_performance(&found.rows, reviews, &found.names.player(), &on_progress);
        Ok((performance.map_err(|Stopped| LibraryError::Canceled)?, found.names))
    }

    /// The games of the library for lists.
    fn list(
        &self,
        library: &Library,
        on_progress: DatabaseProgress<'_>,
    ) -> Result<Arc<ListedGames>, LibraryError> {
        self.database.list(library, on_progress).map_err(|error| library.index_error(error))
    }

    /// The games of the library for lists, if there is one. Their labels, and which have a review, are sent before.
    fn list_with_labels(
        &mut self,
        on_progress: DatabaseProgress<'_>,
        send_event: &dyn Fn(LibraryEvent),
    ) -> Result<Arc<ListedGames>, LibraryError> {
        let Some(library) = &self.library else { return Ok(Arc::default()) };
        let games = self.list(library, on_progress)?;
        library_labels::send_labels(library, &games, &mut self.reported, send_event);
        self.send_reviews(send_event);
        Ok(games)
    }

    /// Sends which games have a review.
    fn send_reviews(&self, send_event: &dyn Fn(LibraryEvent)) {
        if let Some(reviews) = &self.reviews {
            send_event(LibraryEvent::ReviewsListed(Arc::new(reviews.listed())));
        }
    }

    /// The games of the library as they are now.
    fn current(&self) -> Result<Arc<ListedGames>, LibraryError> {
        self.list(self.library.as_ref().ok_or(LibraryError::NoHomeFolder)?, &|_, _| true)
    }

    fn change_labels(&self, place: GameLocation, change: &LabelChange) -> Result<LibraryEvent, LibraryError> {
        let library = self.library.as_ref().ok_or(LibraryError::NoHomeFolder)?;
        library_labels::change_labels(library, &*self.current()?, place, change)
    }

    fn read_searches(&mut self, send_event: &dyn Fn(LibraryEvent)) -> Option<LibraryEvent> {
        library_labels::read_searches(self.library.as_ref()?, &mut self.reported, send_event)
    }

    /// The games of the user, the newest first; all games where no name is known.
    fn games_of(
        &self,
        library: &Library,
        my_names: &[String],
        on_progress: DatabaseProgress<'_>,
    ) -> Result<Vec<GameListEntry>, LibraryError> {
        let text = if my_names.is_empty() { "" } else { "is:mine" };
        let question = ListQuestion { query: GameQuery::new(text, my_names), ..ListQuestion::default() };
        Ok(GameListing::new(&self.list(library, on_progress)?, &question).entries().collect())
    }

    /// The review that was kept of a game.
    fn kept_review(&self, game: &PgnGame) -> Option<KeptReview> {
        self.reviews.as_ref()?.read(game_list::fingerprint(&game.header, &game.tree))
    }

    /// The games of the library without a review: those of the user, or all where no name is known; and those whose
    /// mistakes were not searched. Other programs cannot review the library from now on.
    fn list_unreviewed(&mut self, my_names: &[String]) -> Result<Vec<GameListEntry>, String> {
        let (Some(library), Some(reviews)) = (&self.library, &self.reviews) else {
            return Err(LibraryError::NoHomeFolder.to_string());
        };
        let lock = reviews.lock().map_err(|error| error.to_string())?;
        let rows = self.games_of(library, my_names, &|_, _| true).map_err(|error| error.to_string())?;
        let is_wanted = |row: &GameListEntry| my_names.is_empty() || row.side_of(my_names).is_some();
        let deck = self.cards.as_ref().and_then(|file| mistake_cards::read(file).ok()).unwrap_or_default();
        let wanted = rows.into_iter().filter(is_wanted);
        let open = open_games(wanted, &reviews.games(), &deck, my_names);
        self.review_lock = Some(lock);
        Ok(open.into_iter().map(|game| game.row).collect())
    }
}

/// The event of statistics that are being read.
const fn statistics_progress(thousandths: u16) -> LibraryEvent {
    LibraryEvent::Statistics(StatisticsResult::Progress(thousandths))
}

/// Reads a game of a text.
fn parse_game(place: &GameLocation, text: &str) -> PastedGame {
    let from = usize::try_from(place.offset).unwrap_or(usize::MAX);
    let to = from.saturating_add(usize::try_from(place.length).unwrap_or(usize::MAX));
    let first_line = line_at(text.as_bytes().get(..from).unwrap_or_default());
    PastedGame { first_line, ..PastedGame::parse(text.get(from..to).unwrap_or_default()) }
}

/// Writes games to a file, or asks for consent where that would replace one or make a folder.
fn export(
    places: &[GameLocation],
    typed: PathBuf,
    agreed: ExportConsent,
) -> Result<LibraryEvent, LibraryError> {
    let file = expand_home(&typed);
    let consent = OverwriteConsent::from_force(agreed == ExportConsent::Given);
    match library::export(places, &file, consent) {
        Ok(count) => Ok(LibraryEvent::Exported(count, file)),
        Err(LibraryError::Output(OutputError::Exists(_))) => {
            Ok(LibraryEvent::NeedsConsent(typed, WriteObstacle::FileExists))
        }
        Err(LibraryError::Output(OutputError::NoFolder(_))) => {
            Ok(LibraryEvent::NeedsConsent(typed, WriteObstacle::MissingFolder))
        }
        Err(error) => Err(error),
    }
}

/// The event of a file that cannot be read: what it holds, and why.
fn unreadable(content: &str, error: &io::Error) -> LibraryEvent {
    LibraryEvent::KeepingFailed(format!("{content} cannot be read: {}", io_error::describe_io_error(error)))
}
