//! The list of games: what is read of it, and what a player does with a game.

use std::path::PathBuf;
use std::sync::Arc;

use tui_input::{Input, InputRequest};

use crate::chess::Position;
use crate::chess::names::counted;
use crate::game::listed::Imported;
use crate::game::pgn::{self, Reading};
use crate::game::{Listed, Mark, Own, Place, Walk, listed, pasted};
use crate::tui::app::games::{
    Agreed, Order, Preview, Purpose, ReadGame, Reading as Read, Source, Told, Typing,
};
use crate::tui::app::{App, Games, Play, ReadFor, Setup, Tab, Tone};
use crate::tui::dialog::{Ask, Dialog, Paste, ask::Wanted};

use super::rows::Rows;
use super::{Effect, act, dialogs, engines, game, reading, review, study};

/// The list comes into sight: one's own games are read again, for others may have changed them.
pub(super) fn enter(app: &mut App, effects: &mut Vec<Effect>) {
    if app.games.source == Source::Library {
        app.games.reading = Read::Underway;
        app.games.progress = 0;
        effects.push(Effect::ListGames);
    }
    preview(app, effects);
}

/// Asks for the file that the program was started with.
pub(super) fn open_file(app: &mut App, file: PathBuf, effects: &mut Vec<Effect>) {
    app.tab = Tab::Games;
    app.games.source = Source::File(file.clone());
    app.games.reading = Read::Underway;
    effects.push(Effect::ListFile(file));
}

/// Shows the games of a text, or the only one of them on the analysis board. A long text is read in the background.
pub(super) fn open_text(app: &mut App, text: String, effects: &mut Vec<Effect>) {
    if text.len() > reading::AT_ONCE {
        app.tab = Tab::Games;
        return reading::begin(app, text, Position::start(), ReadFor::Games, effects);
    }
    let rows = pasted::several(&text);
    open_rows(app, Arc::from(text), rows, effects);
}

/// Shows the games that were found in a text, or the only one of them on the analysis board.
pub(super) fn open_rows(app: &mut App, text: Arc<str>, rows: Vec<Listed>, effects: &mut Vec<Effect>) {
    listed(app, Source::Text(text), rows, effects);
}

fn listed(app: &mut App, source: Source, rows: Vec<Listed>, effects: &mut Vec<Effect>) {
    let own = source == Source::Library;
    // An answer about another list than the one that is wanted now.
    let asked = matches!(source, Source::Text(_)) || app.games.source == source;
    if !asked {
        return;
    }
    let changed = app.games.source != source;
    app.games.source = source;
    app.games.reading = Read::Done;
    if changed || !own {
        app.games.filter = Input::default();
        app.games.typing = Typing::Nothing;
        app.games.preview = None;
        app.games.chosen = 0;
        app.games.shown.clear();
    }
    app.games.set_rows(rows.into());
    if !own {
        match app.games.rows.len() {
            0 => {
                app.say(Tone::Warning, "There is no game in it");
                to_library(app, effects);
            }
            1 => {
                ask_for(app, Purpose::Open, effects);
                return forget(app);
            }
            _ => {
                let count = listed::counted(&app.games.rows);
                // However long the reading took, it is what the person asked for.
                app.answer(Tone::Note, format!("{count}: Enter opens one, Esc leaves them"));
            }
        }
        show(app, effects);
    }
    preview(app, effects);
}

/// Goes to the list without reading it again.
fn show(app: &mut App, effects: &mut Vec<Effect>) {
    if app.tab != Tab::Games {
        let reading = app.games.reading;
        act::show_tab(app, Tab::Games, effects);
        app.games.reading = reading;
    }
}

/// Leaves the games of a file for one's own. False where those are shown.
pub(super) fn to_library(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    if app.games.source == Source::Library {
        return false;
    }
    if app.games.reading == Read::Underway {
        effects.push(Effect::CancelListing);
    }
    forget(app);
    enter(app, effects);
    true
}

/// Forgets what is listed; one's own games are listed next.
fn forget(app: &mut App) {
    let deleted = std::mem::take(&mut app.games.deleted);
    app.games = Games { deleted, ..Games::default() };
}

/// Takes in what the disk says.
pub(super) fn hear(app: &mut App, told: Told, effects: &mut Vec<Effect>) {
    match told {
        Told::Listed(source, rows) => listed(app, source, rows, effects),
        Told::Progress(thousandths) => app.games.progress = thousandths,
        Told::Game(place, purpose, read) => on_game(app, place, purpose, *read, effects),
        Told::Deleted(trashed) => {
            app.games.deleted.push(trashed);
            app.say(Tone::Note, "Deleted: u brings the game back");
            enter(app, effects);
        }
        Told::Restored => {
            app.say(Tone::Note, "The game is back");
            enter(app, effects);
        }
        Told::Imported(Imported { file, games, doubles, empty }) => {
            let said = [
                Some(format!("{} imported", counted(games, "game"))),
                (doubles > 0).then(|| format!("{doubles} you already have left out")),
                (empty > 0).then(|| format!("{empty} without moves left out")),
            ];
            app.say(Tone::Note, said.into_iter().flatten().collect::<Vec<_>>().join(", "));
            if file.is_some() {
                app.games.filter = Input::default();
                app.games.awaited = file;
            }
            enter(app, effects);
        }
        Told::Exported(count, file) => {
            app.say(Tone::Note, format!("{} written to {}", counted(count, "game"), file.display()));
        }
        Told::Renamed { from, to } => {
            if app.play.mark == from {
                app.play.mark = to;
            }
            app.say(
                Tone::Warning,
                "Another program has changed this game's file: the game goes on in a copy",
            );
        }
        Told::NotAgreed(file, obstacle) => {
            let mut ask = Ask::new(Wanted::Export, &file.to_string_lossy());
            ask.obstacle = Some(obstacle);
            app.dialog.get_or_insert(Dialog::Ask(ask));
        }
        Told::Completed { typed, completed, choices } => {
            // Somebody may have typed on meanwhile.
            if let Some(Dialog::Engines(list)) = &mut app.dialog
                && list.adding.as_ref().is_some_and(|input| input.value() == typed)
            {
                (list.adding, list.choices) = (Some(Input::new(completed)), choices);
            } else if let Some(Dialog::Ask(ask)) = &mut app.dialog
                && ask.is_path()
                && ask.input.value() == typed
            {
                *ask = Ask { choices, ..Ask::new(ask.wanted, &completed) };
            }
        }
        Told::Kept => app.say(Tone::Note, "The analysis is in the list of games"),
        Told::Refused(reason) => {
            app.games.reading = Read::Done;
            app.say(Tone::Fault, reason);
            if app.games.rows.is_empty() {
                to_library(app, effects);
            }
        }
    }
}

fn on_game(app: &mut App, place: Place, purpose: Purpose, read: ReadGame, effects: &mut Vec<Effect>) {
    let ReadGame { reading: Reading { game, fault }, faulty } = read;
    // A position with a fault is for the box that offers repairs.
    if let (Some(line), Purpose::Open | Purpose::Review) = (faulty, purpose) {
        app.dialog = Some(Dialog::Paste(Box::new(Paste::new(&line, &Position::start()))));
        return;
    }
    let fault = fault.map(|fault| fault.in_file(place.line));
    match purpose {
        Purpose::Preview => {
            let mut walk = Walk::in_tree(game.tree);
            walk.to_end();
            app.games.preview = Some(Preview { place, walk, header: game.header, fault });
        }
        Purpose::Open | Purpose::Review => {
            if let Some(fault) = fault {
                app.say(Tone::Warning, format!("Read as far as possible: {fault}"));
            }
            study::open_game(app, game, effects);
            if purpose == Purpose::Review {
                review::begin(app, effects);
            }
        }
        Purpose::Copy => {
            app.say(Tone::Note, "Copied the game as PGN");
            effects.push(Effect::Copy(pgn::write(&game)));
        }
        Purpose::Resume => match Own::of(&game.header) {
            Some(own) => {
                let identity = if is_file_of(app, &place, own.mark) { own.mark } else { app.mark() };
                resume(app, &Own { mark: identity, ..own }, Walk::in_tree(game.tree), effects);
                let what = if identity == own.mark { "Playing on" } else { "Playing on in a copy" };
                let at = app.play.walk.position().fullmoves();
                app.say(
                    Tone::Note,
                    format!(
                        "{what}: {} - {}, move {at}",
                        game.header.tag("White").unwrap_or("?"),
                        game.header.tag("Black").unwrap_or("?")
                    ),
                );
            }
            None => app.say(Tone::Warning, "This game was not played here: Enter analyzes it"),
        },
    }
}

/// Goes on with a game of the list. The one that was running keeps its place in the list.
fn resume(app: &mut App, own: &Own, mut walk: Walk, effects: &mut Vec<Effect>) {
    walk.to_end();
    let start = walk.tree().node(walk.tree().start()).position().clone();
    let instead = app.offer.built_in();
    let seats = own.seats.clone().map(|player| app.engines.still_listed(player, &instead));
    app.offer.follow(&seats);
    let before = app.play.guests();
    let setup = Setup { seats, control: own.control };
    let mut play = Play { mark: own.mark, ..Play::new(start, setup) };
    play.tip = walk.at();
    play.over = walk.ending();
    play.walk = walk;
    play.clock = game::clock_at_tip(&play);
    app.play = play;
    engines::call_players(app, &before, effects);
    effects.push(Effect::ForgetGame);
    if app.tab == Tab::Play {
        app.board.bottom = app.play.bottom();
        game::take_up(app, effects);
    } else {
        act::show_tab(app, Tab::Play, effects);
    }
    effects.push(Effect::SaveGame);
}

/// Has the chosen game read.
pub(super) fn ask_for(app: &mut App, purpose: Purpose, effects: &mut Vec<Effect>) {
    let Some(row) = app.games.row() else { return };
    let place = row.place.clone();
    if let Source::Text(text) = &app.games.source {
        let from = usize::try_from(place.offset).unwrap_or(usize::MAX);
        let to = from.saturating_add(usize::try_from(place.length).unwrap_or(usize::MAX));
        let Some(own) = text.get(from..to).filter(|own| own.len() <= reading::AT_ONCE) else {
            effects.push(Effect::ParseGame(place, purpose, Arc::clone(text)));
            return;
        };
        let read = ReadGame::of(own);
        return on_game(app, place, purpose, read, effects);
    }
    effects.push(Effect::ReadGame(place, purpose));
}

/// Has the chosen game read to be shown beside the list.
fn preview(app: &mut App, effects: &mut Vec<Effect>) {
    if app.tab == Tab::Games && app.games.shown_preview().is_none() {
        ask_for(app, Purpose::Preview, effects);
    }
}

/// Does a step of the reader in the list.
pub(super) fn walk(app: &mut App, way: Rows, effects: &mut Vec<Effect>) {
    let last = app.games.shown.len().saturating_sub(1);
    app.games.chosen = app.games.chosen.saturating_add_signed(way.count()).min(last);
    preview(app, effects);
}

/// A click on a row: it is chosen; a click on the chosen one opens it.
pub(super) fn click(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
    if row == app.games.chosen {
        return ask_for(app, Purpose::Open, effects);
    }
    if row < app.games.shown.len() {
        app.games.chosen = row;
        preview(app, effects);
    }
}

/// Plays the chosen game on, where that is possible.
pub(super) fn play_on(app: &mut App, effects: &mut Vec<Effect>) {
    let running = app.games.row().is_some_and(|row| is_running(app, &row.place));
    match app.games.row() {
        None => {}
        Some(_) if running => act::show_tab(app, Tab::Play, effects),
        Some(_) if app.games.resumes() => ask_for(app, Purpose::Resume, effects),
        Some(_) => app.say(Tone::Note, "This game is over, or not yours: Enter analyzes it"),
    }
}

/// Whether a file is that of the game on the board.
pub(crate) fn is_running(app: &App, place: &Place) -> bool {
    is_file_of(app, place, app.play.mark)
}

/// Whether a file of the list is the one that a game is saved in: a copy has another name or lies elsewhere.
fn is_file_of(app: &App, place: &Place, mark: Mark) -> bool {
    let named = place.file.file_stem().is_some_and(|stem| stem == mark.name().as_str());
    app.games.source == Source::Library && place.offset == 0 && named
}

/// Deletes the chosen game; it can be brought back.
pub(super) fn delete(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(place) = app.games.row().map(|row| row.place.clone()) else { return };
    if app.games.source != Source::Library {
        return app.say(Tone::Note, "These games are not in your library: i imports a file");
    }
    if is_running(app, &place) && app.play.over.is_none() {
        return app.say(Tone::Note, "This game is on the board: finish it or start another one first");
    }
    effects.push(Effect::DeleteGame(place));
}

/// Brings back what was deleted last.
pub(super) fn undelete(app: &mut App, effects: &mut Vec<Effect>) {
    match app.games.deleted.pop() {
        Some(trashed) => effects.push(Effect::RestoreGame(trashed)),
        None => app.say(Tone::Note, "Nothing was deleted"),
    }
}

/// Sorts by the next column, or the other way round.
pub(super) fn sort(app: &mut App, change: impl Fn(Order) -> Order, effects: &mut Vec<Effect>) {
    app.games.sort(change(app.games.order));
    preview(app, effects);
}

/// Lets keys go to the filter.
pub(super) fn type_filter(app: &mut App) {
    app.games.typing = Typing::Filter;
}

/// Edits the filter.
pub(super) fn edit_filter(app: &mut App, request: InputRequest, effects: &mut Vec<Effect>) {
    let before = app.games.filter.value().to_owned();
    app.games.filter.handle(request);
    if app.games.filter.value() != before {
        app.games.chosen = 0;
        app.games.apply_filter();
        preview(app, effects);
    }
}

/// Ends the typing of the filter; what is typed stays or goes. False where there was nothing to end.
pub(super) fn end_filter(app: &mut App, keep: Keep, effects: &mut Vec<Effect>) -> bool {
    let was = app.games.typing == Typing::Filter || !app.games.filter.value().is_empty();
    app.games.typing = Typing::Nothing;
    if keep == Keep::Nothing && !app.games.filter.value().is_empty() {
        app.games.filter = Input::default();
        app.games.set_rows(Arc::clone(&app.games.rows));
        preview(app, effects);
    }
    was
}

/// One level back: the filter goes, then the games of a file. False where there is neither.
pub(super) fn back(app: &mut App, effects: &mut Vec<Effect>) -> bool {
    end_filter(app, Keep::Nothing, effects) || to_library(app, effects)
}

/// What becomes of a filter when its typing ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    Filter,
    Nothing,
}

/// Asks for the file to import.
pub(super) fn ask_import(app: &mut App) {
    app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Import, "")));
}

/// Asks for the file to export to.
pub(super) fn ask_export(app: &mut App) {
    if app.games.shown.is_empty() {
        return app.say(Tone::Note, "There is no game to export");
    }
    app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Export, "games.pgn").as_suggestion()));
}

/// A line that was asked for: a file's name, a comment.
pub(super) fn answered(app: &mut App, ask: &Ask, agreed: Agreed, effects: &mut Vec<Effect>) {
    let text = ask.input.value().trim().to_owned();
    match ask.wanted {
        Wanted::Moves => study::take_moves(app, &text, effects),
        Wanted::Depth => study::take_depth(app, &text, effects),
        Wanted::Syzygy => dialogs::take_syzygy(app, &text, effects),
        Wanted::Comment(node) => study::comment(app, node, &text, effects),
        Wanted::Drawings(node) => study::take_drawings(app, node, &text, effects),
        Wanted::Import | Wanted::Export if text.is_empty() => {}
        Wanted::Import => effects.push(Effect::ImportGames(PathBuf::from(text))),
        Wanted::Export => {
            let places = app.games.shown.iter().map(|&row| app.games.rows[row].place.clone());
            match &app.games.source {
                Source::Text(_) => {
                    app.say(Tone::Note, "A pasted text is no file: Enter opens a game, W keeps it");
                }
                _ => effects.push(Effect::ExportGames(places.collect(), PathBuf::from(text), agreed)),
            }
        }
    }
}
