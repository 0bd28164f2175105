//! Analysis to a depth.

use crate::chess::Depth;
use crate::tui::app::{App, Tone};
use crate::tui::dialog::Dialog;
use crate::tui::dialog::ask::{Ask, Wanted};
use crate::tui::update::Effect;

use super::ask_again;

/// Asks for the depth at which the engine is to be done.
pub(in crate::tui::update) fn ask_depth(app: &mut App) {
    let text = app.study.depth.map_or_else(String::new, |depth| depth.get().to_string());
    app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Depth, &text)));
}

/// Analyzes to this depth from now on, or without an end where nothing is typed.
pub(in crate::tui::update) fn take_depth(app: &mut App, text: &str, effects: &mut Vec<Effect>) {
    let depth = match text.parse::<i16>() {
        _ if text.is_empty() => None,
        Ok(plies) if (1..=Depth::MAX.get()).contains(&plies) => Some(Depth::new(plies)),
        _ => {
            let most = Depth::MAX.get();
            return app.say(
                Tone::Warning,
                format!("\"{text}\" is no depth: type a number from 1 to {most}, or nothing"),
            );
        }
    };
    app.study.depth = depth;
    ask_again(app, effects);
}
