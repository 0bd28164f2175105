//! The game library: what is read of it, and what the user does with a game.

use std::path::PathBuf;
use std::sync::Arc;

use tui_input::{Input, InputRequest};

use crate::chess::Position;
use crate::chess::names::pluralized;
use crate::chess::text::{is_printable, line_at};
use crate::database::{GameListing, ListedGames};
use crate::game::game_list::ImportedGames;
use crate::game::game_query::completion;
use crate::game::pgn::{self, PgnReadResult};
use crate::game::{GameListEntry, GameLocation, GameResumable, OwnGame, TreeCursor, game_list, pasted};
use crate::tui::background::library_review;
use crate::tui::context::UpdateContext;
use crate::tui::games::{
    columns_update, duplicates_update, files_update, labels_update, preview_update, searches_update,
    statistics, tags_update,
};
use crate::tui::keymap::{GamesAction, SearchListAction};
use crate::tui::message::{Effect, LibraryRequest, Request};
use crate::tui::model::dialog::{InputDialog, PasteDialog};
use crate::tui::model::{
    AwaitedGame, Dialog, GameFilterFocus, GameListLoadState as Read, GameListOrder, GameListSource,
    GamePreview, GameReadPurpose, GameSetFilter, GamesPage, GamesState, InputPurpose, LibraryEvent,
    PastedGame, TextReadPurpose, ToastLevel,
};
use crate::tui::navigation::{RowStep, Tab};
use crate::tui::text_reading;

/// The longest search, in bytes.
const MAX_FILTER: usize = 400;

/// Performs an action of the game list.
pub(crate) fn act(games: &mut GamesState, cx: &mut UpdateContext, action: GamesAction) {
    if games.page == GamesPage::Statistics && !is_available(games, action) {
        return;
    }
    match action {
        GamesAction::Rows(step) => walk(games, cx, step),
        GamesAction::Preview(step) => preview_update::step(games, step),
        GamesAction::Open => read_selected(games, cx, GameReadPurpose::Open),
        GamesAction::Resume => play_on(games, cx),
        GamesAction::Filter => {
            games.filter_focus = GameFilterFocus::Typing;
            cx.effects.push(LibraryRequest::ReadSearches);
        }
        GamesAction::SaveSearch => searches_update::open_input(games, cx.shared),
        GamesAction::Searches => searches_update::open_list(games, cx),
        GamesAction::KeepFilter => _ = finish_filter(games, cx, FilterOutcome::Keep),
        GamesAction::ClearFilter => _ = finish_filter(games, cx, FilterOutcome::Clear),
        GamesAction::CompleteFilter => {
            let added = completion(games.filter_before_cursor(), games.query_names());
            type_filter(games, cx, &added);
        }
        GamesAction::Sort => {
            let column = games.order.column.next(&cx.shared.config.games.columns);
            sort(games, cx, |_| GameListOrder { column, reversed: false });
        }
        GamesAction::ReverseSort => {
            sort(games, cx, |order| GameListOrder { reversed: !order.reversed, ..order });
        }
        GamesAction::Columns => columns_update::open(cx.shared),
        GamesAction::Tags => tags_update::open(games, cx.shared),
        GamesAction::Delete => delete(games, cx),
        GamesAction::Undelete => undelete(games, cx),
        GamesAction::Duplicates => duplicates_update::open(games, cx),
        GamesAction::Star => labels_update::toggle_star(games, cx),
        GamesAction::Labels => labels_update::open_input(games, cx.shared),
        GamesAction::Import => files_update::open_import_input(cx.shared),
        GamesAction::Export => files_update::open_export_input(games, cx.shared),
        GamesAction::MyNames => files_update::open_names_input(cx.shared),
        GamesAction::ReviewLibrary => library_review::toggle(cx),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(games: &GamesState, action: GamesAction) -> bool {
    let selected = games.selected_game();
    let is_on_board = |game: &GameListEntry| games.is_on_board(&game.location);
    let is_list = games.page == GamesPage::List;
    match action {
        GamesAction::Preview(_) => games.shown_preview().is_some_and(GamePreview::has_moves),
        GamesAction::Open => selected.is_some(),
        GamesAction::Resume => games.can_resume() || selected.as_ref().is_some_and(is_on_board),
        GamesAction::Delete => {
            let is_fixed = |game: &GameListEntry| games.is_running(&game.location);
            games.source == GameListSource::Library && selected.is_some_and(|game| !is_fixed(&game))
        }
        GamesAction::Tags => {
            let is_fixed = |game: &GameListEntry| games.is_on_board(&game.location);
            games.source == GameListSource::Library && selected.is_some_and(|game| !is_fixed(&game))
        }
        GamesAction::Star | GamesAction::Labels => {
            let may_have = |game: &GameListEntry| game.resumes == GameResumable::No;
            games.source == GameListSource::Library && selected.is_some_and(|game| may_have(&game))
        }
        GamesAction::Duplicates => is_list && games.source == GameListSource::Library,
        GamesAction::Undelete => is_list && !games.deleted.is_empty(),
        GamesAction::SaveSearch => is_list && !games.filter_input.value().trim().is_empty(),
        GamesAction::Export => is_list && !games.listing.is_empty(),
        GamesAction::Rows(_)
        | GamesAction::Filter
        | GamesAction::KeepFilter
        | GamesAction::ClearFilter
        | GamesAction::CompleteFilter
        | GamesAction::Searches
        | GamesAction::Sort
        | GamesAction::ReverseSort
        | GamesAction::Columns => is_list,
        GamesAction::Import | GamesAction::MyNames | GamesAction::ReviewLibrary => true,
    }
}

/// Opens the list: one's own games are read again, since other programs may have changed them.
pub(crate) fn enter(games: &mut GamesState, cx: &mut UpdateContext) {
    if games.source == GameListSource::Library {
        games.load_state = Read::Loading;
        games.progress = 0;
        cx.effects.push(LibraryRequest::ListGames);
        if games.page == GamesPage::Statistics {
            statistics::page::begin_reading(games, cx);
        }
    }
    read_preview(games, cx);
}

/// Reads the preview beside the list again, if it is of this game.
pub(crate) fn update_preview(games: &GamesState, cx: &mut UpdateContext, place: GameLocation) {
    let shown = games.shown_preview().filter(|_| cx.shared.tab == Tab::Games);
    if shown.is_some_and(|shown| shown.place == place) {
        cx.effects.push(LibraryRequest::ReadGame(place, GameReadPurpose::Preview));
    }
}

/// Requests the file that the program was started with.
pub(crate) fn open_file(games: &mut GamesState, cx: &mut UpdateContext, file: PathBuf) {
    cx.shared.tab = Tab::Games;
    games.page = GamesPage::List;
    games.source = GameListSource::File(file.clone());
    games.load_state = Read::Loading;
    cx.effects.push(LibraryRequest::ListFile(file));
}

/// Shows the games of a text, or the only one of them on the analysis board. A long text is read in the
/// background.
pub(crate) fn open_text(games: &mut GamesState, cx: &mut UpdateContext, text: String) {
    if text.len() > text_reading::update::MAX_SYNC_BYTES {
        cx.shared.tab = Tab::Games;
        return text_reading::update::begin(cx, text, Position::start(), TextReadPurpose::Games);
    }
    let rows = pasted::list_games(&text);
    open_rows(games, cx, Arc::from(text), &rows);
}

/// Shows the games that were found in a text, or the only one of them on the analysis board.
pub(crate) fn open_rows(
    games: &mut GamesState,
    cx: &mut UpdateContext,
    text: Arc<str>,
    rows: &[GameListEntry],
) {
    listed(games, cx, GameListSource::Text(text), &Arc::new(ListedGames::of_entries(rows)));
}

fn listed(games: &mut GamesState, cx: &mut UpdateContext, source: GameListSource, found: &Arc<ListedGames>) {
    let own = source == GameListSource::Library;
    // A result for another list than the current one.
    let asked = matches!(source, GameListSource::Text(_)) || games.source == source;
    if !asked {
        return;
    }
    let changed = games.source != source;
    games.source = source;
    games.load_state = Read::Loaded;
    if changed || !own {
        games.page = GamesPage::List;
        games.game_set = None;
        games.filter_input = Input::default();
        games.filter_focus = GameFilterFocus::Browsing;
        games.preview = None;
        games.chosen = 0;
        games.listing = GameListing::default();
    }
    games.set_games(found, &cx.shared.config.games.my_names);
    if !own {
        match found.len() {
            0 => {
                cx.shared.show_warning("There is no game in it");
                return_to_library(games, cx);
            }
            1 if games.listing.entry(0).is_some_and(|row| row.unplayable.is_none()) => {
                read_selected(games, cx, GameReadPurpose::Open);
                return clear(games);
            }
            _ => {
                let count = game_list::count_text(found.len(), found.extent().are_positions);
                // However long the reading took, the user asked for it.
                cx.shared
                    .show_response(ToastLevel::Note, format!("{count}: Enter opens one, Esc leaves them"));
            }
        }
        show(games, cx);
    }
    read_preview(games, cx);
}

/// Shows the list without reading it again.
fn show(games: &mut GamesState, cx: &mut UpdateContext) {
    if cx.shared.tab != Tab::Games {
        let reading = games.load_state;
        cx.effects.request(Request::ShowTab(Tab::Games));
        games.load_state = reading;
    }
}

/// Leaves the games of a file for one's own. False where those are shown.
fn return_to_library(games: &mut GamesState, cx: &mut UpdateContext) -> bool {
    if games.source == GameListSource::Library {
        return false;
    }
    if games.load_state == Read::Loading {
        cx.effects.push(LibraryRequest::CancelListing);
    }
    clear(games);
    enter(games, cx);
    true
}

/// Lists the games of a set alone, of a file or of the library.
pub(crate) fn show_set(
    games: &mut GamesState,
    cx: &mut UpdateContext,
    filter: GameSetFilter,
    file: Option<&PathBuf>,
) {
    if games.source.file() != file {
        return_to_library(games, cx);
    }
    games.page = GamesPage::List;
    games.chosen = 0;
    games.show_only(Some(filter), &cx.shared.config.games.my_names);
}

/// Lists the games that a search from the analysis board finds, of the file that is open or of the library.
pub(crate) fn search(games: &mut GamesState, cx: &mut UpdateContext, search: String) {
    if games.source.file().is_none() {
        return_to_library(games, cx);
    }
    games.page = GamesPage::List;
    games.chosen = 0;
    games.filter_input = Input::new(search.clone());
    games.search_of_board = Some(search);
    games.show_only(None, &cx.shared.config.games.my_names);
}

/// From the games with the position on the analysis board back to it. False where these are not what is listed.
fn return_to_analysis(games: &mut GamesState, cx: &mut UpdateContext) -> bool {
    if games.game_set.is_none() {
        return false;
    }
    games.show_only(None, &cx.shared.config.games.my_names);
    cx.effects.request(Request::ShowTab(Tab::Analyze));
    true
}

/// Clears the list; one's own games are listed next.
fn clear(games: &mut GamesState) {
    let deleted = std::mem::take(&mut games.deleted);
    let import_progress = games.import_progress;
    let (labels, searches) = (Arc::clone(&games.labels), Arc::clone(&games.searches));
    let reviews = std::mem::take(&mut games.reviews);
    *games = GamesState { searches, labels, reviews, import_progress, deleted, ..GamesState::default() };
}

/// Performs an action of the list of saved searches.
pub(crate) fn act_in_searches(games: &mut GamesState, cx: &mut UpdateContext, action: SearchListAction) {
    searches_update::act(games, cx, action);
    read_preview(games, cx);
}

/// Handles a result of the library worker.
pub(crate) fn receive_library_event(games: &mut GamesState, cx: &mut UpdateContext, event: LibraryEvent) {
    match event {
        LibraryEvent::Listed(source, found) => listed(games, cx, source, &found),
        LibraryEvent::Progress(thousandths) => games.progress = thousandths,
        // A report that was sent before the import was canceled is ignored.
        LibraryEvent::ImportProgress(thousandths) => {
            games.import_progress = games.import_progress.map(|_| thousandths);
        }
        LibraryEvent::BoardMatches(source, query, places) => {
            games.set_board_matches((&source, &query), places, &cx.shared.config.games.my_names);
            read_preview(games, cx);
        }
        LibraryEvent::Statistics(result) => statistics::update::receive(games, cx.shared, result),
        LibraryEvent::GameRead(place, purpose, read) => game_read(games, cx, place, purpose, *read),
        LibraryEvent::LabelsRead(labels) => {
            games.set_labels(labels, &cx.shared.config.games.my_names);
            read_preview(games, cx);
        }
        LibraryEvent::Labeled(place, labels) => {
            labels_update::labeled(games, cx.shared, &place, labels);
            read_preview(games, cx);
        }
        LibraryEvent::ReviewsListed(reviewed) => games.reviews.set_games(reviewed),
        LibraryEvent::ReviewKept(fingerprint) => review_kept(games, cx, fingerprint),
        LibraryEvent::AccuraciesRead(read) => games.reviews.take_accuracies(read),
        LibraryEvent::SearchesRead(searches) => {
            searches_update::receive(games, cx.shared, searches);
            read_preview(games, cx);
        }
        LibraryEvent::SearchesChanged(searches, text) => {
            cx.shared.show_note(text);
            searches_update::receive(games, cx.shared, searches);
            read_preview(games, cx);
        }
        LibraryEvent::Deleted(trashed) => {
            games.deleted.push(trashed);
            cx.shared.show_note("Deleted: u brings the game back");
            enter(games, cx);
        }
        LibraryEvent::Restored => {
            cx.shared.show_note("The game is back");
            enter(games, cx);
        }
        LibraryEvent::Imported(imported) => show_imported(games, cx, imported),
        LibraryEvent::ImportFailed(reason) => {
            games.import_progress = None;
            cx.shared.show_error(reason);
        }
        LibraryEvent::Exported(count, file) => {
            cx.shared.show_note(format!("{} written to {}", pluralized(count, "game"), file.display()));
        }
        LibraryEvent::NeedsConsent(file, obstacle) => {
            let mut export_input = InputDialog::new(InputPurpose::Export, &file.to_string_lossy());
            export_input.obstacle = Some(obstacle);
            cx.shared.dialog.get_or_insert(Dialog::Input(export_input));
        }
        LibraryEvent::PathCompleted { typed, completed, choices } => {
            files_update::complete_path(cx.shared, &typed, completed, choices);
        }
        LibraryEvent::AnalysisSaved(file) => {
            cx.shared.show_note("The analysis is in the list of games");
            if games.source == GameListSource::Library {
                games.filter_input = Input::default();
                games.game_set = None;
                games.awaited = Some(AwaitedGame::FirstOf(file));
            }
        }
        LibraryEvent::TagsEdited(place) => {
            cx.shared.show_note("The tags are in the file of the game");
            games.awaited = Some(AwaitedGame::At(place.file, place.offset));
            enter(games, cx);
        }
        LibraryEvent::KeepingFailed(reason) => cx.shared.show_error(reason),
        LibraryEvent::Failed(reason) => {
            games.load_state = Read::Loaded;
            cx.shared.show_error(reason);
            if games.listing.all().is_empty() {
                return_to_library(games, cx);
            }
        }
        // The router passes these to others.
        LibraryEvent::Renamed { .. }
        | LibraryEvent::DuplicatesFound(_)
        | LibraryEvent::DuplicatesFailed(_)
        | LibraryEvent::TextsCompared(..)
        | LibraryEvent::TextsMerged(_)
        | LibraryEvent::UnreviewedListed(_)
        | LibraryEvent::UnreviewedRead(..)
        | LibraryEvent::LibraryReviewFailed(_)
        | LibraryEvent::AnalysesRead(_)
        | LibraryEvent::PuzzleSetsRead(..)
        | LibraryEvent::MistakeCardsRead(_)
        | LibraryEvent::Repertoire(_)
        | LibraryEvent::FindingsUnsaved(_) => {}
    }
}

/// Says what an import has brought in, and asks once which names are the user's.
fn show_imported(games: &mut GamesState, cx: &mut UpdateContext, imported: ImportedGames) {
    games.import_progress = None;
    files_update::show_counts(cx.shared, &imported);
    let ImportedGames { file, players, .. } = imported;
    if file.is_some() {
        games.filter_input = Input::default();
        games.game_set = None;
        games.awaited = file.map(AwaitedGame::FirstOf);
    }
    enter(games, cx);
    if cx.shared.config.games.my_names.is_empty()
        && cx.shared.dialog.is_none()
        && let Some((name, _)) = players.first()
    {
        cx.shared.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::MyNames, name).suggested()));
    }
}

/// The review of a game was kept: the preview shows it.
fn review_kept(games: &mut GamesState, cx: &mut UpdateContext, fingerprint: u64) {
    games.reviews.add(fingerprint);
    let chosen = games.listing.entry(games.chosen);
    if chosen.is_none_or(|row| row.fingerprint != fingerprint) {
        return;
    }
    if cx.shared.tab == Tab::Games {
        read_selected(games, cx, GameReadPurpose::Preview);
    } else {
        games.preview = None;
    }
}

fn game_read(
    games: &mut GamesState,
    cx: &mut UpdateContext,
    place: GameLocation,
    purpose: GameReadPurpose,
    read: PastedGame,
) {
    if purpose == GameReadPurpose::Preview {
        preview_update::show(games, place, read);
        return tags_update::show_tags(games, cx.shared);
    }
    let extent = if read.parsed.lacks_moves() { "as far as possible" } else { "all but this" };
    let PastedGame {
        parsed: PgnReadResult { game, fault, unplayable, .. },
        illegal_position_line: faulty,
        kept_review: kept,
        whole_text,
        first_line,
    } = read;
    // A position with an error goes to the paste dialog, which offers corrections.
    if let (Some(line), true) = (faulty, purpose.opens_board()) {
        cx.shared.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new(&line, &Position::start()))));
        return;
    }
    if let Some(unplayable) = &unplayable {
        if purpose == GameReadPurpose::Copy {
            cx.shared.show_note("Copied the text of the game");
            return cx.effects.push(Effect::Copy(whole_text.unwrap_or_default()));
        }
        return cx
            .shared
            .show_warning(format!("No board for this game: {unplayable}. Its text is kept as it is"));
    }
    if let Some(fault) = fault.map(|fault| fault.in_file(first_line)) {
        cx.shared.show_warning(format!("Read {extent}: {fault}"));
    }
    match purpose {
        GameReadPurpose::Copy => {
            cx.shared.show_note("Copied the game as PGN");
            cx.effects.push(Effect::Copy(pgn::write(&game)));
        }
        GameReadPurpose::Resume => match OwnGame::of(&game.header) {
            Some(own) => {
                let identity =
                    if games.is_file_of(&place, own.id) { own.id } else { cx.shared.new_game_id() };
                let mut walk = TreeCursor::in_tree(game.tree);
                walk.go_to_end();
                let at = walk.position().fullmoves();
                let action = if identity == own.id { "Playing on" } else { "Playing on in a copy" };
                cx.shared.show_note(format!(
                    "{action}: {} - {}, move {at}",
                    game.header.tag("White").unwrap_or("?"),
                    game.header.tag("Black").unwrap_or("?")
                ));
                let own = OwnGame { id: identity, ..own };
                cx.effects.request(Request::ResumeGame(Box::new(own), Box::new(walk)));
            }
            None => cx.shared.show_warning("This game was not played here: Enter analyzes it"),
        },
        purpose => {
            let row = games.selected_game().filter(|row| row.location == place);
            let mine = row.and_then(|row| row.side_of(&cx.shared.config.games.my_names));
            let position = games.position_in(&game);
            cx.effects.request(Request::OpenGame { game: Box::new(game), kept, mine, purpose, position });
        }
    }
}

/// Asks the index of the library where the search is about positions. Called after every message.
pub(crate) fn follow_search(games: &mut GamesState, cx: &mut UpdateContext) {
    if cx.shared.tab == Tab::Games
        && let Some(query) = games.next_board_search(&cx.shared.config.games.my_names)
    {
        cx.effects.push(LibraryRequest::SearchBoards(games.source.clone(), query));
    }
}

/// Requests the chosen game.
pub(crate) fn read_selected(games: &mut GamesState, cx: &mut UpdateContext, purpose: GameReadPurpose) {
    let Some(row) = games.selected_game() else { return };
    let place = row.location.clone();
    if let GameListSource::Text(text) = &games.source {
        let from = usize::try_from(place.offset).unwrap_or(usize::MAX);
        let to = from.saturating_add(usize::try_from(place.length).unwrap_or(usize::MAX));
        let Some(own) = text.get(from..to).filter(|own| own.len() <= text_reading::update::MAX_SYNC_BYTES)
        else {
            cx.effects.push(LibraryRequest::ParseGame(place, purpose, Arc::clone(text)));
            return;
        };
        let first_line = line_at(text.as_bytes().get(..from).unwrap_or_default());
        let read = PastedGame { first_line, ..PastedGame::parse(own) };
        return game_read(games, cx, place, purpose, read);
    }
    cx.effects.push(LibraryRequest::ReadGame(place, purpose));
}

/// Requests the chosen game for the preview.
fn read_preview(games: &mut GamesState, cx: &mut UpdateContext) {
    if cx.shared.tab == Tab::Games && games.shown_preview().is_none() {
        read_selected(games, cx, GameReadPurpose::Preview);
    }
}

/// Moves the selection in the list.
pub(crate) fn walk(games: &mut GamesState, cx: &mut UpdateContext, step: RowStep) {
    let last = games.listing.len().saturating_sub(1);
    choose(games, cx, step.from(games.chosen, last));
}

/// Chooses a row; its preview begins where previews do.
fn choose(games: &mut GamesState, cx: &mut UpdateContext, row: usize) {
    if games.chosen != row {
        games.chosen = row;
        preview_update::reset(games);
    }
    read_preview(games, cx);
}

/// A click on a row: it is chosen; a click on the chosen one opens it.
pub(crate) fn click(games: &mut GamesState, cx: &mut UpdateContext, row: usize) {
    if games.page == GamesPage::Statistics {
        return statistics::update::click(games, cx, row);
    }
    if row == games.chosen {
        return read_selected(games, cx, GameReadPurpose::Open);
    }
    if row < games.listing.len() {
        choose(games, cx, row);
    }
}

/// Resumes the chosen game, where that is possible.
fn play_on(games: &mut GamesState, cx: &mut UpdateContext) {
    let running = games.selected_game().is_some_and(|row| games.is_on_board(&row.location));
    match games.selected_game() {
        None => {}
        Some(_) if running => cx.effects.request(Request::ShowTab(Tab::Play)),
        Some(_) if games.can_resume() => read_selected(games, cx, GameReadPurpose::Resume),
        Some(_) => cx.shared.show_note("This game is over, or not yours: Enter analyzes it"),
    }
}

/// Deletes the chosen game; it can be restored.
fn delete(games: &GamesState, cx: &mut UpdateContext) {
    let Some(place) = games.selected_game().map(|row| row.location.clone()) else { return };
    if games.source != GameListSource::Library {
        return cx.shared.show_note("These games are not in your library: i imports a file");
    }
    if games.is_running(&place) {
        return cx.shared.show_note("This game is on the board: finish it or start another one first");
    }
    cx.effects.push(LibraryRequest::DeleteGame(place));
}

/// Restores the game that was deleted last.
fn undelete(games: &mut GamesState, cx: &mut UpdateContext) {
    match games.deleted.pop() {
        Some(trashed) => cx.effects.push(LibraryRequest::RestoreGame(trashed)),
        None => cx.shared.show_note("Nothing was deleted"),
    }
}

/// Sorts by the next column, or reverses the order.
fn sort(games: &mut GamesState, cx: &mut UpdateContext, change: impl Fn(GameListOrder) -> GameListOrder) {
    games.sort(change(games.order), &cx.shared.config.games.my_names);
    read_preview(games, cx);
}

/// Adds a whole text to the filter.
pub(crate) fn type_filter(games: &mut GamesState, cx: &mut UpdateContext, text: &str) {
    edit_filter(games, cx, text.chars().map(InputRequest::InsertChar));
}

/// Edits the filter; the games are filtered once, behind the last edit.
pub(crate) fn edit_filter(
    games: &mut GamesState,
    cx: &mut UpdateContext,
    edits: impl IntoIterator<Item = InputRequest>,
) {
    let before = games.filter_input.value().to_owned();
    for edit in edits {
        let fits = match edit {
            InputRequest::InsertChar(c) => {
                is_printable(c) && games.filter_input.value().len() + c.len_utf8() <= MAX_FILTER
            }
            _ => true,
        };
        if fits {
            games.filter_input.handle(edit);
        }
    }
    if games.filter_input.value() != before {
        games.chosen = 0;
        games.apply_filter(&cx.shared.config.games.my_names);
        read_preview(games, cx);
    }
}

/// Ends the typing of the filter, which is kept or cleared. False where nothing was being typed.
fn finish_filter(games: &mut GamesState, cx: &mut UpdateContext, outcome: FilterOutcome) -> bool {
    let was = games.filter_focus == GameFilterFocus::Typing || !games.filter_input.value().is_empty();
    games.filter_focus = GameFilterFocus::Browsing;
    if outcome == FilterOutcome::Clear && !games.filter_input.value().is_empty() {
        games.filter_input = Input::default();
        games.sort(games.order, &cx.shared.config.games.my_names);
        read_preview(games, cx);
    }
    was
}

/// One level back: the filter is cleared, then the statistics, the games with a position or those of a file are closed. False
/// where there is none of these.
pub(crate) fn back(games: &mut GamesState, cx: &mut UpdateContext) -> bool {
    let of_board = games.search_of_board.take();
    let is_search_of_board = of_board.is_some_and(|search| search == games.filter_input.value());
    if games.page == GamesPage::List && finish_filter(games, cx, FilterOutcome::Clear) {
        if is_search_of_board {
            cx.effects.request(Request::ShowTab(Tab::Analyze));
        }
        return true;
    }
    statistics::page::back(games, cx)
        || return_to_analysis(games, cx)
        || cancel_import(games, cx)
        || return_to_library(games, cx)
}

/// Cancels a running import. False where there is none.
fn cancel_import(games: &mut GamesState, cx: &mut UpdateContext) -> bool {
    if games.import_progress.take().is_none() {
        return false;
    }
    cx.effects.push(LibraryRequest::CancelImport);
    cx.shared.show_note("The import was canceled: no game was added");
    true
}

/// Whether a filter is kept or cleared when its typing ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FilterOutcome {
    Keep,
    Clear,
}
