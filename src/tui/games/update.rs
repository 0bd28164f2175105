//! The game library: what is read of it, and what the user does with a game.

use std::path::PathBuf;
use std::sync::Arc;

use tui_input::{Input, InputRequest};

use crate::chess::Position;
use crate::chess::names::{group_digits, pluralized};
use crate::game::game_list::ImportedGames;
use crate::game::pgn::{self, PgnReadResult};
use crate::game::{GameId, GameListEntry, GameLocation, OwnGame, TreeCursor, game_list, pasted};
use crate::practice::Review;
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Tab};
use crate::tui::background::library_review;
use crate::tui::dialog::input::InputPurpose;
use crate::tui::dialog::{Dialog, InputDialog, PasteDialog};
use crate::tui::games::state::{
    ExportConsent, GameFilterFocus, GameListLoadState as Read, GameListOrder, GameListSource, GamePreview,
    GameReadPurpose, GamesPage, GamesState, LibraryEvent, PastedGame,
};
use crate::tui::games::statistics;
use crate::tui::keymap::GamesAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::navigation::RowStep;
use crate::tui::text_reading::state::TextReadPurpose;
use crate::tui::{puzzle, text_reading};

/// Performs an action of the game list.
pub(crate) fn act(app: &mut App, action: GamesAction, effects: &mut Effects) {
    if app.games.page == GamesPage::Statistics && !is_available(app, action) {
        return;
    }
    match action {
        GamesAction::Rows(step) => walk(app, step, effects),
        GamesAction::Open => read_selected(app, GameReadPurpose::Open, effects),
        GamesAction::Resume => play_on(app, effects),
        GamesAction::Filter => app.games.filter_focus = GameFilterFocus::Typing,
        GamesAction::KeepFilter => _ = finish_filter(app, FilterOutcome::Keep, effects),
        GamesAction::ClearFilter => _ = finish_filter(app, FilterOutcome::Clear, effects),
        GamesAction::Sort => {
            sort(app, |order| GameListOrder { column: order.column.next(), reversed: false }, effects);
        }
        GamesAction::ReverseSort => {
            sort(app, |order| GameListOrder { reversed: !order.reversed, ..order }, effects);
        }
        GamesAction::Delete => delete(app, effects),
        GamesAction::Undelete => undelete(app, effects),
        GamesAction::Import => open_import_input(app),
        GamesAction::Export => open_export_input(app),
        GamesAction::MyNames => open_names_input(app),
        GamesAction::ReviewLibrary => library_review::toggle(app, effects),
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: GamesAction) -> bool {
    let selected = app.games.selected_game();
    let is_on_board = |game: &GameListEntry| is_running(app, &game.location);
    let is_list = app.games.page == GamesPage::List;
    match action {
        GamesAction::Open => selected.is_some(),
        GamesAction::Resume => app.games.can_resume() || selected.is_some_and(is_on_board),
        GamesAction::Delete => {
            let is_fixed = |game: &GameListEntry| app.play.ending.is_none() && is_on_board(game);
            app.games.source == GameListSource::Library && selected.is_some_and(|game| !is_fixed(game))
        }
        GamesAction::Undelete => is_list && !app.games.deleted.is_empty(),
        GamesAction::Export => is_list && !app.games.shown_rows.is_empty(),
        GamesAction::Rows(_)
        | GamesAction::Filter
        | GamesAction::KeepFilter
        | GamesAction::ClearFilter
        | GamesAction::Sort
        | GamesAction::ReverseSort => is_list,
        GamesAction::Import | GamesAction::MyNames | GamesAction::ReviewLibrary => true,
    }
}

/// Opens the list: one's own games are read again, since other programs may have changed them.
pub(crate) fn enter(app: &mut App, effects: &mut Effects) {
    if app.games.source == GameListSource::Library {
        app.games.load_state = Read::Loading;
        app.games.progress = 0;
        effects.push(Effect::ListGames);
        if app.games.page == GamesPage::Statistics {
            statistics::update::begin_reading(app, effects);
        }
    }
    read_preview(app, effects);
}

/// Requests the file that the program was started with.
pub(crate) fn open_file(app: &mut App, file: PathBuf, effects: &mut Effects) {
    app.tab = Tab::Games;
    app.games.page = GamesPage::List;
    app.games.source = GameListSource::File(file.clone());
    app.games.load_state = Read::Loading;
    effects.push(Effect::ListFile(file));
}

/// Shows the games of a text, or the only one of them on the analysis board. A long text is read in the
/// background.
pub(crate) fn open_text(app: &mut App, text: String, effects: &mut Effects) {
    if text.len() > text_reading::update::MAX_SYNC_BYTES {
        app.tab = Tab::Games;
        return text_reading::update::begin(app, text, Position::start(), TextReadPurpose::Games, effects);
    }
    let rows = pasted::list_games(&text);
    open_rows(app, Arc::from(text), rows, effects);
}

/// Shows the games that were found in a text, or the only one of them on the analysis board.
pub(crate) fn open_rows(app: &mut App, text: Arc<str>, rows: Vec<GameListEntry>, effects: &mut Effects) {
    listed(app, GameListSource::Text(text), rows, effects);
}

fn listed(app: &mut App, source: GameListSource, rows: Vec<GameListEntry>, effects: &mut Effects) {
    let own = source == GameListSource::Library;
    // A result for another list than the current one.
    let asked = matches!(source, GameListSource::Text(_)) || app.games.source == source;
    if !asked {
        return;
    }
    let changed = app.games.source != source;
    app.games.source = source;
    app.games.load_state = Read::Loaded;
    if changed || !own {
        app.games.page = GamesPage::List;
        app.games.figure_filter = None;
        app.games.filter_input = Input::default();
        app.games.filter_focus = GameFilterFocus::Browsing;
        app.games.preview = None;
        app.games.chosen = 0;
        app.games.shown_rows.clear();
    }
    app.games.set_rows(rows.into(), &app.config.games.my_names);
    if !own {
        match app.games.rows.len() {
            0 => {
                app.show_warning("There is no game in it");
                return_to_library(app, effects);
            }
            1 if app.games.rows[0].unplayable.is_none() => {
                read_selected(app, GameReadPurpose::Open, effects);
                return clear(app);
            }
            _ => {
                let count = game_list::count_text(&app.games.rows);
                // However long the reading took, the user asked for it.
                app.show_response(ToastLevel::Note, format!("{count}: Enter opens one, Esc leaves them"));
            }
        }
        show(app, effects);
    }
    read_preview(app, effects);
}

/// Shows the list without reading it again.
fn show(app: &mut App, effects: &mut Effects) {
    if app.tab != Tab::Games {
        let reading = app.games.load_state;
        effects.request(Request::ShowTab(Tab::Games));
        app.games.load_state = reading;
    }
}

/// Leaves the games of a file for one's own. False where those are shown.
pub(crate) fn return_to_library(app: &mut App, effects: &mut Effects) -> bool {
    if app.games.source == GameListSource::Library {
        return false;
    }
    if app.games.load_state == Read::Loading {
        effects.push(Effect::CancelListing);
    }
    clear(app);
    enter(app, effects);
    true
}

/// Clears the list; one's own games are listed next.
fn clear(app: &mut App) {
    let deleted = std::mem::take(&mut app.games.deleted);
    let import_progress = app.games.import_progress;
    app.games = GamesState { import_progress, deleted, ..GamesState::default() };
}

/// Handles a result of the library worker.
pub(crate) fn receive_library_event(app: &mut App, event: LibraryEvent, effects: &mut Effects) {
    match event {
        LibraryEvent::Listed(source, rows) => listed(app, source, rows, effects),
        LibraryEvent::Progress(thousandths) => app.games.progress = thousandths,
        // A report that was sent before the import was canceled is ignored.
        LibraryEvent::ImportProgress(thousandths) => {
            app.games.import_progress = app.games.import_progress.map(|_| thousandths);
        }
        LibraryEvent::Statistics(result) => statistics::update::receive(app, result),
        LibraryEvent::GameRead(place, purpose, read) => game_read(app, place, purpose, *read, effects),
        LibraryEvent::Deleted(trashed) => {
            app.games.deleted.push(trashed);
            app.show_note("Deleted: u brings the game back");
            enter(app, effects);
        }
        LibraryEvent::Restored => {
            app.show_note("The game is back");
            enter(app, effects);
        }
        LibraryEvent::Imported(imported) => show_imported(app, imported, effects),
        LibraryEvent::ImportFailed(reason) => {
            app.games.import_progress = None;
            app.show_error(reason);
        }
        LibraryEvent::Exported(count, file) => {
            app.show_note(format!("{} written to {}", pluralized(count, "game"), file.display()));
        }
        LibraryEvent::Renamed { from, to } => {
            if app.play.game_id == from {
                app.play.game_id = to;
            }
            app.show_warning("Another program has changed this game's file: the game goes on in a copy");
        }
        LibraryEvent::NeedsConsent(file, obstacle) => {
            let mut export_input = InputDialog::new(InputPurpose::Export, &file.to_string_lossy());
            export_input.obstacle = Some(obstacle);
            app.dialog.get_or_insert(Dialog::Input(export_input));
        }
        LibraryEvent::PathCompleted { typed, completed, choices } => {
            // The user may have typed on meanwhile.
            if let Some(Dialog::Engines(list)) = &mut app.dialog
                && list.adding.as_ref().is_some_and(|input| input.value() == typed)
            {
                (list.adding, list.choices) = (Some(Input::new(completed)), choices);
            } else if let Some(Dialog::Input(input)) = &mut app.dialog
                && input.is_path()
                && input.input.value() == typed
            {
                *input = InputDialog { choices, ..InputDialog::new(input.purpose, &completed) };
            }
        }
        LibraryEvent::AnalysisSaved => {
            app.show_note("The analysis is in the list of games");
        }
        LibraryEvent::UnreviewedListed(games) => library_review::games_listed(app, games, effects),
        LibraryEvent::UnreviewedRead(game, review) => {
            library_review::game_read(app, game.map(|game| *game), review.as_deref(), effects);
        }
        LibraryEvent::LibraryReviewFailed(reason) => library_review::failed(app, reason),
        LibraryEvent::AnalysesRead(kept) => {
            app.analyze.cache.restore(kept);
            effects.request(Request::ShowRestored);
        }
        LibraryEvent::PuzzleSetsRead(sets, problems) => {
            puzzle::update::receive_sets(app, sets);
            if !problems.is_empty() {
                app.show_warning(format!("Some imported puzzles are missing: {}", problems.join("; ")));
            }
        }
        LibraryEvent::MistakeCardsRead(deck) => app.practice.mistakes = *deck,
        LibraryEvent::KeepingFailed(reason) => app.show_error(reason),
        LibraryEvent::FindingsUnsaved(reason) => library_review::unsaved(app, reason, effects),
        LibraryEvent::Failed(reason) => {
            app.games.load_state = Read::Loaded;
            app.show_error(reason);
            if app.games.rows.is_empty() {
                return_to_library(app, effects);
            }
        }
    }
}

/// Says what an import has brought in, and asks once which names are the user's.
fn show_imported(app: &mut App, imported: ImportedGames, effects: &mut Effects) {
    app.games.import_progress = None;
    let kept = imported.kept();
    let ImportedGames { file, other_texts, duplicates, empty, faults, players, .. } = imported;
    let count = |number: usize| group_digits(number as u64);
    let first = faults.first().map(|fault| fault.error.to_string());
    let counts = [
        Some(format!("{} imported", pluralized(kept, "game"))),
        (other_texts > 0).then(|| {
            format!("{} of them with the moves of one you have and another text", count(other_texts))
        }),
        (duplicates > 0).then(|| format!("{} you already have left out", count(duplicates))),
        (empty > 0).then(|| format!("{} without moves left out", count(empty))),
        first.as_ref().map(|first| match faults.len() {
            1 => format!("one has an error: {first}"),
            faulty => format!("{} have an error, the first: {first}", count(faulty)),
        }),
    ];
    let text = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if first.is_some() {
        app.show_warning(text);
    } else {
        app.show_note(text);
    }
    if file.is_some() {
        app.games.filter_input = Input::default();
        app.games.figure_filter = None;
        app.games.select_when_listed = file;
    }
    enter(app, effects);
    if app.config.games.my_names.is_empty()
        && app.dialog.is_none()
        && let Some((name, _)) = players.first()
    {
        app.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::MyNames, name).as_suggestion()));
    }
}

/// Opens the prompt for the user's names as a player.
fn open_names_input(app: &mut App) {
    let names = app.config.games.my_names.join(", ");
    app.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::MyNames, &names)));
}

/// Keeps the user's names, which were typed with commas between them.
pub(crate) fn set_my_names(app: &mut App, text: &str, effects: &mut Effects) {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    app.config.games.my_names = names.map(str::to_owned).collect();
    effects.push(Effect::SaveConfig);
    let mine = app.games.rows.iter().filter(|row| row.side_of(&app.config.games.my_names).is_some()).count();
    app.show_note(match app.config.games.my_names.as_slice() {
        [] => "No name is yours: only games played here count as your own".to_owned(),
        _ => format!(
            "{} of this list are yours: / color:white shows those with White",
            pluralized(mine, "game")
        ),
    });
    app.games.apply_filter(&app.config.games.my_names);
    if app.games.page == GamesPage::Statistics {
        statistics::update::begin_reading(app, effects);
    }
}

fn game_read(
    app: &mut App,
    place: GameLocation,
    purpose: GameReadPurpose,
    read: PastedGame,
    effects: &mut Effects,
) {
    let extent = if read.parsed.lacks_moves() { "as far as possible" } else { "all but this" };
    let PastedGame {
        parsed: PgnReadResult { game, fault, unread, unplayable },
        illegal_position_line: faulty,
        kept_review: kept,
        whole_text,
    } = read;
    // A position with an error goes to the paste dialog, which offers corrections.
    if let (Some(line), GameReadPurpose::Open | GameReadPurpose::Review | GameReadPurpose::Guess) =
        (faulty, purpose)
    {
        app.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new(&line, &Position::start()))));
        return;
    }
    if let (Some(unplayable), false) = (&unplayable, purpose == GameReadPurpose::Preview) {
        if purpose == GameReadPurpose::Copy {
            app.show_note("Copied the text of the game");
            return effects.push(Effect::Copy(whole_text.unwrap_or_default()));
        }
        return app.show_warning(format!("No board for this game: {unplayable}. Its text is kept as it is"));
    }
    let fault = fault.map(|fault| fault.in_file(place.line));
    if let Some(fault) = fault.as_ref().filter(|_| purpose != GameReadPurpose::Preview) {
        app.show_warning(format!("Read {extent}: {fault}"));
    }
    match purpose {
        GameReadPurpose::Preview => {
            let review = kept.and_then(|kept| Review::from_kept(&game.tree, &kept));
            let summaries = review.and_then(|review| review.summaries);
            let mut walk = TreeCursor::in_tree(game.tree);
            walk.go_to_end();
            let moves = || unread.into_iter().map(|part| part.text).collect::<Vec<_>>().join(" ");
            let text_only = unplayable.map(|unplayable| (unplayable, moves()));
            let header = game.header;
            app.games.preview = Some(GamePreview { place, walk, header, error: fault, text_only, summaries });
        }
        GameReadPurpose::Open | GameReadPurpose::Review => {
            let review = purpose == GameReadPurpose::Review;
            effects.request(Request::AnalyzeGame { game: Box::new(game), kept, review });
        }
        GameReadPurpose::Guess => {
            let row = app.games.selected_game().filter(|row| row.location == place);
            let mine = row.and_then(|row| row.side_of(&app.config.games.my_names));
            effects.request(Request::GuessGame { game: Box::new(game), mine });
        }
        GameReadPurpose::Copy => {
            app.show_note("Copied the game as PGN");
            effects.push(Effect::Copy(pgn::write(&game)));
        }
        GameReadPurpose::Resume => match OwnGame::of(&game.header) {
            Some(own) => {
                let identity = if is_file_of(app, &place, own.id) { own.id } else { app.new_game_id() };
                let mut walk = TreeCursor::in_tree(game.tree);
                walk.go_to_end();
                let at = walk.position().fullmoves();
                let action = if identity == own.id { "Playing on" } else { "Playing on in a copy" };
                app.show_note(format!(
                    "{action}: {} - {}, move {at}",
                    game.header.tag("White").unwrap_or("?"),
                    game.header.tag("Black").unwrap_or("?")
                ));
                let own = OwnGame { id: identity, ..own };
                effects.request(Request::ResumeGame(Box::new(own), Box::new(walk)));
            }
            None => app.show_warning("This game was not played here: Enter analyzes it"),
        },
    }
}

/// Requests the chosen game.
pub(crate) fn read_selected(app: &mut App, purpose: GameReadPurpose, effects: &mut Effects) {
    let Some(row) = app.games.selected_game() else { return };
    let place = row.location.clone();
    if let GameListSource::Text(text) = &app.games.source {
        let from = usize::try_from(place.offset).unwrap_or(usize::MAX);
        let to = from.saturating_add(usize::try_from(place.length).unwrap_or(usize::MAX));
        let Some(own) = text.get(from..to).filter(|own| own.len() <= text_reading::update::MAX_SYNC_BYTES)
        else {
            effects.push(Effect::ParseGame(place, purpose, Arc::clone(text)));
            return;
        };
        let read = PastedGame::parse(own);
        return game_read(app, place, purpose, read, effects);
    }
    effects.push(Effect::ReadGame(place, purpose));
}

/// Requests the chosen game for the preview.
fn read_preview(app: &mut App, effects: &mut Effects) {
    if app.tab == Tab::Games && app.games.shown_preview().is_none() {
        read_selected(app, GameReadPurpose::Preview, effects);
    }
}

/// Moves the selection in the list.
pub(crate) fn walk(app: &mut App, step: RowStep, effects: &mut Effects) {
    let last = app.games.shown_rows.len().saturating_sub(1);
    app.games.chosen = step.from(app.games.chosen, last);
    read_preview(app, effects);
}

/// A click on a row: it is chosen; a click on the chosen one opens it.
pub(crate) fn click(app: &mut App, row: usize, effects: &mut Effects) {
    if app.games.page == GamesPage::Statistics {
        return statistics::update::click(app, row, effects);
    }
    if row == app.games.chosen {
        return read_selected(app, GameReadPurpose::Open, effects);
    }
    if row < app.games.shown_rows.len() {
        app.games.chosen = row;
        read_preview(app, effects);
    }
}

/// Resumes the chosen game, where that is possible.
fn play_on(app: &mut App, effects: &mut Effects) {
    let running = app.games.selected_game().is_some_and(|row| is_running(app, &row.location));
    match app.games.selected_game() {
        None => {}
        Some(_) if running => effects.request(Request::ShowTab(Tab::Play)),
        Some(_) if app.games.can_resume() => read_selected(app, GameReadPurpose::Resume, effects),
        Some(_) => app.show_note("This game is over, or not yours: Enter analyzes it"),
    }
}

/// Whether a file is that of the game on the board.
pub(crate) fn is_running(app: &App, place: &GameLocation) -> bool {
    is_file_of(app, place, app.play.game_id)
}

/// Whether a file of the list is the one that a game is saved in: a copy has another name or folder.
fn is_file_of(app: &App, place: &GameLocation, mark: GameId) -> bool {
    let named = place.file.file_stem().is_some_and(|stem| stem == mark.file_stem().as_str());
    app.games.source == GameListSource::Library && place.offset == 0 && named
}

/// Deletes the chosen game; it can be restored.
fn delete(app: &mut App, effects: &mut Effects) {
    let Some(place) = app.games.selected_game().map(|row| row.location.clone()) else { return };
    if app.games.source != GameListSource::Library {
        return app.show_note("These games are not in your library: i imports a file");
    }
    if is_running(app, &place) && app.play.ending.is_none() {
        return app.show_note("This game is on the board: finish it or start another one first");
    }
    effects.push(Effect::DeleteGame(place));
}

/// Restores the game that was deleted last.
fn undelete(app: &mut App, effects: &mut Effects) {
    match app.games.deleted.pop() {
        Some(trashed) => effects.push(Effect::RestoreGame(trashed)),
        None => app.show_note("Nothing was deleted"),
    }
}

/// Sorts by the next column, or reverses the order.
fn sort(app: &mut App, change: impl Fn(GameListOrder) -> GameListOrder, effects: &mut Effects) {
    app.games.sort(change(app.games.order), &app.config.games.my_names);
    read_preview(app, effects);
}

/// Edits the filter.
pub(crate) fn edit_filter(app: &mut App, request: InputRequest, effects: &mut Effects) {
    edit_filter_by(app, [request], effects);
}

/// Adds a whole text to the filter: the games are filtered once.
pub(crate) fn type_filter(app: &mut App, text: &str, effects: &mut Effects) {
    edit_filter_by(app, text.chars().map(InputRequest::InsertChar), effects);
}

fn edit_filter_by(app: &mut App, requests: impl IntoIterator<Item = InputRequest>, effects: &mut Effects) {
    let before = app.games.filter_input.value().to_owned();
    for request in requests {
        app.games.filter_input.handle(request);
    }
    if app.games.filter_input.value() != before {
        app.games.chosen = 0;
        app.games.apply_filter(&app.config.games.my_names);
        read_preview(app, effects);
    }
}

/// Ends the typing of the filter, which is kept or cleared. False where nothing was being typed.
fn finish_filter(app: &mut App, outcome: FilterOutcome, effects: &mut Effects) -> bool {
    let was = app.games.filter_focus == GameFilterFocus::Typing || !app.games.filter_input.value().is_empty();
    app.games.filter_focus = GameFilterFocus::Browsing;
    if outcome == FilterOutcome::Clear && !app.games.filter_input.value().is_empty() {
        app.games.filter_input = Input::default();
        app.games.sort(app.games.order, &app.config.games.my_names);
        read_preview(app, effects);
    }
    was
}

/// One level back: the filter is cleared, then the statistics or the games of a file are closed. False where there is
/// none of these.
pub(crate) fn back(app: &mut App, effects: &mut Effects) -> bool {
    app.games.page == GamesPage::List && finish_filter(app, FilterOutcome::Clear, effects)
        || statistics::update::back(app, effects)
        || cancel_import(app, effects)
        || return_to_library(app, effects)
}

/// Cancels a running import. False where there is none.
fn cancel_import(app: &mut App, effects: &mut Effects) -> bool {
    if app.games.import_progress.take().is_none() {
        return false;
    }
    effects.push(Effect::CancelImport);
    app.show_note("The import was canceled: no game was added");
    true
}

/// Whether a filter is kept or cleared when its typing ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FilterOutcome {
    Keep,
    Clear,
}

/// Opens the prompt for the file to import.
fn open_import_input(app: &mut App) {
    app.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Import, "")));
}

/// Opens the prompt for the file to export to.
fn open_export_input(app: &mut App) {
    if app.games.shown_rows.is_empty() {
        return app.show_note("There is no game to export");
    }
    app.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Export, "games.pgn").as_suggestion()));
}

/// Copies the games of a file into the library, unless another import is running.
pub(crate) fn import(app: &mut App, file: PathBuf, effects: &mut Effects) {
    if app.games.import_progress.is_some() {
        return app.show_warning("Another import is running: wait for its end, or cancel it with Esc");
    }
    app.games.import_progress = Some(0);
    effects.push(Effect::ImportGames(file));
}

/// Writes the listed games to a file.
pub(crate) fn export(app: &mut App, file: PathBuf, consent: ExportConsent, effects: &mut Effects) {
    let places = app.games.shown_rows.iter().map(|&row| app.games.rows[row].location.clone());
    match &app.games.source {
        GameListSource::Text(_) => {
            app.show_note("A pasted text is no file: Enter opens a game, W keeps it");
        }
        _ => effects.push(Effect::ExportGames(places.collect(), file, consent)),
    }
}
