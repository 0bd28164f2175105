//! Starts and ends analysis restricted to some moves.

use crate::tui::analyze::request;
use crate::tui::analyze::search_moves::parse;
use crate::tui::app::App;
use crate::tui::dialog::Dialog;
use crate::tui::dialog::input::{InputDialog, InputPurpose};
use crate::tui::message::Effects;

/// Opens the prompt for the moves to analyze. Two of them are compared side by side.
pub(crate) fn open_search_moves_input(app: &mut App) {
    if app.analyze.walk.termination().is_some() {
        return app.show_note("The game is over here");
    }
    let words = app.analyze.search_moves_here().map_or_else(String::new, |only| only.text.clone());
    app.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Moves, &words)));
}

/// Analyzes only the given moves, as long as the user stays in this position.
pub(crate) fn set_search_moves(app: &mut App, words: &str, effects: &mut Effects) {
    match parse(app.analyze.walk.position(), words) {
        Ok(only) => {
            app.analyze.search_moves = only;
            request::request_analysis(app, effects);
        }
        Err(reason) => app.show_warning(reason),
    }
}
