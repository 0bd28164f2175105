//! Pasted and typed positions, games and moves: in the paste dialog, and to the screen that shows them.

use std::sync::Arc;

use tui_input::{Input, InputRequest};

use crate::chess::Position;
use crate::chess::names::pluralized;
use crate::game::{PastedText, pasted};
use crate::tui::app::App;
use crate::tui::keymap::PasteAction;
use crate::tui::message::Effects;
use crate::tui::model::dialog::{PasteContent, PasteDialog};
use crate::tui::model::{Dialog, TextReadPurpose};
use crate::tui::{analyze, editor, games, play, practice, text_reading};

/// Uses the position of the editor or of the paste dialog.
pub(super) fn act(app: &mut App, action: PasteAction, effects: &mut Effects) {
    if app.editor.open.is_some() && app.shared.dialog.is_none() {
        return editor::update::use_position(&mut app.editor, &mut app.shared.with(effects), action);
    }
    let here = underlying_position(app);
    let is_paste = |dialog: &mut Dialog| matches!(dialog, Dialog::Paste(_));
    let Some(Dialog::Paste(mut paste)) = app.shared.dialog.take_if(is_paste) else { return };
    paste.read_appended(&here);
    let holds_games = matches!(paste.content, PasteContent::Games(_));
    let has_repair =
        matches!(&paste.content, PasteContent::IllegalPosition(fault) if !fault.repairs.is_empty());
    match action {
        PasteAction::Clear => {
            paste.input = Input::default();
            paste.update_content(&here);
        }
        PasteAction::Repair if paste.apply_repair(0, &here) => {}
        PasteAction::Repair | PasteAction::Edit => {
            return editor::update::open_from_text(&mut app.editor, &mut app.shared, &paste);
        }
        // Enter on an error with a correction takes the correction first; the next Enter takes the position.
        PasteAction::Analyze if has_repair => _ = paste.apply_repair(0, &here),
        PasteAction::Analyze | PasteAction::Play | PasteAction::Practice if !paste.is_usable() => {}
        PasteAction::Play | PasteAction::Practice if holds_games => {}
        PasteAction::Analyze => {
            let text = paste.input.value();
            open_pasted(app, text, pasted::recognize(text, &here), effects);
            return;
        }
        PasteAction::Play => {
            return play::new_game::play_from(&mut app.play, &mut app.shared.with(effects), paste.preview);
        }
        PasteAction::Practice => {
            if practice::start::begin_from(
                &mut app.practice,
                &mut app.practice_tab.with(&mut app.shared, effects),
                &paste.preview,
            ) == practice::start::RoundBegins::Yes
            {
                return;
            }
        }
    }
    app.shared.dialog = Some(Dialog::Paste(paste));
}

/// Edits the text of the dialog.
pub(super) fn edit(app: &mut App, request: InputRequest) {
    let here = underlying_position(app);
    if let Some(Dialog::Paste(paste)) = &mut app.shared.dialog {
        paste.read_appended(&here);
        paste.input.handle(request);
        paste.update_content(&here);
    }
}

/// Reads a long text that was pasted in pieces, once no other piece follows.
pub(super) fn read_appended(app: &mut App) {
    let here = underlying_position(app);
    if let Some(Dialog::Paste(paste)) = &mut app.shared.dialog
        && paste.reading_due().is_some_and(|due| due <= app.shared.now)
    {
        paste.read_appended(&here);
    }
}

/// The position of the screen itself, whatever a dialog previews.
pub(super) fn underlying_position(app: &App) -> Position {
    app.shown_walk().map_or_else(Position::start, |walk| walk.position().clone())
}

/// Shows the text as soon as no dialog is open and no move is being typed, so that neither is lost.
pub(super) fn show_when_idle(app: &mut App, effects: &mut Effects) {
    let is_typing = app.shared.dialog.is_some()
        || app.shared.prompt.is_open()
        || app.shared.board.unconfirmed_move.is_some();
    if is_typing || app.shared.text_reading.as_ref().is_none_or(|reading| reading.result.is_none()) {
        return;
    }
    let Some(reading) = app.shared.text_reading.take() else { return };
    let Some((text, result)) = reading.result else { return };
    match (reading.purpose, *result) {
        (TextReadPurpose::Editor, result) if app.editor.open.is_some() => {
            editor::update::set_pasted(&mut app.editor, &mut app.shared, result);
        }
        (TextReadPurpose::Games, PastedText::Games(rows)) => {
            games::update::open_rows(&mut app.games, &mut app.shared.with(effects), text, &rows);
        }
        (_, result) => show_pasted(app, &text, result, effects),
    }
}

/// Opens a recognized text. If it is neither a position nor a game, the paste dialog gives the reason.
pub(super) fn show_pasted(app: &mut App, text: &str, pasted: PastedText, effects: &mut Effects) {
    if let Some(refused) = open_pasted(app, text, pasted, effects) {
        app.shared.dialog = Some(Dialog::Paste(Box::new(refused)));
    }
}

/// Opens a recognized text on the analysis board or in the game library. If it is neither a position nor a
/// game, the dialog with the reason is returned.
fn open_pasted(app: &mut App, text: &str, pasted: PastedText, effects: &mut Effects) -> Option<PasteDialog> {
    match pasted {
        PastedText::Position(position) => {
            analyze::update::open_position(&mut app.analyze, &mut app.shared.with(effects), *position);
        }
        PastedText::Games(rows) => {
            games::update::open_rows(&mut app.games, &mut app.shared.with(effects), Arc::from(text), &rows);
        }
        PastedText::Moves { game, fault, lacks_moves } => {
            let tree = &game.tree;
            // Full moves, as players count them.
            let half_moves = tree.main_line_from(tree.start()).len();
            let black_begins = usize::from(tree.node(tree.start()).position().turn().is_black());
            let moves = pluralized((half_moves + black_begins).div_ceil(2), "move");
            analyze::update::open_game(&mut app.analyze, &mut app.shared.with(effects), *game, None);
            match fault {
                Some(fault) if lacks_moves => app.shared.show_warning(format!("{moves} read, then: {fault}")),
                Some(fault) => app.shared.show_warning(format!("{moves} read, all but this: {fault}")),
                None => app.shared.show_note(format!("{moves} read")),
            }
        }
        PastedText::FaultyPosition { .. } => {
            return Some(PasteDialog::new(text_reading::update::beginning(text), &underlying_position(app)));
        }
        PastedText::Unknown { reason } => {
            return Some(PasteDialog::rejected(
                text_reading::update::beginning(text),
                reason,
                underlying_position(app),
            ));
        }
    }
    None
}
