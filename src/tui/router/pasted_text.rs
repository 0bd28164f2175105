//! Shows a text that was read in the background, once no dialog is open and no move is being typed.

use crate::game::PastedText;
use crate::tui::app::App;
use crate::tui::dialog::Dialog;
use crate::tui::message::Effects;
use crate::tui::router::dialogs;
use crate::tui::text_reading::state::TextReadPurpose;
use crate::tui::{editor, games};

/// Shows the text as soon as no dialog is open and no move is being typed, so that neither is lost.
pub(crate) fn show_when_idle(app: &mut App, effects: &mut Effects) {
    let is_typing = app.dialog.is_some() || app.prompt.is_open() || app.board.unconfirmed_move.is_some();
    if is_typing || app.text_reading.as_ref().is_none_or(|reading| reading.result.is_none()) {
        return;
    }
    let Some(reading) = app.text_reading.take() else { return };
    let Some((text, result)) = reading.result else { return };
    match (reading.purpose, *result) {
        (TextReadPurpose::Editor, result) if app.editor.is_some() => editor::update::set_pasted(app, result),
        (TextReadPurpose::Games, PastedText::Games(rows)) => {
            games::update::open_rows(app, text, rows, effects);
        }
        (_, result) => {
            if let Some(refused) = dialogs::open_pasted(app, &text, result, effects) {
                app.dialog = Some(Dialog::Paste(Box::new(refused)));
            }
        }
    }
}
