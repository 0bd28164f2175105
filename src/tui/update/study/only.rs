//! Analysis of some moves only.

use crate::tui::app::only::chosen;
use crate::tui::app::{App, Tone};
use crate::tui::dialog::Dialog;
use crate::tui::dialog::ask::{Ask, Wanted};
use crate::tui::update::Effect;

use super::ask;

/// Asks which moves are to be looked at. Two of them stand side by side then.
pub(in crate::tui::update) fn ask_moves(app: &mut App) {
    if app.study.walk.ending().is_some() {
        return app.say(Tone::Note, "The game is over here");
    }
    let words = app.study.only().map_or_else(String::new, |only| only.words.clone());
    app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Moves, &words)));
}

/// Looks at the moves that were named from now on, as long as the reader stays in this position.
pub(in crate::tui::update) fn take_moves(app: &mut App, words: &str, effects: &mut Vec<Effect>) {
    match chosen(app.study.walk.position(), words) {
        Ok(only) => {
            app.study.only = only;
            ask(app, effects);
        }
        Err(reason) => app.say(Tone::Warning, reason),
    }
}
