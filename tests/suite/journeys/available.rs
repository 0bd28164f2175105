//! Availability: an action that is not available changes nothing, and the footer shows only what is available.

use matescope::tui::app::App;
use matescope::tui::keymap::{ACTIONS, ActionSpec};
use matescope::tui::message::{Message, MouseHit, TimedMessage};
use matescope::tui::router::availability::is_available;
use matescope::tui::router::update;
use matescope::tui::screen;

use super::User;

/// Keys that lead from the start to a state, after the text that is pasted first.
const STATES: &[(&str, &str)] = &[
    ("", "1"),
    ("", "e 4 enter"),
    ("", "e 4 enter ctrl-r y"),
    ("", "e 4 enter ctrl-r"),
    ("", "ctrl-n"),
    ("", "ctrl-o"),
    ("", "2"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "2"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "l"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "v"),
    ("1. f3 e5 2. g4 Qh4#", "2"),
    ("1. e4 e5", "- - - - - -"),
    ("1. e4 e5", "!"),
    ("1. e4 e5", "y"),
    ("1. e4 e5", ";"),
    ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "enter"),
    ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "w"),
    ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "C"),
    ("", "3"),
    ("", "3 v"),
    ("", "3 x"),
    ("", "3 g"),
    ("", "3 g enter"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "home m"),
    ("", "3 enter"),
    ("", "3 i"),
    ("", "4"),
    ("", "4 enter"),
    ("", "5"),
    ("", "5 /"),
    ("", "5 i"),
    ("", "5 t"),
    ("", "C"),
    ("", "C X enter"),
    ("", "?"),
    ("", "? /"),
    ("", ":"),
    ("", "S"),
    ("", "p"),
    ("", "E"),
    ("", "E a"),
];

/// The state as text, without what every event touches: notes, the time, a key that waits for a second one.
fn text_of(app: &App) -> String {
    let mut app = app.clone();
    app.toasts.clear();
    app.chord = None;
    format!("{app:?}")
}

/// Tries actions, one after the other; each must ask for nothing.
fn try_actions<'a>(app: &mut App, specs: impl IntoIterator<Item = &'a ActionSpec>, state: &str) {
    for spec in specs {
        let message = TimedMessage { at: app.now, message: Message::Action(spec.action) };
        let effects = update(app, message);
        assert!(effects.is_empty(), "{state}: {} is not available, and asks for {effects:?}", spec.name);
    }
}

fn check_state(app: &App, state: &str) {
    let before = text_of(app);
    let specs: Vec<&ActionSpec> = ACTIONS.iter().filter(|spec| !is_available(app, spec.action)).collect();
    // All together, which is quicker than one by one, and every other one: two opposite ones stand side by side.
    for step in [1, 2] {
        let mut after = app.clone();
        try_actions(&mut after, specs.iter().copied().step_by(step), state);
        if before == text_of(&after) {
            continue;
        }
        for spec in &specs {
            let mut after = app.clone();
            try_actions(&mut after, [*spec], state);
            assert!(
                before == text_of(&after),
                "{state}: {} is not available, and changes the state",
                spec.name
            );
        }
        panic!("{state}: actions that are not available change the state together");
    }
    let (columns, rows) = app.size;
    for cell in (0..columns * rows).rev().take(2 * usize::from(columns)) {
        if let Some(MouseHit::Action(action)) = screen::hit(app, cell % columns, cell / columns) {
            assert!(
                is_available(app, action),
                "{state}: the footer shows {action:?}, which is not available"
            );
        }
    }
}

#[test]
fn what_is_not_available_changes_nothing() {
    for (pasted, keys) in STATES {
        let mut user = User::new();
        if !pasted.is_empty() {
            user.paste(pasted);
        }
        user.press(keys);
        // The first event of a person clears what the last one left behind.
        user.happens(Message::Deadline);
        user.app.is_user_input = true;
        check_state(&user.app, &format!("{pasted}, {keys}"));
    }
}
